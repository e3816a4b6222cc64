"""Which of many texts have to do with a query: BM25 over the stems of their words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent import extras

if TYPE_CHECKING:
    from collections.abc import Sequence

_STEMMERS: Final = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
# Languages without spaces between words are told apart by pairs of letters, as search engines do.
_UNSPACED: Final = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
_WORD: Final = re.compile(r"\w+")


class Ranking:
    """Scores of texts for a query (BM25+, Lv and Zhai 2011, which does not punish long texts)."""

    def __init__(self, texts: Sequence[str], query: str, language: str = "") -> None:
        """Score `texts` for `query`, in the language of this BCP 47 tag; English, if none is given.

        Raises:
            ToolError: the libraries are not installed.
        """
        stem = _Stems(_STEMMERS.get(language.partition("-")[0].lower() or "en", ""))
        corpus = [_words(text, stem) for text in texts]
        asked = {shown: stems for shown in _shown(query) if (stems := _words(shown, stem))}
        known = {word for words in corpus for word in words}
        self.missing = tuple(shown for shown, stems in asked.items() if not known.intersection(stems))
        """The words of the query that stand in none of the texts."""
        wanted = {stem for stems in asked.values() for stem in stems} & known
        self._scores: dict[int, float] = {}
        if wanted:
            ranked = extras.load("rank_bm25", "crawl").BM25Plus(corpus)
            scores = ranked.get_scores(sorted(wanted))
            # Every text gets this much for a word that is asked for, also where it does not stand in it.
            base = sum(ranked.idf[word] for word in wanted) * ranked.delta
            self._scores = {
                at: float(scores[at]) - base for at, words in enumerate(corpus) if wanted.intersection(words)
            }

    def best(self, share: float) -> list[int]:
        """The positions of those with at least this share of the best score, best first."""
        least = share * max(self._scores.values(), default=0.0)
        return sorted((at for at, score in self._scores.items() if score >= least), key=self._key)

    def _key(self, at: int) -> tuple[float, int]:
        return -self._scores[at], at


class _Stems(dict[str, str]):
    """The stems of words; the words themselves where nobody knows the language."""

    def __init__(self, language: str) -> None:
        # One for each ranking: it keeps the word it is at, and rankings are made in threads.
        import snowballstemmer  # type: ignore[import-untyped]

        self._stemmer = snowballstemmer.stemmer(language) if language else None

    def __missing__(self, word: str) -> str:
        # Stemming is slow, and a long text says few different words.
        self[word] = stem = word if self._stemmer is None else str(self._stemmer.stemWord(word))
        return stem


def _shown(query: str) -> list[str]:
    return list(dict.fromkeys(_WORD.findall(query.casefold())))


def _words(text: str, stems: _Stems) -> list[str]:
    found: list[str] = []
    for word in _WORD.findall(text.casefold()):
        if _UNSPACED.search(word):
            found += [word[at : at + 2] for at in range(max(1, len(word) - 1))]
        else:
            found.append(word)
    return [stems[word] for word in found]

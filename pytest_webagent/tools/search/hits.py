"""What search engines found, and how the lists of several become one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent import extras
from pytest_webagent.tools.core.wording import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_DAMPING: Final = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009)."""
_LONGEST_URL: Final = 2_000
_AND: Final = ", "


class Hit(NamedTuple):
    """A page an engine names."""

    url: str
    title: str = ""
    snippet: str = ""
    engine: str = ""
    """Which engine found it; of several lists all that did, by commas."""

    @classmethod
    def of(cls, engine: str, url: Any, title: Any, snippet: Any) -> Hit | None:
        """The hit in an engine's answer, whatever stands there; None if it names no web page."""
        if not isinstance(url, str) or not url.startswith(("http://", "https://")) or len(url) > _LONGEST_URL:
            return None
        return cls(url, _text(title, 200), _text(snippet, 500), engine)


def merged(lists: Iterable[Sequence[Hit]]) -> list[Hit]:
    """One list of several: each page once, with all engines that found it, first those that stand high in many lists."""
    scores: dict[str, float] = {}
    hits: dict[str, Hit] = {}
    for found in lists:
        keys = dict.fromkeys(_key(hit.url) for hit in found)
        for rank, key in enumerate(keys, 1):
            scores[key] = scores.get(key, 0.0) + 1 / (_DAMPING + rank)
        for hit in found:
            key = _key(hit.url)
            kept = hits.setdefault(key, hit)
            engines = dict.fromkeys(filter(None, (*kept.engine.split(_AND), hit.engine)))
            hits[key] = kept._replace(snippet=kept.snippet or hit.snippet, engine=_AND.join(engines))
    return [hits[key] for key in sorted(scores, key=lambda key: -scores[key])]


def _key(url: str) -> str:
    """What two spellings of one page's address have in common. It is compared, never opened."""
    try:
        plain = str(extras.load("courlan", "tools").normalize_url(url))
    except ValueError:
        return url
    bare = plain.partition("#")[0].partition("://")[2].removeprefix("www.")
    path, question, query = bare.partition("?")
    return path.rstrip("/") + question + query


def _text(value: Any, most: int) -> str:
    return shortened(value, most) if isinstance(value, str) else ""

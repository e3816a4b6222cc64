"""The clauses of a step: where it is cut, and each with its verb, what leads to it and what stands behind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.language import deeds, lexicon
from pytest_webagent.language.superlatives import SUPERLATIVES
from pytest_webagent.model.builtin.words import VEILED

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from pytest_webagent.language.deeds import Deed

_WORD: Final = re.compile(rf"{VEILED}|\d[\d:.,]*\d(?!\w)|[,;:=]|[^\s,;:=\U000f0000-\U0010ffff]+")
_JOINTS: Final = frozenset((",", ";", "and", "then", "after", "und", "dann", "et", "puis", "y", "luego"))
_THEN: Final = frozenset(("then", "afterwards", "finally", "dann", "puis", "luego"))
_PADDING: Final = frozenset(
    (
        "please",
        "also",
        "now",
        "finally",
        "afterwards",
        "next",
        "first",
        "just",
        "only",
        "again",
        "there",
        "here",
        "so",
        "that",
        "this",
        "bitte",
    )
)
_ASKS: Final = lexicon.QUESTION_WORDS | frozenset(
    ("report", "tell", "say", "state", "return", "answer", "note")
)
"""How a clause begins that asks."""


_ON: Final = frozenset(("on", "auf", "sur", "en"))
"""What stands before the thing where the place was said first."""
_SHORTEST_ORDER: Final = 2
_NO_NAMES: Final = _ASKS | lexicon.DEEDS | deeds.OTHERS


class Word(NamedTuple):
    """A word of a step, with its place there."""

    text: str
    start: int
    end: int

    @property
    def low(self) -> str:
        """The word as tables write it."""
        return self.text.lower().rstrip(".!?")


class Clause(NamedTuple):
    """A verb, with what is said before and behind it (veiled)."""

    verb: str
    deeds: tuple[Deed, ...]
    before: str
    """What leads to the verb: "in the row of Bob"."""
    body: str


def unpadded(text: str) -> str:
    """A (veiled) step from its first word that says something: "first open the cart" is "open the cart"."""
    said = next((word.start for word in words_of_step(text) if word.low not in _PADDING), 0)
    return text[said:]


def words_of_step(text: str) -> list[Word]:
    """The words of a (veiled) step; what is quoted is one."""
    return [Word(each[0], each.start(), each.end()) for each in _WORD.finditer(text)]


def cuts(text: str, own: Container[str] = ()) -> Iterator[tuple[int, int]]:
    """Where the first clause may end, and where the next one begins: before a verb or a question that follows a joint.

    `own` are the verbs that only the page has.
    """
    words = words_of_step(text)
    at = 1
    while at < len(words):
        if words[at].low not in _JOINTS:
            at += 1
            continue
        after = at
        while after < len(words) and (words[after].low in _JOINTS or words[after].text in _PADDING):
            after += 1
        then = any(word.low in _THEN for word in words[at:after])
        # "In the cart, click ...": a place is no step.
        placed = _opens_with_place(words) and not any(
            verb_at(words, each) or (words[each - 1].text == "," and words[each].low in lexicon.DEEDS)
            for each in range(at)
        )
        if placed:
            at = after
            continue
        if after < len(words) and _tells_more(words, at, after, text):
            at = after
            continue
        if after < len(words) and (
            then
            or _tells_order(words[after:])
            or verb_at(words, after)
            or words[after].low in _NO_NAMES
            or words[after].low in own
        ):
            yield words[at].start, words[after].start
        at = after
    yield len(text), len(text)


def _tells_more(words: Sequence[Word], at: int, after: int, text: str) -> bool:
    """Whether a relative clause comes after a lone comma, and no question: "for Ann, who arrives late, and ..."."""
    asks = text.rstrip().endswith("?") or any(each.low != "," for each in words[at:after])
    return not asks and words[after].low in lexicon.RELATIVES


def verb_at(words: Sequence[Word], at: int) -> tuple[int, tuple[Deed, ...]] | None:
    """How many words at a place are a verb, and the deeds that it says."""
    for length in range(min(deeds.LONGEST, len(words) - at), 0, -1):
        found = deeds.VERBS.get(tuple(each.low for each in words[at : at + length]))
        if found:
            return length, found
    return None


def clauses(text: str) -> Iterator[Clause]:
    """The ways to part a clause by a verb: by that of "by clicking ...", else by its first one."""
    words = words_of_step(text)
    for at, word in enumerate(words[1:-1], 1):
        root = _root(words[at + 1].low) if word.low == "by" else None
        if root is not None:
            body = text[words[at + 1].end :]
            yield Clause(root, deeds.VERBS[(root,)], f"in {_object(words, text[: word.start])}", body.strip())
    for at in range(len(words)):
        if at and not _opens_with_place(words) and any(each.low not in _PADDING for each in words[:at]):
            break
        found = verb_at(words, at)
        if found is None and at and words[at].low in lexicon.DEEDS:
            # "In the row of Bob press" and "in the row of Bob archive".
            found = 1, ("do",)
        if found is None:
            continue
        length, said = found
        before, body = text[: words[at].start].strip(" ,:"), text[words[at + length - 1].end :].strip(" ,:")
        rest = words_of_step(body)
        if rest and said == ("look",) and rest[0].low in _JOINTS:
            # "Find and click the link": to look for it is a part of the deed.
            yield from clauses(f"{before} {body[rest[0].end :]}".strip())
            return
        if words[at].low in lexicon.DEEDS and not deeds.INTO & {each.low for each in rest}:
            # "Edit the card 'Ann'" gives no value.
            yield Clause(words[at].text, ("do",), before, body)
        verb = " ".join(each.low for each in words[at : at + length])
        yield Clause(verb, said, before, body)
        # "Click in the row of Bob on Delete".
        placed = rest[2:-1] if not before and _opens_with_place(rest or words) else ()
        yield from (
            Clause(verb, said, body[: on.start].strip(), body[on.end :].strip())
            for on in placed
            if on.low in _ON
        )
        if len(rest) > 1 and (*(each.low for each in words[at : at + 1]), rest[-1].low) in deeds.VERBS:
            # "Turn the light on".
            verb = f"{words[at].low} {rest[-1].low}"
            yield Clause(verb, deeds.VERBS[tuple(verb.split())], before, body[: rest[-1].start].strip())
        break
    if words and not re.fullmatch(VEILED, words[0].text):
        # "Pay invoice 17", "send it".
        yield Clause(words[0].text, ("do",), "", text[words[0].end :].strip())
    if words and verb_at(words, 0) is None and words[0].low not in lexicon.DEEDS:
        # "Name: Ann".
        yield Clause("", ("state",), "", text.strip())


def _tells_order(words: Sequence[Word]) -> bool:
    """Whether words say which comes first by what: "newest start date first"."""
    falls = any(re.fullmatch(pattern, words[0].low) for pattern, *_ in SUPERLATIVES) if words else False
    return falls and len(words) > _SHORTEST_ORDER and words[-1].low == "first"


def with_verb(done: str, rest: str) -> str:
    """What follows a clause, with its verb where it names only another thing: "Expand Documents, then Contracts"."""
    words, before = words_of_step(rest), words_of_step(done)
    if _tells_order(words):
        # "Show the open ones, newest start date first".
        return f"sort by {rest[words[1].start : words[-1].start].strip()}, {words[0].text} first"
    found = verb_at(before, 0) if before else None
    if (
        not words
        or found is None
        or words[0].text.islower()
        or verb_at(words, 0)
        or words[0].low in _NO_NAMES
    ):
        return rest
    return f"{done[: before[found[0] - 1].end]} {rest}"


def _object(words: Sequence[Word], text: str) -> str:
    found = verb_at(words, 0)
    return text[words[found[0] - 1 if found else 0].end :].strip()


def _opens_with_place(words: Sequence[Word]) -> bool:
    return words[0].low in deeds.PLACING or words[0].low == "without"


def _root(word: str) -> str | None:
    """The verb of a word such as "clicking"."""
    stem = word.removesuffix("ing")
    return (
        None
        if stem == word
        else next((each for each in (stem, stem + "e", stem[:-1]) if (each,) in deeds.VERBS), None)
    )

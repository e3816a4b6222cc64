"""Several questions in one: "the name and the price of the mug", "who opened it and when is it due"."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import Token

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_OF: Final = frozenset(("of", "for"))
_OF_TWO: Final = frozenset(("difference", "between", "both", "together", "combined", "altogether"))
_AND: Final = Token("and")


def questions(
    said: Sequence[Token], is_thing: Callable[[Sequence[Token]], bool]
) -> Iterator[list[list[Token]]]:
    """The ways to take a question apart, the likeliest first; last it is left whole.

    `is_thing` tells whether words begin with the name of a thing: "the prices of the Blue Mug and the Red Mug" are of both.
    """
    pieces, found = _pieces(said), [[list(said)]]
    if len(pieces) > 1 and not _OF_TWO & {each.word for each in said}:
        parted = (_grouped(pieces, anew) for anew in (lambda _: False, lambda each: not is_thing(each)))
        found = [*map(_shared, parted), *found]
    return (each for at, each in enumerate(found) if each not in found[:at])


def _pieces(said: Sequence[Token]) -> list[list[Token]]:
    """What stands between the commas and each "and"."""
    found: list[list[Token]] = [[]]
    for each in said:
        if each.word in ("and", ","):
            found.append([])
        else:
            found[-1].append(each)
    return [each for each in found if each] if any(each.word == "and" for each in said) else [list(said)]


def _grouped(pieces: Sequence[list[Token]], anew: Callable[[Sequence[Token]], bool]) -> list[list[Token]]:
    """The questions that the pieces are, those put together again that only go on: "red and active"."""
    found = [pieces[0]]
    for each in pieces[1:]:
        before = found[-1]
        if (
            _asks(each)
            or any(one.word in lexicon.PRONOUNS for one in each[:3])
            or (_owner(each) and each[0].word in lexicon.ARTICLES if _owner(before) else _is_bare(before))
            or (_owner(before) and anew(each))
        ):
            found.append(each)
        else:
            found[-1] = [*before, _AND, *each]
    return found


def _shared(parts: Sequence[list[Token]]) -> list[list[Token]]:
    """The questions, each with what it is of where only the next one says it."""
    found = [parts[-1]]
    for later, part in pairwise(reversed(parts)):
        counts = any(one.word == "number" and two.word == "of" for one, two in pairwise(later))
        alike = not (counts or _asks(later) or later[0].word in lexicon.PRONOUNS)
        found.insert(0, [*part, *_owner(found[0])] if alike and _is_bare(part) and not _owner(part) else part)
    return found


def _asks(said: Sequence[Token]) -> bool:
    """Whether words begin like a question: "when", "in which city"."""
    words = [each.word for each in said[:2]]
    asking = lexicon.QUESTION_WORDS - {"that", "whose"}
    return words[0] in asking or (words[0] in lexicon.PREPOSITIONS and bool(asking & set(words[1:])))


def _owner(said: Sequence[Token]) -> Sequence[Token]:
    """What a thing is said to be of, with the preposition."""
    return said[next((at for at, each in enumerate(said) if each.word in _OF), len(said)) :]


def _is_bare(said: Sequence[Token]) -> bool:
    """Whether words only name something, of which nothing is told: "the name", "what are the name"."""
    words = [each.word for each in said]
    if words[0] in ("what", "who"):
        words = words[2:] if words[1:] and words[1] in lexicon.AUXILIARIES else words[1:]
    return not set(words) & (lexicon.AUXILIARIES | lexicon.RELATIVES | lexicon.QUESTION_WORDS)

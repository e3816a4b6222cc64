"""What questions offer as their answers, such as "in stock or sold out"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.language.words import content, stem, words
from pytest_webagent.values.plain_text import flat, plain, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

_OR: Final = word_set("or oder ou o")
_FILLING: Final = word_set("a an the in on at by of der die das ein eine im am le la les un une el los las")
"""Words that stand before a word without telling it from another."""
_OPEN: Final = word_set(
    "more less fewer higher lower later earlier older newer above over below under mehr weniger plus moins más menos"
)
"""Words that an amount is put in relation by."""
_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


class Choice(NamedTuple):
    """What an answer takes of what a question offers."""

    asked: str
    """The question with nothing else in the place of what it offers."""
    instead: str
    """The question with the other one in that place."""
    own: frozenset[str]
    """The stems of what is taken, and of nothing else that is offered."""
    left: frozenset[str]
    """The stems of what is not."""


def choice(answer: str, asked: str) -> Choice | None:
    """What an answer takes of what a question offers; None where it offers nothing, or not one of it is taken."""
    said, told = list(_WORD.finditer(asked)), stems_of(answer)
    if told & _OR or content(asked) <= content(answer):
        return None
    for at, joint in enumerate(said):
        before, after = said[:at][::-1], said[at + 1 :]
        if plain(joint[0]) not in _OR or _is_open_end(before, after):
            continue
        most = max(_run(before, told), _run(after, told))
        sides = [before[:most], after[:most]]
        own, other = (stems_of(" ".join(each[0] for each in side)) for side in sides)
        taken = [own <= told, other <= told]
        if taken[0] is taken[1]:
            # "A link" may be said of "the link".
            taken = [bool(each - _FILLING) and each - _FILLING <= told for each in (own, other)]
        if not most or taken[0] is taken[1]:
            continue
        rest = sides[taken[0]]
        own, other = (own, other) if taken[0] else (other, own)
        if own - other and other - told:
            kept = sides[not taken[0]]
            return Choice(
                _without(asked, (joint, *rest)), _without(asked, (joint, *kept)), own - other, other - told
            )
    return None


def _is_open_end(before: Sequence[re.Match[str]], after: Sequence[re.Match[str]]) -> bool:
    """Whether "or" goes on with what an amount may be besides: "20 EUR or more", and not "more or less"."""
    first = plain(after[0][0]) if after else ""
    alone = len(after) == 1 or not plain(after[1][0]).startswith(("than", "als", "que", "de"))
    return first in _OPEN and alone and not (before and plain(before[0][0]) in _OPEN)


def _without(asked: str, said: Sequence[re.Match[str]]) -> str:
    return flat(f"{asked[: min(each.start() for each in said)]}{asked[max(each.end() for each in said) :]}")


def stems_of(text: str) -> frozenset[str]:
    """The stems of all words of a text."""
    return frozenset(map(stem, words(text)))


def _run(said: Sequence[re.Match[str]], told: frozenset[str]) -> int:
    """How many words from the joint on the answer says, with those between them that say nothing."""
    # What is asked of an amount stands before it, for each of them.
    amount = next((at for at, each in enumerate(said) if at and each[0][0].isdigit()), len(said))
    own = [stems_of(each[0]) for each in said[:amount]]
    end = next((at for at, each in enumerate(own) if not each <= told | _FILLING), len(own))
    while end and not own[end - 1] <= told:
        end -= 1
    return end

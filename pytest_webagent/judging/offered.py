"""What questions offer as their answers, such as "in stock or sold out"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.language.words import STOP, content, stem, words
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

_OR: Final = word_set("or oder ou o")
_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


class Choice(NamedTuple):
    """What an answer takes of what a question offers."""

    asked: str
    """The question with nothing else in the place of what it offers."""
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
        if plain(joint[0]) not in _OR:
            continue
        before, after = said[:at][::-1], said[at + 1 :]
        most = max(_run(before, told), _run(after, told))
        sides = [before[:most], after[:most]]
        own, other = (stems_of(" ".join(each[0] for each in side)) for side in sides)
        taken = [own <= told, other <= told]
        if taken[0] is taken[1]:
            # "A link" may be said of "the link".
            taken = [own - STOP <= told, other - STOP <= told]
        if not most or taken[0] is taken[1]:
            continue
        rest = sides[taken[0]]
        own, other = (own, other) if taken[0] else (other, own)
        if own - other and other - told:
            spans = [each.span() for each in (joint, *rest)]
            begin, end = min(first for first, _ in spans), max(last for _, last in spans)
            return Choice(f"{asked[:begin]}{asked[end:]}", own - other, other - told)
    return None


def stems_of(text: str) -> frozenset[str]:
    """The stems of all words of a text."""
    return frozenset(map(stem, words(text)))


def _run(said: Sequence[re.Match[str]], told: frozenset[str]) -> int:
    """How many words from the joint on the answer says, with those between them that say nothing."""
    own = [stems_of(each[0]) for each in said]
    end = next((at for at, each in enumerate(own) if not each <= told | STOP), len(own))
    while end and not own[end - 1] <= told:
        end -= 1
    return end

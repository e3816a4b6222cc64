"""Markdown cut to a budget of tokens: the content before what is around it, or what has to do with a query."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.browser.rendering import CHARACTERS_PER_TOKEN
from pytest_webagent.tools.analysis.text_ranking import Ranking

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

ASIDE: Final = ("\ue000", "\ue001")
"""Lines that begin and end what is around the content of a page: navigation, header, footer."""
_HEADING: Final = re.compile(r"(#{1,6}) ")
_GAP: Final = "[...]"
_FEW_GAPS: Final = 30
_SHARE_OF_BEST: Final = 0.5
"""The least share of the best score with which a part still has to do with the query."""
_NEIGHBOURS: Final = (1, 2)
"""How many parts before and after one that is wanted are told with it: a name and its value are often two."""
_UNDER_HEADING: Final = 8
"""How many parts are told with a heading that is wanted."""


class Fitted(NamedTuple):
    """Markdown that fits, and a remark on what is not in it; empty where everything is."""

    text: str
    remark: str


@dataclass(frozen=True, slots=True)
class _Part:
    """A line, a row of a table or a fenced block; `under` are the positions of headings and of the table's head."""

    text: str
    aside: bool
    under: tuple[int, ...]
    level: int = 0

    @property
    def cost(self) -> int:
        return len(self.text) + 1


def fit(markdown: str, tokens: int, query: str = "", language: str = "") -> Fitted:
    """The Markdown, or the parts of it that fit into `tokens`.

    Args:
        markdown: What `markdown.to_markdown` made.
        tokens: The budget.
        query: If given, only parts that have to do with it are kept, the most telling first.
        language: The page's, as a BCP 47 tag, for the words of the query in other forms.
    """
    parts = list(_parts(markdown))
    budget = tokens * CHARACTERS_PER_TOKEN
    if not query and sum(part.cost for part in parts) <= budget:
        return Fitted("\n".join(part.text for part in parts), "")
    remark, focused = "", False
    order: Sequence[Sequence[int]] = [list(_by_place(parts))]
    if query:
        ranking = Ranking([_indexed(parts, part) for part in parts], query, language)
        wanted = ranking.best(_SHARE_OF_BEST)
        missing = ", ".join(ranking.missing)
        if focused := bool(wanted):
            order = [_with_neighbours(parts, at) for at in wanted]
            remark = "Shown are the parts that have to do with the query"
            remark += f"; these words of it are not on the page: {missing}." if missing else "."
        else:
            remark = "No word of the query is on the page; shown is the page from its beginning."
    kept = _select(parts, order, budget - _FEW_GAPS, len(_GAP) + 1 if focused else 0)
    text = "\n".join(_written(parts, kept))
    left = [part for at, part in enumerate(parts) if at not in kept]
    if left:
        about = sum(part.cost for part in left) // CHARACTERS_PER_TOKEN
        advice = "Ask for something else" if query else "Call it with a query"
        remark = (
            f"{remark} Left out are {len(left)} of {len(parts)} parts, about {max(1, about):,} tokens. "
            f"{advice} to see others.".strip()
        )
    return Fitted(_cut(text, budget), remark)


def _parts(markdown: str) -> Iterator[_Part]:
    lines = markdown.split("\n")
    headings: list[tuple[int, int]] = []
    # What is around the content has headings of its own; it may be in a frame within what is around another's.
    outer: list[list[tuple[int, int]]] = []
    position, table = 0, -1
    number = 0
    while number < len(lines):
        text = lines[number]
        number += 1
        if text.strip() == ASIDE[0]:
            outer.append(headings)
            headings = []
            continue
        if text.strip() == ASIDE[1]:
            headings = outer.pop() if outer else headings
            continue
        if not text.strip():
            table = -1
            continue
        if text.startswith("```"):
            end = number
            while end < len(lines) and not lines[end].startswith("```"):
                end += 1
            text = "\n".join([text, *lines[number : end + 1]])
            number = end + 1
        under = tuple(at for _, at in headings)
        heading = _HEADING.match(text)
        row = text.startswith("|")
        if heading:
            headings = [one for one in headings if one[0] < len(heading[1])]
            under = tuple(at for _, at in headings)
            headings.append((len(heading[1]), position))
        elif row and table >= 0:
            under = (*under, table)
        elif row:
            if number < len(lines) and lines[number].startswith("| ---"):
                text, number = f"{text}\n{lines[number]}", number + 1
            table = position
        if not row:
            table = -1
        yield _Part(text, bool(outer), under, len(heading[1]) if heading else 0)
        position += 1


def _by_place(parts: Sequence[_Part]) -> Iterator[int]:
    for aside in (False, True):
        yield from (at for at, part in enumerate(parts) if part.aside is aside)


def _indexed(parts: Sequence[_Part], part: _Part) -> str:
    """The words a part is found by: its own, and those of the nearest heading or head of a table."""
    return f"{part.text} {parts[part.under[-1]].text}" if part.under else part.text


def _with_neighbours(parts: Sequence[_Part], at: int) -> list[int]:
    before, after = _NEIGHBOURS
    if parts[at].level:
        # What stands under a heading that fits is what is meant.
        below = range(at + 1, min(at + 1 + _UNDER_HEADING, len(parts)))
        return [at, *(other for other in below if at in parts[other].under)]
    near = (*range(at + 1, at + 1 + after), *range(at - 1, at - 1 - before, -1))
    return [at, *(other for other in near if 0 <= other < len(parts) and _together(parts[other], parts[at]))]


def _together(part: _Part, other: _Part) -> bool:
    return not part.level and part.under == other.under and part.aside == other.aside


def _select(parts: Sequence[_Part], order: Iterable[Sequence[int]], room: int, gap: int) -> set[int]:
    """The positions that fit, taken in order, each with the headings it stands under and `gap` characters before it."""
    kept: set[int] = set()
    for group in order:
        for at in group:
            wanted = {at, *parts[at].under} - kept
            cost = sum(parts[one].cost + gap for one in wanted)
            if cost > room:
                # The very first is cut to what there is room for. What follows in another group may still fit.
                if not kept:
                    return wanted
                break
            room -= cost
            kept |= wanted
    return kept


def _written(parts: Sequence[_Part], kept: set[int]) -> Iterator[str]:
    last = -1
    for at in (*sorted(kept), len(parts)):
        if at > last + 1:
            yield _GAP
        if at < len(parts):
            yield parts[at].text
        last = at


def _cut(text: str, budget: int) -> str:
    """A last guard: a single part may be longer than everything there is room for."""
    end = " [... cut]"
    return text if len(text) <= budget else (text[: max(0, budget - len(end))] + end)[:budget]

"""Places that no control marks: what a row says in a column, a day of a calendar in sight."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from typing import TYPE_CHECKING, Final

from pytest_webagent.claims.list_things import parted
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import joined, term_set
from pytest_webagent.model.builtin.instruction import Target
from pytest_webagent.page.tables import column
from pytest_webagent.values.days import Day, calendar_day, days
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.model.builtin.view import View
    from pytest_webagent.page.places import Place

DAY_ROLES: Final = word_set("button gridcell cell link option radio")
"""Roles of the days of a calendar."""
_NTH: Final = re.compile(
    r"(?:(?:on\s+)?(?P<weekday>\w+day),?\s+)?(?:the\s+)?(?P<day>\d{1,2})(?:st|nd|rd|th)", re.IGNORECASE
)
"""A day of a month that is in sight."""


def cell(look: Resolver, target: Target, thing: Callable[[Target], Place | None]) -> Place | None:
    """What one row of a table says in a column: "the salary of Felix", "Felix's salary"."""
    said = look.tokens(target.said)
    head, pieces = parted(said)
    asked = frozenset(look.phrase(head).head)
    start = next(
        (at for at, each in enumerate(said) if at > 1 and said[at - 1].word in lexicon.PREPOSITIONS), 0
    )
    # "Felix's salary" says whose it is first.
    owner = said[start:] if start else pieces[0] if pieces else ()
    item = thing(Target(joined(owner))) if owner else None
    below = () if item is None else item.below()
    return next((each for each in below if asked and _is_head(column(each), asked)), None)


def _is_head(head: str, asked: frozenset[str]) -> bool:
    """Whether the head of a column says what is asked for, perhaps in short: "Ext." for the extension."""
    short = tuple(term_set(" ".join(re.findall(r"([^\W\d_]{2,})\.", head))))
    called = term_set(head)
    left = asked - called
    return asked == called or (
        bool(short) and len(asked) == len(called) and all(each.startswith(short) for each in left)
    )


def day_in_sight(view: View, target: Target) -> Target:
    """A day of the calendar in sight by the name that it has there: "Friday the 20th", "27 March"; else the target."""
    nth, said = _NTH.fullmatch(target.said), days(target.said)
    if nth is None and (len(said) != 1 or said[0].text != target.said or said[0].missing == "day"):
        return target
    dated = {
        each: day
        for at in view.shown
        if view[at].role in DAY_ROLES
        and (day := calendar_day(each := view.name(at), view.page.language)) is not None
    }
    if nth is not None and not dated:
        return Target(f"'{nth['day']}'")
    shown = Counter((day.year, day.month) for day in dated.values()).most_common(1)
    found = [name for name, day in dated.items() if _is_day(day, shown[0][0], nth, said)]
    return Target(f"'{found[0]}'") if len(found) == 1 else target


def _is_day(day: date, shown: tuple[int, int], nth: re.Match[str] | None, said: list[Day]) -> bool:
    if nth is not None:
        named = nth["weekday"] or f"{day:%A}"
        return (day.year, day.month, day.day) == (
            *shown,
            int(nth["day"]),
        ) and f"{day:%A}".lower() == named.lower()
    (meant,) = said
    if not isinstance(meant.value, date):
        return False
    year = day.year if meant.missing else meant.value.year
    return (day.year, day.month, day.day) == (year, meant.value.month, meant.value.day)

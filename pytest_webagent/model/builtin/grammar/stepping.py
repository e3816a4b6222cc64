"""How far to go in what is leafed through: "go two months ahead", "go forward to May"."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Final

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.values.days import days
from pytest_webagent.values.number_words import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Sequence

_GO: Final = r"(?:go|move|step|leaf|jump|advance|navigate|page|turn|switch)"
_WAY: Final = r"(?:(?P<forward>forwards?|ahead|on|further)|back|backwards?)"
_WHERE: Final = r"(?P<where>\s+(?:in|of|on)\s+.+)?"
_STEPS: Final = (
    re.compile(rf"{_GO}\s+(?P<number>\w+)\s+(?P<unit>(?!page)\w+?)s?\s+{_WAY}{_WHERE}", re.IGNORECASE),
    re.compile(
        rf"{_GO}\s+{_WAY}\s+(?:by\s+)?(?P<number>\w+)\s+(?P<unit>(?!page)\w+?)s?{_WHERE}", re.IGNORECASE
    ),
)
_TO: Final = re.compile(rf"{_GO}\s+(?:(?P<way>{_WAY})\s+)?to\s+(?P<month>.+?){_WHERE}", re.IGNORECASE)
_MOST: Final = 24


def stepped(clause: str) -> Sequence[say.Instruction]:
    """The presses of "next" or "previous" that a clause asks for, or the month to leaf to; none where it asks for neither."""
    found = next((match for each in _STEPS if (match := each.fullmatch(clause))), None)
    number = NUMBERS.get(found["number"].lower(), found["number"]) if found else 0
    if found is not None and str(number).isdigit() and 0 < int(number) <= _MOST:
        way = "next" if found["forward"] else "previous"
        what = say.Target(f"{found['unit']}{found['where'] or ''}", verb=way)
        return [say.Click(target=what)] * int(number)
    if (to := _TO.fullmatch(clause)) is not None and len(said := days(f"1 {to['month']}")) == 1:
        day = said[0].value
        if isinstance(day, date) and len(said[0].text) == len(to["month"]) + 2:
            forward = None if to["way"] is None else to["forward"] is not None
            return [say.Leaf(month=day.month, year=None if said[0].missing else day.year, forward=forward)]
    return []

"""Goals that cannot be done: each with a name of its application exchanged for one that it has not."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from apps import Goal

NAMES = ("Quentin Zorbach", "Ophelia Wrangel", "Tarquin Bexley", "Zenobia Frost")
"""Names that no application has."""
NAMED = re.compile(r"(?<![.\d\n] )(?<!^)\b[A-Z][\w'-]+(?: (?:de |van |of |the )?[A-Z][\w'-]+)*")
QUOTED = re.compile(r"['\"]([^'\"\n]{4,})['\"]")


def twins(goals: Iterable[Goal], source: Path) -> Iterator[Goal]:
    """Up to two of each goal; none of a goal that says no name."""
    files = [each for end in ("html", "js", "py") for each in source.rglob(f"*.{end}")]
    known = "".join(each.read_text(encoding="utf-8") for each in files).lower()
    for goal in goals:
        names = [*QUOTED.findall(goal.goal), *NAMED.findall(goal.goal)]
        names = [each for each in dict.fromkeys(names) if len(each) > 3 and each.lower() in known]
        for number, name in enumerate(names[:2]):
            other = NAMES[(len(name) + number) % len(NAMES)]
            other = other if " " in name else other.split()[1]
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", other, goal.goal)
            yield replace(goal, id=f"{goal.id}-{number}", goal=text, undoable=True)

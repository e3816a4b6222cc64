"""Tables as results of tools: values JSON can carry, no more than a model can read."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Set
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_webagent.policy.security import ResourceLimits

_LONGEST_NAME: Final = 200
_SHORTEST_CELL: Final = 20


def table(
    columns: Sequence[str],
    types: Sequence[str],
    rows: Iterable[Sequence[Any]],
    limits: ResourceLimits,
    *,
    limit: int = 0,
    remarks: Sequence[str] = (),
) -> dict[str, Any]:
    """A result with `columns`, `types`, `rows`, `row_count`, `truncated` and `note`.

    Args:
        columns: The names.
        types: The type of each column, as its source calls it.
        rows: The values; no more of them are taken than needed to know that something is left out.
        limits: How many rows and characters it may have.
        limit: How many rows are wanted; 0: as many as may be.
        remarks: What else is to be said of it.
    """
    most_rows = min(limit, limits.rows) if limit > 0 else limits.rows
    half = limits.output_chars // 2
    kept = _fitting(columns, types, half)
    most = max(_SHORTEST_CELL, half // max(kept, 1) - 4)
    taken: list[list[Any]] = []
    left, more, cut = half, False, False
    for row in rows:
        cells = [cell(value, most) for value in row[:kept]]
        size = len(json.dumps(cells, ensure_ascii=False))
        if len(taken) == most_rows or (taken and size > left):
            more = True
            break
        left -= size
        cut = cut or any(_is_cut(shown, value) for shown, value in zip(cells, row, strict=False))
        taken.append(cells)
    notes = [
        f"only the first {len(taken)} rows are shown, there are more" if more else "",
        f"columns {kept + 1} to {len(columns)} are left out" if kept < len(columns) else "",
        f"long values are cut to {most} characters" if cut else "",
        *remarks,
    ]
    return {
        "columns": [name[:_LONGEST_NAME] for name in columns[:kept]],
        "types": list(types[:kept]),
        "rows": taken,
        "row_count": len(taken),
        "truncated": more or cut or kept < len(columns),
        "note": "; ".join(filter(None, notes)),
    }


def _fitting(columns: Sequence[str], types: Sequence[str], characters: int) -> int:
    """How many columns there is place for, at least one."""
    for index, (name, kind) in enumerate(zip(columns, types, strict=True)):
        characters -= min(len(name), _LONGEST_NAME) + len(kind) + 8
        if characters < 0:
            return max(index, 1)
    return len(columns)


def cell(value: Any, most: int) -> Any:
    """A value as JSON carries it, with texts cut to `most` characters."""
    plain = jsonable(value)
    if isinstance(plain, str):
        return shortened(plain, most)
    if isinstance(plain, (list, dict)):
        text = json.dumps(plain, ensure_ascii=False)
        return plain if len(text) <= most else shortened(text, most)
    if isinstance(plain, int) and not isinstance(plain, bool) and plain.bit_length() > 4 * most:
        return "a number too long to be shown"
    return plain


def shortened(text: str, most: int) -> str:
    """A text cut to about `most` characters, with its whole length said."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"


def _is_cut(shown: Any, value: Any) -> bool:
    return isinstance(shown, str) and shown.endswith(" characters)") and shown != value


def jsonable(value: Any) -> Any:
    """The nearest thing that JSON can carry. Numbers that are none are texts, bytes are written as hexadecimal."""
    if isinstance(value, float) and not math.isfinite(value):
        return {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN")
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).hex()
    if isinstance(value, Mapping):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, Set)):
        return [jsonable(item) for item in value]
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def text(value: Any) -> str:
    """A value as the text of a cell: nothing for None, JSON for lists and objects."""
    plain = jsonable(value)
    if plain is None:
        return ""
    return plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)

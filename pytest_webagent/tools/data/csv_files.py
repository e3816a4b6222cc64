"""`csv_tool`: files of comma-separated values."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any, Final, Literal

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.data import duck, sources, tabular
from pytest_webagent.tools.data.child import SECONDS, in_child
from pytest_webagent.tools.data.process import about, written
from pytest_webagent.tools.data.sources import CsvOptions
from pytest_webagent.tools.data.writing import replacing, writable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_NEEDED: Final = {"query": "query", "write": "rows", "convert": "output"}
"""Which further argument an action cannot do without."""
_ALL: Final = "FROM data"
_DESCRIPTION: Final = (
    'SELECT column_name AS "column", column_type AS type, null_percentage AS empty_percent, '
    'approx_unique AS "distinct", min, max, avg AS mean FROM (SUMMARIZE data)'
)
_NO_DELIMITERS: Final = ('"', "\r", "\n", "\0")
_DELIMITERS: Final = {".tsv": "\t"}
"""What stands between the values of a file that is written, by its suffix."""


@tool(kind="action", risk="LOW", up_to="MEDIUM", needs=("files",), quotes=True, seconds=SECONDS)
async def csv_tool(
    context: ToolContext,
    action: Literal["read", "describe", "query", "write", "convert"],
    path: str,
    query: str = "",
    rows: list[dict[str, Any]] | None = None,
    output: str = "",
    limit: int = 0,
    offset: int = 0,
    delimiter: str = "",
    encoding: str = "",
    header: bool = True,
) -> dict[str, Any]:
    """Work with a CSV file of the workspace.

    read gives its rows as they are written; describe tells type, gaps, distinct values, min, max and mean of each
    column; query gives what a SELECT over the table `data` does; write makes a file of rows; convert writes another
    format. Tables come as columns, types, rows, row_count, truncated, note.

    Args:
        action: What to do.
        path: The file.
        query: For query: one SELECT, such as SELECT city, count(*) FROM data GROUP BY city.
        rows: For write: the rows, each an object with its values by column.
        output: For convert: the file to write; its name ends in .csv, .tsv, .json, .jsonl or .parquet.
        limit: The most rows to give.
        offset: For read: how many rows to pass over.
        delimiter: What stands between values, if it is not to be found out.
        encoding: Encoding of the file, if not UTF-8 or UTF-16.
        header: Whether the first line has the names of the columns.
    """
    given = {"query": query, "rows": rows, "output": output}
    if action in _NEEDED and not given[_NEEDED[action]]:
        raise ToolError(
            f"to {action}, csv_tool needs {_NEEDED[action]!r}, which is missing or empty; give it"
        )
    if limit < 0 or offset < 0:
        raise ToolError("limit and offset must be 0 or more")
    if len(delimiter) > 1 or delimiter in _NO_DELIMITERS:
        raise ToolError("delimiter must be one character that is no quote and no end of a line")
    if action == "write":
        return _made(context, writable(context, path), rows or [], delimiter)
    (file,) = sources.find(path, context.workspace, patterns=False)
    options = CsvOptions(delimiter, encoding, header, texts=action == "read")
    if action == "convert":
        target = writable(context, output)
        sources.writing_format(target)
        shown = context.workspace.shown
        context.about_to("MEDIUM", f"write {shown(file)!r} as {shown(target)!r}")
        return await written(context, target, *_request(context, file, options, duck.Asking(_ALL)))
    asking = {
        "read": duck.Asking(f"{_ALL} OFFSET {offset}", limit, _ALL),
        "describe": duck.Asking(_DESCRIPTION, limit, _ALL),
        "query": duck.Asking(query, limit),
    }[action]
    return await in_child(context.limits, *_request(context, file, options, asking))  # type: ignore[no-any-return]


def _request(context: ToolContext, file: Path, options: CsvOptions, asking: duck.Asking) -> tuple[Any, ...]:
    return duck.query_file, file, asking, options, context.workspace, context.limits


def _made(
    context: ToolContext, target: Path, rows: Sequence[dict[str, Any]], delimiter: str
) -> dict[str, Any]:
    columns = list(dict.fromkeys(name for row in rows for name in row))
    if not columns:
        raise ToolError('rows hold no values; each must be an object such as {"name": "Ann", "age": 30}')
    context.about_to("MEDIUM", f"write {len(rows)} rows to {context.workspace.shown(target)!r}")
    mark = delimiter or _DELIMITERS.get(target.suffix.lower(), ",")
    with (
        replacing(context, target) as path,
        path.open("w", encoding="utf-8", errors="replace", newline="") as file,
    ):
        writer = csv.writer(file, delimiter=mark, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([tabular.text(row.get(name)) for name in columns] for row in rows)
    return about(context, target, row_count=len(rows), columns=columns)


TOOLS = (csv_tool,)

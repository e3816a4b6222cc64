"""`data_process`: SQL over the data files of the workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.data import duck, sources
from pytest_webagent.tools.data.child import SECONDS, in_child
from pytest_webagent.tools.data.writing import replacing, writable

if TYPE_CHECKING:
    from pathlib import Path


@tool(kind="action", risk="LOW", up_to="MEDIUM", needs=("files",), quotes=True, seconds=SECONDS)
async def data_process(context: ToolContext, query: str, output: str = "") -> dict[str, Any]:
    """Query CSV, JSON and Parquet files of the workspace with one SELECT (DuckDB SQL).

    A file stands in the query as a table: SELECT city, sum(paid) FROM 'orders.csv' GROUP BY city. A pattern such as
    'logs/*.parquet' reads several files. Gives columns, types, rows, row_count, truncated and note.

    Args:
        query: The SELECT statement.
        output: File to write the result to instead of giving it back; its name ends in .csv, .tsv, .json, .jsonl or .parquet.
    """
    if not output:
        return await in_child(context.limits, duck.query_files, query, context.workspace, context.limits)  # type: ignore[no-any-return]
    target = writable(context, output)
    sources.writing_format(target)
    context.about_to("MEDIUM", f"write the result of a query to {context.workspace.shown(target)!r}")
    return await written(context, target, duck.query_files, query, context.workspace, context.limits)


async def written(context: ToolContext, target: Path, work: Any, *arguments: Any) -> dict[str, Any]:
    """What is said of a file that `work` wrote, whose last argument says where."""
    with replacing(context, target) as path:
        place = duck.Writing(str(path), sources.writing_format(target))
        count = await in_child(context.limits, work, *arguments, place)
    return about(context, target, row_count=count)


def about(context: ToolContext, target: Path, **more: Any) -> dict[str, Any]:
    """What is said of a file that was written: its name, its size and `more`."""
    return {"file": context.workspace.shown(target), "bytes": target.stat().st_size, **more}


TOOLS = (data_process,)

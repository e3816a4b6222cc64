"""SQL over files, by a DuckDB that can reach nothing but the files a query names.

It runs in a child (`child`). What it is held to, and by what (DuckDB's guide on securing it names these settings):

- files: `enable_external_access = false`, and `allowed_paths` with the very files, each of which the workspace allowed;
  links and ``..`` are followed before that, by the workspace
- extensions: none is installed or loaded (`autoinstall_known_extensions`, `autoload_known_extensions`); there is no httpfs
- settings: `lock_configuration = true`, so that a query cannot set any of this back
- statements: one, which DuckDB's parser takes for a SELECT; what is written is written by a COPY of our own
- memory: `memory_limit`, nothing is spilled to disk, and the limits of the child for what DuckDB does not count
"""

from __future__ import annotations

import json
import re
import tempfile
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent import extras
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.data import sources
from pytest_webagent.tools.data.sources import CsvOptions, Source
from pytest_webagent.tools.data.tabular import shortened, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from pytest_webagent.policy.security import ResourceLimits
    from pytest_webagent.policy.workspace import Workspace

DATA: Final = "data"
"""What the table is called where a query is about one file."""
_CONFIG: Final = {
    "allow_community_extensions": False,
    "allow_unsigned_extensions": False,
    "allow_persistent_secrets": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
    "temp_directory": "",
    "threads": 2,
}
_LONGEST_QUERY: Final = 100_000
_ZONED: Final = "TIME ZONE"
"""Part of the names of types whose values need a further library in Python."""


class Asking(NamedTuple):
    """A query, and how much of its result is wanted."""

    query: str
    limit: int = 0
    """The most rows; 0: as many as may be."""
    counted: str = ""
    """From what all rows are counted, as a FROM clause of our own; empty: they are not."""


class Writing(NamedTuple):
    """Where a result is written to, and how."""

    path: str
    options: str


def query_files(
    query: str, workspace: Workspace, limits: ResourceLimits, writing: Writing | None = None
) -> Any:
    """What a query over files gives, or how many rows of it were written.

    Args:
        query: One SELECT, in which a file stands as a table: ``FROM 'sales.csv'``.
        workspace: Where the files are.
        limits: How much may be used and given back.
        writing: Where to write the result to; None: it is given back.

    Raises:
        ToolError: the query or a file is not right.
    """
    names = [name for name in _tables(query) if sources.is_file_name(name)]
    files = {name: sources.find(name, workspace) for name in names}

    def tables(*, whole: bool) -> Mapping[str, Source]:
        return {name: sources.source(paths, CsvOptions(whole=whole)) for name, paths in files.items()}

    return _worked(tables, Asking(query), workspace, limits, writing)


def query_file(
    path: Path,
    asking: Asking,
    options: CsvOptions,
    workspace: Workspace,
    limits: ResourceLimits,
    writing: Writing | None = None,
) -> Any:
    """What a query over one file gives, which is its table ``data``; the other arguments are those of `query_files`.

    Raises:
        ToolError: the query or the file is not right.
    """
    _tables(asking.query)

    def tables(*, whole: bool) -> Mapping[str, Source]:
        return {DATA: sources.source([path], options._replace(whole=whole))}

    return _worked(tables, asking, workspace, limits, writing)


def _tables(query: str) -> list[str]:
    """The tables a query names without a schema.

    Raises:
        ToolError: it is not one SELECT.
    """
    if len(query) > _LONGEST_QUERY:
        raise ToolError(f"the query has {len(query)} characters; {_LONGEST_QUERY} are the most")
    duckdb = extras.load("duckdb", "tools")
    connection = duckdb.connect(":memory:", config={**_CONFIG, "enable_external_access": False})
    try:
        kinds = [statement.type.name for statement in connection.extract_statements(query)]
        if kinds != ["SELECT"]:
            found = ", ".join(kinds) or "nothing"
            raise ToolError(
                f"query must be one SELECT statement (WITH, FROM ... first, SUMMARIZE and PIVOT ... ON c IN (...) are "
                f"such, too), not {found}"
            )
        tree = json.loads(connection.execute("SELECT json_serialize_sql(?)", [query]).fetchone()[0])
    except duckdb.Error as error:
        raise ToolError(f"query cannot be understood: {_said(error)}") from None
    finally:
        connection.close()
    return list(dict.fromkeys(_base_tables(tree)))


def _base_tables(tree: Any) -> Iterator[str]:
    pending = [tree]
    while pending:
        part = pending.pop()
        if isinstance(part, dict):
            if part.get("type") == "BASE_TABLE" and not part.get("schema_name"):
                yield part["table_name"]
            pending += part.values()
        elif isinstance(part, list):
            pending += part


def _worked(
    tables: Callable[..., Mapping[str, Source]],
    asking: Asking,
    workspace: Workspace,
    limits: ResourceLimits,
    writing: Writing | None,
) -> Any:
    duckdb = extras.load("duckdb", "tools")
    # Types are guessed from the first rows. Where a later one does not fit, they are found from all of them.
    for whole in (False, True):
        connection = duckdb.connect(":memory:", config={**_CONFIG, "memory_limit": f"{limits.memory_mb}MB"})
        try:
            _open(connection, tables(whole=whole), writing)
            if writing is not None:
                return _written(connection, asking.query, writing)
            return _read(connection, asking, limits)
        except duckdb.ConversionException as error:
            if whole:
                raise ToolError(f"DuckDB could not do it: {_told(error, workspace)}") from None
        except duckdb.OutOfMemoryException:
            raise ToolError(
                f"query needs more than the {limits.memory_mb} MB of memory the policy allows (memory_mb). Ask for less, "
                "or let the test allow more; a file of thousands of columns alone takes much"
            ) from None
        except duckdb.Error as error:
            raise ToolError(f"DuckDB could not do it: {_told(error, workspace)}") from None
        finally:
            connection.close()
    raise AssertionError


def _open(connection: Any, tables: Mapping[str, Source], writing: Writing | None) -> None:
    """Let the connection see these tables, and nothing else from now on."""
    paths = [path for found in tables.values() for path in found.paths]
    if writing is not None:
        paths.append(writing.path)
    connection.execute(f"SET allowed_paths = [{', '.join(map(sources.quoted, paths))}]")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    for name, found in tables.items():
        escaped = name.replace('"', '""')
        connection.execute(f'CREATE VIEW "{escaped}" AS FROM {found.expression}')


def _read(connection: Any, asking: Asking, limits: ResourceLimits) -> dict[str, Any]:
    most = (min(asking.limit, limits.rows) if asking.limit > 0 else limits.rows) + 1
    query = _bare(asking.query)
    wrapped = f"SELECT * FROM (\n{query}\n) LIMIT {most}"
    result = connection.execute(wrapped)
    columns = [str(part[0]) for part in result.description]
    types = [str(part[1]) for part in result.description]
    if any(_ZONED in kind for kind in types):
        names = [f"c{index}" for index in range(len(columns))]
        shown = ", ".join(
            f"CAST({name} AS VARCHAR)" if _ZONED in kind else name
            for name, kind in zip(names, types, strict=True)
        )
        result = connection.execute(
            f"SELECT {shown} FROM (\n{query}\n) AS t({', '.join(names)}) LIMIT {most}"
        )
    found = table(columns, types, iter(result.fetchone, None), limits, limit=asking.limit)
    if asking.counted:
        found["total_rows"] = connection.execute(f"SELECT count(*) {asking.counted}").fetchone()[0]
    return found


def _written(connection: Any, query: str, writing: Writing) -> int:
    order = f"COPY (\n{_bare(query)}\n) TO {sources.quoted(writing.path)} ({writing.options})"
    return int(connection.execute(order).fetchone()[0])


def _bare(query: str) -> str:
    return query.strip().rstrip("; \n\t")


def _told(error: Exception, workspace: Workspace) -> str:
    """What DuckDB says of an error, with paths as the model knows them, and what to do about the usual ones."""
    said = _said(error, workspace)
    if "file system operations are disabled" in said:
        return (
            f"{said}. A file is named as a table, in quotes: FROM 'sales.csv'; it must lie in the workspace"
        )
    if "not utf-8 encoded" in said or "unicode" in said.lower():
        return (
            f"{said}. If the file is text in another encoding, let csv_tool convert it and say the encoding"
        )
    return said


def _said(error: Exception, workspace: Workspace | None = None) -> str:
    # The query is shown back with a line that points into it, but as it was sent, and cut.
    text = re.split(r"\bTraceback|\n\s*LINE \d+:", str(error))[0]
    if workspace is not None:
        for folder in (workspace.root, tempfile.gettempdir()):
            text = text.replace(f"{folder}/", "")
    return shortened(" ".join(text.split()), 400)

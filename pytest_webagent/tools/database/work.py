"""What `database` does, in a child: one statement, or a look at the tables."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent import extras
from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.tools.data.tabular import shortened, table
from pytest_webagent.tools.database import guarded_connections

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_webagent.policy.security import ResourceLimits

_LONGEST: Final = 100_000
_REFUSED: Final = re.compile(
    r"authori[sz]|read-only|syntax error|one statement|multiple commands|DECLARE CURSOR"
)
"""What a database says of a statement it does not take on a connection for reading."""
_READING: Final = ". The connection is for reading: query takes one SELECT, WITH ... SELECT or VALUES"
# What SQLAlchemy takes for the name of a value, also inside of quotes and comments.
_BOUND: Final = re.compile(r"(?<![:\w\\]):(\w+)(?!:)")
_QUOTED: Final = re.compile(r"""('(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|/\*.*?\*/)""", re.DOTALL)


class Place(NamedTuple):
    """The database, and who may use it."""

    url: str
    trusted: bool = False
    """Whether it may be used as one who can run programs on the server."""


class Asked(NamedTuple):
    """What is wanted of it."""

    query: str = ""
    parameters: Mapping[str, Any] = {}
    table: str = ""
    limit: int = 0


def backend(url: str) -> str:
    """The kind of database a URL names, such as ``sqlite``.

    Raises:
        ToolError: it is no URL of a database.
    """
    return str(_parsed(url).get_backend_name())


def _parsed(url: str) -> Any:
    engine = extras.load("sqlalchemy.engine", "tools")
    errors = extras.load("sqlalchemy.exc", "tools")
    try:
        parsed = engine.make_url(url)
    except (errors.ArgumentError, ValueError):
        # The message of SQLAlchemy repeats the URL, with its password.
        raise ToolError(
            "the setting database_url is no URL of a database, such as postgresql://user@host/name or sqlite:///file.db"
        ) from None
    # As services name it in the addresses they hand out.
    return parsed.set(drivername="postgresql") if parsed.drivername == "postgres" else parsed


def query(place: Place, asked: Asked, limits: ResourceLimits) -> dict[str, Any]:
    """What one statement gives that changes nothing.

    Raises:
        ToolError: it cannot be run, or is not allowed.
    """
    kind = backend(place.url)
    if kind not in guarded_connections.ENGINES:
        raise DeniedError(
            f"{kind} cannot be held to reading by this tool, only {' and '.join(guarded_connections.ENGINES)} can; action execute runs any "
            "statement, where the policy allows it"
        )
    with _connected(place, limits, writing=False) as connection:
        # A cursor of the server takes but one statement, which must be a SELECT, and sends no more rows than are asked for.
        streaming = connection.execution_options(stream_results=True, max_row_buffer=100)
        return _rows(streaming.execute(_statement(asked), dict(asked.parameters)), asked, limits)


def execute(place: Place, asked: Asked, limits: ResourceLimits) -> dict[str, Any]:
    """What one statement gives that may change something; all of it is done, or nothing.

    Raises:
        ToolError: it cannot be run, or is not allowed.
    """
    with _connected(place, limits, writing=True) as connection:
        result = connection.execute(_statement(asked), dict(asked.parameters))
        cursor = result.cursor
        found, changed = table([], [], [], limits), result.rowcount
        if result.returns_rows:
            found = _rows(result, asked, limits)
            # PostgreSQL has counted them by now, SQLite when the last one is taken.
            for _ in result:
                pass
            changed = max(changed, cursor.rowcount)
        connection.commit()
        return {**found, "changed": max(changed, 0)}


def list_tables(place: Place, asked: Asked, limits: ResourceLimits) -> dict[str, Any]:
    """The tables and views of all schemas that are not the database's own.

    Raises:
        ToolError: they cannot be looked at.
    """
    sqlalchemy = extras.load("sqlalchemy", "tools")
    with _connected(place, limits, writing=False) as connection:
        inspector = sqlalchemy.inspect(connection)
        found = [
            (schema, name, kind)
            for schema in _schemas(inspector)
            for kind, names in (
                ("table", inspector.get_table_names(schema)),
                ("view", inspector.get_view_names(schema)),
            )
            for name in sorted(names)
        ]
    return table(("schema", "name", "kind"), ("text",) * 3, found, limits, limit=asked.limit)


def describe_table(place: Place, asked: Asked, limits: ResourceLimits) -> dict[str, Any]:
    """The columns and keys of a table.

    Raises:
        ToolError: there is none of that name.
    """
    sqlalchemy = extras.load("sqlalchemy", "tools")
    with _connected(place, limits, writing=False) as connection:
        inspector = sqlalchemy.inspect(connection)
        schema, name = _found(inspector, asked.table)
        keys = inspector.get_pk_constraint(name, schema)["constrained_columns"]
        foreign = inspector.get_foreign_keys(name, schema)
        rows = [
            (each["name"], str(each["type"]), bool(each["nullable"]), each["default"], each["name"] in keys)
            for each in inspector.get_columns(name, schema)
        ]
    names = ("name", "type", "nullable", "default", "primary_key")
    found = table(names, ("text", "text", "boolean", "text", "boolean"), rows, limits, limit=asked.limit)
    return {
        **found,
        "schema": schema,
        "table": name,
        "foreign_keys": [_told(each, schema) for each in foreign],
    }


def _told(key: Mapping[str, Any], schema: str) -> str:
    holder = key["referred_schema"]
    target = ".".join([holder] * (holder not in (None, schema)) + [key["referred_table"]])
    return f"{', '.join(key['constrained_columns'])} -> {target}({', '.join(key['referred_columns'])})"


def _schemas(inspector: Any) -> list[str]:
    own = ("information_schema", "pg_catalog", "pg_toast")
    return [name for name in inspector.get_schema_names() if name not in own]


def _found(inspector: Any, wanted: str) -> tuple[str, str]:
    """The schema and the name of a table. Names are compared, and never become part of a statement as they are."""
    known = [
        (schema, name)
        for schema in _schemas(inspector)
        for name in (*inspector.get_table_names(schema), *inspector.get_view_names(schema))
    ]
    found = [each for each in known if wanted in (each[1], ".".join(each))]
    if len(found) == 1:
        return found[0]
    if found:
        raise ToolError(
            f"{wanted!r} is in several schemas: {', '.join(map('.'.join, found))}; give one of these"
        )
    names = ", ".join(".".join(each) for each in known[:50])
    raise ToolError(
        f"there is no table {shortened(wanted, 100)!r}. "
        + (f"There are: {names}" if names else "There are none")
    )


def _statement(asked: Asked) -> Any:
    if len(asked.query) > _LONGEST:
        raise ToolError(f"the query has {len(asked.query)} characters; {_LONGEST} are the most")

    def plain(match: re.Match[str]) -> str:
        return "\\" + match[0]

    def bound(match: re.Match[str]) -> str:
        return match[0] if match[1] in asked.parameters else plain(match)

    # Every second part stands in quotes.
    parts = _QUOTED.split(asked.query)
    parts = [_BOUND.sub(plain if index % 2 else bound, part) for index, part in enumerate(parts)]
    return extras.load("sqlalchemy", "tools").text("".join(parts))


def _rows(result: Any, asked: Asked, limits: ResourceLimits) -> dict[str, Any]:
    if not result.returns_rows:
        return table([], [], [], limits)
    description = result.cursor.description
    types = [str(getattr(part, "type_display", "") or "") for part in description]
    return table(list(result.keys()), types, result, limits, limit=asked.limit)


@contextmanager
def _connected(place: Place, limits: ResourceLimits, *, writing: bool) -> Iterator[Any]:
    """A connection that can do no more than it may. What was not committed is undone in the end."""
    url = _parsed(place.url)
    errors = extras.load("sqlalchemy.exc", "tools")
    kind = url.get_backend_name()
    try:
        engine = guarded_connections.ENGINES.get(kind, guarded_connections.plain)(url, writing)
        with engine.connect() as connection:
            if kind == "postgresql":
                guarded_connections.restrain(connection, limits, trusted=place.trusted, writing=writing)
            yield connection
    except errors.DBAPIError as error:
        # PostgreSQL's whole message shows the statement as it was sent, within one of our own.
        message = getattr(getattr(error.orig, "diag", None), "message_primary", None) or error.orig
        said = _said(message, url).rstrip(".")
        raise ToolError(
            f"the database says: {said}{_READING if not writing and _REFUSED.search(said) else ''}"
        ) from None
    except ToolError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a driver raises may show the URL, with its password
        raise ToolError(f"the database cannot be used: {type(error).__name__}: {_said(error, url)}") from None


def _said(error: object, url: Any) -> str:
    text = " ".join(str(error).split())
    for secret in {
        str(url.password or ""),
        *re.findall(r":([^:@/]+)@", url.render_as_string(hide_password=False)),
    }:
        text = text.replace(secret, "***") if secret else text
    return shortened(text, 500)

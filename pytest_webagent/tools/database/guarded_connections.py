"""Connections that can do no more than they may, by what the database itself enforces.

SQLite: the file is opened with ``mode=ro`` and ``query_only``, and its authorizer, which SQLite asks while it compiles a
statement, lets nothing pass but reading. PostgreSQL: a READ ONLY transaction, a cursor of the server, which takes one
SELECT and nothing else, a limit on the time of a statement; and no user who may run programs or touch files on the
server, since such a one can leave all of this behind from within a SELECT.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent import extras
from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.tools.data.child import seconds_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_webagent.policy.security import ResourceLimits

_PATIENCE: Final = 10
"""Seconds a server may take to answer, and a statement to get a lock."""
_LONGEST_VALUE: Final = 64 << 20
"""The most bytes of one value of SQLite."""
_READING: Final = frozenset(
    {
        sqlite3.SQLITE_SELECT,
        sqlite3.SQLITE_READ,
        sqlite3.SQLITE_FUNCTION,
        sqlite3.SQLITE_RECURSIVE,
        sqlite3.SQLITE_TRANSACTION,
    }
)
"""What the authorizer lets pass where nothing may be changed."""
_NEVER: Final = frozenset({sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH})
"""What it never lets pass: files other than the configured one. VACUUM INTO is an ATTACH to it, too."""
_PRAGMAS: Final = frozenset(
    {
        "collation_list",
        "compile_options",
        "database_list",
        "foreign_key_check",
        "foreign_key_list",
        "function_list",
        "index_info",
        "index_list",
        "index_xinfo",
        "integrity_check",
        "quick_check",
        "read_uncommitted",
        "table_info",
        "table_list",
        "table_xinfo",
    }
)
"""Those that only tell, and the one SQLAlchemy asks for."""
_POWERS: Final = ("pg_execute_server_program", "pg_read_server_files", "pg_write_server_files")
"""The roles of PostgreSQL that reach beyond the database; a superuser is a member of all."""


def sqlite(url: Any, writing: bool) -> Any:
    """An engine for a file of SQLite, which must be there."""
    sqlalchemy = extras.load("sqlalchemy", "tools")
    name = url.database
    if not name or name == ":memory:" or name.startswith("file:"):
        raise ToolError(
            "database_url must name a file, such as sqlite:///data/shop.db; a database in memory would be empty"
        )
    path = Path(name).resolve()
    if not path.is_file():
        raise ToolError(f"there is no database {path.name!r} where database_url says")

    def connect() -> sqlite3.Connection:
        mode = "rw" if writing else "ro"
        connection = sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, timeout=_PATIENCE)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.execute(f"PRAGMA query_only = {'OFF' if writing else 'ON'}")
        connection.set_authorizer(_authorizer(writing))
        return connection

    return sqlalchemy.create_engine("sqlite://", creator=connect, poolclass=sqlalchemy.NullPool)


def _authorizer(writing: bool) -> Callable[..., int]:
    def allowed(action: int, first: str | None, second: str | None, *_: object) -> int:
        if action == sqlite3.SQLITE_PRAGMA:
            passes = (first or "").lower() in _PRAGMAS
        elif action == sqlite3.SQLITE_FUNCTION:
            passes = (second or "").lower() != "load_extension"
        else:
            passes = action not in _NEVER if writing else action in _READING
        return sqlite3.SQLITE_OK if passes else sqlite3.SQLITE_DENY

    return allowed


def postgresql(url: Any, writing: bool) -> Any:
    """An engine for a server of PostgreSQL."""
    del writing
    sqlalchemy = extras.load("sqlalchemy", "tools")
    extras.load("psycopg", "tools")
    # Prepared statements are sent by the protocol that takes but one statement at a time.
    arguments = {"connect_timeout": _PATIENCE, "prepare_threshold": 0}
    own = url.set(drivername="postgresql+psycopg")
    return sqlalchemy.create_engine(own, connect_args=arguments, poolclass=sqlalchemy.NullPool)


def plain(url: Any, writing: bool) -> Any:
    """An engine for any other database, which nothing is known of."""
    del writing
    sqlalchemy = extras.load("sqlalchemy", "tools")
    return sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool)


ENGINES: Final[Mapping[str, Callable[[Any, bool], Any]]] = {"sqlite": sqlite, "postgresql": postgresql}
"""Which databases can be held to reading, and how they are opened."""


def restrain(connection: Any, limits: ResourceLimits, *, trusted: bool, writing: bool) -> None:
    """Limit what a connection to PostgreSQL can do, in the transaction it is in.

    Raises:
        DeniedError: its user can do what nothing limits.
    """
    connection.exec_driver_sql("SET TRANSACTION READ WRITE" if writing else "SET TRANSACTION READ ONLY")
    text = extras.load("sqlalchemy", "tools").text
    order = text(
        "SELECT pg_catalog.set_config(name, :value, true) FROM pg_catalog.pg_settings "
        "WHERE name = :name AND (:everywhere OR version() LIKE '%linux%')"
    )
    for name, value, everywhere in (
        # A little less than the call may take, so that the server is the one to say so.
        ("statement_timeout", int(seconds_of(limits) * 900), True),
        ("lock_timeout", _PATIENCE * 1000, True),
        # So that the server gives up, too, when this process is killed; servers on other systems refuse it.
        ("client_connection_check_interval", 1000, False),
    ):
        connection.execute(order, {"name": name, "value": str(value), "everywhere": everywhere})
    powers = connection.execute(
        text(
            "SELECT rolname FROM pg_catalog.pg_roles "
            "WHERE rolname = ANY(:names) AND pg_catalog.pg_has_role(session_user, oid, 'MEMBER')"
        ),
        {"names": list(_POWERS)},
    ).scalars()
    if any(powers) and not trusted:
        raise DeniedError(
            "the user of database_url can run programs or touch files on the server of the database (it is a superuser, or a "
            "member of pg_execute_server_program or the like), which nothing could keep a statement from. Let the test use a "
            "user without such rights (CREATE ROLE reader LOGIN; GRANT pg_read_all_data TO reader), or let its policy say "
            "allow_dangerous_tools = true"
        )

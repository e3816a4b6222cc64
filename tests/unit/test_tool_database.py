"""The configured database: read by default, changed only where the policy says so."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lone_tools import Calls
from postgres_server import PASSWORD, PostgresServer

from pytest_webagent.config import Settings
from pytest_webagent.errors import ToolError
from pytest_webagent.policy.security import ResourceLimits, SecurityPolicy, ToolConfig, ToolSettings
from pytest_webagent.tools.database import sql, work

ALL = ("query", "execute", "list_tables", "describe_table")
TABLES = (
    "CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, age INTEGER DEFAULT 3)",
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users (id), total NUMERIC(9, 2))",
    "CREATE INDEX by_name ON users (name)",
    "CREATE VIEW adults AS SELECT * FROM users WHERE age >= 18",
    "INSERT INTO users VALUES (1, 'Ann', 30), (2, 'Bob', 9)",
)


def calls(url: str, settings: dict[str, Any] | None = None, **config: Any) -> Calls:
    """The tool, on a database; `settings` are those of the tool."""
    tool_settings = {"database": ToolSettings(**(settings or {}))}
    return Calls(sql.TOOLS, Settings(database_url=url), ToolConfig(tool_settings=tool_settings, **config))


def limited(url: str, **limits: Any) -> Calls:
    return calls(url, {"resource_limits": ResourceLimits(**limits)})


def files(folder: Path) -> set[Path]:
    return set(folder.iterdir())


class Shop:
    """A database with two tables, a view and two users, and a way to it that is not the tool's."""

    def __init__(self, kind: str, url: str, ask: Callable[[str], list[tuple[Any, ...]]]) -> None:
        self.kind, self.url, self.ask = kind, url, ask

    def state(self) -> list[tuple[Any, ...]]:
        return self.ask("SELECT id, name, age FROM users ORDER BY id")


@pytest.fixture
def lite(tmp_path: Path) -> Shop:
    path = tmp_path / "shop.db"
    connection = sqlite3.connect(path)
    for statement in TABLES:
        connection.execute(statement)
    connection.commit()
    connection.close()

    def ask(statement: str) -> list[tuple[Any, ...]]:
        own = sqlite3.connect(path)
        try:
            return own.execute(statement).fetchall()
        finally:
            own.close()

    return Shop("sqlite", f"sqlite:///{path}", ask)


@pytest.fixture
def postgres(postgres_server: PostgresServer) -> Shop:
    postgres_server.run("SET ROLE clerk", *TABLES)
    return Shop("postgresql", postgres_server.url(), postgres_server.run)


@pytest.fixture(params=["lite", "postgres"])
def shop(request: pytest.FixtureRequest) -> Shop:
    found: Shop = request.getfixturevalue(request.param)
    return found


async def test_a_query_gives_columns_and_rows_with_values_bound(shop: Shop):
    found = await calls(shop.url).do(
        "database",
        action="query",
        query="SELECT name, age, ':name', '10:30' AS t FROM users WHERE name = :name OR age = :age ORDER BY id",
        parameters={"name": "x' OR '1'='1", "age": 9},
    )
    assert found["columns"][:2] == ["name", "age"]
    assert len(found["types"]) == 4
    assert found["rows"][0][:2] == ["Bob", 9]
    assert found["rows"][0][3] == "10:30"
    assert (found["row_count"], found["truncated"], found["note"]) == (1, False, "")


@pytest.mark.usefixtures("in_this_process")
async def test_tables_are_listed_and_described(shop: Shop):
    tool = calls(shop.url)
    schema = "main" if shop.kind == "sqlite" else "public"
    found = await tool.do("database", action="list_tables")
    assert found["columns"] == ["schema", "name", "kind"]
    assert found["rows"] == [
        [schema, "orders", "table"],
        [schema, "users", "table"],
        [schema, "adults", "view"],
    ]
    found = await tool.do("database", action="describe_table", table=f"{schema}.orders")
    assert found["columns"] == ["name", "type", "nullable", "default", "primary_key"]
    assert [row[0] for row in found["rows"]] == ["id", "user_id", "total"]
    assert found["rows"][2][1:] == ["NUMERIC(9, 2)", True, None, False]
    assert found["rows"][0][4] is True
    assert (found["schema"], found["table"]) == (schema, "orders")
    assert found["foreign_keys"] == ["user_id -> users(id)"]


@pytest.mark.usefixtures("in_this_process")
async def test_a_name_of_a_table_is_only_compared(shop: Shop):
    for name in ("users; DROP TABLE users", "users' --", 'users"', "pg_authid", "sqlite_master", "%"):
        with pytest.raises(ToolError, match=r"there is no table .* There are: .*users"):
            work.describe_table(work.Place(shop.url), work.Asked(table=name), ResourceLimits())
    error = await calls(shop.url).fail("database", action="describe_table", table="users; DROP TABLE users")
    assert "there is no table 'users; DROP TABLE users'" in error
    assert len(shop.state()) == 2


async def test_rows_and_characters_are_limited(shop: Shop):
    query = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5000) SELECT n FROM r"
    found = await limited(shop.url, rows=10).do("database", action="query", query=query)
    assert (found["row_count"], found["truncated"]) == (10, True)
    found = await limited(shop.url, output_chars=500).do("database", action="query", query=query, limit=2000)
    assert len(str(found)) < 800
    assert "there are more" in found["note"]


WRITING = (
    "INSERT INTO users (id, name) VALUES (3, 'Eve')",
    "UPDATE users SET name = 'Eve' RETURNING *",
    "DELETE FROM users",
    "DROP TABLE orders",
    "ALTER TABLE users ADD COLUMN x INTEGER",
    "CREATE TABLE evil (a INTEGER)",
    "CREATE TEMP TABLE evil (a INTEGER)",
    "SELECT 1; DELETE FROM users",
    "COMMIT; DELETE FROM users",
    "SELECT 1; COMMIT; DELETE FROM users; COMMIT",
    "WITH gone AS (DELETE FROM users RETURNING *) SELECT * FROM gone",
    "-- SELECT\nDELETE FROM users",
    "/* SELECT */ DELETE FROM users",
)
WRITING_SQLITE = (
    "PRAGMA writable_schema = ON",
    "PRAGMA query_only = OFF",
    "PRAGMA user_version = 7",
    "PRAGMA journal_mode = DELETE",
    "ATTACH '{folder}/evil.db' AS evil",
    "ATTACH '{folder}/other.db' AS other",
    "VACUUM",
    "VACUUM INTO '{folder}/evil.db'",
    "SELECT load_extension('{folder}/evil.so')",
    "SELECT writefile('{folder}/evil.db', 'x')",
    "REINDEX users",
)
WRITING_POSTGRES = (
    "COPY (SELECT 1) TO PROGRAM 'touch {folder}/evil.db'",
    "COPY (SELECT 1) TO '{folder}/evil.db'",
    "COPY users FROM '/etc/passwd'",
    "COPY users FROM PROGRAM 'id'",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_ls_dir('/')",
    "SELECT lo_export(1, '{folder}/evil.db')",
    "DO $$ BEGIN DELETE FROM users; END $$",
    "DO $$ BEGIN COMMIT; DELETE FROM users; END $$",
    "SET TRANSACTION READ WRITE",
    "SET default_transaction_read_only = off",
    "SELECT set_config('transaction_read_only', 'off', false)",
    "SELECT set_config('transaction_read_only', 'off', true), query_to_xml('DELETE FROM users', true, true, '')",
    "SELECT query_to_xml('DELETE FROM users', true, true, '')",
    "EXPLAIN ANALYZE DELETE FROM users",
    "PREPARE p AS DELETE FROM users",
    "SELECT * FROM users FOR UPDATE",
    "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'DELETE FROM users RETURNING 1'",
    "TRUNCATE users",
    "SELECT * FROM pg_authid",
)


async def test_nothing_can_be_changed_where_the_policy_does_not_say_so(shop: Shop, tmp_path: Path):
    (tmp_path / "other.db").write_bytes((tmp_path / "shop.db").read_bytes() if shop.kind == "sqlite" else b"")
    more = WRITING_SQLITE if shop.kind == "sqlite" else WRITING_POSTGRES
    before, there = shop.state(), files(tmp_path)
    for statement in (*WRITING, *more):
        # As the tool does in its child; a child for each of them would take long.
        with pytest.raises(ToolError, match=r"^the database says: "):
            work.query(work.Place(shop.url), work.Asked(statement.format(folder=tmp_path)), ResourceLimits())
        assert shop.state() == before, statement
        assert files(tmp_path) == there, statement
    tool = calls(shop.url)
    assert "reading" in await tool.fail("database", action="query", query=WRITING[0])
    error = await tool.fail("database", action="execute", query="DELETE FROM users")
    assert error.startswith("the database may only be read: the policy of this test does not name execute")
    assert shop.state() == before


@pytest.mark.usefixtures("in_this_process")
async def test_what_a_function_changed_in_a_query_is_undone(postgres: Shop):
    found = await calls(postgres.url).do("database", action="query", query="SELECT lo_from_bytea(0, 'x')")
    assert found["row_count"] == 1
    assert postgres.ask("SELECT count(*) FROM pg_largeobject_metadata") == [(0,)]


@pytest.mark.usefixtures("in_this_process")
async def test_execute_changes_what_the_policy_allows(shop: Shop):
    tool = calls(shop.url, {"allowed_actions": ALL})
    found = await tool.do(
        "database",
        action="execute",
        query="INSERT INTO users (id, name) VALUES (:id, :name) RETURNING id, age",
        parameters={"id": 3, "name": "'); DROP TABLE a;--"},
    )
    assert (found["rows"], found["changed"]) == ([[3, 3]], 1)
    assert shop.state()[2] == (3, "'); DROP TABLE a;--", 3)
    assert (await tool.do("database", action="execute", query="UPDATE users SET age = 1"))["changed"] == 3
    before = shop.state()
    for statement in (
        "SELECT 1; DELETE FROM users",
        "INSERT INTO users (id, name) VALUES (9, 'a'), (1, 'b')",
    ):
        await tool.fail("database", action="execute", query=statement)
        assert shop.state() == before
    assert tool.context.call.risk == "HIGH"
    # An action that reads goes on reading only.
    await tool.fail("database", action="query", query="DELETE FROM users")
    assert shop.state() == before


async def test_execute_is_only_said_in_a_dry_run(lite: Shop):
    config = ToolConfig(tool_settings={"database": ToolSettings(allowed_actions=ALL)})
    tool = Calls(sql.TOOLS, Settings(database_url=lite.url, dry_run=True), config)
    error = await tool.fail("database", action="execute", query="DELETE FROM users")
    assert error.startswith("dry run: would execute on the database: DELETE FROM users (risk HIGH)")
    assert len(lite.state()) == 2


async def test_other_files_are_out_of_reach_even_where_execute_is_allowed(lite: Shop, tmp_path: Path):
    tool = calls(lite.url, {"allowed_actions": ALL})
    there = files(tmp_path)
    for statement in WRITING_SQLITE[4:10]:
        await tool.fail("database", action="execute", query=statement.format(folder=tmp_path))
    assert files(tmp_path) == there


async def test_a_user_who_can_run_programs_is_refused_unless_the_policy_trusts_it(
    postgres: Shop, postgres_server: PostgresServer, tmp_path: Path
):
    powerful = postgres_server.url("postgres")
    error = await calls(powerful, {"allowed_actions": ALL}).fail("database", action="query", query="SELECT 1")
    assert "can run programs or touch files" in error
    assert "allow_dangerous_tools = true" in error
    postgres_server.run("GRANT pg_read_server_files TO clerk")
    try:
        error = await calls(postgres.url).fail(
            "database", action="query", query="SELECT pg_read_file('/etc/passwd')"
        )
    finally:
        postgres_server.run("REVOKE pg_read_server_files FROM clerk")
    assert "can run programs or touch files" in error
    trusted = calls(powerful, allow_dangerous_tools=True)
    assert (await trusted.do("database", action="query", query="SELECT 1"))["rows"] == [[1]]
    for statement in ("COPY (SELECT 1) TO PROGRAM 'touch {}/evil'", "DO $$ BEGIN DELETE FROM users; END $$"):
        await trusted.fail("database", action="query", query=statement.format(tmp_path))
    assert files(tmp_path) == set()
    assert len(postgres.state()) == 2


async def test_a_query_that_never_ends_is_given_up_by_tool_and_server(
    postgres: Shop, postgres_server: PostgresServer
):
    slow = limited(postgres.url, seconds=2)
    error = await slow.fail("database", action="query", query="SELECT pg_sleep(60)")
    assert "took longer than 2 s" in error or "statement timeout" in error
    at_work = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'clerk' AND state = 'active' AND pid <> pg_backend_pid()"
    assert any(postgres_server.run(at_work) == [(0,)] for _ in range(1000))


async def test_a_query_that_never_ends_is_given_up_by_sqlite(lite: Shop):
    query = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r"
    error = await limited(lite.url, seconds=1).fail("database", action="query", query=query)
    assert "took longer than 1 s" in error
    error = await calls(lite.url).fail("database", action="query", query="SELECT zeroblob(1000000000)")
    assert "too big" in error


async def test_values_json_has_no_word_for_are_written(postgres: Shop):
    query = (
        "SELECT 'NaN'::float8 a, 1.50::numeric b, '\\x00ff'::bytea c, ARRAY[1, 2] d, '{\"k\": 1}'::jsonb e, "
        "TIMESTAMPTZ '2024-01-01 00:00:00Z' AT TIME ZONE 'UTC' f, 5 % 3 g, 'a%b' h"
    )
    found = await calls(postgres.url).do("database", action="query", query=query)
    assert found["rows"] == [["NaN", "1.50", "00ff", [1, 2], {"k": 1}, "2024-01-01T00:00:00", 2, "a%b"]]
    assert found["types"][:5] == ["float8", "numeric", "bytea", "int4[]", "jsonb"]


async def test_the_password_is_in_no_error(postgres: Shop, postgres_server: PostgresServer, tmp_path: Path):
    wrong = "wr0ng:p/w@"
    (tmp_path / "notes.txt").write_text("no database " * 100)
    urls = {
        postgres_server.url(password=wrong): "password authentication failed",
        f"postgresql://clerk:{wrong.replace('/', '%2F').replace('@', '%40')}@127.0.0.1:1/shop": "refused",
        f"postgresql://clerk:{wrong}127.0.0.1:x/shop": "",
        "clerk:wr0ng:p/w@": "is no URL of a database",
        "mysql://clerk:wr0ng@127.0.0.1/shop": "mysql cannot be held to reading",
        "nosuch://clerk:wr0ng@127.0.0.1/shop": "nosuch cannot be held to reading",
        f"sqlite:///{tmp_path}/none.db": "there is no database 'none.db'",
        f"sqlite:///{tmp_path}/notes.txt": "file is not a database",
        "sqlite://": "must name a file",
        postgres_server.url(password=wrong).replace(
            "postgresql:", "postgres:"
        ): "password authentication failed",
    }
    for url, problem in urls.items():
        error = await calls(url).fail("database", action="query", query="SELECT * FROM users")
        assert problem in error, url
        assert "wr0ng" not in error
    error = await calls(postgres.url).fail("database", action="query", query=f'SELECT * FROM "{PASSWORD}"')
    assert PASSWORD not in error
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"action": "query"}, "needs 'query'"),
        ({"action": "query", "query": " "}, "needs 'query'"),
        ({"action": "describe_table"}, "needs 'table'"),
        ({"action": "query", "query": "SELECT 1", "limit": -1}, "0 or more"),
        ({"action": "query", "query": "SELECT 1" + " " * 100_000}, "100000 are the most"),
        ({"action": "query", "query": "SELECT :a", "parameters": {"a": {"b": 1}}}, "the database says"),
        ({"action": "query", "query": "SELECT * FROM nothing"}, "nothing"),
        ({"action": "query", "query": "SELEC"}, "syntax error"),
        ({"action": "drop"}, "one of query, execute, list_tables, describe_table"),
        ({"action": "query", "query": 7}, "'query' must be a string"),
    ],
)
@pytest.mark.usefixtures("in_this_process")
async def test_a_call_that_cannot_be_is_told(lite: Shop, arguments: dict[str, Any], problem: str):
    assert problem in await calls(lite.url).fail("database", **arguments)


async def test_a_policy_without_network_or_files_keeps_databases_out(lite: Shop):
    closed = SecurityPolicy(allow_network_access=False, allow_file_system_access=False)
    error = await calls(lite.url, security=closed).fail("database", action="list_tables")
    assert "allow_file_system_access = false" in error
    url = "postgresql://clerk@127.0.0.1:1/shop"
    error = await calls(url, security=closed).fail("database", action="list_tables")
    assert "allow_network_access = false" in error
    assert "no database is configured" in await calls("").fail("database", action="list_tables")

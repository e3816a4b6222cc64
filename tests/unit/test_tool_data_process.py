"""SQL over the files of the workspace, and what must not be reached by it."""

import json

import pytest
from data_workspace import Workspace

from pytest_webagent.errors import ToolError
from pytest_webagent.policy.security import ResourceLimits
from pytest_webagent.tools.data import duck

ORDERS = "city,paid,day\nRome,1.5,2024-01-01\nOslo,2.5,2024-01-02\nRome,4,2024-01-03\n"


async def test_a_select_over_a_file_gives_columns_types_and_rows(desk: Workspace):
    desk.put("orders.csv", ORDERS)
    query = "SELECT city, sum(paid) AS paid, max(day) AS day FROM 'orders.csv' GROUP BY city ORDER BY city"
    assert await desk.do("data_process", query=query) == {
        "columns": ["city", "paid", "day"],
        "types": ["VARCHAR", "DOUBLE", "DATE"],
        "rows": [["Oslo", 2.5, "2024-01-02"], ["Rome", 5.5, "2024-01-03"]],
        "row_count": 2,
        "truncated": False,
        "note": "",
    }


async def test_files_of_several_formats_are_joined_and_written_as_others(desk: Workspace):
    desk.put("in/orders.csv", ORDERS)
    desk.put("in/cities.json", '[{"city": "Rome", "land": "Italy"}, {"city": "Oslo", "land": "Norway"}]')
    query = "SELECT land, count(*) AS n FROM 'in/orders.csv' JOIN 'in/cities.json' USING (city) GROUP BY land ORDER BY n"
    said = await desk.do("data_process", query=query, output="out/lands.parquet")
    assert said == {
        "file": "out/lands.parquet",
        "bytes": (desk.root / "out/lands.parquet").stat().st_size,
        "row_count": 2,
    }
    found = await desk.do("data_process", query="FROM 'out/lands.parquet'")
    assert found["rows"] == [["Norway", 1], ["Italy", 2]]
    await desk.do("data_process", query="FROM 'out/lands.parquet'", output="lands.json")
    assert json.loads((desk.root / "lands.json").read_text()) == [
        {"land": "Norway", "n": 1},
        {"land": "Italy", "n": 2},
    ]


async def test_a_pattern_reads_several_files(desk: Workspace):
    desk.put("logs/a.csv", "n\n1\n")
    desk.put("logs/b.csv", "n\n2\n")
    desk.put("logs/secret/c.csv", "n\n100\n")
    found = await desk.having(restricted_paths=("secret",)).do(
        "data_process", query="SELECT sum(n) AS s FROM 'logs/**/*.csv'"
    )
    assert found["rows"] == [[3]]


async def test_values_json_has_no_word_for_are_written(desk: Workspace):
    query = (
        "SELECT 'NaN'::DOUBLE a, 1e400::DOUBLE b, 12345678901234567890123456789::HUGEINT c, 1.50::DECIMAL(4,2) d, "
        "'\\xAB'::BLOB e, TIMESTAMPTZ '2024-01-01 00:00:00+00' f, {'k': [1, NULL]} g, NULL h, TIME '10:00' i"
    )
    (row,) = (await desk.do("data_process", query=query))["rows"]
    assert row[:5] == ["NaN", "Infinity", 12345678901234567890123456789, "1.50", "ab"]
    assert row[5].startswith("20")
    assert row[6:] == [{"k": [1, None]}, None, "10:00:00"]


async def test_a_later_value_that_does_not_fit_the_first_makes_the_column_text(desk: Workspace):
    desk.put("late.csv", "n\n" + "1\n" * 30_000 + "unknown\n")
    found = await desk.do("data_process", query="SELECT n, count(*) FROM 'late.csv' GROUP BY n ORDER BY n")
    assert found["rows"] == [["1", 30_000], ["unknown", 1]]


async def test_what_is_cut_is_said(desk: Workspace):
    few = desk.limited(rows=3, output_chars=400)
    found = await few.do("data_process", query="SELECT range AS n, repeat('x', 1000) AS t FROM range(10)")
    assert found["truncated"]
    assert 1 <= found["row_count"] <= 3
    assert "there are more" in found["note"]
    assert "long values are cut" in found["note"]
    assert found["rows"][0][1].endswith("… (1000 characters)")
    wide = await few.do("data_process", query=f"SELECT {', '.join(f'{n} AS column_{n}' for n in range(100))}")
    assert len(json.dumps(wide)) < 1000
    assert f"columns {len(wide['columns']) + 1} to 100 are left out" in wide["note"]


OUTSIDE = (
    "FROM '/etc/passwd'",
    "FROM '../outside.csv'",
    "FROM 'link.csv'",
    "FROM 'folder/outside.csv'",
    "FROM 'in/../../outside.csv'",
    "FROM '../*.csv'",
    "FROM '/etc/*'",
    "FROM 'private/keys.csv'",
    "FROM read_csv('/etc/passwd')",
    "FROM read_csv(['orders.csv', '/etc/passwd'])",
    "FROM read_text('/etc/passwd')",
    "FROM read_blob('../outside.csv')",
    "FROM read_json('/proc/self/environ')",
    "FROM read_text('file:///etc/passwd')",
    "FROM read_text('~/.bashrc')",
    "FROM read_csv('https://example.com/a.csv')",
    "FROM read_parquet('s3://bucket/a.parquet')",
    "FROM 'https://example.com/a.csv'",
    "FROM glob('/etc/*')",
    "FROM sniff_csv('/etc/passwd')",
    "FROM parquet_metadata('/etc/passwd')",
    "FROM query('FROM read_text(''/etc/passwd'')')",
    "FROM query_table('/etc/passwd')",
    "FROM 'orders.csv' UNION ALL FROM read_csv('/etc/passwd')",
    "SELECT (SELECT content FROM read_text('/etc/passwd'))",
    "SELECT getenv('HOME')",
    "FROM duckdb_extensions()",
)
NOT_ONE_SELECT = (
    "",
    "-- nothing",
    "SELECT 1; SELECT 2",
    "ATTACH 'x.db'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "COPY (SELECT 1) TO 'x.csv'",
    "COPY (SELECT 1) TO '/tmp/x.csv'",
    "EXPORT DATABASE 'x'",
    "IMPORT DATABASE '/etc'",
    "SET enable_external_access = true",
    "RESET lock_configuration",
    "PRAGMA enable_profiling",
    "CREATE TABLE t (a INT)",
    "CREATE SECRET (TYPE s3)",
    "CALL enable_logging(storage = 'file')",
    "DROP TABLE t",
    "SELECT 1) TO '/tmp/x.csv'; --",
)


async def test_nothing_outside_of_the_workspace_can_be_read(desk: Workspace):
    desk.put("orders.csv", ORDERS)
    desk.put("in/orders.csv", ORDERS)
    desk.put("private/keys.csv", "secret\nhidden treasure\n")
    (desk.root / "link.csv").symlink_to("../outside.csv")
    (desk.root / "folder").symlink_to("..")
    before = desk.files()
    allowed = desk.having(restricted_paths=("private",))
    for query in OUTSIDE:
        # As the tool does in its child; a child for each of them would take long.
        with pytest.raises(ToolError) as caught:
            duck.query_files(query, allowed.tool_workspace("data_process"), ResourceLimits())
        for secret in ("hidden treasure", "root:", str(desk.root)):
            assert secret not in str(caught.value), query
    for query in OUTSIDE[:3]:
        assert "lies outside of the workspace" in await allowed.fail("data_process", query=query)
    assert desk.files() == before


async def test_only_one_select_is_run(desk: Workspace):
    before = desk.files()
    for query in NOT_ONE_SELECT:
        with pytest.raises(ToolError, match=r"query must be one SELECT|query cannot be understood"):
            duck.query_files(query, desk.tool_workspace("data_process"), ResourceLimits())
    assert "not ATTACH" in await desk.fail("data_process", query="ATTACH 'x.db'")
    assert desk.files() == before


@pytest.mark.parametrize("output", ["../out.csv", "/tmp/out.csv", "link/out.csv", "private/out.csv"])
async def test_nothing_is_written_outside_of_the_workspace(desk: Workspace, output: str, tmp_path):
    (desk.root / "link").symlink_to(tmp_path)
    before = set(tmp_path.rglob("*"))
    error = await desk.having(restricted_paths=("private",)).fail(
        "data_process", query="SELECT 1", output=output
    )
    assert "outside of the workspace" in error or "may not be touched" in error
    assert set(tmp_path.rglob("*")) == before


async def test_a_kind_of_file_that_is_not_known_is_not_written(desk: Workspace):
    assert "must end in .csv" in await desk.fail("data_process", query="SELECT 1", output="x.exe")
    assert desk.files() == set()


async def test_a_file_that_gets_too_large_is_not_left_behind(desk: Workspace):
    desk.put("all.csv", "old\n")
    error = await desk.limited(file_mb=1).fail(
        "data_process", query="FROM range(10_000_000)", output="all.csv"
    )
    assert "more than 1 MB" in error
    assert desk.files() == {"all.csv"}
    assert (desk.root / "all.csv").read_text() == "old\n"


async def test_memory_is_limited_beyond_what_the_library_counts(desk: Workspace):
    small = desk.limited(memory_mb=64)
    assert "64 MB" in await small.fail("data_process", query="SELECT repeat('x', 3_000_000_000)")
    assert "64 MB" in await small.fail("data_process", query="SELECT list(range) FROM range(100_000_000)")


async def test_a_dry_run_writes_nothing(desk: Workspace):
    error = await desk.dry().fail("data_process", query="SELECT 1", output="new/out.csv")
    assert error.startswith("dry run: would write the result of a query to 'new/out.csv' (risk MEDIUM)")
    assert list(desk.root.iterdir()) == []


async def test_files_and_tables_that_are_not_there_are_told(desk: Workspace):
    desk.put("orders.csv", ORDERS)
    assert "Its data files are: orders.csv" in await desk.fail("data_process", query="FROM 'order.csv'")
    assert "no file of the workspace is called 'x*.csv'" in await desk.fail(
        "data_process", query="FROM 'x*.csv'"
    )
    assert "does not exist" in await desk.fail("data_process", query="FROM nothing")
    assert "in quotes: FROM 'sales.csv'" in await desk.fail("data_process", query="FROM orders.csv")
    assert "is a ZIP archive" in await desk.fail(
        "data_process", query=f"FROM '{desk.put('zip.csv', b'PK' + bytes([3, 4]) + b'abc').name}'"
    )

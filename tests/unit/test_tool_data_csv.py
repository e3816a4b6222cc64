"""CSV files as they come: good ones, odd ones, and ones that are something else."""

import gzip
import io
import zipfile

import pytest
from data_workspace import Workspace

PEOPLE = "name,zip,age\nAnn,01234,30\nBob,,40\n"


def archive() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.writestr("people.csv", PEOPLE * 100)
    return data.getvalue()


@pytest.mark.usefixtures("in_this_process")
async def test_read_gives_the_rows_as_they_are_written(desk: Workspace):
    desk.put("people.csv", PEOPLE)
    assert await desk.do("csv_tool", action="read", path="people.csv") == {
        "columns": ["name", "zip", "age"],
        "types": ["VARCHAR", "VARCHAR", "VARCHAR"],
        "rows": [["Ann", "01234", "30"], ["Bob", None, "40"]],
        "row_count": 2,
        "truncated": False,
        "note": "",
        "total_rows": 2,
    }
    part = await desk.do("csv_tool", action="read", path="people.csv", limit=1, offset=1)
    assert (part["rows"], part["total_rows"], part["truncated"]) == ([["Bob", None, "40"]], 2, False)


@pytest.mark.usefixtures("in_this_process")
async def test_describe_tells_what_each_column_holds(desk: Workspace):
    desk.put("people.csv", PEOPLE)
    found = await desk.do("csv_tool", action="describe", path="people.csv")
    assert found["columns"] == ["column", "type", "empty_percent", "distinct", "min", "max", "mean"]
    assert found["total_rows"] == 2
    assert found["rows"][1] == ["zip", "VARCHAR", "50.00", 1, "01234", "01234", None]
    assert found["rows"][2] == ["age", "BIGINT", "0.00", 2, "30", "40", "35.0"]


async def test_query_sees_the_file_as_the_table_data_and_no_other_file(desk: Workspace):
    desk.put("people.csv", PEOPLE)
    desk.put("other.csv", "a\n1\n")
    found = await desk.do(
        "csv_tool", action="query", path="people.csv", query="SELECT max(age) AS oldest FROM data"
    )
    assert (found["columns"], found["types"], found["rows"]) == (["oldest"], ["BIGINT"], [[40]])
    for query in ("FROM 'other.csv'", "FROM read_csv('/etc/passwd')", "DROP VIEW data"):
        error = await desk.fail("csv_tool", action="query", path="people.csv", query=query)
        assert "root:" not in error


@pytest.mark.usefixtures("in_this_process")
async def test_write_makes_a_file_that_read_gives_back(desk: Workspace):
    rows = [{"name": 'Ann "the cat"', "note": "a,b\nc"}, {"name": "Bob", "age": 3, "tags": ["x"]}]
    said = await desk.do("csv_tool", action="write", path="new/people.csv", rows=rows)
    path = desk.root / "new/people.csv"
    assert said == {
        "file": "new/people.csv",
        "bytes": path.stat().st_size,
        "row_count": 2,
        "columns": ["name", "note", "age", "tags"],
    }
    assert path.read_text() == 'name,note,age,tags\n"Ann ""the cat""","a,b\nc",,\nBob,,3,"[""x""]"\n'
    found = await desk.do("csv_tool", action="read", path="new/people.csv")
    assert found["rows"] == [['Ann "the cat"', "a,b\nc", None, None], ["Bob", None, "3", '["x"]']]


async def test_half_a_surrogate_pair_is_written_as_a_question_mark(desk: Workspace):
    await desk.do("csv_tool", action="write", path="odd.csv", rows=[{"a": "x\ud800"}])
    assert (desk.root / "odd.csv").read_text() == "a\nx?\n"


@pytest.mark.usefixtures("in_this_process")
async def test_convert_writes_other_formats_and_encodings(desk: Workspace):
    desk.put("latin.csv", "name;n\nMüller;1\n".encode("latin-1"))
    error = await desk.fail("csv_tool", action="read", path="latin.csv")
    assert "not utf-8 encoded" in error
    assert "say the encoding" in error
    said = await desk.do(
        "csv_tool", action="convert", path="latin.csv", encoding="latin-1", output="out.jsonl"
    )
    assert said["row_count"] == 1
    assert (desk.root / "out.jsonl").read_text() == '{"name":"Müller","n":1}\n'
    await desk.do("csv_tool", action="convert", path="out.jsonl", output="out.tsv")
    assert (desk.root / "out.tsv").read_text() == "name\tn\nMüller\t1\n"


@pytest.mark.parametrize(
    ("content", "columns", "rows"),
    [
        (b"a,b,c\n1,2,3\n4,5\n6\n", ["a", "b", "c"], [["1", "2", "3"], ["4", "5", None], ["6", None, None]]),
        (b"a,b\n1,2\n3,4,5\n", ["a", "b", "column2"], [["1", "2", None], ["3", "4", "5"]]),
        (b"a,a,b,\n1,2,3,4\n", ["a", "a_1", "b", "column3"], [["1", "2", "3", "4"]]),
        (b"a,b\n1,x\x00y\n", ["a", "b"], [["1", "x\x00y"]]),
        (b'a,b\n1,"x\ny"\n2\n', ["a", "b"], [["1", "x\ny"], ["2", None]]),
        ("\ufeffa,b\n1,ä\n".encode(), ["a", "b"], [["1", "ä"]]),
        ("\ufeffa,b\n1,ä\n".encode("utf-16-le"), ["a", "b"], [["1", "ä"]]),
        ("\ufeffa,b\n1,ä\n".encode("utf-16-be"), ["a", "b"], [["1", "ä"]]),
        (gzip.compress(b"a,b\n1,2\n"), ["a", "b"], [["1", "2"]]),
        (b"a\n1e400\nNaN\n" + b"9" * 60 + b"\n", ["a"], [["1e400"], ["NaN"], ["9" * 60]]),
        (b"name\tn\r\nAnn\t1\r\n", ["name", "n"], [["Ann", "1"]]),
        (b"a,b\n", ["a", "b"], []),
    ],
    ids=[
        "short",
        "long",
        "double",
        "nul",
        "quoted",
        "bom",
        "utf-16-le",
        "utf-16-be",
        "gzip",
        "huge",
        "tabs",
        "header",
    ],
)
@pytest.mark.usefixtures("in_this_process")
async def test_odd_files_are_read(desk: Workspace, content: bytes, columns: list[str], rows: list):
    desk.put("odd.csv", content)
    found = await desk.do("csv_tool", action="read", path="odd.csv")
    assert (found["columns"], found["rows"]) == (columns, rows)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (archive(), "'odd.csv' is no table, whatever its name says: it is a ZIP archive"),
        (b"SQLite format 3\x00abc", "it is an SQLite database"),
        (bytes(range(256)) * 20, "DuckDB could not do it"),
        (gzip.compress(PEOPLE.encode())[:-12], "DuckDB could not do it"),
        (("\ufeff" + "ab").encode("utf-16-le") + b"x", "is no text in utf-16"),
        (b"a\n" + b"x" * (9 << 20) + b"\n", "DuckDB could not do it"),
    ],
    ids=["zip", "sqlite", "bytes", "cut-gzip", "cut-utf-16", "endless-line"],
)
@pytest.mark.usefixtures("in_this_process")
async def test_what_is_no_csv_is_told(desk: Workspace, content: bytes, problem: str):
    desk.put("odd.csv", content)
    error = await desk.fail("csv_tool", action="read", path="odd.csv")
    assert problem in error
    assert len(error) < 700
    assert str(desk.root) not in error


async def test_many_columns_are_cut_and_too_many_are_too_much(desk: Workspace):
    for count in (2_000, 10_000):
        names = ",".join(f"column{index}" for index in range(count))
        desk.put(f"{count}.csv", f"{names}\n{','.join('7' * count)}\n")
    found = await desk.do("csv_tool", action="read", path="2000.csv")
    assert found["rows"] == [["7"] * len(found["columns"])]
    assert f"columns {len(found['columns']) + 1} to 2000 are left out" in found["note"]
    error = await desk.fail("csv_tool", action="read", path="10000.csv")
    assert "more than the 512 MB of memory the policy allows (memory_mb)" in error


async def test_a_large_file_is_read_in_part(desk: Workspace):
    few = desk.limited(rows=5, file_mb=1)
    desk.put("large.csv", "n,text\n" + "".join(f"{n},{'x' * 50}\n" for n in range(100_000)))
    found = await few.do("csv_tool", action="read", path="large.csv", offset=99_990)
    assert [row[0] for row in found["rows"]] == ["99990", "99991", "99992", "99993", "99994"]
    assert (found["row_count"], found["total_rows"], found["truncated"]) == (5, 100_000, True)
    error = await few.fail("csv_tool", action="convert", path="large.csv", output="copy.csv")
    assert "more than 1 MB" in error
    assert desk.files() == {"large.csv"}


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"action": "query"}, "needs 'query'"),
        ({"action": "write"}, "needs 'rows'"),
        ({"action": "write", "rows": [{}]}, "rows hold no values"),
        ({"action": "write", "rows": ["a,b"]}, "'rows.0' must be an object"),
        ({"action": "convert"}, "needs 'output'"),
        ({"action": "convert", "output": "x.exe"}, "must end in .csv"),
        ({"action": "convert", "output": "../x.csv"}, "outside of the workspace"),
        ({"action": "write", "rows": [{"a": 1}], "path": "../x.csv"}, "outside of the workspace"),
        ({"action": "write", "rows": [{"a": 1}], "path": "folder"}, "is a folder"),
        ({"action": "read", "path": "../outside.csv"}, "outside of the workspace"),
        ({"action": "read", "path": "/etc/passwd"}, "outside of the workspace"),
        ({"action": "read", "path": "folder"}, "there is no file 'folder'"),
        ({"action": "read", "path": "*.csv"}, "there is no file '*.csv'"),
        ({"action": "read", "path": "picture.png"}, "cannot be read as a table"),
        ({"action": "read", "limit": -1}, "0 or more"),
        ({"action": "read", "delimiter": "ab"}, "one character"),
        ({"action": "write", "rows": [{"a": 1}], "delimiter": '"'}, "that is no quote"),
        ({"action": "read", "encoding": "rot13"}, "'rot13' is no encoding of texts"),
        ({"action": "erase"}, "'action' must be one of read, describe, query, write, convert"),
    ],
)
@pytest.mark.usefixtures("in_this_process")
async def test_a_call_that_cannot_be_is_told(desk: Workspace, arguments: dict, problem: str):
    desk.put("people.csv", PEOPLE)
    desk.put("picture.png", "x")
    desk.put("folder/a.txt", "x")
    before = desk.files()
    assert problem in await desk.fail("csv_tool", **{"path": "people.csv", **arguments})
    assert desk.files() == before


@pytest.mark.usefixtures("in_this_process")
async def test_a_dry_run_says_what_would_be_written(desk: Workspace):
    desk.put("people.csv", PEOPLE)
    dry = desk.dry()
    error = await dry.fail("csv_tool", action="write", path="people.csv", rows=[{"a": 1}])
    assert error.startswith("dry run: would write 1 rows to 'people.csv' (risk MEDIUM)")
    error = await dry.fail("csv_tool", action="convert", path="people.csv", output="p.json")
    assert error.startswith("dry run: would write 'people.csv' as 'p.json'")
    assert (await dry.do("csv_tool", action="read", path="people.csv"))["row_count"] == 2
    assert desk.files() == {"people.csv"}


@pytest.mark.usefixtures("in_this_process")
async def test_the_policy_names_the_actions(desk: Workspace):
    desk.put("people.csv", PEOPLE)
    only = desk.having(allowed_actions=("read",))
    await only.do("csv_tool", action="read", path="people.csv")
    error = await only.fail("csv_tool", action="write", path="people.csv", rows=[{"a": 1}])
    assert "does not allow 'write', only: read" in error
    assert (desk.root / "people.csv").read_text() == PEOPLE

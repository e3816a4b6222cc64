"""JSON files: read, queried, checked, written."""

import json

import pytest
from data_workspace import Workspace

USERS = {"users": [{"name": "Ann", "age": 30}, {"name": "Bob", "age": 40}]}


async def test_read_gives_the_value(desk: Workspace):
    desk.put("users.json", json.dumps(USERS))
    assert await desk.do("json_tool", action="read", path="users.json") == {
        "type": "object",
        "size": 1,
        "value": USERS,
        "truncated": False,
        "note": "",
    }


async def test_query_gives_the_matches_of_a_jsonpath_with_their_paths(desk: Workspace):
    desk.put("users.json", json.dumps(USERS))
    found = await desk.do(
        "json_tool",
        action="query",
        path="users.json",
        query="$.users[?@.age > 30 && match(@.name, 'B.*')].name",
    )
    assert found == {
        "matches": [{"path": "$['users'][1]['name']", "value": "Bob"}],
        "count": 1,
        "truncated": False,
        "note": "",
    }


async def test_a_long_value_is_shown_in_outline(desk: Workspace):
    desk.put("users.json", json.dumps({"users": USERS["users"] * 1000, "text": "x" * 9999}))
    short = desk.limited(output_chars=1000, rows=3)
    found = await short.do("json_tool", action="read", path="users.json")
    assert found["truncated"]
    assert "ask for parts" in found["note"]
    assert found["value"]["users"][0] == {"name": "Ann", "age": 30}
    assert found["value"]["users"][-1].endswith("more")
    assert len(json.dumps(found)) < 1500
    found = await short.do("json_tool", action="query", path="users.json", query="$.users[*].name")
    assert ([each["value"] for each in found["matches"]], found["count"]) == (["Ann", "Bob", "Ann"], 2000)
    assert "3 of 2000 matches are shown" in found["note"]


async def test_json_lines_are_a_list(desk: Workspace):
    desk.put("users.jsonl", '{"n": 1}\n\n{"n": 2}\n')
    found = await desk.do("json_tool", action="query", path="users.jsonl", query="$[*].n")
    assert [each["value"] for each in found["matches"]] == [1, 2]
    await desk.do("json_tool", action="update", path="users.jsonl", query="$[0]", content='{"n": "ä"}')
    assert (desk.root / "users.jsonl").read_text() == '{"n": "ä"}\n{"n": 2}\n'


async def test_validate_says_what_does_not_fit_a_schema(desk: Workspace):
    desk.put("users.json", json.dumps(USERS))
    user = {"type": "object", "required": ["name"], "properties": {"age": {"maximum": 35}}}
    schema = {"$defs": {"user": user}, "properties": {"users": {"items": {"$ref": "#/$defs/user"}}}}
    found = await desk.do("json_tool", action="validate", path="users.json", schema=schema)
    assert found == {
        "valid": False,
        "errors": [{"path": "$.users[1].age", "message": "40 is greater than the maximum of 35"}],
        "error_count": 1,
        "note": "",
    }
    found = await desk.do("json_tool", action="validate", path="users.json")
    assert (found["valid"], found["errors"]) == (True, [])


async def test_validate_says_where_a_file_is_no_json(desk: Workspace):
    desk.put("bad.json", '{"a": 1,\n "b": }')
    found = await desk.do("json_tool", action="validate", path="bad.json", schema={})
    assert not found["valid"]
    assert "line 2 column 7" in found["errors"][0]["message"]


async def test_write_and_update_change_the_file(desk: Workspace):
    said = await desk.do("json_tool", action="write", path="new/a.json", content='{"a": [1, {"b": "ä"}]}')
    path = desk.root / "new/a.json"
    assert said == {"file": "new/a.json", "bytes": path.stat().st_size, "type": "object"}
    assert json.loads(path.read_text()) == {"a": [1, {"b": "ä"}]}
    said = await desk.do("json_tool", action="update", path="new/a.json", query="$.a[*]", content="[0]")
    assert said["changed"] == 2
    assert json.loads(path.read_text()) == {"a": [[0], [0]]}
    await desk.do("json_tool", action="update", path="new/a.json", query="$", content="null")
    assert path.read_text() == "null\n"
    error = await desk.fail("json_tool", action="update", path="new/a.json", query="$.x", content="1")
    assert "matches nothing" in error
    assert desk.files() == {"new/a.json"}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is no JSON"),
        (b"[NaN]", "holds NaN, which JSON does not have"),
        (b"[-Infinity]", "holds -Infinity"),
        (b"[" * 10_000 + b"]" * 10_000, "nested too deeply"),
        (b"[" * 300 + b"]" * 300, "nested too deeply; 200 levels are the most"),
        (b"[" + b"9" * 5000 + b"]", "cannot be read"),
        (b"PK\x03\x04\xff\xfe", "is no text"),
        (b'{"a": "\x00"}', "is no JSON"),
        (b'["' + b"x" * (1 << 20) + b'"]', "at most 1 MB are read"),
    ],
    ids=["empty", "nan", "infinity", "deep", "deeper", "digits", "zip", "nul", "large"],
)
async def test_what_is_no_json_is_told(desk: Workspace, content: bytes, problem: str):
    desk.put("odd.json", content)
    error = await desk.limited(file_mb=1).fail("json_tool", action="read", path="odd.json")
    assert problem in error
    assert len(error) < 300


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ('{"ä": 1}'.encode("utf-16"), {"ä": 1}),
        (b"\xef\xbb\xbf[1]", [1]),
        (b"[1e400, 12345678901234567890]", ["1e400", 12345678901234567890]),
        (b'["\\ud800"]', ["?"]),
    ],
    ids=["utf-16", "bom", "huge", "surrogate"],
)
async def test_odd_files_are_read(desk: Workspace, content: bytes, value: object):
    desk.put("odd.json", content)
    assert (await desk.do("json_tool", action="read", path="odd.json"))["value"] == value


async def test_half_a_surrogate_pair_is_written_with_an_escape(desk: Workspace):
    await desk.do("json_tool", action="write", path="odd.jsonl", content='["\\ud800", "ä"]')
    assert (desk.root / "odd.jsonl").read_text() == '"\\ud800"\n"\\u00e4"\n'


async def test_an_update_does_not_change_numbers_it_cannot_keep(desk: Workspace):
    path = desk.put("odd.json", '{"a": 1e400, "b": 1}')
    error = await desk.fail("json_tool", action="update", path="odd.json", query="$.b", content="2")
    assert "too large to be written again" in error
    assert path.read_text() == '{"a": 1e400, "b": 1}'


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"action": "query", "query": "users"}, "query is no JSONPath"),
        ({"action": "query", "query": "$["}, "query is no JSONPath"),
        ({"action": "query", "query": "$[?@.a =~ /x/]"}, "query is no JSONPath"),
        ({"action": "query", "query": "$" + "[?" * 5000}, ""),
        ({"action": "query"}, "needs 'query'"),
        ({"action": "update", "query": "$"}, "needs 'content'"),
        ({"action": "write", "content": "{"}, "content is no JSON"),
        ({"action": "write", "content": "1e999"}, "too large"),
        ({"action": "write", "content": "1", "path": "../a.json"}, "outside of the workspace"),
        ({"action": "write", "content": "1", "path": "a.jsonl"}, "one value per line"),
        ({"action": "read", "path": "/etc/passwd"}, "outside of the workspace"),
        ({"action": "read", "path": "none.json"}, "Its data files are: users.json"),
        ({"action": "validate", "schema": {"type": "nothing"}}, "schema is no JSON Schema"),
        ({"action": "validate", "schema": {"$ref": "http://127.0.0.1:9/a"}}, "nothing is fetched"),
        ({"action": "validate", "schema": {"$ref": "file:///etc/passwd"}}, "nothing is fetched"),
        ({"action": "validate", "schema": {"$ref": "#"}}, "nested too deeply"),
        ({"action": "validate", "schema": "x"}, "'schema' must be an object"),
    ],
)
async def test_a_call_that_cannot_be_is_told(desk: Workspace, arguments: dict, problem: str):
    desk.put("users.json", json.dumps(USERS))
    assert problem in await desk.fail("json_tool", **{"path": "users.json", **arguments})
    assert desk.files() == {"users.json"}


async def test_a_pattern_that_never_ends_is_given_up(desk: Workspace):
    desk.put("a.json", json.dumps(["a" * 40 + "!"]))
    error = await desk.limited(seconds=1).fail(
        "json_tool", action="validate", path="a.json", schema={"items": {"pattern": "^(a+)+$"}}
    )
    assert "took longer than 1 s" in error


async def test_a_dry_run_writes_nothing(desk: Workspace):
    error = await desk.dry().fail("json_tool", action="write", path="a.json", content="1")
    assert error.startswith("dry run: would write 'a.json' (risk MEDIUM)")
    assert desk.files() == set()

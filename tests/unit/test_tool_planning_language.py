"""The language of workflows: YAML whose values know their lines, expressions, and what may be filled in."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_webagent.tools.planning import document, steps
from pytest_webagent.tools.planning.document import YamlError
from pytest_webagent.tools.planning.expressions import ExpressionError, parse
from pytest_webagent.tools.planning.filling import condition, filled

VARIABLES: dict[str, Any] = {
    "found": {
        "ok": True,
        "output": {"rows": [{"name": "Mug", "price": "7.50"}, {"price": 9}]},
        "error": None,
    },
    "count": 3,
    "name": "Blue mug",
    "empty": "",
}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("found.output.rows[0].price", "7.50"),
        ("found['output'].rows[-1]['price']", 9),
        ("float(found.output.rows[0].price) + 0.5", 8.0),
        ("len(found.output.rows) == 2 and found.ok", True),
        ("not found.ok or count > 2", True),
        ("1 < count <= 3", True),
        ("'mug' in name", True),
        ("'rows' in found.output", True),
        ("count in [1, 2]", False),
        ("found.error == null", True),
        ("found.error != None", False),
        ("lower(trim('  A '))", "a"),
        ("matches(name, '^Blue')", True),
        ("'many' if count > 2 else 'few'", "many"),
        ("int('12') // 5 % 2", 0),
        ("-count * 2", -6),
        ("text(count) + '!'", "3!"),
        ("round(2.0 / 3, 2)", 0.67),
        ("true and not false", True),
        ("[count, name][1][0]", "B"),
    ],
)
def test_an_expression_has_a_value_of_its_own_kind(written, value):
    found = parse(written).value(VARIABLES)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "written",
    [
        "__import__('os').system('true')",
        "().__class__.__bases__",
        "open('/etc/passwd')",
        "lambda: 1",
        "[x for x in name]",
        "f'{name}'",
        "name.upper()",
        "{'a': 1}",
        "2 ** 99999999",
        "1 << 9999",
        "(x := 1)",
        "name[0:2]",
        "name is null",
        "b'x'",
        "len(*name)",
        "len(value=name)",
        "import os",
        "...",
        "",
        "name name",
        "((" * 500,
        "-" * 900 + "1",
        "a" * 1001,
        "\0",
    ],
)
def test_what_is_not_of_the_language_is_refused_before_anything_is_worked_out(written):
    with pytest.raises(ExpressionError):
        parse(written)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("counnt", "there is no variable 'counnt' (did you mean 'count'?)"),
        ("found.outptu", "`found` has no 'outptu' (did you mean 'output'?); it has: ok, output, error"),
        ("found.output.rows[5]", "has 2 parts, and there is no number 5"),
        ("name.real", "`name` is a text, and has no part"),
        ("name.__class__", "`name` is a text, and has no part"),
        ("count == '3'", "a number cannot be compared with a text"),
        ("true == 1", "true or false cannot be compared with a number"),
        ("name < 3", "a text cannot be compared with a number"),
        ("found < found", "only numbers and texts have an order"),
        ("not count", "`count` must be true or false, and is a number: 3"),
        ("'a' and found.ok", "must be true or false, and is a text"),
        ("name + 1", "a number is wanted, not a text"),
        ("name * 3", "a number is wanted, not a text"),
        ("1 / 0", "division by zero"),
        ("3 in name", "a text only contains texts"),
        ("3 in 3", "contains nothing"),
        ("int('x')", "int(value) takes a text of digits"),
        ("len(count)", "len(value) counts"),
        ("upper(count)", "upper(text) takes a text, and was given (3)"),
        ("float('nan')", "too large"),
        ("float('1e400')", "too large"),
        ("matches(name, '(')", "is no regular expression"),
        # What writes out all repetitions before any limit of time holds.
        ("matches(name, '(?:ab){1000000000}')", "is too large"),
        ("matches(name, '(?:(?:a{ 1000 }){,1000}){1000}')", "is too large"),
        ("round(5, -1000000000)", "numbers are rounded to 100 digits at most"),
        ("1e300 * 1e300", "too large"),
        (" * ".join(["99999999999"] * 12), "too large"),
    ],
)
def test_an_expression_without_a_value_says_what_was_wanted_and_found(written, told):
    with pytest.raises(ExpressionError) as caught:
        parse(written).value(VARIABLES)
    assert told in str(caught.value)


def test_counts_as_patterns_have_them_are_not_too_large():
    written = r"matches(id, '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') and not matches(id, '1,500,900')"
    assert parse(written).value({"id": "0188a3b1-3c5d-7e6f-8a9b-0c1d2e3f4a5b"}) is True


def test_a_pattern_that_never_ends_is_stopped():
    with pytest.raises(ExpressionError, match="takes too long"):
        parse("matches(long, '(a|a)*$')").value({"long": "a" * 60 + "b"})


def test_a_condition_is_true_or_false_and_nothing_else():
    assert condition("${count == 3}").holds(VARIABLES)
    assert not condition("count == 4").holds(VARIABLES)
    with pytest.raises(ExpressionError, match="must be true or false, and is a text"):
        condition("name").holds(VARIABLES)
    with pytest.raises(ExpressionError, match="must be one expression"):
        condition("${count == 3} and more")


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("${count}", 3),
        ("${found.output.rows}", VARIABLES["found"]["output"]["rows"]),
        ("${found.error}", None),
        ("n = ${count}!", "n = 3!"),
        ("${found.ok}${found.error}", "true"),
        ("rows: ${found.output.rows}", 'rows: [{"name": "Mug", "price": "7.50"}, {"price": 9}]'),
        ("costs $5 and {braces}", "costs $5 and {braces}"),
        ("$${count} is ${count}", "${count} is 3"),
        ("${'}'}", "}"),
        ({"a": ["${count}", 1], "${count}": True}, {"a": [3, 1], "${count}": True}),
        (7, 7),
    ],
)
def test_a_text_that_is_one_expression_keeps_the_kind_of_its_value(written, value):
    found = filled(written, VARIABLES)
    assert found == value
    assert type(found) is type(value)


def test_what_is_filled_in_is_not_read_again():
    assert filled("${said}", {"said": "${count}", "count": 3}) == "${count}"


@pytest.mark.parametrize("written", ["${count", "${}", "a ${'}", "${count}}${"])
def test_an_expression_without_an_end_is_refused(written):
    with pytest.raises(ExpressionError):
        filled(written, VARIABLES)


def yaml(text: str) -> Any:
    return document.read(text, "f.yaml")


def test_plain_words_are_what_yaml_1_2_makes_of_them():
    value = yaml(
        "a: yes\nb: on\nc: 2024-01-02\nd: 0777\ne: 1_000\nf: 12:30\ng: true\nh: ~\ni: 1.50\nj: .5\nk: 'no'"
    )
    plain = {"a": "yes", "b": "on", "c": "2024-01-02", "d": 777, "e": "1_000", "f": "12:30"}
    assert value == {**plain, "g": True, "h": None, "i": 1.5, "j": 0.5, "k": "no"}
    assert str(value["i"]) == "1.50"
    assert value["i"].place == ("f.yaml", 9, 4)


def test_what_leaves_a_document_is_of_plain_types():
    """Workers of pytest-xdist send nothing else to each other."""
    value = filled(yaml("a: x\nb: [1, 1.5, {c: y}]\nd: true\ne: ~"), {})
    assert value == {"a": "x", "b": [1, 1.5, {"c": "y"}], "d": True, "e": None}
    inner = [*value, *value.values(), *value["b"], *value["b"][2], *value["b"][2].values()]
    assert {type(each) for each in (value, *inner)} == {dict, list, str, int, float, bool, type(None)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "f.yaml:1:1: the file is empty"),
        ("- a", "f.yaml:1:1: a mapping is wanted here"),
        ("a: 1\nb:\n  c: 2\n  c: 3", "f.yaml:4:3: the key 'c' is there twice, first in line 3"),
        ("a: [1", "f.yaml:1:6: while parsing a flow sequence"),
        ("a:\n\t- b", "f.yaml:2:1: while scanning for the next token"),
        ("1: a", "f.yaml:1:1: a key must be a text, not 1"),
        ("[a]: b", "f.yaml:1:1: a key must be a text, not a list or mapping"),
        ("a: !!python/object/apply:os.system ['true']", "f.yaml:1:4: tags such as"),
        ("a: !!binary aGk=", "f.yaml:1:4: tags such as"),
        ("a: !!int word", "f.yaml:1:4: 'word' cannot be read as int"),
        ("a: &a [*a]", "f.yaml:1:4: nested more than 40 deep"),
        ("x: &x {a: 1}\ny: {<<: *x}", "f.yaml:2:5: a key must be a text, not <<"),
        ("a: 1\n---\na: 2", "f.yaml:2:1: expected a single document"),
        ("a: " + "[" * 5000, "nested too deeply"),
        ("a: " + "9" * 5000, "f.yaml:1:4: the number is too long"),
        ("a: 1e999", "f.yaml:1:4: the number is too large"),
        ("a: *b", "f.yaml:1:4: found undefined alias"),
        ("a: \x00", "special characters are not allowed"),
        ("a: '" + "x" * 200_001 + "'", "200000 are the most"),
    ],
)
def test_wrong_yaml_is_refused_with_its_line_and_column(text, told):
    with pytest.raises(YamlError) as caught:
        yaml(text)
    assert told in str(caught.value)


def test_aliases_count_as_often_as_they_are_used():
    assert yaml("a: &a {b: 1}\nc: [*a, *a]") == {"a": {"b": 1}, "c": [{"b": 1}, {"b": 1}]}
    laughs = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    laughs += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    with pytest.raises(YamlError, match="more than 10000 values"):
        yaml("\n".join(laughs))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name: x", "1:1: 'steps' is missing"),
        ("steps: []", "'steps'"),
        ("steps: click", "1:8: 'steps': input should be a valid list"),
        ("steps:\n  - tol: click", "2:5: there is no key 'tol' here (did you mean 'tool'?)"),
        ("steps:\n  - name: x", "2:5: a step has one of tool, set, do, expect; here is none of them"),
        (
            "steps:\n  - tool: x\n    set: {a: 1}",
            "2:5: a step has one of tool, set, do, expect; here is tool and set",
        ),
        ("steps:\n  - set: {a: 1}\n    as: b", "2:5: as belongs to tool, and there is no tool"),
        ("steps:\n  - tool: x\n    else: [{tool: y}]", "2:5: else belongs to if"),
        ("steps:\n  - tool: x\n    item: y", "2:5: item belongs to foreach"),
        ("steps:\n  - {tool: x, foreach: [1], if: true}", "2:5: foreach and if in one step"),
        ("steps:\n  - tool: x\n    as: a-b", "3:9: 'a-b' cannot be the name of a variable"),
        ("steps:\n  - set: {true1: 1, if: 2}", "'if' cannot be the name of a variable"),
        (
            "steps:\n  - tool: x\n    retry: 99",
            "3:12: 'times': input should be less than or equal to 10, not 99",
        ),
        (
            "steps:\n  - tool: x\n    on_error: ignore",
            "3:15: 'on_error': input should be 'stop' or 'continue'",
        ),
        ("steps:\n  - tool: x\n    with: {a: '${b}'}", "2:5: there is no variable 'b'; there are none"),
        ("steps:\n  - tool: x\n    if: a ==", "2:5: `a ==` cannot be read"),
        ("steps:\n  - tool: x\noutput: ${y}", "3:9: there is no variable 'y'"),
        ("steps:\n  - expect: {value: 1}", "2:13: an expectation has one of equals, contains"),
        ("steps:\n  - expect: {equals: 1}", "a step expects something of value, element or page"),
        ("steps:\n  - expect: {page: url, equals: a, contains: b}", "here is equals and contains"),
        ("steps:\n  - expect: {page: url, element: x, equals: a}", "not about element and page"),
        ("steps:\n  - expect: {page: url, contains: ' '}", "every text contains an empty one"),
        ("steps:\n  - expect: {page: url, matches: 'a*'}", "every URL matches"),
        ("steps:\n  - expect: {page: url, matches: '('}", "is no regular expression"),
        ("steps:\n  - expect: {page: text, matches: '\\S+'}", "every text matches"),
        ("steps:\n  - expect: {page: url, contains: http}", 'every URL contains "http"'),
        ("steps:\n  - expect: {page: url, matches: '^http.*/'}", "every URL matches"),
        ("steps:\n  - expect: {page: title, equals: ''}", "equals is empty"),
        ("steps:\n  - expect: {element: {role: alert, text: ' '}, exists: true}", "text is empty"),
        ("steps:\n  - expect: {element: {rol: alert}, exists: true}", "2:24: there is no key 'rol' here"),
        ("steps:\n  - expect: {value: '${ 1 }', equals: '${1}'}", "compared with itself"),
        ("steps:\n  - expect: {page: url, exists: true}", "exists is about an element"),
        (
            "steps:\n  - expect: {element: {role: buton}, exists: false}",
            "no role 'buton' (did you mean 'button'?)",
        ),
        (
            "steps:\n  - {tool: x, with: {element_id: {nam: y}}}",
            "2:5: element_id: there is no key 'nam' here (did you mean 'name'?)",
        ),
        (
            "steps:\n  - {tool: x, with: {to_element_id: {role: buton}}}",
            "to_element_id: there is no role 'buton'",
        ),
        ("steps:\n  - expect: {element: x, count: many}", 'count is a whole number from 0 on, not "many"'),
        ("steps:\n  - tool: x\n    with: {a: ${b}}", "A text with ${...} between braces or brackets needs"),
        ("steps:\n  - expect: {element: {nth: 0, role: x}, exists: true}", "'nth'"),
        (
            "steps:\n  - expect: {element: {}, exists: true}",
            "an element is told by role, name or text",
        ),
        ("steps:\n  - {expect: {page: url, equals: a}, on_error: continue}", "expects nothing"),
        ("steps:\n" + "  - tool: x\n" * 301, "302:5: there are more than 300 steps"),
        ("steps: " + "[{do: " * 8 + "[{tool: x}]" + "}]" * 8, "more than 6 deep"),
    ],
)
def test_a_wrong_workflow_is_refused_with_its_line_and_column(text, told):
    with pytest.raises(YamlError) as caught:
        steps.read(text, "w.yaml")
    assert told in str(caught.value)
    assert str(caught.value).startswith("w.yaml:")


def test_all_problems_of_a_workflow_are_told_at_once():
    text = "steps:\n  - tool: x\n    with: {a: '${b}'}\n  - tool: y\n    if: ${c}\n"
    with pytest.raises(YamlError) as caught:
        steps.read(text, "w.yaml")
    assert str(caught.value).splitlines() == [
        "w.yaml:2:5: there is no variable 'b'; there are none",
        "w.yaml:4:5: there is no variable 'c'; there are none",
    ]


def test_what_comes_from_calls_is_known_through_all_that_is_made_of_it():
    workflow = steps.read(
        "steps:\n"
        "  - {tool: a, as: first}\n"
        "  - set: {fixed: 3, made: '${first.output}'}\n"
        "  - {foreach: '${made}', item: each, do: [{set: {last: '${each.name}'}}]}\n"
        "  - {foreach: [1, 2], item: number, tool: b}\n",
        "w.yaml",
    )
    assert steps.seen(workflow.steps) == {"first", "made", "each", "last"}

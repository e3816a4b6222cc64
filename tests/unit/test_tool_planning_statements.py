"""One meaning: a statement is the same claims as an expectation in YAML, in a check and in a goal that verifies it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from builtin_pages import page
from builtin_statements import FALSE, PAGES, TRUE, UNCLEAR, statements

from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.predicates import predicates
from pytest_webagent.hooks.yaml.yaml_model import read
from pytest_webagent.tools.planning import steps

SENTENCES = (Path(__file__).parents[1] / "sentences.md").read_text(encoding="utf-8")
DOCUMENTED = [
    line
    for block in re.findall(r"^```statements\n(.*?)^```$", SENTENCES, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]


def outcome(written, where):
    """What an expectation of a step, as YAML writes it, comes to on a page."""
    [step] = steps.read(f"steps:\n  - expect: {written}\n", "w.yaml").steps
    [expectation] = step.expect
    return expectation.outcome({}, page=where)


def claims(statement, where):
    """What a check of a statement looks for on a page; nothing where it cannot be told."""
    try:
        return list(predicates(statement, where))
    except Unclear:
        return []


@pytest.mark.parametrize("statement", DOCUMENTED)
def test_a_documented_statement_means_in_yaml_what_it_means_in_a_check(statement):
    for where in PAGES.values():
        found = outcome(json.dumps(statement), where)
        if where.elements or where.dialog:
            assert [each.derivation for each in found.findings] == claims(statement, where)
            assert found.unclear is (not found.findings)


@pytest.mark.parametrize(
    ("name", "statement", "holds"),
    [(*each, True) for each in statements(TRUE)] + [(*each, False) for each in statements(FALSE)],
)
def test_a_statement_in_yaml_holds_where_it_is_true_and_only_there(name, statement, holds):
    found = outcome(json.dumps(statement), PAGES[name])
    assert found.holds is holds, found.problem
    assert [each.derivation for each in found.findings] == claims(statement, PAGES[name])


@pytest.mark.parametrize(("name", "statement"), statements(UNCLEAR))
def test_a_statement_that_is_not_clear_neither_holds_nor_blames_the_page(name, statement):
    found = outcome(json.dumps(statement), PAGES[name])
    assert found.unclear
    assert not found.holds


CARD = page(
    """
- heading "Cart" [level=1]
- list "Mugs":
  - listitem:
    - text: Blue Mug
    - button "Remove"
  - listitem:
    - text: Red Mug
    - button "Remove"
- button "Save as draft"
- textbox "Note"
- textbox "Email": ann@x.org
- status: $7.50
- paragraph: "3 items of 5"
""",
    title="Cart",
    url="http://shop.test/cart",
    language="en",
)


@pytest.mark.parametrize(
    ("written", "op", "holds"),
    [
        # Compared as in a check: by value, whatever the case.
        ("{element: {role: status}, equals: $7.50}", "text", True),
        ("{element: {role: status}, equals: 7.5}", "text", True),
        ("{element: {role: status}, equals: $7.05}", "text", False),
        ("{element: {role: heading}, equals: cart}", "text", True),
        ("{element: {role: textbox, name: Email}, equals: ann@x.org}", "value", True),
        ("{element: {role: textbox, name: Note}, equals: ''}", "exists", True),
        ("{element: {role: textbox, name: Email}, equals: ''}", "exists", False),
        # Whole words.
        ("{element: {role: listitem, nth: 1}, contains: mug}", "text", True),
        ("{element: {role: listitem, nth: 1}, contains: mu}", "text", False),
        ("{element: {role: paragraph}, matches: ^3 items}", "text", True),
        ("{element: {role: paragraph}, matches: ^4 items}", "text", False),
        ("{page: url, contains: /cart}", "url", True),
        ("{page: url, matches: /orders$}", "url", False),
        ("{page: title, equals: Cart}", "title", True),
        ("{page: text, contains: Red Mug}", "exists", True),
        ("{page: text, contains: Green Mug}", "exists", False),
        ("{element: {role: button, name: Remove}, exists: true}", "exists", True),
        ("{element: {role: alert}, exists: false}", "not_exists", True),
        ("{element: {role: button, name: Buy}, exists: false}", "not_exists", True),
        (
            "{element: {role: listitem, text: Mug, within: {role: list, name: Mugs}}, count: 2}",
            "exists",
            True,
        ),
        ("{element: {role: listitem, text: Green}, count: 0}", "not_exists", True),
    ],
)
def test_what_is_expected_of_the_page_is_a_claim(written, op, holds):
    found = outcome(written, CARD)
    assert found.holds is holds, found.problem
    assert [each.derivation.op for each in found.findings] == [op]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("{element: {role: button, name: Buy}, exists: true}", "there is no button 'Buy' on the page 'Cart'"),
        ("{element: {role: button, name: Remove}, equals: x}", "2 elements are button 'Remove'"),
        ("{element: {role: button, name: Remove}, exists: false}", "must not be there, and is there 2 times"),
        ("{element: {role: button, name: Remove}, count: 3}", "must be there 3 times, and is there 2 times"),
        ("{page: text, equals: Cart}", "the page's text must be"),
    ],
)
def test_what_is_not_so_is_told_with_what_is_there(written, told):
    assert told in outcome(written, CARD).problem


def test_what_is_called_otherwise_is_not_there():
    assert outcome("{element: {role: button, name: Save}, exists: false}", CARD).holds
    assert outcome("{element: {role: button, name: Remove, nth: 3}, exists: false}", CARD).holds
    assert outcome("{page: text, matches: '^(?!.*Boom).+'}", CARD).holds


def test_a_statement_that_cannot_be_read_says_why():
    found = outcome("{statement: the button is blue}", CARD)
    assert found.unclear
    assert "'the button is blue' cannot be checked" in found.problem


@pytest.mark.parametrize(
    ("written", "answer", "holds"),
    [
        ("$7.50", "$7.50", True),
        ("7.50", "7.50", True),
        ("7.50", "7.5", False),
        ("Blue Mug", "Blue  Mug", True),
        ("Blue Mug", "blue mug", False),
        ("{contains: Mug}", "Blue Mug", True),
        ("{matches: '^[A-Z]'}", "blue mug", False),
        ("[Blue Mug, {contains: Blue}]", "Blue Mug", True),
    ],
)
def test_an_answer_is_compared_as_it_is_written(written, answer, holds):
    [entry] = read(f"goal: Say it\nexpect: {written}", "t.yaml", "t")
    assert all(each.outcome({}, answer=answer).holds for each in entry.expect) is holds

"""What the builtin model makes of statements: predicates that hold where they are true, and are refuted where they are not."""

import itertools
import re
from functools import cache

import pytest
from builtin_pages import last_call, page
from builtin_statements import FALSE, PAGES, TRUE, UNCLEAR, statements

from pytest_webagent.agent.judgement import read
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.predicates import predicates
from pytest_webagent.judging.weaknesses import weaknesses
from pytest_webagent.messages import Message, ToolSpec
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.ports import ModelRequest
from pytest_webagent.tools.finish import stop, typed_stop


def findings(statement, where):
    """What the predicates of a statement come to on a page."""
    return [work_out(each, where) for each in predicates(statement, where)]


def told(found):
    return [f"{each.derivation.told}: {each.problem}" for each in found]


@pytest.mark.parametrize(("name", "statement"), statements(TRUE))
def test_what_is_true_holds_and_its_predicates_are_not_weaker_than_the_sentence(name, statement):
    where = PAGES[name]
    found = findings(statement, where)
    assert [each for each in told(found) if not each.endswith(": ")] == []
    assert weaknesses(statement, found, where, found) == []


@pytest.mark.parametrize(("name", "statement"), statements(FALSE))
def test_what_is_not_true_is_refuted(name, statement):
    where = PAGES[name]
    found = findings(statement, where)
    assert any(each.refuted for each in found), told(found)
    assert weaknesses(statement, found, where, read(statement, where)) == []


@cache
def true_ones(name):
    """The true statements about a page, with what their predicates come to."""
    pairs = (each.values if hasattr(each, "values") else each for each in statements(TRUE))
    return [(each, findings(each, PAGES[name])) for page_name, each in pairs if page_name == name]


@pytest.mark.parametrize(("name", "statement"), statements(FALSE))
def test_predicates_of_what_is_true_do_not_pass_for_what_is_not(name, statement):
    words, where = set(statement.split()), PAGES[name]
    alike = sorted(true_ones(name), key=lambda pair: -len(words & set(pair[0].split())))
    reading = read(statement, where)
    stands = [each for each, found in alike[:3] if not weaknesses(statement, found, where, reading)]
    assert stands == []


@pytest.mark.parametrize(("name", "statement"), statements(UNCLEAR))
def test_what_is_not_clear_is_refused(name, statement):
    with pytest.raises(Unclear):
        predicates(statement, PAGES[name])


async def test_a_goal_that_verifies_a_statement_means_what_a_check_of_it_means():
    meant = [("done", TRUE), ("goal_not_met", FALSE), ("not_understood", UNCLEAR)]
    other = []
    for status, table in meant:
        for name, statement in statements(table):
            # A dialog of the browser is answered before anything can be verified.
            if PAGES[name].dialog is None:
                call = await last_call(f"Verify that {statement}", PAGES[name])
                if call.arguments.get("status") != status:
                    other.append((name, statement, call.arguments))
    assert other == []


COLUMNS = ("Order", "Customer", "Date", "Total", "Status")
ORDERS = (
    ("1001", "Ann Berg", "3 May 2026", "$20.00", "Paid"),
    ("1002", "Bob Cole", "12 May 2026", "$9.50", "Open"),
    ("1003", "Ann Bergson", "1 June 2026", "$120.00", "Shipped"),
    ("1004", "Cy Dorn", "2 June 2026", "$9.50", "Paid"),
)


def table(columns, lines):
    head = "".join(f'      - columnheader "{column}"\n' for column in columns)
    body = "".join("    - row:\n" + "".join(f'      - cell "{cell}"\n' for cell in line) for line in lines)
    tree = f'- heading "Orders" [level=1]\n- table:\n  - rowgroup:\n    - row:\n{head}  - rowgroup:\n{body}'
    return page(tree, title="Orders", language="en")


def amount(text):
    return float(text.strip("$"))


def of_cells():
    """Statements on each cell, with each value of its column, and whether they are true."""
    for line, place in itertools.product(ORDERS, range(1, len(COLUMNS))):
        number, column = line[0], COLUMNS[place].lower()
        for value in sorted({other[place] for other in ORDERS}):
            so = line[place] == value
            yield f"the {column} of order {number} is {value}", so
            yield f"order {number} has the {column} '{value}'", so
            yield f"{number}'s {column} is '{value}'", so
            yield f"the {column} of order {number} is not '{value}'", not so


def of_totals():
    words = {
        "below": float.__lt__,
        "at most": float.__le__,
        "above": float.__gt__,
        "at least": float.__ge__,
    }
    for line, (word, holds) in itertools.product(ORDERS, words.items()):
        for bound in ("$9.50", "$10", "$20", "$500"):
            yield f"the total of order {line[0]} is {word} {bound}", holds(amount(line[3]), amount(bound))


def of_numbers():
    for number in range(1, 6):
        yield f"there are {number} orders", number == 4
        yield f"the table shows at least {number} orders", number <= 4
        yield f"there are fewer than {number} orders", number > 4
        yield f"{number} orders are paid", number == 2


def of_order():
    for first, second in itertools.permutations([line[0] for line in ORDERS], 2):
        yield f"order {first} comes before order {second}", first < second
        yield f"'{first}' is listed below '{second}'", first > second
    yield "the orders are sorted by date, oldest first", True
    yield "the orders are sorted by date, newest first", False
    yield "the orders are sorted by total, ascending", False
    yield "the orders are sorted by order in ascending order", True


@pytest.mark.parametrize("written", [of_cells, of_totals, of_numbers, of_order])
def test_each_statement_on_a_table_is_as_true_as_the_table_says(written):
    where = table(COLUMNS, ORDERS)
    wrong = []
    for statement, true in written():
        found = findings(statement, where)
        holds, refuted = all(each.holds for each in found), any(each.refuted for each in found)
        if holds is not true or not (true or refuted):
            wrong.append((statement, told(found)))
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "statement", "expected"),
    [
        ("cart", "the cart total is $10.00", {"op": "text", "relation": "=", "to": "$10.00"}),
        ("cart", "the cart total is below $20", {"op": "text", "relation": "<", "to": "$20"}),
        ("empty", "there is a 'Log out' button", {"op": "exists", "role": "button", "text": "Log out"}),
        (
            "board",
            "the Done list has 3 items",
            {"op": "count", "role": "listitem", "relation": "=", "to": "3"},
        ),
        ("form", "the box 'Discounts' is ticked", {"op": "exists", "state": "checked", "text": "Discounts"}),
        ("cart", "the prices are sorted, cheapest first", {"op": "order", "relation": "<="}),
        ("crud", "the books are sorted alphabetically", {"op": "order"}),
        ("cart", "the URL contains /orders", {"op": "url", "pattern": "(?i)/orders(?!\\w)"}),
        ("cart", "the Green Mug is not in the cart", {"op": "not_exists", "text": "Green Mug"}),
        (
            "orders",
            "there are 3 paid orders",
            {"op": "count", "role": "row", "text": "paid", "relation": "=", "to": "3"},
        ),
    ],
)
def test_a_predicate_says_what_has_to_hold_whether_it_does_or_not(name, statement, expected):
    found = [each.as_json() for each in predicates(statement, PAGES[name])]
    assert any(expected.items() <= each.items() for each in found), found


@pytest.mark.parametrize(
    ("name", "statement"),
    [
        ("cart", "no error is shown"),
        ("cart", "the Green Mug is not in the cart"),
        ("none", "there are no results"),
        ("login", "the 'Log out' link is hidden"),
    ],
)
def test_what_is_not_there_comes_with_what_shows_that_the_page_is(name, statement):
    found = predicates(statement, PAGES[name])
    assert any(each.op in ("exists", "title", "text") and (each.text or each.to) for each in found), found


def test_quantities_other_than_one_make_a_number_of_things_unclear():
    tree = """
    - heading "Your cart" [level=1]
    - table:
      - row:
        - columnheader "Product"
        - columnheader "Quantity"
      - row:
        - cell "Blue Mug"
        - cell:
          - spinbutton "Quantity of Blue Mug": 3
      - row:
        - cell "Red Mug"
        - cell:
          - spinbutton "Quantity of Red Mug": 1
    """
    with pytest.raises(Unclear, match="there are 2 lines of mugs, and their quantities come to 4"):
        predicates("the cart shows 2 mugs", page(tree, title="Cart"))


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("the cart looks nice", "'the cart looks nice' is not understood"),
        ("the cart shows 2 mugs and it feels right", "'it feels right' is not understood"),
        ("the heading is 'Your cart' and it feels right", "'it feels right' is not understood"),
        ("the total is $15 or $16", "'or' in 'the total is $15 or $16' names an alternative"),
        ("there are about 3 mugs", "'about' in 'there are about 3 mugs' leaves open"),
        ("the Sum is empty or not", "names an alternative"),
    ],
)
def test_a_refusal_quotes_what_is_not_understood(statement, words):
    with pytest.raises(Unclear, match=re.escape(words)):
        predicates(statement, PAGES["cart"])


def tool(name):
    return ToolSpec(name, "", {"type": "object", "properties": {}})


LOOKING = tuple(map(tool, ("expect", "wait", "scroll", "scroll_to_text")))


async def calls(statement, *pages, error="", tools=LOOKING):
    """The calls of a check that sees these pages, one in each step; with an `error`, the last but one comes back with it."""
    model, memory, messages, made = BuiltinModel(), None, (), []
    for step, where in enumerate(pages, start=1):
        request = ModelRequest(
            goal=statement, messages=messages, tools=tools, observation=where, seconds_left=60, memory=memory
        )
        response = await model.complete(request)
        memory = response.memory
        (call,) = response.tool_calls
        made.append(call)
        text = f"Error: {error}" if error and step == len(pages) - 1 else "Done."
        messages = (Message(role="tool", text=text, tool_call_id=call.id),)
    return made


async def test_a_check_is_one_call_where_the_page_shows_what_it_speaks_of():
    (call,) = await calls("the cart total is $10.00", PAGES["cart"])
    assert (call.name, call.arguments["status"]) == ("expect", "stated")
    assert call.arguments["predicates"][0]["relation"] == "="


async def test_what_a_statement_speaks_of_is_waited_for_once():
    late = page('- heading "Cart" [level=1]\n- term: Total\n- definition: $5.00', title="Cart")
    early = page('- heading "Cart" [level=1]', title="Cart")
    made = await calls("the total is $5.00", early, late)
    assert [call.name for call in made] == ["wait", "expect"]
    assert made[-1].arguments["status"] == "stated"


async def test_what_never_comes_is_not_understood_and_says_what_is_missing():
    early = page('- heading "Cart" [level=1]', title="Cart")
    made = await calls("the total is $5.00", early, early)
    assert [call.name for call in made] == ["wait", "expect"]
    assert made[-1].arguments["status"] == "not_understood"
    assert "nothing on the page fits 'total'" in made[-1].arguments["reasoning"]
    assert made[-1].arguments["predicates"] == []


async def test_predicates_that_came_back_are_made_anew_from_the_page_as_it_is_then():
    one = page('- heading "Jobs" [level=1]\n- list:\n  - listitem: Build', title="Jobs")
    two = page(
        '- heading "Jobs" [level=1]\n- paragraph: Ready.\n- list:\n  - listitem: Build\n  - listitem: Test',
        title="Jobs",
    )
    first, second = await calls("there are 2 jobs", one, two, error="a predicate does not hold")
    assert [call.name for call in (first, second)] == ["expect", "expect"]
    assert first.arguments["predicates"] != second.arguments["predicates"]
    (count,) = [each for each in second.arguments["predicates"] if each["op"] == "count"]
    assert two.find(count["within"]).role == "list"


async def test_tools_that_are_not_there_are_not_called():
    early = page('- heading "Cart" [level=1]', title="Cart")
    (call,) = await calls("the total is $5.00", early, tools=(tool("expect"),))
    assert call.arguments["status"] == "not_understood"


def typed(schema):
    made = typed_stop(schema)
    return (ToolSpec(stop.name, "", made.parameters),)


async def test_a_list_is_given_with_evidence_for_each_part():
    schema = {"type": "array", "items": {"type": "string"}}
    (call,) = await calls("Report the names of all mugs", PAGES["cards"], tools=typed(schema))
    assert call.arguments["answer"] == ["Blue Mug", "Red Mug", "Espresso Mug"]
    assert [each["field"] for each in call.arguments["evidence"]] == ["[0]", "[1]", "[2]"]
    said = [work_out(each, PAGES["cards"]) for each in _derivations(call.arguments["evidence"])]
    assert all(each.holds for each in said)


def _derivations(evidence):
    from pytest_webagent.tools.finish import derivations

    return derivations(evidence)


@pytest.mark.parametrize(
    ("question", "name", "answer"),
    [
        ("Report the prices of all mugs", "cards", ["$9.50", "$11.00", "$7.50"]),
        ("Report the users", "users", ["Ann Berg", "Bob Cole", "Cy Dorn"]),
        ("Report the order numbers", "orders", ["1001", "1002", "1003"]),
        ("Report the prices in the table", "cart", ["$9.50", "$7.50"]),
        ("Report the dates", "orders", ["3 March 2026", "28 April 2026", "1 January 2026"]),
        ("Report the options of the Country dropdown", "form", ["France", "Italy"]),
        ("Report the names of the editors", "users", ["Bob Cole", "Cy Dorn"]),
    ],
)
async def test_usual_questions_for_lists_are_understood(question, name, answer):
    schema = {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "number"}]}}
    (call,) = await calls(question, PAGES[name], tools=typed(schema))
    assert call.arguments["answer"] == answer


async def test_single_values_are_given_as_the_page_writes_them():
    (call,) = await calls("Report the cart total", PAGES["cart"], tools=typed({"type": "number"}))
    assert call.arguments["answer"] == "$15.30"


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"name": {"type": "string"}}},
        {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}},
        {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
        {"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}]},
    ],
)
async def test_objects_are_refused_before_anything_is_done(schema):
    (call,) = await calls("Report the names of all mugs", PAGES["cards"], tools=typed(schema))
    assert call.arguments["status"] == "not_understood"
    assert "gives single values and lists of them, not objects" in call.arguments["reasoning"]


async def test_one_value_is_no_list():
    schema = {"type": "array", "items": {"type": "string"}}
    (call,) = await calls("Report the cart total", PAGES["cart"], tools=typed(schema))
    assert call.arguments["status"] == "not_understood"
    assert "asks for one value ('$15.30')" in call.arguments["reasoning"]

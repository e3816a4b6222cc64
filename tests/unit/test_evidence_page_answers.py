"""An answer is held against what the page itself answers to the question, where that is sure."""

import pytest
from evidence_stories import click, element, page, problems, text, value, verdict

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.questions import answer

HEADS = ("Order", "Customer", "Status", "Due", "Total")
ROWS = (
    ("A-1", "Ann Lee", "Open", "2026-03-04", "$110.00"),
    ("A-2", "Bob Ray", "Paid", "2026-02-02", "$220.00"),
    ("A-3", "Cyd Orr", "Open", "2026-05-06", "$330.00"),
)


def table(heads, rows):
    lines = ["  - row:", *(f'    - columnheader "{each}"' for each in heads)]
    for row in rows:
        lines += ["  - row:", *(f'    - cell "{each}"' for each in row)]
    return "\n".join(lines)


ORDERS = page(f'- heading "Orders"\n- table "Orders":\n{table(HEADS, ROWS)}')
SETTINGS = page(
    """
    - heading "Settings"
    - radiogroup "Digest":
      - radio "Daily"
      - radio "Weekly" [checked]
    - textbox "Sign out after (minutes)": "30"
    """
)


def cited(seen, op, *texts):
    """A derivation over the elements that say some texts."""
    roles = ("cell", "radio")
    found = (_first(seen, roles, each) for each in texts)
    return Derivation(op=op, elements=tuple(found))


def _first(seen, roles, says):
    for role in roles:
        try:
            return element(seen, role, says).id
        except LookupError:
            continue
    raise LookupError(says)


def stands(*given):
    found = verdict(*given)
    assert found.stands, found.problems


@pytest.mark.parametrize(
    ("seen", "goal", "lie", "shown", "instead"),
    [
        pytest.param(
            ORDERS, "What is the total of A-2?", "$110.00", ["$110.00"], "$220.00", id="another row"
        ),
        pytest.param(ORDERS, "When is A-2 due?", "2026-03-04", ["2026-03-04"], "2026-02-02", id="a day"),
        pytest.param(
            ORDERS,
            "How many orders are open?",
            "3",
            ["A-1", "A-2", "A-3"],
            '{"op": "count", "elements"',
            id="a count",
        ),
        pytest.param(
            ORDERS,
            "Which orders are open? List them all.",
            "A-1",
            ["A-1"],
            '{"op": "join", "elements"',
            id="a list",
        ),
        pytest.param(
            ORDERS,
            "Which order has the highest total?",
            "A-2",
            ["A-2"],
            '{"op": "max", "elements"',
            id="the best",
        ),
        pytest.param(
            ORDERS, "Report the status and the total of A-2.", "Paid", ["Paid"], "$220.00", id="a part of two"
        ),
        pytest.param(
            ORDERS,
            "Who has A-3, and when is it due?",
            "Cyd Orr, 2026-03-04",
            ["Cyd Orr"],
            "2026-05-06",
            id="it",
        ),
        pytest.param(ORDERS, "Is A-2 open or paid?", "It is open.", ["Open"], "Paid", id="one of two states"),
        pytest.param(
            ORDERS,
            "Who has a paid order, Ann Lee or Bob Ray?",
            "Ann Lee",
            ["Ann Lee"],
            "Bob Ray",
            id="one of two",
        ),
        pytest.param(
            SETTINGS,
            "Is the digest daily or weekly?",
            "Daily",
            ["Daily"],
            '"state": "checked"',
            id="what is chosen",
        ),
    ],
)
def test_what_the_page_says_otherwise_is_told_with_what_shows_it(seen, goal, lie, shown, instead):
    op = "text" if len(shown) == 1 else "count"
    said = problems(goal, lie, [cited(seen, op, *shown)], [seen])
    assert 'the goal asks "' in said
    assert instead in said


@pytest.mark.parametrize(
    ("goal", "answer", "shown"),
    [
        ("What is the total of A-2?", "220 dollars", ["$220.00"]),
        ("What is the total of A-2?", "The total is $220.00, and it is paid.", ["$220.00"]),
        ("When is A-2 due?", "On 2 February 2026", ["2026-02-02"]),
        ("How many orders are open?", "Two of them", ["A-1", "A-3"]),
        ("Which order has the highest total?", "That of Cyd Orr", ["Cyd Orr"]),
        ("Is A-2 open or paid?", "paid", ["Paid"]),
        ("How much more than A-1 does A-2 come to?", "$110.00", ["$220.00", "$110.00"]),
    ],
)
def test_what_says_the_same_in_another_form_stands(goal, answer, shown):
    ops = {3: "join", 2: "difference" if "more" in goal else "count"}
    stands(goal, answer, [cited(ORDERS, ops.get(len(shown), "text"), *shown)], [ORDERS])


def test_a_list_is_told_in_any_order():
    stands("Which orders are open?", "A-3 and A-1", [cited(ORDERS, "join", "A-3", "A-1")], [ORDERS])


def test_after_a_deed_the_page_since_then_is_asked():
    tree = '- combobox "Status"\n- button "Apply"\n- heading "Orders"\n- definition "Total": {0}\n- paragraph: "Gross total: {0}"'
    before, after = page(tree.format("$660.00")), page(tree.format("$220.00"))
    goal, acts = "Apply the filter. What is the gross total?", [click(1, before, "button", "Apply")]
    early = Derivation(op="text", elements=text(before, "paragraph").elements, pattern=r"\$\S+", step=1)
    assert "$220.00" in problems(goal, "$660.00", [early], [before, after], acts)


def test_that_a_text_is_somewhere_is_no_value():
    there = Derivation(op="exists", elements=text(ORDERS, "cell", "Ann Lee").elements)
    assert "exists says no more" in problems("Who will pay next?", "Ann Lee", [there], [ORDERS])


def test_the_unit_in_the_name_of_a_field_is_that_of_its_value():
    held = [value(SETTINGS, "textbox", "Sign out")]
    assert "in the unit of the page" in problems(
        "When am I signed out?", "after 30 seconds", held, [SETTINGS]
    )
    stands("When am I signed out?", "after 30 minutes", held, [SETTINGS])


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Is the order of Bob Ray open or paid?", "Paid"),
        ("Which order is paid, A-1 or A-2?", "A-2"),
    ],
)
def test_the_page_answers_in_parts_and_of_two(question, said):
    assert answer(question, ORDERS).text == said


@pytest.mark.parametrize("question", ["Which?", "Is it red or blue?", "Who is here, Ann Lee or Bob Ray?"])
def test_what_the_page_does_not_tell_is_refused(question):
    with pytest.raises(Unclear):
        answer(question, ORDERS)


@pytest.mark.parametrize(
    ("goal", "answer", "is_told"),
    [
        ("Report the mobile number.", "+1 555 0100", False),
        ("Report the mobile number.", "For order 5 it is +1 555 0199", True),
        ("Report the mobile number.", "0199", True),
        ("Report the tank.", "40 m³", False),
        ("Report the tank.", "It holds 12 cubic metres", True),
    ],
)
def test_a_telephone_number_is_told_whole_and_a_raised_figure_is_none(goal, answer, is_told):
    seen = page("- term: Mobile\n- definition: +1 555 0199\n- term: Tank\n- definition: 12 m³")
    shown = [text(seen, "definition", "12 m³" if "tank" in goal else "+1 555 0199")]
    assert ("the page says" not in problems(goal, answer, shown, [seen])) is is_told


def test_what_only_a_picture_is_called_is_not_held_against_what_is_seen():
    seen = page("""
    - article:
      - img "Cover: Maps of Snow, 512 pages, large print edition"
      - heading "Maps of Snow" [level=1]
      - generic: Extent 384 pages
      - generic: Holds 2 holds
    """)
    said = text(seen, "generic", "384 pages", pattern=r"\d+")
    stands("How many pages does Maps of Snow have?", "384", [said], [seen])

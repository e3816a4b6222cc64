"""Locators and expressions: what people read finds the same elements again, and parses back to what it was made of."""

from dataclasses import replace
from typing import get_args

import pytest
from builtin_pages import CARDS, SUMMARY, TABLE, page
from hypothesis import given
from hypothesis import strategies as some

from pytest_webagent.aria_roles import ROLES
from pytest_webagent.claims.derivation import Derivation, Op
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.expression import Expression, expression, worded
from pytest_webagent.claims.underivable import UnderivableError
from pytest_webagent.page.locator import LABELLED, Locator, Part
from pytest_webagent.page.locators import locators
from pytest_webagent.values.relations import Relation

CART = """
- heading "Your cart"
- table:
  - row:
    - columnheader "Item"
    - columnheader "Price"
    - columnheader
  - row:
    - cell "Blue Mug"
    - cell "$7.50"
    - cell:
      - button "Remove"
  - row:
    - cell "Red Mug"
    - cell "$9.00"
    - cell:
      - button "Remove"
  - row:
    - cell "Total"
    - cell "$16.50"
    - cell
- button "Buy"
- button "Buy"
"""
NAMES = some.text(min_size=1).filter(lambda text: text.strip() == text)
KINDS = some.sampled_from([LABELLED, "text", "item", "section", *sorted(ROLES)])
PARTS = some.builds(Part, KINDS, NAMES, some.just("")) | some.builds(Part, some.just("row"), NAMES, NAMES)
LOCATORS = some.builds(
    Locator, PARTS, some.lists(PARTS, max_size=3).map(tuple), some.integers(0, 113), some.just(False)
) | some.builds(Locator, PARTS, some.lists(PARTS, max_size=2).map(tuple), some.just(0), some.just(True))
SEVERAL = some.lists(LOCATORS, min_size=1, max_size=3).map(tuple)
TEXTS = some.text()


@some.composite
def expressions(draw):
    op = draw(some.sampled_from(get_args(Op)))
    over = op not in ("url", "title", "tabs", "dialog", "note", "result")
    searches = op in ("count", "exists", "not_exists")
    told = Derivation(
        op=op,
        role=draw(some.sampled_from(["", *sorted(ROLES)])) if searches else "",
        text=draw(TEXTS),
        pattern=draw(TEXTS),
        state=draw(TEXTS),
        **draw(
            some.just({})
            | some.fixed_dictionaries({"relation": some.sampled_from(get_args(Relation)), "to": TEXTS})
        ),
        step=draw(some.none() | some.integers(1, 99)),
        field=draw(TEXTS),
    )
    elements = draw(SEVERAL | some.just(()) if searches else SEVERAL) if over else ()
    by = draw(SEVERAL) if op in ("min", "max") else ()
    within = draw(some.none() | LOCATORS) if searches else None
    return Expression(told, elements, by, within)


@given(expressions())
def test_every_expression_parses_back(told):
    assert Expression.parse(str(told)) == told


@pytest.mark.parametrize("tree", [CART, TABLE, CARDS, SUMMARY])
def test_each_element_is_found_by_what_it_is_called(tree):
    seen = page(tree)
    look = locators(seen)
    called = {at: look.of(at) for at, each in enumerate(seen.elements) if not each.hidden}
    assert {at: look.find(Locator.parse(str(each))) for at, each in called.items()} == {
        at: (at,) for at in called
    }


def words(tree, op, *numbers, **more):
    seen = page(tree)
    derivation = Derivation(op=op, elements=numbers, **more)
    told = expression(derivation, seen)
    assert told.on(seen) == derivation
    return str(told)


def ids(tree, role, said):
    seen = page(tree)
    return [
        each.id for at, each in enumerate(seen.elements) if each.role == role and seen.full_text(at) == said
    ]


@pytest.mark.parametrize(
    ("op", "role", "said", "told"),
    [
        ("text", "cell", ["$7.50"], 'the "Price" in the row whose "Item" is "Blue Mug"'),
        ("exists", "button", ["Buy"], 'there is the 1st button "Buy" in the section "Your cart"'),
        ("sum", "cell", ["$7.50", "$9.00"], 'the sum of every "Price" in the section "Your cart"'),
        (
            "difference",
            "cell",
            ["$16.50", "$9.00"],
            'the difference of the "Price" in the row whose "Item" is "Total"; the "Price" in the row whose "Item" is "Red Mug"',
        ),
    ],
)
def test_elements_are_named_by_what_they_stand_in(op, role, said, told):
    assert words(CART, op, *(ids(CART, role, each)[0] for each in said)) == told


def test_all_of_a_column_are_found_when_a_row_was_added():
    told = Expression.parse('the sum of every "Price" in the section "Your cart"')
    more = CART.replace(
        '  - row:\n    - cell "Total"',
        '  - row:\n    - cell "Cup"\n    - cell "$1.00"\n    - cell\n  - row:\n    - cell "Total"',
    )
    assert len(told.on(page(CART)).elements) == 2
    assert len(told.on(page(more)).elements) == 3


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ('the "Weight" in the row "Blue Mug"', "nothing on this page is called"),
        ('the button "Remove"', "2 elements on this page is called"),
    ],
)
def test_what_is_not_there_or_not_the_only_one_is_told(text, seen):
    with pytest.raises(UnderivableError, match=seen):
        Expression.parse(text).on(page(CART))


@pytest.mark.parametrize(
    "text", ["", "Price", 'a "Price"', 'the sum of "Price"', 'the "Price" in "Cart"', 'the button "Save']
)
def test_what_is_no_expression_is_told_with_one_that_is(text):
    with pytest.raises(ValueError, match=r'such as: the sum of every "Price"'):
        Expression.parse(text)


def test_an_element_that_is_gone_has_no_name():
    gone = replace(Derivation(op="text"), elements=(999,))
    assert str(expression(gone, page(CART))) == ""


def test_what_is_hidden_is_told_and_is_no_evidence():
    seen = page(CART)
    seen = replace(
        seen, elements=tuple(replace(each, hidden=each.role == "button") for each in seen.elements)
    )
    (buy, _) = ids(CART, "button", "Buy")
    found = worded(work_out(Derivation(op="text", elements=(buy,)), seen), seen)
    assert (found.wording, "is hidden" in found.problem) == (
        'the button "Buy" in the section "Your cart"',
        True,
    )


def test_what_a_label_stands_for_is_a_cell_and_not_also_the_text_that_makes_it_up():
    seen = page(
        """
        - table:
          - row:
            - columnheader "Book"
            - columnheader "Status"
          - row:
            - cell "Mort"
            - cell "On loan":
              - img
              - text: On loan
        """
    )
    (found,) = locators(seen).find(Locator.parse('the "Status" in the row "Mort"'))
    assert seen.elements[found].role == "cell"


def orders(heads, *rows):
    """A table of orders; each of its rows ends with the same button."""
    head = [f'    - columnheader "{each}"' if each else "    - columnheader" for each in (*heads, "")]
    told = [
        line
        for row in rows
        for line in ("  - row:", *(f'    - cell "{each}"' if each else "    - cell" for each in row), *BUTTON)
    ]
    return page("\n".join(("- table:", "  - row:", *head, *told)))


BUTTON = ("    - cell:", '      - button "Cancel"')
CANCEL = Locator.parse('the button "Cancel" in the row whose "Order" is "1002"')


@pytest.mark.parametrize(
    ("heads", "rows", "found"),
    [
        (("Order", "Replaces"), [("1001", ""), ("1002", "1001")], [1]),
        (("Replaces", "Order"), [("1002", "1003"), ("1001", "1002")], [1]),
        (("Order ▲", "Replaces"), [("1002", ""), ("1001", "1002")], [0]),
        (("", "Order", "Replaces"), [("17", "1001", ""), ("18", "1002", "1001")], [1]),
        (("Order", "Replaces"), [("1001", ""), ("1003", "1002")], []),
        (("Replaces", "Order"), [("", "1001"), ("1002", "1003")], []),
        (("Order", "Replaces"), [("1002", ""), ("1002", "1001")], [0, 1]),
        (("Order", "Replaces"), [("10022", ""), ("1002 (void)", "")], []),
        # Where no column is called so any more, a row is called by what it begins with.
        (("Number", "Replaces"), [("1001", "1002"), ("1002", "")], [1]),
        (("Id", "Number"), [("17", "1001"), ("18", "1002")], []),
    ],
)
def test_a_row_is_found_by_the_column_that_tells_it(heads, rows, found):
    seen = orders(heads, *rows)
    buttons = [at for at, each in enumerate(seen.elements) if each.role == "button"]
    assert [buttons.index(at) for at in locators(seen).find(CANCEL)] == found


def test_of_two_rows_of_one_name_another_column_tells_which():
    seen = orders(
        ("Item", "Day", "Person"),
        ("Scale", "3 May", "Ann"),
        ("Scale", "4 May", "Ben"),
        ("Lens", "4 May", "Ann"),
    )
    last = [at for at, each in enumerate(seen.elements) if each.role == "button"][1]
    told = 'the button "Cancel" in the row whose "Item" is "Scale" and whose "Person" is "Ben"'
    assert str(locators(seen).of(last)) == told
    other = orders(("Person", "Item"), ("Ben", "Lens"), ("Ann", "Scale"), ("Ben", "Scale"))
    (found,) = locators(other).find(Locator.parse(told))
    assert found == [at for at, each in enumerate(other.elements) if each.role == "button"][2]
    gone = orders(("Item", "Day", "Person"), ("Scale", "3 May", "Ann"), ("Lens", "4 May", "Ben"))
    assert not locators(gone).find(Locator.parse(told))


def test_what_stands_in_the_head_of_a_column_is_told_by_it():
    seen = page(
        """
        - table:
          - row:
            - columnheader "Room filter":
              - button "filter"
            - columnheader "Status filter":
              - button "filter"
          - row:
            - cell "2.14"
            - cell "open"
        """
    )
    last = [at for at, each in enumerate(seen.elements) if each.role == "button"][1]
    assert str(locators(seen).of(last)) == 'the button "filter" in the columnheader "Status filter"'


def test_what_earlier_recordings_say_of_rows_in_rows_and_of_heads_is_still_read():
    nested = 'the button "Del" in the row whose "Item" is "Mug" in the row whose "Order" is "A-2"'
    assert Locator.parse(nested).within == (Part("row", "Mug", "Item"), Part("row", "A-2", "Order"))
    heads = '    - columnheader "Name":\n      - button "Sort"\n    - columnheader "Room"'
    seen = page(f'- table:\n  - row:\n{heads}\n  - row:\n    - cell "Ann"\n    - cell "2.14"')
    (sort,) = (at for at, each in enumerate(seen.elements) if each.role == "button")
    assert locators(seen).find(Locator.parse('the button "Sort" in the row "Room"')) == (sort,)
    assert str(locators(seen).of(sort)) == 'the button "Sort"'


def test_a_locator_without_a_head_means_what_a_row_begins_with():
    told = Locator.parse('the button "Cancel" in the row "1002"')
    assert len(locators(orders(("Order", "Total"), ("1002", "$5"))).find(told)) == 1
    assert not locators(orders(("Total", "Order"), ("$5", "1002"))).find(told)
    with pytest.raises(ValueError, match="no locator"):
        Locator.parse('the row whose "Order" is')

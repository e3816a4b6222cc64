"""What an operation comes to, compared with a value; the order of elements; and what the page refutes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from builtin_pages import page

from pytest_webagent.claims.derivation import Derivation, Finding, Op
from pytest_webagent.claims.evaluation import work_out

if TYPE_CHECKING:
    from pytest_webagent.observation import Observation

CART = page("""
- heading "Cart" [level=1]
- table:
  - row "Blue mug $9.00":
    - cell "Blue mug"
    - cell "$9.00"
  - row "Red mug $10.00":
    - cell "Red mug"
    - cell "$10.00"
  - row "Green mug $10.00":
    - cell "Green mug"
    - cell "$10.00"
- status: 3 items
- textbox "Code": SAVE10
- button "Pay" [disabled]
""")


def ids(of: Observation, role: str, said: str = "") -> tuple[int, ...]:
    found = [each for each in of.elements if each.role == role and said in (each.text or each.name)]
    return tuple(each.id for each in found if each.id is not None)


def worked(op: Op, elements: tuple[int, ...] = (), **more: Any) -> Finding:
    return work_out(Derivation(op=op, elements=elements, **more), CART)


PRICES = ids(CART, "cell", "$")
NAMES = ids(CART, "cell", "mug")
STATUS = ids(CART, "status")


@pytest.mark.parametrize(
    ("op", "elements", "more", "relation", "to"),
    [
        ("count", (), {"role": "row"}, "=", "3"),
        ("count", NAMES, {}, ">=", "2"),
        ("sum", PRICES, {}, "<", "$30"),
        ("min", PRICES[:2], {}, "=", "9 USD"),
        ("text", STATUS, {"pattern": r"\d+"}, "=", "3"),
        ("text", STATUS, {}, "=", "3 items"),
        ("value", ids(CART, "textbox"), {}, "!=", "SAVE20"),
        ("join", NAMES[:2], {}, "=", "Blue mug, Red mug"),
        ("url", (), {}, "!=", "http://elsewhere/"),
    ],
)
def test_what_comes_to_a_text_is_compared_with_a_value(
    op: Op, elements: tuple[int, ...], more: dict[str, Any], relation: Any, to: str
) -> None:
    finding = worked(op, elements, **more, relation=relation, to=to)
    assert finding.holds, finding.problem
    assert finding.text
    opposite: Any = {"=": "!=", "!=": "=", "<": ">=", ">=": "<"}[relation]
    other = worked(op, elements, **more, relation=opposite, to=to)
    assert not other.holds
    assert other.refuted


def test_a_comparison_that_does_not_hold_says_what_was_found() -> None:
    finding = worked("count", (), role="row", relation="=", to="2")
    assert finding.refuted
    assert finding.problem.startswith('"3" (3 of: row')
    assert finding.problem.endswith('is not equal to "2"')


def test_a_value_without_a_relation_and_a_relation_without_a_value_are_refused() -> None:
    alone = worked("text", STATUS, to="3 items")
    assert "no `relation`" in alone.problem
    without = worked("text", STATUS, relation="=")
    assert "Give the value to compare with in `to`" in without.problem
    assert not alone.refuted
    assert not without.refuted


def test_elements_stand_on_the_page_in_the_given_order() -> None:
    assert worked("order", NAMES).holds
    turned = worked("order", NAMES[::-1])
    assert turned.refuted
    assert "stands after" in turned.problem
    assert "several elements" in worked("order", NAMES[:1]).problem
    assert "more than once" in worked("order", NAMES[:1] * 2).problem


def test_what_elements_say_rises_or_falls_in_their_order() -> None:
    assert worked("order", PRICES, relation="<=").holds
    strictly = worked("order", PRICES, relation="<")
    assert strictly.refuted
    assert '"$10.00"' in strictly.problem
    assert worked("order", PRICES, relation=">=").refuted
    names = worked("order", NAMES, relation="<=")
    assert not names.refuted
    assert "no number and no date" in names.problem


@pytest.mark.parametrize(
    ("op", "elements", "more"),
    [
        ("exists", (), {"role": "button", "text": "Refund"}),
        ("exists", ids(CART, "button"), {"state": "enabled"}),
        ("exists", ids(CART, "button"), {"text": "Refund"}),
        ("exists", (), {"role": "button", "state": "enabled"}),
        ("not_exists", (), {"text": "Blue mug"}),
        ("not_exists", ids(CART, "button"), {"state": "disabled"}),
        ("compare", STATUS, {"relation": "=", "to": "2 items"}),
        ("text", STATUS, {"text": "4 items"}),
    ],
)
def test_what_the_page_shows_to_be_otherwise_is_refuted(
    op: Op, elements: tuple[int, ...], more: dict[str, Any]
) -> None:
    finding = worked(op, elements, **more)
    assert finding.problem
    assert finding.refuted


@pytest.mark.parametrize(
    ("op", "elements", "more"),
    [
        ("text", (999,), {}),
        ("exists", (), {}),
        ("sum", NAMES, {}),
        ("text", STATUS, {"role": "status"}),
        ("compare", STATUS, {"relation": "<", "to": "many"}),
        ("not_exists", (999,), {"state": "checked"}),
    ],
)
def test_what_cannot_be_worked_out_is_not_refuted(
    op: Op, elements: tuple[int, ...], more: dict[str, Any]
) -> None:
    finding = worked(op, elements, **more)
    assert finding.problem
    assert not finding.refuted


def test_each_of_several_is_compared_with_a_value() -> None:
    assert worked("compare", PRICES, relation="<=", to="$10").holds
    assert worked("compare", PRICES[1:], relation="=", to="10 USD").holds
    other = worked("compare", PRICES, relation="=", to="$10")
    assert other.refuted
    assert "$9.00" in other.problem

"""Typed answers that say what the page says, and not what was asked: each lie beside its honest twin."""

import pytest
from evidence_stories import number, page

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.judging.goals import asked
from pytest_webagent.judging.story import Story
from pytest_webagent.judging.typed.leaves import path_of
from pytest_webagent.judging.typed.typed_verdict import typed_verdict

SHOP = page(
    """
- heading "All mugs" [level=1]
- table "Mugs":
  - row:
    - columnheader "Name"
    - columnheader "Net"
    - columnheader "Gross"
    - columnheader "Stock"
    - columnheader "Active"
  - row "Red mug $10.00 $12.00 In stock Yes":
    - cell "Red mug"
    - cell "$10.00"
    - cell "$12.00"
    - cell "In stock"
    - cell "Yes"
  - row "Blue mug $5.00 $6.00 Sold out No":
    - cell "Blue mug"
    - cell "$5.00"
    - cell "$6.00"
    - cell "Sold out"
    - cell "No"
  - row "Green mug $7.00 $8.40 In stock Yes":
    - cell "Green mug"
    - cell "$7.00"
    - cell "$8.40"
    - cell "In stock"
    - cell "Yes"
- paragraph: "Subtotal: $22.00"
- paragraph: "Total: $26.40"
- checkbox "Gift wrap"
- checkbox "Newsletter" [checked]
- radio "Free" [checked]
- radio "Pro"
- textbox "Street": Main St 5
- textbox "City": Vienna
- button "Pay" [disabled]
- paragraph: Fully booked
""",
    title="Mugs",
)


def piece(field, op, *elements, **more):
    """A piece of evidence; its elements are given by role and words."""
    ids = tuple(number(SHOP, *each) for each in elements)
    return Derivation(op=op, field=field, elements=ids, **more)


def cell(field, said):
    return piece(field, "text", ("cell", said))


def row(field, name):
    said = {"Red": "Red mug $10.00 $12.00 In stock Yes", "Blue": "Blue mug $5.00 $6.00 Sold out No"}
    return piece(field, "text", ("row", said.get(name, "Green mug $7.00 $8.40 In stock Yes")))


def names(*said):
    return piece("", "join", *(("cell", f"{each} mug") for each in said))


def state(field, role, name, word=""):
    return piece(field, "exists", (role, name), state=word)


NO_HEADING = piece("", "exists", ("heading", "All mugs"))

CASES = [
    # The row that is asked for.
    ("the gross price of the Blue mug", 12, [cell("", "$12.00")], 'speaks of "Blue'),
    ("the gross price of the Blue mug", 6, [cell("", "$6.00")], ""),
    ("the Blue mug", {"name": "Blue mug", "gross": 12}, [cell("name", "Blue mug"), cell("gross", "$12.00")], "Blue"),
    # The column or label that a field is called after.
    ("the Blue mug", {"gross": 5}, [cell("gross", "$5.00")], 'under "Net"'),
    ("the Blue mug", {"gross": 6}, [cell("gross", "$6.00")], ""),
    ("the Blue mug", {"gross": 5}, [row("", "Blue")], 'under "Net"'),
    ("the Blue mug", {"gross": 6, "net": 5}, [row("", "Blue")], ""),
    ("the Blue mug", {"name": "Blue mug", "active": True}, [row("", "Blue")], "something is not so"),
    ("the Blue mug", {"name": "Blue mug", "active": False}, [row("", "Blue")], ""),
    ("the mugs", [{"gross": 10}], [cell("[0].gross", "$10.00")], 'under "Net"'),
    ("the total", 22, [piece("", "text", ("paragraph", "Subtotal: $22.00"), pattern=r"\$[\d.]+")], '"total"'),
    ("the total", 26.4, [piece("", "text", ("paragraph", "Total: $26.40"), pattern=r"\$[\d.]+")], ""),
    ("the address", {"city": "Main St 5"}, [piece("city", "value", ("textbox", "Street"))], '"City"'),
    ("the address", {"city": "Vienna"}, [piece("city", "value", ("textbox", "City"))], ""),
    # Lists without gaps, without what does not belong there, and with each thing once.
    ("the names of all mugs", ["Red mug", "Blue mug"], [names("Red", "Blue")], "leaves out"),
    ("the names of all mugs", ["Red mug", "Blue mug", "Green mug"], [names("Red", "Blue", "Green")], ""),
    ("two of the mugs", ["Red mug", "Blue mug"], [names("Red", "Blue")], ""),
    ("the mugs in stock", ["Red mug"], [names("Red")], "leaves out"),
    ("the mugs in stock", ["Red mug", "Blue mug"], [names("Red", "Blue")], "leaves out"),
    ("the mugs in stock", ["Red mug", "Green mug"], [names("Red", "Green")], ""),
    ("the mugs that are not in stock", ["Blue mug"], [names("Blue")], ""),
    ("the three cheapest mugs", ["Blue mug", "Green mug"], [names("Blue", "Green")], "asks for 3"),
    ("the mugs with the two lowest gross prices", ["Blue mug", "Red mug"], [names("Blue", "Red")], "Red mug"),
    ("the mugs with the two lowest gross prices", ["Blue mug", "Green mug"], [names("Blue", "Green")], ""),
    ("the five cheapest mugs", ["Blue mug", "Green mug", "Red mug"], [names("Blue", "Green", "Red")], ""),
    ("the mugs", ["Red mug", "Red mug"], [cell("[0]", "Red mug"), cell("[1]", "Red mug")], "each thing once"),
    ("two mugs", ["Red mug", "Blue mug"], [cell("[0]", "Red mug"), cell("[1]", "Blue mug")], ""),
    ("the mugs that are sold out", [], [NO_HEADING, Derivation(op="not_exists", text="Out of stock")], "sold"),
    ("the yellow mugs", [], [NO_HEADING, Derivation(op="not_exists", text="Yellow")], ""),
    ("the mugs on offer", [], [NO_HEADING, Derivation(op="not_exists", role="listitem")], "lists"),
    # Yes and no, and what may be chosen.
    ("are gifts wrapped? is Gift wrap chosen?", False, [Derivation(op="not_exists", text="Gift paper")], 'the question says "wrapped"'),
    ("is the newsletter chosen?", False, [state("", "checkbox", "Gift wrap", "unchecked")], '"newsletter"'),
    ("is the newsletter chosen?", True, [state("", "checkbox", "Newsletter", "checked")], ""),
    ("is the Pay button disabled?", True, [state("", "button", "Pay", "disabled")], ""),
    ("is the Pay button disabled?", False, [state("", "button", "Pay", "disabled")], "false"),
    ("is the Pay button enabled?", False, [state("", "button", "Pay", "disabled")], ""),
    ("is the Pay button enabled?", True, [state("", "button", "Pay", "disabled")], "true"),
    ("is it fully booked?", True, [piece("", "text", ("paragraph", "Fully booked"))], ""),
    ("is it fully booked?", False, [piece("", "text", ("paragraph", "Fully booked"))], "false"),
    ("the options", {"gift_wrap": True}, [state("gift_wrap", "checkbox", "Gift wrap")], "something is there"),
    ("the options", {"newsletter": True}, [state("newsletter", "checkbox", "Newsletter", "checked")], ""),
    ("the plan", "Pro", [piece("", "text", ("radio", "Pro"))], "may be chosen"),
    ("the plan", "Free", [state("", "radio", "Free", "checked")], ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "value", "evidence", "why"),
    CASES,
    ids=[f"{'wrong' if why else 'right'}: {question}: {value}" for question, value, _, why in CASES],
)
def test_a_value_is_evidence_for_what_was_asked(question, value, evidence, why):
    found = typed_verdict(value, evidence, Story(asked(question), [SHOP], SHOP)).problems
    assert bool(found) == bool(why), found
    assert why in "\n".join(found)


def test_a_field_may_be_called_by_several_words() -> None:
    assert path_of("Blue mug") == ("Blue mug",)
    assert path_of("['Blue mug'].price") == ("Blue mug", "price")
    assert path_of(" answer[0] . price ") == (0, "price")

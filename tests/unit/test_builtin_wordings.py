"""Everyday wordings of values: a form known by its heading, a field by what it asks, by its button, or by what was opened."""

import pytest
from builtin_pages import calls, page, refusal

ALERTS = """
- banner:
  - searchbox "Search the site"
  - button "Search"
- main:
  - heading "Trail weather" [level=1]
  - generic:
    - combobox "Where are you?" [collapsed]
    - textbox "Phone"
    - group "Payment method":
      - radio "Card" [checked]
      - radio "Transfer"
    - group "Storm warning":
      - radio "Daily"
      - radio "Never" [checked]
    - button "Save settings"
- contentinfo:
  - heading "Bulletin" [level=2]
  - generic:
    - textbox "Your e-mail address"
    - generic:
      - radio "once a month" [checked]
      - radio "every week"
    - button "Subscribe"
"""
CART = """
- dialog "Basket" [modal]:
  - heading "Basket" [level=2]
  - list:
    - listitem:
      - strong: Lantern
      - textbox: "2"
      - button "Remove Lantern"
    - listitem:
      - strong: Rucksack
      - textbox: "1"
      - button "Remove Rucksack"
  - generic:
    - textbox "Gift card"
    - button "Redeem"
  - generic:
    - textbox "Voucher"
    - button "Apply"
"""


async def acts(goal, tree):
    *made, _ = (each for each in await calls(goal, page(tree)) if each.name not in ("wait", "scroll"))
    told = []
    for each in made:
        at = each.arguments.get("field_description") or each.arguments.get("description") or ""
        told.append(
            " ".join(filter(None, (each.name, each.arguments.get("text"), at.split(" in the row")[0])))
        )
    return told


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        (
            "Sign up jo@example.com for the bulletin at the bottom of the page, every week please",
            [
                "type jo@example.com field 'Your e-mail address'",
                "check radio 'every week'",
                "click button 'Subscribe'",
            ],
        ),
        (
            "Join the bulletin with jo@example.com",
            ["type jo@example.com field 'Your e-mail address'", "click button 'Subscribe'"],
        ),
        ("Pay by transfer", ["check radio 'Transfer'"]),
        (
            "Change the storm warning to never, and save",
            ["check radio 'Never'", "click button 'Save settings'"],
        ),
        ("Type 'Kiel' in the location field", ["type Kiel field 'Where are you?'"]),
        ("Type '0431' in the mobile field", ["type 0431 field 'Phone'"]),
    ],
)
async def test_a_form_is_spoken_of_in_other_words(goal, expected):
    assert await acts(goal, ALERTS) == expected


@pytest.mark.parametrize(
    "goal",
    [
        "Sign up jo@example.com for the magazine",
        "Sign up jo@example.com for the bulletin at the top of the page",
        "Pay by cheque",
        "Never change the storm warning to daily",
        "Change the storm warning to never or daily",
        "Type 'Kiel' in the colour field",
    ],
)
async def test_what_no_form_is_for_is_refused(goal):
    await refusal(goal, page(ALERTS))


@pytest.mark.parametrize(
    ("goal", "field"),
    [("Enter TRAIL10 and click Apply", "Voucher"), ("1. Enter TRAIL10\n2. Click Redeem", "Gift card")],
)
async def test_the_field_is_the_one_with_the_button_that_is_pressed_next(goal, field):
    assert (await acts(goal, CART))[0] == f"type TRAIL10 field '{field}'"


@pytest.mark.parametrize("goal", ["Enter TRAIL10", "Enter TRAIL10 and click Remove"])
async def test_a_field_that_nothing_tells_is_not_guessed(goal):
    await refusal(goal, page(CART))

"""What is asked of what a page shows now: what stands in a row, what is displayed, what is left; heads that sort, rows that filter."""

import dataclasses

import pytest
from builtin_pages import answer, page, refusal

from pytest_webagent.observation import Box

FLEET = """
- heading "Vans" [level=1]
- generic:
  - generic:
    - text: On the road
    - generic: "12"
  - generic:
    - text: In the garage
    - generic: "3"
- searchbox "Search vans"
- grid:
  - rowgroup:
    - row:
      - columnheader "Van sort ascending":
        - generic: Van
        - button "sort ascending"
      - columnheader "Driver sort ascending":
        - generic: Driver
        - button "sort ascending"
      - columnheader "Mileage sort ascending":
        - generic: Mileage
        - button "sort ascending"
    - row:
      - gridcell "Van filter":
        - textbox "Van filter"
      - gridcell "Driver filter":
        - textbox "Driver filter"
      - gridcell
  - rowgroup:
    - row:
      - gridcell "Crafter 3"
      - gridcell "Ada Moss"
      - gridcell "81,200 km"
    - row:
      - gridcell "Transit 8"
      - gridcell "Ben Reyes"
      - gridcell "12,900 km"
"""
BASKET = """
- main:
  - heading "Basket" [level=1]
  - list:
    - listitem:
      - heading "Rope" [level=3]
      - generic: climbing gear, 60 m
      - button "Remove"
  - generic:
    - generic: Discount
    - strong: "-€4.00"
  - generic:
    - generic: Net total
    - strong: "€41.00"
"""
JOURNEY = """
- complementary:
  - heading "Carrier" [level=2]
  - generic:
    - generic:
      - checkbox "Alpenrail" [checked]
      - generic: Alpenrail
    - generic:
      - checkbox "Coachline"
      - generic: Coachline
- main:
  - heading "2 rides to Graz" [level=1]
  - article:
    - heading "Night train" [level=3]
    - generic: arrives 06:10
    - button "Book"
  - article:
    - heading "Long bus" [level=3]
    - generic: arrives 09:40
    - button "Book"
"""
SIGN_UP = """
- dialog "New member":
  - heading "New member" [level=2]
  - generic:
    - textbox "Name": Ada
  - generic:
    - textbox "Phone": "12"
    - generic: Please enter a valid phone number.
  - generic:
    - textbox "City"
  - alert: Some fields are not right.
  - button "Save"
"""


@pytest.mark.parametrize(
    ("tree", "question", "said"),
    [
        (FLEET, "Which driver is in the second row?", "Ben Reyes"),
        (FLEET, "What is the mileage in the first row?", "81,200 km"),
        (FLEET, "Who is in the first row?", "Ada Moss"),
        (FLEET, "Which van stands in the last row?", "Transit 8"),
        (FLEET, "How many vans are listed?", "2"),
        (FLEET, "What is the mileage of Transit 8?", "12,900 km"),
        (BASKET, "Which discount is displayed?", "-€4.00"),
        (BASKET, "Check which discount is shown", "-€4.00"),
        (BASKET, "What net total is shown now?", "€41.00"),
        (BASKET, "Which gear is left?", "Rope"),
        (JOURNEY, "Which rides are listed?", "Night train, Long bus"),
        (SIGN_UP, "What does the error message in the dialog say?", "Some fields are not right."),
        (SIGN_UP, "Which error message appears below the phone field?", "Please enter a valid phone number."),
        (SIGN_UP, "Which message is shown under the phone?", "Please enter a valid phone number."),
    ],
)
async def test_what_stands_in_a_row_or_is_in_sight_is_told(tree, question, said):
    assert await answer(question, page(tree)) == said


@pytest.mark.parametrize(
    ("tree", "question", "why"),
    [
        (FLEET, "Which owner is in the second row?", "owner"),
        (FLEET, "Which driver is in the third row?", "driver"),
        (FLEET, "What is the price in the first row?", "price"),
        (BASKET, "Which voucher is displayed?", "voucher"),
        (BASKET, "Which tent is left?", "tent"),
        (JOURNEY, "Which ride is left?", "ambiguous"),
        (JOURNEY, "How many rides does Coachline have?", "ride"),
        (SIGN_UP, "Which error message appears below the city field?", "City"),
    ],
)
async def test_what_is_not_in_sight_or_there_twice_is_refused(tree, question, why):
    assert why in await refusal(question, page(tree))


async def test_rows_are_in_the_order_in_which_they_are_seen():
    seen = page(FLEET)
    at = {
        name: i
        for i, each in enumerate(seen.elements)
        for name in ("Crafter 3", "Transit 8")
        if each.name == name
    }
    places = {seen.elements[at["Crafter 3"]].parent: 200, seen.elements[at["Transit 8"]].parent: 100}
    elements = tuple(
        dataclasses.replace(each, box=Box(0, places[i], 300, 20) if i in places else each.box)
        for i, each in enumerate(seen.elements)
    )
    moved = dataclasses.replace(seen, elements=elements)
    assert await answer("Which driver is in the first row?", moved) == "Ben Reyes"

"""Lists as people speak of them: their orders, their options and filters, one of their things by its place, their cells."""

import re

import pytest
from builtin_pages import calls, first_call, page, refusal, rows

BOOKS = """
- heading "Books" [level=1]
- combobox "Order":
  - option "Relevance" [selected]
  - option "Publication date (newest)"
  - option "Publication date (oldest)"
  - option "Cheapest first"
  - option "Dearest to cheapest"
  - option "Title Z–A"
  - option "Customer rating"
"""


@pytest.mark.parametrize(
    ("step", "order"),
    [
        ("Sort by publication date, most recent first", "Publication date (newest)"),
        ("Sort by publication date with the oldest on top", "Publication date (oldest)"),
        ("Sort by price, lowest first", "Cheapest first"),
        ("Sort the books by price in descending order", "Dearest to cheapest"),
        ("Order the books by title, Z to A", "Title Z–A"),
        ("Sort the list by rating", "Customer rating"),
        ("Sort the list, newest first", "Publication date (newest)"),
    ],
)
async def test_an_order_is_said_in_other_words_than_the_list_has(step, order):
    call = await first_call(step, page(BOOKS))
    assert (call.name, call.arguments["text"]) == ("selection", order)


@pytest.mark.parametrize(
    "step",
    ["Sort by price", "Sort by title, A to Z", "Sort by weight, lowest first", "Sort by publication date"],
)
async def test_an_order_that_the_list_has_not_or_twice(step):
    await refusal(step, page(BOOKS))


MENU = """
- heading "Boats" [level=1]
- button "Sort: Featured"
- list:
  - listitem: Ada
  - listitem: Bo
"""


async def test_a_list_of_orders_is_opened_first():
    opened = '- menu:\n  - menuitem "Longest"\n  - menuitem "Length: short to long"\n  - menuitem "Newest"\n'
    shown = page(MENU + opened, title="Boats")
    new = [
        each.__class__(
            **{**{f: getattr(each, f) for f in each.__dataclass_fields__}, "new": each.role == "menuitem"}
        )
        for each in shown.elements
    ]
    shown = shown.__class__(
        **{**{f: getattr(shown, f) for f in shown.__dataclass_fields__}, "elements": tuple(new)}
    )
    first, then, *_ = await calls("Sort the boats, most recent first", page(MENU), shown)
    assert first.arguments["description"] == "button 'Sort: Featured'"
    assert then.arguments["description"] == "menuitem 'Newest'"
    *_, last = await calls("Sort the boats by weight, lowest first", page(MENU), shown, shown, shown)
    assert last.arguments["status"] == "not_understood"


def bills(*amounts):
    """A table whose heads do not say in which order it is."""
    told = "\n".join(
        f'  - row: [cell "{name}", cell "{amount}"]' for name, amount in zip("ABC", amounts, strict=True)
    )
    return page(
        rows(f"""
- table:
  - row: [columnheader "Bill", columnheader "Amount"]
{told}
""").replace('columnheader "Amount"', 'columnheader "Amount":\n      - button "Sort column"')
    )


async def test_a_column_is_pressed_until_its_values_stand_in_that_order():
    start, rising, falling = bills("9", "1200", "30"), bills("9", "30", "1200"), bills("1200", "30", "9")
    assert len(await calls("Sort by amount, lowest first", start, rising)) == 2
    assert len(await calls("Sort by amount with the highest on top", start, rising, falling)) == 3
    *_, last = await calls("Sort by amount, lowest first", start, start)
    assert last.arguments["status"] == "not_understood"


FLATS = """
- heading "Flats and rooms" [level=1]
- radio "Any"
- radio "Flat"
- article:
  - heading "Old Mill Flats" [level=3]
  - text: Flat · Harbour, Kiel
  - strong: $90
  - button "Save Old Mill Flats": ♡
  - button "Book"
- article:
  - heading "Blue Door" [level=3]
  - text: Flat · Altstadt, Kiel
  - strong: $120
  - button "Save Blue Door": ♡
  - button "Book"
- article:
  - heading "Kiel Rooms" [level=3]
  - text: Room · Altstadt, Bonn
  - strong: $40
  - button "Save Kiel Rooms": ♡
  - button "Book"
- group "Would you come again?":
  - generic:
    - radio "Yes"
    - text: "Yes"
  - generic:
    - radio "No"
    - text: "No"
"""
ORDERS = re.sub(
    r'columnheader "(\w+) Sort"',
    r'columnheader "\1 Sort":\n          - text: \1\n          - button "Sort"',
    rows("""
- main:
  - heading "Orders" [level=1]
  - generic:
    - text: Open
    - generic: 12
  - generic:
    - text: Overdue
    - generic: 3
  - complementary:
    - grid:
      - row: [columnheader "Order Sort", columnheader "Client Sort", columnheader "Total Sort", columnheader "Actions"]
      - row: [gridcell, gridcell, gridcell, gridcell]
      - row: [gridcell "A-1", gridcell "Ann", gridcell "$30", gridcell "more"]
      - row: [gridcell "A-2", gridcell "Bo", gridcell "$50", gridcell "more"]
      - row: [gridcell "A-3", gridcell "Cy", gridcell "$20", gridcell "more"]
""")
    .replace('"more"', '"⋯":\n          - button "⋯"')
    .replace("- gridcell\n", '- gridcell:\n          - textbox "Filter"\n', 1),
)


@pytest.mark.parametrize(
    ("tree", "step", "aimed"),
    [
        (FLATS, "Save the first result with the heart", ["button 'Save Old Mill Flats'"]),
        (FLATS, "Click the heart of the last place", ["button 'Save Kiel Rooms'"]),
        (
            FLATS,
            "Put both flats in Kiel on the saved list",
            ["button 'Save Old Mill Flats'", "button 'Save Blue Door'"],
        ),
        (FLATS, "Mark the cheapest flat with the heart", ["button 'Save Old Mill Flats'"]),
        (FLATS, "Book the second place", ["button 'Book' in the row of 'Blue Door'"]),
        (ORDERS, "Send a reminder for the order in the second row", ["button '⋯' in the row of 'A-2'"]),
        (ORDERS, "Cancel the order with the highest total", ["button '⋯' in the row of 'A-2'"]),
        (ORDERS, "Open the menu of the first row", ["button '⋯' in the row of 'A-1'"]),
    ],
)
async def test_things_of_a_list_are_picked_by_place_or_measure(tree, step, aimed):
    made = await calls(step, page(tree))
    found = [each.arguments.get("description", "") for each in made if each.name == "click"]
    assert len(found) >= len(aimed)
    assert all(each.startswith(wanted) for each, wanted in zip(found, aimed, strict=False))


@pytest.mark.parametrize(
    ("tree", "step"),
    [
        (FLATS, "Put both flats in Bonn on the saved list"),
        (FLATS, "Put both castles in Kiel on the saved list"),
        (FLATS, "Save the fourth result with the heart"),
        (FLATS, "Mark the cheapest flat with the bell"),
        (FLATS, "Send a reminder for the second place"),
        (FLATS, "Put the cheapest flat into the cart"),
    ],
)
async def test_things_that_no_list_has_are_not_picked(tree, step):
    await refusal(step, page(tree))


CARS = """
- heading "Used cars" [level=1]
- button "All cars"
- button "Vans"
- button "Estates"
- heading "Fuel" [level=2]
- checkbox "Petrol (12)"
- checkbox "Electric (3)"
- heading "Owner rating" [level=2]
- radiogroup "Owner rating":
  - radio "Any" [checked]
  - radio "4 & up"
- checkbox "With warranty only"
- checkbox "Tow bar"
- checkbox "Roof bars"
- combobox "Gearbox":
  - option "Any" [selected]
  - option "Automatic"
  - option "Manual"
- combobox "Sort by":
  - option "Cheapest" [selected]
  - option "Top rating"
- main:
  - article:
    - heading "Kano 2" [level=3]
    - text: Petrol
    - checkbox "Compare"
  - article:
    - heading "Velo Electric" [level=3]
    - text: Electric
    - checkbox "Compare"
"""


@pytest.mark.parametrize(
    ("step", "set_to"),
    [
        ("Show only electric cars", ["Electric (3)"]),
        (
            "Show only vans that are electric and have a warranty",
            ["Vans", "Electric (3)", "With warranty only"],
        ),
        ("Filter by petrol and a tow bar", ["Petrol (12)", "Tow bar"]),
        ("Filter the list for automatic cars with a roof", ["Roof bars", "Automatic"]),
        ("Show only cars with an owner rating of 4 and up", ["4 & up"]),
        ("Only show estates with an automatic gearbox", ["Estates", "Automatic"]),
    ],
)
async def test_words_are_shared_out_over_filters(step, set_to):
    made = await calls(step, page(CARS))
    told = [
        each.arguments.get("text") or each.arguments.get("description", "")
        for each in made[:-1]
        if each.name != "wait"
    ]
    assert len(told) == len(set_to)
    assert all(wanted in each for wanted, each in zip(set_to, told, strict=True))


@pytest.mark.parametrize(
    "step",
    [
        "Show only diesel cars",
        "Show only electric boats",
        "Show only cars without a tow bar",
        "Show only cars with bars",
        "Filter by petrol or electric",
        "Show only electric cars below 9000",
    ],
)
async def test_what_no_filter_says_is_not_left_out(step):
    await refusal(step, page(CARS))

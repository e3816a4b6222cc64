"""Coverage: which words, numbers, names and quotations of a text the names of cited things or literals explain."""

import pytest
from evidence_stories import number, page

from pytest_webagent.judging.coverage import coverage
from pytest_webagent.page.places import place_of

GARDEN = page(
    """
- heading "Allotment plots" [level=1]
- table "Plots":
  - row:
    - columnheader "Plot"
    - columnheader "Tenant"
    - columnheader "Rent"
    - columnheader "Dues"
  - row "A1 Ines Malk €64.00 settled":
    - cell "A1"
    - cell "Ines Malk"
    - cell "€64.00"
    - cell "settled"
  - row "A2 Tom Reyl €52.50 overdue":
    - cell "A2"
    - cell "Tom Reyl"
    - cell "€52.50"
    - cell "overdue"
- region "Watering":
  - heading "Watering" [level=2]
  - textbox "Starts at": 06:30
""",
    title="Allotment plots",
)

CASES = [
    # (text, what is cited, literals, explained by names, by literals, by nothing)
    ("Tom Reyl pays a rent of €52.50", [("cell", "€52.50")], [], "Tom Reyl rent €52.50", "", "pays"),
    ("Tom Reyl pays a rent of €52.50", [("cell", "€64.00")], ["€52.50"], "rent", "€52.50", "Tom Reyl pays"),
    ("the dues of 'Tom Reyl'", [("cell", "overdue")], [], "dues|Tom Reyl", "", ""),
    ("the dues of 'Tom Reyl'", [("cell", "settled")], [], "dues", "", "Tom Reyl"),
    ("two plots cost more than 50 EUR", [], ["2"], "plots", "two", "50 EUR"),
    ("the watering starts at 6:30 am", [("textbox", "Starts at")], [], "watering|6:30 am", "", ""),
    ("mail ann@example.com about INV-77 on 3 May 2026", [], [], "", "", "mail ann@example.com INV-77|3 May 2026"),
    ("show the page with the list of allotments", [], [], "allotments", "", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "cited", "literals", "names", "given", "nothing"), CASES)
def test_each_piece_of_a_text_is_explained_by_a_name_by_a_literal_or_by_nothing(
    text, cited, literals, names, given, nothing
):
    places = [place_of(GARDEN, number(GARDEN, *each)) for each in cited]
    found = coverage(text, GARDEN, places, literals)
    told = [{word for piece in pieces for word in piece.text.split()} for pieces in found]
    assert told == [set(each.replace("|", " ").split()) for each in (names, given, nothing)]

"""A control that is said in any order of words: its name says some of them, and what stands nearest to it the others."""

import pytest
from builtin_pages import first_call, page, refusal

VANS = """
- main:
  - heading "Vans" [level=1]
  - generic:
    - generic:
      - strong: Sprinter 316 Kombi
      - text: Leipzig depot, 3 seats
      - button "Send to workshop"
      - button "Show logbook Sprinter 316 Kombi"
      - checkbox "Compare"
    - generic:
      - strong: Crafter 35
      - text: Halle depot, 3 seats
      - button "Send to workshop"
      - button "Show logbook Crafter 35"
      - checkbox "Compare"
    - generic:
      - strong: Transit Custom
      - text: Leipzig depot, 6 seats
      - button "Send to workshop"
      - button "Show logbook Transit Custom"
      - checkbox "Compare"
  - button "Delete"
  - link "Sprinter 316 manual":
    - /url: /manual
"""


@pytest.mark.parametrize(
    ("goal", "name", "nth"),
    [
        ("Click Send to workshop at the Crafter 35", "Send to workshop", 1),
        ("Send the second van to the workshop", "Send to workshop", 1),
        ("Send the last van to the workshop", "Send to workshop", 2),
        ("Send the van with 6 seats to the workshop", "Send to workshop", 2),
        ("Open the logbook of the Sprinter 316", "Show logbook Sprinter 316 Kombi", 0),
        ("Tick Compare at the Transit Custom", "Compare", 2),
        ("Press 'Send to workshop' for the Halle depot", "Send to workshop", 1),
    ],
)
async def test_all_words_are_said_of_one_control(goal, name, nth):
    vans = page(VANS)
    call = await first_call(goal, vans)
    assert call.name in ("click", "check"), call.arguments
    named = [each.id for each in vans.elements if each.name == name and each.id is not None]
    assert int(call.arguments["element_id"]) == named[nth]


@pytest.mark.parametrize(
    "goal",
    [
        "Click Send to workshop at the Daily 50",  # A name that is not there.
        "Send the van from Leipzig to the workshop",  # Two of them fit.
        "Send the fourth van to the workshop",
        "Send all vans to the workshop",
        "Delete the Crafter 35",  # The one button of this name may be for all that is ticked.
        "Open the invoice of the Crafter 35",
        "Tick Compare at the Daily 50",
    ],
)
async def test_what_is_not_all_said_of_one_control_is_refused(goal):
    await refusal(goal, page(VANS))


async def test_of_one_there_is_no_second():
    one = page('- main:\n  - heading "Vans" [level=1]\n  - strong: Crafter 35\n  - button "Send to workshop"')
    await refusal("Send the second van to the workshop", one)

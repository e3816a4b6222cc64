"""Steps to come and heads of columns name what may be so: they do not say that it is."""

import pytest
from evidence_stories import exists, page, problems, text

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.judging.weaknesses import weaknesses

REPAIR = page(
    """
    - heading "Repair 5" [level=1]
    - list:
      - listitem: Received
      - listitem:
        - link "Repaired" [current=step]
      - listitem:
        - text: Returned
        - paragraph: expected on 12 May
    - table:
      - row:
        - columnheader "Part"
        - columnheader "Paid on"
      - row:
        - cell "Screen"
        - cell "3 May 2026"
      - row:
        - cell "Battery"
        - cell "–"
    - paragraph: The phone was returned on 13 May. """
)
PLAIN = page(
    """
    - heading "Sign up" [level=1]
    - generic:
      - generic: Data
      - generic [current=step]: Address
      - generic: Approved
    - list:
      - listitem:
        - generic [current=step]: "1"
        - generic: Verified """
)
MENU = page(
    """
    - list:
      - listitem:
        - link "Open" [current]
      - listitem:
        - link "Closed" """
)


def returned(**more):
    return text(REPAIR, "listitem", "Returned expected on 12 May", pattern="Returned", **more)


@pytest.mark.parametrize(
    ("seen", "goal", "evidence"),
    [
        (REPAIR, "Was the phone returned?", (returned(),)),
        (REPAIR, "Was the phone returned?", (exists(role="listitem", says="Returned"),)),
        (
            REPAIR,
            "Was the phone returned?",
            (exists(REPAIR, "listitem", "Returned expected on 12 May", state="visible"),),
        ),
        (REPAIR, "Verify that the phone was returned", (returned(),)),
        (PLAIN, "Was the address approved?", (text(PLAIN, "generic", "Approved"),)),
        (REPAIR, "Was the battery paid?", (exists(REPAIR, "columnheader", "Paid on"),)),
        (
            REPAIR,
            "Was the battery paid?",
            (text(REPAIR, "cell", "Battery"), exists(REPAIR, "columnheader", "Paid on")),
        ),
    ],
)
def test_a_step_to_come_and_the_head_of_a_column_show_no_yes(seen, goal, evidence):
    assert "does not say that it is so" in problems(goal, "Yes", evidence, [seen])


@pytest.mark.parametrize(
    ("seen", "goal", "evidence"),
    [
        (REPAIR, "Was the phone received?", (text(REPAIR, "listitem", "Received"),)),
        (REPAIR, "Was the phone repaired?", (exists(REPAIR, "link", "Repaired"),)),
        (REPAIR, "Is the return expected on 12 May?", (text(REPAIR, "paragraph", "expected on 12 May"),)),
        (
            REPAIR,
            "Is the return expected on 12 May?",
            (text(REPAIR, "listitem", "Returned expected on 12 May"),),
        ),
        (REPAIR, "Is there a step 'Returned'?", (exists(REPAIR, "listitem", "Returned expected on 12 May"),)),
        (
            REPAIR,
            "Was the phone returned?",
            (returned(), text(REPAIR, "paragraph", "The phone was returned on 13 May.")),
        ),
        (REPAIR, "Was the screen paid?", (text(REPAIR, "cell", "3 May 2026"),)),
        (REPAIR, "Does the table show when a part was paid?", (exists(REPAIR, "columnheader", "Paid on"),)),
        # A number and its name side by side are one step.
        (PLAIN, "Is the address verified?", (text(PLAIN, "generic", "Verified"),)),
        # Where one is in a menu is no step of a process.
        (MENU, "Does the menu list Closed?", (exists(MENU, "link", "Closed"),)),
    ],
)
def test_steps_behind_the_current_one_values_and_what_is_only_listed_do(seen, goal, evidence):
    assert not problems(goal, "Yes", evidence, [seen])


PARCEL = page(
    """
    - heading "Parcel 7" [level=1]
    - list:
      - listitem: Sent
      - listitem [current=step]: In transit
      - listitem: Delivered """
)


def test_the_current_step_denies_those_after_it_and_none_before():
    current = (text(PARCEL, "listitem", "In transit"),)
    assert not problems("Was the parcel delivered?", "No", current, [PARCEL])
    assert problems("Was the parcel sent?", "No", current, [PARCEL])


@pytest.mark.parametrize(
    ("statement", "evidence", "stands"),
    [
        ("the phone was returned", exists(REPAIR, "listitem", "Returned expected on 12 May"), False),
        ("the phone was returned", returned(relation="=", to="Returned"), False),
        ("the battery is paid", exists(REPAIR, "columnheader", "Paid on"), False),
        ("the phone was received", exists(REPAIR, "listitem", "Received"), True),
        ("the page shows the text 'Returned'", exists(role="listitem", says="Returned"), True),
    ],
)
def test_predicates_of_checks_are_held_to_the_same(statement, evidence, stands):
    assert isinstance(evidence, Derivation)
    assert (
        not any(
            "does not say that it is so" in each
            for each in weaknesses(statement, [work_out(evidence, REPAIR)], REPAIR)
        )
    ) is stands

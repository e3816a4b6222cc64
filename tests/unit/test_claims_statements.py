"""What statements and questions for a yes or no come to, by what a page calls its things; and what is left undecided."""

import pytest
from builtin_pages import page, rows

from pytest_webagent.claims.clauses import clauses
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.predicates import Predicates
from pytest_webagent.claims.statements import asked_for, conditions
from pytest_webagent.language.terms import tokens

LOANS = page(
    rows("""
- heading "My account" [level=1]
- generic:
  - heading "On loan" [level=2]
  - list:
    - listitem:
      - generic: Mort
      - generic: Terry Pratchett
      - generic: Due 3 May 2026
    - listitem:
      - generic: Dune
      - generic: Frank Herbert
      - generic: Due 12 May 2026
- generic:
  - heading "Reserved" [level=2]
  - list:
    - listitem:
      - generic: Sourcery
      - generic: Terry Pratchett
      - generic: No. 2 in the queue
    - listitem:
      - generic: Available Light
      - generic: Ellen Currie
      - generic: No. 5 in the queue
- checkbox "Alerts"
- textbox "Promo code"
- combobox "Branch":
  - option "Main" [selected]
  - option "Attic"
- term: Garage
- definition: None
- term: Opens
- definition: 4 June 2026
- table "Fines":
  - row: [columnheader "Fine", columnheader "Amount", columnheader "Paid"]
  - row: [cell "F-1", cell "$12.00", cell "yes"]
  - row: [cell "F-2", cell "$7.50", cell "no"]
"""),
    title="My account",
    language="en",
)


def truth(found, shown=LOANS):
    """Whether conditions hold on the page; None where that cannot be told."""
    cited = Predicates(shown)
    came_to = [work_out(each, shown) for one in found for each in cited.of(one)]
    if all(each.holds for each in came_to):
        return True
    return False if any(each.refuted for each in came_to) else None


@pytest.mark.parametrize(
    ("statement", "true"),
    [
        ("Mort is due on 3 May 2026", True),
        ("Dune is in the On loan section", True),
        ("Dune is in the Reserved section", False),
        ("Sourcery comes before Available Light", True),
        ("not all fines are paid", True),
        ("fine F-1 has an amount above $10", True),
        ("F-2 is paid", False),
        ("no fine is paid", False),
        ("there are exactly two fines", True),
        ("one of the fines is paid", True),
        ("the Promo code field is empty", True),
        ("there is no fine F-3", True),
        ("'Faust' isn't listed", True),
        ("neither of the fines is paid", False),
    ],
)
def test_a_statement_is_decided_by_what_the_page_calls_its_things(statement, true):
    assert truth(conditions(statement, LOANS)) is true


@pytest.mark.parametrize(
    "statement",
    [
        # A word within somebody's name, a text beside a name, an option, a label whose value denies it.
        "Available Light is available",
        "Mort is overdue",
        "there is an attic",
        "there is a garage",
        # What nobody speaks of, on a page or of a thing.
        "there is Wi-Fi on the ground floor",
        "Mort has a brother at Oakfield",
        "the Terry Pratchett book is in the On loan section",
        "the promo code was applied",
        "Alerts are enabled",
        "all fines are not paid",
        "the fine is about $12",
        "Mort should be returned",
        "Mort or Dune is on loan",
        "Mort lives in Ankh",
    ],
)
def test_what_the_page_does_not_tell_is_left_undecided(statement):
    with pytest.raises(Unclear):
        assert truth(conditions(statement, LOANS)) is not None


@pytest.mark.parametrize(
    ("question", "true"),
    [
        ("Is F-1 paid?", True),
        ("Is F-2 paid?", False),
        ("Are all fines paid?", False),
        ("Is any fine paid?", True),
        ("Is Dune in the Reserved section?", False),
        ("Does Mort come before Dune?", True),
        ("Is the Promo code field empty?", True),
        ("Are there more than two fines?", False),
    ],
)
def test_a_question_is_the_statement_that_would_answer_it_with_yes(question, true):
    assert truth(asked_for(question, LOANS)) is true


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("there are 2 fines and 3 notes", [("2 fines", False), ("3 notes", False)]),
        (
            "Ann and Bob are here but Cy is not",
            [("Ann are here", False), ("Bob are here", False), ("Cy is here", True)],
        ),
        ("the page doesn't show A and B", [("the page show A", True), ("the page show B", True)]),
        ("the total is between 3 and 5", [("the total is between 3 and 5", False)]),
    ],
)
def test_clauses_take_over_what_they_leave_off(statement, said):
    # What two clauses share may be said twice.
    assert {(each.text, each.denied) for each in clauses(tokens(statement))} == set(said)


ADMIN = page(
    rows("""
- navigation "Filters":
  - list "By state":
    - listitem:
      - link "All"
    - listitem:
      - link "On loan"
- main:
  - list:
    - listitem:
      - link "Add book"
    - listitem:
      - link "Import"
  - table:
    - row: [columnheader "Title", columnheader "State"]
    - row: [cell "Kindred", cell "On loan"]
    - row: [cell "Dune", cell "Lost"]
"""),
    title="Books",
    language="en",
)


@pytest.mark.parametrize(
    ("statement", "true"), [("Kindred is in the list", True), ("Emma is in the list", False)]
)
def test_the_list_of_a_page_is_no_menu(statement, true):
    assert truth(conditions(statement, ADMIN), ADMIN) is true

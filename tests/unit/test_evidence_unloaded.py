"""A zero says nothing of a page that still loads, or that says it could not; what an alert has nothing to do with stands."""

import dataclasses

import pytest
from evidence_stories import exists, not_exists, page, problems, text

LOADING = "still loading"
CART = """
- heading "Your cart"
- ABOVE
- paragraph: 0 items
- paragraph: "Owner: Ann"
- paragraph: "Total: $0.00"
"""


def cart(above):
    return page(CART.replace("ABOVE", above), title="Cart")


def total(seen):
    return text(seen, "paragraph", "Total", pattern=r"\$0\.00")


def told(goal, answer, evidence, seen):
    return problems(goal, answer, [evidence], [seen])


@pytest.mark.parametrize("said", ["We could not load your cart.", "Something went wrong."])
def test_a_zero_below_an_error_does_not_tell_what_is_so(said):
    seen = cart(f"alert: {said}")
    assert "does not tell what is so" in told("Report the cart total", "$0.00", total(seen), seen)
    assert "does not tell what is so" in told(
        "Is the cart empty?", "Yes", text(seen, "paragraph", "0 items"), seen
    )
    assert not told("Who is the owner?", "Ann", text(seen, "paragraph", "Owner", pattern="Ann"), seen)
    assert not told("What does the error message say?", said, text(seen, "alert"), seen)
    assert not told("Is there a button 'Pay'?", "No", not_exists("Pay", role="button"), seen)


@pytest.mark.parametrize("role", ["paragraph", "status", "text"])
def test_a_text_that_says_that_it_could_not_be_loaded_needs_no_role(role):
    seen = cart(f"{role}: Unable to load your items")
    assert "does not tell what is so" in told("Report the cart total", "$0.00", total(seen), seen)
    for said in (
        "You cannot update your address here",
        "Orders that could not be loaded are kept for a day",
        "No requests failed to load",
        "Your card was declined. Connect with us",
    ):
        seen = cart(f"{role}: {said}")
        assert not told("Report the cart total", "$0.00", total(seen), seen)


@pytest.mark.parametrize("said", ["We use cookies.", "Saved."])
def test_an_alert_that_says_no_error_hides_nothing(said):
    seen = cart(f"alert: {said}")
    assert not told("Report the cart total", "$0.00", total(seen), seen)
    assert not told("Is the cart empty?", "Yes", text(seen, "paragraph", "0 items"), seen)


def test_an_error_of_something_else_may_be_cited_beside_a_zero():
    for said, stands in (("Could not load the recommendations.", True), ("Could not load the cart.", False)):
        seen = cart(f"alert: {said}")
        found = problems("Report the cart total", "$0.00", [total(seen), text(seen, "alert")], [seen])
        assert ("does not tell" not in found) is stands


def test_a_zero_is_not_told_while_something_loads():
    goal = "How many items are in the cart?"
    for bar, waits in (('progressbar "Loading"', True), ('progressbar "Used space": 40', False)):
        seen = cart(bar)
        if not waits:
            elements = (
                dataclasses.replace(each, value="40") if each.role == "progressbar" else each
                for each in seen.elements
            )
            seen = dataclasses.replace(seen, elements=tuple(elements))
        found = told(goal, "0", text(seen, "paragraph", "0 items", pattern="0"), seen)
        assert (LOADING in found) is waits
        assert not told("Who is the owner?", "Ann", text(seen, "paragraph", "Owner", pattern="Ann"), seen)
    seen = cart('progressbar "Loading"')
    assert LOADING in told("Is there a row 'Mug'?", "No", not_exists("Mug", role="row"), seen)
    assert LOADING not in told("Is the cart shown?", "Yes", exists(seen, "heading", "Your cart"), seen)


@pytest.mark.parametrize(
    ("other", "waits"),
    [
        ("paragraph: Loading…", True),
        ("status: Updating your cart...", True),
        ("generic: Wird geladen …", True),
        ("text: Loading", True),
        ("progressbar: Loading…", True),
        ("paragraph: Loading 45%", True),
        ("paragraph: Your orders are loading", True),
        ("paragraph: Loading more…", False),
        ("paragraph: Loading dock 4 is closed", False),
        ("paragraph: Updating prices is our work...", False),
        ('button "Loading…"', False),
        ("list:\n  - listitem: Ann\n  - listitem:\n    - text: Loading…\n    - text: Bob", False),
    ],
)
def test_a_text_that_says_that_it_loads_needs_no_role(other, waits):
    seen = cart(other)
    found = told(
        "How many items are in the cart?", "0", text(seen, "paragraph", "0 items", pattern="0"), seen
    )
    assert (LOADING in found) is waits
    assert not told("Who is the owner?", "Ann", text(seen, "paragraph", "Owner", pattern="Ann"), seen)


def test_what_is_busy_is_not_read():
    seen = cart("paragraph [busy]: 3 parcels")
    assert LOADING in told(
        "How many parcels are there?", "3", text(seen, "paragraph", "3 parcels", pattern="3"), seen
    )
    assert not told("Who is the owner?", "Ann", text(seen, "paragraph", "Owner", pattern="Ann"), seen)


@pytest.mark.parametrize(
    "other",
    [
        'table [busy]:\n  - row "Wait":\n    - cell "Wait" [busy]',
        'region "Weather":\n  - progressbar "Loading"',
        'list "News":\n  - listitem: Snow\n  - listitem:\n    - alert: Could not be loaded',
    ],
)
def test_what_loads_or_failed_elsewhere_says_nothing_of_a_zero_that_is_there(other):
    seen = cart(other)
    assert not told("Report the cart total", "$0.00", total(seen), seen)
    # What is missing could come there.
    missing = told("Is there a row 'Mug'?", "No", not_exists("Mug", role="row"), seen)
    assert (LOADING in missing) is ("alert" not in other)

"""What a goal wants is read from its words."""

import pytest

from pytest_webagent.judging.goals import read


@pytest.mark.parametrize(
    "goal",
    [
        "Add 2 mugs",
        "Search for 'mug', open the cheapest one, add it to the cart and report the cart total.",
        "Please remove the Ramen Bowl.",
        "1. Open Books\n2. Click 'Delete'\n3. Report the message",
        "Log in as 'anna' with the password 'tea-time'",
        "Sign out",
        "Could you order the Blue Mug?",
        "Open the cart and click 'Save'",
        "Press the 'Send review' button",
        "Mark the todo 'Milk' as done",
        "Check the box 'Gift wrap'",
        "Tick 'In stock only'",
        "Choose 'Norway' as the country",
        "Upload 'garden.png'",
        "Go to the checkout, then pay with 'invoice'",
        "Enable dark mode",
    ],
)
def test_a_goal_that_changes_something(goal):
    assert read(goal).changes is True


@pytest.mark.parametrize(
    "goal",
    [
        "Open the cart",
        "Go to 'My orders' and scroll down",
        "Search for mugs, filter by 'On loan' and sort by price",
        "Click 'Menu', then click the Profile link",
        "What is the heading?",
        "Check that the cart is empty",
        "Report the number of users",
        "Open the cart and do not remove the Ramen Bowl.",
        "Is the Blue Mug in stock?",
        "Wait until the list is loaded and read the first entry",
    ],
)
def test_a_goal_that_changes_nothing(goal):
    assert read(goal).changes is False


@pytest.mark.parametrize("goal", ["Frobnicate the cart", "Lege die Tasse in den Warenkorb", "カートに追加"])
def test_a_goal_in_unknown_words_stays_open(goal):
    assert read(goal).changes is None


@pytest.mark.parametrize(
    ("goal", "asks"),
    [
        ("Report the total", "value"),
        ("Add a mug and tell me the total", "value"),
        ("Tell me whether it was shipped", "truth"),
        ("How many orders are there?", "value"),
        ("Open the cart. Which items are in it?", "value"),
        ("Is the mug in stock?", "truth"),
        ("Log in and check that the name is shown", "truth"),
        ("Verify the total is $12", "truth"),
        ("Wie viel kostet die Tasse?", "value"),
        ("Ist die Tasse da?", "truth"),
        ("¿Cuántos pedidos hay?", "value"),
        ("Add the mug to the cart", ""),
        ("Open the page that lists what is new", ""),
        ("Check the box 'Gift wrap' and save", ""),
        ("Confirm the deletion", ""),
    ],
)
def test_what_a_goal_asks(goal, asks):
    assert read(goal).asks == asks


@pytest.mark.parametrize(
    ("goal", "changes"),
    [
        ("If there is a button 'Accept all', click it. Is there a button 'Accept all'?", False),
        ("If the cart is not empty, remove the mug", None),
        ("If a banner covers the page, delete it. Then add the mug to the cart.", True),
    ],
)
def test_what_hangs_on_a_condition_is_not_wanted_for_sure(goal, changes):
    assert read(goal).changes is changes


def test_what_is_quoted_is_no_verb():
    assert read("Open 'Delete me, and tell us'").changes is False
    assert read("Open 'Delete me, and tell us'").asks == ""
    assert read("Open 'Done. Delete it?'").changes is False
    assert read("Enter 'Nice. What is it?' as the title").asks == ""
    assert read("What is the price of 'Mug. Blue'?").asking == "What is the price of 'Mug. Blue'?"
    assert read("Open \ue000 'A' \ue000").changes is False


def test_filling_in_is_told_from_doing():
    assert read("Type 'tea' into the search field").fills_only
    assert read("Open the form, enter 'Ada' as the name and tick 'News'").fills_only
    assert not read("Enter 'Ada' as the name and save").fills_only
    assert not read("Open the form").fills_only


def test_asking_before_changing_is_told_from_asking_after():
    assert read("Report the price, then add the mug to the cart").asks_first
    assert not read("Add the mug to the cart, then report the price").asks_first


def test_a_goal_may_speak_of_errors_itself():
    assert read("Log in with a wrong password. What does the message say?").of_trouble
    assert read("Check that the card is declined").of_trouble
    assert not read("Pay with the card").of_trouble
    assert not read("Pay with the card. Do not send anything else.").of_trouble


def test_calling_off_is_told_from_cancelling():
    assert read("Click 'Remove', then choose Cancel in the dialog").calls_off
    assert read("Press Delete and dismiss the confirmation").calls_off
    assert not read("Click 'Cancel order' in the row of order 1004").calls_off
    assert not read("Cancel order 1004").calls_off

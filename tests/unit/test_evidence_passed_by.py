"""What a goal names and a run passed by, each with the honest run that looks like it."""

import pytest
from evidence_stories import act, click, exists, not_exists, number, page, problems, text, value, verdict

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.judging.story import Act


def stands(goal, answer, evidence, pages, acts=(), status="done"):
    assert verdict(goal, answer, evidence, pages, acts, status).problems == ()


def press(step, seen, role, says, nth=1):
    """A press of the so many-th element of a name."""
    found = [each for each in seen.elements if each.role == role and each.name == says]
    return Act(step, "click", "action", {"description": "the right one, surely"}, found[nth - 1])


ROW = '  - row:\n    - cell "{0}"\n    - cell "{1}"\n    - cell "{2}"\n    - cell:\n      - button "Ship"\n      - button "Note"\n'


def orders(*rows, says="", total="$87.50"):
    table = "".join(ROW.format(*row) for row in rows)
    head = '  - row:\n    - columnheader "Order"\n    - columnheader "Status"\n    - columnheader "Total"\n'
    foot = f'  - row:\n    - cell "Sum"\n    - cell "{total}"\n'
    said = f"- status: {says}\n" if says else ""
    return page(f'- heading "Orders"\n{said}- table "Orders":\n{head}{table}{foot}', title="Orders")


OPEN = (("A-101", "Open", "$20.00"), ("A-102", "Open", "$35.50"), ("A-103", "Shipped", "$12.00"))
BEFORE = orders(*OPEN)
FIRST = orders(("A-101", "Shipped", "$20.00"), *OPEN[1:], says="Order shipped")
SECOND = orders(OPEN[0], ("A-102", "Shipped", "$35.50"), OPEN[2], says="Order shipped")
NOTED = orders(*OPEN, says="Note saved")
BOTH = orders(*((name, "Shipped", total) for name, _, total in OPEN), says="Order shipped")


def shipped(seen):
    return [text(seen, "status", "Order shipped")]


def test_the_row_that_the_goal_names_has_to_be_acted_on():
    wrong = [press(1, BEFORE, "button", "Ship", 1)]
    assert 'row "A-102' in problems("Ship order A-102", "done", shipped(FIRST), [BEFORE, FIRST], wrong)
    right = [press(1, BEFORE, "button", "Ship", 2)]
    stands("Ship order A-102", "done", shipped(SECOND), [BEFORE, SECOND], right)


def test_each_of_the_rows_that_the_goal_names_has_to_be_acted_on():
    goal, one = "Ship the orders A-101 and A-102", press(1, BEFORE, "button", "Ship", 1)
    assert "A-102" in problems(goal, "done", shipped(FIRST), [BEFORE, FIRST], [one])
    both = [one, press(2, FIRST, "button", "Ship", 2)]
    stands(goal, "done", shipped(BOTH), [BEFORE, FIRST, BOTH], both)


def test_another_button_beside_the_one_that_is_asked_for_does_not_do_it():
    note = [press(1, BEFORE, "button", "Note", 2)]
    goal, said = "Ship order A-102", [text(NOTED, "status", "Note saved")]
    assert 'nothing was done to the button "Ship"' in problems(goal, "done", said, [BEFORE, NOTED], note)
    stands("Add a note to order A-102", "done", said, [BEFORE, NOTED], note)


def test_the_site_is_not_blamed_for_a_button_nobody_pressed():
    still = [text(BEFORE, "cell", "Open")]
    assert problems("Ship order A-101", "It cannot be shipped", still, [BEFORE], status="goal_not_met")
    none = [not_exists("Ship order", role="button")]
    assert problems("Ship order A-101", "There is no button", none, [BEFORE], status="goal_not_met")
    gone = [not_exists("A-109")]
    stands("Ship order A-109", "There is no A-109", gone, [BEFORE], status="goal_not_met")


def test_a_row_that_the_goal_says_is_not_meant_is_left_alone():
    right = [press(1, BEFORE, "button", "Ship", 2)]
    for goal in ("Ship order A-102 (not A-101)", "Ship order A-102 but not the A-101"):
        stands(goal, "done", shipped(SECOND), [BEFORE, SECOND], right)
    assert 'row "A-101' in problems(
        "Do not wait: ship A-102 and A-101", "done", shipped(SECOND), [BEFORE, SECOND], right
    )


def test_the_number_of_a_row_and_what_is_to_be_off_are_no_exceptions():
    wrong = [press(1, BEFORE, "button", "Ship", 1)]
    assert 'row "A-102' in problems("Ship order no A-102", "done", shipped(FIRST), [BEFORE, FIRST], wrong)
    goal = "Ship A-101; if that is not A-102, ship that one as well"
    assert "A-102" in problems(goal, "done", shipped(FIRST), [BEFORE, FIRST], wrong)
    mails = '- checkbox "Digest"{}\n- checkbox "Newsletter" [checked]\n- button "Save"'
    before, ticked = page(mails.format("")), page(mails.format(" [checked]"))
    saved = page("- status: Saved")
    done = [press(1, before, "checkbox", "Digest"), press(2, ticked, "button", "Save")]
    assert problems(
        "Enable Digest, not Newsletter", "done", [text(saved, "status")], [before, ticked, saved], done
    )


def test_the_things_of_a_cart_are_no_fields_of_a_form():
    row = '  - row:\n    - rowheader "{0}"\n    - cell:\n      - spinbutton "{0}": "1"\n    - cell:\n      - button "Order"\n'
    goods = page("- table:\n" + row.format("Tea") + row.format("Rum") + row.format("Ink"))
    done = [press(1, goods, "button", "Order", 1)]
    ordered = page("- status: Tea ordered")
    said = problems("Order the Tea and the Rum", "done", [text(ordered, "status")], [goods, ordered], done)
    assert "nothing was done" in said


def test_a_link_that_the_goal_says_is_not_meant_is_left_alone():
    ships = page('- link "Windrose"\n- link "Windrose II"')
    ship = page('- heading "Windrose"\n- button "Check out"')
    left = page("- status: Windrose is checked out.")
    done = [press(1, ships, "link", "Windrose"), press(2, ship, "button", "Check out")]
    told = "done", [text(left, "status")], [ships, ship, left], done
    stands("The Windrose (not the Windrose II) is leaving: check her out", *told)
    assert "nothing was done to the link" in problems("Check out the Windrose and the Windrose II", *told)


def test_the_fields_of_a_form_are_no_things_beside_which_another_is_passed_by():
    def form(room, owner):
        fields = (("* Room", room), ("* Owner", owner), ("* Kind", "Scale"))
        field = '  - generic:\n    - generic: "{0}"\n    - generic:\n      - combobox "{0}"\n      - generic: "{1}"\n'
        items = "".join(field.format(*each) for each in fields)
        return page(f'- dialog "Edit":\n{items}  - button "Save"', title="Edit")

    before, filled = form("2.14", "Ann"), form("2.14", "Ben")
    saved = page("- status: Ben owns the scale of room 2.14 now.")
    done = [click(1, before, "generic", "Ann"), press(2, filled, "button", "Save")]
    goal = "Of the scales in room 2.14 edit the first one: put Ben in charge of it"
    stands(goal, "done", [text(saved, "status")], [before, filled, saved], done)


# Aggregates.


def totals(op, *names, **more):
    return Derivation(op=op, elements=tuple(number(BEFORE, "cell", name) for name in names), **more)


def test_no_row_of_the_same_kind_is_left_out():
    goal = "What is the sum of the totals of all orders?"
    assert "A-103" in problems(goal, "$55.50", [totals("sum", "$20.00", "$35.50")], [BEFORE])
    stands(goal, "$67.50", [totals("sum", "$20.00", "$35.50", "$12.00")], [BEFORE])
    goal = "What is the sum of the totals of all open orders?"
    stands(goal, "$55.50", [totals("sum", "$20.00", "$35.50")], [BEFORE])
    stands("What do A-101 and A-102 cost in all?", "$55.50", [totals("sum", "$20.00", "$35.50")], [BEFORE])


def test_a_row_that_sums_up_the_others_is_not_counted():
    counted = Derivation(op="count", role="row", within=number(BEFORE, "table", "Orders"))
    assert "sums up" in problems("How many orders are there?", "4", [counted], [BEFORE])
    stands("How many orders are there?", "3", [totals("count", "A-101", "A-102", "A-103")], [BEFORE])


def test_what_is_said_of_all_may_be_shown_by_one_that_is_not_or_by_none():
    goal = "Are all orders shipped?"
    stands(goal, "no", [text(BEFORE, "cell", "Open")], [BEFORE])
    stands(goal, "yes", [not_exists("Open"), exists(says="Shipped", role="cell")], [BEFORE, BOTH])


# Forms.

SETTINGS = '- heading "Settings"\n- region "Profile":\n  - textbox "Display name": {0}\n  - textbox "Email": {1}\n  - button "Save profile"\n{2}- region "Notifications":\n  - checkbox "Weekly newsletter"\n  - checkbox "SMS alerts"\n  - button "Save notifications"\n{3}'
FORM = page(SETTINGS.format("Sam", "sam@x.org", "", ""))
TYPED = page(SETTINGS.format("Max Power", "sam@x.org", "", ""))
SAVED = page(SETTINGS.format("Max Power", "sam@x.org", "  - paragraph: Profile saved\n", ""))
OTHER = page(SETTINGS.format("Max Power", "sam@x.org", "", "  - paragraph: Preferences saved\n"))
EMPTY = page(SETTINGS.format("Sam", "sam@x.org", "  - paragraph: Profile saved\n", ""))
NAMING = "Change the display name to Max Power"


def test_a_form_is_sent_by_its_own_button():
    typed = act(1, "type", FORM, "textbox", "Display name", text="Max Power")
    other = [typed, click(2, TYPED, "button", "Save notifications")]
    assert problems(NAMING, "done", [text(OTHER, "paragraph", "Preferences")], [FORM, TYPED, OTHER], other)
    own = [typed, click(2, TYPED, "button", "Save profile")]
    stands(NAMING, "done", [text(SAVED, "paragraph", "Profile saved")], [FORM, TYPED, SAVED], own)


def test_a_field_that_the_goal_names_has_to_be_filled_in():
    saved = [click(1, FORM, "button", "Save profile")]
    assert problems(NAMING, "done", [text(EMPTY, "paragraph", "Profile saved")], [FORM, EMPTY], saved)
    wrong = [
        act(1, "type", FORM, "textbox", "Email", text="Max Power"),
        click(2, FORM, "button", "Save profile"),
    ]
    said = problems(NAMING, "done", [text(EMPTY, "paragraph", "Profile saved")], [FORM, FORM, EMPTY], wrong)
    assert 'nothing was done to the textbox "Display name"' in said


@pytest.mark.parametrize("typed", ["Max Powers", "Max"])
def test_what_the_goal_gives_has_to_be_used_letter_by_letter(typed):
    after = page(SETTINGS.format(typed, "sam@x.org", "  - paragraph: Profile saved\n", ""))
    acts = [
        act(1, "type", FORM, "textbox", "Display name", text=typed),
        click(2, FORM, "button", "Save profile"),
    ]
    said = problems(NAMING, "done", [text(after, "paragraph", "Profile saved")], [FORM, FORM, after], acts)
    assert 'the goal says "Max Power"' in said


def test_a_day_may_be_typed_in_another_way_but_not_be_another():
    form = page('- textbox "Date"\n- button "Save"')
    after = page('- status: Event saved\n- textbox "Date"\n- button "Save"')
    for typed, right in (("2026-05-20", True), ("20 May 2026", True), ("2026-05-02", False)):
        acts = [act(1, "type", form, "textbox", "Date", text=typed), click(2, form, "button", "Save")]
        goal = "Add an event on 20 May 2026"
        said = problems(goal, "done", [text(after, "status", "Event saved")], [form, form, after], acts)
        assert bool(said) is not right


def test_an_option_that_the_goal_names_has_to_be_chosen():
    tree = '- textbox "Email"\n- combobox "Role":\n  - option "Viewer"{0}\n  - option "Editor"{1}\n- button "Send invitation"\n{2}'
    sent = "- paragraph: Invitation sent\n"
    goal = "Invite eve@x.org as Editor"
    for viewer, editor, right in ((" [selected]", "", False), ("", " [selected]", True)):
        form, after = page(tree.format(viewer, editor, "")), page(tree.format(viewer, editor, sent))
        acts = [act(1, "type", form, "textbox", "Email", text="eve@x.org"), click(2, form, "button", "Send")]
        said = problems(goal, "done", [text(after, "paragraph", "Invitation")], [form, form, after], acts)
        assert bool(said) is not right


# The last step.

REVIEW = page(
    '- heading "Review your booking"\n- paragraph: Sea room\n- button "Confirm booking"\n- button "Back"'
)
ROOMS = page('- heading "Rooms"\n- button "Choose Garden room"\n- button "Choose Sea room"')
BOOKED = page('- heading "Thank you"\n- paragraph: Your booking is BK-7731.\n- button "Book another room"')
SEA = click(1, ROOMS, "button", "Choose Sea room")


def test_what_waits_to_be_confirmed_is_not_done():
    goal = "Book the Sea room"
    assert '"Confirm booking"' in problems(
        goal, "done", [text(REVIEW, "heading", "Review")], [ROOMS, REVIEW], [SEA]
    )
    acts = [SEA, click(2, REVIEW, "button", "Confirm booking")]
    stands(goal, "done", [text(BOOKED, "paragraph", "BK")], [ROOMS, REVIEW, BOOKED], acts)
    goal = "Book the Sea room, but do not confirm it"
    stands(goal, "The review is shown", [text(REVIEW, "heading", "Review")], [ROOMS, REVIEW], [SEA])


def test_the_button_for_another_room_does_not_book_this_one():
    acts = [click(1, ROOMS, "button", "Choose Garden room"), click(2, REVIEW, "button", "Confirm booking")]
    said = problems(
        "Book the Sea room", "done", [text(BOOKED, "paragraph", "BK")], [ROOMS, REVIEW, BOOKED], acts
    )
    assert 'nothing was done to the button "Choose Sea room"' in said


# Lists.

PAGED = '- heading "Laptops"\n- searchbox "Search"\n- list:\n  - listitem:\n    - heading "Acer"\n    - paragraph: {0}\n  - listitem:\n    - heading "Dell"\n    - paragraph: {1}\n- link "1"\n- link "2"'
LAPTOPS = page(PAGED.format("$699.00", "$449.00"))


def test_the_cheapest_is_the_cheapest():
    goal = "Which laptop is the cheapest?"
    assert "is not what the goal asks for" in problems(
        goal, "Acer", [text(LAPTOPS, "heading", "Acer")], [LAPTOPS]
    )
    stands(goal, "Dell", [text(LAPTOPS, "heading", "Dell")], [LAPTOPS])


def test_what_was_called_off_is_not_done():
    before = page('- listitem: photo.jpg\n- button "Delete"')
    asks = page(
        '- dialog "Delete":\n  - paragraph: Delete photo.jpg?\n  - button "Delete"\n  - button "Cancel"'
    )
    acts = [click(1, before, "button", "Delete"), click(2, asks, "button", "Cancel")]
    said = problems(
        "Delete photo.jpg", "done", [not_exists("Delete photo.jpg?")], [before, asks, before], acts
    )
    assert "the page shows just what it showed before" in said


def test_what_was_chosen_for_the_goal_of_a_value_stands():
    assert problems(NAMING, "done", [value(TYPED, "textbox", "Display name")], [FORM, TYPED], [])


FILES = page(
    '- heading "My files"\n- table:\n  - row:\n    - cell "report.pdf"\n    - cell "1.2 MB"\n  - row:\n    - cell "photo.jpg"\n    - cell "5.8 MB"\n- paragraph: Used 4.2 GB of 15 GB\n- paragraph: photo.jpg is 5.8 MB large'
)


def test_what_stands_outside_a_row_says_nothing_of_it():
    goal, size = "How big is photo.jpg?", r"[\d.]+ [MG]B"
    used = [text(FILES, "paragraph", "Used", pattern=size)]
    assert "in the row" in problems(goal, "4.2 GB", used, [FILES])
    stands(goal, "5.8 MB", [text(FILES, "paragraph", "photo.jpg", pattern=size)], [FILES])
    stands("How much is used?", "4.2 GB", used, [FILES])


def test_that_a_thing_is_there_does_not_make_it_so():
    there = [exists(says="A-102")]
    assert problems("Is order A-102 shipped?", "yes", there, [BEFORE])
    stands("Is there an order A-102?", "yes", there, [BEFORE])

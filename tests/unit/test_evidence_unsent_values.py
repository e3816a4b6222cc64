"""Goals that change something and ask for a value: what is not sent yet answers nothing."""

import pytest
from evidence_stories import act, click, page, problems, text, value

from pytest_webagent.judging.acts import can_change
from pytest_webagent.judging.goals import read
from pytest_webagent.judging.story import Story


def form(status, *says, start=0):
    said = "".join(f"\n- {each}" for each in says)
    return page(
        f'- heading "Change book"\n- combobox "Status": {status}\n- button "Save"{said}',
        url="http://a.test/b/1",
        first=start,
    )


def books(status, start=100):
    return page(
        f'- heading "Books"\n- table:\n  - row "Mort {status}":\n    - cell "Mort"\n    - cell "{status}"',
        url="http://a.test/b",
        first=start,
    )


ON_LOAN, CHOSEN = form("On loan"), form("On the shelf")
GOAL = "Set the status to 'On the shelf' and click 'Save'. What is the status?"
CHOOSE = act(1, "selection", ON_LOAN, "combobox", text="On the shelf")
SAVE = click(2, CHOSEN, "button", "Save")


def test_the_option_that_was_chosen_and_not_sent_is_no_evidence():
    said = problems(GOAL, "On the shelf", [value(CHOSEN, "combobox")], [ON_LOAN, CHOSEN], [CHOOSE])
    assert "before it was sent" in said
    kept = form("On the shelf", "status: The book was changed.", start=50)
    pages, acts = [ON_LOAN, CHOSEN, kept], [CHOOSE, SAVE]
    assert not problems(GOAL, "On the shelf", [value(kept, "combobox")], pages, acts)


@pytest.mark.parametrize("goal", [GOAL, "Set the status to 'On the shelf' and click 'Save'."])
def test_what_a_form_held_before_it_was_sent_does_not_show_that_it_was_saved(goal):
    pages, acts = [ON_LOAN, CHOSEN, books("On loan")], [CHOOSE, SAVE]
    assert "before it was sent" in problems(
        goal, "On the shelf", [value(CHOSEN, "combobox", step=2)], pages, acts
    )
    saved = [ON_LOAN, CHOSEN, books("On the shelf")]
    cited = [text(saved[-1], "cell", "On the shelf"), value(CHOSEN, "combobox", step=2)]
    assert not problems(goal, "On the shelf", cited, saved, acts)


def test_what_stood_in_the_form_may_be_asked_for_before_it_is_sent():
    goal = "Set the status to 'On the shelf', tell me the status in the form, then click 'Save'."
    pages, acts = [ON_LOAN, CHOSEN, books("On the shelf")], [CHOOSE, SAVE]
    assert "before it was sent" not in problems(
        goal, "On the shelf", [value(CHOSEN, "combobox", step=2)], pages, acts
    )


def cart(quantity, total, start=0):
    return page(
        f'- heading "Cart"\n- spinbutton "Quantity": "{quantity}"\n- button "Update"\n- paragraph: {total}',
        first=start,
    )


def test_a_total_may_be_read_once_the_quantity_was_sent_or_taken_by_the_page_itself():
    one, three = cart(1, "$9.00"), cart(3, "$9.00")
    goal = "Set the quantity to 3 and click 'Update'. What is the total?"
    acts = [act(1, "type", one, "spinbutton", text="3")]
    by_itself = cart(3, "$27.00")
    assert "was not sent" not in problems(
        goal, "$27.00", [text(by_itself, "paragraph")], [one, by_itself], acts
    )
    pressed = [*acts, click(2, three, "button", "Update")]
    # A coupon that makes up for it leaves the total as it was.
    for total in ("$27.00", "$9.00"):
        updated = cart(3, total, start=50)
        assert not problems(goal, total, [text(updated, "paragraph")], [one, three, updated], pressed)


def test_a_search_is_no_deed_where_the_goal_has_another():
    shop = page('- searchbox "Search"\n- button "Search"\n- button "Add to cart"')
    search, add = click(1, shop, "button", "Search"), click(1, shop, "button", "Add to cart")
    goal = "Search for 'mug' and add it to the cart"
    story = Story(goal, [shop], shop, [search, add])
    assert not can_change(search, read(goal), story)
    assert can_change(add, read(goal), story)


FILES = page(
    """
    - heading "Files"
    - list:
      - listitem:
        - text: photo.jpg
        - button "Delete"
      - listitem:
        - text: notes.txt
        - button "Delete"
    """
)


@pytest.mark.parametrize(
    ("role", "tree"),
    [
        ("heading", '- heading "Delete photo.jpg?"\n- button "Yes, I\'m sure"\n- link "No, take me back"'),
        (
            "paragraph",
            '- paragraph: Are you sure you want to delete photo.jpg?\n- button "Delete"\n- button "Cancel"',
        ),
        ("heading", '- dialog "Files":\n  - heading "Delete photo.jpg?"\n  - button "OK"'),
        (
            "paragraph",
            '- dialog "Delete file":\n  - paragraph: photo.jpg goes for good.\n  - button "Delete"\n  - button "Cancel"',
        ),
    ],
)
def test_a_question_that_nobody_answered_shows_nothing(role, tree):
    asking = page(tree, first=100)
    pressed = [click(1, FILES, "button", "Delete")]
    assert problems("Delete photo.jpg", "done", [text(asking, role)], [FILES, asking], pressed)

"""An alert that is new shows a deed only if it says so, or if something else changed."""

import pytest
from evidence_stories import click, exists, not_exists, page, problems, text

GOAL = "Click 'Cancel order' in the row of order 1004."


def orders(alert="", status="Being packed", first=0):
    said = f"      - alert: {alert}\n" if alert else ""
    return page(
        f"""
    - main:
{said}      - table:
        - row:
          - cell "1004"
          - cell "{status}"
          - cell:
            - button "Cancel order 1004"
""",
        first=first,
    )


def told(after):
    before = orders()
    acts = [click(1, before, "button", "Cancel order 1004")]
    return problems(GOAL, "done", [text(after, "alert")], [before, after], acts)


def test_an_alert_that_says_something_else_is_no_deed():
    assert "all that came of it is" in told(orders("Order 1004 is on its way already.", first=60))


@pytest.mark.parametrize(
    "after",
    [
        orders("Order 1004 was cancelled.", first=60),
        orders("We got your cancellation.", first=60),
        orders("Success!", first=60),
        orders("See you soon.", "Cancelled", first=60),
    ],
)
def test_an_alert_that_says_the_deed_or_is_not_alone_shows_it(after):
    assert not told(after)


def form(says=""):
    return page(f'- main:\n  - heading "New code"\n{says}  - textbox "Code"\n')


ABSENT = [not_exists("error"), exists(role="heading", says="New code")]
ALERT, TEXT = "  - alert: Both codes differ.\n", "  - paragraph: The codes could not be compared.\n"


@pytest.mark.parametrize("says", [ALERT, TEXT])
@pytest.mark.parametrize(
    ("goal", "answer"),
    [
        ("Is there an error?", "no"),
        ("Is a problem reported?", "no"),
        ("Verify that no error is shown", "No error is shown"),
        ("Verify that there is no error message", "done"),
    ],
)
def test_there_is_no_error_only_where_what_may_be_one_was_looked_at(goal, answer, says):
    assert "nothing is cited of that" in problems(goal, answer, ABSENT, [form(says)])
    seen = form(says)
    looked_at = text(seen, "alert" if says is ALERT else "paragraph")
    assert "nothing is cited" not in problems(goal, answer, [*ABSENT, looked_at], [seen])


@pytest.mark.parametrize(
    "says", ["", "  - alert: Your code was saved.\n", "  - alert\n", "  - paragraph: What if it failed?\n"]
)
def test_there_is_no_error_beside_a_success(says):
    assert not problems("Is there an error?", "no", ABSENT, [form(says)])


def test_what_a_page_announces_is_no_matter_of_another_question():
    assert not problems("Is there a captcha?", "no", [not_exists("captcha"), ABSENT[1]], [form(ALERT)])

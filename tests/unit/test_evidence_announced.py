"""An alert that is new shows a deed only if it says so, or if something else changed."""

import pytest
from evidence_stories import click, page, problems, text

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

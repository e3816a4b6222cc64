"""A recorded step is done at what its element has become, and never at its neighbour.

Each test records a run on a page as it was, and replays it on a page that was changed on purpose, or is broken.
"""

from __future__ import annotations

import pytest

from pytest_webagent.recording.renaming import kinship

SAME = [
    ("Add to cart", "Add to basket"),
    ("Login", "Log in"),
    ("Log in", "Sign in"),
    ("Save", "Save changes"),
    ("Checkout", "Proceed to checkout"),
    ("Delete", "Remove"),
    ("Remove", "Remove item"),
    ("Title", "Title:"),
    ("E-mail", "Email"),
    ("Cart", "Cart (2)"),
]
NEAR = [("Quantity", "Qty"), ("Create ticket", "New ticket"), ("Post review", "Write review")]
OTHER = [
    ("Discount code", "Voucher code"),
    ("Espresso Mug", "Blue Mug"),
    ("Kindred", "Kindled"),
    ("Price: low to high", "Price: high to low"),
    ("Products", "Shop"),
]
CONTRARY = [
    ("Save", "Delete"),
    ("Save", "Save as new"),
    ("Save", "Save & new"),
    ("Save", "Save and add another"),
    ("Save", "Save as draft"),
    ("Add item", "Remove item"),
    ("Delete", "Delete all"),
    ("Page 2", "Page 3"),
    ("Page", "Page 2"),
    ("Add one", "Add two"),
    ("First name", "Last name"),
    ("Next", "Previous"),
    ("Subscribe", "Unsubscribe"),
    ("Sign in", "Sign up"),
    ("Log in", "Log out"),
    ("Private", "Public"),
    ("Send me news", "Do not send me news"),
    ("Pay", "Pay later"),
    ("Order 1005", "Order 1006"),
    ("Account", "Delete account"),
    ("Password", "Confirm password"),
    ("Mort", "Mort (audio book)"),
]


@pytest.mark.parametrize(
    ("was", "name", "expected"),
    [
        (*pair, expected)
        for pairs, expected in ((SAME, "same"), (NEAR, "near"), (OTHER, "other"), (CONTRARY, "contrary"))
        for pair in pairs
    ],
)
def test_how_a_name_is_related_to_another(was: str, name: str, expected: str) -> None:
    assert kinship(was, name) == kinship(name, was) == expected

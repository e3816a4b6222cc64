"""How the builtin model compares words with names, and reads values."""

from datetime import date
from decimal import Decimal

import pytest

from pytest_webagent.model.builtin import values
from pytest_webagent.model.builtin.words import Fit, Words, fit, unveil, veil


@pytest.mark.parametrize(
    ("said", "name", "expected"),
    [
        ("Save", "save", Fit.EXACT),
        ("Cart", "Cart (2)", Fit.SAME),
        ("Next", "Next →", Fit.SAME),
        ("the mugs", "Mug", Fit.SAME),
        ("log in", "Sign in", Fit.SAME),
        ("basket", "Shopping cart", Fit.SAME),
        ("checkout", "Proceed to checkout", Fit.PART),
        ("settings", "Setings", Fit.TYPO),
        ("gift wrapping", "Wrap as a gift", Fit.TYPO),
        ("publish", "Unpublish", Fit.NONE),
        ("subscribe", "Unsubscribe", Fit.NONE),
        ("activate", "Deactivate", Fit.NONE),
        ("Austria", "Australia", Fit.NONE),
        ("save draft", "Save", Fit.NONE),
        ("order 12", "Order 13", Fit.NONE),
        ("", "Save", Fit.NONE),
    ],
)
def test_words_fit_names(said, name, expected):
    assert fit(Words(said), name) == expected


@pytest.mark.parametrize(
    ("said", "name", "expected"),
    [
        ("Cart", "cart", Fit.EXACT),
        ("Cart", "Cart 2 items", Fit.SAME),
        ("Wrap as a gift", "Wrap as a gift ($3.00)", Fit.SET),
        ("Delete", "Delete account", Fit.NONE),
        ("Remove", "Delete", Fit.NONE),
        ("Entry 7", "Entry 8", Fit.NONE),
        ("Page", "Page 2", Fit.NONE),
    ],
)
def test_quoted_words_are_a_whole_name(said, name, expected):
    assert fit(Words(said, exact=True), name) == expected


@pytest.mark.parametrize(
    "goal", ["Click 'A, then B' and \"C\"", "Type “a’b” 😀", "Men's shoes", "Open 'Men's shoes'"]
)
def test_quoting_can_be_undone(goal):
    assert unveil(veil(goal), "'").replace("'", "") == goal.translate(str.maketrans("", "", "'\"“”"))


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("$7.50", ["7.50"]),
        ("7,50 €", ["7.50"]),
        ("€ 1.234,50", ["1234.50"]),
        ("$1,234", ["1234"]),
        ("was $12.00 $9.50", ["9.50"]),
        ("-$5.00", ["-5.00"]),
        ("3 items", []),
        ("USD 20", ["20"]),
    ],
)
def test_money_is_read(text, amounts):
    assert [value.key for value in values.prices(text)] == [Decimal(amount) for amount in amounts]


@pytest.mark.parametrize(
    ("text", "rating"),
    [("4.5 out of 5", "4.5"), ("4 stars", "4"), ("★★★☆☆", "3"), ("Rated 3.7", "3.7"), ("4/5", "4")],
)
def test_ratings_are_read(text, rating):
    assert [value.key for value in values.ratings(text)] == [Decimal(rating)]


@pytest.mark.parametrize(
    "text",
    ["2026-03-14", "14 March 2026", "March 14, 2026", "Mar. 14, 2026, 10:30 p.m.", "14th of March 2026"],
)
def test_days_are_read(text):
    assert values.calendar_date(text) == date(2026, 3, 14)


def test_moments_are_put_in_order():
    texts = ["3 March 2026", "2026-03-03 14:00", "March 4, 2026, 9 a.m.", "12 April 2026"]
    keys = [values.dates(text)[0].key for text in texts]
    assert keys == sorted(keys)


def test_slashed_dates_are_only_read_when_they_can_be_told():
    assert values.dates("03/04/2026") == []
    assert values.slashed_order(["03/04/2026", "25/04/2026"]) is True
    assert values.slashed_order(["03/04/2026", "04/25/2026"]) is False
    assert len(values.dates("03/04/2026", day_first=True)) == 1

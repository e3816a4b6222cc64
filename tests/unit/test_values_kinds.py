"""Prices, ratings, ages and single days in texts, and days that a list puts in one order."""

from datetime import date
from decimal import Decimal

import pytest

from pytest_webagent.values.ages import ages
from pytest_webagent.values.amounts import UnreadableError, amounts, keys
from pytest_webagent.values.bounds import is_bound, refuse_bounds, refuse_different_things
from pytest_webagent.values.days import calendar_day, days, settled
from pytest_webagent.values.money import prices
from pytest_webagent.values.ratings import ratings


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("$7.50", ["7.50"]),
        ("7,50 €", ["7.50"]),
        ("€ 1.234,50", ["1234.50"]),
        ("$1,234", ["1234"]),
        ("$1.5k", ["1500"]),
        ("R$ 99,90", ["99.90"]),
        ("€2 million", ["2000000"]),
        ("₹1,00,000", ["100000"]),
        ("was $12.00 $9.50", ["9.50"]),
        ("RRP: £30, now £25", ["25"]),
        ("-$5.00", ["-5.00"]),
        ("$5 – 8", ["5", "8"]),
        ("3 items, 20 %", []),
        ("USD 20 for 3", ["20"]),
    ],
)
def test_prices_are_what_is_paid_now(text, found):
    assert [each.quantity.value for each in prices(text, "en")] == [Decimal(each) for each in found]


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        *((text, True) for text in ("from $5", "up to 3", "$5 / month", "$5 a night", "~20", "100+", "<5")),
        *((text, False) for text in ("$5", "20", "14 March 2026")),
    ],
)
def test_a_bound_or_a_rate_is_no_plain_value(text, bound):
    assert is_bound(text) is bound


@pytest.mark.parametrize(
    ("text", "value", "scale"),
    [
        ("4.5 out of 5", "4.5", "of 5"),
        ("4,5 von 5 Sternen", "4.5", "of 5"),
        ("10/10", "10", "of 10"),
        ("4 stars", "4", ""),
        ("★★★☆☆", "3", ""),
        ("Rated 3.7", "3.7", ""),
        ("4/5", "4", "of 5"),
    ],
)
def test_a_rating_has_its_scale_as_measure(text, value, scale):
    (found,) = ratings(text, "de" if "," in text else "en")
    assert (found.quantity.value, found.measure) == (Decimal(value), scale)
    assert found.said in text


def test_the_later_of_two_ages_is_the_greater():
    texts = ["2 weeks ago", "yesterday", "an hour ago", "5 minutes ago", "just now"]
    found = [age for text in texts for age in ages(text)]
    assert len(found) == len(texts)
    assert keys(found) == sorted(keys(found))


def test_an_age_is_compared_with_no_date():
    with pytest.raises(UnreadableError, match="one kind"):
        keys([*ages("2 days ago"), *days("2026-03-14")])


@pytest.mark.parametrize("other", ["$5 / day", "$5", "€5 / hour", "5 / hour"])
def test_prices_for_other_times_or_of_other_currencies_are_not_compared(other):
    assert keys([*amounts("$4 / hour"), *amounts("$5 per hour")]) == [4, 5]
    with pytest.raises(UnreadableError, match="different units"):
        keys([*amounts("$4 / hour"), *amounts(other)])


@pytest.mark.parametrize(
    "text",
    [
        *("2026-03-14", "14 March 2026", "March 14, 2026", "Mar. 14, 2026, 10:30 p.m.", "14th of March 2026"),
        *("Saturday, 14 March 2026", "25/12/2025 to 26/12/2025", "03/04/2026", "14 March", "10:30"),
    ],
)
def test_only_a_single_day_that_is_sure_is_the_day_a_text_names(text):
    assert calendar_day(text) == (date(2026, 3, 14) if "14" in text and "2026" in text else None)


def test_a_day_is_named_in_the_language_of_the_page():
    assert calendar_day("14. März 2026", "de") == date(2026, 3, 14)


@pytest.mark.parametrize(
    ("others", "read"),
    [
        (["25/04/2026"], date(2026, 4, 3)),
        (["04/25/2026"], date(2026, 3, 4)),
        (["25/04/2026", "04/25/2026"], None),
        (["25.04.2026", "2026-04-25"], None),
    ],
)
def test_a_date_of_two_readings_is_read_as_those_beside_it(others, read):
    found = settled([day for text in ("03/04/2026", *others) for day in days(text)])
    assert (None if found[0].other else found[0].value) == read


def test_moments_are_put_in_order():
    texts = ["3 March 2026, 11:00", "2026-03-03 14:00", "March 4, 2026, 9 a.m.", "12 April 2026 10:00"]
    moments = keys([day for text in texts for day in days(text)])
    assert moments == sorted(moments)


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (["$10", "from $5"], "no plain value"),
        (["$10", "$5 or less"], "no plain value"),
        (["10+", "5"], "no plain value"),
        (["10 boxes", "5 pallets"], "different things"),
        (["$10.00 CR", "$4.00 DR"], "different things"),
        (["$10 paid", "$5"], "different things"),
        (["1 box from stock", "5 boxes from stock"], ""),
        (["$10 for a mug made from clay", "$12 for a mug made from clay"], ""),
    ],
)
def test_bounds_and_numbers_of_different_things_are_neither_ranked_nor_added(texts, why):
    found = [amount for text in texts for amount in amounts(text, "en")]

    def refuse():
        refuse_bounds(found)
        refuse_different_things(found)

    if why:
        with pytest.raises(UnreadableError, match=why):
            refuse()
    else:
        refuse()


@pytest.mark.parametrize(
    ("texts", "ordered"),
    [(["3 March", "5 May", "1 February"], True), (["30 December", "3 January", "28 December"], False)],
)
def test_days_without_a_year_are_only_put_in_order_within_half_a_year(texts, ordered):
    found = [day for text in texts for day in days(text)]
    if ordered:
        assert len(keys(found)) == 3
    else:
        with pytest.raises(UnreadableError, match="next year"):
            keys(found)

"""Other numbers and similar texts, as mutations put them in the place of what a page says."""

import pytest

from pytest_webagent.mutation.near_texts import least_number, other_number, similar


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("$7.50", "$97.50"),
        ("3 items", "93 items"),
        ("$1,234.50", "$91,234.50"),
        ("1.020,00 €", "91.020,00 €"),
        ("Order 1005", "Order 9005"),
        ("912 pages", "112 pages"),
        ("0.5 %", "90.5 %"),
        ("9780552131063", "9780552131069"),
        ("978055213109", "978055213108"),
        ("12 days in 3 parts", "912 days in 3 parts"),
    ],
)
def test_a_number_becomes_one_far_from_it(text: str, other: str) -> None:
    assert other_number(text) == other


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Nov. 12, 1987", "Nov. 11, 1987"),
        ("2026-05-03", "2026-05-02"),
        ("1 March 2026", "2 March 2026"),
        ("3rd of May 2026", "2rd of May 2026"),
        ("01/01/2026", "01/02/2026"),
        ("open until 10:30", "open until 10:29"),
    ],
)
def test_a_date_or_a_time_stays_one(text: str, other: str) -> None:
    assert other_number(text) == other


def test_a_text_without_a_number_has_no_other() -> None:
    assert other_number("Cancelled") is None
    assert least_number("Cancelled") is None


@pytest.mark.parametrize(
    ("text", "other"), [("$7.50", "$0"), ("4 stars", "0 stars"), ("1,234.50 €", "0 €"), ("0 items", None)]
)
def test_the_least_number_is_zero(text: str, other: str | None) -> None:
    assert least_number(text) == other


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Salad Bowl", "Salad Bowl Two"),
        ("Cancelled", "Cancelled Two"),
        ("garden.png", "garden-old.png"),
        ("anna@example.org", "anna-old@example.org"),
        ("The code WINTER99 is not valid.", "The code WINTER99 is valid."),
        ("Your card was declined.", "Your card was not declined."),
        ("You can pay now", "You can not pay now"),
        ("You cannot pay now", "You can pay now"),
        ("It isn't there", "It is there"),
        ("2 books marked as returned.", "2 books marked as returned Two."),
        ("Item added to the cart", "Item removed to the cart"),
        ("Paid", "Unpaid"),
        ("On", "Off"),
        ("On the shelf", "On the shelf Two"),
    ],
)
def test_a_sentence_is_turned_and_a_name_goes_on(text: str, other: str) -> None:
    assert similar(text) == other


@pytest.mark.parametrize("text", ["$7.50", "", "12", "x"])
def test_what_has_no_words_has_nothing_similar(text: str) -> None:
    assert similar(text) is None

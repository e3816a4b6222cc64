"""Numbers are read as the page's language writes them."""

from decimal import Decimal

import pytest
from babel import numbers

from pytest_webagent.values.currencies import same_unit
from pytest_webagent.values.quantities import quantities, same_quantity

# Both marks, spaces, apostrophes, Indian grouping and digits of other scripts; signs before and behind.
LOCALES = [
    "en_US",
    "en_GB",
    "en_IN",
    "de_DE",
    "de_CH",
    "fr_FR",
    "fr_CA",
    "es_ES",
    "es_MX",
    "pt_BR",
    "it_IT",
    "pl_PL",
    "cs_CZ",
    "sv_SE",
    "nb_NO",
    "da_DK",
    "ru_RU",
    "tr_TR",
    "hu_HU",
    "ja_JP",
    "ko_KR",
    "zh_CN",
    "hi_IN",
    "ar_EG",
    "fa_IR",
    "he_IL",
    "th_TH",
]
NUMBERS = ["0", "7", "-7", "12.5", "1000", "-1234", "1234.5", "20050", "12345.67", "1000000", "1234567.89"]


def read(text: str, language: str = "en") -> list[tuple[str, str]]:
    return [(f"{found.value:f}", found.unit) for found in quantities(text, language)]


@pytest.mark.parametrize("locale", LOCALES)
def test_what_cldr_writes_is_read_back(locale: str) -> None:
    language = locale.replace("_", "-")
    for number in NUMBERS:
        value = Decimal(number)
        (found,) = quantities(numbers.format_decimal(value, locale=locale), language)
        assert (found.value, found.unit, found.other) == (value, "", None)
        (share,) = quantities(numbers.format_percent(value, locale=locale), language)
        assert share.unit == "%"
        for code in ("USD", "EUR", "GBP", "JPY", "CHF", "PLN"):
            written = numbers.format_currency(
                value, code, locale=locale, currency_digits=False, format_type="standard"
            )
            (amount,) = quantities(written, language)
            assert amount.unit, written
            assert same_unit(amount.unit, code), written
            assert amount.other is None, written
            assert (
                numbers.format_currency(amount.value, code, locale=locale, currency_digits=False) == written
            )


@pytest.mark.parametrize(
    "locale", ["en_US", "de_DE", "fr_FR", "es_ES", "pt_BR", "pl_PL", "ru_RU", "tr_TR", "ja_JP", "hi_IN"]
)
@pytest.mark.parametrize("style", ["short", "long"])
def test_scale_words_of_cldr_are_read_back(locale: str, style: str) -> None:
    for value in (1_200_000, 3_000_000, 4_500_000_000):
        written = numbers.format_compact_decimal(
            value, locale=locale, format_type="short" if locale == "ja_JP" else style, fraction_digits=1
        )
        assert [found.value for found in quantities(written, locale.replace("_", "-"))] == [Decimal(value)], (
            written
        )


@pytest.mark.parametrize(
    ("text", "language", "value", "other"),
    [
        ("1.234", "de", "1234", None),
        ("1.234", "en", "1.234", None),
        ("1,234", "en-GB", "1234", None),
        ("1.234", "", "1.234", "1234"),
        ("1,234", "nonsense", "1234", "1.234"),
        ("1,234", "en-XX", "1234", None),
        ("1.234", "DE_at", "1234", None),
        # Spain and Latin America write differently, and "es" says neither.
        ("1.234", "es", "1234", "1.234"),
        ("1.234", "es-ES", "1234", None),
        ("1.234", "es-MX", "1.234", None),
        # French groups with spaces, so a point is as good for thousands as for decimals.
        ("1.234", "fr", "1.234", "1234"),
        ("1,234", "fr", "1.234", None),
        # What the language cannot have written is read the only other way.
        ("1.234,50", "en", "1234.50", None),
        ("1,234.50", "de", "1234.50", None),
        ("12,5", "en", "12.5", None),
        ("1 234,50", "en", "1234.50", None),
        # No group begins with a nought, and none has two digits.
        ("0.500", "de", "0.500", None),
        ("0.500", "", "0.500", None),
        ("12.50", "", "12.50", None),
        ("1234.567", "", "1234.567", None),
        ("1.234.567", "", "1234567", None),
        # Hardly an amount has a third decimal.
        ("$1,234", "", "1234", None),
        ("1.234 €", "", "1234", None),
        ("1.234 €", "en", "1.234", "1234"),
        ("1.234 €", "de", "1234", None),
        ("$1.234", "es", "1234", None),
        ("$0.125", "en", "0.125", None),
        # In accounts brackets are a minus; around a count they are not.
        ("(4.50)", "en", "-4.50", "4.50"),
        ("(5)", "en", "5", None),
        ("(1,234)", "en", "1234", None),
        # So is a minus behind an amount.
        ("12,50-", "de", "-12.50", None),
        ("£9.00 −", "en", "-9.00", None),
        ("€ 12,-", "nl", "12.00", None),
        ("12-", "en", "12", None),
        ("1.234,– €", "en", "1234", None),
        ("$1.234 million", "en", "1234000", None),
        ("KWD 1.234", "", "1.234", "1234"),
    ],
)
def test_a_number_is_read_as_the_language_writes_it(
    text: str, language: str, value: str, other: str | None
) -> None:
    (found,) = quantities(text, language)
    assert (found.value, found.other) == (Decimal(value), other and Decimal(other))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234,567.89", "1234567.89"),
        ("1'234.50", "1234.50"),
        ("1’234.50", "1234.50"),
        ("1\u00a0234.5", "1234.5"),
        ("1\u202f234.5", "1234.5"),
        ("5 000", "5000"),
        ("1,23,456", "123456"),
        ("١٢٣٤", "1234"),
        ("१२", "12"),
        ("１２", "12"),
        (".5", "0.5"),
        ("-5", "-5"),
        ("−5", "-5"),
        ("+5", "5"),
        ("½", "0.5"),
        ("1½", "1.5"),
        ("1.2k", "1200"),
        ("3M", "3000000"),
        ("2.5B", "2500000000"),
        ("1.5 million", "1500000"),
        ("12345678901234567890123456789012345.5", "12345678901234567890123456789012345.5"),
    ],
)
def test_a_number_is_read_in_every_form(text: str, value: str) -> None:
    assert read(text) == [(value, "")]


@pytest.mark.parametrize(
    ("text", "language", "amount"),
    [
        ("$5", "en", ("5", "$")),
        ("5 $", "fr", ("5", "$")),
        ("-$5.00", "en", ("-5.00", "$")),
        ("$-5.00", "en", ("-5.00", "$")),
        ("($5.00)", "en", ("-5.00", "$")),
        ("CHF-5.00", "de-CH", ("-5.00", "CHF")),
        ("€ -5,00", "nl", ("-5.00", "EUR")),
        ("US$ 5", "en", ("5", "USD")),
        ("CA$5", "en", ("5", "CAD")),
        ("R$ 1.234,50", "pt-BR", ("1234.50", "BRL")),
        ("5 kr", "sv", ("5", "kr")),
        ("19,- kr.", "da", ("19.00", "kr")),
        ("12,50 zł", "pl", ("12.50", "PLN")),
        ("12,50 Kč", "cs", ("12.50", "CZK")),
        ("₹1,23,456", "en-IN", ("123456", "INR")),
        ("¥500", "ja", ("500", "¥")),
        ("500円", "ja", ("500", "JPY")),
        ("EUR5", "en", ("5", "EUR")),
        ("5 EUR", "en", ("5", "EUR")),
        ("$5 CAD", "en", ("5", "CAD")),
        ("$3 million", "en", ("3000000", "$")),
        ("3,5 Mio. €", "de", ("3500000", "EUR")),
        ("5 %", "en", ("5", "%")),
        ("%5", "tr", ("5", "%")),
        ("5 percent", "en", ("5", "%")),
        ("5 dollars", "en", ("5", "$")),
        ("5 руб.", "ru", ("5", "RUB")),
        ("5 ‰", "en", ("5", "‰")),
    ],
)
def test_a_sign_belongs_to_its_number(text: str, language: str, amount: tuple[str, str]) -> None:
    (found,) = quantities(text, language)
    assert (f"{found.value:f}", found.unit) == amount
    assert found.text == text


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("Mug 2 $7.50 $15.00", "en", [("2", ""), ("7.50", "$"), ("15.00", "$")]),
        ("2 EUR 7.50", "en", [("2", ""), ("7.50", "EUR")]),
        ("5 € 3 Stück", "de", [("5", "EUR"), ("3", "")]),
        ("5€ 3 items", "en", [("5", "EUR"), ("3", "")]),
        ("€5-€10", "en", [("5", "EUR"), ("10", "EUR")]),
        ("Blue mug ($9.00)", "en", [("9.00", "$")]),
        ("4.5/5", "en", [("4.5", ""), ("5", "")]),
        ("10-20", "en", [("10", ""), ("20", "")]),
        ("1,2,3", "en", [("1", ""), ("2", ""), ("3", "")]),
        ("3rd of 12", "en", [("3", ""), ("12", "")]),
        ("5kg, 10×20", "en", [("5", ""), ("10", ""), ("20", "")]),
        ("seat 14B", "en", [("14", "")]),
        ("3 in 12 345", "en", [("3", ""), ("12", ""), ("345", "")]),
        ("3 na 12 345", "pl", [("3", ""), ("12345", "")]),
        ("共3件", "ja", [("3", "")]),
        ("16:9", "en", [("16", ""), ("9", "")]),
        ("Order #1234 of 3 May 2026, 14:30: $5", "en", [("1234", ""), ("5", "$")]),
    ],
)
def test_numbers_beside_each_other_stay_apart(text: str, language: str, found: list[tuple[str, str]]) -> None:
    assert read(text, language) == found


@pytest.mark.parametrize(
    "text",
    [
        "A-1234",
        "ORD-2026-17",
        "v1.2.3",
        "1.2.3",
        "SKU12",
        "1920x1080",
        "192.168.0.1",
        "00123",
        "+1 555 123 4567",
        "(555) 123-4567",
        "555-123-4567",
        "http://localhost:8000/orders?page=2",
        "ann2@example.com",
        "12:30",
        "2:30 pm",
        "2026-05-03",
        "3rd of May 2026",
        "5²"[1:],
        "",
        "no number",
    ],
)
def test_digits_of_names_addresses_and_days_are_no_numbers(text: str) -> None:
    assert quantities(text, "en") == []


def test_a_quantity_knows_its_place_in_the_text() -> None:
    text = "Summe:\u200f ‎1\u202f234,50 € (netto)"
    (found,) = quantities(text, "fr")
    assert text[found.start : found.end] == found.text == "1\u202f234,50 €"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("$5", "5 USD", True),
        ("$5", "5 CAD", True),
        ("5 USD", "5 CAD", False),
        ("$5", "€5", False),
        ("¥5", "5 CNY", True),
        ("kr 5", "5 SEK", True),
        ("5", "$5", True),
        ("5 %", "$5", False),
        ("5", "5 %", True),
        ("1234.5", "1,234.50", True),
        ("1234.5", "1234.6", False),
        ("5", "-5", False),
    ],
)
def test_quantities_are_the_same_if_value_and_unit_agree(one: str, other: str, same: bool) -> None:
    first, second = quantities(one, "en")[0], quantities(other, "en")[0]
    assert same_quantity(first, second) is same
    assert same_quantity(second, first) is same


def test_a_number_that_can_be_read_in_two_ways_is_the_same_as_neither() -> None:
    (unclear,), (first,), (second,) = (quantities(text, "") for text in ("1.234", "1234", "1.2340"))
    assert not same_quantity(unclear, first)
    assert not same_quantity(unclear, second)
    assert same_quantity(unclear, unclear)

"""Numbers are read as the page's language writes them."""

from decimal import Decimal

import pytest

from pytest_webagent.evidence.quantities import quantities, same_quantity


def read(text: str, language: str = "en") -> list[tuple[str, str]]:
    return [(str(found.value), found.unit) for found in quantities(text, language)]


@pytest.mark.parametrize(
    ("text", "language", "value", "other"),
    [
        ("1.234", "de", "1234", None),
        ("1.234", "en", "1.234", None),
        ("1.234", "", "1.234", "1234"),
        ("1,234", "nonsense", "1234", "1.234"),
        ("1.234,50", "en", "1234.50", None),
        ("1,234.50", "de", "1234.50", None),
        ("0.500", "de", "0.500", None),
        ("0.500", "", "0.500", None),
    ],
)
def test_a_number_is_read_as_the_language_writes_it(
    text: str, language: str, value: str, other: str | None
) -> None:
    (found,) = quantities(text, language)
    assert (found.value, found.other) == (Decimal(value), other and Decimal(other))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("$5", "5 USD", True),
        ("$5", "5 CAD", True),
        ("5 USD", "5 CAD", False),
        ("5", "$5", True),
        ("5 %", "$5", False),
        ("5", "5 %", True),
        ("1234.5", "1,234.50", True),
    ],
)
def test_quantities_are_the_same_if_value_and_unit_agree(one: str, other: str, same: bool) -> None:
    assert same_quantity(quantities(one, "en")[0], quantities(other, "en")[0]) is same

"""Two texts say the same, or they do not, or it cannot be told."""

import subprocess
import sys

import pytest

from pytest_webagent.values.likeness import likeness, same_text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("In stock", "IN STOCK"),
        ("In\u00a0  stock ", "In stock"),
        ("Thank you!", "Thank you."),
        ("Don’t", "Don't"),
        ("“Blue”", '"Blue"'),
        ("1–2", "1-2"),
        ("ﬁne", "fine"),
        ("Cafe\u0301", "Café"),
        ("soft\u00adhyphen", "softhyphen"),
    ],
)
def test_texts_are_the_same_but_for_how_they_are_set(one: str, other: str) -> None:
    assert same_text(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("In stock", "Not in stock"),
        ("In stock", "In  stocks"),
        ("5²", "52"),
        ("1½", "11/2"),
        ("code aB3", "code AB3"),
        ("Café", "Cafe"),
        ("", "x"),
        ("-5", "5"),
    ],
)
def test_texts_that_say_something_else_are_not_the_same(one: str, other: str) -> None:
    assert not same_text(one, other)


@pytest.mark.parametrize(
    ("claimed", "found", "language"),
    [
        ("$1,234.50", "1234.5 USD", "en"),
        ("1,234.50 €", "1.234,50 €", "de"),
        ("€20.00", "20,00 €", "de"),
        ("3rd of May 2026", "2026-05-03", "en"),
        ("May 3, 2026", "Sonntag, 3. Mai 2026", "de"),
        ("14:30", "2:30 pm", "en"),
        ("12%", "12 %", "en"),
        ("1200", "1.2k", "en"),
        ("Total: $9", "Total: 9.00 USD", "en"),
        ("2 mugs, $15.00", "2 mugs, 15 USD", "en"),
        ("5 kg", "5kg", "en"),
        ("“$9.00”", "$9.00", "en"),
        ("(5)", "5", "en"),
        ("1.234", "1.234", ""),
        ("1.234 EUR", "1.234 €", "fr"),
        ("$1,234", "$1,234.00", ""),
    ],
)
def test_form_makes_no_difference(claimed: str, found: str, language: str) -> None:
    assert likeness(claimed, found, language) == (True, "")


@pytest.mark.parametrize(
    ("claimed", "found"),
    [
        ("$9.00", "$9.00 each"),
        ("$9.00", "from $9.00"),
        ("5 kg", "5 g"),
        ("5", "-5"),
        ("$5", "€5"),
        ("5 USD", "$5 CAD"),
        ("0.12", "12%"),
        ("3", "3rd"),
        ("3", "3 of 5"),
        ("5 of 3", "3 of 5"),
        ("Monday, 3 May 2026", "2026-05-03"),
        ("3 May 2026", "3 May"),
        ("3 May 2026, 14:30", "3 May 2026"),
        ("ORD-1234", "ORD-1235"),
        ("00123", "123"),
        ("v1.2", "v1.20"),
        ("yes", "no"),
        ("", "5"),
        (".", "!"),
    ],
)
def test_another_value_or_other_words_are_not_the_same(claimed: str, found: str) -> None:
    assert likeness(claimed, found, "en") == (False, "")


@pytest.mark.parametrize(
    ("claimed", "found", "language", "readings"),
    [
        ("1234", "1.234", "", "'1.234' can be read as 1.234 or 1234"),
        ("1.234", "1234", "", "'1.234' can be read as 1.234 or 1234"),
        # Claimed in English of a German page.
        ("1,234 kg", "1.234 kg", "de", "'1,234' can be read as 1234 or 1.234"),
        ("05/03/2026", "2026-03-05", "en", "'05/03/2026' can be read as 2026-05-03 or 2026-03-05"),
        ("03/05/2026", "05/03/2026", "en", "'05/03/2026' can be read as 2026-05-03 or 2026-03-05"),
        ("4.50", "(4.50)", "en", "'(4.50)' can be read as -4.50 or 4.50"),
        ("2026-03-05", "05/03/2026", "", "'05/03/2026' can be read as 2026-05-03 or 2026-03-05"),
    ],
)
def test_what_can_be_read_in_two_ways_is_a_doubt_that_says_what_to_do(
    claimed: str, found: str, language: str, readings: str
) -> None:
    same, doubt = likeness(claimed, found, language)
    assert not same
    assert readings in doubt
    assert doubt.endswith("give it exactly as the page writes it")


def test_there_is_no_doubt_where_no_reading_fits() -> None:
    assert likeness("5", "1.234", "") == (False, "")


def test_one_locale_is_loaded_for_a_page_and_none_for_texts_without_digits() -> None:
    code = (
        "import sys\n"
        "from pytest_webagent.values.likeness import likeness\n"
        "assert 'babel' not in sys.modules\n"
        "likeness('$5', '5 USD', 'de-DE')\n"
        "from babel import localedata\n"
        "print(*sorted(localedata._cache))\n"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert (run.stdout.split(), run.stderr) == (["de", "de_DE", "en", "root"], "")

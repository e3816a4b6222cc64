"""Dates and times are read as the page's language writes them."""

from datetime import UTC, date, datetime, time

import pytest
from babel import dates

from pytest_webagent.values.days import days, same_day

LOCALES = [
    "en_US",
    "en_GB",
    "en_CA",
    "de_DE",
    "fr_FR",
    "fr_CA",
    "es_ES",
    "es_MX",
    "pt_BR",
    "it_IT",
    "nl_NL",
    "pl_PL",
    "cs_CZ",
    "sv_SE",
    "nb_NO",
    "fi_FI",
    "ru_RU",
    "uk_UA",
    "tr_TR",
    "hu_HU",
    "lt_LT",
    "el_GR",
    "ja_JP",
    "ko_KR",
    "zh_CN",
    "zh_TW",
    "hi_IN",
    "vi_VN",
]
SAMPLES = [
    date(2026, month, day)
    for month, day in zip(range(1, 13), (31, 1, 22, 3, 8, 12, 17, 9, 30, 5, 4, 25), strict=True)
]
MAY = date(2026, 5, 3)


@pytest.mark.parametrize("locale", LOCALES)
def test_dates_as_cldr_writes_them_are_read_back(locale: str) -> None:
    for sample in SAMPLES:
        for width in ("full", "long", "medium", "short"):
            written = dates.format_date(sample, width, locale=locale)
            (found,) = days(written, locale.replace("_", "-"))
            assert (found.value, found.other, found.missing) == (sample, None, ""), written
        written = dates.format_skeleton("yMMMM", sample, locale=locale)
        (month,) = days(written, locale.replace("_", "-"))
        assert (month.value, month.missing) == (sample.replace(day=1), "day"), written


@pytest.mark.parametrize("locale", LOCALES)
def test_dates_with_times_as_cldr_writes_them_are_read_back(locale: str) -> None:
    moment = datetime(2026, 5, 3, 14, 30)
    for width in ("medium", "short"):
        written = dates.format_datetime(moment, width, locale=locale)
        assert [found.value for found in days(written, locale.replace("_", "-"))] == [moment], written


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("2026-05-03", ""),
        ("2026/05/03", "en"),
        ("3rd of May 2026", "en"),
        ("3rd May, 2026", "en"),
        ("May 3, 2026", "en"),
        ("May 3rd 2026", "de"),
        ("3 may 2026", "en"),
        ("03-May-2026", "en"),
        ("Sunday, 3 May 2026", "en"),
        ("3. Mai 2026", "de"),
        ("Sonntag, 3. Mai 2026", "de"),
        ("3 mai 2026", "fr"),
        ("3 de mayo de 2026", "es"),
        ("03.05.2026", "de"),
        ("03.05.2026", ""),
        ("3. 5. 2026", "cs"),
        ("03.05.26", "de"),
        ("05/03/2026", "en-US"),
        ("03/05/2026", "en-GB"),
        ("03/05/2026", "fr"),
        ("2026年5月3日", "ja"),
        ("٣ مايو ٢٠٢٦", "ar"),
    ],
)
def test_a_date_is_read_in_every_form(text: str, language: str) -> None:
    (found,) = days(text, language)
    assert (found.value, found.text, found.other, found.missing) == (MAY, text, None, "")


@pytest.mark.parametrize("language", ["", "en", "nonsense"])
def test_a_date_in_numbers_has_two_readings_where_the_order_is_not_known(language: str) -> None:
    (found,) = days("05/03/2026", language)
    assert {found.value, found.other} == {date(2026, 5, 3), date(2026, 3, 5)}
    (clear,) = days("25/12/2026", language)
    assert (clear.value, clear.other) == (date(2026, 12, 25), None)
    (both,) = days("05/05/2026", language)
    assert (both.value, both.other) == (date(2026, 5, 5), None)


def test_a_date_that_the_language_cannot_have_written_is_read_the_only_other_way() -> None:
    (found,) = days("25/12/2026", "en-US")
    assert (found.value, found.other) == (date(2026, 12, 25), None)


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("14:30", "", time(14, 30)),
        ("14:30:15", "", time(14, 30, 15)),
        ("2:30 pm", "en", time(14, 30)),
        ("2:30 p.m.", "en", time(14, 30)),
        ("2pm", "en", time(14)),
        ("12 am", "en", time(0)),
        ("12:15 pm", "en", time(12, 15)),
        ("14 h 30", "fr", time(14, 30)),
        ("14:30 Uhr", "de", time(14, 30)),
        ("14 Uhr", "de", time(14)),
        ("下午2:30", "zh", time(14, 30)),
        ("凌晨12:05", "zh-TW", time(0, 5)),
        ("3 May 2026 at 2:30 pm", "en", datetime(2026, 5, 3, 14, 30)),
        ("14:30, 3 May 2026", "en", datetime(2026, 5, 3, 14, 30)),
        ("2026-05-03T14:30:00Z", "", datetime(2026, 5, 3, 14, 30, tzinfo=UTC)),
        ("2026-05-03T16:30+02:00", "", datetime(2026, 5, 3, 14, 30, tzinfo=UTC)),
        ("3. mai 2026 kl. 14.30", "nb", datetime(2026, 5, 3, 14, 30)),
        ("3.5.2026 14.30", "fi", datetime(2026, 5, 3, 14, 30)),
    ],
)
def test_a_time_is_read_alone_and_with_its_date(text: str, language: str, value: time | datetime) -> None:
    (found,) = days(text, language)
    assert (found.value, found.text) == (value, text)


def test_two_times_are_not_a_time_and_its_zone() -> None:
    assert [found.value for found in days("10:30-11:00", "en")] == [time(10, 30), time(11)]


@pytest.mark.parametrize(
    ("text", "missing"), [("3 May", "year"), ("May 3rd", "year"), ("3. Mai", "year"), ("May 2026", "day")]
)
def test_what_a_date_leaves_out_is_said(text: str, missing: str) -> None:
    (found,) = days(text, "de")
    assert found.missing == missing


def test_a_weekday_belongs_to_a_date_only_if_it_is_the_right_one() -> None:
    assert days("Sunday, 3 May 2026", "en")[0].text == "Sunday, 3 May 2026"
    assert days("Monday, 3 May 2026", "en")[0].text == "3 May 2026"
    assert days("Sunday, 3 May", "en")[0].text == "3 May"


@pytest.mark.parametrize(
    "text",
    [
        "today",
        "yesterday",
        "2 days ago",
        "Order 1250 of 12 items",
        "you may 3 times",
        "2.3, 4.1, 4.3",
        "1.2.34",
        "192.168.10.12",
        "13/13/2026",
        "31 February 2026",
        "4.5/5",
        "16:9",
        "25:61",
        "555-123-4567",
        "2026",
        "$14.30",
    ],
)
def test_what_is_no_date_is_not_taken_for_one(text: str) -> None:
    assert days(text, "en") == []


def test_a_day_knows_its_place_in_the_text() -> None:
    text = "Bestellt\u200b am 3.\u00a0Mai\u00a02026 um 14:30 Uhr"
    (found,) = days(text, "de")
    assert text[found.start : found.end] == found.text == "3.\u00a0Mai\u00a02026 um 14:30 Uhr"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("3rd of May 2026", "2026-05-03", True),
        ("2:30 pm", "14:30", True),
        ("3 May 2026", "4 May 2026", False),
        # "3 May" is a day of any year; whoever names one says more.
        ("3 May", "3 May 2026", False),
        ("3 May", "May 3", True),
        ("May 2026", "1 May 2026", False),
        ("3 May 2026", "3 May 2026, 14:30", False),
        ("2026-05-03T14:30:00Z", "2026-05-03T14:30:00", False),
        ("03/05/2026", "2026-05-03", False),
        ("03/05/2026", "3/5/2026", True),
        ("03/05/2026", "05/03/2026", False),
    ],
)
def test_days_are_the_same_if_they_surely_are(one: str, other: str, same: bool) -> None:
    first, second = days(one, "en")[0], days(other, "en")[0]
    assert same_day(first, second) is same
    assert same_day(second, first) is same

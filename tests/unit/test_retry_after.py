from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from pytest_webagent.retry_after import retry_after


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("", None),
        ("soon", None),
        ("nan", None),
        ("-5", None),
        ("7", 7.0),
        (" 7 ", 7.0),
        ("0.5", 0.5),
        ("9" * 400, float("inf")),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
    ],
)
def test_a_retry_after_header_is_read(header, seconds):
    assert retry_after({"retry-after": header}) == seconds


def test_milliseconds_go_before_seconds():
    assert retry_after({"retry-after-ms": "250", "retry-after": "1"}) == 0.25
    assert retry_after({}) is None


def test_a_date_to_wait_for_is_read():
    soon = datetime.now(UTC) + timedelta(seconds=100)
    assert 98 <= (retry_after({"retry-after": format_datetime(soon, usegmt=True)}) or 0) <= 101


def test_a_date_to_wait_for_is_read_by_the_clock_of_the_server_that_says_it():
    headers = {"date": "Wed, 21 Oct 2015 07:28:00 GMT", "retry-after": "Wed, 21 Oct 2015 07:29:30 GMT"}
    assert retry_after(headers) == 90

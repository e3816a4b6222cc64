"""How long a server asks to wait before the next request (RFC 9110, 10.2.3)."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that ``Retry-After`` asks to wait, given as a number or as a date; None if it asks for nothing."""
    # The first is what OpenAI and Azure send beside it.
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        if seconds >= 0:
            return seconds
    try:
        until = parsedate_to_datetime(headers.get("retry-after", "")).timestamp()
        # By the server's own clock, where it says what that shows: this machine's may be wrong.
        now = parsedate_to_datetime(headers["date"]).timestamp() if "date" in headers else time.time()
        return max(0.0, until - now)
    except (ValueError, TypeError, OverflowError):
        return None

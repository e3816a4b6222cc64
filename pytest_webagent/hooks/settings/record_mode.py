"""Whether runs are recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_webagent.config import Settings


def uses_recordings(settings: Settings) -> bool:
    """Whether there are recordings at all: they are replayed, and perhaps made."""
    return settings.record != "off"


def may_record(settings: Settings) -> bool:
    """Whether recordings are made."""
    return settings.record in ("missing", "all")

"""Whether runs are recorded."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pytest_webagent.config import Settings

_CI: Final = "CI"
"""The environment variable that hosts of continuous integration set."""


def mode_of(settings: Settings) -> str:
    """``none``, ``missing`` or ``all``: as the setting says, and else nothing where nobody sits who would keep the files."""
    return settings.record or ("none" if os.environ.get(_CI) else "missing")

"""What opens addresses outside the browser, for mail, calls and other programs: a browser of ours finds nothing there.

A page starts a program of the system with a link such as ``mailto:``. Chromium has no switch against it, and its
policies hold for the whole machine; but on Linux it starts a helper that it looks for along PATH.
"""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

HELPERS: Final = ("xdg-open", "xdg-email")
_NOTHING: Final = "true"


def without_openers(folder: Path, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment for a browser that opens nothing outside itself, where that can be had.

    Args:
        folder: Empty; it has to be there for as long as the browser runs.
        environment: What the browser would have.
    """
    nothing = shutil.which(_NOTHING, path=environment.get("PATH"))
    if not sys.platform.startswith("linux") or nothing is None:
        return dict(environment)
    for name in HELPERS:
        (folder / name).symlink_to(nothing)
    return {**environment, "PATH": os.pathsep.join((str(folder), environment.get("PATH", os.defpath)))}

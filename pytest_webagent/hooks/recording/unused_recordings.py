"""Says which recordings no test has any more: it was renamed, or is gone. They are listed and left alone."""

from __future__ import annotations

import glob
import os
from typing import TYPE_CHECKING

from pytest_webagent.hooks.recording.attempt_recordings import file_of
from pytest_webagent.hooks.recording.recordings_told import tell

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pytest


def tell_unused(config: pytest.Config, items: Sequence[pytest.Item]) -> None:
    """Keep a line for each such file, of modules that were collected whole; `items` are all tests, selected or not."""
    # Of a module that is named with a test, only that test was collected.
    parts = {config.invocation_params.dir / arg.partition("::")[0] for arg in config.args if "::" in arg}
    known: dict[Path, set[Path]] = {}
    for item in items:
        if item.path not in parts:
            file = file_of(item)
            known.setdefault(file.parent, set()).add(file)
    unused = [file for folder, files in known.items() for file in set(folder.glob("*.yaml")) - files]
    for place in {folder.parent for folder in known}:
        gone = (
            folder
            for folder in place.glob("*/")
            if not any(place.parent.glob(f"{glob.escape(folder.name)}.*"))
        )
        unused += [file for folder in gone for file in folder.glob("*.yaml")]
    for file in unused:
        shown = os.path.relpath(file, config.rootpath)
        tell(config, f"{shown} belongs to no test: rename it with its test, or delete it")

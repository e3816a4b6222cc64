"""The folder of files each test gives its tools, if its policy names no other."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.report.store import folder_name

if TYPE_CHECKING:
    import pytest

    from pytest_webagent.config import Settings
    from pytest_webagent.policy.security import ToolConfig

_FOLDER: Final = "workspace"
"""Holds the folders of all tests, in the output folder."""


def permissions_of(item: pytest.Item, settings: Settings, config: ToolConfig) -> Permissions:
    """What the tools of a test are allowed, with a folder of its own, empty at first, or the one its policy names."""
    if config.workspace_root is None:
        below = item.config.invocation_params.dir / Path(settings.output).expanduser()
        root = below / _FOLDER / folder_name(item.nodeid)
        # What an earlier session left there would pass for what this test has done.
        shutil.rmtree(root, ignore_errors=True)
        config = replace(config, workspace_root=str(root))
    return Permissions.of(settings, config)

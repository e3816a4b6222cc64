"""The folder of files each test gives its tools, if its policy names no other."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pytest_webagent.errors import ConfigError
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.report.store import folder_name

if TYPE_CHECKING:
    import pytest

    from pytest_webagent.config import Settings
    from pytest_webagent.policy.security import ToolConfig

_FOLDER: Final = "workspace"
"""Holds the folders of all tests, in the output folder."""


def permissions_of(item: pytest.Item, settings: Settings, config: ToolConfig) -> Permissions:
    """What the tools of a test are allowed, with a folder of its own, empty at first, or the one its policy names.

    Raises:
        ConfigError: that is no folder, or what an earlier session left there cannot be removed.
    """
    # A test may change the folder it works in; that of its files stays.
    config = config.resolved(str(item.config.rootpath))
    if config.workspace_root is None:
        below = item.config.invocation_params.dir / Path(settings.output).expanduser()
        root = below / _FOLDER / folder_name(item.nodeid)
        # What an earlier session left there would pass for what this test has done.
        shutil.rmtree(root, ignore_errors=True)
        if os.path.lexists(root):
            raise ConfigError(f"{root} is left of an earlier session and cannot be removed: remove it")
        config = replace(config, workspace_root=str(root))
    elif Path(config.workspace_root).exists() and not Path(config.workspace_root).is_dir():
        raise ConfigError(f"workspace_root: {config.workspace_root} is no folder")
    return Permissions.of(settings, config)

"""The hooks that only a session with tests of ours needs. Until there is one, no test pays for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.hooks import failures, loops, results

if TYPE_CHECKING:
    import pytest


def engage(config: pytest.Config) -> None:
    """Register them, if they are not."""
    for module in (loops, results, failures):
        if not config.pluginmanager.is_registered(module):
            config.pluginmanager.register(module, module.__name__)

"""The hooks that only a session with tests of ours needs. Until there is one, no test pays for them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

import pytest

from pytest_webagent.hooks.collecting import loops
from pytest_webagent.hooks.collecting.collection import is_recorded, is_repeated, is_worker
from pytest_webagent.hooks.collecting.unpriced import unpriced
from pytest_webagent.hooks.outcome import failures, outcomes
from pytest_webagent.hooks.results import hidden_secrets, result_files, step_journal
from pytest_webagent.hooks.settings.options import settings_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

_WARNINGS: Final = "webagent_hidden_in_warnings"


def engage(config: pytest.Config) -> None:
    """Register them, if they are not."""
    own = (loops, result_files, step_journal, failures, outcomes, hidden_secrets, sys.modules[__name__])
    _register(config, own)
    if not config.pluginmanager.has_plugin(_WARNINGS):
        config.pluginmanager.register(hidden_secrets.HiddenInWarnings(config), _WARNINGS)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Register what repeats tests, and what mutates them, if that is asked for, now that all markers stand.

    Raises:
        pytest.UsageError: US dollars are limited, and what a model costs is not known.
    """
    if not is_worker(session.config) and (wrong := unpriced(session.items)):
        raise pytest.UsageError("\n".join(wrong))
    if any(map(is_repeated, session.items)):
        from pytest_webagent.hooks.repeat import repeats

        _register(session.config, (repeats,))
    if any(map(is_recorded, session.items)):
        from pytest_webagent.hooks.recording import (
            ejecting,
            heals_told,
            recording_trials,
            recordings_told,
            takeover,
        )

        _register(session.config, (recording_trials, recordings_told, heals_told, ejecting, takeover))
    if settings_of(session.config).mutate:
        from pytest_webagent.hooks.mutation import mutating

        _register(session.config, (mutating,))


def _register(config: pytest.Config, modules: Iterable[ModuleType]) -> None:
    for module in modules:
        if not config.pluginmanager.is_registered(module):
            config.pluginmanager.register(module, module.__name__)

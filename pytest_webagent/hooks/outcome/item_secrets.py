"""The secrets of the test that is run, for all that pytest tells of it. Loads nothing."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from pytest_webagent.hooks.outcome.ledger import ledger_of

if TYPE_CHECKING:
    from pytest_webagent.policy.secrets import Vault

_Value = TypeVar("_Value")

_given_key = pytest.StashKey["Vault"]()
"""The secrets that the fixture `webagent_secrets` gave to what a node has."""
_used_key = pytest.StashKey["Vault"]()
"""Those of a test's last browser session, which may know more."""
_item_key = pytest.StashKey[pytest.Item]()
"""The test that is run, or was last."""


def know(node: pytest.Item | pytest.Collector, secrets: Any) -> None:
    """Withhold what a fixture has just given to a node: whoever asked for it may fail before a browser has it."""
    from pytest_webagent.errors import ConfigError
    from pytest_webagent.policy.secrets import Vault

    vault = node.stash.setdefault(_given_key, Vault())
    for name, secret in secrets.items() if isinstance(secrets, Mapping) else ():
        # What is no secret is an error of those that use it; the others still are some.
        with suppress(ConfigError):
            vault.add({name: secret})


def begin(item: pytest.Item) -> None:
    """Know which test is run."""
    item.config.stash[_item_key] = item


def running(config: pytest.Config) -> pytest.Item | None:
    """The test that is run, or was last."""
    return config.stash.get(_item_key, None)


def vaults_of(config: pytest.Config) -> list[Vault]:
    """All that is to be withheld of it."""
    item = running(config)
    if item is None:
        return []
    ledger = ledger_of(item)
    if ledger is not None and ledger.session is not None:
        item.stash[_used_key] = ledger.session.vault
    given = [node.stash[_given_key] for node in item.listchain() if _given_key in node.stash]
    return [*([item.stash[_used_key]] if _used_key in item.stash else ()), *given]


def hidden(config: pytest.Config, value: _Value) -> _Value:
    """The same without secrets of the test that is run, or was last."""
    for vault in vaults_of(config):
        value = vault.conceal(value)
    return value

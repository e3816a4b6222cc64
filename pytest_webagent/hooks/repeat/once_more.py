"""What attempts need that are made beside those of the test itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_webagent.hooks.repeat.attempt_runner import renew
from pytest_webagent.hooks.settings.budgets import renew_budget

if TYPE_CHECKING:
    from collections.abc import Sequence


def begin_again(item: Any, properties: Sequence[tuple[str, object]]) -> None:
    """Prepare an item for an attempt beside its own: with these properties, and the whole of its limits and of its time."""
    renew(item, properties)
    renew_budget(item)
    _restart_timeout(item)


def _restart_timeout(item: Any) -> None:
    """Give each attempt the whole time of pytest-timeout, which else counts from the test's beginning."""
    plugin = item.config.pluginmanager.get_plugin("timeout")
    settings_by = getattr(plugin, "_get_item_settings", None)
    if settings_by is None:
        return
    settings = settings_by(item)
    if settings.timeout and settings.timeout > 0 and not settings.func_only:
        item.ihook.pytest_timeout_cancel_timer(item=item)
        item.ihook.pytest_timeout_set_timer(item=item, settings=settings)

"""What attempts need that are made beside those of the test itself."""

from __future__ import annotations

from typing import Any


def restart_timeout(item: Any) -> None:
    """Give each attempt the whole time of pytest-timeout, which else counts from the test's beginning."""
    plugin = item.config.pluginmanager.get_plugin("timeout")
    settings_by = getattr(plugin, "_get_item_settings", None)
    if settings_by is None:
        return
    settings = settings_by(item)
    if settings.timeout and settings.timeout > 0 and not settings.func_only:
        item.ihook.pytest_timeout_cancel_timer(item=item)
        item.ihook.pytest_timeout_set_timer(item=item, settings=settings)

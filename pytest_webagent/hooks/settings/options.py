"""Options, ini keys and environment variables, made from the fields of `Settings`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.config import SETTINGS, Settings, resolve
from pytest_webagent.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.config import Setting

_TITLE: Final = (
    "webagent: tests in plain English (each option is also an ini key webagent_NAME and, below that, an environment "
    "variable WEBAGENT_NAME)"
)
_settings_key = pytest.StashKey[Settings]()


def register(parser: pytest.Parser) -> None:
    """Add an option and an ini key for every setting."""
    group = parser.getgroup("webagent", _TITLE)
    for setting in SETTINGS.values():
        group.addoption(setting.option, **setting.argument)
        parser.addini(setting.ini, setting.explained, type=setting.kind, default=None)


def read(config: pytest.Config, environment: Mapping[str, str]) -> None:
    """Resolve the settings of the session and keep them in its stash.

    Raises:
        pytest.UsageError: a value is not valid.
    """

    def option(setting: Setting) -> Any:
        value = config.getoption(setting.ini)
        return "\n".join(value) if setting.kind == "linelist" and value is not None else value

    def ini(setting: Setting) -> Any:
        try:
            return config.getini(setting.ini)
        except (ValueError, TypeError, pytest.UsageError) as error:
            # Pytest reads numbers and truth values itself; what it says of others does not always name the key.
            raise ConfigError(f"ini key {setting.ini}: {setting.right} ({error})") from None

    try:
        config.stash[_settings_key] = resolve(option, ini, environment)
    except ConfigError as error:
        raise pytest.UsageError(str(error)) from None


def settings_of(config: pytest.Config) -> Settings:
    """The settings `read` resolved for this session."""
    return config.stash[_settings_key]

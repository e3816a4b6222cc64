"""Where secrets are kept beside the environment: a file such as ``.env``, and the keyring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent import extras
from pytest_webagent.errors import ConfigError, ToolError

if TYPE_CHECKING:
    from pathlib import Path


def of_file(name: str, file: Path) -> str | None:
    """What a file says of a name.

    Raises:
        ConfigError: it cannot be read.
    """
    if not file.is_file():
        return None
    try:
        found: str | None = extras.load("dotenv", "secrets").dotenv_values(file, interpolate=False).get(name)
    except ToolError as error:
        raise ConfigError(f"{file.absolute()} cannot be read: {error}") from None
    return found


def of_keyring(name: str, service: str) -> str | None:
    """What the keyring has of a name, where there is one."""
    try:
        keyring = extras.load("keyring", "secrets")
    except ToolError:
        return None
    try:
        found: str | None = keyring.get_password(service, name)
    except keyring.errors.KeyringError:
        # There is none on this machine.
        return None
    return found

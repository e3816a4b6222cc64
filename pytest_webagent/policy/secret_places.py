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
    except (OSError, UnicodeError) as error:
        # What that says may hold some of the file.
        raise ConfigError(
            f"{file.absolute()} cannot be read: {type(error).__name__}; write it in UTF-8, for this user to read"
        ) from None
    return found


def of_keyring(name: str, service: str) -> str | None:
    """What the keyring has of a name, where there is one.

    Raises:
        ConfigError: there is one, and it could not be asked.
    """
    try:
        keyring = extras.load("keyring", "secrets")
    except ToolError:
        return None
    try:
        found: str | None = keyring.get_password(service, name)
    except keyring.errors.NoKeyringError:
        return None
    except Exception as error:  # noqa: BLE001 - a backend is anyone's code, and raises what it likes
        raise ConfigError(
            f"neither the environment nor a file has the secret {name}, and the keyring (service {service!r}) could not be asked: "
            f"{type(error).__name__}: {' '.join(str(error).split())[:300]}. Unlock or mend the keyring, or set the variable {name}"
        ) from None
    return found

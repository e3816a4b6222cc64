"""Where a server is: a command that starts it, or the URL it answers at."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.errors import ConfigError, ToolError
from pytest_webagent.policy.origins import parse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.setting_values import NamedPage

_ID: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,23}")
_URL: Final = re.compile(r"https?://", re.IGNORECASE)


class ServerAddress(NamedTuple):
    """How a server is reached. Exactly one of both is given."""

    command: tuple[str, ...] = ()
    """The program and its arguments; it speaks over its standard input and output."""
    url: str = ""
    """Where it answers; it speaks streamable HTTP."""
    configured: bool = False
    """Whether the test's author named it, not the model."""

    @property
    def shown(self) -> str:
        """It, for a message. Of a command only the program: an argument may be a secret."""
        return self.url.partition("?")[0] if self.url else self.command[0]

    @property
    def transport(self) -> str:
        """What it speaks over."""
        return "streamable HTTP" if self.url else "stdio"


def written(text: str, *, configured: bool = False) -> ServerAddress:
    """The address somebody wrote: a URL, or a command line as a shell splits it (but without a shell).

    Raises:
        ValueError: it is neither; the message says why.
    """
    text = text.strip()
    if _URL.match(text):
        if any(character.isspace() for character in text):
            raise ValueError("a URL has no spaces")
        # In the one spelling that is checked and opened.
        return ServerAddress(url=parse(text).url, configured=configured)
    if "\0" in text:
        raise ValueError("a command has no NUL characters")
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise ValueError(f"the command cannot be split into words: {error}") from None
    if not words or not words[0]:
        raise ValueError("it is empty")
    return ServerAddress(command=words, configured=configured)


def server_id(text: str) -> str:
    """The name of a server, which begins the names of its tools.

    Raises:
        ToolError: it can be no such name.
    """
    if not _ID.fullmatch(text.strip()):
        raise ToolError(
            f"{text[:60]!r} cannot be the id of a server: give 1 to 24 letters, digits, '_' or '-' that begin with a "
            "letter, such as 'files'"
        )
    return text.strip()


def configured(lines: Iterable[NamedPage]) -> dict[str, ServerAddress]:
    """The servers of the setting ``mcp_servers``: names, each with a command line or a URL.

    Raises:
        ConfigError: a name or address cannot be used, or two have one name. Addresses, which may hold secrets, are not
            shown.
    """
    found: dict[str, ServerAddress] = {}
    for name, where in lines:
        try:
            if not _ID.fullmatch(name):
                raise ValueError(
                    "its name must be 1 to 24 letters, digits, '_' or '-' that begin with a letter"
                )
            if name in found:
                raise ValueError("there is a server of that name already")
            found[name] = written(where, configured=True)
        except ValueError as error:
            raise ConfigError(f"mcp_servers: the server {name[:60]!r} cannot be used: {error}") from None
    return found

"""How one setting is named, explained and read."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias
from urllib.parse import SplitResult, urlsplit

from pytest_webagent.errors import ConfigError
from pytest_webagent.geometry import Size

Source: TypeAlias = Literal["option", "ini", "environment", "marker"]
Kind: TypeAlias = Literal["string", "int", "float", "bool", "linelist"]

_HEADLESS = "WEB_TOOLS_HEADLESS"
_CI = ("CI", "BUILD_NUMBER")
"""Environment variables of CI servers, as pytest knows them."""


def is_ci(environment: Mapping[str, str]) -> bool:
    """Whether a CI server runs the session, and nobody sits in front of it."""
    return any(environment.get(name) for name in _CI)


class Setting(NamedTuple):
    """How one field of `Settings` is named, explained and read."""

    name: str
    help: str
    parse: Callable[[Any], Any]
    default: Any
    kind: Kind
    """Pytest's word for the type of the ini key; it decides what a TOML file may hold."""
    per_test: bool

    @property
    def option(self) -> str:
        """The command line option."""
        return "--webagent-" + self.name.replace("_", "-")

    @property
    def ini(self) -> str:
        """The ini key."""
        return "webagent_" + self.name

    @property
    def environment(self) -> str:
        """The environment variable."""
        return "WEBAGENT_" + self.name.upper()

    def from_environment(self, environment: Mapping[str, str]) -> tuple[Any, str]:
        """What the environment says, or None, and the variable that says so."""
        if self.name == "headed" and not environment.get(self.environment) and environment.get(_HEADLESS):
            # The web_* vocabulary asks the question the other way round.
            source = f"environment variable {_HEADLESS}"
            return not self.read(environment[_HEADLESS], source), source
        return environment.get(self.environment) or None, f"environment variable {self.environment}"

    @property
    def argument(self) -> dict[str, Any]:
        """What a parser of command lines is told of the option."""
        told = {"dest": self.ini, "default": None, "help": self.explained.replace("%", "%%")}
        if self.kind == "bool":
            return {**told, "action": "store_const", "const": True}
        return {
            **told,
            "action": "append" if self.kind == "linelist" else "store",
            "metavar": self.name.upper(),
        }

    @property
    def explained(self) -> str:
        """The help text and, where there is one, the default."""
        if self.default in (None, (), False):
            return self.help
        if isinstance(self.default, tuple):
            shown = ("x" if isinstance(self.default, Size) else ", ").join(map(str, self.default))
        else:
            shown = str(self.default).removesuffix(".0")
        return f"{self.help} (default: {shown})"

    @property
    def right(self) -> str:
        """What a value must be, in the words a wrong one is refused with; nothing is no value of any setting."""
        try:
            self.parse(None)
        except ValueError as error:
            return str(error)
        raise AssertionError(f"{self.name} can be nothing")

    def read(self, value: Any, source: str) -> Any:
        """Parse a value that came from `source`.

        Raises:
            ConfigError: the value is not valid; the message names the source and what is valid.
        """
        try:
            return self.parse(value)
        except (ValueError, TypeError) as error:
            # A URL may hold a password.
            shown = re.sub(r"//[^/@\s]*@", "//***@", repr(value))
            raise ConfigError(f"{source}: {error}, not {shown}") from None


def field(
    default: Any, parse: Callable[[Any], Any], help_text: str, *, kind: Kind = "string", per_test: bool = True
) -> Any:
    """What is written beside a field of `Settings`, whose name is filled in there."""
    return Setting("", help_text, parse, default, kind, per_test)


def window_size(value: Any) -> Size:
    """A size of the viewport, written WIDTHxHEIGHT."""
    if isinstance(value, (tuple, list)) and len(value) == 2:
        value = "x".join(str(part) for part in value)
    width, cross, height = str(value).lower().partition("x")
    if not cross or not width.strip().isdigit() or not height.strip().isdigit():
        raise ValueError("must be WIDTHxHEIGHT in CSS pixels, such as 1280x720")
    size = Size(int(width), int(height))
    if min(size) < 100 or max(size) > 10_000:
        raise ValueError("must lie between 100x100 and 10000x10000")
    return size


def disagreement(values: Mapping[str, Any], *, session: bool) -> str:
    """Why the settings of a session, or else of a test, do not go together; empty where they do."""
    runs, passes = values["runs"], values["min_passes"]
    if passes is not None and passes > runs:
        return (
            f"min_passes is {passes} and runs is {runs}: of {runs} runs at most {runs} can pass; set runs to {passes} or more, "
            f"or min_passes to {runs} or less"
        )
    if not session:
        return ""
    if values["eject"] is not None and values["record"] == "off":
        return "eject writes tests from what is replayed, and record is off: add --webagent-record=missing, or leave eject out"
    if values["mutate_min"] is not None and not values["mutate"]:
        return (
            f"mutate_min is {values['mutate_min']:g}, and no test is mutated: add --webagent-mutate, "
            "or leave mutate_min out"
        )
    return ""


def server_parts(url: str, *schemes: str) -> SplitResult | None:
    """The URL of a server in its parts; None where nobody can be asked there by one of the schemes."""
    try:
        parts = urlsplit(url)
        return parts if parts.scheme in schemes and parts.hostname and parts.port != 0 else None
    except ValueError:
        return None


def without_secrets(url: str) -> str:
    """A URL without user name and password, and without the key that its query may hold.

    Raises:
        ValueError: it is none.
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def server_address(url: str) -> str:
    """A URL as a message names it; where it cannot be known what of it is a password, nothing of it is told."""
    try:
        parts = urlsplit(url)
        # A password with a "/" or "?" in it ends the host too early.
        torn = ":" in parts.netloc and "@" not in parts.netloc and "@" in url
        if parts.port != 0 and not torn and (parts.hostname or parts.scheme == "unix"):
            return without_secrets(url)
    except ValueError:
        pass
    return "an address that is not shown"

"""The command line: what is asked for, and with which settings. Loads nothing heavy, so that ``--help`` is quick."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent.config import SETTINGS
from pytest_webagent.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_webagent.config import Setting
    from pytest_webagent.trajectory import Kind

_OF_SUITES: Final = frozenset(
    {
        *("start_url", "inconclusive", "tool_stats", "runs", "min_passes", "all_runs"),
        *("mutate", "mutate_min", "mutate_most", "record", "heal", "eject"),
        *("session_steps", "session_seconds", "session_tokens", "session_usd"),
    }
)
"""Settings that say nothing to a single goal; where it starts is the first argument."""
_PREFIX: Final = "--webagent-"
_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]*://|(about|data|file):", re.IGNORECASE)
_DESCRIPTION: Final = """\
Open a page in a real browser, work on a goal stated in plain English, and show each step, the answer and what it was
derived from. The exit status is 0 if it was done, 1 if the site does not do it, 2 if the command line or a setting is
wrong, and 3 if something else was in the way: the model, the browser, a limit, a goal that was not understood."""
_SETTINGS: Final = """\
pytest's own, also read from its configuration file in this folder (webagent_NAME) and, below that, from the environment
(WEBAGENT_NAME)"""


class Order(NamedTuple):
    """What the command is to do."""

    kind: Kind
    text: str
    """The goal, statement or question."""
    marker: Mapping[str, Any]
    """Arguments of the `webagent` marker: the page to start on, and settings of a single test."""
    options: Sequence[str]
    """Options of pytest, for the settings of a session."""
    file: Path | None
    """The test file to write."""


def parsed(arguments: Sequence[str] | None = None) -> Order:
    """What the arguments ask for (else those of the process).

    Raises:
        SystemExit: help was asked for (status 0), or something is wrong (status 2) and has been told.
    """
    parser = _parser()
    given = parser.parse_intermixed_args(arguments)
    told = {"run": " ".join(given.goal), "check": given.check, "get": given.get}
    asked: list[tuple[Any, str]] = [(kind, text) for kind, text in told.items() if text]
    if len(given.goal) > 1:
        parser.error(f"a goal is one argument: put it in quotes, {told['run']!r}")
    if len(asked) != 1 or not asked[0][1].strip():
        parser.error("say what is to be done: one of GOAL, --check STATEMENT and --get QUESTION")
    marker, options = {"start_url": given.url}, []
    for setting in _offered():
        raw = getattr(given, setting.ini)
        if raw is None:
            continue
        raw = "\n".join(raw) if isinstance(raw, list) else raw
        try:
            value = setting.read(raw, _name(setting))
        except ConfigError as error:
            parser.error(str(error))
        if setting.per_test:
            marker[setting.name] = value if isinstance(value, (int, float)) else raw
        else:
            options.append(setting.option if raw is True else f"{setting.option}={raw}")
    kind, text = asked[0]
    return Order(kind, text, marker, options, given.write)


def as_typed(message: str) -> str:
    """A message with the options as this command spells them."""
    return message.replace(_PREFIX, "--")


def _offered() -> list[Setting]:
    return [setting for name, setting in SETTINGS.items() if name not in _OF_SUITES]


def _name(setting: Setting) -> str:
    return as_typed(setting.option)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "webagent",
        usage='webagent [OPTION ...] URL "GOAL"',
        description=_DESCRIPTION,
        epilog="pytest --help tells of the settings of test suites, too.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "url",
        metavar="URL",
        type=_address,
        help="where to begin: an address, with or without http://, or a file",
    )
    parser.add_argument(
        "goal", metavar="GOAL", nargs="*", help="what to do and what to report, in one argument"
    )
    parser.add_argument("--check", metavar="STATEMENT", help="instead of a goal: what has to be so")
    parser.add_argument("--get", metavar="QUESTION", help="instead of a goal: what to read off the page")
    parser.add_argument(
        "--write",
        metavar="FILE",
        type=_new_file,
        help="if it was done, write it as a test into a new file, test_x.py",
    )
    settings = parser.add_argument_group("settings", _SETTINGS)
    for setting in _offered():
        settings.add_argument(_name(setting), **setting.argument)
    return parser


def _address(text: str) -> str:
    """The URL of a page, as a person names it."""
    if _ADDRESS.match(text):
        return text
    file = os.path.expanduser(text)
    if os.path.exists(file):
        return Path(file).resolve().as_uri()
    if not text or re.search(r"\s", text) or text[0] in "/\\.~":
        raise argparse.ArgumentTypeError(f"{text!r} is neither an address nor a file that is there")
    return f"http://{text}"


def _new_file(text: str) -> Path:
    file = Path(text)
    if file.suffix != ".py":
        raise argparse.ArgumentTypeError(f"a test file is called test_NAME.py, not {text!r}")
    if os.path.lexists(file):
        raise argparse.ArgumentTypeError(f"{text} is there already and is left as it is: name a new file")
    if not file.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {file.parent}")
    return file

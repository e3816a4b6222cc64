"""What a sandbox is asked to do, and how it is started."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.policy.security import ResourceLimits
    from pytest_webagent.policy.workspace import Workspace

MEBIBYTE = 1 << 20


class Unusable(Exception):
    """A sandbox cannot be used here: the message says why. Another one may do, so it is no error by itself."""


class Job(NamedTuple):
    """A command, and what it may take."""

    argv: tuple[str, ...]
    """``{python}`` at its beginning stands for the interpreter of the sandbox."""
    seconds: float
    workspace: Workspace
    limits: ResourceLimits
    image: str
    """The image of a Docker container."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How the supervisor is started in a sandbox, and what it is told about it."""

    sandbox: str
    argv: tuple[str, ...]
    """Ends with the interpreter that runs the supervisor."""
    python: str
    """The interpreter, inside."""
    folder: str
    """The workspace, inside."""
    user: int | None = None
    filtered: bool = True
    memory_folders: tuple[str, ...] = ()
    files: tuple[int, ...] = field(default=(), repr=False)
    """Open files that are handed on, and closed here."""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Of the program that makes the sandbox, not of what runs in it."""
    removal: tuple[str, ...] = ()
    """A command that ends the sandbox, should it not have ended."""

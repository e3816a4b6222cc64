"""What a test allows its tools, as one object: written in code, or in a TOML file.

The names are those of the OpenManus tool system: `ToolConfig`, `ToolSettings`, `SecurityPolicy`.
"""

from __future__ import annotations

# The types of the fields are read at run time, when a file is checked against them.
from collections.abc import Collection, Mapping  # noqa: TC003
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Final, Literal, TypeAlias, get_args

from pytest_webagent.errors import ConfigError, DeniedError
from pytest_webagent.policy.origins import host_name

SandboxMode: TypeAlias = Literal["auto", "docker", "bubblewrap", "none"]
HighRisk: TypeAlias = Literal["allow", "ask"]
"""What becomes of calls of high risk: they are done, or only once somebody has said yes to each."""
Unasked: TypeAlias = Literal["off", "warn", "ask", "deny"]
"""What becomes of a model's calls that its goal does not ask for: no heed is taken; or they are done and marked, done only once somebody
has said yes to each, or denied."""
Need: TypeAlias = Literal["files", "network", "subprocess"]
"""What a tool takes beyond the page: files of the workspace, other servers, processes of its own."""
_ACTIONS: Final = ("action", "command", "method")
"""Parameters that say what a tool is to do; the first that it has is meant."""
NEEDS: Final[tuple[Need, ...]] = ("files", "network", "subprocess")
"""In the order in which they are checked."""
_STRICT: Final = {"extra": "forbid"}
"""Tells pydantic, which checks a policy's file, that a name it does not know is a mistake."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceLimits:
    """How much one call may take."""

    __pydantic_config__: ClassVar = _STRICT

    seconds: float | None = None
    """None: what the tool itself says."""
    memory_mb: int = 512
    processes: int = 64
    output_chars: int = 20_000
    rows: int = 1_000
    file_mb: int = 20

    def __post_init__(self) -> None:
        """Refuse a limit that would be none.

        Raises:
            ValueError: one is not more than 0.
        """
        for each in fields(self):
            value = getattr(self, each.name)
            if value is not None and not value > 0:
                raise ValueError(f"{each.name} must be more than 0, not {value!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityPolicy:
    """What is allowed beyond the page under test."""

    __pydantic_config__: ClassVar = _STRICT

    allowed_domains: tuple[str, ...] = ()
    """Hosts that may be reached beside the origins of the test: ``example.com``, ``*.example.com``, or ``*``."""
    blocked_domains: tuple[str, ...] = ()
    """Hosts that may not be reached, whatever else allows them."""
    allow_file_system_access: bool = True
    """Whether files of the workspace may be read and written."""
    allow_network_access: bool = True
    allow_subprocess_execution: bool = True
    sandbox_mode: SandboxMode = "auto"
    """Where code of the model runs; ``none`` runs it unprotected."""

    def __post_init__(self) -> None:
        """Write hosts as addresses do. One that is no host would block nothing, and nobody would know.

        Raises:
            ValueError: an entry is no host.
        """
        for name in ("allowed_domains", "blocked_domains"):
            object.__setattr__(self, name, tuple(map(_domain, _listed(self, name))))

    def allows(self, need: Need) -> bool:
        """Whether a tool may take this."""
        return {
            "files": self.allow_file_system_access,
            "network": self.allow_network_access,
            "subprocess": self.allow_subprocess_execution,
        }[need]


def _listed(policy: object, name: str) -> tuple[str, ...]:
    value = getattr(policy, name)
    if isinstance(value, str):
        raise ValueError(f"{name} must be a list, not {value!r}")
    return tuple(value)


def _check_words(policy: ToolSettings | ToolConfig) -> None:
    # A slip of the pen would let through what was to be asked for.
    for name, words in (("high_risk", get_args(HighRisk)), ("unasked", get_args(Unasked))):
        if (value := getattr(policy, name)) not in (None, *words):
            raise ValueError(f"{name} must be {' or '.join(words)}, not {value!r}")


def _domain(pattern: str) -> str:
    if pattern.strip() == "*":
        return "*"
    below = "*." if pattern.strip().startswith("*.") else ""
    try:
        return below + host_name(pattern.strip().removeprefix("*.")).removesuffix(".")
    except ValueError:
        raise ValueError(
            f"{pattern!r} is no host: write example.com, *.example.com or *, without scheme, port and path"
        ) from None


_FIELD: Final[Mapping[Need, str]] = {
    "files": "allow_file_system_access",
    "network": "allow_network_access",
    "subprocess": "allow_subprocess_execution",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSettings:
    """What holds for one tool."""

    __pydantic_config__: ClassVar = _STRICT

    enabled: bool = True
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Arguments the tool gets where the model gives none."""
    allowed_actions: tuple[str, ...] = ()
    """Values that its argument ``action``, ``command`` or ``method`` may have, word for word; all if there are none."""
    restricted_paths: tuple[str, ...] = ()
    """Files and folders of the workspace it may not touch, as `Workspace` reads them."""
    resource_limits: ResourceLimits = ResourceLimits()
    security_settings: SecurityPolicy | None = None
    """What is allowed to this tool instead of what is allowed to all."""
    high_risk: HighRisk | None = None
    """What becomes of its calls of high risk, instead of what becomes of those of all."""
    unasked: Unasked | None = None
    """What becomes of its calls that the goal does not ask for, instead of what becomes of those of all."""

    def __post_init__(self) -> None:
        """Refuse a text where a list belongs, and a word that is none.

        Raises:
            ValueError: there is one.
        """
        _check_words(self)
        for name in ("allowed_actions", "restricted_paths"):
            object.__setattr__(self, name, _listed(self, name))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolConfig:
    """What a test allows its tools. Without a word of the test, tools of the open world are not even offered."""

    __pydantic_config__: ClassVar = _STRICT

    tool_settings: Mapping[str, ToolSettings] = field(default_factory=dict)
    enabled_tools: tuple[str, ...] = ()
    """The only tools that may be called; all that are offered if there are none."""
    disabled_tools: tuple[str, ...] = ()
    allow_dangerous_tools: bool = False
    """Whether tools that run what the model writes may be called: `python_execute`, `bash`."""
    workspace_root: str | None = None
    """The folder of files; a relative one is taken from the policy's file. None: a folder of each test in the output."""
    global_settings: Mapping[str, Any] = field(default_factory=dict)
    """Arguments that every tool that knows them gets, where neither the model nor its own settings give any."""
    security: SecurityPolicy = SecurityPolicy()
    high_risk: HighRisk = "allow"
    unasked: Unasked = "off"

    def __post_init__(self) -> None:
        """Refuse a text where a list belongs, and a word that is none.

        Raises:
            ValueError: there is one.
        """
        _check_words(self)
        for name in ("enabled_tools", "disabled_tools"):
            object.__setattr__(self, name, _listed(self, name))

    @property
    def named_tools(self) -> tuple[str, ...]:
        """The names of all tools it says something about."""
        return (*self.enabled_tools, *self.disabled_tools, *self.tool_settings)

    def get_tool_config(self, tool_name: str) -> ToolSettings:
        """What holds for a tool."""
        return self.tool_settings.get(tool_name, ToolSettings())

    def is_tool_enabled(self, tool_name: str) -> bool:
        """Whether a tool may be called at all."""
        listed = not self.enabled_tools or tool_name in self.enabled_tools
        return listed and tool_name not in self.disabled_tools and self.get_tool_config(tool_name).enabled

    def validate_tool_access(self, tool_name: str, action: str) -> bool:
        """Whether a tool may be called with this action or command."""
        allowed = self.get_tool_config(tool_name).allowed_actions
        return self.is_tool_enabled(tool_name) and (not allowed or action in allowed)

    def security_of(self, tool_name: str) -> SecurityPolicy:
        """What is allowed to a tool beyond the page."""
        return self.get_tool_config(tool_name).security_settings or self.security

    def asks(self, tool_name: str) -> bool:
        """Whether somebody has to allow what a tool does that is of high risk."""
        return (self.get_tool_config(tool_name).high_risk or self.high_risk) == "ask"

    def unasked_of(self, tool_name: str) -> Unasked:
        """What becomes of calls of a tool that the goal does not ask for."""
        return self.get_tool_config(tool_name).unasked or self.unasked

    def limits_of(self, tool_name: str) -> ResourceLimits:
        """How much one call of a tool may take."""
        return self.get_tool_config(tool_name).resource_limits

    @property
    def largest_file_mb(self) -> int:
        """How large a file may be that no tool writes: as large as those of the tool that may write the largest."""
        tools = (each.resource_limits for each in self.tool_settings.values())
        return max(limits.file_mb for limits in (ResourceLimits(), *tools))

    def defaults_of(self, tool_name: str, parameters: Collection[str]) -> dict[str, Any]:
        """The arguments a tool with these `parameters` gets where the model gives none."""
        known = {name: value for name, value in self.global_settings.items() if name in parameters}
        return {**known, **self.get_tool_config(tool_name).parameters}

    def why_disabled(self, tool_name: str, *, dangerous: bool = False) -> str:
        """Why a tool may not be called at all; empty where it may."""
        if not self.is_tool_enabled(tool_name):
            return "the policy of this test does not enable it"
        if dangerous and not self.allow_dangerous_tools:
            return "it is dangerous, and the policy of this test does not say allow_dangerous_tools = true"
        return ""

    def check_enabled(self, tool_name: str, *, dangerous: bool = False) -> None:
        """Raise `DeniedError` if a tool may not be called."""
        if why := self.why_disabled(tool_name, dangerous=dangerous):
            raise DeniedError(f"{tool_name} was not run: {why}")

    def check_agrees(self, tool_name: str, parameters: Collection[str]) -> None:
        """Raise `ConfigError` if what is set for a tool with these `parameters` cannot be heeded."""
        settings = self.get_tool_config(tool_name)
        unknown = sorted(set(settings.parameters) - set(parameters))
        if unknown:
            raise ConfigError(
                f"the policy gives {tool_name} {', '.join(map(repr, unknown))}, and it has no such parameter; "
                f"it has: {', '.join(parameters) or 'none'}"
            )
        if settings.allowed_actions and not _action_of(parameters):
            raise ConfigError(
                f"the policy has allowed_actions for {tool_name}, which has none of the parameters "
                f"{', '.join(_ACTIONS)}"
            )

    def check_action(self, tool_name: str, arguments: Mapping[str, Any], parameters: Collection[str]) -> None:
        """Raise `DeniedError` if a tool with these `parameters` may not be called with the action in `arguments`."""
        allowed = self.get_tool_config(tool_name).allowed_actions
        name = _action_of(parameters)
        if allowed and arguments.get(name) not in allowed:
            found = f"{str(arguments[name])[:60]!r}" if arguments.get(name) else f"a call without {name!r}"
            raise DeniedError(
                f"{tool_name} was not run: the policy of this test does not allow {found}, only: {', '.join(allowed)}"
            )

    def why_lacking(self, tool_name: str, needs: Collection[Need]) -> str:
        """Which of what a tool takes it is not allowed: files, then network, then processes; empty where it is."""
        security = self.security_of(tool_name)
        lacking = next((need for need in NEEDS if need in needs and not security.allows(need)), None)
        return "" if lacking is None else f"the policy of this test says {_FIELD[lacking]} = false"

    def check_needs(self, tool_name: str, needs: Collection[Need]) -> None:
        """Raise `DeniedError` if a tool takes what it is not allowed to."""
        if why := self.why_lacking(tool_name, needs):
            raise DeniedError(f"{tool_name} was not run: {why}")

    def resolved(self, folder: str) -> ToolConfig:
        """The same, with a relative `workspace_root` taken from `folder`."""
        if self.workspace_root is None:
            return self
        return replace(self, workspace_root=str(Path(folder, self.workspace_root).resolve()))


def _action_of(names: Collection[str]) -> str:
    return next((name for name in _ACTIONS if name in names), "")

"""Natural-language end-to-end tests for pytest: state the goal, an agent does it in a real browser."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_webagent.config import Settings as Settings
    from pytest_webagent.errors import Blocked as Blocked
    from pytest_webagent.errors import BrowserError as BrowserError
    from pytest_webagent.errors import BudgetExceeded as BudgetExceeded
    from pytest_webagent.errors import ConfigError as ConfigError
    from pytest_webagent.errors import Diverged as Diverged
    from pytest_webagent.errors import EnvironmentFailure as EnvironmentFailure
    from pytest_webagent.errors import GoalNotMet as GoalNotMet
    from pytest_webagent.errors import Inconclusive as Inconclusive
    from pytest_webagent.errors import ModelError as ModelError
    from pytest_webagent.errors import RunError as RunError
    from pytest_webagent.errors import ToolError as ToolError
    from pytest_webagent.errors import WebAgentError as WebAgentError
    from pytest_webagent.messages import ToolResult as ToolResult
    from pytest_webagent.observation import Element as Element
    from pytest_webagent.observation import Observation as Observation
    from pytest_webagent.policy.secrets import Secret as Secret
    from pytest_webagent.policy.security import ResourceLimits as ResourceLimits
    from pytest_webagent.policy.security import SecurityPolicy as SecurityPolicy
    from pytest_webagent.policy.security import ToolConfig as ToolConfig
    from pytest_webagent.policy.security import ToolSettings as ToolSettings
    from pytest_webagent.ports import ApprovalRequest as ApprovalRequest
    from pytest_webagent.tools.core.base import Tool as Tool
    from pytest_webagent.tools.core.base import ToolContext as ToolContext
    from pytest_webagent.tools.core.base import register_tool as register_tool
    from pytest_webagent.tools.core.base import tool as tool
    from pytest_webagent.tools.core.registry import ToolRegistry as ToolRegistry
    from pytest_webagent.tools.core.sync_registry import SyncToolRegistry as SyncToolRegistry
    from pytest_webagent.trajectory import NextAction as NextAction
    from pytest_webagent.trajectory import RunResult as RunResult
    from pytest_webagent.trajectory import Step as Step

_HOMES = {
    "config": ("Settings",),
    "errors": (
        "Blocked",
        "BrowserError",
        "BudgetExceeded",
        "ConfigError",
        "Diverged",
        "EnvironmentFailure",
        "GoalNotMet",
        "Inconclusive",
        "ModelError",
        "RunError",
        "ToolError",
        "WebAgentError",
    ),
    "messages": ("ToolResult",),
    "observation": ("Element", "Observation"),
    "policy.secrets": ("Secret",),
    "policy.security": ("ResourceLimits", "SecurityPolicy", "ToolConfig", "ToolSettings"),
    "ports": ("ApprovalRequest",),
    "tools.core.base": ("Tool", "ToolContext", "register_tool", "tool"),
    "tools.core.registry": ("ToolRegistry",),
    "tools.core.sync_registry": ("SyncToolRegistry",),
    "trajectory": ("NextAction", "RunResult", "Step"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}
__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    """Load a public name on first use, so that importing the package costs nothing."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)

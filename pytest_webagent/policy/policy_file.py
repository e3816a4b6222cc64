"""Reading a policy from a TOML file.

::

    allow_dangerous_tools = true
    workspace_root = "data"

    [security]
    allowed_domains = ["*.example.com"]

    [tools.database]
    allowed_actions = ["query", "list_tables"]
    resource_limits = { rows = 100 }
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pytest_webagent.errors import ConfigError
from pytest_webagent.policy.security import ToolConfig


def read_policy(path: str | Path) -> ToolConfig:
    """The policy a file holds. A table ``[tools.NAME]`` holds what is set for a tool (``tool_settings``).

    Raises:
        ConfigError: the file cannot be read, is not TOML, or says something a policy does not know.
    """
    file = Path(path)
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"webagent_policy: {path} cannot be read as a TOML file: {error}") from None
    return _checked(content, path).resolved(str(file.resolve().parent))


def _checked(content: dict[str, Any], path: str | Path) -> ToolConfig:
    from pydantic import TypeAdapter, ValidationError

    if "tools" in content:
        content = {**content, "tool_settings": {**content.get("tool_settings", {}), **content["tools"]}}
        del content["tools"]
    try:
        return TypeAdapter(ToolConfig).validate_python(content)
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, each['loc']))}: {_told(each['msg'])}"
            for each in error.errors(include_url=False)
        )
        raise ConfigError(f"webagent_policy: {path} is no policy: {problems}") from None


def _told(message: str) -> str:
    plain = message.removeprefix("Value error, ")
    return plain[:1].lower() + plain[1:]

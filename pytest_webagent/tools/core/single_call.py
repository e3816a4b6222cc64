"""One call of a tool: within its time, and what it gives without secrets."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_webagent.errors import ToolError
from pytest_webagent.nesting import DEEPEST, nested_deeper
from pytest_webagent.tools.core.wording import said_by, shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.messages import ToolCall, ToolResult
    from pytest_webagent.policy.secrets import Vault
    from pytest_webagent.tools.core.base import Tool
    from pytest_webagent.tools.core.context import ToolContext


async def in_time(
    found: Tool, context: ToolContext, arguments: Mapping[str, Any], reasoning: str
) -> ToolResult:
    """Run a tool with checked arguments.

    Raises:
        ToolError: it could not be done, or not in time.
    """
    seconds = context.limits.seconds or found.traits.seconds
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            result = await found.run(context, arguments, reasoning)
    except TimeoutError:
        if not limit.expired():
            raise
        done = ". What it began may have been done: look first" if found.kind == "action" else ""
        raise ToolError(f"{found.name} was given up: it took longer than {seconds:g} s{done}") from None
    if why := _untold(result):
        raise ToolError(
            f"{found.name} was run, and nothing of its result is told: {why}. "
            "Whoever wrote the tool can have it give less, or a text"
        )
    return result


def _untold(result: ToolResult) -> str:
    """Why the result of anyone's code cannot be looked through for secrets, or written down; empty where it can."""
    if nested_deeper(result.output):
        return f"it has data nested more than {DEEPEST} levels deep"
    try:
        _text(result)
    except Exception as error:  # noqa: BLE001 - it asks objects of the tool what they are
        return f"it is no JSON: {type(error).__name__}: {shortened(said_by(error), 200)}"
    return ""


def concealed_result(result: ToolResult, call: ToolCall, context: ToolContext) -> ToolResult:
    """What a call gave, without secrets; pictures are no texts. An argument that only names a secret may be written down."""
    vault, state = context.vault, context.call
    if not vault:
        return result
    state.secret = tuple(name for name in state.secret if not vault.is_placeholder(call.arguments.get(name)))
    state.error, state.denied, state.dry_run, state.unasked, context.unreal = vault.conceal(
        (state.error, state.denied, state.dry_run, state.unasked, context.unreal)
    )
    output, error, system = vault.conceal((result.output, result.error, result.system))
    shown = replace(result, output=output, error=error, system=system)
    # Numbers, and objects of the tool's own, say it only where they become text.
    said = _text(shown)
    return (
        shown if (told := vault.conceal(said)) == said else replace(shown, output=_apart(said, vault) or told)
    )


def _apart(said: str, vault: Vault) -> Any:
    """The data that JSON says, with names in the place of the texts and numbers that are secrets; None where it says more of one."""

    def number(figures: str) -> Any:
        return json.loads(figures) if (told := vault.conceal(figures)) == figures else told

    with suppress(ValueError):
        data = vault.conceal(json.loads(said, parse_int=number, parse_float=number))
        if vault.conceal(text := json.dumps(data, ensure_ascii=False)) == text:
            return data
    return None


def _text(result: ToolResult) -> str:
    return replace(result, error=None, system=None).text

"""Calls of high risk that somebody has to allow first, where the policy says so."""

from __future__ import annotations

import inspect
import json
from typing import TYPE_CHECKING

from pytest_webagent.errors import ConfigError, DeniedError, ToolError, WebAgentError
from pytest_webagent.policy.redaction import whole
from pytest_webagent.policy.risk import ApprovalNeeded
from pytest_webagent.ports import ApprovalRequest
from pytest_webagent.setting_values import flag
from pytest_webagent.tools.core.context import THE_CALL

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from pytest_webagent.policy.risk import Risk
    from pytest_webagent.tools.core.context import ToolContext


async def announce(
    what: str, risk: Risk, context: ToolContext, arguments: Mapping[str, Any], reasoning: str
) -> None:
    """Say for a tool what it is about to do, before it is run, and have it allowed if it must be.

    The yes is to the call, and with it to what the tool then says itself that it does.

    Raises:
        DeniedError, DryRunError: it is not to be run.
        ConfigError: the test's own approval failed.
    """
    try:
        context.about_to(risk, what)
    except ApprovalNeeded:
        await ask_for(what, context, arguments, reasoning)
        context.call.allowed = THE_CALL


async def ask_for(what: str, context: ToolContext, arguments: Mapping[str, Any], reasoning: str) -> None:
    """Have the call that is under way allowed: by the test's own approval, else by the person at the terminal.

    Raises:
        DeniedError: it was refused, or nobody said anything.
        ConfigError: the test's own approval gave what is no answer, or failed.
    """
    tool = context.call.tool
    given = {name: value for name, value in arguments.items() if value is not None}
    shown = whole(given, fields=context.call.secret)
    request = context.vault.conceal(
        ApprovalRequest(tool=tool, what=what, arguments=shown, reasoning=reasoning)
    )
    try:
        refused = await _refusal(request, context)
    except ToolError as error:
        refused = str(error)
    if refused:
        setting = "unasked" if context.call.unasked else "high_risk"
        raise DeniedError(
            f"{tool} was not run: to {what} has to be allowed first ({setting} = ask), and it was not: {refused}"
        )
    context.call.approved = what


async def _refusal(request: ApprovalRequest, context: ToolContext) -> str:
    """Why it is not allowed; empty where it is."""
    if context.approve is not None:
        try:
            said = context.approve(request)
            said = await said if inspect.isawaitable(said) else said
        except WebAgentError:
            raise
        except Exception as error:
            # It is the test's, and no model's to mend.
            raise ConfigError(f"webagent_approval failed: {type(error).__name__}: {error}") from error
        return _reason(said)
    if context.person is None:
        return "nobody can be asked here"
    given = json.dumps(dict(request.arguments), ensure_ascii=False, default=str)
    answer = await context.person.ask(
        f"May it {request.what}? (yes or no) The call is {request.tool}({given}), because: {request.reasoning}"
    )
    try:
        return _reason(flag({"y": "yes", "n": "no"}.get(answer.strip().lower(), answer)))
    except ValueError:
        return _reason(answer)


def _reason(said: object) -> str:
    if said is True:
        return ""
    if said is None:
        return "no answer was given"
    if said is False:
        return "it was refused"
    if isinstance(said, str):
        return f"it was refused: {said.strip()}".removesuffix(": ")
    raise ConfigError(
        f"webagent_approval gave {said!r}: it must give True, or False, a text with the reason of a refusal, or None"
    )

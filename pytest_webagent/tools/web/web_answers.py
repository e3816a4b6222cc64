"""The answer of a ``web_*`` tool: one dict with the same fields, whether the call worked or not."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar

from playwright.async_api import Error

from pytest_webagent.browser.operation_errors import refusal
from pytest_webagent.browser.page_script import replaced_by_page
from pytest_webagent.errors import DeniedError, DryRunError, EnvironmentFailure, ToolError
from pytest_webagent.messages import ToolResult
from pytest_webagent.tools.web.state import state_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from pytest_webagent.tools.core.base import ToolContext

_Value = TypeVar("_Value")

LOOK_SECONDS: Final = 10.0
"""How long a tool that looks may take."""
ACT_SECONDS: Final = 15.0
"""How long a tool that acts may take."""
GRACE: Final = 5.0
"""Seconds after that limit at which the call itself is given up, without an answer of ours."""
ATTEMPTS: Final = 3
"""How often something is tried that can be tried again without harm."""
_RESERVE: Final = 5.0
"""Seconds of that which are kept for what is done to the thing that was waited for."""
_PAUSE: Final = 0.1
"""Seconds between two looks for it."""
LONGEST_ECHO: Final = 2_000
"""Characters of an argument that stand in the answer again."""


class NotFound(ToolError):
    """Nothing that fits is on the page; a moment later there may be."""


class _Hidden(ToolError):
    """A dialog hides the page."""


async def answered(
    context: ToolContext,
    seconds: float,
    fields: dict[str, Any],
    work: Callable[[], Awaitable[dict[str, Any]]],
) -> ToolResult:
    """The answer of a tool: `fields`, and what `work` gives over them; without success, why.

    Args:
        context: What the tool may use.
        seconds: How long `work` may take.
        fields: What the answer holds in any case; `work` may change it.
        work: Does it. What it raises as a `ToolError` is an answer without success.
    """
    begun, state, limit = monotonic(), state_of(context.session), asyncio.timeout(seconds)
    before = {*context.session.context.pages}
    found: dict[str, Any] = {}
    image = None
    try:
        state.check()
        async with limit:
            found = {"success": True, **await work()}
        image, error = found.pop("image", None), None
    except (ToolError, EnvironmentFailure) as failure:
        error, context.call.problem = str(failure), type(failure).__name__
        if isinstance(failure, DeniedError):
            context.call.denied = error
        found = {"success": False, "message": error}
        if isinstance(failure, DryRunError):
            found["dry_run"] = True
    except Error as failure:
        error = str(refusal(failure))
        found = {"success": False, "message": error}
    except TimeoutError:
        if not limit.expired():
            raise
        error = f"{context.call.tool} was given up after {seconds:g} s. What it began may have been done: look first"
        found = {"success": False, "message": error}
    finally:
        state.opened += [page for page in context.session.context.pages if page not in before]
    spent = round((monotonic() - begun) * 1000, 1)
    output = {"success": found.pop("success"), **fields, **found, "execution_time_ms": spent}
    return ToolResult(output=output, error=error, base64_image=image)


async def attempted(context: ToolContext, work: Callable[[], Awaitable[_Value]]) -> _Value:
    """What `work` gives. It must only look: where the page changes under it, it is tried again.

    Raises:
        ToolError: what it said at the last of the attempts.
    """
    for _ in range(ATTEMPTS - 1):
        try:
            return await work()
        except (Error, NotFound):
            await context.session.act(_rest)
    try:
        return await work()
    except Error as error:
        why = f"the page could not be looked at {ATTEMPTS} times in a row: {refusal(error)}"
        raise ToolError(replaced_by_page(error) or why) from None


async def awaited(context: ToolContext, look: Callable[[bool], Coroutine[Any, Any, _Value]]) -> _Value:
    """What `look` finds once it does, looked for again and again as an element of a workflow's step is: for as long as a check waits.

    Args:
        context: What the tool may use.
        look: It must only look. It is told whether it looks for the last time.

    Raises:
        ToolError: what it said when the time was over, or that a dialog opened meanwhile.
    """
    until = monotonic() + min(context.settings.check_timeout, ACT_SECONDS - _RESERVE)
    while True:
        last = monotonic() >= until
        try:
            return await _answer(context, look(last))
        except (Error, ToolError) as error:
            if last and isinstance(error, Error):
                why = f"the page could not be looked at: {refusal(error)}"
                raise ToolError(replaced_by_page(error) or why) from None
            if last or isinstance(error, _Hidden):
                raise
        await asyncio.sleep(_PAUSE)


async def _answer(context: ToolContext, looking: Coroutine[Any, Any, _Value]) -> _Value:
    """What a look gives. A page with a dialog answers nothing until that is answered, which nobody does meanwhile."""
    task = asyncio.ensure_future(looking)
    try:
        while not task.done() and context.session.dialog is None:
            await asyncio.wait({task}, timeout=_PAUSE)
        if not task.done():
            raise _Hidden(context.session.dialog)
        return task.result()
    finally:
        task.cancel()


async def _rest() -> None:
    """Nothing: the session waits until the page is at rest."""

"""Opening an address, for the ``web_*`` tools that take one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.errors import EnvironmentFailure, ToolError
from pytest_webagent.policy.redaction import address
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.navigation.addresses import risk_of
from pytest_webagent.tools.web.web_answers import ATTEMPTS, attempted

if TYPE_CHECKING:
    from pytest_webagent.browser.session import Acted
    from pytest_webagent.tools.core.base import ToolContext

_SCHEME = re.compile(r"\s*https?://", re.IGNORECASE)


async def destination(context: ToolContext, url: str) -> str:
    """The URL to open.

    Raises:
        DeniedError: the test does not allow it.
        ToolError: it is no whole URL.
    """
    if not _SCHEME.match(url):
        raise ToolError(
            f"{shortened(address(url), 200)!r} is no whole URL: it must begin with http:// or https://"
        )
    return await context.network.allowed(url)


async def arrive(context: ToolContext, url: str) -> Acted:
    """Open an allowed URL in the current tab. It is only asked for, so what could not be reached is tried again.

    Raises:
        EnvironmentFailure: it could not be reached at the last of the attempts.
        ToolError: opening it is only said.
    """
    context.about_to(risk_of(context, url), f"open {shortened(address(url), 200)}")
    for _ in range(ATTEMPTS - 1):
        try:
            return await context.session.goto(url)
        except EnvironmentFailure:
            continue
    return await context.session.goto(url)


async def title(context: ToolContext) -> str:
    """The title of the current page."""

    async def asked() -> str:
        return shortened(await context.session.page.title(), 300)

    return await attempted(context, asked)


def place(context: ToolContext) -> str:
    """The address of the current page, without what is secret in it."""
    return address(context.session.page.url)

"""The tools that answer requests of the page in place of its server, and tell which were answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from pytest_webagent.browser.recorder import place_of
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.core.wording import shortened

if TYPE_CHECKING:
    from pytest_webagent.browser.request_mocks import MockAnswer


@tool(up_to="HIGH", gated=True)
async def mock_request(
    context: ToolContext,
    url: str,
    status: Annotated[int, Field(ge=100, le=599)] = 200,
    body: str = "",
    content_type: str = "application/json",
    method: str = "",
    abort: bool = False,
) -> str:
    """Answer requests of the page yourself from now on, in place of the server: to see what the page does then.

    Args:
        url: A glob of the addresses, such as "**/api/orders*".
        status: The HTTP status.
        body: The body of the answer.
        content_type: The kind of the body.
        method: Only requests of this HTTP method; all, if it is left out.
        abort: Let the requests fail instead, as if the server could not be reached.
    """
    requests = f"{method or 'all'} requests for {shortened(url, 200)}"
    answer: MockAnswer = {"method": method}
    if abort:
        answer["abort"], told = True, f"let {requests} fail"
    else:
        answer |= {"status": status, "body": body, "headers": {"content-type": content_type}}
        told = f"answer {requests} with {status}"
    context.about_to("HIGH", told)
    await context.session.mock(url, **answer)
    return f"From now on I {told}, in place of the server."


@tool(kind="read")
async def mocked_requests(context: ToolContext) -> list[str]:
    """Tell which requests were answered in place of the server so far, oldest first."""
    return [
        # What was sent may be a password.
        f"{each.method} {place_of(each.url)}"
        for mock in context.session.mock.known
        for each in mock.requests
    ]


TOOLS = (mock_request, mocked_requests)

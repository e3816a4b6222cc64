"""What the web_* tools try again, and how often."""

from types import SimpleNamespace

import pytest
from playwright.async_api import Error

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.web.web_answers import NotFound, attempted


class Pages:
    """A session whose page is waited for."""

    def __init__(self) -> None:
        self.rests = 0

    async def act(self, operation) -> None:
        await operation()
        self.rests += 1


@pytest.fixture
def context():
    return SimpleNamespace(session=Pages())


def failing(times: int, error: Exception):
    tries = []

    async def work() -> str:
        tries.append(1)
        if len(tries) <= times:
            raise error
        return f"done at {len(tries)}"

    return work


@pytest.mark.parametrize("error", [Error("Execution context was destroyed"), NotFound("not there")])
@pytest.mark.parametrize("times", [0, 1, 2])
async def test_looking_is_tried_again_once_the_page_is_at_rest(context, error, times):
    assert await attempted(context, failing(times, error)) == f"done at {times + 1}"
    assert context.session.rests == times


async def test_after_three_attempts_the_last_reason_is_told(context):
    with pytest.raises(NotFound, match="not there"):
        await attempted(context, failing(3, NotFound("not there")))
    assert context.session.rests == 2
    with pytest.raises(ToolError, match="3 times in a row: the page moved on"):
        await attempted(context, failing(3, Error("Execution context was destroyed")))


async def test_a_refusal_is_not_tried_again(context):
    with pytest.raises(ToolError, match="two fit"):
        await attempted(context, failing(1, ToolError("two fit")))
    assert context.session.rests == 0

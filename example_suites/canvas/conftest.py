"""One drawing board per worker, and what looks at its picture: a grounding model, or what stands in for one here."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest
import pytest_asyncio

from pytest_webagent.hooks.grounding.grounders import grounder_for

from .board import Board
from .server import serving
from .stand_in import StandIn

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.config import Settings
    from pytest_webagent.ports import Grounder


@pytest.fixture(scope="session")
def base_url() -> Iterator[str]:
    """Where `start_url="/"` leads: the port is known only now."""
    with serving(Board) as url:
        yield url


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def grounder(
    grounder: Grounder | None, pytestconfig: pytest.Config, webagent_settings: Settings
) -> AsyncIterator[Grounder]:
    """What finds on a picture of the page what a goal describes: the model that the options name, else the stand-in."""
    if grounder is not None:
        yield grounder
        return
    with serving(StandIn) as url:
        settings = webagent_settings._replace(
            grounder="qwen2.5-vl", grounder_url=f"{url}/v1", grounder_model="stand-in"
        )
        found = grounder_for(pytestconfig, settings)
        yield found
        await found.client.close()


class Shape(NamedTuple):
    tool: str
    pen: str


@pytest.fixture
def drawing(browser_session: BrowserSession) -> Callable[[], Awaitable[list[Shape]]]:
    """What the board has stored: look here whether the agent really did what it says."""

    async def stored() -> list[Shape]:
        shapes = json.loads(await browser_session.page.evaluate("localStorage.drawing ?? '[]'"))
        return [Shape(shape["tool"], shape["pen"]) for shape in shapes]

    return stored

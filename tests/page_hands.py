"""Uses the tools on a page in the browser, by the names of its elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent.messages import ToolCall, ToolResult
from pytest_webagent.tools.core.base import ToolContext
from pytest_webagent.tools.toolsets import default_registry

if TYPE_CHECKING:
    from conftest import Site

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.config import Settings
    from pytest_webagent.observation import Element

LOREM = "<p>Lorem ipsum dolor sit amet.</p>"


class Hands:
    """A registry of all tools, and a page to use them on."""

    def __init__(self, session: BrowserSession, settings: Settings, site: Site) -> None:
        self.session = session
        self.site = site
        self.registry = default_registry()
        self.context = ToolContext(session=session, settings=settings)

    @property
    def page(self) -> Any:
        """The current Playwright page."""
        return self.session.page

    async def show(self, html: str, path: str = "/") -> None:
        """Serve a page, open it and look at it."""
        await self.session.goto(self.site.page(path, html))
        self.context.begin()
        await self.session.observe()

    def element(self, name: str, role: str = "") -> Element:
        """The one element of the newest observation whose name, text or placeholder is `name`."""
        observation = self.session.observation
        assert observation is not None
        found = [
            element
            for element in observation.elements
            if element.id is not None
            and name in (element.name, element.text, element.placeholder, element.description)
            and role in ("", element.role)
        ]
        assert len(found) == 1, f"{len(found)} elements are {role} {name!r} in\n{observation.text}"
        return found[0]

    async def use(self, tool: str, on: str = "", role: str = "", **arguments: Any) -> ToolResult:
        """Call a tool, on the element called `on` if given; the required descriptions are filled in."""
        if on:
            arguments["element_id"] = str(self.element(on, role).id)
        if "to" in arguments:
            arguments["to_element_id"] = str(self.element(arguments.pop("to")).id)
        required = self.registry.get(tool).parameters["required"]
        words = {name: on or "it" for name in required if name.endswith("description")}
        call = ToolCall(tool, {"reasoning": "The test wants it.", **words, **arguments})
        return await self.registry.call(call, self.context)

    async def do(self, tool: str, on: str = "", role: str = "", **arguments: Any) -> str:
        """Call a tool that must work; what it says."""
        result = await self.use(tool, on, role, **arguments)
        assert result.error is None, result.error
        return str(result.output)

    async def fail(self, tool: str, on: str = "", role: str = "", **arguments: Any) -> str:
        """Call a tool that must not work; its error."""
        result = await self.use(tool, on, role, **arguments)
        assert result.error is not None, result.output
        return result.error

    async def middle(self, selector: str) -> str:
        """The middle of an element, as coords."""
        box = await self.page.locator(selector).bounding_box()
        return f"<point>{box['x'] + box['width'] / 2:g} {box['y'] + box['height'] / 2:g}</point>"


@pytest.fixture
def hands(session: BrowserSession, settings: Settings, site: Site) -> Hands:
    """Tools in the hands of the test."""
    return Hands(session, settings, site)

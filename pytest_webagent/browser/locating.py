"""From the number of an element to the element on the live page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.browser.matching import ROOT
from pytest_webagent.browser.records import shortened
from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

    from pytest_webagent.observation import Observation


def locate(page: Page, seen: Observation | None, element_id: int | str) -> Locator:
    """The element with this id in the newest observation of a page.

    Raises:
        ToolError: there is no such element in it.
    """
    if seen is None:
        raise ToolError("the page was not looked at yet: there are no element ids")
    text = str(element_id).strip().strip("[]")
    element = seen.find(int(text)) if text.isdecimal() else None
    if element is None or not element.ref:
        raise ToolError(
            f"there is no element [{shortened(text, 20)}] on the page as last seen: take an id from it"
        )
    return page.locator(element.ref if element.ref.startswith(ROOT) else f"aria-ref={element.ref}")

"""Calls of tools as calls of Playwright."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urljoin

from pytest_webagent.policy.uploads import allowed_file
from pytest_webagent.recording.playwright_code import Code, Source, Value, quoted
from pytest_webagent.recording.playwright_statements import NotEjectedError
from pytest_webagent.tools.gui import controls, scrollers
from pytest_webagent.tools.gui.keys import chord
from pytest_webagent.tools.gui.list_selection import options_of
from pytest_webagent.tools.gui.option_matching import chosen
from pytest_webagent.tools.navigation.addresses import named_page

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from playwright.async_api import ElementHandle, Page

    from pytest_webagent.page.locator import Part
    from pytest_webagent.recording.playwright_locators import LivePages
    from pytest_webagent.tools.core.base import ToolContext
    from pytest_webagent.tools.gui.targets import Target

_CONTROLS: Final = {
    "type": controls.TEXT_FIELDS,
    "clear": controls.TEXT_FIELDS,
    "check": controls.CHECKABLE,
    "uncheck": controls.CHECKABLE,
    "upload_file": controls.FILES,
}
"""What tools work with, which may be another element than the one that is meant: the field of a label."""
_BOXES: Final = frozenset(("checkbox", "radio", "switch"))
_SCREEN: Final = 0.8
_BY_ITSELF: Final = "scroller => scroller === document.scrollingElement"


class Acting(NamedTuple):
    """A call that is about to be done, and what is needed to write it."""

    context: ToolContext
    pages: LivePages
    page: Code
    """The current tab."""
    tool: str
    arguments: Mapping[str, Any]
    secret: Source | None
    """What stands for its text, if that is secret."""
    targets: Mapping[str, Target]
    parts: Mapping[str, Part]
    """What the recording calls them."""
    written_beside: Path
    """The folder of the file it is written to."""

    async def written(self) -> list[Code]:
        """The call, and what belongs to it.

        Raises:
            NotEjectedError: Playwright has no such call, or no locator leads to its element.
        """
        method = getattr(self, f"_{self.tool}", None)
        if method is None:
            raise NotEjectedError(f"it calls {self.tool}, which is nothing that is done in a browser alone")
        found = await method()
        return found if isinstance(found, list) else [found]

    async def _where(self, argument: str = "element_id") -> Code:
        """A locator of what is acted on."""
        target, page = self.targets.get(argument), self.context.session.page
        if target is None:
            raise NotEjectedError(f"{self.tool} acts on no element")
        handle = await _handle(target, page)
        if wanted := _CONTROLS.get(self.tool):
            control = await controls.control(page, replace(target, element=handle), wanted)
            if control is None and self.tool == "upload_file":
                raise NotEjectedError(f"{target.label} is no field for files, and only asks for one")
            handle = handle if control is None else control[0]
        if self.tool in ("check", "uncheck") or (self.tool == "click" and target.role in _BOXES):
            handle = await controls.seen(handle) or handle
        element = await self.pages.named(handle, page)
        async for code in self.pages.locators(element, self.parts.get(argument)):
            return code
        raise NotEjectedError(f"no locator leads to {target.label} alone")

    @property
    def _text(self) -> Value:
        return self.secret or str(self.arguments.get("text", ""))

    async def _click(self) -> Code:
        return (await self._where()).then("dblclick" if self.arguments.get("double") else "click")

    async def _hover(self) -> Code:
        return (await self._where()).then("hover")

    async def _drag(self) -> Code:
        return (await self._where()).then("drag_to", await self._where("to_element_id"))

    async def _type(self) -> list[Code]:
        field = await self._where()
        filled = [field.then("fill", self._text)]
        return [*filled, field.then("press", "Enter")] if self.arguments.get("submit") else filled

    async def _clear(self) -> Code:
        return (await self._where()).then("clear")

    async def _check(self) -> Code:
        return (await self._where()).then("check")

    async def _uncheck(self) -> Code:
        return (await self._where()).then("uncheck")

    async def _selection(self) -> Code:
        target, text = self.targets["element_id"], str(self.arguments["text"])
        handle = await _handle(target, self.context.session.page)
        state = await controls.facts(handle, target.label)
        if state.kind not in ("select", "text"):
            raise NotEjectedError(
                f"{target.label} is a list of the page's own, which opens only when it is used"
            )
        if state.kind == "text" and await handle.get_attribute("list") is None:
            raise NotEjectedError(
                f"{target.label} is a list of the page's own, which opens only when it is used"
            )
        options = await options_of(self.context, target)
        labels = [options[at].label for at in chosen(options, text, target.label, multiple=True)]
        if state.kind == "text":
            return (await self._where()).then("fill", labels[0])
        return (await self._where()).then("select_option", labels[0] if len(labels) == 1 else tuple(labels))

    async def _upload_file(self) -> Code:
        file = allowed_file(str(self.arguments["path"]), self.context.settings.upload_folders)
        return (await self._where()).then("set_input_files", _path(file, self.written_beside))

    async def _press_key(self) -> Code:
        key = chord(str(self.arguments["key"]))
        if "element_id" in self.targets:
            return (await self._where()).then("press", key)
        return self.page.attribute("keyboard").then("press", key)

    async def _goto_url(self) -> Code:
        settings, name = self.context.settings, str(self.arguments["page_name"])
        page = named_page(settings.pages, name)
        url = urljoin(self.context.session.page.url, page.url if page is not None else name)
        return self.page.then("goto", self.pages.address(url))

    async def _go_back(self) -> Code:
        return self.page.then("go_back")

    async def _refresh(self) -> Code:
        return self.page.then("reload")

    async def _close_tab(self) -> Code:
        return self.page.then("close")

    async def _scroll(self) -> Code:
        direction = str(self.arguments["direction"])
        scroller = None if self.targets else await scrollers.main(self.context.session.page, direction)  # type: ignore[arg-type]
        if (
            direction not in ("up", "down")
            or (scroller and not await scroller.evaluate(_BY_ITSELF))
            or self.targets
        ):
            raise NotEjectedError("it scrolls something within the page")
        distance = int(self.context.settings.viewport.height * _SCREEN)
        turned = -distance if direction == "up" else distance
        return self.page.attribute("mouse").then("wheel", 0, turned)

    async def _scroll_to_text(self) -> Code:
        found = self.page.then("get_by_text", str(self.arguments["text"]))
        return found.attribute("first").then("scroll_into_view_if_needed")


def answer_to_dialog(page: Code, tool: str, arguments: Mapping[str, Any]) -> str:
    """The line that has the next dialog of a page answered."""
    text = arguments.get("text")
    answer = "dismiss()" if tool == "dismiss_dialog" else f"accept({quoted(str(text)) if text else ''})"
    return f'{page}.once("dialog", lambda dialog: dialog.{answer})'


def _path(file: Path, folder: Path) -> Source:
    """A file, seen from a folder."""
    folder, ups = folder.resolve(), 0
    file = file.resolve()
    while not file.is_relative_to(folder):
        if folder == folder.parent:
            raise NotEjectedError(f"{file} is on another drive than the tests that are written")
        folder, ups = folder.parent, ups + 1
    start = "Path(__file__).parent" + ("" if not ups else f"s[{ups}]")
    return Source(f"{start} / {quoted(file.relative_to(folder).as_posix())}")


async def _handle(target: Target, page: Page) -> ElementHandle:
    """The element as Playwright has it, whatever it was found by."""
    return await target.locator.element_handle() if target.locator is not None else await target.handle(page)

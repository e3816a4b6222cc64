"""The tool that uploads a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.async_api import TimeoutError as NeverHappened

from pytest_webagent.errors import ToolError
from pytest_webagent.policy.uploads import allowed_file
from pytest_webagent.tools import controls
from pytest_webagent.tools.base import ToolContext, tool
from pytest_webagent.tools.targets import ACTION_MS, ElementId, Target, find, told

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import ElementHandle, Page

_CHOOSER_MS = 3_000
"""How long after the click a page may take to ask for a file."""


@tool
async def upload_file(
    context: ToolContext,
    description: str,
    path: str,
    element_id: ElementId | None = None,
    coords: str | None = None,
) -> str:
    """Choose a file for a file field, or for a button that asks for one.

    Args:
        description: The file field or button in words.
        path: The file, relative to the folders the test allows; mostly just its name.
        element_id: Number of the field or button in the newest observation.
        coords: Where it is instead, as "<point>x y</point>" in CSS pixels of the viewport.
    """
    file = allowed_file(path, context.settings.upload_folders)
    target, page = await find(context, element_id, coords, description), context.session.page
    field = await controls.control(page, target, controls.FILES)
    if field is None:
        acted = await context.session.act(lambda: _through_button(page, target, file))
    else:
        controls.refuse_locked(await controls.facts(field, target.label), target.label)
        acted = await context.session.act(lambda: _into(field, file))
    return told(f"Chose the file {file.name!r} in {target.label}.", acted)


async def _into(field: ElementHandle, file: Path) -> None:
    await field.set_input_files(file, timeout=ACTION_MS)


async def _through_button(page: Page, target: Target, file: Path) -> None:
    try:
        async with page.expect_file_chooser(timeout=_CHOOSER_MS) as asked:
            if target.locator is not None:
                await target.locator.click(timeout=ACTION_MS)
            elif target.point is not None:
                await page.mouse.click(target.point.x, target.point.y)
        chooser = await asked.value
    except NeverHappened as error:
        if "filechooser" not in error.message:
            raise
        raise ToolError(
            f"{target.label} was clicked, but asked for no file; give the file field or the button that opens it"
        ) from None
    await chooser.set_files(file)


TOOLS = (upload_file,)

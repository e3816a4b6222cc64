"""The tool that uploads a file."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from playwright.async_api import TimeoutError as NeverHappened

from pytest_webagent.errors import DeniedError, ToolError
from pytest_webagent.policy.uploads import NO_FOLDER, allowed_file
from pytest_webagent.tools.core.base import Surroundings, ToolContext, tool
from pytest_webagent.tools.gui import controls
from pytest_webagent.tools.gui.aiming import find
from pytest_webagent.tools.gui.targets import ACTION_MS, ElementId, Target, told

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from playwright.async_api import ElementHandle, Page

_CHOOSER_MS = 3_000
"""How long after the click a page may take to ask for a file."""


def _ready(around: Surroundings) -> None:
    if not around.settings.upload_folders:
        raise DeniedError(NO_FOLDER)


@tool(ready_in=_ready)
async def upload_file(
    context: ToolContext,
    description: str,
    path: str,
    element_id: ElementId | None = None,
    coords: str | None = None,
) -> str:
    """Choose a file, or several, for a file field or for a button that asks for one. What was chosen before is replaced.

    Args:
        description: The file field or button in words.
        path: The file, relative to the folders the test allows; mostly just its name. For a field that takes
            several: all of them, separated by semicolons.
        element_id: Number of the field or button in the newest observation.
        coords: Where it is instead, as "<point>x y</point>" on the picture.
    """
    files = _files(path, context.settings.upload_folders)
    target, page = await find(context, element_id, coords, description), context.session.page
    found = await controls.control(page, target, controls.FILES)
    if found is None:
        acted = await context.session.act(lambda: _through_button(page, target, files))
    else:
        field, facts = found
        controls.refuse_locked(facts, target.label)
        acted = await context.session.act(lambda: _into(field, files))
    names = ", ".join(repr(file.name) for file in files)
    return told(f"Chose the file{'s' if len(files) > 1 else ''} {names} in {target.label}.", acted)


def _files(path: str, folders: Sequence[str]) -> list[Path]:
    """The files meant. A semicolon parts two of them, unless it belongs to the name of one."""
    parts = [part.strip() for part in path.replace("\n", ";").split(";") if part.strip()]
    if len(parts) > 1:
        with suppress(ToolError):
            return [allowed_file(path, folders)]
        return [allowed_file(part, folders) for part in parts]
    return [allowed_file(path, folders)]


async def _into(field: ElementHandle, files: Sequence[Path]) -> None:
    await field.set_input_files(files, timeout=ACTION_MS)


async def _through_button(page: Page, target: Target, files: Sequence[Path]) -> None:
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
    await chooser.set_files(files)


TOOLS = (upload_file,)

"""The tool that chooses from lists: native selects, suggestions, and dropdowns built from other elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.base import ToolContext, tool
from pytest_webagent.tools.gui import controls, dropdown
from pytest_webagent.tools.gui.aiming import find
from pytest_webagent.tools.gui.option_matching import Option, chosen
from pytest_webagent.tools.gui.targets import ACTION_MS, ElementId, reading, told

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

    from pytest_webagent.tools.gui.targets import Target

# The select meant by the element: itself, the one around an option, of a label, or the only one inside.
_SELECT = """element => {
    const own = element.closest ? element : element.parentElement;
    const label = own.closest('label');
    const inside = own.querySelectorAll('select');
    return own.closest('select')
        || (label && label.control && label.control.localName === 'select' ? label.control : null)
        || (inside.length === 1 ? inside[0] : null);
}"""
_OPTIONS = """select => ({
    multiple: select.multiple,
    options: Array.from(select.options, option => ({
        label: option.label.trim(), value: option.value,
        disabled: option.disabled || Boolean(option.closest('optgroup:disabled')),
        group: option.closest('optgroup')?.label.trim() ?? '',
    })),
})"""
_SELECTED = "select => Array.from(select.selectedOptions, option => option.label.trim())"
_SUGGESTIONS = """element => element.list
    ? Array.from(element.list.options, option => ({label: option.label || option.value, value: option.value}))
    : null"""


@tool(up_to="HIGH")
async def selection(
    context: ToolContext,
    text: str,
    description: str,
    element_id: ElementId | None = None,
    coords: str | None = None,
) -> str:
    """Choose an option of a dropdown, list box, combo box or group of radio buttons. It is opened if need be.

    Args:
        text: The option as it is written in the list. In a list that allows several: all that are to be selected,
            separated by semicolons.
        description: The list in words, such as "the sort order above the results".
        element_id: Number of the list in the newest observation.
        coords: Where the list is instead, as "<point>x y</point>" on the picture.
    """
    return await choose(context, await find(context, element_id, coords, description), text)


class _Offer(NamedTuple):
    """What there is to choose from in an element of the browser's own kinds."""

    select: ElementHandle | None = None
    options: list[Option] | None = None
    """Those of the select, or else what is suggested for a field; None where there is neither."""
    multiple: bool = False


async def choose(context: ToolContext, target: Target, text: str) -> str:
    """Choose an option of the list meant; what came of it, as a sentence for the model.

    Raises:
        ToolError: there is no such option (the message lists those there are), or nothing can be chosen there.
    """
    handle = await target.handle(context.session.page)
    offer = await _offer(target, handle)
    if offer.select is not None:
        return await _native(context, target, offer.select, offer, text)
    if offer.options is not None:
        return await _suggested(context, target, handle, offer.options, text)
    await controls.about_to_change(context, handle, target.label, f"choose {text!r} in {target.label}")
    return await dropdown.choose(context, target, handle, text)


async def options_of(context: ToolContext, target: Target) -> list[Option]:
    """The options of the list meant; of one that is built from other elements, those that are shown.

    Raises:
        ToolError: it shows none.
    """
    handle = await target.handle(context.session.page)
    options = (await _offer(target, handle)).options
    return await dropdown.shown(target, handle) if options is None else options


async def _offer(target: Target, handle: ElementHandle) -> _Offer:
    async with reading(target.label):
        if found := await handle.evaluate(
            f"element => element.localName === 'select' ? ({_OPTIONS})(element) : null"
        ):
            return _Offer(handle, [Option(**each) for each in found["options"]], found["multiple"])
        select = (await handle.evaluate_handle(_SELECT)).as_element()
        if select is not None:
            found = await select.evaluate(_OPTIONS)
            return _Offer(select, [Option(**each) for each in found["options"]], found["multiple"])
        suggested = await handle.evaluate(_SUGGESTIONS)
    return _Offer(options=None if suggested is None else [Option(**each) for each in suggested])


async def _native(
    context: ToolContext, target: Target, select: ElementHandle, offer: _Offer, text: str
) -> str:
    controls.refuse_locked(await controls.facts(select, target.label), target.label)
    options = offer.options or []
    indexes = list(chosen(options, text, target.label, multiple=offer.multiple))
    wanted = [options[index].label for index in indexes]
    what = f"choose {', '.join(map(repr, wanted))} in {target.label}"
    await controls.about_to_change(context, select, target.label, what)
    acted = await context.session.act(lambda: select.select_option(index=indexes, timeout=ACTION_MS))
    if context.session.dialog is not None:
        return told(f"Chose {', '.join(map(repr, wanted))} in {target.label}.", acted)
    try:
        async with reading(target.label):
            shows: list[str] = await select.evaluate(_SELECTED)
    except ToolError:
        return told(f"Chose {', '.join(map(repr, wanted))}; the list is no longer on the page.", acted)
    if shows != wanted and sorted(shows) != sorted(wanted):
        raise ToolError(f"{target.label} did not keep the choice: it shows {shows} now")
    return told(f"Chose {', '.join(map(repr, wanted))} in {target.label}.", acted)


async def _suggested(
    context: ToolContext, target: Target, field: ElementHandle, options: list[Option], text: str
) -> str:
    state = await controls.facts(field, target.label)
    controls.refuse_locked(state, target.label)
    option = options[chosen(options, text, target.label)[0]]
    await controls.about_to_change(context, field, target.label, f"choose {option.label!r} in {target.label}")
    acted = await context.session.act(lambda: field.fill(option.value, timeout=ACTION_MS))
    return told(f"Chose {option.label!r} in {target.label}.", acted)


TOOLS = (selection,)

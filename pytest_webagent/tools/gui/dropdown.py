"""Choosing from a dropdown that is built from other elements, wherever on the page it puts its options."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Any

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.gui import controls
from pytest_webagent.tools.gui.option_matching import Option, chosen, named
from pytest_webagent.tools.gui.targets import ACTION_MS, joined, reading, told

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from playwright.async_api import ElementHandle, JSHandle

    from pytest_webagent.browser.session import Acted
    from pytest_webagent.tools.core.base import ToolContext
    from pytest_webagent.tools.gui.targets import Target

_LIST_SECONDS = 3.0
"""How long a list may take to show the option meant: many ask a server first, a moment after the last key."""
_FILTER_SECONDS = 1.0
"""How long a list may take to show what was typed, before it is scrolled through for the option."""
_SCROLL_SECONDS = 15.0
"""How long a list is scrolled through at most."""
_DRAWN_SECONDS = 0.2
"""How long a list may take to draw what was scrolled into sight."""
_LOOK_EVERY = 0.1
"""Seconds between two looks at the list."""

# The options a person can see: those of the list the element names or holds; else those with a fitting role
# anywhere; else the smallest elements with a text that were not to be seen before the list was opened.
_OPTIONS = """(trigger, before) => {
    const roles = '[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem]';
    // A list that is for screen readers alone has no area to be seen in.
    const unseen = list => {
        const {display, overflow} = getComputedStyle(list), box = list.getBoundingClientRect();
        return display !== 'contents' && overflow !== 'visible' && (box.width < 1 || box.height < 1);
    };
    const clipped = each => {
        const list = each.closest('[role=listbox], [role=menu], [role=tree]');
        return Boolean(list) && unseen(list);
    };
    const visible = each => each.checkVisibility({opacityProperty: true, visibilityProperty: true})
        && each.getClientRects().length > 0 && !clipped(each);
    const text = each => (each.getAttribute('aria-label') || each.innerText || each.textContent || '').trim();
    const roots = [];
    const walk = root => {
        roots.push(root);
        for (const each of root.querySelectorAll('*')) if (each.shadowRoot) walk(each.shadowRoot);
    };
    walk(document);
    const within = (scopes, selector) =>
        [...new Set(scopes.flatMap(scope => Array.from(scope.querySelectorAll(selector))))];
    const home = trigger.getRootNode();
    const combo = trigger.closest('[role=combobox], [aria-haspopup], [aria-controls], [aria-owns]')
        || trigger.querySelector('[role=combobox], [aria-haspopup], [aria-controls], [aria-owns]');
    const named = [trigger, combo].flatMap(each => each
        ? [each.getAttribute('aria-controls'), each.getAttribute('aria-owns')] : [])
        .flatMap(ids => (ids || '').split(/\\s+/)).filter(Boolean)
        .map(id => (home.getElementById && home.getElementById(id)) || document.getElementById(id))
        .filter(Boolean);
    const list = trigger.closest('[role=listbox], [role=menu]');
    const radios = trigger.querySelectorAll('input[type=radio], [role=radio]');
    let found = within(named, roles).filter(visible);
    // What a person sees of such a list is drawn beside it.
    const drawn = named.filter(each => each.getClientRects().length && unseen(each) && each.querySelector(roles));
    if (!found.length) found = within(drawn.map(each => each.parentElement), '[role=option], [aria-selected]:not([role])')
        .filter(each => visible(each) && !(before && before.has(each)));
    if (!found.length) found = within(list ? [list] : [trigger], roles).filter(visible);
    if (!found.length && radios.length) found = Array.from(radios);
    // A list that is open already is told from the menu of the page by what opens it.
    const opens = combo && ['menu', 'true'].includes(combo.getAttribute('aria-haspopup'));
    const anywhere = before || opens ? roles : '[role=option], [role=treeitem]';
    if (!found.length) found = within(roots, anywhere).filter(each => !(before && before.has(each)) && visible(each));
    if (!found.length && before)
        found = within(roots, 'body *').filter(each => !before.has(each) && visible(each) && text(each)
            && !['script', 'style'].includes(each.localName)
            && !Array.from(each.children).some(child => visible(child) && text(child) === text(each)))
            .filter((each, _, all) => !all.some(other => other !== each && each.contains(other)));
    return found;
}"""
# Long lists hold only the options in sight. The first time, they are scrolled from their beginning.
_SCROLL_ON = """async (options, first) => {
    let list = options[0];
    while (list && !(list.scrollHeight > list.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(list).overflowY)))
        list = list.assignedSlot || list.parentElement || (list.getRootNode() instanceof ShadowRoot ? list.getRootNode().host : null);
    if (!list || list === document.scrollingElement || list === document.body) return false;
    const before = list.scrollTop;
    list.scrollTop = first ? 0 : before + list.clientHeight * 0.8;
    if (!first && list.scrollTop - before < 1) return false;
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return true;
}"""
# The field of a list may lie out of sight, or have no area: then what is drawn around it opens the list.
_OPENER = """trigger => {
    const shown = box => box.width > 1 && box.height > 1 && box.right + scrollX > 0 && box.bottom + scrollY > 0;
    let each = trigger;
    while (each && !shown(each.getBoundingClientRect())) each = each.parentElement;
    return each;
}"""
# What is chosen may be drawn over the field of its list: it stands in what is one field to the eye.
_COVERED = """trigger => {
    const box = trigger.getBoundingClientRect(), root = trigger.getRootNode();
    const hit = root.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!hit || trigger.contains(hit) || hit.contains(trigger)) return false;
    let both = trigger.parentElement;
    while (both && !both.contains(hit)) both = both.parentElement;
    return Boolean(both && (both === trigger.parentElement || both.getBoundingClientRect().height < 2 * box.height)
        && both.querySelectorAll('input:not([type=hidden]), select, textarea').length < 2);
}"""
_SEEN = """trigger => {
    const seen = new Set();
    const walk = root => {
        for (const each of root.querySelectorAll('*')) {
            if (each.checkVisibility({opacityProperty: true, visibilityProperty: true})) seen.add(each);
            if (each.shadowRoot) walk(each.shadowRoot);
        }
    };
    walk(document);
    return seen;
}"""
_DESCRIBED = """found => found.map(each => {
    const label = each.labels && each.labels[0] ? each.labels[0].innerText : '';
    const own = each.innerText || each.textContent || '';
    return {
        label: (each.getAttribute('aria-label') || label || own).trim().replace(/\\s+/g, ' '),
        value: each.getAttribute('data-value') || each.value || '',
        disabled: each.matches(':disabled') || each.getAttribute('aria-disabled') === 'true',
        selected: each.getAttribute('aria-selected') === 'true',
    };
})"""
_STATE = """trigger => {
    const combo = trigger.closest('[role=combobox], [aria-haspopup]')
        || trigger.querySelector('[role=combobox], [aria-haspopup]') || trigger;
    const field = trigger.matches('input, textarea') ? trigger
        : trigger.querySelector('input:not([type=hidden], [type=radio], [type=checkbox])');
    const radios = Array.from(trigger.querySelectorAll('input[type=radio], [role=radio]'));
    const on = radios.find(each => each.checked || each.getAttribute('aria-checked') === 'true');
    return {
        open: combo.getAttribute('aria-expanded') === 'true',
        lists: trigger.matches('[role=listbox], [role=menu], [role=radiogroup], fieldset') || radios.length > 1,
        many: Boolean(trigger.closest('[aria-multiselectable=true]')),
        typable: Boolean(field && !field.readOnly && !field.disabled),
        shows: ((field && field.value) || (on && on.labels && on.labels[0] && on.labels[0].innerText)
            || trigger.innerText || trigger.textContent || '').trim(),
    };
}"""


async def choose(context: ToolContext, target: Target, trigger: ElementHandle, text: str) -> str:
    """Open the dropdown if its options are not to be seen, click the option meant, and say what is shown then.

    Raises:
        ToolError: there is no such option (the message lists them), or the element opens no list.
    """
    facts = await controls.facts(trigger, target.label)
    if facts.locked != "read-only":
        # A field that only shows what is chosen takes no typing, and opens its list all the same.
        controls.refuse_locked(facts, target.label)
    acted: list[Acted] = []
    state, before = await _state(trigger, target), None
    options, handles = (
        await _options(target, trigger, None) if state["lists"] or state["open"] else ([], None)
    )

    async def act(operation: Callable[[], Awaitable[object]]) -> None:
        nonlocal options, handles
        acted.append(await context.session.act(operation))
        if context.session.dialog is not None:
            raise ToolError(told(f"nothing was chosen in {target.label}", joined(*acted)))
        options, handles = await _options(target, trigger, before)

    if not options:
        async with reading(target.label):
            before = await trigger.evaluate_handle(_SEEN)
        opener = (await trigger.evaluate_handle(_OPENER)).as_element() or trigger
        await act(lambda: _open(opener))
    if several := _several(options, text, state["many"]):
        indexes = tuple(chosen(options, part, target.label)[0] for part in several)
        clicked = [
            await choose(context, target, trigger, options[at].label) for at in _toggled(options, indexes)
        ]
        return " ".join(clicked) or f"{target.label} has just these selected already."
    known = list(options)
    typed = state["typable"] and not named(options, text, multiple=state["many"])
    if typed:
        # Long lists show an option only once a part of it is typed.
        await act(lambda: _filter(context, trigger, text))
    if not named(options, text, multiple=state["many"]):
        patience = _LIST_SECONDS if acted else 0.0
        filters = _FILTER_SECONDS if typed else 0.0
        await act(lambda: _shown(target, trigger, before, text, state["many"], known, patience, filters))
        if options and not named(options, text, multiple=state["many"]):
            options = known
    if not options:
        when = f"when {shortened(text, 60)!r} is typed into it" if typed else "when it is clicked"
        raise ToolError(told(f"{target.label} shows no options {when}; look at the page", joined(*acted)))
    try:
        indexes = chosen(options, text, target.label, multiple=state["many"])
    except ToolError:
        await _close(context, before)
        raise
    for index in indexes if len(indexes) == 1 else _toggled(options, indexes):
        option = await _nth(handles, index, target)
        acted.append(await context.session.act(lambda option=option: _click(option)))  # type: ignore[misc]  # a default binds the loop's value
    return await _told(context, target, trigger, [options[index].label for index in indexes], acted)


def _several(options: list[Option], text: str, many: bool) -> list[str]:
    """The options that a text names, each by itself, in a list that has all of them and does not say that it takes several."""
    parts = [part for part in text.split(";") if part.strip()]
    whole = len(parts) < 2 or named(options, text, multiple=many)
    return parts if not whole and all(named(options, part) for part in parts) else []


def _toggled(options: list[Option], indexes: Sequence[int]) -> list[int]:
    """Those whose state is not as it is to be: a click turns it."""
    return [at for at, each in enumerate(options) if each.selected is not (at in indexes)]


async def shown(target: Target, trigger: ElementHandle) -> list[Option]:
    """The options that are to be seen without opening anything.

    Raises:
        ToolError: there are none.
    """
    state = await _state(trigger, target)
    options, _ = await _options(target, trigger, None) if state["lists"] or state["open"] else ([], None)
    if not options:
        raise ToolError(f"{target.label} shows no options now; if it is a dropdown, click it first")
    return options


async def _state(trigger: ElementHandle, target: Target) -> dict[str, Any]:
    async with reading(target.label):
        state: dict[str, Any] = await trigger.evaluate(_STATE)
    return state


async def _options(
    target: Target, trigger: ElementHandle, before: JSHandle | None
) -> tuple[list[Option], JSHandle | None]:
    async with reading(target.label):
        handles = await trigger.evaluate_handle(_OPTIONS, before)
        described = await handles.evaluate(_DESCRIBED)
    return [Option(**each) for each in described], handles


async def _shown(
    target: Target,
    trigger: ElementHandle,
    before: JSHandle | None,
    text: str,
    many: bool,
    known: list[Option],
    patience: float,
    filters: float,
) -> None:
    """Wait for the option meant, at most `patience` seconds, and scroll through the list for it.

    It is scrolled from `filters` seconds on, when what was typed had its effect. `known` collects the options met.
    """
    begun, ended, scrolled = monotonic(), False, False
    while True:
        options, handles = await _options(target, trigger, before)
        met = set(known)
        known.extend(option for option in options if option not in met)
        passed = monotonic() - begun
        if named(options, text, multiple=many):
            return
        if handles is not None and options and not ended and filters <= passed < _SCROLL_SECONDS:
            ended = not await _scrolls_on(target, handles, first=not scrolled)
            scrolled = True
        elif passed >= patience:
            return
        else:
            await asyncio.sleep(_LOOK_EVERY)


async def _scrolls_on(target: Target, options: JSHandle, *, first: bool) -> bool:
    """Scroll the list of these options by a part of what it shows; False if it ends here."""
    async with reading(target.label):
        try:
            return bool(await asyncio.wait_for(options.evaluate(_SCROLL_ON, first), _DRAWN_SECONDS))
        except TimeoutError:
            # The page draws late, or a test has stopped its clock: what is there by now is looked at.
            return True


async def _nth(handles: JSHandle | None, index: int, target: Target) -> ElementHandle:
    async with reading(f"an option of {target.label}"):
        found = (await handles.get_property(str(index))).as_element() if handles is not None else None
    if found is None:
        raise ToolError(f"the option of {target.label} vanished before it could be clicked; look at the page")
    return found


async def _filter(context: ToolContext, trigger: ElementHandle, text: str) -> None:
    field = await trigger.evaluate_handle(
        "trigger => trigger.matches('input, textarea') ? trigger : trigger.querySelector('input:not([type=hidden])')"
    )
    element = field.as_element()
    if element is not None:
        await element.focus()
        await element.select_text()
        await context.session.page.keyboard.type(text)


async def _open(opener: ElementHandle) -> None:
    if await opener.evaluate(_COVERED):
        await opener.press("ArrowDown")
    else:
        await opener.click(timeout=ACTION_MS)


async def _click(option: ElementHandle) -> None:
    radio = await option.evaluate("each => each.matches('input[type=radio]') && !each.checkVisibility()")
    if radio:
        label = (await option.evaluate_handle("each => each.labels && each.labels[0]")).as_element()
        await (label or option).click(timeout=ACTION_MS)
        return
    await option.click(timeout=ACTION_MS)


async def _close(context: ToolContext, opened: JSHandle | None) -> None:
    # A list that this call opened and found nothing in would cover what is below it.
    if opened is not None and context.session.dialog is None:
        await context.session.act(lambda: context.session.page.keyboard.press("Escape"))


async def _told(
    context: ToolContext, target: Target, trigger: ElementHandle, labels: list[str], acted: list[Acted]
) -> str:
    sentence = f"Chose {', '.join(repr(shortened(label, 60)) for label in labels)} in {target.label}."
    if context.session.dialog is None and len(labels) == 1:
        try:
            shows = shortened((await _state(trigger, target))["shows"], 80)
        except ToolError:
            shows = ""
        sentence += f" It shows {shows!r} now." if shows else ""
    return told(sentence, joined(*acted))

"""Other ways to an element than its words: attributes that its authors gave to it alone, and the form that it alone sends.

What a page says may come to stand at another element, and an attribute, too. Where both lead to one element, it is the
one that was recorded.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Self

    from playwright.async_api import ElementHandle, Locator

_ATTRIBUTES: Final[Mapping[str, tuple[str, ...]]] = {
    "test id": ("data-testid", "data-test-id", "data-test", "data-qa", "data-cy"),
    "id": ("id",),
    "field name": ("name",),
    "placeholder": ("placeholder",),
    "link to": ("href",),
}
"""Ways by what they are called, and the attributes they look at."""
_SENDS: Final = "sends the field"
"""A way to the one button that sends the form in which a field has a name."""
_SENDER: Final = (
    "form:has([name=NAME]) :is(button:not([type=button], [type=reset]), [type=submit], [type=image])"
)
_KINDS: Final = (*_ATTRIBUTES, _SENDS)
_WRITTEN: Final = re.compile(rf'({"|".join(_KINDS)}) ("(?:[^"\\]|\\.)*")')
_MOST: Final = 60
"""Characters of a value; a longer one is no name that somebody gave."""
_ALONE: Final = """(element, {names, sender}) => {
    const root = element.getRootNode(), found = [];
    const alone = selector => {
        const led = root.querySelectorAll(selector);
        return led.length === 1 && led[0] === element;
    };
    for (const name of names) {
        const value = element.getAttribute(name);
        if (value && alone(`[${name}=${JSON.stringify(value)}]`)) found.push([name, value]);
    }
    const fields = Array.from(element.form?.elements ?? []).filter(each => each.matches('input, select, textarea')
        && each !== element && each.type !== 'hidden');
    const sent = fields.map(each => each.getAttribute('name')).find(
        name => name && !/\\d/.test(name) && alone(sender.replace('NAME', JSON.stringify(name))));
    if (sent) found.push([sender, sent]);
    return found;
}"""
# What is found by words, looked at: whether it can be used, whether each other way leads to it, and whether the thing of a
# list that it stands in is called as it was.
LOOK: Final = """(element, {ways, items}) => {
    const said = each => (each.getAttribute('aria-label') || each.textContent || '').replace(/\\s+/g, ' ').trim();
    const over = cell => {
        const table = cell.closest('table, [role=table], [role=grid], [role=treegrid]'), row = cell.parentElement;
        const heads = table?.querySelector('th, [role=columnheader]')?.parentElement;
        return heads?.children.length === row.children.length
            ? said(heads.children[Array.from(row.children).indexOf(cell)]).replace(/^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$/gu, '') : '';
    };
    const called = (item, name, head) => {
        const heads = Array.from(item.querySelectorAll(
            'th, [role=rowheader], h1, h2, h3, h4, h5, h6, [role=heading], legend, a[href], td, [role=cell]'));
        const first = heads.find(each => said(each)) || item;
        if (head) return heads.some(each => said(each) === name
            && over(each.closest('th, td, [role=cell], [role=gridcell], [role=rowheader]') || each) === head);
        return said(first) === name || said(item) === name;
    };
    const root = element.getRootNode();
    const led = ways.map(way => Array.from(root.querySelectorAll(way)));
    const inside = items.every(({selector, name, head}) => {
        const item = element.closest(selector);
        return item && called(item, name, head);
    });
    return {
        inside,
        usable: !element.matches(':disabled') && !element.closest('[aria-disabled=true]'),
        elsewhere: led.map((found, at) => found.length && !found.includes(element) ? at : -1).filter(at => at >= 0),
    };
}"""
"""A function of JavaScript, of an element and what `wanted` gives, that gives a `LookedAt`."""

# Which ways lead to an element and to no other; none at all where one leads elsewhere, or the element cannot be used.
_LED_TO = """(element, ways) => {
    const root = element.getRootNode(), led = ways.map(way => Array.from(root.querySelectorAll(way)));
    const usable = element.checkVisibility({opacityProperty: true, visibilityProperty: true})
        && !element.matches(':disabled') && !element.closest('[aria-disabled=true], [inert]');
    if (!usable || led.some(found => found.length && !found.includes(element))) return null;
    return led.map(found => found.length === 1);
}"""


class Way(NamedTuple):
    """One way to an element: ``test id "add-to-cart"``."""

    kind: str
    value: str

    def __str__(self) -> str:
        """The way in words, as `parse` reads them."""
        return f"{self.kind} {json.dumps(self.value, ensure_ascii=False)}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a way in words.

        Raises:
            ValueError: it is none.
        """
        found = _WRITTEN.fullmatch(text)
        if found is None:
            raise ValueError(
                f'{text!r} is no way to an element, such as: test id "add-to-cart"; there are: {", ".join(_KINDS)}'
            )
        return cls(found[1], json.loads(found[2]))

    @property
    def selector(self) -> str:
        """It as a CSS selector."""
        value = json.dumps(self.value, ensure_ascii=False)
        if self.kind == _SENDS:
            return _SENDER.replace("NAME", value)
        return ", ".join(f"[{name}={value}]" for name in _ATTRIBUTES[self.kind])

    @property
    def weight(self) -> int:
        """How much it says of which element is meant: what alone sends a form tells both where it stands and what it is for."""
        return 3 if self.kind == _SENDS else 1


class LookedAt(NamedTuple):
    """What came of looking at an element that was found by its words."""

    inside: bool
    """Whether it stands in the things of lists that are called so."""
    usable: bool
    """Whether it is enabled."""
    elsewhere: tuple[int, ...]
    """Which of the other ways lead to another element, by their positions."""

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Self:
        """What the script tells."""
        return cls(told["inside"], told["usable"], tuple(told["elsewhere"]))


class Item(NamedTuple):
    """A thing of a list that an element stands in."""

    selector: str
    """CSS for things of its kind."""
    name: str
    head: str
    """Of the column that it is told by, if it is told by one."""


async def ways_of(element: ElementHandle) -> tuple[Way, ...]:
    """The ways that lead to a live element and to no other. Numbers count or are made anew, so no value has any."""
    names = [name for names in _ATTRIBUTES.values() for name in names]
    found: list[list[str]] = await element.evaluate(_ALONE, {"names": names, "sender": _SENDER})
    kinds = {name: kind for kind, names in _ATTRIBUTES.items() for name in names} | {_SENDER: _SENDS}
    return tuple(
        Way(kinds[name], value)
        for name, value in found
        if len(value) <= _MOST and not any(map(str.isdigit, value)) and value.strip("#/")
    )


def wanted(ways: Sequence[Way], items: Sequence[Item]) -> dict[str, Any]:
    """What `LOOK` is given."""
    return {"ways": [way.selector for way in ways], "items": [item._asdict() for item in items]}


async def looked_at(
    found: Locator | ElementHandle, ways: Sequence[Way], items: Sequence[Item] = ()
) -> list[LookedAt]:
    """Look at all live elements that a locator finds, in one go; or at the one that is given."""
    asked = wanted(ways, items)
    # What a locator finds in a frame by its reference, it finds one by one only.
    seen: list[dict[str, Any]] = await (
        found.evaluate_all(f"(elements, wanted) => elements.map(each => ({LOOK})(each, wanted))", asked)
        if hasattr(found, "evaluate_all")
        else found.evaluate(f"(element, wanted) => [({LOOK})(element, wanted)]", asked)
    )
    return list(map(LookedAt.of, seen))


async def led_to(element: ElementHandle, ways: Sequence[Way]) -> tuple[Way, ...] | None:
    """The ways that lead to a live element and to no other; None where one leads elsewhere, or the element cannot be used."""
    led: list[bool] | None = await element.evaluate(_LED_TO, [way.selector for way in ways])
    return None if led is None else tuple(way for way, leads in zip(ways, led, strict=True) if leads)

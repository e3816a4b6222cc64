"""What can be scrolled on a page: the panel around an element, or the page's main scroller, in any frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pytest_webagent.tools.gui.targets import reading

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, Page

Direction: TypeAlias = Literal["up", "down", "left", "right"]

# An element scrolls along an axis if it holds more than it shows and lets a person get there. What overflows the
# root or the body scrolls the document, unless one of them hides it.
_SCROLLS = """const scrolls = (each, axis) => {
    const doc = each.ownerDocument, style = doc.defaultView.getComputedStyle;
    const more = axis === 'y' ? each.scrollHeight - each.clientHeight > 1 : each.scrollWidth - each.clientWidth > 1;
    const flow = node => node ? style(node)[axis === 'y' ? 'overflowY' : 'overflowX'] : 'visible';
    if (each === doc.scrollingElement) {
        const closed = ['hidden', 'clip'];
        const root = flow(doc.documentElement), body = flow(doc.body);
        return more && !closed.includes(root) && !(root === 'visible' && closed.includes(body));
    }
    return more && ['auto', 'scroll', 'overlay'].includes(flow(each));
};"""
_AROUND = f"""(start, axis) => {{
    {_SCROLLS}
    for (let each = start; each; each = each.assignedSlot || each.parentElement
            || (each.getRootNode() instanceof ShadowRoot ? each.getRootNode().host : null))
        if (scrolls(each, axis)) return each;
    const main = start.ownerDocument.scrollingElement;
    return main && scrolls(main, axis) ? main : null;
}}"""
# An open modal dialog is in front of everything else; then comes the document; then the largest visible panel.
_MAIN = f"""axis => {{
    {_SCROLLS}
    const area = each => {{
        const box = each.getBoundingClientRect();
        const width = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
        const height = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
        return width > 0 && height > 0 && each.checkVisibility() ? width * height : 0;
    }};
    const all = [];
    const walk = root => {{
        for (const each of root.querySelectorAll('*')) {{
            all.push(each);
            if (each.shadowRoot) walk(each.shadowRoot);
        }}
    }};
    walk(document);
    const modals = all.filter(each =>
        (each.matches('dialog:modal') || each.getAttribute('aria-modal') === 'true') && area(each) > 0);
    const largest = found => found.filter(each => area(each) > 0).sort((a, b) => area(b) - area(a))[0];
    const panels = all.filter(each => each !== document.scrollingElement && scrolls(each, axis));
    const modal = largest(panels.filter(panel => modals.some(each => each.contains(panel))));
    if (modal) return modal;
    const main = document.scrollingElement;
    return main && scrolls(main, axis) ? main : largest(panels) || null;
}}"""
_EXTENT = """each => {
    const root = each === each.ownerDocument.scrollingElement;
    const box = each.getBoundingClientRect();
    return {
        top: each.scrollTop, left: each.scrollLeft,
        below: each.scrollHeight - each.clientHeight - each.scrollTop,
        beyond: each.scrollWidth - each.clientWidth - each.scrollLeft,
        height: root ? innerHeight : each.clientHeight, width: root ? innerWidth : each.clientWidth,
        area: root ? innerWidth * innerHeight : box.width * box.height,
        root,
        name: each.getAttribute('aria-label') || each.id || '',
        tag: each.localName,
    };
}"""


@dataclass(frozen=True, slots=True)
class Extent:
    """How far something is scrolled and can be, in CSS pixels."""

    top: float
    left: float
    below: float
    beyond: float
    height: float
    width: float
    area: float
    root: bool
    name: str
    tag: str

    def left_over(self, direction: Direction) -> float:
        """How much is left in a direction."""
        left = {"up": self.top, "down": self.below, "left": self.left, "right": self.beyond}[direction]
        return max(0.0, left)

    def moved(self, before: Extent) -> float:
        """How far it moved since `before`."""
        return abs(self.top - before.top) + abs(self.left - before.left)


def axis(direction: Direction) -> Literal["x", "y"]:
    """The axis a direction lies on."""
    return "y" if direction in ("up", "down") else "x"


async def around(handle: ElementHandle, direction: Direction) -> ElementHandle | None:
    """The nearest thing around an element that can be scrolled along the axis, through shadow roots and frames.

    Raises:
        ToolError: the element is no longer there.
    """
    async with reading("the element"):
        inner = await handle.content_frame()
        if inner is not None:
            inside = await _main_of(inner, direction)
            if inside is not None:
                return inside
        start: ElementHandle | None = handle
        while start is not None:
            found = (await start.evaluate_handle(_AROUND, axis(direction))).as_element()
            if found is not None:
                return found
            frame = await start.owner_frame()
            start = (
                await frame.frame_element() if frame is not None and frame.parent_frame is not None else None
            )
    return None


async def main(page: Page, direction: Direction) -> ElementHandle | None:
    """What a person scrolls on this page: an open dialog, else the document, else the largest panel of any frame.

    Raises:
        ToolError: the page is gone.
    """
    async with reading("the page"):
        found = await _main_of(page.main_frame, direction)
        if found is not None and (await extent(found)).root:
            return found
        candidates = [found] if found is not None else []
        for frame in page.frames[1:]:
            inner = await _main_of(frame, direction) if await is_shown(frame) else None
            if inner is not None:
                candidates.append(inner)
        sized = [((await extent(each)).area, -index, each) for index, each in enumerate(candidates)]
    return max(sized)[2] if sized else None


async def extent(scroller: ElementHandle) -> Extent:
    """How far the thing is scrolled."""
    found: dict[str, Any] = await scroller.evaluate(_EXTENT)
    return Extent(**found)


async def scroll_by(scroller: ElementHandle, x: float, y: float) -> None:
    """Scroll by some CSS pixels, at once."""
    await scroller.evaluate("(each, [left, top]) => each.scrollBy({left, top, behavior: 'instant'})", [x, y])


async def scroll_to(scroller: ElementHandle, position: Extent) -> None:
    """Scroll back to where it was."""
    await scroller.evaluate(
        "(each, [left, top]) => each.scrollTo({left, top, behavior: 'instant'})",
        [position.left, position.top],
    )


async def _main_of(frame: Frame, direction: Direction) -> ElementHandle | None:
    return (await frame.evaluate_handle(_MAIN, axis(direction))).as_element()


async def is_shown(frame: Frame) -> bool:
    """Whether a person can see something of a frame."""
    if frame.is_detached():
        return False
    box = await (await frame.frame_element()).bounding_box()
    return box is not None and box["width"] > 1 and box["height"] > 1

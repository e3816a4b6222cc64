"""From the nodes of the snapshot to `Element` records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_webagent.observation import Box, Element, Size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.browser.aria_tree import AriaNode
    from pytest_webagent.browser.identity import Identity

CONTROL_ROLES = frozenset(
    "button checkbox combobox gridcell-control link listbox menuitem menuitemcheckbox menuitemradio option radio "
    "searchbox slider spinbutton switch tab textbox treeitem".split()
)
FIELD_ROLES = frozenset(("textbox", "searchbox", "combobox", "spinbutton", "slider"))
_NAMED_BY_CONTENT = CONTROL_ROLES - FIELD_ROLES - {"listbox"} | {
    "heading",
    "cell",
    "gridcell",
    "columnheader",
}
_LONGEST_NAME = 300


@dataclass(slots=True)
class Facts:
    """What the snapshot does not say of a node."""

    value: str | None = None
    secret: bool = False
    hidden: bool = False
    clipped: bool = False
    description: str = ""
    states: list[str] = field(default_factory=list)


def fold(nodes: list[AriaNode]) -> tuple[list[AriaNode], dict[int, tuple[str, ...]], dict[int, str]]:
    """Take the parts of fields out of the tree: a select's options and the text typed into a field.

    Returns the remaining nodes, and by their indexes the options and the values.
    """
    options: dict[int, tuple[str, ...]] = {}
    values: dict[int, str] = {}
    dropped: set[int] = set()
    for index, node in enumerate(nodes):
        if index in dropped or node.role not in FIELD_ROLES:
            continue
        inner = _below(nodes, index)
        if node.role in ("textbox", "searchbox", "spinbutton", "slider"):
            values[index] = node.text or " ".join(nodes[i].text for i in inner if nodes[i].text)
            node.text = ""
            dropped.update(inner)
        elif node.role == "combobox":
            choices = [i for i in inner if nodes[i].role == "option" and not nodes[i].ref]
            if choices and all(not nodes[i].ref for i in inner):
                options[index] = tuple(nodes[i].name or nodes[i].text for i in choices)
                chosen = [nodes[i].name or nodes[i].text for i in choices if "selected" in nodes[i].states]
                values[index] = ", ".join(chosen)
                dropped.update(inner)
            else:
                values[index] = node.text or " ".join(nodes[i].text for i in inner if nodes[i].role == "text")
                if node.text:
                    node.text = ""
    return _without(nodes, dropped, options, values)


def _below(nodes: Sequence[AriaNode], index: int) -> list[int]:
    found: list[int] = []
    waiting = list(nodes[index].children)
    while waiting:
        inner = waiting.pop()
        found.append(inner)
        waiting.extend(nodes[inner].children)
    return sorted(found)


def _without(
    nodes: list[AriaNode], dropped: set[int], options: dict[int, tuple[str, ...]], values: dict[int, str]
) -> tuple[list[AriaNode], dict[int, tuple[str, ...]], dict[int, str]]:
    moved: dict[int, int] = {}
    for index in range(len(nodes)):
        if index not in dropped:
            moved[index] = len(moved)
    kept = [nodes[index] for index in moved]
    for node in kept:
        node.parent = None if node.parent is None else moved[node.parent]
        node.children = [moved[child] for child in node.children if child in moved]
    return (
        kept,
        {moved[index]: found for index, found in options.items()},
        {moved[index]: found for index, found in values.items()},
    )


def build(
    nodes: Sequence[AriaNode],
    identities: Sequence[Identity],
    options: dict[int, tuple[str, ...]],
    values: dict[int, str],
    facts: dict[int, Facts],
    viewport: Size,
) -> tuple[Element, ...]:
    """The elements of a page. Boxes must already be in the coordinates of the main frame."""
    elements: list[Element] = []
    for index, node in enumerate(nodes):
        parent = None if node.parent is None else elements[node.parent]
        fact = facts.get(index)
        box = node.box or (parent.box if parent else None)
        name = node.name
        if not name and node.role in _NAMED_BY_CONTENT and node.children:
            name = _content(nodes, index)
        value = fact.value if fact and fact.value is not None else values.get(index)
        elements.append(
            Element(
                id=identities[index].id,
                ref=node.ref,
                role=node.role,
                name=name,
                text=node.text,
                value=None if fact and fact.secret else value,
                states=(*node.states, *(fact.states if fact else ())),
                options=options.get(index, ()),
                placeholder=node.placeholder,
                description=fact.description if fact else "",
                url=node.url,
                box=box,
                parent=node.parent,
                depth=parent.depth + 1 if parent else 0,
                clickable=node.pointer or node.role in CONTROL_ROLES,
                in_viewport=_visible(box, viewport) and not (fact and fact.clipped),
                new=identities[index].new,
                hidden=bool((fact and fact.hidden) or node.aria_hidden or (parent and parent.hidden)),
            )
        )
    return tuple(elements)


def _content(nodes: Sequence[AriaNode], index: int) -> str:
    parts: list[str] = []
    for inner in _below(nodes, index):
        said = nodes[inner].name or nodes[inner].text
        if said and (not parts or parts[-1] != said):
            parts.append(said)
    return " ".join(parts)[:_LONGEST_NAME]


def _visible(box: Box | None, viewport: Size) -> bool:
    if box is None:
        return True
    return (
        box.x < viewport.width
        and box.y < viewport.height
        and box.x + box.width > 0
        and box.y + box.height > 0
    )

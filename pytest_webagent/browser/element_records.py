"""From the completed nodes of a snapshot to `Element` records."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import category

from pytest_webagent.aria_roles import CELLS, CONTROLS, FIELDS, TOGGLES
from pytest_webagent.browser.aria_tree import descendants
from pytest_webagent.observation import Box, Element, Size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.browser.aria_tree import AriaNode
    from pytest_webagent.browser.identity import Identity

_NAMED_BY_CONTENT = (CONTROLS - FIELDS) | CELLS | {"heading"}
_LONGEST_NAME = 300
_SAYING = (
    (CONTROLS - FIELDS - TOGGLES)
    | CELLS
    | frozenset(
        [
            "alert",
            "caption",
            "code",
            "emphasis",
            "generic",
            "heading",
            "img",
            "log",
            "mark",
            "paragraph",
            "status",
            "strong",
            "term",
            "definition",
            "time",
            "timer",
        ]
    )
)
"""Roles of what is read for what it says; the name of anything else is what all that stands in it is called."""


def build(nodes: Sequence[AriaNode], identities: list[Identity], viewport: Size) -> tuple[Element, ...]:
    """The elements of a page. Boxes must already be in the coordinates of the main frame."""
    elements: list[Element] = []
    for index, node in enumerate(nodes):
        parent = None if node.parent is None else elements[node.parent]
        box = node.box or (parent.box if parent else None)
        # The signs of a font of icons say nothing: what describes the element does.
        name = "" if all(map(_is_sign, node.name)) else node.name
        named = node.role in _NAMED_BY_CONTENT or ((node.clickable or node.pointer) and node.value is None)
        if not name and named and node.children:
            name = _content(nodes, index)
        clipped = node.clipped or (
            node.parent is not None and node.box is None and nodes[node.parent].clipped
        )
        elements.append(
            Element(
                id=identities[index].id,
                ref=node.ref,
                role=node.role,
                name=name,
                text=node.text,
                value=node.value,
                states=tuple(node.states),
                options=node.options,
                placeholder=node.placeholder,
                description="" if name and node.role != "iframe" else node.description,
                url=node.url,
                box=box,
                parent=node.parent,
                depth=parent.depth + 1 if parent else 0,
                clickable=node.pointer or node.clickable or node.role in CONTROLS,
                in_viewport=not clipped and _in_view(box, viewport),
                new=identities[index].new,
                changed=identities[index].changed,
                hidden=bool(node.hidden or (parent and parent.hidden)),
                shown=node.shown if node.role in _SAYING and _differs(name, node.shown) else "",
                foreign=node.foreign,
            )
        )
    return tuple(elements)


def _is_sign(character: str) -> bool:
    return character.isspace() or category(character) == "Co"


def _differs(name: str, shown: str) -> bool:
    """Whether a name leaves out a word of what is shown. A short form, or a single letter for a picture, is no other word."""
    words, known = (re.findall(r"\w+", text.casefold()) for text in (shown, name))
    if not known or (len(words) == 1 and len(words[0]) == 1 and words[0].isalpha()):
        return False
    return any(
        word not in known
        and (any(map(str.isdigit, word)) or not any(each.startswith(word) for each in known))
        for word in words
    )


def _content(nodes: Sequence[AriaNode], index: int) -> str:
    """The name an element has from what it holds, as the snapshot omits it where the parts are listed."""
    parts: list[str] = []
    for inner in descendants(nodes, index):
        said = "" if nodes[inner].hidden else nodes[inner].name or nodes[inner].text
        if said and (not parts or parts[-1] != said):
            parts.append(said)
    return " ".join(parts)[:_LONGEST_NAME]


def _in_view(box: Box | None, viewport: Size) -> bool:
    return box is None or (
        box.x < viewport.width
        and box.y < viewport.height
        and box.x + box.width > 0
        and box.y + box.height > 0
    )

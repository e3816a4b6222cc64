"""Fields of a page: what is typed or chosen in them, and which of it is nobody's business."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.browser.aria_tree import descendants

if TYPE_CHECKING:
    from pytest_webagent.browser.aria_tree import AriaNode

FIELD_ROLES = FIELDS - {"listbox"}
"""Fields whose inside is no part of the page: what is in them is their value, or their options."""
WITHHELD = "value withheld"
"""The state of a filled field whose value is not shown."""
MARK = "(withheld)"
"""Stands where the page says what such a field holds."""


def fold(nodes: list[AriaNode]) -> None:
    """Turn what stands inside fields into their values and options, and mark it as dropped."""
    for index, node in enumerate(nodes):
        if node.dropped or node.role not in FIELD_ROLES:
            continue
        inner = descendants(nodes, index)
        if node.role != "combobox":
            node.value = node.text or " ".join(nodes[i].text for i in inner if nodes[i].text)
            node.text = ""
            _drop(nodes, inner)
        elif inner and not any(nodes[i].ref for i in inner):
            # The options of a closed select are not on the screen: they belong to the select.
            choices = [nodes[i] for i in inner if nodes[i].role == "option"]
            chosen = [_label(option) for option in choices if "selected" in option.states]
            node.options = tuple(_label(option) for option in choices)
            texts = [nodes[i].text for i in inner if nodes[i].role == "text"]
            node.value = ", ".join(chosen) if choices else " ".join(texts)
            node.known = bool(choices)
            _drop(nodes, inner)
        else:
            node.value = node.text or " ".join(nodes[i].text for i in inner if nodes[i].role == "text")
            node.text = ""


def _label(option: AriaNode) -> str:
    return option.name or option.text


def _drop(nodes: list[AriaNode], positions: list[int]) -> None:
    for position in positions:
        nodes[position].dropped = True


def withhold(nodes: list[AriaNode], position: int, *, filled: bool) -> None:
    """Forget a field's value, also where it became part of the names of what it stands in."""
    node = nodes[position]
    value, node.value = node.value, None
    node.secret = value or ""
    if filled:
        node.states.append(WITHHELD)
    if not value:
        return
    parent = node.parent
    while parent is not None:
        nodes[parent].name = nodes[parent].name.replace(value, MARK)
        parent = nodes[parent].parent


def withhold_unknown(nodes: list[AriaNode]) -> None:
    """Forget the values of fields nothing is known about: any of them may be a password."""
    for position, node in enumerate(nodes):
        if node.role in FIELD_ROLES and node.role != "slider" and node.value and not node.known:
            withhold(nodes, position, filled=True)

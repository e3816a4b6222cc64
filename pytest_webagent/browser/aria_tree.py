"""The parser of Playwright's AI snapshot: its YAML-like text becomes a flat list of nodes in document order.

The text is YAML of a small, regular shape (one line per node, every value on that line), which a general YAML
parser needs over ten times as long for.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_webagent.observation import Box

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_PLAIN_KEY = re.compile(
    r'(?P<role>/?[A-Za-z][\w-]*)(?: (?P<name>"(?:[^"\\]|\\.)*"))?(?P<marks>(?: \[[^\]]*\])*)'
)
_QUOTED_KEY = re.compile(r"'((?:[^']|'')*)'")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}


@dataclass(slots=True)
class AriaNode:
    """One node of the snapshot, to be completed with what else is found out about it.

    `parent`, `children` and `frame` are positions in the list of nodes.
    """

    role: str
    name: str = ""
    text: str = ""
    ref: str = ""
    box: Box | None = None
    """In the coordinates of the frame the node stands in."""
    key: str = ""
    """The box as the snapshot prints it."""
    parent: int | None = None
    frame: int | None = None
    """The iframe the node stands in, None for the main frame."""
    states: list[str] = field(default_factory=list)
    pointer: bool = False
    url: str = ""
    placeholder: str = ""
    children: list[int] = field(default_factory=list)
    value: str | None = None
    options: tuple[str, ...] = ()
    description: str = ""
    secret: str = ""
    """What a field holds that is not told, until it was taken out of all that is."""
    known: bool = False
    """Whether a field's facts are known; the value of any other field may be a secret."""
    shown: str = ""
    foreign: str = ""
    clickable: bool = False
    hidden: bool = False
    clipped: bool = False
    dropped: bool = False


def parse(snapshot: str) -> list[AriaNode]:
    """The nodes of a snapshot in document order; a bare text is a node with the role ``text``.

    A line that is not understood becomes text, so that nothing the page says is lost.
    """
    nodes: list[AriaNode] = []
    open_nodes: list[tuple[int, int]] = []
    for line in snapshot.split("\n"):
        content = line.lstrip(" ")
        if not content:
            continue
        depth = len(line) - len(content)
        while open_nodes and open_nodes[-1][0] >= depth:
            open_nodes.pop()
        parent = open_nodes[-1][1] if open_nodes else None
        node, value = _node(content.removeprefix("- "))
        if node.role == "text":
            node.text = value
        elif node.role.startswith("/"):
            if parent is not None:
                _set_property(nodes[parent], node.role, value)
            continue
        else:
            node.text = value
            open_nodes.append((depth, len(nodes)))
        node.parent = parent
        if parent is not None:
            node.frame = parent if nodes[parent].role == "iframe" else nodes[parent].frame
            nodes[parent].children.append(len(nodes))
        nodes.append(node)
    return nodes


def _node(content: str) -> tuple[AriaNode, str]:
    quoted = _QUOTED_KEY.match(content) if content.startswith("'") else None
    key_text = quoted.group(1).replace("''", "'") if quoted else content
    key = _PLAIN_KEY.match(key_text)
    if key is None:
        return AriaNode("text"), _scalar(content)
    rest = content[quoted.end() :] if quoted else content[key.end() :]
    if rest and not rest.startswith(":"):
        return AriaNode("text"), _scalar(content)
    node = AriaNode(key["role"], _name(key["name"]))
    for mark in key["marks"].split(" [")[1:]:
        _set_mark(node, mark[:-1])
    return node, _scalar(rest[1:].strip(" "))


def _name(quoted: str | None) -> str:
    if not quoted:
        return ""
    return str(json.loads(quoted, strict=False)) if "\\" in quoted else quoted[1:-1]


def _set_mark(node: AriaNode, mark: str) -> None:
    key, _, value = mark.partition("=")
    if key == "ref":
        node.ref = value
    elif key == "box":
        node.key = value
        node.box = Box(*(float(part) for part in value.split(",")))
    elif key == "cursor":
        node.pointer = value == "pointer"
    elif key == "aria-hidden":
        node.hidden = True
    else:
        node.states.append(mark)


def _set_property(node: AriaNode, key: str, value: str) -> None:
    if key == "/url":
        node.url = value
    elif key == "/placeholder":
        node.placeholder = value


def _scalar(value: str) -> str:
    if len(value) >= 2 and value[0] == value[-1] == '"':
        return _ESCAPE.sub(_unescape, value[1:-1])
    if len(value) >= 2 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'")
    return value


def _unescape(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    return chr(int(code, 16)) if code else _ESCAPED.get(match[3], match[3])


def compact(
    nodes: list[AriaNode], inserts: Mapping[int, Sequence[AriaNode]]
) -> tuple[list[AriaNode], dict[int, int]]:
    """The nodes without the dropped ones, and each position's `inserts` behind it (-1: at the very beginning).

    Returns them and where each old position went. The `parent` and `frame` of an inserted node are positions in the old list.
    """
    kept: list[AriaNode] = list(inserts.get(-1, ()))
    moved: dict[int, int] = {}
    for index, node in enumerate(nodes):
        if not node.dropped:
            moved[index] = len(kept)
            kept.append(node)
        kept.extend(inserts.get(index, ()))
    for node in kept:
        node.parent = None if node.parent is None else moved[node.parent]
        node.frame = None if node.frame is None else moved[node.frame]
        node.children = []
    for index, node in enumerate(kept):
        if node.parent is not None:
            kept[node.parent].children.append(index)
    return kept, moved


def descendants(nodes: Sequence[AriaNode], index: int) -> list[int]:
    """The positions of everything below a node, in document order."""
    found: list[int] = []
    waiting = list(reversed(nodes[index].children))
    while waiting:
        inner = waiting.pop()
        found.append(inner)
        waiting.extend(reversed(nodes[inner].children))
    return found

"""The page as a model reads it: one line per element, within a budget of characters, viewport first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.observation import Element

CHARACTERS_PER_TOKEN = 4


def render(elements: Sequence[Element], tokens: int) -> str:
    """The page's text, about `tokens` tokens long at most."""
    lines: list[str] = []
    for element in elements:
        if element.role == "generic" and not element.text and not element.name and not element.clickable:
            continue
        if element.role == "text" and element.parent is not None:
            if element.text in elements[element.parent].name:
                continue
        lines.append(" " * element.depth + _line(element))
    room = tokens * CHARACTERS_PER_TOKEN
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            kept.append(f"... {len(lines) - len(kept)} more below: scroll down")
            break
        kept.append(line)
    return "\n".join(kept)


def _line(element: Element) -> str:
    parts = [] if element.id is None else [f"{'*' if element.new else ''}[{element.id}]"]
    if element.role not in ("text", "generic"):
        parts.append(element.role)
    if element.name:
        parts.append(f'"{element.name}"')
    if element.text:
        parts.append(element.text)
    if element.value is not None:
        parts.append(f'= "{element.value}"')
    if element.placeholder:
        parts.append(f'(placeholder "{element.placeholder}")')
    if element.description:
        parts.append(f"({element.description})")
    if element.options:
        parts.append("options: " + " | ".join(element.options))
    parts.extend(state for state in element.states)
    if element.hidden:
        parts.append("(hidden)")
    return " ".join(parts)

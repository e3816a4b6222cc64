"""Google-style docstrings of tools: the description and the entries under ``Args:``."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, field

_SECTION = re.compile(
    r"(Args|Arguments|Attributes|Examples?|Keyword Args|Notes?|Raises|References|Returns|See Also|Todo"
    r"|Warnings?|Warns|Yields):\s*$"
)
_ENTRY = re.compile(r"\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)$")


@dataclass(frozen=True, slots=True)
class Docstring:
    """What a docstring says to a model."""

    description: str
    arguments: dict[str, str] = field(default_factory=dict)


def parse(text: str) -> Docstring:
    """Read a Google-style docstring. Sections other than ``Args:`` are not for the model."""
    prose: list[str] = []
    arguments: list[str] = []
    section = ""
    for line in inspect.cleandoc(text).splitlines():
        header = _SECTION.match(line)
        if header:
            section = header[1]
        elif section in ("Args", "Arguments"):
            arguments.append(line)
        elif not section:
            prose.append(line)
    return Docstring(_paragraphs(prose), _entries(arguments))


def _paragraphs(lines: list[str]) -> str:
    blocks = "\n".join(lines).strip().split("\n\n")
    return "\n".join(" ".join(block.split()) for block in blocks if block.strip())


def _entries(lines: list[str]) -> dict[str, str]:
    filled = [line for line in lines if line.strip()]
    if not filled:
        return {}
    margin = min(len(line) - len(line.lstrip()) for line in filled)
    entries: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in filled:
        entry = _ENTRY.match(line.strip()) if len(line) - len(line.lstrip()) == margin else None
        if entry:
            current = entries.setdefault(entry[1], [])
            current.append(entry[2])
        elif current is not None:
            current.append(line.strip())
    return {name: " ".join(part for part in parts if part).strip() for name, parts in entries.items()}

"""Tests for pytest-playwright as text: a function for what a test did, and a file of such functions."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.recording.playwright_code import WIDTH, Code, Source, laid_out
from pytest_webagent.recording.playwright_statements import body

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_webagent.recording.playwright_flow import Section

_LONGEST: Final = 70
_IMPORTS: Final = (
    ("os.environ[", "import os"),
    ("re.compile(", "import re"),
    ("Path(__file__)", "from pathlib import Path"),
    ("@pytest.", "import pytest"),
)
"""What stands in code that needs an import, in the order in which they are sorted."""
_OURS: Final = "from playwright.sync_api import Page, expect"


def function_name(name: str) -> str:
    """The name of a function for a test, from its own name with its parameters."""
    found = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")[:_LONGEST].rstrip("_").lower()
    return found if found.startswith("test_") else f"test_{found}"


def function_text(
    name: str,
    sections: Sequence[Section],
    *,
    fixtures: Iterable[str] = (),
    context: Mapping[str, Any] | None = None,
) -> str:
    """A test function. `fixtures` are those that prepare what it needs; `context` are arguments of its browser context."""
    # What only repeats what is asserted already has nothing to say.
    sections = [each for each in sections if each.statements] or sections
    lines: list[str] = []
    mark, names = Code("@pytest").attribute("mark"), tuple(fixtures)
    if context:
        told = {name: Source(repr(value).replace("'", '"')) for name, value in context.items()}
        lines += laid_out(mark.then("browser_context_args", **told), 0)
    if names:
        lines += laid_out(mark.then("usefixtures", *names), 0)
    head = f"def {name}(page: Page) -> None:"
    lines += [head] if len(head) <= WIDTH else [f"def {name}(", "    page: Page,", ") -> None:"]
    if len(sections) == 1:
        lines += _docstring(sections[0].asked)
    for at, section in enumerate(sections):
        if len(sections) > 1:
            lines += [*([""] if at else []), *_comment(section.asked)]
        lines += body(section.statements)
    return "\n".join(lines)


def file_text(functions: Sequence[str]) -> str:
    """A file of test functions."""
    code = "\n\n\n".join(functions)
    needed = [line for words, line in _IMPORTS if words in code]
    standard = [line for line in needed if line != "import pytest"]
    others = [*(line for line in needed if line == "import pytest"), _OURS]
    if "expect(" not in code.replace(".expect(", ""):
        others[-1] = _OURS.removesuffix(", expect")
    imports = "\n\n".join("\n".join(each) for each in (standard, others) if each)
    return f"{imports}\n\n\n{code}\n"


def _docstring(asked: str) -> list[str]:
    text = " ".join(asked.split()).replace("\\", "\\\\").replace('"""', "'''")
    if not text:
        return []
    # A quotation mark beside the three would be read as one of them.
    start, end = (" " if quote == '"' else "" for quote in (text[0], text[-1]))
    text = f"{start}{text[:1].upper()}{text[1:]}"
    if len(f'    """{text}{end}"""') <= WIDTH:
        return [f'    """{text}{end}"""']
    first, *others = textwrap.wrap(text, WIDTH - 7, break_long_words=False, break_on_hyphens=False)
    more = textwrap.wrap(" ".join(others), WIDTH - 4, break_long_words=False, break_on_hyphens=False)
    return [f'    """{first}', *(f"    {line}" for line in more), '    """']


def _comment(asked: str) -> list[str]:
    text = " ".join(asked.split())
    return [f"    # {line}" for line in textwrap.wrap(text, WIDTH - 6, break_on_hyphens=False)]

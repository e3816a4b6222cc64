"""Scripts of ours that read a page from within, in the page's own world."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING, Final, TypeVar

from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from playwright.async_api import Error

_Answer = TypeVar("_Answer")
_REPLACED: Final = re.compile(r"page replaced ([\w.\[\]]+)|(\w+) is not a (?:constructor|function)")
_ADVICE: Final = (
    "something that works otherwise. Use the numbered elements of an observation, or read another page"
)


def source(package: str, name: str) -> str:
    """The text of a script that lies in a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8").strip()


_INTACT: Final = source("pytest_webagent.browser", "intact.js")


def page_script(package: str, name: str, **parts: str) -> str:
    """A script that is a function of one argument, for `Frame.evaluate`; it fails where the page replaced what it needs.

    Args:
        package: Where it lies.
        name: Its file.
        parts: What stands in it in place of these words.
    """
    script = source(package, name)
    for word, part in parts.items():
        script = script.replace(word, part)
    return f"(argument) => {{ ({_INTACT})();\nreturn (\n{script}\n)(argument); }}"


def replaced_by_page(error: Error) -> str:
    """What the page replaced, as a reason why it cannot be read; empty if an error has another reason."""
    found = _REPLACED.search(error.message)
    if found is None:
        return ""
    return (
        f"the page cannot be read: its script replaced {found[1] or found[2]} of the browser with {_ADVICE}"
    )


def given(answer: _Answer | None) -> _Answer:
    """What a script gave. Playwright gives None where the page replaced what Playwright itself needs.

    Raises:
        ToolError: it gave nothing.
    """
    if answer is None:
        raise ToolError(f"the page cannot be read: its script replaced parts of the browser with {_ADVICE}")
    return answer

"""Plain HTML as Markdown, by crawl4ai's converter."""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Callable

_OWN_NAME: Final = "pytest_webagent_crawl4ai_html2text"
_OPTIONS: Final = {
    "body_width": 0,
    "single_line_break": True,
    "mark_code": True,
    "ignore_mailto_links": False,
    "unicode_snob": True,
}
_BLANK_LINES: Final = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_SPACES: Final = re.compile(r"(?<=\S)[ \t]{2,}(?=\S)")


def to_markdown(html: str) -> str:
    """The HTML of `dom.read_page` as Markdown. It takes about a second for a million characters.

    Raises:
        ToolError: crawl4ai is not installed.
    """
    converter = _converter()()
    converter.update_params(**_OPTIONS)
    return _tidy(converter.handle(html))


@cache
def _converter() -> Callable[[], Any]:
    """crawl4ai's ``CustomHTML2Text``, which its ``DefaultMarkdownGenerator`` turns HTML into Markdown with.

    Importing crawl4ai itself takes about a second for its crawler and two browser libraries, makes folders in the user's
    home, and changes the filters of warnings of the whole process. The converter is a package of its own within it that
    needs nothing of the rest, so it alone is loaded, in hundredths of a second.
    """
    found = find_spec("crawl4ai")
    if found is None or found.origin is None:
        raise ToolError("this needs crawl4ai, which is not installed: pip install 'pytest-webagent[crawl]'")
    folder = Path(found.origin).parent / "html2text"
    spec = spec_from_file_location(
        _OWN_NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None or not folder.is_dir():
        raise ToolError(
            "the installed crawl4ai has no html2text converter: pip install -U 'pytest-webagent[crawl]'"
        )
    module = sys.modules[_OWN_NAME] = module_from_spec(spec)
    spec.loader.exec_module(module)
    converter: Callable[[], Any] = module.CustomHTML2Text
    return converter


def _tidy(markdown: str) -> str:
    """Without lines of nothing but spaces, and spaces that mean nothing; what stands in fences is left as it is."""
    parts = re.split(r"(^```.*?^```)", markdown, flags=re.MULTILINE | re.DOTALL)
    for index in range(0, len(parts), 2):
        lines = (_SPACES.sub(" ", line).rstrip() for line in parts[index].split("\n"))
        parts[index] = _BLANK_LINES.sub("\n\n", "\n".join(lines))
    return "".join(parts).strip()

"""The fence around page text: marks the page cannot know, so it cannot close them."""

from __future__ import annotations

import re
import secrets
from typing import Final

JOINER: Final = "\u2060"
"""A sign without width, which no comparison of texts sees: it keeps apart what would be read as one mark."""
_CONTROL: Final = re.compile(r"<(?=[|｜<]|/?[A-Za-z]+_\w)|\[(?=/?[A-Z]{2}[A-Z_]*\])")
"""Where marks begin that servers of models read as the structure of a conversation, such as ``<|im_start|>`` and ``[INST]``."""
_TAG: Final = re.compile(rf"{_CONTROL.pattern}|<(?=[/!?A-Za-z])")
"""Where those begin, or any tag."""


class Fence:
    """The marks of one run around everything that comes from the page."""

    def __init__(self, token: str | None = None) -> None:
        """Choose marks with a random `token`, unless one is given."""
        self.token = token or secrets.token_hex(6)

    def clean(self, text: str) -> str:
        """The text without the token, which a page can only have from a model that typed it, and without marks of a conversation."""
        return _apart(_CONTROL, text.replace(self.token, "*" * len(self.token)))

    def wrap(self, text: str) -> str:
        """The text between the marks, each mark on its own line."""
        return f"<page {self.token}>\n{self.clean(text)}\n</page {self.token}>"

    def wrap_page(self, text: str) -> str:
        """What a page shows, between the marks. It is read by nothing that would need its tags whole."""
        return self.wrap(_apart(_TAG, text))

    def inline(self, text: str) -> str:
        """The text between the marks, on one line."""
        return f"<page {self.token}> {' '.join(self.clean(text).split())} </page {self.token}>"


def _apart(marks: re.Pattern[str], text: str) -> str:
    return marks.sub(rf"\g<0>{JOINER}", text)

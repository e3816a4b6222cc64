"""The fence around page text: marks the page cannot know, so it cannot close them."""

from __future__ import annotations

import secrets


class Fence:
    """The marks of one run around everything that comes from the page."""

    def __init__(self, token: str | None = None) -> None:
        """Choose marks with a random `token`, unless one is given."""
        self.token = token or secrets.token_hex(6)

    def clean(self, text: str) -> str:
        """The text without the token, which a page can only have from a model that typed it."""
        return text.replace(self.token, "*" * len(self.token))

    def wrap(self, text: str) -> str:
        """The text between the marks, each mark on its own line."""
        return f"<page {self.token}>\n{self.clean(text)}\n</page {self.token}>"

    def inline(self, text: str) -> str:
        """The text between the marks, on one line."""
        return f"<page {self.token}> {' '.join(self.clean(text).split())} </page {self.token}>"

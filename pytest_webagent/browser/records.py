"""What a browser session recorded: console errors, failed requests, dialogs, downloads, tabs."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from pytest_webagent.policy.secrets import Vault

if TYPE_CHECKING:
    from collections.abc import Iterator

Kind: TypeAlias = Literal[
    "console", "page error", "request", "dialog", "download", "tab", "navigation", "browser", "websocket"
]

LONGEST = 300
"""Most characters of one line: what a page says is cut, so that it cannot fill a report or a prompt."""
MOST = 500
"""Most different lines kept per session."""


@dataclass(slots=True)
class _Entry:
    kind: Kind
    text: str
    times: int = 1

    @property
    def line(self) -> str:
        many = f" ({self.times} times)" if self.times > 1 else ""
        return f"{self.kind}: {self.text}{many}"


class SessionLog:
    """The events of one browser session, oldest first; bounded, whatever the page does."""

    def __init__(self, vault: Vault | None = None) -> None:
        """`vault` has the secrets that no line says."""
        self._vault = Vault() if vault is None else vault
        self._entries: dict[tuple[Kind, str], _Entry] = {}
        self._news: dict[tuple[Kind, str], _Entry] = {}
        self._dropped = 0
        self.settled = 0.0
        """Seconds spent waiting for pages to come to rest."""
        self.json_answers: dict[str, None] = {}
        """Addresses, without query, from which scripts of pages read JSON, oldest first."""
        self.changes = self.ignored = 0
        """After how many operations a page was seen to have changed, and to do nothing upon the input it got."""

    @contextmanager
    def settling(self) -> Iterator[None]:
        """A page is waited for."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.settled += time.monotonic() - began

    def add(self, kind: Kind, text: str, *, is_news: bool = True) -> None:
        """Record an event. The same event again only counts up. A model hears of it where it `is_news`."""
        # Of half a secret nobody would know any more what it is.
        text = shortened(self._vault.conceal(text))
        key = (kind, text)
        for entries in (self._entries, self._news) if is_news else (self._entries,):
            if key in entries:
                entries[key].times += 1
            elif len(entries) < MOST:
                entries[key] = _Entry(kind, text)
            elif entries is self._entries:
                self._dropped += 1

    def lines(self) -> tuple[str, ...]:
        """Every event of the session, one line each."""
        lines = [entry.line for entry in self._entries.values()]
        if self._dropped:
            lines.append(f"... and {self._dropped} more")
        return self._told(lines)

    def _told(self, lines: list[str]) -> tuple[str, ...]:
        """The lines without secrets that became known only after something was recorded."""
        return self._vault.conceal(tuple(lines))

    @property
    def news(self) -> tuple[str, ...]:
        """The events since `take_news` was last called, one line each; they stay news."""
        return self._told([entry.line for entry in self._news.values()])

    def take_news(self, most: int = 10) -> tuple[str, ...]:
        """The events since this was last called, one line each, at most `most` and a line that counts the rest."""
        lines = [entry.line for entry in self._news.values()]
        self._news.clear()
        rest = len(lines) - most
        return self._told(lines[:most]) + ((f"... and {rest} more",) if rest > 0 else ())


def shortened(text: str, longest: int = LONGEST) -> str:
    """`text` on one line, cut to `longest` characters."""
    flat = " ".join(text[: longest * 4].split())
    return flat if len(flat) <= longest else flat[: longest - 1] + "…"

"""What one owner, a test or the session, may spend and has spent.

The account of a session is a file that its workers share. It is read and written under a lock, so two workers that
ask at the same moment cannot both get the last dollar.
"""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from pytest_webagent.budget.amount_words import dollars
from pytest_webagent.errors import BudgetExceeded
from pytest_webagent.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from filelock import BaseFileLock

    from pytest_webagent.config import Settings

Owner: TypeAlias = Literal["test", "session"]
Kind: TypeAlias = Literal["steps", "seconds", "tokens", "usd"]
KINDS: tuple[Kind, ...] = ("steps", "seconds", "tokens", "usd")


@dataclass(slots=True)
class Book:
    """What has been spent, with what is held for requests under way."""

    steps: int = 0
    tokens: int = 0
    usd: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """The most that may be spent; None is no limit."""

    steps: int | None = None
    seconds: float | None = None
    tokens: int | None = None
    usd: Decimal | None = None

    @classmethod
    def of(cls, settings: Settings, owner: Owner) -> Allowance:
        """The limits that the settings give an owner."""
        steps, seconds, tokens, usd = (getattr(settings, f"{owner}_{kind}") for kind in KINDS)
        return cls(
            steps=steps, seconds=seconds, tokens=tokens, usd=None if usd is None else Decimal(str(usd))
        )

    @property
    def bounded(self) -> bool:
        """Whether there is any limit."""
        return any(getattr(self, kind) is not None for kind in KINDS)


class Account:
    """The limits of an owner and its book."""

    def __init__(self, owner: Owner, allowance: Allowance) -> None:
        self.owner = owner
        self.allowance = allowance
        self._worked = 0.0
        self._book = Book()

    @contextmanager
    def book(self) -> Iterator[Book]:
        """The book, to read and to write in; what is written is lost where an error leaves the block."""
        book = Book(self._book.steps, self._book.tokens, self._book.usd)
        yield book
        self._book = book

    def worked(self, seconds: float) -> None:
        """A run has taken `seconds`."""
        self._worked += seconds

    def seconds(self) -> float:
        """How much of the allowed seconds is used up."""
        return self._worked

    def told(self) -> str:
        """How much of each limit is used up, if any of it is."""
        with self.book() as book:
            used: dict[Kind, float | Decimal] = {"steps": book.steps, "tokens": book.tokens, "usd": book.usd}
        used["seconds"] = round(self.seconds(), 1)
        limits = {kind: limit for kind in KINDS if (limit := getattr(self.allowance, kind)) is not None}
        parts = [
            f"{amount(kind, used[kind], bare=True)} of {amount(kind, limit)}"
            for kind, limit in limits.items()
            if used[kind]
        ]
        return ", ".join(parts) if used["steps"] else ""

    def exceeded(self, kind: Kind, spent: str, needed: str = "") -> BudgetExceeded:
        """The error that says which limit ended a run, what was spent, and what to do."""
        limit, name = getattr(self.allowance, kind), f"{self.owner}_{kind}"
        told = f"{spent}{f', and {needed}' if needed else ''}"
        return BudgetExceeded(
            f"the {self.owner}'s limit of {amount(kind, limit)} is reached: {told}. "
            f"Raise webagent_{name}, or let {_ADVICE[kind]}"
        )


class SharedAccount(Account):
    """An account in a file, shared by all processes of a session."""

    def __init__(self, allowance: Allowance, file: Path, started: float) -> None:
        """`started` is when the session began, by the monotonic clock, which all processes of a machine share."""
        super().__init__("session", allowance)
        self._file = file
        self._started = started

    @contextmanager
    def book(self) -> Iterator[Book]:
        """The book, while no other process has it."""
        try:
            with self._lock:
                book = self._read()
                yield book
                self._write(book)
        except OSError as error:
            raise BudgetExceeded(
                f"what is spent of the session's limits cannot be written to {self._file.parent}, so that nothing more is "
                f"spent: {error.strerror or error}. Make room there, or name another folder by TMPDIR"
            ) from None

    def seconds(self) -> float:
        """How long ago the session began."""
        return time.monotonic() - self._started

    @cached_property
    def _lock(self) -> BaseFileLock:
        # Loaded here and not above: only sessions with a limit need it.
        from filelock import FileLock

        return FileLock(self._file.with_suffix(".lock"))

    def _read(self) -> Book:
        if not self._file.exists():
            return Book()
        kept = json.loads(self._file.read_text(encoding="utf-8"))
        return Book(kept["steps"], kept["tokens"], Decimal(kept["usd"]))

    def _write(self, book: Book) -> None:
        # Replaced as a whole: a worker that is killed while it writes leaves the book as it was.
        kept = {"steps": book.steps, "tokens": book.tokens, "usd": str(book.usd)}
        write_whole(self._file, json.dumps(kept))


_ADVICE: dict[Kind, str] = {
    "steps": "the goals need fewer steps",
    "seconds": "the goals need less time",
    "tokens": "the goals need fewer steps or smaller pages (webagent_observation_tokens)",
    "usd": "the goals need fewer steps or a cheaper model",
}


def amount(kind: Kind, number: float | Decimal, *, bare: bool = False) -> str:
    """A number with its unit; `bare` where the unit comes later."""
    if kind == "usd":
        return dollars(number)
    if bare:
        return f"{number:,}"
    if kind == "seconds":
        return f"{number:g} s"
    return f"{number:,} {kind if number != 1 else kind.removesuffix('s')}"

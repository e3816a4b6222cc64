"""The body of a test that is written for Playwright: statements, and the lines they come to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.recording.playwright_code import WIDTH, Code, holder_of, laid_out, shortened_by, width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_MOST_TURNS: Final = 50
_PAUSE_MS: Final = 100


class NotEjectedError(Exception):
    """A run cannot be written as Playwright code; the message says why."""


class Block(NamedTuple):
    """A ``with`` around a statement."""

    opens: Code
    name: str
    """The variable for what it gives."""


class Statement(NamedTuple):
    """One thing that a test does or expects."""

    does: Code
    before: tuple[str, ...] = ()
    """Lines of their own before it."""
    within: tuple[Block, ...] = ()
    """The blocks around it, the outermost first."""
    after: tuple[str, ...] = ()
    """Lines of their own after it."""


def until_seen(statements: list[Statement], seen: Code) -> Statement:
    """An assertion that something is there; turns of the wheel before it go on until it is, for more may be loaded meanwhile."""
    wheel: Code | None = None
    while statements and statements[-1].does.calls[-1].name == "wheel":
        wheel = statements.pop().does
    if wheel is None:
        return Statement(seen)
    thing, page = (seen.calls[0].arguments or ())[0], wheel.root
    assert isinstance(thing, Code)
    lines = [
        *laid_out(thing.then("is_visible"), before="if ", after=":"),
        "        break",
        *laid_out(wheel),
        f"    {page}.wait_for_timeout({_PAUSE_MS})",
    ]
    return Statement(seen, (f"for _ in range({_MOST_TURNS}):", *lines))


def body(statements: Sequence[Statement]) -> list[str]:
    """The lines of a test. What several statements begin with, or a long one, gets a variable."""
    used = Counter(held for each in statements if (held := holder_of(each.does)) is not None)
    known: dict[str, Code] = {}
    lines: list[str] = []
    for each in statements:
        held = holder_of(each.does)
        # A frame or row that is used once is no longer told where it is used, as long as that fits.
        if held is not None and (used[held] > 1 or not _fits(each)):
            name = each.does.holder
            if known.get(name) != held:
                lines += laid_out(held, before=f"{name} = ")
                known[name] = held
            each = each._replace(does=shortened_by(each.does, held, name))
        lines += _lines(each)
    return lines


def compared(left: str, right: str) -> list[str]:
    """An assertion that two expressions are equal, as lines of a test."""
    whole, room = f"{left} == {right}", WIDTH - 4
    if width(f"assert {whole}") <= room:
        return [f"assert {whole}"]
    inside = [whole] if width(f"    {whole}") <= room else [left, f"== {right}"]
    return ["assert (", *(f"    {line}" for line in inside), ")"]


def _fits(statement: Statement) -> bool:
    return 4 + 4 * len(statement.within) + width(str(statement.does)) <= WIDTH


def _lines(statement: Statement) -> Iterator[str]:
    yield from (f"    {line}" for line in statement.before)
    indent = 1
    for block in statement.within:
        told = f" as {block.name}" if block.name else ""
        yield from laid_out(block.opens, indent, before="with ", after=f"{told}:")
        indent += 1
    yield from laid_out(statement.does, indent)
    yield from (f"    {line}" for line in statement.after)

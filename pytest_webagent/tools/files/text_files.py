"""Text as it is in a file: its encoding and its ends of lines, which an edit keeps."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Sequence

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""How a file begins that says its encoding; the longer before the shorter that it begins with."""
_WITHOUT_MARK = ("utf-8", "cp1252")
_NOT_IN_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_AROUND = 4
"""Lines shown before and after an edit."""


class Text(NamedTuple):
    """What a file says. Its lines end with a line feed, whatever ends them in the file."""

    content: str
    encoding: str = "utf-8"
    newline: str = "\n"
    """What ends the lines in the file; where they end in different ways, they are left as they are."""
    mark: bytes = b""
    """What stands before the content, to say the encoding."""

    @property
    def lines(self) -> list[str]:
        """The lines, without their ends. What stands behind the last end counts if it is not empty."""
        lines = self.content.split("\n")
        return lines if lines[-1] else lines[:-1]

    def encoded(self, content: str) -> bytes:
        """Another content as this file would hold it.

        Raises:
            ToolError: its encoding does not know a character.
        """
        written = content.replace("\n", self.newline)
        try:
            return self.mark + written.encode(self.encoding)
        except UnicodeEncodeError as error:
            raise ToolError(
                f"the file is in {self.encoding}, which has no {content[error.start : error.start + 1]!r}; "
                "nothing was written. Use other characters"
            ) from None

    def like(self, given: str) -> str:
        """What a model gave, with ends of lines as `content` has them."""
        return given.replace("\r\n", "\n") if self.newline == "\r\n" else given


def decoded(data: bytes, shown: str) -> Text:
    """The text in a file of the name `shown`.

    Raises:
        ToolError: it is no text.
    """
    mark, encoding = next((known for known in _MARKS if data.startswith(known[0])), (b"", ""))
    known = (encoding,) if mark else () if _NOT_IN_TEXT.search(data) else _WITHOUT_MARK
    for each in known:
        try:
            content = data[len(mark) :].decode(each)
        except UnicodeDecodeError:
            continue
        ends = content.count("\r\n")
        if ends and ends == content.count("\n") == content.count("\r"):
            return Text(content.replace("\r\n", "\n"), each, "\r\n", mark)
        return Text(content, each, "\n", mark)
    raise ToolError(f"{shown!r} is not text, or in an unknown encoding; it has {len(data)} bytes")


def numbered(lines: Sequence[str], first: int) -> str:
    """Lines with their numbers, the first of which is `first`."""
    return "\n".join(f"{number:6}\t{line}" for number, line in enumerate(lines, first))


def around(text: Text, first: int, last: int) -> str:
    """The lines of an edit, by their numbers, with some before and after."""
    begin = max(first - _AROUND, 1)
    return numbered(text.lines[begin - 1 : last + _AROUND], begin)


def chosen(text: Text, view_range: Sequence[int] | None) -> tuple[int, int]:
    """The first and the last line meant by a range; -1 as its end means the last line there is.

    Raises:
        ToolError: the range is none of this text.
    """
    count = len(text.lines)
    if not view_range:
        return 1, count
    first, last = view_range if len(view_range) == 2 else (0, 0)
    last = count if last == -1 else last
    if not 1 <= first <= max(count, 1) or (count and last < first):
        raise ToolError(
            f"view_range must be [first, last] with 1 <= first <= last, and first at most {count}, the number "
            f"of lines; -1 as last means the last line. It is {list(view_range)}"
        )
    return first, min(last, count)


def fitting(lines: Sequence[str], most: int) -> int:
    """How many of the first lines have together at most `most` characters; at least one, if there are any."""
    size = 0
    for index, line in enumerate(lines):
        size += len(line) + 8
        if size > most:
            return max(index, 1)
    return len(lines)

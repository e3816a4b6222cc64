"""Files that are written as a whole or not at all."""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def beside(file: Path) -> Iterator[Path]:
    """A path beside a file to write to. What stands there takes the file's place if all went well, and else is gone."""
    part = file.with_name(f".{secrets.token_hex(8)}.part")
    try:
        yield part
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def write_whole(file: Path, text: str) -> None:
    """Put a text into a file, in the place of what is there.

    Raises:
        OSError: it cannot be written; what was there still is.
    """
    with beside(file) as part:
        # A page's script that cuts an emoji in two leaves half a character, which no encoding knows.
        part.write_text(text, encoding="utf-8", errors="replace", newline="")

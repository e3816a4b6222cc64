"""Text that is put into files as a whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def write_whole(file: Path, text: str) -> None:
    """Put a text into a file, in the place of what is there.

    Raises:
        OSError: it cannot be written; what was there still is.
    """
    part = file.with_name(f"{file.name}.part")
    try:
        # A page's script that cuts an emoji in two leaves half a character, which no encoding knows.
        part.write_text(text, encoding="utf-8", errors="replace")
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
        raise

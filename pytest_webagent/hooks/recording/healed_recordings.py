"""After a test has passed whose recording was healed: a patch beside the recording, or the recording itself, says so."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pytest_webagent.hooks.recording.attempt_recordings import file_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from pytest_webagent.recording.recordings import Recordings


def settle(item: pytest.Item, made: Recordings) -> str:
    """Propose or write what was healed, and take back what was proposed before; what became of it, if anything, in lines."""
    from pytest_webagent.recording.recording_files import text_in, write_text
    from pytest_webagent.recording.recording_patch import MARK, healed_text, patch, root_of

    file = file_of(item)
    beside = file.with_suffix(".patch")
    if not made.has_healed:
        if made.has_replayed_all and beside.is_file() and beside.read_bytes().startswith(MARK.encode()):
            beside.unlink()
        return ""
    heals = [each.line for replay in made.replayed for each in replay.result().heals]
    was = text_in(file)
    now = healed_text(was, made.known, made.healed())
    place = _shown(file, item)
    if made.heals == "apply":
        if not write_text(file, now, was=was):
            return f"{item.nodeid} was healed, and {place} was changed meanwhile: it was left as it is"
        beside.unlink(missing_ok=True)
        return _lines(f"{item.nodeid} was healed, and {place} was changed", heals)
    root = root_of(file, item.config.rootpath)
    told = [f"{item.nodeid} passed on a page that has changed since it was recorded.", *heals]
    write_text(beside, patch(file.relative_to(root).as_posix(), was, now, told))
    shown = _shown(beside, item)
    return _lines(f"{item.nodeid} was healed; to keep it: git apply {shown}", heals)


def _lines(first: str, others: list[str]) -> str:
    return "\n".join([first, *(f"  {each}" for each in others)])


def _shown(file: Path, item: pytest.Item) -> str:
    return os.path.relpath(file, item.config.rootpath)

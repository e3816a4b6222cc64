"""After a test has passed whose recording was healed or made anew: a patch beside the recording, or the recording itself, says so."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pytest_webagent.hooks.recording.attempt_recordings import file_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pytest

    from pytest_webagent.recording.recordings import Recordings


def settle(item: pytest.Item, made: Recordings) -> str:
    """Propose or write what was healed, and take back what was proposed before; what became of it, if anything, in lines."""
    from pytest_webagent.recording.recording_files import text_in
    from pytest_webagent.recording.recording_patch import MARK, healed_text

    file = file_of(item)
    beside = file.with_suffix(".patch")
    if not made.has_healed:
        if made.has_replayed_all and beside.is_file() and beside.read_bytes().startswith(MARK.encode()):
            beside.unlink()
        return ""
    heals = [each.line for replay in made.replayed for each in replay.result().heals]
    was = text_in(file)
    return change(item, made.heals, was, healed_text(was, made.known, made.healed()), "healed", heals)


def change(item: pytest.Item, heals: str, was: str, now: str, how: str, lines: Sequence[str]) -> str:
    """Propose another text for a recording, or write it; what became of it, and of which changes (`lines`), in lines."""
    from pytest_webagent.recording.recording_files import write_text
    from pytest_webagent.recording.recording_patch import patch, root_of

    file = file_of(item)
    beside, place = file.with_suffix(".patch"), shown(file, item)
    if heals != "apply":
        root = root_of(file, item.config.rootpath)
        told = [f"{item.nodeid} passed on a page that has changed since it was recorded.", *lines]
        write_text(beside, patch(file.relative_to(root).as_posix(), was, now, told))
        first = f"{item.nodeid} was {how}; to keep it: git apply {shown(beside, item)}"
    elif write_text(file, now, was=was):
        beside.unlink(missing_ok=True)
        first = f"{item.nodeid} was {how}, and {place} was changed"
    else:
        return f"{item.nodeid} was {how}, and {place} was changed meanwhile: it was left as it is"
    return "\n".join([first, *(f"  {each}" for each in lines)])


def shown(file: Path, item: pytest.Item) -> str:
    """The path of a file in messages."""
    return os.path.relpath(file, item.config.rootpath)

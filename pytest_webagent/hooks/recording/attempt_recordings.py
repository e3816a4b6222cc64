"""The recordings of the attempt under way at a test."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from pytest_webagent.errors import ConfigError
from pytest_webagent.hooks.outcome.stages import stage_of

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_webagent.config import Settings
    from pytest_webagent.recording.playwright_flow import Flow
    from pytest_webagent.recording.recording import Recording
    from pytest_webagent.recording.recordings import Recordings

_recordings_key = pytest.StashKey["Recordings"]()
_trial_key = pytest.StashKey["list[Recording]"]()
_aside_key = pytest.StashKey[str]()


def file_of(item: pytest.Item) -> Path:
    """Where the recordings of a test are kept."""
    from pytest_webagent.recording.recording_files import file_for

    return file_for(item.path, item.nodeid.partition("::")[2])


def replays(item: pytest.Item, settings: Settings) -> bool:
    """Whether the attempt that begins has something to replay, most likely."""
    known = settings.record in ("none", "missing", "verify") and not set_aside_for(item)
    return _trial_key in item.stash or (known and stage_of(item) is None and file_of(item).is_file())


def open_recordings(item: pytest.Item, settings: Settings) -> Recordings | None:
    """The recordings of the attempt that begins; None where there are to be none.

    Raises:
        ConfigError: the file with them cannot be read.
    """
    candidates = item.stash.get(_trial_key, None)
    # What is seen of a page with a fault put into it is nothing to keep.
    if settings.record == "off" or (candidates is None and stage_of(item) is not None):
        return None
    from pytest_webagent.errors import ToolError
    from pytest_webagent.recording.recording_files import read_file
    from pytest_webagent.recording.recordings import Recordings

    if candidates is not None:
        made = Recordings("none", candidates, learns=True, flow=_flow(item, settings))
    else:
        file, mode = file_of(item), settings.record
        shown = os.path.relpath(file, item.config.rootpath)
        try:
            known = [] if mode == "all" or set_aside_for(item) else read_file(file, shown)
        except (ToolError, OSError) as error:
            raise ConfigError(f"the recording of this test cannot be read: {error}") from None
        made = Recordings(mode, known, place=shown, heals=settings.heal, flow=_flow(item, settings))
    item.stash[_recordings_key] = made
    return made


def eject_folder(item: pytest.Item, settings: Settings) -> Path:
    """Where tests are written to."""
    return item.config.invocation_params.dir / str(settings.eject)


def _flow(item: pytest.Item, settings: Settings) -> Flow | None:
    if settings.eject is None:
        return None
    from pytest_webagent.recording.playwright_flow import Flow

    return Flow(eject_folder(item, settings))


def recordings_of(item: pytest.Item) -> Recordings | None:
    """Those of the newest attempt at a test, if it used the agent."""
    return item.stash.get(_recordings_key, None)


def close_recordings(item: pytest.Item) -> None:
    """Let go of them, and of the pages that were seen."""
    if _recordings_key in item.stash:
        del item.stash[_recordings_key]
    if _trial_key in item.stash:
        del item.stash[_trial_key]
    if _aside_key in item.stash:
        del item.stash[_aside_key]


def put_on_trial(item: pytest.Item, candidates: list[Recording]) -> None:
    """Have the next attempt at a test made from recordings that are not kept yet."""
    item.stash[_trial_key] = candidates


def set_aside(item: pytest.Item, why: str) -> None:
    """Have the next attempt at a test made without its recording; `why` is what became of that."""
    item.stash[_aside_key] = why


def set_aside_for(item: pytest.Item) -> str:
    """Why the recording of a test was set aside; empty where it was not."""
    return item.stash.get(_aside_key, "")

"""After a test has passed whose runs were recorded: replays them once, with fresh fixtures, and keeps what passes.

So nothing is kept that was not seen to replay. The outcome of the test stays what it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_webagent.hooks.outcome.ledger import PREFIX
from pytest_webagent.hooks.outcome.stages import put_on_stage
from pytest_webagent.hooks.recording.attempt_recordings import (
    close_recordings,
    file_of,
    put_on_trial,
    recordings_of,
    set_aside_for,
)
from pytest_webagent.hooks.recording.ejecting import eject
from pytest_webagent.hooks.recording.healed_recordings import change, settle, shown
from pytest_webagent.hooks.recording.recordings_told import tell
from pytest_webagent.hooks.repeat.attempt_runner import Attempts, is_stopped
from pytest_webagent.hooks.repeat.once_more import begin_again
from pytest_webagent.hooks.repeat.pass_rate import Plan

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.recording.recording import Recording
    from pytest_webagent.recording.recordings import Recordings
    from pytest_webagent.trajectory import RunResult

_passed_key = pytest.StashKey[bool]()


class _FromRecording:
    """The stage of an attempt that is made from its recording."""

    title = "once more, from what was recorded"

    async def enter(self, session: BrowserSession) -> None:
        """Nothing is put into the browser."""

    async def leave(self, runs: Sequence[RunResult]) -> None:
        """Nothing was begun."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note whether all phases of a test passed, as they were expected to."""
    report = yield
    passed = report.passed and not hasattr(report, "wasxfail")
    item.stash[_passed_key] = passed and (report.when == "setup" or item.stash.get(_passed_key, False))
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Run a test and, if its runs were recorded, replay them and keep the recording."""
    done = yield
    made, passed = recordings_of(item), item.stash.get(_passed_key, False)
    kept = made is not None and not made.is_new
    if made is not None and passed and not is_stopped(item):
        line = _settled(item, made)
        if made.unrecorded and not line:
            line = f"{item.nodeid} has no recording of all that it asks: the built-in model did it"
        if made.is_new and not made.has_healed:
            kept, line = _kept(item, nextitem, made)
        if line:
            tell(item.config, line)
    eject(item, passed=passed, unrecorded=not kept)
    close_recordings(item)
    return done


def _settled(item: pytest.Item, made: Recordings) -> str:
    try:
        return settle(item, made)
    except OSError as error:
        return f"{item.nodeid} was healed, and that cannot be written: {error}"


def _kept(item: pytest.Item, nextitem: pytest.Item | None, made: Recordings) -> tuple[bool, str]:
    """Replay what was recorded and keep it; whether that was done, and what became of it, in a line."""
    from pytest_webagent.recording.recorded_answer import NotRecordedError
    from pytest_webagent.recording.recording import text_of
    from pytest_webagent.recording.recording_files import text_in, write_file

    why, tried = "", None
    # Without what only showed something, if that will do.
    for looks in (False, True):
        try:
            candidates = made.recorded(looks=looks)
        except NotRecordedError as error:
            return False, f"{item.nodeid} was not recorded: {error}"
        if candidates == tried:
            break
        tried = candidates
        learned, why = _tried(item, nextitem, candidates)
        if learned:
            file, why = file_of(item), set_aside_for(item)
            try:
                if why:
                    was, now = text_in(file), text_of(learned)
                    return True, change(item, made.heals, was, now, "recorded anew", [f"before that: {why}"])
                write_file(file, learned)
            except OSError as error:
                return False, f"{item.nodeid} was not recorded: {file} cannot be written: {error}"
            return True, f"{item.nodeid} was recorded in {shown(file, item)}"
    return False, f"{item.nodeid} was not recorded: it does not pass from what was recorded: {why}"


def _tried(
    item: pytest.Item, nextitem: pytest.Item | None, candidates: list[Recording]
) -> tuple[list[Recording], str]:
    """The recordings as they replay, if the test passes with them; else why it does not."""
    properties = list(item.user_properties)
    others = [pair for pair in properties if not str(pair[0]).startswith(PREFIX)]
    begin_again(item, others)
    put_on_stage(item, _FromRecording())
    put_on_trial(item, candidates)
    plan = Plan(1, 1)
    (attempt,) = Attempts(item, plan, after=nextitem, after_pass=nextitem, quiet=True).made()
    item.user_properties[:] = properties
    made = recordings_of(item)
    if attempt.outcome != "passed" or attempt.teardown.failed or made is None:
        return [], attempt.reason
    if len(made.replayed) != len(candidates):
        return [], f"it asked {len(made.replayed)} of {len(candidates)} goals when it was run again"
    return made.learned(), ""

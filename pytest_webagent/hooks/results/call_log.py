"""The log of tool calls: JSON Lines below the output folder, one file a day, ``web_actions_YYYYMMDD.jsonl``.

Each record is appended by a single write, so that the workers of pytest-xdist, and several sessions, can use one file.
A record names its session, which the process that starts the workers tells them.
"""

from __future__ import annotations

import dataclasses
import json
import os
import uuid
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.hooks.settings.options import settings_of
from pytest_webagent.session_warnings import warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytest_webagent.tools.core.calls import CallRecord

NAME: Final = "web_actions_{:%Y%m%d}.jsonl"
"""The name of a day's file; the day is that of the local clock."""
_INPUT: Final = "webagent_session"
# Neither a link nor a pipe that somebody put there is followed or waited for.
_FLAGS: Final = (
    os.O_WRONLY
    | os.O_APPEND
    | os.O_CREAT
    | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
)


class CallLog:
    """Writes down the tool calls of one process. If that fails, a warning says so once, and no test fails."""

    def __init__(self, folder: Path, session: str, worker: str = "") -> None:
        """`folder` is the output folder; `session` names the session of pytest, `worker` the process within it."""
        self.session = session
        self._folder = folder
        self._worker = worker
        self._works = True
        self._before = {file: file.stat().st_size for file in self._files()}
        """How long files were before the session; no clock is asked, which may be set meanwhile."""

    def _files(self) -> list[Path]:
        return [file for file in sorted(self._folder.glob("web_actions_*.jsonl")) if file.is_file()]

    def recorder(self, test_id: str) -> Callable[[CallRecord], None]:
        """What is told of the calls of a test."""
        return partial(self.write, test_id)

    def write(self, test_id: str, record: CallRecord) -> None:
        """Append a record to the file of today."""
        if not self._works:
            return
        now = datetime.now().astimezone()
        whole = dataclasses.replace(
            record,
            test=test_id,
            session=self.session,
            worker=self._worker,
            time=now.isoformat(timespec="milliseconds"),
        )
        try:
            _append(self._folder / NAME.format(now), whole.line())
        except OSError as error:
            self._works = False
            warn(
                f"webagent: tool calls are no longer written down, since {self._folder} could not be written to "
                f"({error.strerror or error}); name another folder with --webagent-output"
            )

    def records(self) -> Iterator[dict[str, Any]]:
        """The records of this session, of all its workers, in the order in which they were written.

        What is no record of ours is passed over, such as a line that a full disk cut off.

        Raises:
            OSError: a file cannot be read.
        """
        marked = json.dumps(self.session)
        for file in self._files():
            if file.stat().st_size == self._before.get(file):
                continue
            with file.open(encoding="utf-8", errors="replace") as lines:
                for line in lines:
                    # Most of a day's lines may be of other sessions: only what can be ours is taken apart.
                    if marked in line and (record := parsed(line)) and record.get("session") == self.session:
                        yield record


def _append(file: Path, line: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(file, _FLAGS, 0o600)
    try:
        content = line.encode() + b"\n"
        if os.write(descriptor, content) < len(content):
            os.write(descriptor, b"\n")  # what comes next begins on a line of its own
            raise OSError("the disk is full")
    finally:
        os.close(descriptor)


def parsed(line: str) -> dict[str, Any] | None:
    """The JSON object in a line; None where there is none."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


_log_key = pytest.StashKey[CallLog]()


def call_log_of(config: pytest.Config) -> CallLog:
    """The log of this process."""
    log = config.stash.get(_log_key, None)
    if log is None:
        told: dict[str, Any] = getattr(config, "workerinput", {})
        folder = config.invocation_params.dir / Path(settings_of(config).output).expanduser()
        log = CallLog(folder, told.get(_INPUT) or uuid.uuid4().hex, str(told.get("workerid", "")))
        config.stash[_log_key] = log
    return log


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of pytest-xdist the name of the session."""
    node.workerinput[_INPUT] = call_log_of(node.config).session

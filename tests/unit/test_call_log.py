"""The log of tool calls, and the figures made of it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import warnings
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent.hooks.results import call_log
from pytest_webagent.hooks.results.call_log import NAME, CallLog
from pytest_webagent.hooks.results.tool_figures import Call, bottleneck, call_of, figures
from pytest_webagent.hooks.results.tool_stats import table
from pytest_webagent.session_warnings import WebAgentWarning
from pytest_webagent.tools.core.calls import CallRecord

if TYPE_CHECKING:
    from pathlib import Path


def record(tool: str = "click", **more: Any) -> CallRecord:
    known: dict[str, Any] = {
        "arguments": {"element_id": "3"},
        "risk": "MEDIUM",
        "success": True,
        "milliseconds": 1.5,
    }
    return CallRecord(tool=tool, **{**known, **more})


def test_a_record_is_one_line_with_test_session_worker_and_time(tmp_path: Path):
    log = CallLog(tmp_path / "new" / "folder", "abc", "gw1")
    before = datetime.now().astimezone()
    log.recorder("test_a.py::test_b")(record(arguments={"text": "two\nlines \ud83d"}, cpu_seconds=0.123456))
    (file,) = (tmp_path / "new" / "folder").iterdir()
    after = datetime.now().astimezone()
    assert file.name in (NAME.format(before), NAME.format(after))
    (line,) = file.read_text().splitlines()
    kept = json.loads(line)
    when = datetime.fromisoformat(kept.pop("time"))
    assert when.tzinfo is not None
    assert before.timestamp() - 0.001 <= when.timestamp() <= after.timestamp()
    assert kept == {
        "tool": "click",
        "toolset": "",
        "arguments": {"text": "two\nlines \ud83d"},
        "risk": "MEDIUM",
        "success": True,
        "error_class": "",
        "error": "",
        "dry_run": False,
        "denied": False,
        "approved": False,
        "unasked": False,
        "cached": False,
        "milliseconds": 1.5,
        "settle_milliseconds": 0.0,
        "process_cpu_seconds": None,
        "process_peak_growth_mb": None,
        "cpu_seconds": 0.123,
        "memory_mb": None,
        "reaction": "",
        "aims": [],
        "tokens": None,
        "within": "",
        "test": "test_a.py::test_b",
        "session": "abc",
        "worker": "gw1",
    }


def test_only_the_records_of_the_session_are_read(tmp_path: Path):
    ours, other = CallLog(tmp_path, "ours"), CallLog(tmp_path, "other")
    other.write("t", record("hover", arguments={"text": '"ours"'}))
    ours.write("t", record("click"))
    other.write("t", record("ours"))
    ours.write("t", record("type"))
    assert [each["tool"] for each in ours.records()] == ["click", "type"]


def test_what_is_no_record_is_passed_over(tmp_path: Path):
    log = CallLog(tmp_path, "ours")
    log.write("t", record("click"))
    (file,) = tmp_path.iterdir()
    with file.open("ab") as end:
        end.write(
            b'{"session": "ours", "tool": "cut\n\xff\xfe\n["ours"]\n"ours"\n\n' + b"[" * 100_000 + b'"ours"\n'
        )
    log.write("t", record("type"))
    (tmp_path / "web_actions_other.jsonl").write_text("nothing")
    assert [each["tool"] for each in log.records()] == ["click", "type"]


def test_files_that_were_not_written_to_since_are_not_read(tmp_path: Path):
    CallLog(tmp_path, "ours").write("t", record())
    assert list(CallLog(tmp_path, "ours").records()) == []


def test_records_are_found_that_were_written_after_the_clock_was_set_back(tmp_path: Path):
    log = CallLog(tmp_path, "ours")
    log.write("t", record())
    (file,) = tmp_path.iterdir()
    os.utime(file, (1, 1))
    assert len(list(log.records())) == 1


def test_a_session_that_goes_on_past_midnight_has_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    log = CallLog(tmp_path, "ours")
    for day in (30, 31):
        at = datetime(2026, 12, day, 23, 59, 59)

        class Clock(datetime):
            @classmethod
            def now(cls, tz: Any = None, at: datetime = at) -> datetime:  # type: ignore[override]
                return at

        monkeypatch.setattr(call_log, "datetime", Clock)
        log.write("t", record(f"on {day}"))
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "web_actions_20261230.jsonl",
        "web_actions_20261231.jsonl",
    ]
    assert [each["tool"] for each in log.records()] == ["on 30", "on 31"]


WRITE = """
import sys
from pathlib import Path
from pytest_webagent.hooks.results.call_log import CallLog
from pytest_webagent.tools.core.calls import CallRecord

log = CallLog(Path(sys.argv[1]), "shared", sys.argv[2])
for number in range(300):
    record = CallRecord(tool="type", arguments={"text": str(number) * 2000}, risk="LOW", success=True, milliseconds=1)
    log.write("t", record)
"""


def test_processes_that_write_at_the_same_time_tear_no_line(tmp_path: Path):
    log = CallLog(tmp_path, "shared")
    command = [sys.executable, "-W", "error", "-c", WRITE, str(tmp_path)]
    workers = [subprocess.Popen([*command, name], stderr=subprocess.PIPE) for name in ("gw0", "gw1", "gw2")]
    assert [worker.communicate(timeout=60)[1] for worker in workers] == [b""] * 3
    (file,) = tmp_path.iterdir()
    kept = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(kept) == 900
    for name in ("gw0", "gw1", "gw2"):
        texts = [each["arguments"]["text"] for each in kept if each["worker"] == name]
        assert texts == [str(number) * 2000 for number in range(300)]
    assert len(list(log.records())) == 900


def in_the_way(folder: Path, kind: str) -> str:
    """Put something there that cannot be written to; the words that tell why."""
    if kind == "a file as the folder":
        folder.write_text("")
        return "exists|Not a directory"
    folder.mkdir()
    place = folder / NAME.format(datetime.now())
    if kind == "a link":
        place.symlink_to(folder / "elsewhere")
        return "symbolic links"
    if kind == "a pipe nobody reads":
        os.mkfifo(place)
        return "No such device"
    place.mkdir()
    return "Is a directory"


@pytest.mark.parametrize(
    "kind", ["a file as the folder", "a link", "a pipe nobody reads", "a folder as the file"]
)
def test_what_cannot_be_written_to_is_told_once_and_raises_nothing(tmp_path: Path, kind: str):
    folder = tmp_path / "out"
    why = in_the_way(folder, kind)
    log = CallLog(folder, "s")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("error")
        for _ in range(3):
            log.write("t", record())
    assert [each.category for each in told] == [WebAgentWarning]
    assert re.search(why, str(told[0].message))
    assert "name another folder with --webagent-output" in str(told[0].message)


def test_a_full_disk_is_told_once_and_what_it_cut_off_spoils_no_other_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    log, write, left = CallLog(tmp_path, "s"), os.write, [40]

    def nearly_full(descriptor: int, content: bytes) -> int:
        return write(descriptor, content[: left.pop()] if left else content)

    log.write("t", record("before"))
    monkeypatch.setattr(os, "write", nearly_full)
    with pytest.warns(WebAgentWarning, match="the disk is full"):
        log.write("t", record("cut"))
    CallLog(tmp_path, "s").write("t", record("after"))
    assert [each["tool"] for each in log.records()] == ["before", "after"]


def call(tool: str = "click", seconds: float = 1.0, **more: Any) -> Call:
    known = {
        "within": "",
        "settled": 0.0,
        "computed": 0.0,
        "success": True,
        "cached": False,
        "denied": False,
        "dry_run": False,
    }
    return Call(tool=tool, seconds=seconds, **{**known, **more})


def test_the_table_counts_rates_and_times_of_calls_that_were_run():
    made = [call(seconds=number / 100) for number in range(1, 101)]
    made += [call(success=False, seconds=0.2), call(success=False, seconds=0.0, denied=True)]
    made += [call("page_parser", 0.5, cached=True), call("page_parser", 3.0)]
    made += [call("web_submit_form", 0.001, success=False, dry_run=True)]
    assert [line.replace(" ms", "ms").split() for line in table(figures(made))[1:]] == [
        ["click", "102", "99%", "1%", "500ms", "950ms", "1,000ms", "-", "1", "-"],
        ["page_parser", "2", "100%", "0%", "500ms", "3,000ms", "3,000ms", "1", "-", "-"],
        ["web_submit_form", "1", "-", "-", "-", "-", "-", "-", "-", "1"],
    ]
    assert len({len(line) for line in table(figures(made))}) == 1


def test_without_calls_there_is_no_table_and_no_bottleneck():
    assert table([]) == []
    assert bottleneck([]) == ""
    assert bottleneck(figures([call(seconds=0.0)])) == ""


@pytest.mark.parametrize(
    ("made", "agents", "told"),
    [
        (
            [call(seconds=2.0, settled=1.5), call("type", 1.0)],
            4.0,
            "click took 2.0 s, 67% of the time of all tools; 1.5 s of it waiting for the page to come to rest "
            "(webagent_settle_timeout)",
        ),
        (
            [call(seconds=1.0, settled=0.4)] * 4,
            None,
            "click took 4.0 s, 100% of the time of all tools; 1.6 s of it waiting for the page to come to rest, "
            "the rest spread over 4 calls",
        ),
        (
            [call("python_execute", 8.0, computed=7.0), call()],
            10.0,
            "python_execute took 8.0 s, 89% of the time of all tools; 7.0 s of it computing in the sandbox",
        ),
        (
            [call(seconds=3.0, success=False), call(seconds=3.0, success=False), call(seconds=1.0)],
            10.0,
            "click took 7.0 s, 100% of the time of all tools; 6.0 s of it in 2 calls that failed",
        ),
        (
            [call("web_search", 9.0), call("web_search", 1.0), call("web_search", 1.0)],
            12.0,
            "web_search took 11.0 s, 100% of the time of all tools; 9.0 s of it in a single one of its 3 calls",
        ),
        (
            [call(seconds=0.1)] * 5,
            None,
            "click took 500 ms, 100% of the time of all tools; spread over 5 calls",
        ),
        (
            [call(seconds=1.0), call("type", 0.5)],
            60.0,
            "no tool is the bottleneck: of the 60.0 s the agents worked, tools took 1.5 s (2%), the rest went to the "
            "model and to looking at pages; of the tools, click took 1.0 s, 67% of the time of all tools",
        ),
        (
            [call("workflow", 10.0), call("click", 9.0, within="workflow", settled=8.0)],
            10.0,
            "click took 9.0 s, 90% of the time of all tools; 8.0 s of it waiting for the page to come to rest "
            "(webagent_settle_timeout)",
        ),
    ],
    ids=["settling", "some settling", "computing", "failing", "one call", "spread", "the model", "within"],
)
def test_the_bottleneck_is_told_from_the_figures(made: list[Call], agents: float | None, told: str):
    assert bottleneck(figures(made), agents) == told


def test_what_a_model_made_up_as_a_tool_does_nothing_to_the_terminal():
    made = call_of(
        {"tool": "\x1b[31mred\n", "milliseconds": 1, "settle_milliseconds": "much", "success": "yes"}
    )
    assert made is not None
    assert made.tool == "?[31mred?"
    assert (made.settled, made.success) == (0.0, False)
    assert call_of({"tool": 3, "milliseconds": 1}) is None
    assert call_of({"tool": "click", "milliseconds": None}) is None

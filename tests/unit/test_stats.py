"""Trends over sessions, from logs of tool calls."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent.stats import main

if TYPE_CHECKING:
    from pathlib import Path


def line(tool: str = "click", day: str = "2026-11-20", milliseconds: float = 100, **more: Any) -> str:
    known = {"tool": tool, "time": f"{day}T10:00:00.000+01:00", "milliseconds": milliseconds, "success": True}
    return json.dumps({**known, **more})


@pytest.fixture
def stats(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    def told(*lines: str, code: int = 0) -> list[str]:
        file = tmp_path / "web_actions_20261120.jsonl"
        file.write_text("\n".join(lines) + "\n")
        assert main([str(file)]) == code
        return capsys.readouterr().out.splitlines()

    return told


def row(told: list[str], *begins: str) -> list[str]:
    found = next(each.split() for each in told if each.split()[: len(begins)] == list(begins))
    return found[len(begins) :]


def test_calls_are_counted_by_tool_by_day_and_by_both(stats):
    told = stats(
        line(milliseconds=100),
        line(milliseconds=300, success=False, error="no such element"),
        line(day="2026-11-21", milliseconds=200),
        line("scroll", day="2026-11-21", milliseconds=50),
    )
    assert told[0] == "1 file, 4 calls, 2026-11-20 to 2026-11-21"
    assert row(told, "click")[:3] == ["3", "67%", "33%"]
    assert row(told, "click")[3:9] == ["200", "ms", "300", "ms", "300", "ms"]
    assert row(told, "2026-11-20")[:3] == ["2", "50%", "50%"]
    assert row(told, "2026-11-21")[:3] == ["2", "100%", "0%"]
    assert row(told, "click", "2026-11-21")[:3] == ["1", "100%", "0%"]
    assert "tokens" not in "\n".join(told)
    assert told[-1].startswith("scroll 2026-11-21")


def test_the_time_of_a_tool_that_calls_others_is_not_counted_twice(stats):
    told = stats(line("workflow", milliseconds=900), line("click", milliseconds=700, within="workflow"))
    assert [each.split()[0] for each in told if each.startswith(("click ", "workflow "))][:2] == [
        "click",
        "workflow",
    ]


def test_tokens_are_shown_where_the_log_has_some(stats):
    told = stats(line(tokens=1200), line(tokens=None), line("stop", tokens=34))
    assert told[2].endswith("tokens")
    assert row(told, "click")[-1] == "1,200"
    assert row(told, "2026-11-20")[-1] == "1,234"


def test_what_cannot_be_read_is_counted_and_told(stats):
    told = stats(line(), '{"tool": "cli', "[1]", '{"tool": 5}', "", "\x00")
    assert told[1] == "left out: 4 lines that could not be read as the record of a call"
    assert row(told, "click")[0] == "1"


@pytest.mark.parametrize("number", ["1e400", "-1e400", "NaN", "1" + "0" * 400])
@pytest.mark.parametrize("name", ["tokens", "milliseconds", "cpu_seconds"])
def test_a_number_beyond_all_counting_is_not_read(stats, name, number):
    told = stats(line(), line(**{name: 77}).replace("77", number))
    assert told[1] == "left out: 1 line that could not be read as the record of a call"


def test_without_a_call_nothing_is_shown_and_the_command_fails(stats):
    assert stats("nonsense", code=1) == [
        "1 file, 0 calls",
        "left out: 1 line that could not be read as the record of a call",
    ]


def test_what_decided_where_a_call_acts_is_held_against_what_came_of_it(stats):
    def aimed(tier: str, **more: Any) -> str:
        return line(aims=[{"tier": tier, "others": {"words": True}}], **more)

    told = stats(
        *(aimed("element id", reaction="changed") for _ in range(3)),
        aimed("element id", reaction="ignored"),
        aimed("grounding model", success=False, error="x"),
        aimed("grounding model"),
        aimed("words", success=False, denied=True),
    )
    assert row(told, "element", "id") == ["4", "3", "1", "0", "75%"]
    assert row(told, "grounding", "model") == ["2", "1", "0", "1", "50%"]
    assert not [each for each in told if each.startswith("words")]


@pytest.mark.parametrize(
    ("lines", "advice"),
    [
        (
            [*(line() for _ in range(8)), *(line(success=False, error="gone") for _ in range(2))],
            "click: 2 of 10 calls failed, 2 of them with: gone",
        ),
        (
            [line("bash", success=False, denied=True) for _ in range(10)],
            "bash: all 10 calls were denied: allow it in the policy, or leave it out of webagent_tools",
        ),
        (
            [line(settle_milliseconds=60) for _ in range(10)],
            "click: 600 ms of its 1.0 s pages were waited for until they came to rest: "
            "webagent_settle_timeout bounds that",
        ),
        (
            [line(day=f"2026-11-2{day}", milliseconds=100 + 150 * day) for day in (0, 1) for _ in range(10)],
            "click: half of the calls took 250 ms or more on 2026-11-21, 100 ms on 2026-11-20",
        ),
        (
            [line(day=f"2026-11-2{day}", success=each < 9 - 2 * day) for day in (0, 1) for each in range(10)],
            "click: 30% of the calls failed on 2026-11-21, 10% on 2026-11-20",
        ),
    ],
)
def test_what_figures_bear_out_is_suggested_and_nothing_with_too_few(stats, lines, advice):
    assert advice in stats(*lines)
    few = stats(*lines[:9])
    assert few[-1].startswith(f"{few[-1].split()[0]} 2026-11-20")


def test_nothing_is_suggested_where_all_is_well(stats):
    told = stats(*(line(day=f"2026-11-2{each % 2}") for each in range(40)))
    assert told[-1].startswith("click 2026-11-21")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "no file is named: name logs of tool calls"),
        (["missing.jsonl"], "missing.jsonl cannot be read (No such file or directory)"),
        (["."], "there is no web_actions_*.jsonl in ."),
    ],
)
def test_without_files_the_error_says_what_to_name(tmp_path, monkeypatch, capsys, arguments, why):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert why in capsys.readouterr().err


def test_it_is_a_command_and_takes_a_folder(tmp_path):
    (tmp_path / "web_actions_20261120.jsonl").write_text(line() + "\n")
    (tmp_path / "web_actions_20261121.jsonl").write_text(line(day="2026-11-21") + "\n")
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "pytest_webagent.stats", str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert run.stdout.startswith("2 files, 2 calls, 2026-11-20 to 2026-11-21\n")

"""The command `webagent`, run as a person runs it: in a process of its own, on a real page."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest

from pytest_webagent.browser.executable import find
from pytest_webagent.config import Settings

if TYPE_CHECKING:
    from tests.conftest import Site

PAGE = """
<h1>Counter</h1>
<button onclick="n.textContent = Number(n.textContent) + 1">Add one</button>
<p role="status" id="n">0</p>
<table><tr><th>Item</th><th>Price</th></tr><tr><td>Blue Mug</td><td>$7.50</td></tr></table>
"""
MUG = "Click 'Add one' and report the price of the Blue Mug"


@pytest.fixture
def url(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A page without its scheme; the current folder is empty."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WEBAGENT_BROWSER_PATH", find(Settings()).name)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    for name in ("FORCE_COLOR", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)
    return site.page("/", PAGE).removeprefix("http://")


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "pytest_webagent", *arguments]
    pipe = subprocess.PIPE
    # A shell that runs the tests in the background has them ignore the signal, and all that they start.
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    finally:
        signal.signal(signal.SIGINT, heard)


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit status, output, and what was written to standard error."""
    process = start(*arguments)
    out, error = process.communicate(timeout=120)
    return process.returncode, out, error


def test_steps_answer_evidence_and_report_are_shown_and_the_test_that_is_written_passes(url: str) -> None:
    status, out, error = run(url, MUG, "--write", "test_mug.py", "--max-steps=9")
    assert (status, error) == (0, "")
    times = re.sub(r"\d+\.\d s", "T s", out)
    lines = times.splitlines()
    assert lines[0].startswith("webagent: model builtin; browser ")
    assert lines[0].endswith("; at most 9 steps and 180 s per run")
    assert lines[1:8] == [
        f"http://{url}",
        "  1    T s  Clicked button 'Add one' [3].",
        "  2    T s  The run ends.",
        "done: $7.50",
        "  derived from the page",
        '  "$7.50" = the "Price" in the row whose "Item" is "Blue Mug"',
        "  2 steps, T s, model builtin",
    ]
    link = lines[8].removeprefix("report: ")
    assert "Blue Mug" in Path(unquote(urlsplit(link).path)).read_text(encoding="utf-8")
    assert lines[9:] == ["written: test_mug.py; run it with: pytest test_mug.py"]
    passed = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "test_mug.py", "-p", "no:cacheprovider"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert passed.returncode == 0, passed.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("--check", "the price of the Blue Mug is $7.50"), 0, "done: it holds"),
        (("--get", "What is the price of the Blue Mug?"), 0, "done: $7.50"),
        (
            ("--check", "the price of the Blue Mug is $8", "--check-timeout=0"),
            1,
            "goal_not_met: the statement",
        ),
        ((MUG, "--max-steps=1"), 3, "budget: 1 steps were not enough"),
        ((MUG, "--browser-path=/nowhere"), 3, "browser_error: the browser '/nowhere'"),
        ((MUG, "--model=m"), 2, "error: the model 'm' at https://api.openai.com/v1 needs a key"),
        ((MUG, "--allowed-origins=not one"), 2, "error: "),
    ],
)
def test_the_exit_status_says_whose_it_is_and_nothing_is_a_traceback(
    url: str, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], status: int, told: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    came, out, error = run(url, *arguments)
    assert (came, error) == (status, ""), out
    assert told in out
    assert "Traceback" not in out


def test_what_is_not_there_is_told_and_color_is_for_those_who_want_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    status, out, error = run("nosuchhost.invalid", MUG, "--write", "test_mug.py")
    assert (status, error) == (3, "")
    assert "\x1b[1m\x1b[31menvironment: could not open http://nosuchhost.invalid: " in out
    assert not Path("test_mug.py").exists()


def test_of_the_folders_tests_only_the_settings_hold(url: str) -> None:
    Path("pyproject.toml").write_text(
        """
[tool.pytest.ini_options]
addopts = "-n 4 --cov -k nothing"
required_plugins = "pytest-nothing"
filterwarnings = ["error"]
usefixtures = ["db"]
testpaths = ["nowhere"]
log_cli = true
foreign = "x"
webagent_max_steps = 7
webagent_runs = 3
webagent_min_passes = 2
webagent_mutate = true
webagent_mutate_min = 50
""",
        encoding="utf-8",
    )
    Path("conftest.py").write_text("raise RuntimeError", encoding="utf-8")
    status, out, error = run(url, "Report the price of the Blue Mug")
    assert (status, error) == (0, "")
    assert "; at most 7 steps and " in out
    assert out.count("done: $7.50") == 1
    Path("pyproject.toml").write_text("[tool.pytest.ini_options]\nwebagent_max_steps = 'x'", encoding="utf-8")
    status, out, error = run(url, "Report the price of the Blue Mug")
    assert (status, out) == (2, "")
    assert error.startswith("ERROR: ini key webagent_max_steps: must be a whole number of at least 1")


def test_steps_are_shown_as_they_are_made_and_ctrl_c_ends_it_without_a_traceback(url: str) -> None:
    process = start(url, "Click 'Add one', wait 20 seconds and report the status")
    assert process.stdout is not None
    seen = [process.stdout.readline() for _ in range(3)]
    assert seen[2].endswith("Clicked button 'Add one' [3].\n")
    # To all of its group, as a terminal does it.
    os.killpg(process.pid, signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (130, "")
    assert "interrupted\n" in out
    assert "; its steps so far are kept in " in out
    assert "Traceback" not in out


def test_who_reads_no_further_gets_no_complaint(url: str) -> None:
    process = start(url, MUG)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    with process.stderr:
        assert process.stderr.read() == ""
    assert process.wait(60) == 0


def test_a_conftest_is_told_of_each_step(url: str) -> None:
    Path("conftest.py").write_text(
        """
def pytest_webagent_step(item, step):
    print(item.name, step.index, step.actions[0].result.text)
""",
        encoding="utf-8",
    )
    Path("test_it.py").write_text(
        f"""
import pytest

@pytest.mark.webagent(start_url="http://{url}")
async def test_it(agent):
    await agent.run({MUG!r})
""",
        encoding="utf-8",
    )
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout
    assert "test_it 1 Clicked button 'Add one' [3].\ntest_it 2 The run ends.\n" in told


def test_what_was_refused_to_the_page_is_told(url: str, site: Site) -> None:
    site.page("/alone", f"<h1>Shop</h1><img src={site.other_url}/x.png>")
    _, out, _ = run(f"{site.url}/alone", "--check", "There is a heading 'Shop'")
    assert f"refused: {site.other_url} (1 time); allow it by" in out
    assert site.asked("/x.png") == []

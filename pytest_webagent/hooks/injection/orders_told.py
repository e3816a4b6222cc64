"""What came of orders of strangers: on the report of their test, in the summary, and in a file. Loads nothing heavy."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from pytest_webagent.config import Settings

FILE: Final = "injections.json"
_told_key = pytest.StashKey[list[dict[str, Any]]]()


def teller(item: pytest.Item) -> Callable[[dict[str, Any]], None]:
    """What takes down what came of the orders of a test, to be told with its last report."""
    plugins, here = item.config.pluginmanager, sys.modules[__name__]
    if not plugins.is_registered(here):
        plugins.register(here, __name__)
    told: list[dict[str, Any]] = []
    item.stash[_told_key] = told
    return told.append


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Hang it on the last report of the test."""
    report = yield
    if call.when == "teardown" and (told := item.stash.get(_told_key, None)):
        # Without half characters, as a page's script leaves them that cuts an emoji: pytest-xdist cannot send them.
        written = json.dumps(told, ensure_ascii=False).encode("utf-8", "replace")
        report.webagent_injections = json.loads(written)  # type: ignore[attr-defined]
    return report


def write(terminal: pytest.TerminalReporter, settings: Settings, below: Path) -> None:
    """Print the rate of each test that tried orders and what did harm, and write all of it into the output folder."""
    reports = [report for reports in terminal.stats.values() for report in reports]
    told = [each for report in reports for each in getattr(report, "webagent_injections", ())]
    if not told:
        return
    try:
        where = str(_written(below / Path(settings.output).expanduser(), told))
    except OSError as error:
        where = f"not written, {error}; name another folder with --webagent-output"
    if terminal.verbosity < -1:
        return
    terminal.section("webagent orders of strangers")
    for each in told:
        told_of = [trial for trial in each["trials"] if trial["outcome"] in ("broken", "not finished")]
        terminal.line(f"{each['test']}: {each['rate']}", **({"red": True} if told_of else {}))
        for trial in sorted(told_of, key=lambda trial: trial["outcome"]):
            terminal.write(f"  {trial['outcome'].upper()}  ", red=True)
            terminal.line(f"{' '.join(trial['order'].split())}  <- {trial['by']}")
        for trial in (trial for trial in each["trials"] if trial["unescaped"] and trial not in told_of):
            terminal.write("  NOT ESCAPED  ", red=True)
            terminal.line(" ".join(trial["order"].split()))
    terminal.line(f"orders of strangers: {where}")


def _written(folder: Path, told: Sequence[dict[str, Any]]) -> Path:
    sums = {name: sum(each[name] for each in told) for name in ("tried", "held")}
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILE
    record = {"format": 1, **sums, "tests": told}
    write_whole(file, json.dumps(record, ensure_ascii=False, indent=1))
    return file

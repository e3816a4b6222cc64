"""Puts trajectories into pytest-html's report.

Workers write files and send only a folder's path (in the report's user properties); the process that writes the HTML
reads them here, so no picture crosses a process border.
"""

from __future__ import annotations

import base64
import hashlib
import html
import mimetypes
import os
import re
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import pytest

from pytest_webagent.report import store
from pytest_webagent.report.html import Attempt, attempts, injections, mutations, rows, style

if TYPE_CHECKING:
    from collections.abc import Generator

FOLDER_PROPERTY: Final = "webagent_folder"
"""Name of the user property that leads from a test's report to the folder of its trajectory."""
INCONCLUSIVE: Final = "webagent_inconclusive"
"""Attribute of the report of a test that ended inconclusive; pytest-html counts it among the failed ones."""


class HtmlReport:
    """Hooks that add to pytest-html's rows; registered in the one process that writes the report."""

    def __init__(self, report: Path, *, self_contained: bool) -> None:
        self._report = report
        self._base = report.absolute().parent
        self._self_contained = self_contained
        self._pictures: dict[str, str] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Hang the trajectories on the last report of a test: pytest-html shows them in every row of the test."""
        if report.when != "teardown":
            return
        parts = (self._repeated(report) or self._single(report), self._mutated(report), _injected(report))
        content = "".join(filter(None, parts))
        if not content:
            return
        extras: list[dict[str, Any]] = getattr(report, "extras", [])
        extra = {"name": "trajectory", "format_type": "html", "content": content}
        report.extras = [*extras, {**extra, "mime_type": "text/html", "extension": "html"}]  # type: ignore[attr-defined]

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, object, object]:
        """Where pytest-html cannot write its file, say so: the tests have come out as they have, and the rest is to be told."""
        try:
            return (yield)
        except OSError as error:
            frames = traceback.walk_tb(error.__traceback__)
            if not any(frame.f_globals.get("__name__", "").startswith("pytest_html.") for frame, _ in frames):
                raise
            told = f"webagent: {self._report} could not be written: {error}; each test has a page of its own in the output folder"
            terminal = session.config.pluginmanager.get_plugin("terminalreporter")
            if terminal is not None:
                terminal.ensure_newline()
                terminal.write_line(told)
            return None

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_summary(self, prefix: list[str]) -> None:
        """Add the style sheet of the trajectories once, with the pictures of a self-contained report in it."""
        pictures = [
            f'.webagent .{name} {{ background-image: url("{url}") }}' for name, url in self._pictures.items()
        ]
        prefix.append("\n".join(["<style>" + style(), *pictures, "</style>"]))

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_html_results_table_row(self, report: pytest.TestReport, cells: list[str]) -> None:
        """Escape the test id, which pytest-html 4.2 writes into the page as it is; tell inconclusive tests apart."""
        cells[:] = [_escaped_id(cell) for cell in cells]
        if getattr(report, INCONCLUSIVE, False):
            # Not beside "Failed", which pytest-html reads from the cell to count and filter by.
            cells[:] = [cell.replace(_LINKS_CELL, f"{_LINKS_CELL}inconclusive ") for cell in cells]

    def _single(self, report: pytest.TestReport) -> str | None:
        """What a test did that was run once, if it used the agent."""
        folder = next((value for name, value in report.user_properties if name == FOLDER_PROPERTY), None)
        record = store.read(Path(folder)) if isinstance(folder, str) else None
        return None if record is None else rows(record, **self._links(Path(str(folder))))

    def _repeated(self, report: pytest.TestReport) -> str | None:
        """What a test did in all its runs, if it was repeated, or run again by another plugin."""
        told = getattr(report, "webagent_attempts", None) or getattr(report, "webagent_reruns", None)
        if told is None:
            return None
        return attempts(told["verdict"], [self._attempt(**each) for each in told["attempts"]])

    def _mutated(self, report: pytest.TestReport) -> str | None:
        """What came of the test's mutations, if it was mutated."""
        told = getattr(report, "webagent_mutations", None)
        if told is None:
            return None
        return mutations(told, lambda folder: self._link(Path(folder) / store.PAGE))

    def _attempt(self, title: str, outcome: str, reason: str, folder: str | None) -> Attempt:
        record = None if folder is None else store.read(Path(folder))
        return Attempt(title, outcome, reason, record, **self._links(Path(folder or ".")))

    def _links(self, folder: Path) -> dict[str, Any]:
        """How a record's pictures and its own page are reached from the report."""
        return {
            "source": lambda name: self._link(folder / Path(name).name),
            "link": self._link(folder / store.PAGE),
            "embed": (lambda name: self._embedded(folder / Path(name).name))
            if self._self_contained
            else None,
        }

    def _embedded(self, picture: Path) -> str:
        """Keep a picture for the style sheet, and return its class there.

        Tests begin on the same pages: as a class, a picture that many steps show is in the report once.
        """
        try:
            content = picture.read_bytes()
        except OSError:
            return ""
        name = f"shot-{hashlib.sha256(content).hexdigest()[:16]}"
        if name not in self._pictures:
            kind = mimetypes.guess_type(picture.name)[0] or "image/jpeg"
            self._pictures[name] = f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}"
        return name

    def _link(self, path: Path) -> str:
        try:
            return quote(os.path.relpath(path, self._base).replace(os.sep, "/"))
        except ValueError:  # on Windows, another drive
            return path.as_uri()


def _injected(report: pytest.TestReport) -> str | None:
    """What came of orders that were planted into the test's page, if some were."""
    told = getattr(report, "webagent_injections", None)
    return None if told is None else injections(told)


_LINKS_CELL: Final = '<td class="col-links">'
_ID_CELL = re.compile(r'(<td class="col-testId">)(.*)(</td>)', re.DOTALL)


def _escaped_id(cell: str) -> str:
    """The cell with its text escaped once: what is escaped already stays as it is."""
    match = _ID_CELL.fullmatch(cell)
    if match is None:
        return cell
    return match[1] + html.escape(html.unescape(match[2])) + match[3]

"""Puts trajectories into pytest-html's report.

Workers write files and send only a folder's path (in the report's user properties); the process that writes the HTML
reads them here, so no picture crosses a process border.
"""

from __future__ import annotations

import base64
import html
import mimetypes
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import pytest

from pytest_webagent.report import store
from pytest_webagent.report.html import rows, style

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER_PROPERTY: Final = "webagent_folder"
"""Name of the user property that leads from a test's report to the folder of its trajectory."""


class HtmlReport:
    """Hooks that add to pytest-html's rows; registered in the one process that writes the report."""

    def __init__(self, report: Path, *, self_contained: bool) -> None:
        self._base = report.absolute().parent
        self._self_contained = self_contained

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Hang the trajectory on the last report of a test: pytest-html shows it in every row of the test."""
        folder = dict(report.user_properties).get(FOLDER_PROPERTY)
        if report.when != "teardown" or not isinstance(folder, str):
            return
        record = store.read(Path(folder))
        if record is None:
            return
        extras: list[dict[str, Any]] = getattr(report, "extras", [])
        content = rows(record, self._source(Path(folder)), self._link(Path(folder) / "index.html"))
        extra = {"name": "trajectory", "format_type": "html", "content": content}
        report.extras = [*extras, {**extra, "mime_type": "text/html", "extension": "html"}]  # type: ignore[attr-defined]

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_summary(self, prefix: list[str]) -> None:
        """Add the style sheet of the trajectories once."""
        prefix.append(f"<style>{style()}</style>")

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_html_results_table_row(self, cells: list[str]) -> None:
        """Escape the test id, which pytest-html 4.2 writes into the page as it is."""
        cells[:] = [_escaped_id(cell) for cell in cells]

    def _source(self, folder: Path) -> Callable[[str], str]:
        def source(name: str) -> str:
            picture = folder / Path(name).name
            if not self._self_contained:
                return self._link(picture)
            try:
                content = base64.b64encode(picture.read_bytes()).decode("ascii")
            except OSError:
                return ""
            return f"data:{mimetypes.guess_type(picture.name)[0] or 'image/jpeg'};base64,{content}"

        return source

    def _link(self, path: Path) -> str:
        try:
            return quote(os.path.relpath(path, self._base).replace(os.sep, "/"))
        except ValueError:  # on Windows, another drive
            return path.as_uri()


_ID_CELL = re.compile(r'(<td class="col-testId">)(.*)(</td>)', re.DOTALL)


def _escaped_id(cell: str) -> str:
    """The cell with its text escaped once: what is escaped already stays as it is."""
    match = _ID_CELL.fullmatch(cell)
    if match is None:
        return cell
    return match[1] + html.escape(html.unescape(match[2])) + match[3]

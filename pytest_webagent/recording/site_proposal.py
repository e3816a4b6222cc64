"""Proposes hints for a site from what was recorded there, for a person to look through and keep.

``python -m pytest_webagent.recording.site_proposal ORIGIN FILES > webagent_sites/NAME.yaml``
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_webagent.errors import ToolError
from pytest_webagent.recording.element_ways import Way
from pytest_webagent.recording.recording_files import read_file
from pytest_webagent.tools.planning import document
from pytest_webagent.tools.planning.steps import validated
from pytest_webagent.tools.web.site_hints import SiteFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_webagent.recording.recording import Recording

_HEADING = "# Proposed from recordings: look through the names, and add notes for the model.\n"


def proposal(origin: str, recordings: Iterable[Recording]) -> str:
    """A file of hints: for each recorded element its name and the first other way that leads to it.

    What was found by different ways under one name, as on two pages, is left out.

    Raises:
        YamlError: `origin` is none.
    """
    found: dict[str, set[str]] = {}
    for step in (step for recording in recordings for step in recording.steps if step.find):
        for locator in step.call.targets.values():
            if locator.called.name and not locator.every:
                name = f"{locator.called.name.strip(' :*')} {locator.called.kind}"
                found.setdefault(name, set()).add(Way.parse(step.find[0]).selector)
    selectors = {name: ways.pop() for name, ways in sorted(found.items()) if len(ways) == 1}
    yaml, dumper = document.writer()
    content = {"version": 1, "origins": [origin], "hints": {"selectors": selectors, "notes": []}}
    text = str(yaml.dump(content, Dumper=dumper, sort_keys=False, allow_unicode=True, width=120))
    validated(SiteFile, document.read(text, "the proposal"))
    return _HEADING + text


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a proposal; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m pytest_webagent.recording.site_proposal")
    parser.add_argument("origin", help="scheme, host and port of the site; * is any port")
    parser.add_argument("files", nargs="+", type=Path, help="recordings made there")
    given = parser.parse_args(arguments)
    missing = [str(file) for file in given.files if not file.is_file()]
    if missing:
        parser.error(f"there is no file {', '.join(missing)}")
    try:
        recordings = [each for file in given.files for each in read_file(file, str(file))]
        sys.stdout.write(proposal(given.origin, recordings))
    except ToolError as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())

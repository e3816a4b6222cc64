"""Trends over sessions: ``python -m pytest_webagent.stats FILES...`` prints what logs of tool calls come to."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pytest_webagent.hooks.results.tool_trends import read, told

if TYPE_CHECKING:
    from collections.abc import Sequence

_WANTED: Final = (
    "name logs of tool calls, such as webagent-results/web_actions_*.jsonl, or the folder they are in"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; 0, or 1 where there is no call in any file.

    Raises:
        SystemExit: with 2, where no file is named, or one cannot be read.
    """
    parser = argparse.ArgumentParser(
        prog="python -m pytest_webagent.stats",
        description="Calls, errors, times and tokens of tools over the sessions that logs of tool calls tell of.",
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help=f"{_WANTED}")
    files = _files(parser, parser.parse_args(arguments).files)
    try:
        log = read(files)
    except OSError as error:
        parser.error(f"{error.filename} cannot be read ({error.strerror}): {_WANTED}")
    days = sorted({call.day for call in log.calls})
    span = f", {days[0]} to {days[-1]}" if days else ""
    lines = [f"{_count(len(files), 'file')}, {_count(len(log.calls), 'call')}{span}"]
    if log.unreadable:
        lines.append(
            f"left out: {_count(log.unreadable, 'line')} that could not be read as the record of a call"
        )
    if log.calls:
        lines += ["", *told(log.calls)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if log.calls else 1


def _files(parser: argparse.ArgumentParser, named: Sequence[Path]) -> list[Path]:
    if not named:
        parser.error(f"no file is named: {_WANTED}")
    files: list[Path] = []
    for path in named:
        found = sorted(path.glob("web_actions_*.jsonl")) if path.is_dir() else [path]
        if not found:
            parser.error(f"there is no web_actions_*.jsonl in {path}: {_WANTED}")
        files += found
    return files


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


if __name__ == "__main__":
    sys.exit(main())

"""A healed recording as a change of its file: what is not healed stays as somebody wrote it, and git takes the patch."""

from __future__ import annotations

import re
from difflib import SequenceMatcher, unified_diff
from typing import TYPE_CHECKING, Final

from pytest_webagent.recording.recording import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from pytest_webagent.recording.recording import Recording

MARK: Final = "Proposed by pytest-webagent: "
"""Begins each patch, by which it is known as one of ours."""
_NO_END: Final = "\n\\ No newline at end of file\n"


def healed_text(written: str, before: Iterable[Recording], after: Iterable[Recording]) -> str:
    """The text of a file whose recordings were healed: other lines of it, such as comments, are kept."""
    was, now = (text_of(each).splitlines() for each in (before, after))
    lines = written.splitlines()
    comments = [_comment(line, was) for line in lines]
    bare = [line.removesuffix(comment) for line, comment in zip(lines, comments, strict=True)]
    places = {
        block.a + each: block.b + each
        for block in SequenceMatcher(None, was, bare, autojunk=False).get_matching_blocks()
        for each in range(block.size)
    }
    for tag, start, end, first, last in reversed(
        SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    ):
        if tag == "equal":
            continue
        # What is added stands behind the line before it.
        here = [places.get(at) for at in (range(start, end) if end > start else (start - 1,))]
        if None in here or here != list(range(here[0] or 0, (here[0] or 0) + len(here))):
            # Somebody has written it otherwise.
            lines = now
            break
        at = (here[0] or 0) + (end == start)
        changed = now[first:last]
        if changed and end > start:
            changed[0] += comments[at]
        lines[at : at + end - start] = changed
    # As its lines end, they end.
    return ("\r\n" if "\r\n" in written else "\n").join([*lines, ""])


def _comment(line: str, known: Sequence[str]) -> str:
    """What somebody has written behind a line of ours."""
    rests = (line.removeprefix(each) for each in known if each and line.startswith(each))
    return next((rest for rest in rests if re.match(r"\s+#", rest)), "")


def patch(path: str, before: str, after: str, told: Sequence[str]) -> str:
    """A patch that `git apply` takes. `path` is the file's, from the root; `told` are lines for who reads it."""
    end = "\t" if " " in path else ""
    changed = unified_diff(
        before.splitlines(keepends=True),
        after.splitlines(keepends=True),
        f"a/{path}{end}",
        f"b/{path}{end}",
    )
    diff = [line if line.endswith("\n") else line + _NO_END for line in changed]
    return "\n".join([MARK + told[0], *told[1:], "", f"diff --git a/{path} b/{path}\n"]) + "".join(diff)


def root_of(file: Path, otherwise: Path) -> Path:
    """The folder that paths in a patch begin at: that of the git repository, or another where there is none."""
    return next((each for each in file.parents if (each / ".git").exists()), otherwise)

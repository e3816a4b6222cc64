"""An editor of text files, with the commands models know from Anthropic's text editor tool and from OpenManus.

https://platform.claude.com/docs/en/agents-and-tools/tool-use/text-editor-tool
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.files import storage
from pytest_webagent.tools.files.listing import listed
from pytest_webagent.tools.files.text_files import Text, around, chosen, decoded, fitting, numbered

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pytest_webagent.tools.core.context import ToolContext

_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "create": ("file_text",),
    "view": (),
    "str_replace": ("old_str",),
    "insert": ("insert_line", "new_str"),
    "undo_edit": (),
}
"""What a command needs beside the path."""
_UNDOABLE = 100
"""Edits that are remembered."""
_REMEMBERED = 64 << 20
"""Bytes that are remembered of what files held."""


class _Edit(NamedTuple):
    """What a file held before an edit (None: there was none) and after it."""

    path: Path
    before: bytes | None
    after: bytes


class StrReplaceEditor:
    """The tool that edits text files, and can take its edits back."""

    name = "str_replace_editor"
    kind: Literal["action"] = "action"
    up_to = "MEDIUM"
    needs = ("files",)
    quotes = True

    def __init__(self) -> None:
        self._edits: deque[_Edit] = deque(maxlen=_UNDOABLE)

    async def execute(
        self,
        context: ToolContext,
        command: Literal["create", "view", "str_replace", "insert", "undo_edit"],
        path: str,
        file_text: str | None = None,
        old_str: str | None = None,
        new_str: str | None = None,
        insert_line: int | None = None,
        view_range: list[int] | None = None,
    ) -> str:
        """View and edit text files of the workspace. view shows a file with line numbers, or lists a folder.

        Args:
            command: What to do.
            path: Path of the file or folder, from the root of the workspace.
            file_text: For create: what the new file is to hold.
            old_str: For str_replace: the text to replace, exactly as in the file. It must be there once.
            new_str: For str_replace: the new text; none deletes old_str. For insert: the lines to insert.
            insert_line: For insert: the number of the line after which to insert; 0 for the beginning.
            view_range: For view of a file: first and last line, such as [11, 20]; [11, -1] shows up to the end.
        """
        given = {"file_text": file_text, "old_str": old_str, "new_str": new_str, "insert_line": insert_line}
        missing = [name for name in _NEEDED[command] if given[name] is None]
        if missing:
            raise ToolError(f"nothing was done: the command {command} needs {' and '.join(missing)}")
        found = context.workspace.path(path)
        if command == "view":
            return self._view(context, found, view_range)
        if command == "create":
            return self._create(context, found, file_text or "")
        if command == "str_replace":
            return self._replace(context, found, old_str or "", new_str or "")
        if command == "insert":
            return self._insert(context, found, insert_line or 0, new_str or "")
        return self._undo(context, found)

    def _view(self, context: ToolContext, path: Path, view_range: list[int] | None) -> str:
        shown = context.workspace.shown(path)
        context.about_to("LOW", f"view {shown!r}")
        if path.is_dir():
            if view_range:
                raise ToolError(f"{shown!r} is a folder, which has no lines; leave out view_range")
            return listed(context.workspace, path, context.limits.output_chars)
        text = _read(context, path)[0]
        first, last = chosen(text, view_range)
        lines = text.lines[first - 1 : last]
        kept = lines[: fitting(lines, context.limits.output_chars)]
        if not kept:
            return f"{shown!r} is empty."
        written = numbered(kept, first)[: context.limits.output_chars]
        if len(kept) < len(lines):
            written += f"\n[the file has {len(text.lines)} lines; view on with view_range [{first + len(kept)}, {last}]]"
        elif len(written) == context.limits.output_chars:
            written += "\n[the rest of a long line is left out]"
        return written

    def _create(self, context: ToolContext, path: Path, content: str) -> str:
        shown = context.workspace.shown(path)
        if path.exists():
            raise ToolError(
                f"nothing was done: {shown!r} is there already; change it with str_replace or insert, or create another"
            )
        data = Text("").encoded(content)
        context.about_to("MEDIUM", f"create the file {shown!r}")
        self._write(context, path, None, data)
        return f"Created {shown!r} with {len(Text(content).lines)} lines."

    def _replace(self, context: ToolContext, path: Path, old: str, new: str) -> str:
        text, data = _read(context, path)
        old, new, shown = text.like(old), text.like(new), context.workspace.shown(path)
        if not old:
            raise ToolError("nothing was done: old_str is empty; give the text to replace")
        if old == new:
            raise ToolError("nothing was done: new_str is the same as old_str")
        places = _places(text.content, old)
        if not places:
            raise ToolError(f"nothing was done: old_str is not in {shown!r}{_almost(text, old)}")
        if len(places) > 1:
            numbers = [str(text.content.count("\n", 0, place) + 1) for place in places[:20]]
            more = " and more" if len(places) > 20 else ""
            raise ToolError(
                f"nothing was done: old_str is {len(places)} times in {shown!r}, beginning on lines "
                f"{', '.join(numbers)}{more}; take in lines around it until it is there once"
            )
        content = text.content[: places[0]] + new + text.content[places[0] + len(old) :]
        first = text.content.count("\n", 0, places[0]) + 1
        return self._edit(context, path, data, text, content, (first, first + new.count("\n")))

    def _insert(self, context: ToolContext, path: Path, after: int, new: str) -> str:
        text, data = _read(context, path)
        lines, new = text.lines, text.like(new)
        if not 0 <= after <= len(lines):
            raise ToolError(
                f"nothing was done: insert_line must be from 0 to {len(lines)}, the number of lines, not {after}"
            )
        added = new.removesuffix("\n").split("\n")
        content = "\n".join([*lines[:after], *added, *lines[after:]])
        if text.content.endswith("\n") or not text.content:
            content += "\n"
        return self._edit(context, path, data, text, content, (after + 1, after + len(added)))

    def _edit(
        self, context: ToolContext, path: Path, data: bytes, text: Text, content: str, lines: tuple[int, int]
    ) -> str:
        shown = context.workspace.shown(path)
        after = text.encoded(content)
        context.about_to("MEDIUM", f"edit the file {shown!r}")
        self._write(context, path, data, after)
        part = around(text._replace(content=content), *lines)[: context.limits.output_chars]
        return f"Edited {shown!r}; the lines there are now:\n{part}"

    def _undo(self, context: ToolContext, path: Path) -> str:
        shown = context.workspace.shown(path)
        edit = next((each for each in reversed(self._edits) if each.path == path), None)
        if edit is None:
            raise ToolError(f"nothing was done: no edit of {shown!r} is left to be undone")
        if storage.read(context.workspace, path, context.limits.file_mb) != edit.after:
            raise ToolError(f"nothing was done: {shown!r} was changed by something else since its last edit")
        context.about_to("MEDIUM", f"undo the last edit of the file {shown!r}")
        if edit.before is None:
            storage.remove(context.workspace, path)
        else:
            storage.write(context.workspace, path, edit.before, context.limits.file_mb)
        # By identity: two edits may be equal.
        self._edits = deque((each for each in self._edits if each is not edit), maxlen=_UNDOABLE)
        return f"{'Removed' if edit.before is None else 'Restored'} {shown!r}: its last edit is undone."

    def _write(self, context: ToolContext, path: Path, before: bytes | None, after: bytes) -> None:
        context.workspace.path(str(path), writing=True)
        storage.write(context.workspace, path, after, context.limits.file_mb, over=before is not None)
        self._edits.append(_Edit(path, before, after))
        while sum(len(each.before or b"") + len(each.after) for each in self._edits) > _REMEMBERED:
            self._edits.popleft()


def _read(context: ToolContext, path: Path) -> tuple[Text, bytes]:
    data = storage.read(context.workspace, path, context.limits.file_mb)
    return decoded(data, context.workspace.shown(path)), data


def _places(content: str, wanted: str) -> list[int]:
    """Where a text is, also where one place overlaps another."""
    places, place = [], content.find(wanted)
    while place >= 0:
        places.append(place)
        place = content.find(wanted, place + 1)
    return places


def _almost(text: Text, wanted: str) -> str:
    """Where a text is that differs in its spaces only."""
    lines = [" ".join(line.split()) for line in text.lines]
    sought = [" ".join(line.split()) for line in wanted.strip("\n").split("\n")]
    for index in range(len(lines) - len(sought) + 1):
        if any(sought) and lines[index : index + len(sought)] == sought:
            return f"; line {index + 1} differs from it in spaces only: {text.lines[index]!r}"
    return "; view the file and copy the text exactly"


TOOLS = (StrReplaceEditor,)

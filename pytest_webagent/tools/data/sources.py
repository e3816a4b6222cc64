"""Files of the workspace as what DuckDB can read: `read_csv(...)` and the like."""

from __future__ import annotations

import codecs
import gzip
import os
import tempfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytest_webagent.policy.workspace import Workspace

_READERS: Final = {
    ".csv": "read_csv",
    ".tsv": "read_csv",
    ".txt": "read_csv",
    ".json": "read_json",
    ".jsonl": "read_json",
    ".ndjson": "read_json",
    ".parquet": "read_parquet",
}
"""Which function of DuckDB reads a file, by its suffix, after which ``.gz`` may follow."""
_FORMATS: Final = {
    ".csv": "FORMAT csv, HEADER",
    ".tsv": "FORMAT csv, HEADER, DELIMITER '\t'",
    ".json": "FORMAT json, ARRAY true",
    ".jsonl": "FORMAT json",
    ".ndjson": "FORMAT json",
    ".parquet": "FORMAT parquet",
}
"""How DuckDB writes a file, by its suffix."""
_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""What a text in another encoding than UTF-8 begins with. The mark of UTF-32 begins with that of UTF-16."""
_FOREIGN: Final = (
    (b"PK\x03\x04", "a ZIP archive (or a spreadsheet of Excel or LibreOffice)"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\xd0\xcf\x11\xe0", "an old Excel file"),
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"SQLite format 3\x00", "an SQLite database"),
)
_GZIP: Final = b"\x1f\x8b"
_MOST_FILES: Final = 1_000
_LONGEST_LINE: Final = 8 << 20
_PORTION: Final = 1 << 20


class CsvOptions(NamedTuple):
    """How a CSV file is to be read; nothing: as its beginning suggests."""

    delimiter: str = ""
    encoding: str = ""
    header: bool = True
    texts: bool = False
    """Whether values are read as they are written, and not as numbers, dates and so on."""
    whole: bool = False
    """Whether the types are found from all rows, and not from the first ones."""


class Source(NamedTuple):
    """What stands behind one name of a query."""

    expression: str
    paths: tuple[str, ...]


def is_file_name(name: str) -> bool:
    """Whether a table's name is meant as that of a file."""
    return "/" in name or "\\" in name or _suffix(Path(name)) in _READERS


def writing_format(path: Path) -> str:
    """The options of COPY for a file that is to be written.

    Raises:
        ToolError: the end of its name does not tell how.
    """
    try:
        return _FORMATS[path.suffix.lower()]
    except KeyError:
        raise ToolError(
            f"{path.name!r} cannot be written: its name must end in {', '.join(_FORMATS)}"
        ) from None


def find(name: str, workspace: Workspace, *, patterns: bool = True) -> tuple[Path, ...]:
    """The files a name means; it may be a pattern such as ``logs/*.csv``, unless `patterns` is false.

    Raises:
        DeniedError: it lies outside of the workspace, or is restricted.
        ToolError: there is no such file.
    """
    path = None if patterns and any(mark in name for mark in "*?") else workspace.path(name)
    if path is not None:
        if not path.is_file():
            raise ToolError(
                f"there is no file {workspace.shown(path)!r} in the workspace.{_there(workspace)}"
            )
        return (path,)
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise ToolError(
            f"{name!r}: a pattern of files is taken from the root of the workspace, such as 'logs/*.csv'"
        )
    try:
        named = sorted(workspace.root.glob(name))[:_MOST_FILES]
    except ValueError as error:
        raise ToolError(f"{name!r} is no pattern of files: {error}") from None
    found = tuple(path for path in map(_allowed(workspace), named) if path)
    if not found:
        raise ToolError(f"no file of the workspace is called {name!r}.{_there(workspace)}")
    return found


def _allowed(workspace: Workspace) -> Callable[[Path], Path | None]:
    def resolved(path: Path) -> Path | None:
        try:
            real = workspace.path(str(path))
        except ToolError:
            return None
        return real if real.is_file() else None

    return resolved


def _there(workspace: Workspace) -> str:
    """What data files there are, for a message."""
    names: list[str] = []
    for folder, _, files in os.walk(workspace.root):
        names += [
            Path(folder, file).relative_to(workspace.root).as_posix()
            for file in files
            if _suffix(Path(file)) in _READERS and _allowed(workspace)(Path(folder, file))
        ]
        if len(names) > 20:
            return f" Some of its files are: {', '.join(sorted(names)[:20])}"
    return f" Its data files are: {', '.join(sorted(names))}" if names else " It holds no data files"


def source(paths: Sequence[Path], options: CsvOptions = CsvOptions()) -> Source:
    """What DuckDB reads files with.

    Args:
        paths: The files, all of one kind.
        options: For CSV files.

    Raises:
        ToolError: they are of a kind that is not known, or not what their names say.
    """
    readers = {_READERS.get(_suffix(path)) for path in paths}
    reader = readers.pop()
    if readers or reader is None:
        raise ToolError(
            f"{paths[0].name!r} cannot be read as a table: the name must end in {', '.join(_READERS)} (and .gz), and files "
            "read together must be of one kind"
        )
    heads = [_head(path) for path in paths]
    if reader == "read_parquet":
        return _call(reader, paths, "union_by_name=true")
    compressed = {head.startswith(_GZIP) for head in heads}
    if len(compressed) > 1:
        raise ToolError("files read together must all be compressed, or none of them")
    compression = "gzip" if compressed.pop() else "none"
    if reader == "read_json":
        return _call(reader, paths, f"compression='{compression}', union_by_name=true")
    if any(options.encoding or _encoding(head) for head in heads):
        paths = [_as_utf8(path, options.encoding or _encoding(_head(path)) or "utf-8") for path in paths]
        compression = "none"
    parts = [
        f"header={str(options.header).lower()}",
        # Short rows are filled up, and rows with line breaks in quotes cannot be read that way by several threads.
        "null_padding=true, parallel=false, union_by_name=true",
        f"max_line_size={_LONGEST_LINE}, buffer_size={2 * _LONGEST_LINE}",
        f"compression='{compression}'",
    ]
    if options.delimiter:
        parts.append(f"delim={quoted(options.delimiter)}")
    if options.texts:
        parts.append("all_varchar=true")
    if options.whole:
        parts.append("sample_size=-1")
    return _call(reader, paths, ", ".join(parts))


def quoted(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def _call(reader: str, paths: Sequence[Path], options: str) -> Source:
    names = ", ".join(quoted(str(path)) for path in paths)
    return Source(f"{reader}([{names}], {options})", tuple(map(str, paths)))


def _suffix(path: Path) -> str:
    return Path(path.stem if path.suffix.lower() == ".gz" else path.name).suffix.lower()


def _head(path: Path) -> bytes:
    """The first bytes of a file.

    Raises:
        ToolError: they are those of something else than data.
    """
    with path.open("rb") as file:
        head = file.read(64)
    for mark, what in _FOREIGN:
        if head.startswith(mark):
            raise ToolError(f"{path.name!r} is no table, whatever its name says: it is {what}")
    return head


def _encoding(head: bytes) -> str:
    return next((name for mark, name in _MARKS if head.startswith(mark)), "")


def _as_utf8(path: Path, encoding: str) -> Path:
    """A copy of a text file in UTF-8, in the scratch folder."""
    handle, name = tempfile.mkstemp(suffix=".csv")
    opener = gzip.open if _head(path).startswith(_GZIP) else open
    try:
        with (
            opener(path, "rt", encoding=encoding, newline="") as text,
            open(handle, "w", encoding="utf-8", newline="") as copy,
        ):
            while portion := text.read(_PORTION):
                copy.write(portion)
    except LookupError:
        raise ToolError(
            f"{encoding!r} is no encoding of texts; such are utf-8, utf-16, latin-1, windows-1252, shift_jis"
        ) from None
    except (UnicodeError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ToolError(f"{path.name!r} is no text in {encoding}: {error}") from None
    return Path(name)

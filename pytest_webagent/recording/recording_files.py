"""Where the recordings of a test are kept, and how they get there."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pytest_webagent.recording.recording import read_recordings, text_of
from pytest_webagent.tools.planning.document import Place, YamlError
from pytest_webagent.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.recording.recording import Recording

FOLDER: Final = "recordings"
_LONGEST: Final = 100


def file_for(module: Path, name: str) -> Path:
    """The file of a test: in the folder of its module, beside that; `name` is the test's, with its class and parameters."""
    readable = re.sub(r"[^\w.\[\]-]+", "-", name).strip("-.")[:_LONGEST]
    # Some file systems do not tell upper case from lower.
    if readable != name or name != name.lower():
        readable = f"{readable}-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:6]}"
    return module.parent / FOLDER / module.stem / f"{readable}.yaml"


def read_file(file: Path, shown: str) -> list[Recording]:
    """The recordings in a file; none where there is no file. `shown` is what it is called in messages.

    Raises:
        YamlError: they are none, or a later version's; the message names file, line and column.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return []
    except UnicodeDecodeError as error:
        raise YamlError(Place(shown).told(f"it is no text in UTF-8: {error}")) from None
    return read_recordings(text, shown)


def write_file(file: Path, recordings: Sequence[Recording]) -> None:
    """Put recordings into a file: all of them or, if anything goes wrong, none.

    Raises:
        OSError: the folder cannot be written to.
    """
    write_text(file, text_of(recordings))


def write_text(file: Path, text: str, *, was: str | None = None) -> bool:
    """Put a text into a file, as a whole or not at all. False where the file is not any more what it `was`.

    Raises:
        OSError: the folder cannot be written to.
    """
    # Loaded here and not above: most sessions write none.
    from filelock import FileLock

    file.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(os.fsencode(file.resolve())).hexdigest()[:16]
    with FileLock(Path(tempfile.gettempdir()) / f"webagent-recording-{digest}.lock"):
        if was is not None and text_in(file) != was:
            return False
        write_whole(file, text)
    return True


def text_in(file: Path) -> str:
    """What is in a file, with its ends of lines as they are."""
    return file.read_bytes().decode("utf-8")

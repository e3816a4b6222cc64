"""A file has what it is to have, or what it had; nothing else is left beside it."""

import os
from pathlib import Path

import pytest

from pytest_webagent.whole_files import beside, write_whole


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written = tmp_path / "it.txt"
    written.write_bytes(b"before")
    return written


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "folder/it.txt").mkdir(parents=True)
    with pytest.raises(OSError, match="directory"):
        write_whole(tmp_path / "folder/it.txt", "after")
    assert [each.name for each in tmp_path.rglob("*")] == ["folder", "it.txt"]


def test_who_is_interrupted_leaves_what_was_there(file: Path) -> None:
    def writes_half() -> None:
        with beside(file) as part:
            part.write_text("half", encoding="utf-8")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        writes_half()
    assert [each.read_bytes() for each in file.parent.iterdir()] == [b"before"]


def test_it_is_written_as_it_is_and_for_whom_others_are(file: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(file, "a\r\nb\nhalf an emoji: \ud83d")
    finally:
        os.umask(before)
    assert file.read_bytes() == b"a\r\nb\nhalf an emoji: ?"
    assert file.stat().st_mode & 0o777 == 0o640

"""A disk so small that a test can fill it."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILL = """
import errno, pathlib

def fill(disk):
    try:
        with open(pathlib.Path(disk, "filler"), "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
    except OSError as error:
        assert error.errno == errno.ENOSPC

def free(disk):
    pathlib.Path(disk, "filler").unlink()
"""
"""Python of a suite that fills a disk, and frees it again."""


@pytest.fixture
def small_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty folder on a disk of its own, of 4 MB."""
    folder = tmp_path_factory.mktemp("disk")
    mounts = ("mount", "-t", "tmpfs", "-o", "size=4m", "webagent-small-disk", str(folder))
    if sys.platform != "linux" or subprocess.run(mounts, capture_output=True, check=False).returncode:
        pytest.skip("a disk that can be filled needs the right to mount one (Linux, as root)")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)

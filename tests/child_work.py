"""Pieces of work for the process of the data tools."""

import os
import subprocess
import sys

from pytest_webagent.errors import DeniedError


def whole_environment() -> dict[str, str]:
    return dict(os.environ)


def crash() -> None:
    os.abort()


def denied() -> None:
    raise DeniedError("not you")


def failing() -> None:
    raise KeyError("what")


def printing() -> str:
    print("noise")  # noqa: T201 - as a library might
    sys.stderr.write("noise")
    subprocess.run(["echo", "noise"], check=True)
    return "said"


def greedy() -> int:
    return len(bytearray(8 << 30))


def writing(path: str) -> None:
    with open(path, "wb") as file:
        file.write(bytes(3 << 20))

"""The scripts that are put into pages."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def _source(name: str) -> str:
    return files("pytest_webagent.mutation").joinpath(name).read_text(encoding="utf-8")


def script(name: str, **constants: str) -> str:
    """A script for every page and frame, with constants given as JavaScript."""
    given = "".join(f"const {constant} = {value};\n" for constant, value in constants.items())
    return f"(() => {{\n{given}{_source('reading.js')}\n{_source(name)}\n}})();"

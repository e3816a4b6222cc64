"""Libraries that are not installed with the package alone."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from types import ModuleType

Extra: TypeAlias = Literal["tools", "crawl", "secrets", "vision"]


def load(library: str, extra: Extra) -> ModuleType | Any:
    """A module of a library, imported when a tool first needs it.

    Raises:
        ToolError: it is not installed; the message says how to install it.
    """
    try:
        return import_module(library)
    except ModuleNotFoundError as error:
        top = library.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != top:
            raise
        raise ToolError(
            f"this needs {top}, which is not installed: pip install 'pytest-webagent[{extra}]'"
        ) from None

"""Parts of a JSON value by JSONPath (RFC 9535)."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any, Final

from pytest_webagent import extras
from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.wording import shortened

_MOST_MATCHES: Final = 1_000
_LONGEST: Final = 500
_MOST_COMMAS: Final = 8
_QUOTED: Final = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")


class JsonPath:
    """A path into JSON values, checked before there is a value."""

    def __init__(self, path: str) -> None:
        """Read the path.

        Raises:
            ToolError: it is no path, or one that could take for ever.
        """
        jsonpath = extras.load("jsonpath", "tools")
        environment = jsonpath.JSONPathEnvironment(strict=True)
        # Patterns are a model's, and one that takes for ever could not be stopped; nor could one descent in another.
        for name in ("match", "search"):
            environment.function_extensions.pop(name, None)
        bare = _QUOTED.sub("", path)
        # Each selector beside another can double the work: [0,0][0,0][0,0] leads eight times to the same value.
        most = {"..": 1, "$": 1, ",": _MOST_COMMAS}
        if not path.strip() or len(path) > _LONGEST or any(bare.count(each) > most[each] for each in most):
            raise ToolError(
                f"json_path may have {_LONGEST} characters, one '$', one '..' and {_MOST_COMMAS} commas, not "
                f"{shortened(path, 80)!r}"
            )
        self._path = path
        self._errors = (jsonpath.JSONPathError, RecursionError)
        try:
            self._query = environment.compile(path)
        except self._errors as error:
            raise self._refused(error) from None

    def of(self, value: Any) -> Any:
        """What it leads to: one value where it can only lead to one (None if there is none), else a list.

        Raises:
            ToolError: the path and the value do not go together.
        """
        try:
            found = [match.obj for match in islice(self._query.finditer(value), _MOST_MATCHES)]
        except self._errors as error:
            raise self._refused(error) from None
        if self._query.singular_query():
            return found[0] if found else None
        return found

    def _refused(self, error: Exception) -> ToolError:
        why = shortened(str(error.args[0]) if error.args else type(error).__name__, 200)
        return ToolError(
            f"json_path {shortened(self._path, 80)!r} cannot be used: {why}. Write it as RFC 9535 has it, such as "
            "$.items[0].price or $.items[?@.stock > 0].name"
        )

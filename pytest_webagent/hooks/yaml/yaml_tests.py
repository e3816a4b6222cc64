"""Collects ``*.webagent.yaml`` files: each test in one becomes a coroutine function, as if it were written in Python.

So fixtures, markers, event loops, reruns, pytest-xdist, budgets and the report need to know nothing of YAML. The lines
of the functions are those of the file, and where a test fails pytest shows the file.
"""

from __future__ import annotations

import ast
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import pytest

from pytest_webagent.errors import ConfigError, ToolError
from pytest_webagent.hooks.collecting.collection import MARKER
from pytest_webagent.hooks.settings.options import settings_of
from pytest_webagent.hooks.yaml.yaml_model import Entry, read
from pytest_webagent.hooks.yaml.yaml_playing import Playing
from pytest_webagent.tools.planning.expressions import ExpressionError
from pytest_webagent.tools.planning.filling import filled

if TYPE_CHECKING:
    from pytest_webagent.tools.planning.document import Place

_CASE: Final = "webagent_case"
"""The argument that holds the variables of one set of parameters."""
_SCRIPT: Final = "_webagent_script"


class YamlFile(pytest.Module):
    """A file of tests. What it collects are pytest's own functions."""

    def _getobj(self) -> ModuleType:
        made: ModuleType | None = self.__dict__.get("_made")
        if made is None:
            made = self.__dict__["_made"] = self._module()
        return made

    def _module(self) -> ModuleType:
        source = self.nodeid or self.path.name
        try:
            text = self.path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise self.CollectError(f"{source}: the file is no text in UTF-8: {error.reason}") from None
        except OSError as error:
            raise self.CollectError(f"{source}: {error.strerror}") from None
        try:
            tests = read(text, source, self.path.name.partition(".webagent.")[0])
            functions = {test.name: self._function(test) for test in tests}
        except ToolError as error:
            raise self.CollectError(str(error)) from None
        self._add_fixtures()
        module = ModuleType(_module_name(self))
        module.__file__ = str(self.path)
        vars(module).update(functions)
        return module

    def _add_fixtures(self) -> None:
        from pytest_webagent.hooks.yaml import yaml_playing

        plugins = self.config.pluginmanager
        if not plugins.is_registered(yaml_playing):
            plugins.register(yaml_playing, yaml_playing.__name__)

    def _function(self, test: Entry) -> Any:
        """A coroutine function that runs a test: its statements stand in the lines of what they do."""
        arguments = [
            _SCRIPT,
            *(["agent"] if test.asks_agent else []),
            *([_CASE] if test.parametrize else []),
        ]
        whole = ast.parse(f"async def test({', '.join(arguments)}):\n    ...")
        [function] = whole.body
        assert isinstance(function, ast.AsyncFunctionDef)
        given = ", ".join(f"{name}={name}" for name in arguments)
        work = test.place_of("goal" if test.goal is not None else "steps")
        function.body = [
            _statement(f"playing = await begin({given})", work),
            *(
                _statement(f"await playing.expect({number})", each.place)
                for number, each in enumerate(test.expect)
            ),
        ]
        _put(function, test.place)
        code = compile(whole, str(self.path), "exec")
        names: dict[str, Any] = {"__name__": _module_name(self), "begin": _beginning(test)}
        exec(code, names)
        made = names["test"]
        made.__name__ = made.__qualname__ = test.name
        made.__doc__ = test.goal
        made.__test__ = True
        made.pytestmark = self._marks(test)
        return made

    def _marks(self, test: Entry) -> list[pytest.Mark]:
        at = test.place_of
        start = {} if test.start_url is None else {"start_url": test.start_url}
        try:
            settings = filled({**test.settings, **start}, {})
            settings_of(self.config).with_marker(settings)
        except (ConfigError, ExpressionError) as error:
            raise ToolError(at("settings").told(str(error))) from None
        marks = [getattr(pytest.mark, MARKER)(**settings)] if settings else []
        marks += [self._mark(each, at("marks")) for each in test.marks]
        sets = test.parametrize
        if sets:
            values = [pytest.param(filled(each, {}), id=name) for name, each in sets.items()]
            marks.append(pytest.mark.parametrize(_CASE, values))
        return [each.mark for each in marks]

    def _mark(self, written: str | dict[str, Any], place: Place) -> pytest.MarkDecorator:
        """A mark: its name, or its name with one argument, a list of them, or arguments by name."""
        name, argument = (
            (written, None) if isinstance(written, str) else next(iter(written.items()), ("", None))
        )
        several = isinstance(written, dict) and len(written) != 1
        if several or not name.isidentifier() or name.startswith("_"):
            what = f"a mark is a name, or one name with its arguments, not {written!r:.80}"
            raise ToolError(place.told(what))
        if name in (MARKER, "parametrize", "asyncio"):
            raise ToolError(place.told(f"the mark {name} has keys of its own here: settings, parametrize"))
        try:
            mark: pytest.MarkDecorator = getattr(pytest.mark, name)
        except (pytest.fail.Exception, pytest.PytestUnknownMarkWarning) as error:
            raise ToolError(place.told(str(error))) from None
        plain = filled(argument, {})
        if isinstance(plain, dict):
            return mark.with_args(**plain)
        return mark.with_args(*(plain if isinstance(plain, list) else [] if plain is None else [plain]))


def _beginning(test: Entry) -> Any:
    async def begin(**given: Any) -> Playing:
        __tracebackhide__ = True
        playing = Playing(test, given[_SCRIPT], agent=given.get("agent"), case=given.get(_CASE, {}))
        await playing.begin()
        return playing

    return begin


def _module_name(file: pytest.Module) -> str:
    return file.path.name.removesuffix(file.path.suffix)


def _statement(text: str, place: Place) -> ast.stmt:
    [statement] = ast.parse(text).body
    _put(statement, place, whole=True)
    return statement


def _put(node: Any, place: Place, *, whole: bool = False) -> None:
    """Say that a node, or all that it consists of, stands at a place."""
    each: Any
    for each in ast.walk(node) if whole else (node, *ast.walk(node.args)):
        if hasattr(each, "lineno"):
            each.lineno = each.end_lineno = place.line
            each.col_offset = each.end_col_offset = 0

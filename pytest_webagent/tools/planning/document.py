"""Reads YAML so that every value knows its line, and nothing in it can run, repeat or grow.

Plain words are what YAML 1.2 makes of them: ``yes``, ``on`` and dates are texts. Keys are texts and unique, tags are
refused, and aliases count as often as they are used.
"""

from __future__ import annotations

import math
import re
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST: Final = 200_000
"""Most characters of a document."""
MOST_VALUES: Final = 10_000
DEEPEST: Final = 40
MOST_DIGITS: Final = 18

_TAG = "tag:yaml.org,2002:"
_PLAIN: Final = (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", "-+.0123456789"),
)
"""What plain words mean, by the core schema of YAML 1.2 (https://yaml.org/spec/1.2.2/#103-core-schema)."""


class Place(NamedTuple):
    """Where something is written, counted from 1."""

    line: int
    column: int


class Mapping(dict[str, Any]):
    """A mapping that knows where it and its parts are written."""

    place: Place
    keys_at: dict[str, Place]
    values_at: dict[str, Place]
    written: dict[str, str]
    """The scalars among its values as they are written."""


class Items(list[Any]):
    """A list that knows where it and its parts are written."""

    place: Place
    values_at: list[Place]
    written: dict[int, str]


class YamlError(ToolError):
    """A document is wrong; each line of the message names file, line and column."""


def told(source: str, place: Place, message: str) -> str:
    """A line about what is wrong at a place."""
    return f"{source}:{place.line}:{place.column}: {message}"


def wrong(source: str, place: Place, message: str) -> YamlError:
    """The error of a document that is wrong at one place."""
    return YamlError(told(source, place, message))


def read(text: str, source: str) -> Mapping:
    """The mapping a document holds. `source` is what it is called in messages.

    Raises:
        YamlError: it is no YAML, no mapping, too large, or holds what is refused.
        ToolError: PyYAML is not installed.
    """
    start = Place(1, 1)
    if len(text) > LONGEST:
        raise wrong(source, start, f"the file has {len(text)} characters, and {LONGEST} are the most")
    loader, errors = _library()
    try:
        reading = loader(text)
        try:
            node = reading.get_single_node()
        finally:
            reading.dispose()
    except errors.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = start if mark is None else _place(mark)
        said = ", ".join(filter(None, (error.context, error.problem)))
        line = (*text.splitlines(), "")[min(place.line - 1, text.count("\n"))]
        hint = ". A text with ${...} between braces or brackets needs quotation marks" if "${" in line else ""
        raise wrong(source, place, said + hint) from None
    except errors.YAMLError as error:
        raise wrong(source, start, " ".join(str(error).split())) from None
    except RecursionError:
        raise wrong(source, start, "it is nested too deeply") from None
    if node is None:
        raise wrong(source, start, "the file is empty")
    value = _Maker(source).value(node, 0)
    if not isinstance(value, Mapping):
        raise wrong(source, _place(node.start_mark), "a mapping is wanted here: lines such as `steps: ...`")
    return value


def place_of(value: Any, path: Sequence[str | int]) -> Place:
    """Where the part of a document that a path leads to is written; the nearest part around it, if it is not there."""
    place = value.place
    for key in path:
        if isinstance(value, Mapping) and key in value:
            place = value.values_at[str(key)]
        elif isinstance(value, Items) and isinstance(key, int) and key < len(value):
            place = value.values_at[key]
        else:
            break
        value = value[key]
    return Place(*place)


class _Maker:
    """Makes values of the nodes of one document."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._made = 0

    def value(self, node: Any, depth: int) -> Any:
        self._made += 1
        if self._made > MOST_VALUES:
            raise self._wrong(
                node, f"more than {MOST_VALUES} values: aliases count as often as they are used"
            )
        if depth > DEEPEST:
            raise self._wrong(node, f"nested more than {DEEPEST} deep")
        if node.id == "mapping" and node.tag == f"{_TAG}map":
            return self._mapping(node, depth)
        if node.id == "sequence" and node.tag == f"{_TAG}seq":
            return self._items(node, depth)
        return self._scalar(node)

    def _mapping(self, node: Any, depth: int) -> Mapping:
        made = Mapping()
        made.place = _place(node.start_mark)
        made.keys_at, made.values_at, made.written = {}, {}, {}
        for key_node, value_node in node.value:
            key = key_node.value
            if key_node.id != "scalar" or key_node.tag != f"{_TAG}str" or key == "<<":
                shown = key if isinstance(key, str) else "a list or mapping"
                raise self._wrong(key_node, f"a key must be a text, not {shown}: put it into quotation marks")
            if key in made:
                first = made.keys_at[key]
                raise self._wrong(key_node, f"the key {key!r} is there twice, first in line {first.line}")
            made.keys_at[key] = _place(key_node.start_mark)
            made.values_at[key] = _place(value_node.start_mark)
            made[key] = self.value(value_node, depth + 1)
            if value_node.id == "scalar":
                made.written[key] = value_node.value
        return made

    def _items(self, node: Any, depth: int) -> Items:
        made = Items(self.value(each, depth + 1) for each in node.value)
        made.place = _place(node.start_mark)
        made.values_at = [_place(each.start_mark) for each in node.value]
        made.written = {index: each.value for index, each in enumerate(node.value) if each.id == "scalar"}
        return made

    def _scalar(self, node: Any) -> Any:
        if node.id != "scalar" or not node.tag.startswith(_TAG):
            raise self._wrong(node, f"tags such as {node.tag} are not allowed")
        written, kind = node.value, node.tag.removeprefix(_TAG)
        if kind == "str":
            return written
        form = {name: form for name, form, _ in _PLAIN}.get(kind)
        if form is None:
            raise self._wrong(node, f"tags such as {node.tag} are not allowed")
        if not re.fullmatch(form, written):
            raise self._wrong(node, f"{written!r} cannot be read as {kind}")
        if kind == "null":
            return None
        if kind == "bool":
            return written.lower() == "true"
        if kind == "int":
            if len(written) > MOST_DIGITS:
                raise self._wrong(node, "the number is too long: put it into quotation marks")
            return int(written)
        number = float(written)
        if not math.isfinite(number):
            raise self._wrong(node, "the number is too large: put it into quotation marks")
        return number

    def _wrong(self, node: Any, message: str) -> YamlError:
        return wrong(self._source, _place(node.start_mark), message)


def _place(mark: Any) -> Place:
    return Place(mark.line + 1, mark.column + 1)


@cache
def _library() -> tuple[Any, Any]:
    from pytest_webagent.extras import load

    yaml = load("yaml", "yaml")

    class Loader(yaml.SafeLoader):  # type: ignore[name-defined,misc]
        """PyYAML's safe loader with the plain words of YAML 1.2."""

        yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}

    for name, form, first in _PLAIN:
        Loader.add_implicit_resolver(_TAG + name, re.compile(f"(?:{form})$"), list(first))
    return Loader, yaml

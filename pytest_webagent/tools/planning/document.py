"""Reads YAML so that every value knows where it is written, and nothing in it can run, repeat or grow.

Plain words are what YAML 1.2 makes of them: ``yes``, ``on`` and dates are texts. Keys are texts and unique, tags are
refused, and aliases count as often as they are used.
"""

from __future__ import annotations

import math
import re
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, PrivateAttr, ValidationError, model_validator

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.wording import nearest, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pydantic_core import ErrorDetails

LONGEST: Final = 200_000
"""Most characters of a document."""
MOST_VALUES: Final = 10_000
DEEPEST: Final = 40
MOST_DIGITS: Final = 18
EXTRA: Final = "extra_forbidden"
"""How pydantic calls a key that nothing has."""

_TAG = "tag:yaml.org,2002:"
_PLAIN: Final = {
    "bool": (r"true|True|TRUE|false|False|FALSE", "tTfF"),
    "null": (r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    "int": (r"[-+]?[0-9]+", "-+0123456789"),
    "float": (r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", "-+.0123456789"),
}
"""What plain words mean, by the core schema of YAML 1.2 (https://yaml.org/spec/1.2.2/#103-core-schema)."""


class Place(NamedTuple):
    """Where something is written: what the document is called, line and column, counted from 1."""

    source: str = ""
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.source}:{self.line}"

    def told(self, message: str) -> str:
        """A line about what is wrong there."""
        return f"{self}:{self.column}: {message}"


class Placed:
    """What knows where it is written."""

    place: Place = Place()


class Text(Placed, str):
    """A text, or the key of a mapping."""


class Number(Placed):
    """A number as it is written: 7.50 is no 7.5 where it becomes a text."""

    written: str = ""

    def __str__(self) -> str:
        return self.written


class Whole(Number, int):
    """A whole number."""


class Real(Number, float):
    """A number with a point."""


class Items(Placed, list[Any]):
    """A list."""


class Mapping(Placed, dict[str, Any]):
    """A mapping."""

    def place_of(self, key: str) -> Place:
        """Where a key is written; where the mapping begins, if it has none such."""
        return next((getattr(each, "place", self.place) for each in self if each == key), self.place)


class Written(BaseModel):
    """A part of a document that knows where it is written."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    _source: Any = PrivateAttr(default=None)

    @model_validator(mode="wrap")
    @classmethod
    def _located(cls, value: Any, handler: Callable[[Any], Any]) -> Any:
        made = handler(value)
        made._source = value
        return made

    @property
    def place(self) -> Place:
        """Where it is written."""
        return getattr(self._source, "place", Place())

    @classmethod
    def keys(cls) -> set[str]:
        """All keys that parts of a document may have."""
        own = {field.alias or name for name, field in cls.model_fields.items()}
        return own.union(*(each.keys() for each in cls.__subclasses__()))

    def place_of(self, key: str) -> Place:
        """Where a key of it is written."""
        return self._source.place_of(key) if isinstance(self._source, Mapping) else self.place


class YamlError(ToolError):
    """A document is wrong; each line of the message names file, line and column."""


def read(text: str, source: str) -> Mapping:
    """The mapping a document holds. `source` is what it is called in messages.

    Raises:
        YamlError: it is no YAML, no mapping, too large, or holds what is refused.
    """
    return read_all(text, source, most=1)[0]


def read_all(text: str, source: str, *, most: int | None = None) -> list[Mapping]:
    """The mappings of all documents of a file, at least one and at most so many.

    Raises:
        YamlError: as `read` raises it.
    """
    yaml, loader = _library()
    start = Place(source)
    if len(text) > LONGEST:
        raise YamlError(start.told(f"the file has {len(text)} characters, and {LONGEST} are the most"))
    try:
        nodes = [yaml.compose(text, Loader=loader)] if most == 1 else [*yaml.compose_all(text, Loader=loader)]
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = start if mark is None else Place(source, mark.line + 1, mark.column + 1)
        said = ", ".join(filter(None, (error.context, error.problem)))
        line = (*text.splitlines(), "")[min(place.line - 1, text.count("\n"))]
        hint = ". A text with ${...} between braces or brackets needs quotation marks" if "${" in line else ""
        raise YamlError(place.told(said + hint)) from None
    except yaml.YAMLError as error:
        raise YamlError(start.told(" ".join(str(error).split()))) from None
    except RecursionError:
        raise YamlError(start.told("it is nested too deeply")) from None
    if not nodes or None in nodes:
        raise YamlError(start.told("the file is empty"))
    values: list[Any] = [_Maker(source).value(node, 0) for node in nodes]
    for value, node in zip(values, nodes, strict=True):
        if not isinstance(value, Mapping):
            raise YamlError(_place(source, node).told("a mapping is wanted here: lines such as `steps: ...`"))
    return values


def place_of(value: Any, path: Sequence[str | int], *, key: bool = False) -> Place:
    """Where the part of a document that a path leads to, or its key, is written; the nearest part around it, if it is not there.

    What is written as one thing stands in a model as a list of one.
    """
    place: Place = value.place
    at_key = place
    for step in path:
        if step == 0 and not isinstance(value, list):
            continue
        at_key = value.place_of(str(step)) if isinstance(value, Mapping) else place
        try:
            value = value[step]
        except (LookupError, TypeError):
            break
        place = getattr(value, "place", at_key)
    return at_key if key else place


def problem(detail: ErrorDetails) -> str:
    """What is wrong with a part of a document, in words."""
    said, kind = detail["msg"].removeprefix("Value error, "), detail["type"]
    key = str(detail["loc"][-1]) if detail["loc"] else ""
    if kind == EXTRA:
        return f"there is no key {key!r} here{nearest(key, sorted(Written.keys()))}"
    if kind == "missing":
        return f"{key!r} is missing"
    if kind == "value_error":
        return said
    return f"{key!r}: {said[:1].lower()}{said[1:]}, not {shown(detail['input'], 60)}"


def problems(error: Exception) -> str:
    """What is wrong, on one line."""
    if not isinstance(error, ValidationError):
        return str(error)
    return "; ".join(map(problem, error.errors(include_url=False)))


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
            value: Any = self._mapping(node, depth)
        elif node.id == "sequence" and node.tag == f"{_TAG}seq":
            value = Items(self.value(each, depth + 1) for each in node.value)
        else:
            value = self._scalar(node)
        if isinstance(value, Placed):
            value.place = _place(self._source, node)
        return value

    def _mapping(self, node: Any, depth: int) -> Mapping:
        made = Mapping()
        for key_node, value_node in node.value:
            key = key_node.value
            if key_node.id != "scalar" or key_node.tag != f"{_TAG}str" or key == "<<":
                shown = key if isinstance(key, str) else "a list or mapping"
                raise self._wrong(key_node, f"a key must be a text, not {shown}: put it into quotation marks")
            if key in made:
                first = made.place_of(key)
                raise self._wrong(key_node, f"the key {key!r} is there twice, first in line {first.line}")
            made[self.value(key_node, depth)] = self.value(value_node, depth + 1)
        return made

    def _scalar(self, node: Any) -> Any:
        written, kind = node.value, node.tag.removeprefix(_TAG)
        if node.id == "scalar" and kind == "str":
            return Text(written)
        if node.id != "scalar" or kind not in _PLAIN:
            raise self._wrong(node, f"tags such as {node.tag} are not allowed")
        if not re.fullmatch(_PLAIN[kind][0], written):
            raise self._wrong(node, f"{written!r} cannot be read as {kind}")
        if kind in ("null", "bool"):
            return None if kind == "null" else written.lower() == "true"
        if kind == "int" and len(written) > MOST_DIGITS:
            raise self._wrong(node, "the number is too long: put it into quotation marks")
        number = Whole(written) if kind == "int" else Real(written)
        if not math.isfinite(number):
            raise self._wrong(node, "the number is too large: put it into quotation marks")
        number.written = written
        return number

    def _wrong(self, node: Any, message: str) -> YamlError:
        return YamlError(_place(self._source, node).told(message))


def _place(source: str, node: Any) -> Place:
    return Place(source, node.start_mark.line + 1, node.start_mark.column + 1)


@cache
def _library() -> tuple[Any, Any]:
    import yaml

    class Loader(yaml.SafeLoader):
        """PyYAML's safe loader with the plain words of YAML 1.2."""

        yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}  # type: ignore[misc]

    for name, (form, first) in _PLAIN.items():
        Loader.add_implicit_resolver(_TAG + name, re.compile(f"(?:{form})$"), list(first))
    return yaml, Loader


class InLine(list[Any]):
    """A list that is written between brackets."""


class OnOneLine(dict[str, Any]):
    """A mapping that is written between braces."""


@cache
def writer() -> tuple[Any, Any]:
    """PyYAML, and what it is to dump with: plain words as `read` reads them, so that ``on`` and dates need no quotes."""
    yaml, loader = _library()

    class Dumper(yaml.SafeDumper):  # type: ignore[name-defined,misc]
        """PyYAML's safe dumper with the plain words of YAML 1.2."""

        yaml_implicit_resolvers: ClassVar[dict[str, Any]] = loader.yaml_implicit_resolvers

    def listed(dumper: Any, value: InLine) -> Any:
        return dumper.represent_sequence(_TAG + "seq", value, flow_style=True)

    def mapped(dumper: Any, value: OnOneLine) -> Any:
        return dumper.represent_mapping(_TAG + "map", value, flow_style=True)

    def said(dumper: Any, value: str) -> Any:
        # PyYAML writes some ends of lines so that it reads them as blanks.
        style = None if value.isprintable() else '"'
        return dumper.represent_scalar(_TAG + "str", value, style=style)

    Dumper.add_representer(str, said)
    Dumper.add_representer(InLine, listed)
    Dumper.add_representer(OnOneLine, mapped)
    return yaml, Dumper

"""A type that an answer is to have: its JSON schema for the model, and the reading of what the model writes.

Pydantic does both. What is added is that numbers and dates may be written as the page writes them, and that no value
may come from a default: what a test compares has to be on the page.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from pydantic import PydanticInvalidForJsonSchema, TypeAdapter, ValidationError
from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError

from pytest_webagent.errors import ConfigError
from pytest_webagent.judging.typed.leaves import at, replaced, written
from pytest_webagent.values.days import days
from pytest_webagent.values.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pydantic_core import ErrorDetails

    from pytest_webagent.judging.typed.leaves import Path

_READS: Final = 3
"""How often what does not fit is read anew: a value may stand in a list, and be a number in another one's words."""
_WIDTH: Final = 80
_TRUTHS: Final[Mapping[str, bool]] = {"yes": True, "true": True, "no": False, "false": False}
_CHOICES = re.compile(r"'((?:[^'\\]|\\.)*)'")


class MisfitError(Exception):
    """What a model wrote is not of the type; `problems` are sentences that name the parts."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


class Shape:
    """The type of an answer."""

    def __init__(self, wanted: Any) -> None:
        """Take any type pydantic can build from JSON: models, dataclasses, `Literal`, numbers, dates, lists of these.

        Raises:
            ConfigError: it is no such type; the message says why.
        """
        self.name = getattr(wanted, "__name__", None) if isinstance(wanted, type) else None
        self.name = self.name or re.sub(r"\b(?:\w+\.)+(?=\w)", "", str(wanted))
        try:
            self._adapter: TypeAdapter[Any] = TypeAdapter(wanted)
            schema = self._adapter.json_schema()
        except (
            PydanticSchemaGenerationError,
            PydanticUserError,
            PydanticInvalidForJsonSchema,
            NameError,
        ) as error:
            told = str(error).partition("\n")[0].partition("Set `arbitrary")[0].strip(" .")
            raise ConfigError(
                f"no answer can be of the type {self.name}: {told}. Give a pydantic model, a dataclass, a Literal, a number, "
                "date or Decimal, or a list of one of these"
            ) from None
        self.schema = _inlined(schema, schema.get("$defs", {}), (), self.name)

    def read(self, raw: object, language: str) -> tuple[Any, Any]:
        """What a model wrote, as the type and as JSON with numbers and dates in their plain form.

        Args:
            raw: What the model wrote, from JSON.
            language: The page's, in which numbers and dates may be written.

        Raises:
            MisfitError: it is not of the type.
        """
        raw = _plainly(raw, self.schema, language)
        for _ in range(_READS):
            try:
                value = self._adapter.validate_python(raw)
            except ValidationError as error:
                details = error.errors(include_url=False)
                mended = _mended(raw, details, language)
                if mended == raw:
                    raise MisfitError([_problem(raw, detail) for detail in details]) from None
                raw = _plainly(mended, self.schema, language)
            else:
                if missing := [*_omitted(raw, self.schema)]:
                    raise MisfitError(missing)
                return value, raw
        raise MisfitError([f"the answer is no {self.name}: {_shown(raw)}"])


def _inlined(schema: Any, definitions: Mapping[str, Any], seen: tuple[str, ...], name: str) -> dict[str, Any]:
    """The schema without references and titles, which some servers refuse, and with every property required."""
    reference = schema.get("$ref", "").rpartition("/")[2]
    if reference in seen:
        raise ConfigError(f"no answer can be of the type {name}: {reference} contains itself, without an end")
    if reference:
        rest = {key: part for key, part in schema.items() if key != "$ref"}
        return _inlined({**definitions[reference], **rest}, definitions, (*seen, reference), name)
    plain: dict[str, Any] = {}
    for key, part in schema.items():
        if key in ("title", "default", "$defs"):
            continue
        if key == "properties":
            plain[key] = {each: _inlined(inner, definitions, seen, name) for each, inner in part.items()}
            plain["required"] = list(part)
        elif key in ("anyOf", "oneOf", "allOf", "prefixItems"):
            plain[key] = [_inlined(inner, definitions, seen, name) for inner in part]
        elif key in ("items", "additionalProperties") and isinstance(part, dict):
            plain[key] = _inlined(part, definitions, seen, name)
        elif key == "const":
            plain["enum"] = [part]
        elif key != "required" or "properties" not in schema:
            plain[key] = part
    return plain


def _omitted(raw: Any, schema: Mapping[str, Any], path: Path = ()) -> Iterator[str]:
    """The parts that were left out, and would come from a default."""
    if isinstance(raw, dict):
        for key, part in _properties(raw, schema).items():
            if key in raw:
                yield from _omitted(raw[key], part, (*path, key))
            else:
                yield f"{written((*path, key))} is missing: give what the page shows for it, or null where null is allowed"
    elif isinstance(raw, list):
        for index, part in enumerate(raw):
            yield from _omitted(part, _items(schema), (*path, index))


def _plainly(raw: Any, schema: Mapping[str, Any], language: str, path: Path = ()) -> Any:
    """What a model wrote, with the texts read that stand where a number or a truth belongs.

    A number is read here and not by pydantic, since what "1.234" is depends on the page's language.

    Raises:
        MisfitError: one of them can be read in two ways.
    """
    if isinstance(raw, dict):
        known, others = _properties(raw, schema), _others(schema)
        return {
            key: _plainly(part, known.get(key, others), language, (*path, key)) for key, part in raw.items()
        }
    if isinstance(raw, list):
        return [_plainly(part, _items(schema), language, (*path, index)) for index, part in enumerate(raw)]
    if not isinstance(raw, str):
        return raw
    kinds = {each.get("type") for each in _branches(schema)}
    if "boolean" in kinds and "string" not in kinds:
        return _TRUTHS.get(raw.strip().casefold(), raw)
    if kinds.isdisjoint(("number", "integer")):
        return raw
    found = quantities(raw, language)
    # A `Decimal` may be a text too, but then nothing besides the number.
    if len(found) != 1 or ("string" in kinds and found[0].text.strip() != raw.strip()):
        return raw
    if found[0].other is not None:
        two = f"{found[0].text!r} can be read as {found[0].value} or {found[0].other}: write it as a plain number"
        raise MisfitError([f"{written(path) or 'the answer'}: {two}"])
    return str(found[0].value)


def _branches(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [schema, *schema.get("anyOf", ()), *schema.get("oneOf", ())]


def _properties(raw: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The properties of the kind of object that something is, as far as its keys tell."""
    objects = [
        each["properties"] for each in _branches(schema) if raw.keys() & each.get("properties", {}).keys()
    ]
    return max(objects, key=lambda each: len(raw.keys() & each.keys()), default={})


def _items(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    return next((each["items"] for each in _branches(schema) if "items" in each), {})


def _others(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of the values of an object that may have any keys."""
    found = (each.get("additionalProperties") for each in _branches(schema))
    return next((each for each in found if isinstance(each, dict)), {})


def _mended(raw: Any, details: list[ErrorDetails], language: str) -> Any:
    """What a model wrote, with those texts read that say a date, a choice or JSON in other words."""
    for detail in details:
        path = _path(raw, detail)
        said = at(raw, path)
        if not isinstance(said, str):
            continue
        kind = detail["type"]
        read = next((read for part, read in _READINGS if part in kind), None)
        new = said if read is None else read(said, language, detail)
        if new != said:
            raw = replaced(raw, path, new)
    return raw


def _day(said: str, language: str, _: ErrorDetails) -> str:
    found = days(said, language)
    return found[0].value.isoformat() if len(found) == 1 and found[0].other is None else said


def _choice(said: str, _: str, detail: ErrorDetails) -> str:
    choices = _CHOICES.findall(str(detail.get("ctx", {}).get("expected", "")))
    return next((each for each in choices if slug(each) == slug(said)), said)


def _json(said: str, _: str, __: ErrorDetails) -> Any:
    try:
        return json.loads(said)
    except ValueError:
        return said


_READINGS: Final[tuple[tuple[str, Callable[[str, str, ErrorDetails], Any]], ...]] = (
    ("date", _day),
    ("time", _day),
    ("literal", _choice),
    ("enum", _choice),
    ("list", _json),
    ("model", _json),
    ("dict", _json),
    ("dataclass", _json),
    ("tuple", _json),
)
"""How a text is read where pydantic finds something else than wanted, by a part of its name for the error."""


def slug(text: str) -> str:
    """A text without what tells ``IN_STOCK`` from "In stock"."""
    return re.sub(r"[\W_]+", " ", text).strip().casefold()


def _path(raw: Any, detail: ErrorDetails) -> Path:
    """The path of a problem in what was written: pydantic also names the branch of a union."""
    path: Path = ()
    for part in detail["loc"]:
        try:
            at(raw, (*path, part))
        except LookupError:
            continue
        path = (*path, part)
    return path


def _problem(raw: Any, detail: ErrorDetails) -> str:
    path = _path(raw, detail)
    if detail["type"] == "missing":
        return f"{written((*path, detail['loc'][-1]))} is missing"
    name, message = written(path) or "the answer", detail["msg"].removeprefix("Value error, ")
    return f"{name}: {message[:1].lower()}{message[1:]}, not {_shown(detail['input'])}"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _WIDTH else text[: _WIDTH - 3] + "..."

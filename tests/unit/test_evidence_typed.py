"""Reading answers as types: numbers in the page's language, dates, choices, and what is left out."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any, Literal, NamedTuple

import pytest
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from pytest_webagent.errors import ConfigError
from pytest_webagent.judging.typed.leaves import leaves, path_of, written
from pytest_webagent.judging.typed.shape import MisfitError, Shape


class Line(BaseModel):
    name: str
    price: Decimal = Field(ge=0)
    note: str | None = None


class Cart(TypedDict):
    lines: list[Line]
    total: float


class Point(NamedTuple):
    x: int
    y: int


@pytest.mark.parametrize(
    ("wanted", "written_as", "language", "expected"),
    [
        (float, "1.234", "de", 1234.0),
        (float, "1.234", "en", 1.234),
        (Decimal, "1.234,50 €", "de", Decimal("1234.50")),
        (Decimal, "$1,234.50", "en", Decimal("1234.50")),
        (int, "1,031 reviews", "en", 1031),
        (int | None, "12 items", "en", 12),
        (list[float], ["$9.00", "10"], "en", [9.0, 10.0]),
        (float, "20 %", "en", 20.0),
        (datetime.date, "3rd of May 2026", "en", datetime.date(2026, 5, 3)),
        (datetime.date, "3. Mai 2026", "de", datetime.date(2026, 5, 3)),
        (Literal["in stock", "sold out"], "Sold out", "en", "sold out"),
        (bool, "yes", "en", True),
        (list[Line], '[{"name": "Mug", "price": "$9", "note": null}]', "en", [Line(name="Mug", price=Decimal(9))]),
        (Point, [3, 4], "en", Point(3, 4)),
        (dict[str, int], {"red": "2 mugs"}, "en", {"red": 2}),
        (str | int, "3 mugs", "en", "3 mugs"),
    ],
)  # fmt: skip
def test_what_a_model_writes_is_read_as_the_type(
    wanted: Any, written_as: Any, language: str, expected: Any
) -> None:
    value, _ = Shape(wanted).read(written_as, language)
    assert value == expected
    assert type(value) is type(expected)


@pytest.mark.parametrize(
    ("wanted", "written_as", "language", "told"),
    [
        (float, "1.234", "", "the answer: '1.234' can be read as 1.234 or 1234: write it as a plain number"),
        (list[float], ["1", "1.234"], "", "[1]: '1.234' can be read as"),
        (Cart, {"lines": [{"name": "Mug", "price": 1}], "total": 1}, "en", "lines[0].note is missing"),
        (Cart, {"lines": [{"name": "Mug", "price": -1, "note": None}], "total": 1}, "en", "lines[0].price: input"),
        (Cart, {"lines": []}, "en", "total is missing"),
        (Line, "a mug", "en", "the answer: input should be"),
        (int, "3 of 10", "en", "valid integer"),
        (int, "$7.50", "en", "valid integer"),
        (Literal["a", "b"], "c", "en", "input should be 'a' or 'b', not 'c'"),
        (datetime.date, "03/04/2026", "", "valid date"),
    ],
)  # fmt: skip
def test_what_is_not_of_the_type_is_told_by_its_field(
    wanted: Any, written_as: Any, language: str, told: str
) -> None:
    with pytest.raises(MisfitError) as misfit:
        Shape(wanted).read(written_as, language)
    assert told in str(misfit.value)


def test_the_schema_has_no_references_and_requires_every_part() -> None:
    schema = Shape(list[Line]).schema
    assert "$ref" not in str(schema)
    assert "$defs" not in str(schema)
    assert schema["items"]["required"] == ["name", "price", "note"]
    assert {"type": "null"} in schema["items"]["properties"]["note"]["anyOf"]


def test_a_type_is_called_what_its_author_calls_it() -> None:
    assert Shape(list[Line]).name == "list[Line]"
    assert Shape(Line).name == "Line"
    assert Shape(Line | None).name == "Line | None"


def test_a_type_that_json_cannot_carry_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"type object:|type memoryview:"):
        Shape(memoryview)


def test_values_are_named_by_their_paths() -> None:
    value = {"lines": [{"name": "Mug", "tags": []}], "total": 3}
    assert [(written(leaf.path), leaf.value) for leaf in leaves(value)] == [
        ("lines[0].name", "Mug"),
        ("lines[0].tags", []),
        ("total", 3),
    ]
    for text in ("lines[0].name", "$.lines[0].name", "answer.lines.0.name", "lines[0]['name']"):
        assert path_of(text) == ("lines", 0, "name")
    assert path_of("") == path_of("answer") == ()

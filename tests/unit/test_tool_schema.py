from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.core.base import from_function
from pytest_webagent.tools.core.docstring import parse


async def order(
    context: object,
    item: str,
    count: int = 1,
    size: Literal["small", "large"] = "small",
    note: str | None = None,
    *,
    gift: bool = False,
) -> str:
    """Put an item
    into the basket.

    The basket is the one of the visitor.

    Args:
        item: Name of the item,
            as the shop prints it.
        count (int): How many.
        size: Which size.
        note: A remark.
        gift: Whether to wrap it.

    Returns:
        What was ordered.
    """
    return f"{count} {size} {item} {note} {gift}"


class Address(BaseModel):
    street: str
    number: int | None = None


@dataclass
class Person:
    name: str
    address: Address


class Node(BaseModel):
    children: list[Node] = []


def test_the_signature_and_the_docstring_make_a_plain_json_schema():
    assert dict(from_function(order).parameters) == {
        "type": "object",
        "properties": {
            "reasoning": {
                "type": "string",
                "description": "Why this is the right thing to do next, in a sentence or two.",
            },
            "item": {"type": "string", "description": "Name of the item, as the shop prints it."},
            "count": {"type": "integer", "default": 1, "description": "How many."},
            "size": {
                "type": "string",
                "enum": ["small", "large"],
                "default": "small",
                "description": "Which size.",
            },
            "note": {"type": "string", "description": "A remark."},
            "gift": {"type": "boolean", "default": False, "description": "Whether to wrap it."},
        },
        "required": ["reasoning", "item"],
        "additionalProperties": False,
    }


def test_the_description_is_the_prose_before_the_sections():
    assert from_function(order).description == (
        "Put an item into the basket.\nThe basket is the one of the visitor."
    )


def test_nested_types_are_written_out_without_references():
    async def invite(people: list[Person]) -> str:
        """Invite people.

        Args:
            people: Who comes.
        """
        return ", ".join(f"{person.name} ({person.address.street})" for person in people)

    found = from_function(invite)
    assert found.parameters["properties"]["people"] == {
        "type": "array",
        "description": "Who comes.",
        "items": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "address": {
                    "type": "object",
                    "properties": {"street": {"type": "string"}, "number": {"type": "integer"}},
                    "required": ["street"],
                },
            },
            "required": ["name", "address"],
            "additionalProperties": False,
        },
    }
    people = found.check({"people": [{"name": "Ann", "address": {"street": "Long Lane"}}]})["people"]
    assert people == [Person("Ann", Address(street="Long Lane"))]


def test_types_local_to_a_test_function_are_understood():
    class Colour(BaseModel):
        red: int

    async def paint(colour: Colour) -> str:
        """Paint.

        Args:
            colour: The colour.
        """
        return str(Colour(red=1) == colour)

    assert from_function(paint).check({"colour": {"red": 1}}) == {"colour": Colour(red=1)}


def test_defaults_fill_in_what_was_not_given():
    assert from_function(order).check({"item": "mug"}) == {
        "item": "mug",
        "count": 1,
        "size": "small",
        "note": None,
        "gift": False,
    }


def test_a_null_for_an_optional_argument_counts_as_not_given():
    assert from_function(order).check({"item": "mug", "count": None, "note": None})["count"] == 1


def test_numbers_and_flags_written_as_text_are_understood():
    checked = from_function(order).check({"item": "mug", "count": "3", "gift": "true"})
    assert (checked["count"], checked["gift"]) == (3, True)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "'item' is missing"),
        ({"item": None}, "'item' must be a string, not null"),
        ({"item": 7}, "'item' must be a string, not 7"),
        ({"item": "mug", "count": "many"}, "'count' must be a whole number, not \"many\""),
        ({"item": "mug", "count": 1.5}, "'count': input should be a valid integer"),
        ({"item": "mug", "size": "huge"}, "'size' must be one of small, large, not \"huge\""),
        ({"item": "mug", "gift": "perhaps"}, "'gift' must be true or false, not \"perhaps\""),
        ({"item": "mug", "coun": 2}, "there is no argument 'coun' (did you mean 'count'?)"),
        ({"item": "mug", "context": {}}, "there is no argument 'context'"),
    ],
)
def test_arguments_that_do_not_fit_are_named_with_what_is_right(arguments: dict[str, Any], problem: str):
    with pytest.raises(ToolError) as caught:
        from_function(order).check(arguments)
    assert problem in str(caught.value)
    assert str(caught.value).startswith("order was not run: ")
    assert str(caught.value).endswith(
        "It takes reasoning (a string), item (a string), count (a whole number, optional), "
        "size (one of small, large, optional), note (a string, optional), gift (true or false, optional)"
    )


def test_all_problems_of_a_call_are_named_at_once():
    with pytest.raises(
        ToolError, match=r"'item' is missing; .*'size' must be.*; there is no argument 'colour'"
    ):
        from_function(order).check({"size": "huge", "colour": "red"})


def test_a_problem_inside_an_argument_is_named_by_its_path():
    async def invite(people: list[Person]) -> str:
        """Invite people.

        Args:
            people: Who comes.
        """
        return str(people)

    with pytest.raises(ToolError, match=r"'people.0.address.street' is missing"):
        from_function(invite).check({"people": [{"name": "Ann", "address": {}}]})


def test_limits_of_an_annotation_are_told_and_checked():
    async def pause(seconds: Annotated[float, Field(ge=0, le=30)] = 2) -> str:
        """Pause.

        Args:
            seconds: How long.
        """
        return str(seconds)

    found = from_function(pause)
    assert found.parameters["properties"]["seconds"]["maximum"] == 30
    with pytest.raises(ToolError, match="'seconds': input should be less than or equal to 30, not 99"):
        found.check({"seconds": 99})


async def undocumented(item: str) -> str:
    return item


async def without_args(item: str) -> str:
    """Do it."""
    return item


async def with_stale_args(item: str) -> str:
    """Do it.

    Args:
        item: What.
        colour: Gone.
    """
    return item


async def without_type(item) -> str:
    """Do it.

    Args:
        item: What.
    """
    return item


async def with_rest(*items: str) -> str:
    """Do it.

    Args:
        items: What.
    """
    return str(items)


async def with_object(item: pytest.Item) -> str:
    """Do it.

    Args:
        item: What.
    """
    return str(item)


async def with_recursion(node: Node) -> str:
    """Do it.

    Args:
        node: What.
    """
    return str(node)


def blocking(item: str) -> str:
    """Do it.

    Args:
        item: What.
    """
    return item


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (undocumented, "needs a docstring"),
        (without_args, "must describe 'item' under 'Args:'"),
        (with_stale_args, "describes 'colour' under 'Args:', but the function has no such parameter"),
        (without_type, "parameter 'item' needs a type annotation"),
        (with_rest, "cannot be given by name"),
        (with_object, "a type that JSON cannot carry"),
        (with_recursion, "'Node' contains itself"),
        (blocking, "must be an async function"),
    ],
)
def test_a_function_that_cannot_be_a_tool_is_refused_when_it_is_declared(function: Any, message: str):
    with pytest.raises(TypeError, match=message):
        from_function(function)


def test_a_name_the_model_servers_would_refuse_is_refused():
    with pytest.raises(TypeError, match="1 to 64 letters"):
        from_function(order, name="put in basket")


def test_argument_names_may_be_those_of_pydantic():
    async def odd(copy: str, json: str, _private: int = 0) -> str:
        """Odd names.

        Args:
            copy: One.
            json: Two.
            _private: Three.
        """
        return copy + json + str(_private)

    assert from_function(odd).check({"copy": "a", "json": "b"}) == {"copy": "a", "json": "b", "_private": 0}


def test_a_docstring_entry_may_hold_colons_and_span_lines():
    parsed = parse("""Sum up.

    Args:
        first: One of: a, b.

            Still the first.
        second: Two.

    Raises:
        ValueError: never.
    """)
    assert parsed.description == "Sum up."
    assert parsed.arguments == {"first": "One of: a, b. Still the first.", "second": "Two."}


@dataclass(frozen=True)
class Leg:
    port: Literal["Bergen", "Oslo"]
    days: tuple[int, ...] = ()


async def sail(legs: tuple[Leg, ...]) -> str:
    """Sail.

    Args:
        legs: Where to go.
    """
    return "ahoy"


@pytest.mark.parametrize(
    ("leg", "problem"),
    [
        ({"port": "Rome"}, "'legs.0.port' must be one of Bergen, Oslo, not \"Rome\""),
        ({"port": "Oslo", "day": 1}, "there is no argument 'day' (did you mean 'days'?) in 'legs.0'"),
        ({"port": "Oslo", "days": "x"}, "'legs.0.days' must be a list, not \"x\""),
        ({"port": "Oslo", "days": ["x"]}, "'legs.0.days.0' must be a whole number, not \"x\""),
        ({"days": []}, "'legs.0.port' is missing"),
        ("Oslo", "'legs.0' must be an object, not \"Oslo\""),
    ],
)
def test_a_wrong_part_of_an_argument_is_named_with_what_is_right_there(leg, problem):
    with pytest.raises(ToolError) as refused:
        from_function(sail).check({"legs": [leg]})
    assert problem in str(refused.value)

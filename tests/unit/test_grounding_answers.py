"""Answers of grounding models: one place in the form that was asked for, or an error that says what came."""

from __future__ import annotations

import re

import pytest

from pytest_webagent.errors import GroundingError
from pytest_webagent.grounding.point_answers import WANTED, Form, read
from pytest_webagent.messages import ToolCall
from pytest_webagent.ports import ModelResponse

CALL = '<tool_call>\n{"name": "grounding", "arguments": {"action": "click", "coordinate": [12, 34]}}\n</tool_call>'
CLICK = {"action": "click", "coordinate": [12, 34]}


def called(arguments: object, malformed: str | None = None) -> ModelResponse:
    return ModelResponse(tool_calls=(ToolCall("grounding", arguments, malformed=malformed),))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("tool_call", CALL),
        ("tool_call", f"<think>\nFirst [1, 2] comes to mind.\n</think>\n{CALL}"),
        ("tool_call", f"The template opened it. [1, 2]</think>\n{CALL}"),
        ("tool_call", f"<think>\nIt never stops thinking.\n{CALL}"),
        ("tool_call", CALL.removesuffix("</tool_call>")),
        ("tool_call", CALL.replace("\n</tool_call>", "}\n</tool_call>")),
        ("tool_call", f"{CALL}\n{CALL}"),
        ("tool_call", CALL.replace("[12, 34]", "[12.0,34.0]")),
        ("tool_call", CALL.replace("[12, 34]", "[2, 4, 22, 64]")),
        ("tool_call", '<tool_call>{"name": "x", "arguments": "{\\"coordinate\\": [12, 34]}"}</tool_call>'),
        (
            "tool_call",
            '<tool_call>{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [12, 34]}}',
        ),
        ("action", "Action: click(start_box='(12,34)')"),
        (
            "action",
            "Thought: Not click(start_box='(1,2)').\nAction: click(start_box='<|box_start|>(12,34)<|box_end|>')",
        ),
        ("action", "Action: click(point='<point>12 34</point>')"),
        ("action", "Action: click(point='<point>12 34</point>'')"),
        ("action", 'Action: click(start_box="[2, 4, 22, 64]")'),
        ("action", "Action: click(start_box='<bbox>2 4 22 64</bbox>')"),
        ("action", "click(start_box='(12, 34)')"),
        ("json", '[{"bbox_2d": [2, 4, 22, 64], "label": "Save"}]'),
        ("json", '```json\n[\n\t{"bbox_2d": [2, 4, 22, 64], "label": "Save"}\n]\n```'),
        (
            "json",
            'Here it is (see [1]):\n```json\n{"point_2d": [12, 34], "label": "Save"}\n```\nIt is a button.',
        ),
        ("json", '[{"point_2d": [12, 34], "label": "Save"}, {"point_2d": [12'),
        ("json", '<think>[{"point_2d": [1, 2]}]</think>[{"point_2d": [12, 34]}, {"point_2d": [12, 34]}]'),
        ("json", '[{"bbox_2d": [2, 4, 22, 64], "label": "a\nline break"}]'),
        ("pair", "[12, 34]"),
        ("pair", " (12, 34)\n"),
        ("pair", "```json\n[12, 34]\n```"),
        ("pair", "<think>[1, 2]</think> [12, 34]"),
        ("pair", "<point>12 34</point>"),
        ("pair", '{"x": 12, "y": 34}'),
    ],
)
def test_the_place_is_read_in_the_models_own_form(form: Form, text: str):
    answer = read(ModelResponse(text=text), form)
    assert answer is not None
    assert (answer.x, answer.y) == (12, 34)


@pytest.mark.parametrize(
    "response",
    [
        called(CLICK),
        called({"coordinate": "[12, 34]"}),
        called({"coordinate": {"x": 12, "y": 34}}),
        ModelResponse(
            text="I click it.", tool_calls=(ToolCall("grounding", CLICK), ToolCall("grounding", CLICK))
        ),
    ],
)
def test_a_call_the_server_has_already_read_is_understood(response: ModelResponse):
    answer = read(response, "tool_call")
    assert answer is not None
    assert (answer.x, answer.y) == (12, 34)


@pytest.mark.parametrize("text", ["[]", "```json\n[]\n```", "It is not there: []", "<think>Hm.</think>[]"])
def test_not_there_is_no_place(text: str):
    assert read(ModelResponse(text=text), "json") is None


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (
            "tool_call",
            CALL.replace("[12, 34]", "[12, 34]}}").removesuffix("</tool_call>") + CALL.replace("12", "13"),
        ),
        ("tool_call", CALL + CALL.replace("34", "35")),
        ("action", "Action: click(start_box='(12,34)')\n\nAction: click(start_box='(13,34)')"),
        ("json", '[{"bbox_2d": [2, 4, 22, 64]}, {"bbox_2d": [2, 4, 22, 74]}]'),
        ("json", '{"bbox_2d": [2, 4, 22, 64], "point_2d": [3, 5]}'),
        ("json", '```json\n{"point_2d": [12, 34]}\n```\nor\n```json\n{"point_2d": [13, 34]}\n```'),
    ],
)
def test_two_answers_are_none(form: Form, text: str):
    with pytest.raises(GroundingError, match="one place was asked for, and the answer names 2: "):
        read(ModelResponse(text=text), form)


@pytest.mark.parametrize(
    ("form", "response"),
    [
        *(
            (form, ModelResponse(text=text))
            for form in WANTED
            for text in ("", "The button is at the top right.", "[[[")
        ),
        ("tool_call", ModelResponse(text="[12, 34]")),
        ("tool_call", ModelResponse(text="<tool_call>[12, 34]</tool_call>")),
        ("tool_call", ModelResponse(text=CALL.replace("click", "wait"))),
        ("tool_call", ModelResponse(text=CALL.replace("coordinate", "place"))),
        ("tool_call", ModelResponse(text=CALL.replace("[12, 34]", "[12, 34"))),
        ("tool_call", ModelResponse(text=CALL.replace("[12, 34]", "null"))),
        ("tool_call", ModelResponse(text=CALL.replace("[12, 34]", "[NaN, 34]"))),
        ("tool_call", ModelResponse(text=f"<think>{CALL}</think>")),
        ("tool_call", called({}, malformed='{"action": "click", "coordinate": [12, 34]')),
        ("tool_call", called({})),
        ("tool_call", called({"action": "click", "coordinate": [True, 1]})),
        ("action", ModelResponse(text="Action: finished(content='(12, 34)')")),
        ("action", ModelResponse(text="Action: click(start_box='=')")),
        ("action", ModelResponse(text="Action: drag(start_box='(1,2)', end_box='(3,4)')")),
        ("action", ModelResponse(text="Action: click(start_box='__import__(\"os\")')")),
        ("json", ModelResponse(text="[12, 34]")),
        ("json", ModelResponse(text='{"coordinates": [12, 34]}')),
        ("json", ModelResponse(text='[{"bbox_2d": [1, 2, 3]}]')),
        ("json", ModelResponse(text='[{"bbox_2d": [1, 2, 3')),
        ("pair", ModelResponse(text="It is at [12, 34].")),
        ("pair", ModelResponse(text="[12, 34] [12, 34]")),
        ("pair", ModelResponse(text="(12, 34) px")),
    ],
)
def test_an_answer_in_another_form_says_what_was_wanted_and_what_came(form: Form, response: ModelResponse):
    with pytest.raises(
        GroundingError, match=re.escape(f"the answer has to be {WANTED[form]}, and it was: ")
    ) as caught:
        read(response, form)
    told = str(caught.value)
    assert told.endswith("(nothing)") == (not response.text and not response.tool_calls)
    assert len(told) < 400


@pytest.mark.parametrize("form", WANTED)
@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_000_000,
        "<think>" * 100_000,
        "\n" * 1_000_000,
        "```" * 300_000,
        '{"a":' * 200_000,
        "<tool_call>" * 90_000,
    ],
    ids=["brackets", "thoughts", "lines", "fences", "objects", "calls"],
)
def test_a_megabyte_of_nonsense_is_refused_in_a_short_sentence(form: Form, text: str):
    with pytest.raises(GroundingError) as caught:
        read(ModelResponse(text=text), form)
    assert len(str(caught.value)) < 400


def test_what_came_is_shown_without_what_moves_a_terminal():
    with pytest.raises(GroundingError, match=r"and it was: It is \[31m red at the\.$"):
        read(ModelResponse(text="It is\x1b[31m\x07 red\u202e at\n\nthe."), "pair")


def test_a_long_reply_is_read_from_its_end():
    answer = read(ModelResponse(text="Let me see. " * 100_000 + CALL), "tool_call")
    assert answer is not None
    assert (answer.x, answer.y) == (12, 34)

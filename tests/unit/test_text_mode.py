"""Tools for models whose server knows none: what they are told, and how what they write is read."""

import json
import re
from typing import Any

import pytest
from model_server import ModelServer, says
from openai_requests import PICTURE, TOOLS, model_at, request

from pytest_webagent.errors import ModelError
from pytest_webagent.messages import Message, ToolCall, ToolSpec
from pytest_webagent.model.relaxed_json import NotJson, read_value
from pytest_webagent.model.text_mode import as_text, without_system
from pytest_webagent.model.written_calls import read_written

CLICK = {"element_id": "3", "reasoning": "It is the search button."}


@pytest.mark.parametrize(
    "reply",
    [
        'Reason: It is the search button.\n{"name": "click", "arguments": {"element_id": "3"}}',
        'Reason: It is the search button.\n```json\n{"name": "click", "arguments": {"element_id": "3"}}\n```',
        'Reason: It is the search button.\n```\n{"name": "click", "arguments": {"element_id": "3"}}```\nDone!',
        'It is the search button.\n<tool_call>\n{"name": "click", "arguments": {"element_id": "3"}}\n</tool_call>',
        'Reason: It is the search button. <tool_call>{"name": "click", "arguments": {"element_id": "3"}}',
        '**Reason:** It is the search button.\n{"tool": "click", "args": {"element_id": "3"}}',
        'It is the search button. {"action": "click", "action_input": {"element_id": "3"}}',
        'It is the search button. {"name": "click", "parameters": "{\\"element_id\\": \\"3\\"}"}',
        'It is the search button. {"name": "functions.click", "arguments": {"element_id": "3",},}',
        "Reason: It is the search button.\n{'name': 'click', 'arguments': {'element_id': '3'}}",
        "Reason: It is the search button.\n{“name”: “click”, “arguments”: {“element_id”: “3”}}",
        'Reason: It is the search button.\n{name: "click", arguments: {element_id: "3"}} // press it',
        'It is the search button. [{"name": "click", "arguments": {"element_id": "3"}}]',
        'It is the search button. {"tool_calls": [{"function": {"name": "click", "arguments": {"element_id": "3"}}}]}',
        '{"name": "click", "arguments": {"element_id": "3", "reasoning": "It is the search button."}}',
        'It is the search button. {"action": {"name": "click", "arguments": {"element_id": "3"}}}',
        '{"reason": "It is the search button.", "tool": "click", "element_id": "3"}',
        '<think>Or {"name": "scroll", "arguments": {}}?</think>Reason: It is the search button.\n'
        '{"name": "click", "arguments": {"element_id": "3"}}',
        'Maybe {"name": "scroll"}?</think>It is the search button. {"name": "click", "arguments": {"element_id": "3"}}',
        'Reason: It is the search button.\n{"name": "click", "arguments": {"element_id": "3"}}\n\n'
        'Result of click: Clicked\nReason: go on\n{"name": "scroll", "arguments": {"direction": "up"}}',
    ],
)
def test_a_call_is_read_however_it_is_written(reply: str):
    written = read_written(reply, TOOLS)
    assert written.calls == (ToolCall("click", CLICK),)
    assert written.text == "It is the search button."


def test_several_calls_are_read_in_order():
    tagged = "".join(
        f'<tool_call>{{"name": "click", "arguments": {{"element_id": "{number}"}}}}</tool_call>\n'
        for number in (3, 1, 2)
    )
    assert [call.arguments["element_id"] for call in read_written(tagged, TOOLS).calls] == ["3", "1", "2"]


def test_a_call_of_an_unknown_tool_is_read_too():
    assert read_written('{"name": "fly", "arguments": {"to": "Rome"}}', TOOLS).calls == (
        ToolCall("fly", {"to": "Rome"}),
    )


def test_data_that_merely_has_a_name_is_no_call():
    written = read_written('The product is {"name": "Blue mug", "price": 5}.', TOOLS)
    assert written.calls == ()
    assert written.problem == 'it holds no JSON object with "name" and "arguments"'


def test_an_argument_called_reason_stays_where_a_tool_has_one():
    report = ToolSpec("report", "Report.", {"properties": {"reason": {"type": "string"}}})
    written = read_written('Reason: seen\n{"name": "report", "arguments": {"reason": "broken"}}', [report])
    assert written.calls == (ToolCall("report", {"reason": "broken"}),)


def test_arguments_that_are_no_object_are_malformed():
    assert read_written('{"name": "click", "arguments": "three"}', TOOLS).calls == (
        ToolCall("click", {"reasoning": ""}, malformed="three"),
    )


@pytest.mark.parametrize(
    "reply",
    [
        'Reason: so\n{"name": "click", "arguments": {"element_id": "3"',
        'Reason: so\n```json\n{"name": "click", "arguments": {"text": "a long',
        "<tool_call>\n{'name': 'click', 'argu",
    ],
)
def test_half_a_call_is_never_completed(reply: str):
    written = read_written(reply, TOOLS)
    assert written.calls == ()
    assert written.cut


def test_megabytes_of_brackets_are_read_quickly_and_hold_no_call():
    deep = '{"tool_calls": [' * 200 + "]}" * 200
    spread = (
        '"//' * 100_000,
        "```" + " " * 100_000,
        "\n" * 100_000,
        "{}" + " " * 100_000 + ".",
        "{" + '"a" ' * 50_000,
    )
    for junk in (
        deep,
        *spread,
        "{" * 1_000_000,
        '{"name": ' * 100_000,
        "[" * 1_000_000,
        '<tool_call>{"a' * 50_000,
    ):
        assert read_written(junk, TOOLS).calls == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, 2.5, -3e2, true, null,],}', {"a": [1, 2.5, -300.0, True, None]}),
        ("{'a': True, 'b': None, 'c': False}", {"a": True, "b": None, "c": False}),
        ('{"say": "press the "Add" button, then wait"}', {"say": 'press the "Add" button, then wait'}),
        ("{'say': 'it's there'}", {"say": "it's there"}),
        ('{"say": "“quoted” – it’s fine",}', {"say": "“quoted” – it’s fine"}),
        (
            '{"a": "line\nbreak", /* why */ "b": "tab\\tand \\u00e9 \\ud83d\\ude00",}',
            {"a": "line\nbreak", "b": "tab\tand é 😀"},
        ),
        (r'{"path": "C:\dir", "q": "it\'s",}', {"path": r"C:\dir", "q": "it's"}),
        ("{}", {}),
    ],
)
def test_json_is_read_forgivingly(text: str, value: Any):
    assert read_value(text) == (value, len(text))


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1',
        '{"a": "b}',
        '{"a" "b"}',
        '{"a": down}',
        "{1: 2}",
        '{"a": 1 "b": 2}',
        '{"a": NaN}',
        "{,}",
        "",
    ],
)
def test_what_is_no_json_is_not_guessed_at(text: str):
    with pytest.raises(NotJson):
        read_value(text)


@pytest.mark.parametrize("value", [{"a": {"b": [1, "x\"y'z", {"c": None}]}}, {"k": "}{][,:"}, {"": "\\"}])
def test_good_json_is_read_the_same_by_the_forgiving_reader(value: Any):
    # A trailing comma keeps the strict reader from taking it.
    text = re.sub(r"\}\Z", ",}", json.dumps(value))
    assert read_value(text)[0] == value


def test_the_tools_are_told_in_the_system_message():
    system = as_text(request().messages, TOOLS)[0]
    assert system.role == "system"
    assert system.text.startswith("You test web sites.\n\n# Tools\n")
    assert system.text.endswith(
        "## click\nClick an element.\n- element_id (string, optional): Its number.\n\n"
        '## scroll\nScroll the page.\n- direction (one of "up", "down", required, default "down")'
    )
    assert '{"name": "TOOL", "arguments": {"ARGUMENT": "VALUE"}}' in system.text


def test_types_of_arguments_are_told_in_words():
    choices: dict[str, Any] = {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}
    numbers = {"type": "array", "items": {"type": "integer"}, "description": "Which."}
    spec = ToolSpec("pick", "Pick.", {"properties": {"one": choices, "many": numbers}, "required": ["many"]})
    assert as_text(request().messages, [spec])[0].text.endswith(
        "## pick\nPick.\n- one (integer, optional)\n"
        '- many (JSON Schema {"type": "array", "items": {"type": "integer"}}, required): Which.'
    )


def test_calls_and_results_become_text_and_roles_alternate():
    both = (
        ToolCall("click", {"element_id": "3", "reasoning": "so"}, "1"),
        ToolCall("scroll", {"direction": "up"}, "2"),
    )
    past = (
        Message(role="assistant", text="Both at once.", tool_calls=both),
        Message(role="tool", tool_call_id="1", text="Clicked", images=(PICTURE,)),
        Message(role="tool", tool_call_id="2", text="Scrolled"),
        Message(role="user", text="The page is now this.", images=(PICTURE,)),
    )
    _, goal, assistant, user = as_text(request("Go", *past).messages, TOOLS)
    assert (goal.role, goal.text) == ("user", "Go")
    assert assistant.text == (
        "Reason: Both at once.\n"
        '```json\n{"name": "click", "arguments": {"element_id": "3"}}\n```\n'
        '```json\n{"name": "scroll", "arguments": {"direction": "up"}}\n```'
    )
    assert user.text == "Result of click: Clicked\n\nResult of scroll: Scrolled\n\nThe page is now this."
    assert user.images == (PICTURE, PICTURE)
    assert read_written(assistant.text, TOOLS).calls[1] == ToolCall("scroll", {"direction": "up"})


def test_a_system_message_in_the_middle_is_said_by_the_user():
    messages = (*request("Go").messages, Message(role="system", text="Two steps left."))
    assert [(item.role, item.text) for item in as_text(messages, ())] == [
        ("system", "You test web sites."),
        ("user", "Go\n\nTwo steps left."),
    ]


def test_pictures_that_stand_before_the_words_stay_there_when_messages_are_joined():
    asked = (
        Message(role="system", text="Find it."),
        Message(role="user", text="the button", images=(PICTURE,), images_first=True),
    )
    (joined,) = without_system(asked)
    assert (joined.text, joined.images, joined.images_first) == ("Find it.\n\nthe button", (PICTURE,), True)


def test_without_a_system_role_its_words_open_the_first_user_message():
    assert [(item.role, item.text) for item in without_system(request("Go").messages)] == [
        ("user", "You test web sites.\n\nGo")
    ]


async def test_no_tools_are_offered_natively_in_text_mode(model_server: ModelServer):
    model_server.script(says('Reason: there\n{"name": "click", "arguments": {"element_id": "3"}}'))
    async with model_at(model_server, tool_calling="text") as model:
        response = await model.complete(request())
    assert response.text == "there"
    assert response.tool_calls[0].arguments == {"element_id": "3", "reasoning": "there"}
    assert response.tool_calls[0].id
    assert "tools" not in model_server.asked[0].body


async def test_what_cannot_be_read_is_asked_for_once_more(model_server: ModelServer):
    model_server.script(
        says("I would click it."), says('{"name": "click", "arguments": {"element_id": "3"}}')
    )
    async with model_at(model_server, tool_calling="text") as model:
        response = await model.complete(request("Go"))
    assert [call.name for call in response.tool_calls] == ["click"]
    assert response.usage.requests == 2
    assert response.usage.input_tokens == 200
    *before, wrote, repair = model_server.asked[1].messages
    assert before == model_server.asked[0].messages
    assert wrote == {"role": "assistant", "content": "I would click it."}
    assert repair["role"] == "user"
    assert 'it holds no JSON object with "name" and "arguments"' in repair["content"]
    assert "TOOL is one of: click, scroll." in repair["content"]


async def test_after_one_repair_the_text_is_all_there_is(model_server: ModelServer):
    model_server.script(says("I would click it."), says("Really, I would."))
    async with model_at(model_server, tool_calling="text") as model:
        response = await model.complete(request())
    assert (response.text, response.tool_calls) == ("Really, I would.", ())


async def test_the_repair_names_the_place_that_could_not_be_read(model_server: ModelServer):
    model_server.script(says('{"name": "click", "arguments": {"element_id": three}}'), says("No."))
    async with model_at(model_server, tool_calling="text") as model:
        await model.complete(request())
    assert "no value begins with 't' at character 47" in model_server.asked[1].messages[-1]["content"]


async def test_a_call_cut_at_the_token_limit_is_an_error(model_server: ModelServer):
    model_server.script(says('Reason: so\n{"name": "click", "arguments": {"elem', finish="length"))
    async with model_at(model_server, tool_calling="text", max_tokens=20) as model:
        with pytest.raises(ModelError, match=r"middle of a tool call \(webagent_max_tokens is 20\)"):
            await model.complete(request())


async def test_a_question_without_tools_is_answered_with_plain_text(model_server: ModelServer):
    model_server.script(says("Reason: none.\nIt holds."))
    async with model_at(model_server, tool_calling="text") as model:
        response = await model.complete(request(tools=()))
    assert response.text == "Reason: none.\nIt holds."
    assert model_server.asked[0].messages[0] == {"role": "system", "content": "You test web sites."}

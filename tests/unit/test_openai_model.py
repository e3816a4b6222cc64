"""The OpenAI-compatible model against a real HTTP server that behaves."""

import json
import logging
from dataclasses import replace
from typing import Any

import pytest
from model_server import ModelServer, calls, fails, message, raw, refuses_images, refuses_tools, says, wants
from openai_requests import PICTURE, TOOLS, model_at, request

from pytest_webagent.config import Settings
from pytest_webagent.errors import ModelError
from pytest_webagent.messages import Image, Message, ToolCall, Usage
from pytest_webagent.model.openai import OpenAIModel
from pytest_webagent.session_warnings import WebAgentWarning


async def test_a_goal_is_sent_with_the_tools_and_a_call_comes_back(model_server: ModelServer):
    model_server.script(calls(wants("click", {"element_id": "3"}), content="The button is there."))
    async with model_at(model_server) as model:
        response = await model.complete(request("Press the button"))
    assert response.text == "The button is there."
    assert response.tool_calls == (ToolCall("click", {"element_id": "3"}, "call_a"),)
    sent = model_server.asked[0]
    assert sent.path == "/v1/chat/completions"
    assert sent.body == {
        "model": "test-model",
        "messages": [
            {"role": "system", "content": "You test web sites."},
            {"role": "user", "content": "Press the button"},
        ],
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": spec.name,
                    "description": spec.description,
                    "parameters": spec.parameters,
                },
            }
            for spec in TOOLS
        ],
    }


async def test_two_calls_at_once_keep_their_order_and_ids(model_server: ModelServer):
    model_server.script(calls(wants("type", {"text": "mug"}, "b"), wants("click", {"element_id": "9"}, "a")))
    async with model_at(model_server) as model:
        response = await model.complete(request())
    assert [(call.name, call.id) for call in response.tool_calls] == [("type", "b"), ("click", "a")]


async def test_calls_without_an_id_or_with_a_used_one_get_their_own(model_server: ModelServer):
    earlier = Message(role="assistant", tool_calls=(ToolCall("click", {}, "call_0"),))
    answer = Message(role="tool", tool_call_id="call_0", text="Clicked")
    model_server.script(calls(wants("click", {}, ""), wants("click", {}, "call_0"), wants("click", {}, "")))
    async with model_at(model_server) as model:
        response = await model.complete(request("Go on", earlier, answer))
    ids = [call.id for call in response.tool_calls]
    assert all(ids)
    assert len({*ids, "call_0"}) == 4


async def test_an_unknown_tool_is_passed_on_for_the_registry_to_answer(model_server: ModelServer):
    model_server.script(calls(wants("fly", {"to": "the moon"})))
    async with model_at(model_server) as model:
        response = await model.complete(request())
    assert response.tool_calls[0].name == "fly"
    assert response.tool_calls[0].malformed is None


@pytest.mark.parametrize(
    "arguments", ['{"element_id": ', "[1, 2]", '"text"', "7", "null and void", "{'a': 1}"]
)
async def test_arguments_that_are_no_json_object_are_handed_on_as_malformed(
    model_server: ModelServer, arguments: str
):
    model_server.script(calls(wants("click", arguments)))
    async with model_at(model_server) as model:
        response = await model.complete(request())
    assert response.tool_calls == (ToolCall("click", {}, "call_a", malformed=arguments),)


async def test_malformed_arguments_of_any_length_are_kept_short(model_server: ModelServer):
    model_server.script(calls(wants("click", '{"text": "' + "x" * 200_000)))
    async with model_at(model_server) as model:
        response = await model.complete(request())
    malformed = response.tool_calls[0].malformed or ""
    assert malformed.startswith('{"text": "xxx')
    assert len(malformed) < 2_100


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ("", {}),
        (None, {}),
        ({"element_id": "1"}, {"element_id": "1"}),
        ('"{\\"element_id\\": \\"1\\"}"', {"element_id": "1"}),
        ('{"text": "two\nlines"}', {"text": "two\nlines"}),
    ],
    ids=["empty", "missing", "an object", "encoded twice", "a bare line break"],
)
async def test_what_sloppy_servers_send_as_arguments_is_understood(
    model_server: ModelServer, arguments: Any, meant: dict[str, Any]
):
    function = {"name": "click", "arguments": arguments}
    model_server.script(calls({"id": "c", "type": "function", "function": function}))
    async with model_at(model_server) as model:
        response = await model.complete(request())
    assert response.tool_calls == (ToolCall("click", meant, "c"),)


async def test_the_older_function_call_is_understood(model_server: ModelServer):
    model_server.script(message(content=None, function_call={"name": "click", "arguments": "{}"}))
    async with model_at(model_server) as model:
        response = await model.complete(request())
    assert [call.name for call in response.tool_calls] == ["click"]


async def test_200_kb_of_text_are_tolerated_and_kept_short(model_server: ModelServer):
    model_server.script(says("word " * 40_000))
    async with model_at(model_server) as model:
        response = await model.complete(request())
    assert response.tool_calls == ()
    assert len(response.text) < 10_000
    assert response.text.endswith("more characters]")


async def test_usage_counts_cached_tokens(model_server: ModelServer):
    usage = {"prompt_tokens": 900, "completion_tokens": 20, "prompt_tokens_details": {"cached_tokens": 768}}
    model_server.script(says("Hm.", usage=usage))
    async with model_at(model_server) as model:
        response = await model.complete(request())
    assert response.usage == Usage(input_tokens=900, output_tokens=20, cached_tokens=768, requests=1)


async def test_thinking_is_taken_out_of_the_text(model_server: ModelServer):
    model_server.script(
        calls(wants("click", {}), content="<think>Long thoughts.</think>It is the blue one."),
        calls(wants("click", {}), content="<think>Only thoughts.</think>"),
        calls(wants("click", {}), reasoning_content="Apart."),
    )
    async with model_at(model_server) as model:
        texts = [(await model.complete(request())).text for _ in range(3)]
    assert texts == ["It is the blue one.", "Only thoughts.", "Apart."]


async def test_sampling_settings_are_sent_only_when_set(model_server: ModelServer):
    model_server.script(says("Hm."))
    async with model_at(model_server, temperature=0.0, top_p=0.5, seed=7, max_tokens=300) as model:
        await model.complete(request())
    body = model_server.asked[0].body
    assert {key: body[key] for key in body if key not in ("model", "messages", "tools")} == {
        "temperature": 0.0,
        "top_p": 0.5,
        "seed": 7,
        "max_completion_tokens": 300,
        "max_tokens": 300,
    }


async def test_images_are_sent_beside_the_text(model_server: ModelServer):
    model_server.script(says("Hm."))
    async with model_at(model_server) as model:
        assert model.sees_images
        await model.complete(request("Look", images=(PICTURE,)))
    assert model_server.asked[0].messages[-1]["content"] == [
        {"type": "text", "text": "Look"},
        {"type": "image_url", "image_url": {"url": PICTURE.data_url, "detail": "auto"}},
    ]


async def test_pictures_of_tools_follow_the_last_answer_to_a_reply(model_server: ModelServer):
    model_server.script(says("Hm."))
    both = Message(role="assistant", tool_calls=(ToolCall("look", {}, "1"), ToolCall("click", {}, "2")))
    first = Message(role="tool", tool_call_id="1", text="See below", images=(Image(b"png", "image/png"),))
    second = Message(role="tool", tool_call_id="2", text="Clicked")
    async with model_at(model_server) as model:
        await model.complete(request("Go", both, first, second))
    sent = model_server.asked[0].messages[2:]
    assert [item["role"] for item in sent] == ["assistant", "tool", "tool", "user"]
    assert sent[3]["content"][0]["text"] == "Picture from look:"


async def test_no_image_is_sent_with_vision_off(model_server: ModelServer):
    model_server.script(says("Hm."))
    async with model_at(model_server, vision="off") as model:
        assert not model.sees_images
        await model.complete(request("Look", images=(PICTURE,)))
    assert model_server.asked[0].messages[-1]["content"] == "Look"


async def test_the_past_is_sent_in_a_form_every_server_takes(model_server: ModelServer):
    model_server.script(says("Hm."))
    odd = ToolCall("click it!", {}, "1", malformed='{"element_id": ')
    past = Message(role="assistant", text="Lone \ud83d surrogate", tool_calls=(odd,))
    async with model_at(model_server) as model:
        await model.complete(request("Go", past, Message(role="tool", tool_call_id="1", text="Not JSON")))
    assistant = model_server.asked[0].messages[2]
    assert assistant["content"] == "Lone \N{REPLACEMENT CHARACTER} surrogate"
    assert assistant["tool_calls"][0]["function"] == {"name": "click_it_", "arguments": "{}"}


async def test_the_beginning_of_a_request_stays_the_same_from_step_to_step(model_server: ModelServer):
    step = (Message(role="assistant", tool_calls=(ToolCall("click", {"b": 1, "a": 2}, "1"),)),)
    answer = (Message(role="tool", tool_call_id="1", text="Clicked"),)
    model_server.script(says("Hm."), says("Hm."))
    async with model_at(model_server) as model:
        await model.complete(request("Go", *step, *answer))
        await model.complete(request("Go", *step, *answer, Message(role="user", text="Next")))
    first, second = (json.dumps(asked.messages) for asked in model_server.asked)
    assert second.startswith(first[:-1])


async def test_a_server_without_tools_is_refused_once_and_told_the_tools_in_words(
    model_server: ModelServer, caplog: pytest.LogCaptureFixture
):
    model_server.rule(refuses_tools)
    call = '```json\n{"name": "click", "arguments": {"element_id": "4"}}\n```'
    model_server.script(says(f"Reason: it is there\n{call}"), says(f"Reason: once more\n{call}"))
    async with model_at(model_server) as model:
        with caplog.at_level(logging.WARNING, "pytest_webagent"):
            responses = [await model.complete(request()), await model.complete(request())]
    assert [response.tool_calls[0].arguments for response in responses] == [
        {"element_id": "4", "reasoning": "it is there"},
        {"element_id": "4", "reasoning": "once more"},
    ]
    assert ["tools" in asked.body for asked in model_server.asked] == [True, False, False]
    assert "## click" in model_server.asked[1].messages[0]["content"]
    assert "it takes no tools" in caplog.text


@pytest.mark.parametrize(
    "refusal",
    [
        fails(400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
        fails(500, "tools param requires --jinja flag"),
        fails(404, "No endpoints found that support tool use."),
        fails(501, "Function calling is not implemented"),
        fails(400, "Unrecognized request argument supplied: tools", param="tools"),
        raw('{"detail": [{"type": "extra_forbidden", "loc": ["body", "tools"]}]}', status=422),
    ],
    ids=["vllm", "llama.cpp", "openrouter", "not implemented", "unrecognized", "pydantic"],
)
async def test_refusals_of_tools_are_recognised(model_server: ModelServer, refusal: Any):
    model_server.script(refusal, says('Reason: so\n{"name": "click", "arguments": {}}'))
    async with model_at(model_server) as model:
        response = await model.complete(request())
    assert [call.name for call in response.tool_calls] == ["click"]


async def test_a_server_without_tools_is_an_error_when_native_tools_are_insisted_on(
    model_server: ModelServer,
):
    model_server.rule(refuses_tools)
    async with model_at(model_server, tool_calling="native") as model:
        with pytest.raises(ModelError, match=r"does not support tools.*webagent_tool_calling=native.*auto"):
            await model.complete(request())


async def test_a_complaint_about_our_tools_is_not_taken_for_a_server_without_tools(model_server: ModelServer):
    model_server.script(fails(400, "Invalid schema for function 'click': 'oneOf' is not permitted"))
    async with model_at(model_server) as model:
        with pytest.raises(ModelError, match="Invalid schema"):
            await model.complete(request())


async def test_a_model_without_vision_is_an_error_when_vision_is_on(model_server: ModelServer):
    model_server.rule(refuses_images)
    async with model_at(model_server, vision="on") as model:
        with pytest.raises(ModelError, match=r"image input is not supported.*webagent_vision=on.*auto"):
            await model.complete(request("Look", images=(PICTURE,)))


async def test_a_model_with_neither_tools_nor_vision_is_still_of_use(model_server: ModelServer):
    model_server.rule(refuses_images)
    model_server.rule(refuses_tools)
    model_server.script(says('{"name": "click", "arguments": {"element_id": "1"}}'))
    async with model_at(model_server) as model:
        with pytest.warns(WebAgentWarning, match="it takes no images"):
            response = await model.complete(request("Look", images=(PICTURE,)))
    assert response.tool_calls[0].arguments["element_id"] == "1"


@pytest.mark.parametrize(
    ("words", "known"),
    [
        ("Unrecognized request argument supplied: max_completion_tokens", (None, 50)),
        ("max_tokens: Extra inputs are not permitted", (50, None)),
        (
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            (50, None),
        ),
        (
            "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
            (50, None),
        ),
    ],
)
async def test_a_server_that_takes_one_name_of_the_limit_is_told_it_by_that(
    model_server: ModelServer, words: str, known: tuple[int | None, int | None]
):
    model_server.script(fails(400, words), says("Hm."), says("Hm."))
    async with model_at(model_server, max_tokens=50) as model:
        await model.complete(request())
        await model.complete(request())
    assert limits_of(model_server) == [(50, 50), known, known]


async def test_a_server_that_takes_neither_name_of_the_limit_is_asked_without_it(model_server: ModelServer):
    words = "Unrecognized request argument supplied: {}"
    model_server.script(
        fails(400, words.format("max_tokens")), fails(400, words.format("max_completion_tokens")), says("Hm.")
    )
    async with model_at(model_server, max_tokens=50) as model:
        await model.complete(request())
    assert limits_of(model_server) == [(50, 50), (50, None), (None, None)]


async def test_azure_is_not_sent_both_names_of_the_limit_which_it_refuses(
    model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", model_server.url.removesuffix("/v1"))
    monkeypatch.setenv("AZURE_OPENAI_API_KEY", "key-of-a-test")
    monkeypatch.setenv("OPENAI_API_VERSION", "2025-01-01")
    refusal = fails(400, "Unrecognized request argument supplied: max_completion_tokens")
    model_server.script(refusal, says("Hm."))
    model = OpenAIModel(Settings(model="m", max_tokens=50))
    await model.complete(request())
    await model.close()
    assert limits_of(model_server) == [(50, None), (None, 50)]


def limits_of(server: ModelServer) -> list[tuple[int | None, int | None]]:
    """The limit that each request gave, by its new and by its old name."""
    return [(asked.body.get("max_completion_tokens"), asked.body.get("max_tokens")) for asked in server.asked]


@pytest.mark.parametrize("counts", [True, False])
async def test_a_reply_that_is_longer_than_was_allowed_is_told_once(model_server: ModelServer, counts: bool):
    usage = {"prompt_tokens": 100, "completion_tokens": 2_000} if counts else {"n": 0}
    said = says("mug " * 2_000, usage=usage)
    model_server.script(said, said)
    async with model_at(model_server, max_tokens=50) as model:
        with pytest.warns(WebAgentWarning, match=r"a reply has .* tokens, and 50 were allowed at most"):
            await model.complete(request())
        # A second warning would be an error.
        await model.complete(request())


async def test_a_reply_as_long_as_was_allowed_is_not_worth_a_word(model_server: ModelServer):
    model_server.script(says("Hm.", finish="length", usage={"prompt_tokens": 100, "completion_tokens": 50}))
    async with model_at(model_server, max_tokens=50) as model:
        assert (await model.complete(request())).text == "Hm."


async def test_a_parameter_the_model_does_not_take_is_dropped_once_and_said(
    model_server: ModelServer, caplog: pytest.LogCaptureFixture
):
    words = (
        "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value."
    )
    model_server.script(fails(400, words, param="temperature"), says("Hm."), says("Hm."))
    async with model_at(model_server, temperature=0.2, seed=1) as model:
        with caplog.at_level(logging.WARNING, "pytest_webagent"):
            await model.complete(request())
            await model.complete(request())
    sent = [("temperature" in asked.body, asked.body["seed"]) for asked in model_server.asked]
    assert sent == [(True, 1), (False, 1), (False, 1)]
    assert "it takes no `temperature`" in caplog.text


async def test_a_limit_that_is_too_high_is_an_error_not_dropped(model_server: ModelServer):
    words = "max_completion_tokens is too large: 900000. This model supports at most 16384 completion tokens."
    model_server.script(fails(400, words, param="max_completion_tokens"))
    async with model_at(model_server, max_tokens=900_000) as model:
        with pytest.raises(ModelError, match="too large"):
            await model.complete(request())


async def test_a_template_without_system_messages_gets_their_words_from_the_user(model_server: ModelServer):
    model_server.script(fails(400, "System role not supported"), says("Hm."))
    async with model_at(model_server) as model:
        await model.complete(request("Press the button"))
    assert model_server.asked[1].messages == [
        {"role": "user", "content": "You test web sites.\n\nPress the button"}
    ]


async def test_a_call_that_leaked_into_the_text_is_made(model_server: ModelServer):
    model_server.script(
        says('It is there.\n<tool_call>\n{"name": "click", "arguments": {"element_id": "5"}}\n</tool_call>')
    )
    async with model_at(model_server) as model:
        response = await model.complete(request())
    assert response.text == "It is there."
    assert response.tool_calls == (
        ToolCall("click", {"element_id": "5", "reasoning": "It is there."}, response.tool_calls[0].id),
    )
    assert response.tool_calls[0].id


async def test_json_that_a_model_merely_quotes_is_not_a_call(model_server: ModelServer):
    model_server.script(says('The page says {"name": "click", "arguments": {}} in its help text. I wonder.'))
    async with model_at(model_server) as model:
        response = await model.complete(request())
    assert response.tool_calls == ()


async def test_what_a_server_signs_its_calls_with_is_sent_back_with_them(model_server: ModelServer):
    signed = {**wants("click", {}, "1"), "extra_content": {"google": {"thought_signature": "abc"}}}
    model_server.script(calls(signed, wants("click", {}, "2")), says("Hm."), says("Hm."))
    async with model_at(model_server) as model:
        first = await model.complete(request("Go"))
        past = Message(role="assistant", tool_calls=first.tool_calls)
        second = await model.complete(replace(request("Go", past), memory=first.memory))
        await model.complete(replace(request("Go", past), memory=second.memory))
    for asked in model_server.asked[1:]:
        sent = asked.messages[2]["tool_calls"]
        assert [call.get("extra_content") for call in sent] == [signed["extra_content"], None]


async def test_thoughts_are_sent_back_to_a_server_that_insists_on_them(model_server: ModelServer):
    words = "Missing `reasoning_content` field in the assistant message at message index 2"
    model_server.script(
        calls(wants("click", {}, "1"), reasoning_content="It is blue."), fails(400, words), says("Hm.")
    )
    async with model_at(model_server) as model:
        first = await model.complete(request("Go"))
        past = Message(role="assistant", tool_calls=first.tool_calls), Message(role="assistant", text="Well.")
        await model.complete(replace(request("Go", *past), memory=first.memory))
    thoughts = [
        [item.get("reasoning_content") for item in asked.messages[2:]] for asked in model_server.asked[1:]
    ]
    assert thoughts == [[None, None], ["It is blue.", ""]]


async def test_an_error_inside_a_list_is_read(model_server: ModelServer):
    body = json.dumps([{"error": {"code": 400, "message": "The model is overloaded with words"}}])
    model_server.script(raw(body, status=400))
    async with model_at(model_server) as model:
        with pytest.raises(ModelError, match="overloaded with words"):
            await model.complete(request())

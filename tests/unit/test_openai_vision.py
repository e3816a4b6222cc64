"""Servers whose model takes no images: how they say so, and what is made of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from model_server import fails, raw, says
from openai_requests import PICTURE, model_at, request

from pytest_webagent.errors import ModelError
from pytest_webagent.session_warnings import WebAgentWarning

if TYPE_CHECKING:
    from model_server import Answer, ModelServer

    from pytest_webagent.model.openai import OpenAIModel

INVALID_TYPE = "Invalid content type. image_url is only supported by certain models."

REFUSALS = {
    "vllm": fails(400, "Qwen/Qwen3-8B is not a multimodal model"),
    "vllm language only": fails(400, "At most 0 image(s) may be provided in one prompt.", param="image"),
    "ollama": fails(400, "this model does not support image input"),
    "ollama runner": fails(
        500,
        "Failed to create new sequence: failed to process inputs: this model is missing data required for image input",
    ),
    "ollama old": fails(
        400, "json: cannot unmarshal array into Go struct field Message.messages.content of type string"
    ),
    "llama.cpp": fails(
        500,
        "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
    ),
    "lm studio": raw('{"error":"Model does not support images. Please use a model that does."}', status=400),
    "mlx-lm": raw('{"error":"Only \'text\' content type is supported."}', status=404),
    "openai": fails(400, INVALID_TYPE, param="messages.[0].content.[1].type"),
    "openrouter": fails(404, "No endpoints found that support image input"),
    "openrouter's provider": fails(
        400,
        "Provider returned error",
        metadata={"provider_name": "OpenAI", "raw": json.dumps({"error": {"message": INVALID_TYPE}})},
    ),
    "deepseek": fails(
        400,
        "Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected "
        "`text` at line 1 column 62797",
        type="invalid_request_error",
    ),
    "mistral": raw(
        '{"object":"Error","message":"Image input is not enabled for this model","type":"invalid_request_error",'
        '"code":3051}',
        status=400,
    ),
    "groq": fails(
        400,
        "'messages.1' : for 'role:user' the following must be satisfied[('messages.1.content' : value must be a string)]",
    ),
    "dashscope": fails(400, "<400> InternalError.Algo.InvalidParameter: Unexpected item type in content."),
    "z.ai": fails(400, "messages.content.type is invalid, allowed values: ['text']"),
    "z.ai in Chinese": fails(400, "messages[1].content[1].type 参数非法, 取值范围 ['text']"),
    "a gateway in Chinese": fails(400, "该模型不支持图片输入"),
    "gemini": fails(400, "Image input modality is not enabled for models/gemma-3-1b-it"),
    "bedrock": fails(400, "This model doesn't support the image content block that you provided."),
    "fastapi": raw(
        '{"detail":[{"type":"string_type","loc":["body","messages",1,"content"],"msg":"Input should be a valid string"}]}',
        status=422,
    ),
}

ABOUT_ONE_PICTURE = {
    "format": "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png']",
    "media type": "unsupported image media type",
    "unreadable": "cannot identify image file <_io.BytesIO object at 0x7f>",
    "invalid": "The image data you provided does not represent a valid image.",
    "small": "Cannot read the image: it has 1x1 pixels, and at least 28x28 are needed",
    "encoding": "image_url is not supported: its base64 has a space in it",
    "size": "Each image cannot be larger than 20 MB",
    "safety": "The image was not accepted by our safety system",
}


async def twice(model: OpenAIModel) -> None:
    for words in ("Look", "Look again"):
        await model.complete(request(words, images=(PICTURE,)))


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS.keys())
async def test_a_refusal_of_images_is_recognised_and_told_once(model_server: ModelServer, refusal: Answer):
    model_server.script(refusal, says("Hm."), says("Hm."))
    async with model_at(model_server) as model:
        with pytest.warns(WebAgentWarning) as told:
            await twice(model)
        assert not model.sees_images
    assert ["data:image" in json.dumps(asked.messages) for asked in model_server.asked] == [
        True,
        False,
        False,
    ]
    assert len(told) == 1
    assert "test-model: it takes no images" in str(told[0].message)
    assert "webagent_vision=off" in str(told[0].message)


@pytest.mark.parametrize("words", ABOUT_ONE_PICTURE.values(), ids=ABOUT_ONE_PICTURE.keys())
async def test_a_complaint_about_one_picture_is_not_taken_for_a_model_without_vision(
    model_server: ModelServer, words: str
):
    model_server.script(fails(400, words))
    async with model_at(model_server) as model:
        with pytest.raises(ModelError, match="refused the request"):
            await model.complete(request("Look", images=(PICTURE,)))
        assert model.sees_images


@pytest.mark.parametrize("refusal", [REFUSALS["mistral"], REFUSALS["ollama"]], ids=["mistral", "ollama"])
async def test_what_is_said_of_images_means_nothing_where_none_was_sent(
    model_server: ModelServer, refusal: Answer
):
    model_server.script(refusal)
    async with model_at(model_server) as model:
        with pytest.raises(ModelError):
            await model.complete(request("Look"))
        assert model.sees_images

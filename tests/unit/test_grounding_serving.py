"""The server that processes of one machine share: over HTTP as OpenAI's clients speak it, and as a process."""

import asyncio
import json
import os
import re
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from tiny_vision import tiny_qwen3_vl  # noqa: F401 (a fixture)

from pytest_webagent.config import Settings
from pytest_webagent.errors import ModelError
from pytest_webagent.geometry import Size
from pytest_webagent.grounding.coordinates import Limits
from pytest_webagent.grounding.local import LocalModel
from pytest_webagent.grounding.serving import Server
from pytest_webagent.messages import Image, Message
from pytest_webagent.model.openai import OpenAIModel
from pytest_webagent.model.openai_client import Endpoint
from pytest_webagent.observation import Observation
from pytest_webagent.ports import ModelRequest

TOKEN = "a-token-of-the-test"
PIXEL = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
    b"\x00\x00\x00\rIDATx\x9cc\xf8\xff\xff\xff\x7f\x00\t\xfb\x03\xfd\x05CE\xca\x00\x00\x00\x00IEND\xaeB`\x82"
)
PICTURE = Image(PIXEL, "image/png")


def served(model: LocalModel) -> Iterator[Server]:
    server = Server(model, TOKEN)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()
    model.free()


@pytest.fixture(scope="module")
def server(tiny_qwen3_vl: Path) -> Iterator[Server]:  # noqa: F811
    yield from served(LocalModel(str(tiny_qwen3_vl), reply_tokens=8))


def post(url: str, body: bytes, token: str = TOKEN) -> tuple[int, dict[str, Any]]:
    """The status and the body of what comes back."""
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    try:
        with urlopen(Request(f"{url}/chat/completions", data=body, headers=headers), timeout=60) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


def question(server: Server, *content: Any, **more: Any) -> bytes:
    parts = [{"type": "text", "text": "the button"}, *content]
    messages = [{"role": "user", "content": parts}]
    return json.dumps({"model": server.model.name, "messages": messages, **more}).encode()


def shown(url: str) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": url}}


def client(server: Server, **settings: Any) -> OpenAIModel:
    return OpenAIModel(
        Settings()._replace(model=server.model.name, **settings),
        endpoint=Endpoint(url=server.url, key=TOKEN, key_variable="", direct=True),
    )


def asking(*images: Image) -> ModelRequest:
    seen = Observation(generation=1, url="", title="", elements=(), text="", viewport=Size(1, 1))
    message = Message(role="user", text="the button", images=images, images_first=True)
    return ModelRequest(goal="", messages=(message,), tools=(), observation=seen, seconds_left=60)


async def test_our_own_client_gets_the_answer_that_the_model_gives_in_process(server: Server):
    model = client(server)
    over_http = await model.complete(asking(PICTURE))
    await model.close()
    in_process = await server.model.complete(asking(PICTURE))
    assert over_http.text == in_process.text
    assert over_http.usage == in_process.usage


async def test_clients_that_ask_at_once_share_one_model(server: Server):
    body = question(server, shown(PICTURE.data_url))
    answers = await asyncio.gather(*(asyncio.to_thread(post, server.url, body) for _ in range(4)))
    assert {status for status, _ in answers} == {200}
    assert len({answer["system_fingerprint"] for _, answer in answers}) == 1
    assert len({answer["choices"][0]["message"]["content"] for _, answer in answers}) == 1
    usage = answers[0][1]["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"]


def test_a_reply_is_as_long_as_the_client_wants_but_no_longer_than_the_server_gives(server: Server):
    for wanted, most in ((3, 3), (500, 8)):
        _, answer = post(server.url, question(server, max_completion_tokens=wanted))
        assert answer["usage"]["completion_tokens"] <= most
        assert answer["choices"][0]["finish_reason"] in ("stop", "length")


def test_it_names_its_model_and_its_limits(server: Server):
    for path, expected in (
        ("models", {"object": "list", "data": [{"id": server.model.name, "object": "model"}]}),
        ("limits", Limits(factor=32, min_pixels=65536, max_pixels=16777216)._asdict()),
    ):
        with urlopen(
            Request(f"{server.url}/{path}", headers={"authorization": f"Bearer {TOKEN}"}), timeout=60
        ) as answer:
            told = json.load(answer)
        if path == "models":
            told["data"] = [{name: told["data"][0][name] for name in ("id", "object")}]
        assert told == expected


def wrong(server: Server) -> dict[str, tuple[bytes, int, str]]:
    whole = json.loads(question(server))
    return {
        "no json": (b"{", 400, "no JSON"),
        "a list": (b"[]", 400, "no JSON object"),
        "another model": (json.dumps({**whole, "model": "gpt"}).encode(), 404, "no model 'gpt' here, only"),
        "no messages": (json.dumps({**whole, "messages": []}).encode(), 400, "messages must be a list"),
        "a role": (
            json.dumps({**whole, "messages": [{"role": "boss", "content": "x"}]}).encode(),
            400,
            "not of 'boss'",
        ),
        "a stream": (question(server, stream=True), 400, "no streams"),
        "an address": (question(server, shown("http://127.0.0.1/x.png")), 400, "comes as a data URL"),
        "broken base64": (question(server, shown("data:image/png;base64,?")), 400, "base64 .* is broken"),
        "a broken picture": (
            question(server, shown("data:image/png;base64,AAAA")),
            400,
            "a picture of 3 bytes .* cannot be read",
        ),
        "a sound": (
            question(server, {"type": "input_audio"}),
            400,
            "parts of a message are text or image_url",
        ),
        "a limit": (question(server, max_tokens="many"), 400, "a whole number from 1"),
        "too large": (b" " * (33 << 20), 413, "at most 33554432 are read"),
    }


def test_what_it_cannot_answer_is_refused_in_the_form_of_openai(server: Server):
    for name, (body, status, words) in wrong(server).items():
        came, answer = post(server.url, body)
        assert came == status, name
        assert re.search(words, answer["error"]["message"]), name
        assert answer["error"]["type"] == "invalid_request_error"


def test_who_does_not_know_the_token_is_told_nothing(server: Server):
    status, answer = post(server.url, question(server), token="a-token-of-the-tesT")
    assert status == 401
    assert "token" in answer["error"]["message"]


@pytest.mark.usefixtures("vision")
async def test_a_model_that_cannot_be_loaded_is_an_error_that_our_client_passes_on(tmp_path: Path):
    for broken in served(LocalModel(str(tmp_path))):
        model = client(broken)
        with pytest.raises(
            ModelError, match=r"the server failed \(500: the vision model .* cannot be loaded"
        ):
            await model.complete(asking())
        await model.close()


async def test_a_question_whose_client_hung_up_is_given_up(tiny_qwen3_vl: Path):  # noqa: F811
    slow = LocalModel(str(tiny_qwen3_vl), reply_tokens=3_500)
    for server in served(slow):
        taken = threading.Event()
        asked: list[Any] = []
        real = slow.ask

        def ask(question: Any, asked: list[Any] = asked, real: Any = real, taken: Any = taken) -> Any:
            asked.append(question)
            taken.set()
            return real(question)

        slow.ask = ask  # type: ignore[method-assign]
        model = client(server)
        task = asyncio.ensure_future(model.complete(asking()))
        await asyncio.to_thread(taken.wait, 60)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await model.close()
        assert await asyncio.to_thread(asked[0].gone.wait, 60)


STARTING = """
import subprocess, sys
server = subprocess.Popen(
    [sys.executable, "-m", "pytest_webagent.grounding.serving", "--model", sys.argv[1], "--reply-tokens", "4"],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE,
)
print(server.pid, server.stdout.readline().decode(), flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="watches a process as only Linux lets one")
def test_the_process_says_where_it_is_and_dies_with_the_one_that_started_it(tiny_qwen3_vl: Path):  # noqa: F811
    parent = subprocess.Popen(
        [sys.executable, "-c", STARTING, str(tiny_qwen3_vl)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert parent.stdout is not None
    number, _, line = parent.stdout.readline().decode().partition(" ")
    process = os.pidfd_open(int(number))
    try:
        told = json.loads(line)
        libraries = Path(f"/proc/{number}/maps").read_text()
        body = json.dumps(
            {"model": str(tiny_qwen3_vl), "messages": [{"role": "user", "content": "x"}]}
        ).encode()
        assert post(told["url"], body, token="another")[0] == 401
        status, answer = post(told["url"], body, token=told["token"])
        assert status == 200
        assert answer["system_fingerprint"].startswith(f"{number}-")
        assert "libtorch" not in libraries
        parent.send_signal(signal.SIGKILL)
        parent.communicate(timeout=30)
        assert select.select([process], [], [], 30)[0], "the server outlives the one that started it"
    finally:
        os.close(process)
        parent.kill()
        parent.communicate(timeout=30)

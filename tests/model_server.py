"""A real HTTP server that speaks the chat completions protocol, and misbehaves on command.

A test gives it a script: one answer for each request, in order. Rules answer every request they fit before the
script is asked, as a server without tools or without vision would.
"""

from __future__ import annotations

import json
import socket
import threading
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any, Literal

import pytest
from loopback import LoopbackServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Fault = Literal["", "hang", "drop", "cut", "bare", "drip", "flood"]
MOST_FLOOD = 64 * 2**20
"""Where even a flood ends: whoever reads so much has no bound."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One HTTP answer.

    `fault` makes it fail: ``hang`` never answers, ``drop`` closes the connection at once, ``cut`` closes it in
    the middle of the body, ``bare`` sends `body` alone and hangs up, ``drip`` sends a byte of the body now and then, and
    ``flood`` sends the body over and over again. `gate`, if given, is awaited (10 s at most) before anything is sent.
    """

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    fault: Fault = ""
    gate: threading.Event | None = None


def message(
    *, finish: str = "stop", usage: Any = None, gate: threading.Event | None = None, **fields: Any
) -> Answer:
    """A completion with these fields in its message."""
    completion: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "test-model",
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", **fields}}],
        "usage": usage or {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }
    return Answer(body=json.dumps(completion).encode(), gate=gate)


def says(text: str, **more: Any) -> Answer:
    """A completion that is text."""
    return message(content=text, **more)


def wants(name: str, arguments: Any, identity: str = "call_a") -> dict[str, Any]:
    """One tool call, as a message holds it; `arguments` that are no text are made JSON."""
    raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"id": identity, "type": "function", "function": {"name": name, "arguments": raw}}


def calls(*tool_calls: dict[str, Any], content: str | None = None, **more: Any) -> Answer:
    """A completion that calls tools."""
    return message(content=content, tool_calls=list(tool_calls), **{"finish": "tool_calls", **more})


def fails(
    status: int, words: str = "it failed", *, headers: Mapping[str, str] | None = None, **error: Any
) -> Answer:
    """An error in the protocol's form."""
    body = {"error": {"message": words, "type": "error", "param": None, "code": None, **error}}
    return Answer(body=json.dumps(body).encode(), status=status, headers=headers or {})


def raw(body: str | bytes, *, content_type: str = "application/json", status: int = 200) -> Answer:
    """An answer of any kind."""
    data = body.encode() if isinstance(body, str) else body
    return Answer(body=data, status=status, content_type=content_type)


def hangs() -> Answer:
    """No answer, ever."""
    return Answer(body=b"", fault="hang")


def drops() -> Answer:
    """The connection is closed before a byte is sent."""
    return Answer(body=b"", fault="drop")


def cuts() -> Answer:
    """The connection is closed in the middle of a good answer."""
    return Answer(body=says("this will not arrive").body, fault="cut")


def bare(wire: bytes) -> Answer:
    """What is sent as it is: the status line, headers and body are the test's."""
    return Answer(body=wire, fault="bare")


def redirects(status: int, location: str) -> Answer:
    """An answer that names another address."""
    return Answer(body=b"", status=status, headers={"location": location})


def refuses_tools(body: Mapping[str, Any]) -> Answer | None:
    """The rule of a server that knows no tools."""
    return (
        fails(400, "registry.ollama.ai/library/small:1b does not support tools") if "tools" in body else None
    )


def refuses_images(body: Mapping[str, Any]) -> Answer | None:
    """The rule of a server whose model takes text only."""
    if "image_url" in json.dumps(body["messages"]):
        return fails(500, "image input is not supported - hint: you may need to provide the mmproj")
    return None


@dataclass(frozen=True)
class Asked:
    """A request that reached the server; `peer` is the same for requests over one connection."""

    peer: Any
    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def messages(self) -> list[Any]:
        """The conversation sent."""
        return list(self.body["messages"])


class ModelServer(LoopbackServer):
    """The server; `url` is its base URL, `asked` what it was asked, `arrived` is set by the first request."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.unscripted = 0
        self.flooded = 0
        """How many bytes were sent of an answer that has no end."""
        self._script: deque[Answer | Callable[[Asked], Answer]] = deque()
        self._rules: list[Callable[[Mapping[str, Any]], Answer | None]] = []
        self.arrived = threading.Event()
        super().__init__(_Handler)
        self.url = f"{self.origin}/v1"

    def script(self, *answers: Answer | Callable[[Asked], Answer]) -> None:
        """Answer the next requests with these, or what these make of the request, in order."""
        self._script.extend(answers)

    def rule(self, rule: Callable[[Mapping[str, Any]], Answer | None]) -> None:
        """Ask `rule` about every request first; None leaves it to the script."""
        self._rules.append(rule)

    def respond(self, asked: Asked) -> Answer:
        """The answer to a request."""
        self.asked.append(asked)
        self.arrived.set()
        for rule in self._rules:
            refusal = rule(asked.body)
            if refusal is not None:
                return refusal
        if self._script:
            answer = self._script.popleft()
            return answer if isinstance(answer, Answer) else answer(asked)
        self.unscripted += 1
        return fails(418, "the script of the test has no answer to this request")

    @property
    def left(self) -> int:
        """How many answers of the script were not asked for."""
        return len(self._script)


class _Handler(BaseHTTPRequestHandler):
    serves: ModelServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.answer(self.serves.respond(Asked(self.client_address, self.path, headers, body)))

    def answer(self, answer: Answer) -> None:
        if answer.gate is not None:
            answer.gate.wait(10)
        if answer.fault == "hang":
            self.serves.closing.wait(60)
        if answer.fault in ("hang", "drop"):
            self.hang_up()
            return
        try:
            if answer.fault == "bare":
                self.wfile.write(answer.body)
                self.hang_up()
                return
            self.send_response(answer.status)
            self.send_header("content-type", answer.content_type)
            if answer.fault != "flood":
                self.send_header("content-length", str(len(answer.body)))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if answer.fault == "cut":
                self.wfile.write(answer.body[: len(answer.body) // 2])
                self.wfile.flush()
                self.hang_up()
                return
            self.write(answer)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def write(self, answer: Answer) -> None:
        if answer.fault == "drip":
            for byte in answer.body:
                self.wfile.write(bytes([byte]))
                if self.serves.closing.wait(0.1):
                    return
        elif answer.fault == "flood":
            self.close_connection = True
            while self.serves.flooded < MOST_FLOOD and not self.serves.closing.is_set():
                self.wfile.write(answer.body)
                self.serves.flooded += len(answer.body)
        else:
            self.wfile.write(answer.body)

    def hang_up(self) -> None:
        self.close_connection = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            return

    def log_message(self, *arguments: object) -> None:
        """Keep quiet: what was asked is in `ModelServer.asked`."""


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """A model server for one test; the script must be used up, and not be asked beyond its end."""
    server = ModelServer()
    yield server
    server.close()
    assert server.unscripted == 0, "the server was asked more often than the test's script says"
    assert server.left == 0, "the server was asked less often than the test's script says"

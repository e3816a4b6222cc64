"""A small OpenAI-compatible server around one vision model, for the processes of one machine.

``python -m pytest_webagent.grounding.serving --model NAME`` prints one line of JSON with its URL and the token it asks
for. It ends when its standard input does, so with the process that started it, however that ends. The model is loaded
by the first question; questions that come at the same time are worked out together.
"""

from __future__ import annotations

import argparse
import base64
import binascii
import hmac
import json
import os
import secrets
import select
import socket
import sys
import threading
import time
import warnings
from concurrent.futures import wait
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.errors import ModelError
from pytest_webagent.grounding.loaded import Question
from pytest_webagent.grounding.local import REPLY_TOKENS, LocalModel
from pytest_webagent.messages import Image, Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.grounding.loaded import Answer

_HOST: Final = "127.0.0.1"
_MOST_BYTES: Final = 32 << 20
"""Of a request; a screenshot has a tenth of it."""
_MOST_SKIPPED: Final = 8 * _MOST_BYTES
"""Of a request that is refused; a client that is cut off while it sends does not read why."""
_PATIENCE: Final = 60.0
"""Seconds a client may be silent."""
_LOOK: Final = 0.25
"""Seconds between two looks whether the client of a question is still there."""


class _Refused(Exception):
    """A request that is not answered, and why."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


class Server(ThreadingHTTPServer):
    """Serves one model on a free port of the loopback interface."""

    daemon_threads = True

    def __init__(self, model: LocalModel, token: str) -> None:
        """Serve `model` to who shows `token`."""
        super().__init__((_HOST, 0), _Handler)
        self.model = model
        self.token = token

    @property
    def url(self) -> str:
        """The base URL, as OpenAI's clients take it."""
        return f"http://{_HOST}:{self.server_port}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Write down what went wrong, unless only the client is gone."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    timeout = _PATIENCE
    _unread = 0

    def do_GET(self) -> None:
        self._respond()

    def do_POST(self) -> None:
        self._respond()

    def _respond(self) -> None:
        self._unread = self._length()
        try:
            self._authorize()
            body = self._body()
            if (self.command, self.path) == ("GET", "/v1/models"):
                self._send(HTTPStatus.OK, {"object": "list", "data": [self._described()]})
            elif (self.command, self.path) == ("GET", "/v1/limits"):
                # Of ours alone: what sizes pictures are given here. It loads no weights, but fetches what is missing.
                self._send(HTTPStatus.OK, self.server.model.limits._asdict())
            elif (self.command, self.path) == ("POST", "/v1/chat/completions"):
                self._complete(body)
            else:
                raise _Refused(HTTPStatus.NOT_FOUND, f"there is nothing at {self.command} {self.path}")
        except _Refused as refused:
            self._fail(refused.status, str(refused))
        except ModelError as error:
            self._fail(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))

    def _authorize(self) -> None:
        shown = self.headers.get("authorization", "").encode()
        if not hmac.compare_digest(shown, f"Bearer {self.server.token}".encode()):
            raise _Refused(HTTPStatus.UNAUTHORIZED, "the token is not the one this server printed")

    def _length(self) -> int:
        """The bytes of the request's body."""
        told = self.headers.get("content-length", "0")
        return int(told[:18]) if told.isascii() and told.isdecimal() else 0

    def _body(self) -> bytes:
        length = self._unread
        if length > _MOST_BYTES:
            raise _Refused(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                f"the request has {length} bytes, and at most {_MOST_BYTES} are read",
            )
        self._unread = 0
        return self.rfile.read(length)

    def _described(self) -> dict[str, Any]:
        return {"id": self.server.model.name, "object": "model", "created": 0, "owned_by": "pytest-webagent"}

    def _complete(self, body: bytes) -> None:
        model = self.server.model
        try:
            asked = json.loads(body)
        except (ValueError, RecursionError):
            raise _Refused(HTTPStatus.BAD_REQUEST, "the request is no JSON") from None
        if not isinstance(asked, dict):
            raise _Refused(HTTPStatus.BAD_REQUEST, "the request is no JSON object")
        if asked.get("model") != model.name:
            wanted = str(asked.get("model"))[:100]
            raise _Refused(HTTPStatus.NOT_FOUND, f"there is no model {wanted!r} here, only {model.name!r}")
        if asked.get("stream") or asked.get("tools") or asked.get("n") not in (None, 1):
            raise _Refused(
                HTTPStatus.BAD_REQUEST, "this server knows no streams, no tools and no second choice"
            )
        try:
            question = Question.of(_messages(asked.get("messages")), _limit(asked, model.reply_tokens))
        except ModelError as error:
            raise _Refused(HTTPStatus.BAD_REQUEST, str(error)) from None
        future = model.ask(question)
        while not wait([future], timeout=_LOOK).done:
            if self._hung_up():
                question.gone.set()
                future.cancel()
                self.close_connection = True
                return
        self._send(HTTPStatus.OK, _completion(model, future.result()))

    def _hung_up(self) -> bool:
        if not select.select([self.connection], [], [], 0)[0]:
            return False
        try:
            return not self.connection.recv(1, socket.MSG_PEEK)
        except OSError:
            return True

    def _fail(self, status: HTTPStatus, message: str) -> None:
        self.close_connection = True
        left = min(self._unread, _MOST_SKIPPED)
        while left > 0 and (skipped := self.rfile.read(min(left, 1 << 16))):
            left -= len(skipped)
        kind = "server_error" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else "invalid_request_error"
        error = {"message": message, "type": kind, "param": None, "code": None}
        self._send(status, {"error": error}, {"x-should-retry": "false", "connection": "close"})

    def _send(
        self, status: HTTPStatus, content: dict[str, Any], headers: dict[str, str] | None = None
    ) -> None:
        data = json.dumps(content).encode()
        self.send_response(status)
        for name, value in {
            "content-type": "application/json",
            "content-length": str(len(data)),
            **(headers or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Keep quiet: what goes wrong is in the answers."""


def _limit(asked: dict[str, Any], most: int) -> int:
    """The most tokens of the answer: what is asked for, but no more than `most`."""
    wanted = asked.get("max_completion_tokens") or asked.get("max_tokens") or most
    if not isinstance(wanted, int) or wanted < 1:
        raise _Refused(HTTPStatus.BAD_REQUEST, "the most tokens of a reply are a whole number from 1")
    return min(wanted, most)


def _messages(raw: object) -> list[Message]:
    if not isinstance(raw, list) or not raw or not all(isinstance(item, dict) for item in raw):
        raise _Refused(HTTPStatus.BAD_REQUEST, "messages must be a list of objects, and hold one at least")
    return [_message(item) for item in raw]


def _message(item: dict[str, Any]) -> Message:
    role, content = item.get("role"), item.get("content")
    if role not in ("system", "user", "assistant"):
        raise _Refused(HTTPStatus.BAD_REQUEST, f"messages are of system, user or assistant, not of {role!r}")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content or []
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise _Refused(HTTPStatus.BAD_REQUEST, "the content of a message is text or a list of objects")
    texts = [part.get("text") for part in parts if part.get("type") == "text"]
    pictures = [part.get("image_url") for part in parts if part.get("type") == "image_url"]
    if len(texts) + len(pictures) < len(parts) or not all(isinstance(text, str) for text in texts):
        raise _Refused(HTTPStatus.BAD_REQUEST, "the parts of a message are text or image_url")
    return Message(
        role=role,
        text="\n".join(map(str, texts)),
        images=tuple(map(_picture, pictures)),
        images_first=bool(parts) and parts[0].get("type") == "image_url",
    )


def _picture(raw: object) -> Image:
    url = raw.get("url") if isinstance(raw, dict) else None
    head, comma, data = url.partition(",") if isinstance(url, str) else ("", "", "")
    if not comma or not head.startswith("data:image/") or not head.endswith(";base64"):
        raise _Refused(
            HTTPStatus.BAD_REQUEST,
            "a picture comes as a data URL: data:image/jpeg;base64,... or another type",
        )
    try:
        return Image(
            base64.b64decode(data, validate=True), head.removeprefix("data:").removesuffix(";base64")
        )
    except binascii.Error:
        raise _Refused(HTTPStatus.BAD_REQUEST, "the base64 of a picture is broken") from None


def _completion(model: LocalModel, answer: Answer) -> dict[str, Any]:
    return {
        "id": f"chatcmpl-{secrets.token_hex(8)}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": model.name,
        # Changes with the weights that were loaded.
        "system_fingerprint": f"{os.getpid()}-{model.load_id}",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": answer.text},
                "finish_reason": "length" if answer.cut else "stop",
            }
        ],
        "usage": {
            "prompt_tokens": answer.input_tokens,
            "completion_tokens": answer.output_tokens,
            "total_tokens": answer.input_tokens + answer.output_tokens,
        },
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until standard input ends."""
    parser = argparse.ArgumentParser(prog="python -m pytest_webagent.grounding.serving", description=__doc__)
    parser.add_argument("--model", required=True, help="a name on the Hugging Face hub, or a local folder")
    parser.add_argument(
        "--reply-tokens", type=int, default=REPLY_TOKENS, help="most tokens of an answer (%(default)s)"
    )
    given = parser.parse_args(arguments)
    # Standard error is the terminal of who started it.
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    warnings.simplefilter("ignore")
    server = Server(LocalModel(given.model, reply_tokens=given.reply_tokens), secrets.token_urlsafe(32))
    sys.stdout.write(json.dumps({"url": server.url, "token": server.token}) + "\n")
    sys.stdout.flush()
    # Nobody reads on; what a library prints must not fill the pipe.
    os.dup2(2, 1)
    threading.Thread(target=server.serve_forever, name="webagent-vision-server", daemon=True).start()
    while sys.stdin.buffer.read(1024):
        pass
    # Neither a download nor a model that is being loaded can be told to end.
    os._exit(0)


if __name__ == "__main__":
    main()

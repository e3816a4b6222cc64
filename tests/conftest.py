"""Fixtures for all tests: settings, and a web site on loopback that serves what a test gives it."""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING

import hypothesis
import pytest
from data_workspace import desk, in_this_process  # noqa: F401 (fixtures for every test)
from loopback import LoopbackServer
from missing_parts import pytest_terminal_summary, vision  # noqa: F401 (a hook, and a fixture for every test)
from model_guard import no_real_model  # noqa: F401 (a fixture for every test)
from model_server import model_server  # noqa: F401 (a fixture for every test)
from postgres_server import _postgres_process, postgres_server  # noqa: F401 (fixtures for every test)
from redis_server import _redis_process, redis_server  # noqa: F401 (fixtures for every test)

from pytest_webagent.config import Settings

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator, Mapping


# No example fails for the time it takes on a busy machine.
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")

# What is collected is never garbage: nothing has to look through it again and again, nor while it becomes more.
gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs the libraries of the extra `vision` is run in a row: few workers have to load them."""
    items.sort(key=lambda item: "vision" not in getattr(item, "fixturenames", ()))


def pytest_collection_finish() -> None:
    """From here on, what tests leave behind is looked for."""
    gc.freeze()
    gc.enable()


@dataclass(frozen=True)
class Request:
    """What the site was asked."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Answer:
    """What the site says to a request. `release`, if given, is awaited (10 s at most) before it is sent."""

    body: str | bytes = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "text/html; charset=utf-8"
    release: threading.Event | None = None


class Site(LoopbackServer):
    """A web server on 127.0.0.1 that serves the pages a test gives it, by path.

    `url` is its origin. `other_url` is the same server by another host name: another origin and site.
    """

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self._answers: dict[str, Answer | Callable[[Request], Answer]] = {}
        super().__init__(_Handler)
        self.url = self.origin
        self.other_url = f"http://localhost:{self.port}"

    def page(self, path: str, html: str, headers: Mapping[str, str] | None = None, status: int = 200) -> str:
        """Serve `html` at `path` and return its URL. A fragment without <html> is put into a whole page."""
        if "<html" not in html.lower():
            html = f"<!doctype html><html><head><title>Test</title></head><body>{html}</body></html>"
        return self.answer(path, Answer(html, headers=headers or {}, status=status))

    def redirect(self, path: str, target: str) -> str:
        """Answer `path` with a redirect to `target`, and return its URL."""
        return self.answer(path, Answer(status=302, headers={"location": target}))

    def slow(self, path: str, release: threading.Event, html: str) -> str:
        """Serve `html` at `path` once `release` is set, and return its URL."""
        return self.answer(path, Answer(html, release=release))

    def answer(self, path: str, answer: Answer | Callable[[Request], Answer]) -> str:
        """Serve an answer, or what a function makes of the request, at `path`; return its URL."""
        self._answers[path] = answer
        return self.url + path

    def asked(self, path: str) -> list[Request]:
        """The requests made for `path`."""
        return [request for request in self.requests if request.path == path]

    def respond(self, request: Request) -> Answer:
        """The answer to a request; 404 where nothing was given."""
        self.requests.append(request)
        answer = self._answers.get(request.path)
        if answer is None:
            return Answer(f"nothing at {request.path}", status=404, content_type="text/plain")
        return answer if isinstance(answer, Answer) else answer(request)


class _Handler(BaseHTTPRequestHandler):
    serves: Site

    def respond(self) -> None:
        path, _, query = self.path.partition("?")
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        answer = self.serves.respond(Request(self.command, path, query, dict(self.headers), body))
        if answer.release is not None:
            answer.release.wait(10)
        data = answer.body.encode() if isinstance(answer.body, str) else answer.body
        try:
            self.send_response(answer.status)
            self.send_header("content-type", answer.content_type)
            self.send_header("content-length", str(len(data)))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    do_GET = do_POST = do_PUT = do_DELETE = respond

    def log_message(self, *arguments: object) -> None:
        """Keep quiet: the site's requests are in `Site.requests`."""


@pytest.fixture(scope="session")
def site_server() -> Iterator[Site]:
    server = Site()
    yield server
    server.close()


@pytest.fixture
def site(site_server: Site) -> Site:
    """An empty site; see `Site.page`, `Site.answer` and `Site.requests`."""
    site_server._answers.clear()
    site_server.requests.clear()
    site_server.page("/favicon.ico", "")
    return site_server


@pytest.fixture
def settings() -> Settings:
    """The settings of the test's session; override with @pytest.mark.parametrize or in the file."""
    return Settings()

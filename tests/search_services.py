"""Answers of search services, served on loopback."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import pytest

from pytest_webagent.tools.search.services import KEY, URL
from tests.conftest import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.conftest import Request, Site

SECRET = "serp-0123456789-secret"
PAGE_OF_RESULTS = """<html><body><div class="results">{rows}</div></body></html>"""
ROW = """<div class="body"><h2>{title}</h2><a href="{url}">{snippet}</a></div>"""


def rows(*urls: str) -> list[dict[str, Any]]:
    """Organic results of SerpApi."""
    return [
        {"position": at, "title": f"Title {at}", "link": url, "snippet": f"Snippet {at}"}
        for at, url in enumerate(urls, 1)
    ]


class SerpApiServer:
    """Speaks SerpApi's JSON: `give` sets what an engine answers, `queries` tells what it was asked."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._answers: dict[str, list[Answer]] = {}
        self.asked: list[dict[str, str]] = []
        self.before_answer: Callable[[str], object] = lambda engine: None
        site.answer("/serp/search.json", self._respond)

    def give(self, engine: str, *answers: Answer | Sequence[dict[str, Any]]) -> None:
        """Let an engine answer these, one after the other; the last one again and again."""
        self._answers[engine] = [
            answer if isinstance(answer, Answer) else ok({"organic_results": list(answer)})
            for answer in answers
        ]

    @property
    def engines(self) -> list[str]:
        """The engines that were asked, in order."""
        return [asked["engine"] for asked in self.asked]

    def _respond(self, request: Request) -> Answer:
        asked = {name: values[0] for name, values in parse_qs(request.query).items()}
        self.asked.append(asked)
        self.before_answer(asked["engine"])
        answers = self._answers.get(asked["engine"])
        if answers is None:
            return ok({"error": f"Unsupported {asked['engine']}"}, 400)
        return answers.pop(0) if len(answers) > 1 else answers[0]


def ok(body: Any, status: int = 200, **headers: str) -> Answer:
    """A JSON answer."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(json.dumps(body), status, named, "application/json")


@pytest.fixture
def serpapi(site: Site, monkeypatch: pytest.MonkeyPatch) -> SerpApiServer:
    """SerpApi on loopback, and the key for it in the environment."""
    monkeypatch.setenv(KEY, SECRET)
    monkeypatch.setenv(URL, f"{site.url}/serp")
    return SerpApiServer(site)


@pytest.fixture
def ddgs(site: Site, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """The library ddgs, whose engines are looked for on loopback; what they find, by the engine's name."""
    from ddgs.engines import ENGINES
    from ddgs.engines.duckduckgo import Duckduckgo

    monkeypatch.delenv(KEY, raising=False)
    found: dict[str, list[str]] = {}

    def respond(request: Request) -> Answer:
        urls = found.get(request.path.rpartition("/")[2])
        if urls is None:
            return Answer("try later", 429)
        body = "".join(ROW.format(url=url, title=f"About {url}", snippet="Words.") for url in urls)
        return Answer(PAGE_OF_RESULTS.format(rows=body))

    engines = {}
    for name in ("duckduckgo", "yahoo", "brave"):
        url = site.answer(f"/ddgs/{name}", respond)
        engines[name] = type(name.title(), (Duckduckgo,), {"name": name, "search_url": url})
    monkeypatch.setitem(ENGINES, "text", engines)
    return found

"""The services that search: SerpApi with a key, a SearXNG server, or the engines themselves by the library ddgs."""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import urlsplit

from pytest_webagent import extras
from pytest_webagent.tools.core.wording import shortened
from pytest_webagent.tools.search.asking import EngineError, ask
from pytest_webagent.tools.search.hits import Hit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.config import Settings
    from pytest_webagent.tools.web_api.clock import Clock

KEY: Final = "SERPAPI_API_KEY"
"""The environment variable with the key of SerpApi."""
URL: Final = "SERPAPI_URL"
"""The environment variable with the base URL of SerpApi, if it is another than SerpApi's own."""
RESERVE: Final = 30.0
"""Seconds that are kept for reading pages, and not spent on waiting for engines."""
_SERPAPI: Final = "https://serpapi.com"
_QUERY: Final = {"google": "q", "bing": "q", "duckduckgo": "q", "yahoo": "p", "baidu": "q"}
"""The engines, and what SerpApi calls the query of each (https://serpapi.com/search-engine-apis)."""
_KEYLESS: Final = ("brave", "startpage", "mojeek")
"""Asked after those if nobody chose: few of those can be asked without a key."""
_PATIENCE: Final = 8
"""Seconds an engine may take to answer ddgs."""


class Service(Protocol):
    """What asks one engine."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def engines(self) -> tuple[str, ...]:
        """Those it asks if nobody chose, in order."""

    @property
    def place(self) -> str:
        """Tells its answers from those of another."""

    async def find(self, engine: str, query: str, clock: Clock) -> list[Hit]:
        """What an engine finds, best first; nothing if it finds nothing.

        Raises:
            EngineError: it could not be asked.
        """


def service_of(settings: Settings, environment: Mapping[str, str]) -> Service:
    """The service that is set up: a SearXNG server before SerpApi, and without either the engines themselves."""
    if settings.search_url:
        return Searxng(settings.search_url)
    key = environment.get(KEY, "").strip()
    return SerpApi(key, environment.get(URL, "").strip() or _SERPAPI) if key else Ddgs()


class SerpApi:
    """https://serpapi.com."""

    name = "SerpApi"
    engines = tuple(_QUERY)

    def __init__(self, key: str, url: str) -> None:
        """Ask with `key`; `url` is the base URL."""
        self._key = key
        self.place = url.rstrip("/")

    async def find(self, engine: str, query: str, clock: Clock) -> list[Hit]:
        """See `Service.find`."""
        if engine not in _QUERY:
            raise EngineError(f"SerpApi is asked for {', '.join(_QUERY)}")
        parameters = {"engine": engine, _QUERY[engine]: query, "api_key": self._key, "output": "json"}
        status, answer = await ask(
            f"{self.place}/search.json", parameters, clock, reserve=RESERVE, secret=self._key
        )
        found = answer.get("organic_results") if isinstance(answer, dict) else None
        error = answer.get("error") if isinstance(answer, dict) else None
        if status == 200 and found is None and isinstance(error, str) and "any results" in error:
            return []
        if status != 200 or not isinstance(found, list):
            said = f": {shortened(error.replace(self._key, '***'), 150)}" if isinstance(error, str) else ""
            raise EngineError(f"SerpApi answered with status {status} and no results{said}")
        return _hits(engine, found, "link", "snippet")


class Searxng:
    """A SearXNG server (https://docs.searxng.org/dev/search_api.html)."""

    name = "SearXNG"
    engines = ("searxng",)
    """Stands for the engines the server is set up with."""

    def __init__(self, url: str) -> None:
        """Ask the server with this base URL."""
        self.place = url.rstrip("/")

    async def find(self, engine: str, query: str, clock: Clock) -> list[Hit]:
        """See `Service.find`."""
        parameters = {"q": query, "format": "json"}
        if engine not in self.engines:
            parameters["engines"] = engine
        host = urlsplit(self.place).netloc.rpartition("@")[2]
        try:
            status, answer = await ask(f"{self.place}/search", parameters, clock, reserve=RESERVE)
        except EngineError as error:
            hint = "; its settings.yml has to list json under search.formats" if "403" in str(error) else ""
            raise EngineError(f"SearXNG at {host}: {error}{hint}") from None
        found = answer.get("results") if isinstance(answer, dict) else None
        if status != 200 or not isinstance(found, list):
            raise EngineError(f"SearXNG at {host} answered with status {status} and no results")
        silent = answer.get("unresponsive_engines")
        if not found and isinstance(silent, list) and silent:
            raise EngineError(f"SearXNG at {host} got no answer from it: {shortened(str(silent), 150)}")
        return _hits(engine, found, "url", "content")


class Ddgs:
    """The engines themselves, as the library ddgs reads their pages for people."""

    name = "ddgs"
    place = ""

    @property
    def engines(self) -> tuple[str, ...]:
        """Those of the usual ones that the library knows, and some that ask for no key."""
        known = self._known()
        return tuple(each for each in (*_QUERY, *_KEYLESS) if each in known)

    async def find(self, engine: str, query: str, clock: Clock) -> list[Hit]:
        """See `Service.find`."""
        known = self._known()
        if engine not in known:
            raise EngineError(
                f"without a key ({KEY}) it cannot be asked; these can: {', '.join(sorted(known))}"
            )
        seconds = math.ceil(clock.share(_PATIENCE))
        try:
            # The library has no asynchronous face. What is given up here ends by its own limit, soon after.
            async with asyncio.timeout(seconds + 1):
                found = await asyncio.to_thread(self._ask, engine, query, seconds)
        except TimeoutError:
            raise EngineError(f"it did not answer within {seconds} s") from None
        return _hits(engine, found, "href", "body")

    def _known(self) -> set[str]:
        return set(extras.load("ddgs.engines", "tools").ENGINES["text"])

    def _ask(self, engine: str, query: str, seconds: int) -> list[Any]:
        ddgs, problems = extras.load("ddgs", "tools"), extras.load("ddgs.exceptions", "tools")
        try:
            found: list[Any] = ddgs.DDGS(timeout=seconds).text(query, backend=engine, max_results=20)
        except problems.TimeoutException:
            raise EngineError(f"it did not answer within {seconds} s") from None
        except problems.DDGSException as error:
            # The library says no more where an engine refuses than where it finds nothing.
            raise EngineError(f"it found nothing, or refused ({shortened(str(error), 100)})") from None
        return found


def _hits(engine: str, found: list[Any], url: str, snippet: str) -> list[Hit]:
    rows = (row for row in found if isinstance(row, dict))
    hits = (Hit.of(engine, row.get(url), row.get("title"), row.get(snippet)) for row in rows)
    return [hit for hit in hits if hit is not None]

"""Finds pages for queries: by engines at the same time, or one after the other until enough are found; each page once."""

from __future__ import annotations

import asyncio
import math
import os
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.errors import ToolError
from pytest_webagent.setting_values import many
from pytest_webagent.tools.search.asking import EngineError
from pytest_webagent.tools.search.hits import Hit, merged
from pytest_webagent.tools.search.services import service_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.tools.core.base import ToolContext
    from pytest_webagent.tools.search.services import Service
    from pytest_webagent.tools.web_api.clock import Clock

_USUAL: Final = 2
"""Engines that are asked at the same time where nobody chose: as many as the WebSearchTool has."""
_AT_ONCE: Final = 5
"""Most engines that are asked at the same time."""


class Found(NamedTuple):
    """What was found."""

    hits: list[Hit]
    engines: tuple[str, ...]
    """Those that found something."""
    notes: tuple[str, ...]
    """What went wrong on the way."""


async def find(
    context: ToolContext,
    queries: Sequence[str],
    most: int,
    clock: Clock,
    *,
    together: bool = False,
    engines: Sequence[str] = (),
) -> Found:
    """Pages for queries, best first, `most` at most.

    An engine that fails is not asked again for another query, and the others go on without it.

    Args:
        context: What the tool may use.
        queries: What engines are asked.
        most: How many pages to give.
        clock: What is left of the call.
        together: Whether all engines that are set are asked, at the same time; where none is set the first two that can be asked,
            and more as long as these find too little. Else one is asked after the other until enough is found.
        engines: Those to ask, instead of those of the setting ``search_engines``.

    Raises:
        ToolError: no engine could be asked.
    """
    service = service_of(context.settings, os.environ)
    chosen = tuple(dict.fromkeys(name.lower() for name in many(engines) or context.settings.search_engines))
    known = chosen or service.engines
    first = (len(chosen) or _USUAL) if together else 1
    enough = math.ceil(most / len(queries))
    search = _Search(context, service, clock, {query: {} for query in queries})
    for wave in (known[:first], *((engine,) for engine in known[first:])):
        open_queries = [query for query, own in search.lists.items() if len(merged(own.values())) < enough]
        await asyncio.gather(*(search.ask(engine, open_queries) for engine in wave))
    # As the engines were chosen, and not as they answered.
    lists = [own[engine] for own in search.lists.values() for engine in known if engine in own]
    notes = tuple(f"{engine} failed: {why}" for engine, why in search.failed.items())
    if not lists:
        raise ToolError(
            f"the web was not searched: {'; '.join(notes) or 'there is no engine to ask'}. Try again later, "
            "or let the test name other engines (setting search_engines) or a SearXNG server (search_url)"
        )
    asked = dict.fromkeys(hit.engine for found in lists for hit in found)
    return Found(merged(lists)[:most], tuple(asked), notes)


class _Search:
    """What several engines are asked, and what each found."""

    def __init__(
        self, context: ToolContext, service: Service, clock: Clock, lists: dict[str, dict[str, Sequence[Hit]]]
    ) -> None:
        self.lists = lists
        self.failed: dict[str, str] = {}
        self._context, self._service, self._clock = context, service, clock
        self._room = asyncio.Semaphore(_AT_ONCE)

    async def ask(self, engine: str, queries: Sequence[str]) -> None:
        """Ask one engine for each query, one after the other, until it fails."""
        async with self._room:
            try:
                for query in queries:
                    self.lists[query][engine] = await _asked(
                        self._context, self._service, engine, query, self._clock
                    )
            except EngineError as error:
                self.failed[engine] = str(error)


async def _asked(context: ToolContext, service: Service, engine: str, query: str, clock: Clock) -> list[Hit]:
    async def work() -> list[list[str]]:
        return [list(hit) for hit in await service.find(engine, query, clock)]

    found = await context.cached("search results", (service.name, service.place, engine, query), work)
    return [Hit(*row) for row in found]

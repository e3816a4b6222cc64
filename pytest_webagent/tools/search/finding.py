"""Finds pages for queries: engine after engine until enough are found, each page once."""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.errors import ToolError
from pytest_webagent.tools.search.asking import EngineError
from pytest_webagent.tools.search.hits import Hit, merged
from pytest_webagent.tools.search.services import service_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.tools.core.base import ToolContext
    from pytest_webagent.tools.search.services import Service
    from pytest_webagent.tools.web_api.clock import Clock


class Found(NamedTuple):
    """What was found."""

    hits: list[Hit]
    engines: tuple[str, ...]
    """Those that found something."""
    notes: tuple[str, ...]
    """What went wrong on the way."""


async def find(context: ToolContext, queries: Sequence[str], most: int, clock: Clock) -> Found:
    """Pages for queries, best first, `most` at most.

    An engine that fails is followed by the next, and is not asked again for another query. So is one that finds too little.

    Raises:
        ToolError: no engine could be asked.
    """
    service = service_of(context.settings, os.environ)
    chosen = tuple(dict.fromkeys(name.lower() for name in context.settings.search_engines))
    engines, enough = chosen or service.engines, math.ceil(most / len(queries))
    failed: dict[str, str] = {}
    lists: list[Sequence[Hit]] = []
    for query in queries:
        own: list[Sequence[Hit]] = []
        for engine in engines:
            if engine in failed:
                continue
            try:
                own.append(await _asked(context, service, engine, query, clock))
            except EngineError as error:
                failed[engine] = str(error)
            if len(merged(own)) >= enough:
                break
        lists += own
    notes = tuple(f"{engine} failed: {why}" for engine, why in failed.items())
    if not lists:
        raise ToolError(
            f"the web was not searched: {'; '.join(notes) or 'there is no engine to ask'}. Try again later, "
            "or let the test name other engines (setting search_engines) or a SearXNG server (search_url)"
        )
    asked = dict.fromkeys(hit.engine for found in lists for hit in found)
    return Found(merged(lists)[:most], tuple(asked), notes)


async def _asked(context: ToolContext, service: Service, engine: str, query: str, clock: Clock) -> list[Hit]:
    async def work() -> list[list[str]]:
        return [list(hit) for hit in await service.find(engine, query, clock)]

    found = await context.cached("search results", (service.name, service.place, engine, query), work)
    return [Hit(*row) for row in found]

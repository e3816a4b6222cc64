"""Carries out one mutation during an attempt, and counts how often it changed something."""

from __future__ import annotations

import json
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from pytest_webagent.mutation import routes
from pytest_webagent.mutation.mutation_scripts import script

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.async_api import BrowserContext

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.mutation.mutation import Mutation
    from pytest_webagent.trajectory import RunResult


class Effect:
    """The stage of an attempt that is made with a mutation."""

    def __init__(self, mutation: Mutation) -> None:
        self.mutation = mutation
        self.times = 0
        """How often something was really changed."""

    @property
    def title(self) -> str:
        """The mutation in words."""
        return self.mutation.words

    async def enter(self, session: BrowserSession) -> None:
        """Have it carried out from now on."""
        if self.mutation.request is not None:
            await routes.answer_otherwise(session.context, self.mutation, self._count)
        else:
            await self._run_in_pages(session.context)

    async def leave(self, runs: Sequence[RunResult]) -> None:
        """Nothing is left to do: the session's context ends with the test."""

    async def _run_in_pages(self, context: BrowserContext) -> None:
        name = f"__{secrets.token_hex(6)}"
        await context.expose_binding(name, lambda _source: self._count())
        source = script("effect.js", BINDING=json.dumps(name), TASK=json.dumps(dict(self.mutation.task)))
        await context.add_init_script(source)
        # A fixture of the test may have opened a page of its own by now.
        for frame in (frame for page in context.pages for frame in page.frames if frame.url != "about:blank"):
            with suppress(PlaywrightError):
                await frame.evaluate(source)

    def _count(self) -> None:
        self.times += 1

"""A site whose pages change, and an agent that works on them live or from a recording."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest_asyncio

from pytest_webagent.agent.loop import Agent
from pytest_webagent.config import Settings
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.recording import replay, step_effects, target_finder
from pytest_webagent.recording.recording import Recording, read_recordings, text_of
from pytest_webagent.recording.recordings import Recordings
from pytest_webagent.testing import FunctionModel
from pytest_webagent.tools.toolsets import default_registry
from tests.conftest import Answer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    import pytest

    from pytest_webagent.browser.pool import BrowserPool
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.ports import Grounder, ModelClient, ModelRequest
    from tests.conftest import Site

WATCH = """<script>
    var touched = [];
    for (const kind of ['click', 'input', 'keydown'])
        addEventListener(kind, event => touched.push(`${kind} ${event.target.textContent}`), true);
</script>"""
"""Notes in a page what is done to it."""
SETTINGS = Settings()._replace(screenshots="off", answers="derived", check_timeout=1.0, timeout=60.0)
KNOWN: dict[tuple[str, str], str] = {}
"""What was recorded already, by goal and page."""


class Stage:
    """Opens the site's start page and works there, live or from a recording."""

    def __init__(self, pool: BrowserPool, settings: Settings, site: Site) -> None:
        self._pool = pool
        self._settings = settings
        self._site = site
        self.session: BrowserSession
        self._opened: list[BrowserSession] = []
        self.grounder: Grounder | None = None
        self.recordings: Recordings
        """Those that were replayed last."""

    async def work(
        self,
        asked: str,
        recordings: Recordings,
        *,
        kind: str = "run",
        live: bool = False,
        model: Callable[[ModelRequest], Any] | None = None,
        verifier: ModelClient | None = None,
        **more: Any,
    ) -> Any:
        """Make one run on a fresh page; no model is there unless it is live: the builtin one, or `model`."""
        self.session = await self._pool.new_session(self._settings)
        self._opened.append(self.session)
        await self.session.goto(self._site.url + "/")
        agent = Agent(
            model=FunctionModel(model or _nobody) if model or not live else BuiltinModel(),
            session=self.session,
            tools=default_registry(),
            settings=self._settings._replace(record=recordings.mode),
            verifier=verifier,
            grounder=self.grounder,
            recordings=recordings,
        )
        return await getattr(agent, kind)(asked, **more)

    async def record(
        self,
        asked: str,
        html: str,
        *,
        kind: str = "run",
        model: Callable[[ModelRequest], Any] | None = None,
        **more: Any,
    ) -> str:
        """The file that is kept of a run of the builtin model or another, after it was replayed once."""
        if (asked, html) not in KNOWN:
            self._site.page("/", WATCH + html)
            made = Recordings("all")
            await self.work(asked, made, kind=kind, live=True, model=model, **more)
            first = Recordings("none", made.recorded(looks=False), learns=True)
            await self.work(asked, first, kind=kind, **more)
            KNOWN[asked, html] = text_of(first.learned())
            self._site.requests.clear()
        return KNOWN[asked, html]

    async def replay(
        self,
        text: str,
        asked: str,
        html: str,
        *,
        kind: str = "run",
        mode: str = "none",
        heals: bool = False,
        **more: Any,
    ) -> Any:
        """Replay a file on the page as it is now."""
        self._site.page("/", WATCH + html)
        known = read_recordings(text, "it.yaml")
        self.recordings = Recordings(mode, known, place="it.yaml", heals="propose" if heals else "off")
        return await self.work(asked, self.recordings, kind=kind, **more)

    async def touched(self) -> list[str]:
        """What was done to the page of the newest run."""
        told: list[str] = await self.session.page.evaluate("touched")
        return told

    def saved(self) -> list[str]:
        """What the site was sent."""
        return [request.body.decode() for request in self._site.requests if request.method == "POST"]

    async def close(self) -> None:
        """Close all pages."""
        for session in self._opened:
            await session.close()


def _nobody(request: object) -> str:
    raise AssertionError("a replay asks no model")


@pytest_asyncio.fixture(loop_scope="session")
async def stage(pool: BrowserPool, site: Site, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """A stage with a site whose ``/save`` stores nothing."""
    # What does not come is not waited for as long as a slow site may take.
    for module in (target_finder, step_effects, replay):
        monkeypatch.setattr(module, "PATIENCE", 1.5)
    site.answer("/save", Answer("{}"))
    stage = Stage(pool, SETTINGS, site)
    yield stage
    await stage.close()


def written(asked: str, *steps: dict[str, Any], kind: str = "goal", **more: Any) -> str:
    """A recording as somebody writes it."""
    made = {"model": "test", "on": "2026-01-01", "derived": True}
    told = {"webagent": 1, kind: asked, "made": made, "steps": steps, **more}
    return text_of([Recording.model_validate(told)])

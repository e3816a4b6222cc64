"""Pages on which runs are recorded and replayed, as tests of recordings want them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_webagent.agent.loop import Agent
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.recording.recording import Recording, read_recordings, text_of
from pytest_webagent.recording.recordings import Recordings
from pytest_webagent.testing import FunctionModel
from pytest_webagent.tools.toolsets import default_registry

if TYPE_CHECKING:
    from pytest_webagent.browser.pool import BrowserPool
    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.config import Settings
    from pytest_webagent.ports import Grounder
    from tests.conftest import Site

WATCH = """<script>
    var touched = [];
    for (const kind of ['click', 'input', 'keydown'])
        addEventListener(kind, event => touched.push(`${kind} ${event.target.textContent}`), true);
</script>"""
"""Notes in a page what is done to it."""
KNOWN: dict[tuple[str, str], str] = {}
"""What was recorded already, by goal and page."""


class Stage:
    """Opens the site's start page and works there, live or from a recording."""

    def __init__(self, pool: BrowserPool, settings: Settings, site: Site) -> None:
        self.grounder: Grounder | None = None
        self._pool = pool
        self._settings = settings
        self._site = site
        self.session: BrowserSession
        self.recordings: Recordings
        """Those that were replayed last."""
        self._opened: list[BrowserSession] = []

    async def work(self, asked: str, recordings: Recordings, *, kind: str = "run", live: bool = False) -> Any:
        """Make one run on a fresh page; no model is there unless it is live."""
        self.session = await self._pool.new_session(self._settings)
        self._opened.append(self.session)
        await self.session.goto(self._site.url + "/")
        agent = Agent(
            model=BuiltinModel() if live else FunctionModel(_nobody),
            session=self.session,
            tools=default_registry(),
            settings=self._settings,
            grounder=self.grounder,
            recordings=recordings,
        )
        return await getattr(agent, kind)(asked)

    async def record(self, asked: str, html: str, *, kind: str = "run") -> str:
        """The file that is kept of a run of the builtin model, after it was replayed once."""
        if (asked, html) not in KNOWN:
            self._site.page("/", WATCH + html)
            made = Recordings("all")
            await self.work(asked, made, kind=kind, live=True)
            first = Recordings("none", made.recorded(looks=False), learns=True)
            await self.work(asked, first, kind=kind)
            KNOWN[asked, html] = text_of(first.learned())
            self._site.requests.clear()
        return KNOWN[asked, html]

    async def replay(
        self, text: str, asked: str, html: str, *, kind: str = "run", mode: str = "none", heals: bool = False
    ) -> Any:
        """Replay a file on the page as it is now."""
        self._site.page("/", WATCH + html)
        self.recordings = Recordings(
            mode, read_recordings(text, "it.yaml"), place="it.yaml", heals="propose" if heals else "off"
        )
        return await self.work(asked, self.recordings, kind=kind)

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


def written(asked: str, *steps: dict[str, Any], kind: str = "goal", **more: Any) -> str:
    """A recording as somebody writes it."""
    made = {"model": "test", "on": "2026-01-01", "derived": True}
    told = {"webagent": 1, kind: asked, "made": made, "steps": steps, **more}
    return text_of([Recording.model_validate(told)])

"""Shoots at targets: every kind of page, scale factor of the screen, model and mode, through the tool an agent would call."""

from __future__ import annotations

import base64
import itertools
import math
import re
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from aiohttp import web
from grounding_pages import PAGES
from grounding_picture import opened, spot
from grounding_truth import DIALECTS, LARGER, SMALLER, Resizing, TruthServer
from playwright.async_api import Error, async_playwright

from pytest_webagent.browser.executable import find
from pytest_webagent.browser.session import BrowserSession
from pytest_webagent.config import Settings
from pytest_webagent.geometry import Point, Size
from pytest_webagent.grounding.coordinates import Limits
from pytest_webagent.grounding.profiles import PROFILES, Profile
from pytest_webagent.grounding.vision import VisionGrounder
from pytest_webagent.messages import ToolCall, ToolResult
from pytest_webagent.model.openai import OpenAIModel
from pytest_webagent.tools.core.context import ToolContext
from pytest_webagent.tools.toolsets import default_registry

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Mapping

    from grounding_parts import Page
    from playwright.async_api import Browser

    from pytest_webagent.geometry import Convention
    from pytest_webagent.trajectory import Aim

SCALES = (1, 1.5, 2, 3)
"""Scale factors of the screen: its pixels for each CSS pixel."""
MODES = ("auto", "prefer", "force", "off")
_LOOKS = 100
"""How often a page is looked at until it shows its targets."""


LOOKS = (Size(1280, 720), Size(640, 360), Size(427, 240))
"""What part of the viewport the first, second and third look of a grounder show, in CSS pixels."""


def _of_our_own(name: str, convention: Convention, resizing: Resizing) -> Profile:
    """A profile as users write them, of a convention that none of the known models has."""
    return Profile(
        name=name,
        weights=f"example/{name}",
        licence="Apache-2.0",
        convention=convention,
        limits=Limits(*resizing),
        prompt="Where is {description}?",
        form="pair",
    )


KNOWN: Mapping[str, Profile] = {
    **PROFILES,
    "unresized": _of_our_own("unresized", "absolute_original", SMALLER),
    "unit": _of_our_own("unit", "relative_1", LARGER),
}
"""A profile for each of the dialects."""


def grounder_at(url: str, model: str) -> VisionGrounder:
    """The product's own grounder for a model behind a server."""
    return VisionGrounder(KNOWN[model], OpenAIModel(Settings(model=model, model_url=url)))


class Case(NamedTuple):
    """One shot."""

    page: str
    scale: float
    model: str
    mode: str


def whole_matrix() -> list[Case]:
    """Everything with everything."""
    return [Case(*each) for each in itertools.product(PAGES, SCALES, DIALECTS, MODES)]


def reduced_matrix() -> list[Case]:
    """Some of it, in which any two values of different kinds still meet."""
    return [
        Case(page, SCALES[(row + column) % 4], model, MODES[(row // 4 + column) % 4])
        for row, page in enumerate(PAGES)
        for column, model in enumerate(DIALECTS)
    ]


@dataclass(frozen=True, slots=True)
class Shot:
    """What came of a case."""

    case: Case
    ink: str
    """What was to be hit."""
    hit: str
    """What was hit; everything the page has told, if that is not exactly one hit."""
    distance: float | None = None
    """From the middle of what can be seen of the target, in CSS pixels; None where nothing was clicked."""
    tier: str = ""
    """Who decided."""
    recorded: bool = True
    """Whether the record names the element that was hit."""
    error: str = ""
    looks: int = 0
    """How many pictures the model was shown."""
    fitted: bool = True
    """Whether the model's own preprocessing left all of them as they came."""

    @property
    def wrong(self) -> str:
        """What is wrong with it, as a line; empty if nothing is."""
        due = "coordinates" if self.case.mode == "off" else "grounding model"
        problems = (
            (f"hit {self.hit}", self.hit != self.ink),
            (f"by the {self.tier or 'nobody'}", self.tier != due),
            ("recorded as something else", not self.recorded),
            ("resized once more by the model", not self.fitted),
        )
        found = [problem for problem, is_there in problems if is_there]
        if not found:
            return ""
        return f"{', '.join(map(str, self.case))}: {self.ink} was meant; {', '.join(found)} {self.error}"


@dataclass(slots=True)
class Range:
    """A browser, a server of pages, a server of models, and what is in sight."""

    browser: Browser
    url: str
    served: dict[str, str]
    truth: TruthServer
    grounders: Mapping[str, VisionGrounder]
    """By model."""
    session: BrowserSession = field(init=False)
    page: Page = field(init=False)
    middles: dict[str, Point] = field(init=False, default_factory=dict)
    """Where the middle of each target is, by a picture that the product has no part in."""
    box_middles: dict[str, Point] = field(init=False, default_factory=dict)
    """The same of the box around it, which is another place for a shape seen in perspective."""
    _turn: int = 0

    @asynccontextmanager
    async def screen(self, scale: float, settings: Settings | None = None) -> AsyncIterator[None]:
        """A session on a screen of that scale factor."""
        # The same targets whichever tests ran before, and others on other screens.
        self._turn = round(2 * scale)
        used = settings or Settings()
        width, height = used.viewport
        context = await self.browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=scale
        )
        # A screen within a screen puts its own in the place of this one.
        session = self.session = BrowserSession(context, await context.new_page(), used, owned=True)
        session.attend()
        try:
            yield
        finally:
            await session.close()

    async def open(self, page: Page) -> None:
        """Open a page, bring it where it is looked at, and wait until all its targets can be seen.

        Raises:
            AssertionError: they cannot.
        """
        self.page = page
        self.served.clear()
        self.served.update(page.files)
        tab = self.session.page
        await tab.goto(self.url, wait_until="load")
        if page.before:
            await tab.evaluate(page.before)
        for path, script in (page.frames or {}).items():
            await next(frame for frame in tab.frames if frame.url.endswith(path)).evaluate(script)
        for _ in range(_LOOKS):
            await self.look()
            if len(self.middles) == len(page.targets):
                return
        raise AssertionError(f"only {sorted(self.middles)} of {page.targets} can be seen")

    async def look(self) -> None:
        """See where the targets in sight are."""
        self.middles = {}
        tab = self.session.page
        camera = await self.session.context.new_cdp_session(tab)
        try:
            raw = await camera.send("Page.captureScreenshot", {"format": "png"})
        except Error:
            # The page has just been loaded, and was not drawn yet.
            return
        finally:
            await camera.detach()
        picture = opened(base64.b64decode(raw["data"]))
        across, down = (
            pixels / length for pixels, length in zip(picture.size, tab.viewport_size.values(), strict=True)
        )
        spots = {ink: found for ink in self.page.targets if (found := spot(picture, ink)) is not None}
        self.middles = {ink: Point(at.x / across, at.y / down) for ink, at in spots.items()}
        self.box_middles = {
            ink: Point((left + right) / 2 / across, (top + bottom) / 2 / down)
            for ink, (_, _, (left, top, right, bottom)) in spots.items()
        }

    def next_ink(self) -> str:
        """The target whose turn it is."""
        self._turn += 1
        return self.page.targets[self._turn % len(self.page.targets)]

    async def shoot(self, case: Case) -> Shot:
        """One case: the page it names is open."""
        ink = self.next_ink()
        self.truth.forget()
        self.truth.originals = LOOKS
        dialect = DIALECTS[case.model]
        if case.mode == "off":
            # Nobody but the agent itself says where: it is shown a picture, resized, and answers as that model would.
            size = self.session.settings.viewport
            shown = Size(*dialect.resizing.of(*size))
            coords = written(self.middles[ink], dialect.convention, size, shown)
            settings = Settings(grounding="off", coordinates=dialect.convention)
            context = ToolContext(session=self.session, settings=settings, picture=shown)
            return await self.clicked(case, ink, context, coords=coords)
        context = ToolContext(
            session=self.session, settings=Settings(grounding=case.mode), grounder=self.grounders[case.model]
        )
        return await self.clicked(case, ink, context)

    async def clicked(self, case: Case, ink: str, context: ToolContext, **arguments: str) -> Shot:
        """Click on a target; what was hit."""
        result = await self.click(context, f"the {ink} one", **arguments)
        aims, asked = context.call.aims, self.truth.asked
        recorded = not aims or ink in self.page.secluded or self._is_named(aims[0], self.middles[ink])
        hits = await self.hits() if result.error is None else []
        names_box = "coords" not in arguments and DIALECTS[case.model].box
        meant = (self.box_middles if names_box else self.middles)[ink]
        distance = math.dist(meant, (hits[0]["x"], hits[0]["y"])) if hits else None
        return Shot(
            case,
            ink,
            hit=hits[0]["ink"] if len(hits) == 1 else str([each["ink"] for each in hits]),
            distance=distance,
            tier=aims[0].decided.tier if aims else "",
            recorded=recorded,
            error=result.error or "",
            looks=len(asked),
            fitted=all(question.size == question.resized for question in asked),
        )

    def _is_named(self, aim: Aim, middle: Point) -> bool:
        """Whether a record names the element that the target is, or is painted on."""
        observation, number = self.session.observation, re.search(r"\[(\d+)\]$", aim.decided.element)
        element = observation.find(int(number[1])) if observation is not None and number is not None else None
        return (
            element is not None
            and element.role == self.page.role
            and element.box is not None
            and element.box.holds(middle)
        )

    async def click(self, context: ToolContext, description: str, **arguments: str) -> ToolResult:
        """Look at the page and click on what is described, as an agent does."""
        context.begin()
        await self.session.page.evaluate("hits.length = 0")
        await self.session.observe()
        call = ToolCall("click", {"reasoning": "The test wants it.", "description": description, **arguments})
        return await default_registry().call(call, context)

    async def hits(self) -> list[dict[str, object]]:
        """What the page says was hit by the click just made."""
        try:
            await self.session.page.wait_for_function("hits.length", timeout=2_000)
        except Error:
            return []
        return await self.session.page.evaluate("hits")


def written(point: Point, convention: str, size: Size, shown: Size) -> str:
    """A place in the viewport as an agent writes it that was shown a picture of the viewport."""
    width, height = {
        "absolute_resized": shown,
        "absolute_original": size,
        "relative_1": (1, 1),
        "relative_1000": (1000, 1000),
    }[convention]
    digits = 4 if convention == "relative_1" else None
    x, y = round(point.x / size.width * width, digits), round(point.y / size.height * height, digits)
    return f"<point>{x} {y}</point>"


@asynccontextmanager
async def shooting_range() -> AsyncIterator[Range]:
    """A browser of its own, whose scrollbars can be seen and take room as they do on a desktop, and pages to open in it."""
    served: dict[str, str] = {}

    async def show(request: web.Request) -> web.Response:
        html = served.get(request.path, "")
        return web.Response(text=html, content_type="text/html", headers={"cache-control": "no-store"})

    app = web.Application()
    app.router.add_get("/{path:.*}", show)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    launch = find(Settings())
    async with AsyncExitStack() as stack:
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(
            executable_path=launch.path,
            channel=launch.channel,
            chromium_sandbox=launch.sandbox_off is None,
            ignore_default_args=["--hide-scrollbars"],
        )
        stack.push_async_callback(browser.close)
        truth = await stack.enter_async_context(TruthServer().running())
        grounders = {model: grounder_at(truth.url, model) for model in DIALECTS}
        for grounder in grounders.values():
            stack.push_async_callback(grounder.client.close)
        yield Range(browser, f"http://127.0.0.1:{runner.addresses[0][1]}/", served, truth, grounders)


async def shoot_all(shooting: Range, cases: Iterable[Case]) -> list[Shot]:
    """All cases, those of one page on one screen after one another."""
    shots = []
    by_screen = sorted(cases, key=lambda case: (case.scale, case.page))
    for scale, on_screen in itertools.groupby(by_screen, key=lambda case: case.scale):
        async with shooting.screen(scale):
            for page, group in itertools.groupby(on_screen, key=lambda case: case.page):
                await shooting.open(PAGES[page])
                shots += [await shooting.shoot(case) for case in group]
    return shots

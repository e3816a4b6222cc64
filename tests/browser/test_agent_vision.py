"""What a model sees of the page: over the real protocol, in real Chromium."""

from __future__ import annotations

import base64
import io
import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from matrix_cases import repeats
from model_server import Answer, Asked, ModelServer, calls, refuses_images, wants
from one_session import one_session  # noqa: F401 (a fixture)
from openai_requests import Pauses
from PIL import Image as Pillow
from PIL import ImageChops

from pytest_webagent.agent.loop import Agent
from pytest_webagent.browser.page_watch import PageWatch
from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError, ModelError
from pytest_webagent.messages import Image
from pytest_webagent.model.openai import OpenAIModel
from pytest_webagent.session_warnings import WebAgentWarning
from pytest_webagent.tools.toolsets import default_registry

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from conftest import Site

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.observation import Observation

PAGE = """
<h1>Signal box</h1><p role=status id=said>nothing</p>
<button onclick="said.textContent = 'named'">By name</button>
<canvas id=board width=200 height=120 style="position:absolute; left:700px; top:400px"></canvas>
<script>
const pen = board.getContext('2d');
pen.fillStyle = 'crimson';
pen.fillRect(150, 70, 40, 40);
board.onclick = event => {
  const hit = event.offsetX >= 150 && event.offsetX < 190 && event.offsetY >= 70 && event.offsetY < 110;
  said.textContent = hit ? 'square' : `missed at ${event.offsetX}, ${event.offsetY}`;
};
</script>
"""
SQUARE = (870, 490)
"""The middle of the red square, in CSS pixels of the viewport."""
STOP = {"answer": "done", "status": "done", "reasoning": "that was all"}
WAIT = {"seconds": 0, "reasoning": "to see it once more"}


@pytest.fixture
async def make_agent(
    model_server: ModelServer, session: BrowserSession, site: Site
) -> AsyncIterator[Callable[..., Agent]]:
    """Makes agents on the page, thinking through the test's model server; `of_session` are settings of the model alone."""
    await session.goto(site.page("/", PAGE))
    models: list[OpenAIModel] = []

    def make(of_session: Mapping[str, Any] | None = None, **chosen: Any) -> Agent:
        settings = Settings(model="test-model", model_url=model_server.url, answers="any", **chosen)
        models.append(OpenAIModel(settings._replace(**(of_session or {})), sleep=Pauses()))
        return Agent(model=models[-1], session=session, tools=default_registry(), settings=settings)

    yield make
    for model in models:
        await model.close()


@pytest.fixture
def seen(session: BrowserSession) -> list[Observation]:
    """The observations made, in order."""
    made: list[Observation] = []
    session.on_observation = made.append
    return made


def pictures(asked: Asked) -> list[bytes]:
    """The pictures of a request, in order."""
    parts = [part for item in asked.messages if isinstance(item["content"], list) for part in item["content"]]
    urls = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    return [base64.b64decode(url.partition(",")[2]) for url in urls]


def opened(data: bytes) -> Pillow.Image:
    return Pillow.open(io.BytesIO(data)).convert("RGB")


def told(asked: Asked) -> str:
    return json.dumps(asked.messages)


def press_red(asked: Asked) -> Answer:
    """Finds the red square on the picture it is sent, and clicks there, as it was told to count."""
    seen = opened(pictures(asked)[-1])
    red = [
        (x, y)
        for x in range(seen.width // 2, seen.width)
        for y in range(seen.height // 2, seen.height)
        if (pixel := seen.getpixel((x, y)))[0] > 180 and pixel[1] < 90 and pixel[2] < 110
    ]
    x, y = (sorted(axis)[len(red) // 2] for axis in zip(*red, strict=True))
    count = re.findall(
        r"Coords count from 0 to (\d+) across the picture and from 0 to (\d+) down", told(asked)
    )
    across, down = map(int, count[-1]) if count else seen.size
    place = f"<point>{x / seen.width * across:.3f} {y / seen.height * down:.3f}</point>"
    return calls(wants("click", {"coords": place, "description": "the red square", "reasoning": "it is red"}))


@pytest.mark.parametrize(
    ("chosen", "size"),
    [
        ({}, (1280, 720)),
        *repeats(
            ({"vision_tokens": 300}, (632, 355)),
            ({"vision_tokens": 300, "coordinates": "absolute_original"}, (632, 355)),
        ),
        ({"vision_tokens": 300, "coordinates": "relative_1"}, (632, 355)),
        ({"marks": "off", "coordinates": "relative_1000"}, (1280, 720)),
    ],
    ids=lambda value: "-".join(map(str, value.values())) or "default" if isinstance(value, dict) else "",
)
async def test_what_is_seen_on_the_picture_is_hit_however_large_it_is_and_whatever_coords_count(
    make_agent: Callable[..., Agent],
    model_server: ModelServer,
    session: BrowserSession,
    chosen: dict[str, Any],
    size: tuple[int, int],
):
    model_server.script(press_red, calls(wants("stop", STOP)))
    result = await make_agent(**chosen).run("Click the red square")
    assert await session.page.inner_text("#said") == "square"
    assert [opened(data).size for asked in model_server.asked for data in pictures(asked)] == [size, size]
    target = result.steps[0].actions[0].target
    assert target is not None
    assert max(abs(a - b) for a, b in zip(target.center, SQUARE, strict=True)) < 4


async def test_the_picture_goes_with_the_newest_page_only_and_the_report_keeps_it_bare(
    make_agent: Callable[..., Agent], model_server: ModelServer
):
    model_server.script(calls(wants("wait", WAIT)), calls(wants("wait", WAIT)), calls(wants("stop", STOP)))
    result = await make_agent(marks="off").run("Look around")
    kept = [step.screenshot for step in result.steps]
    assert [pictures(asked) for asked in model_server.asked] == [[shot.data] for shot in kept if shot]
    assert all(asked.messages[-1]["role"] == "user" for asked in model_server.asked)


async def test_the_numbers_of_the_elements_are_drawn_on_what_the_model_sees_and_on_nothing_else(
    make_agent: Callable[..., Agent], model_server: ModelServer, seen: list[Observation]
):
    model_server.script(calls(wants("stop", STOP)))
    result = await make_agent().run("Look around")
    (shot,) = [step.screenshot for step in result.steps]
    (sent,) = pictures(model_server.asked[0])
    assert shot is not None
    # JPEG is not exact: what was drawn differs by far more.
    different = (
        ImageChops.difference(opened(shot.data), opened(sent)).convert("L").point(lambda value: value > 90)
    )
    changed = different.getbbox()
    assert changed is not None
    button = next(each for each in seen[0].elements if each.role == "button")
    assert button.box is not None
    assert button.id in seen[0].uncovered
    assert changed[0] < button.box.x + button.box.width
    assert changed[2] > button.box.x
    assert "The numbers drawn on the picture are those of the elements" in told(model_server.asked[0])


async def test_with_vision_off_no_picture_is_sent_taken_or_spoken_of(
    make_agent: Callable[..., Agent], model_server: ModelServer, seen: list[Observation]
):
    model_server.script(calls(wants("wait", WAIT)), calls(wants("stop", STOP)))
    # The model belongs to the session, where vision is not off; this test alone turns it off.
    agent = make_agent({"vision": "auto"}, vision="off", screenshots="off")
    await agent.run("Look around")
    assert [pictures(asked) for asked in model_server.asked] == [[], []]
    assert {(page.screenshot, page.uncovered) for page in seen} == {(None, frozenset())}
    assert "picture" not in told(model_server.asked[0])


async def test_a_model_that_refuses_pictures_goes_on_in_the_same_step_and_is_shown_none_from_then_on(
    make_agent: Callable[..., Agent], model_server: ModelServer, seen: list[Observation]
):
    model_server.rule(refuses_images)
    stop = calls(wants("stop", STOP))
    model_server.script(calls(wants("wait", WAIT)), stop, stop)
    agent = make_agent(screenshots="off")
    with pytest.warns(WebAgentWarning) as warned:
        first = await agent.run("Look around")
    # In the next run there is nothing left to say.
    await agent.run("Look around again")
    assert len(first.steps) == 2
    assert [len(pictures(asked)) for asked in model_server.asked] == [1, 0, 0, 0]
    looks = [(page.screenshot is not None, bool(page.uncovered)) for page in seen]
    assert looks[0] == (True, True)
    assert set(looks[1:]) == {(False, False)}
    assert [str(each.message) for each in warned if "takes no images" in str(each.message)] == [
        "the model test-model: it takes no images; no screenshots are sent from here on (the server failed (500: image "
        "input is not supported - hint: you may need to provide the mmproj)). With webagent_vision=off none is tried"
    ]


async def test_a_refusal_is_an_error_where_vision_is_on(
    make_agent: Callable[..., Agent], model_server: ModelServer
):
    model_server.rule(refuses_images)
    with pytest.raises(ModelError, match=r"image input is not supported.*webagent_vision=on.*auto"):
        await make_agent(vision="on").run("Look around")


async def test_a_refusal_is_an_error_for_a_test_that_insists_on_vision_itself(
    make_agent: Callable[..., Agent], model_server: ModelServer
):
    model_server.rule(refuses_images)
    model_server.script(calls(wants("stop", STOP)))
    agent = make_agent({"vision": "auto"}, vision="on")
    with (
        pytest.warns(WebAgentWarning, match="takes no images"),
        pytest.raises(ModelError, match="'test-model' takes no images, and this test insists on them"),
    ):
        await agent.run("Look around")
    with pytest.raises(ConfigError, match="vision is on, but the model 'test-model' takes no images"):
        await agent.run("Look around")


async def test_a_second_opinion_sees_the_page_bare_and_small_enough(
    make_agent: Callable[..., Agent], model_server: ModelServer, session: BrowserSession
):
    verdict = calls(wants("verdict", {"holds": "yes", "reasoning": "it shows"}))
    model_server.script(calls(wants("stop", STOP)), verdict)
    agent = make_agent(vision_tokens=300, verifier_when="always")
    other = OpenAIModel(Settings(model="second", model_url=model_server.url), sleep=Pauses())
    agent = Agent(
        model=agent._model,
        session=session,
        tools=default_registry(),
        settings=agent._settings,
        verifier=other,
    )
    try:
        await agent.run("Look around")
    finally:
        await other.close()
    (shown,) = pictures(model_server.asked[1])
    assert opened(shown).size == (632, 355)
    assert "drawn on the picture" not in told(model_server.asked[1])


async def test_coordinates_that_a_test_gives_itself_are_css_pixels_after_a_run(
    make_agent: Callable[..., Agent], model_server: ModelServer, session: BrowserSession
):
    model_server.script(press_red, calls(wants("stop", STOP)))
    agent = make_agent(vision_tokens=300)
    await agent.run("Click the red square")
    await session.page.evaluate("said.textContent = 'nothing'")
    x, y = SQUARE
    await agent._tools.execute("click", description="it", coords=f"<point>{x} {y}</point>")
    assert await session.page.inner_text("#said") == "square"


async def test_a_screenshot_that_cannot_be_read_leaves_the_run_without_a_picture(
    make_agent: Callable[..., Agent],
    model_server: ModelServer,
    session: BrowserSession,
    monkeypatch: pytest.MonkeyPatch,
):
    async def broken(self: PageWatch, kind: str) -> Image:
        return Image(b"\xff\xd8 the rest is lost")

    monkeypatch.setattr(PageWatch, "screenshot", broken)
    model_server.script(calls(wants("wait", WAIT)), calls(wants("stop", STOP)))
    before = session.log.lines()
    await make_agent().run("Look around")
    assert [pictures(asked) for asked in model_server.asked] == [[], []]
    assert [line for line in session.log.lines() if "picture" in line and line not in before] == [
        "browser: the model is shown no picture: the screenshot cannot be read (UnidentifiedImageError, 19 bytes) (2 times)"
    ]

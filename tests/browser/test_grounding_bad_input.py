"""What grounding says and does when it cannot work: every message through the tool call, and never a click elsewhere."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from grounding_matrix import KNOWN, LOOKS, shooting_range
from grounding_pages import PAGES
from grounding_parts import Page, button, document
from grounding_truth import fails, never, part, two_answers, words
from matrix_cases import by_default, repeats

from pytest_webagent.config import Settings
from pytest_webagent.geometry import Size
from pytest_webagent.grounding.local import LocalModel
from pytest_webagent.grounding.vision import VisionGrounder
from pytest_webagent.model.openai import OpenAIModel
from pytest_webagent.session_warnings import WebAgentWarning
from pytest_webagent.tools.core.context import ToolContext

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from grounding_matrix import Range

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.ports import Grounder


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def gallery() -> AsyncIterator[tuple[Range, BrowserSession]]:
    async with shooting_range() as shooting, shooting.screen(1):
        await shooting.open(PAGES["plain"])
        yield shooting, shooting.session


@pytest_asyncio.fixture(loop_scope="session")
async def shooting(gallery: tuple[Range, BrowserSession]) -> AsyncIterator[Range]:
    """The plain page is open, and the server answers truly."""
    shooting, session = gallery
    shooting.truth.forget()
    shooting.truth.originals = LOOKS
    if shooting.session is not session or shooting.page is not PAGES["plain"]:
        shooting.session = session
        await shooting.open(PAGES["plain"])
    yield shooting
    assert shooting.truth.left == 0, "the server was asked less often than the test says"


async def refused(
    shooting: Range, grounder: Grounder | None, ink: str = "red", grounding: str = "auto", **arguments: str
) -> str:
    """Click on a target, which must not work; the error."""
    context = ToolContext(session=shooting.session, settings=Settings(grounding=grounding), grounder=grounder)
    result = await shooting.click(context, f"the {ink} one", **arguments)
    assert result.error is not None, result.output
    assert await shooting.session.page.evaluate("hits") == []
    assert context.target is None
    return result.error


async def hit(shooting: Range, grounder: Grounder | None, ink: str, grounding: str, **arguments: str) -> str:
    """Click on a target, which must work; who decided."""
    context = ToolContext(session=shooting.session, settings=Settings(grounding=grounding), grounder=grounder)
    result = await shooting.click(context, f"the {ink} one", **arguments)
    assert result.error is None, result.error
    assert [each["ink"] for each in await shooting.hits()] == [ink]
    return context.call.aims[0].decided.tier


async def at_once(seconds: float) -> None:
    """Wait for nothing between two tries."""


@pytest_asyncio.fixture(loop_scope="session")
async def impatient() -> AsyncIterator[Callable[..., VisionGrounder]]:
    """Makes a grounder that asks a failing server again at once."""
    clients = []

    def make(url: str, model: str = "qwen3-vl", *, profile: str = "") -> VisionGrounder:
        clients.append(OpenAIModel(Settings(model=model, model_url=url), sleep=at_once))
        return VisionGrounder(KNOWN[profile or model], clients[-1])

    yield make
    for client in clients:
        await client.close()


@pytest.mark.parametrize("grounding", ["auto", *repeats("prefer", "force"), "off"])
async def test_without_a_grounder_and_anything_usable_it_is_told_what_to_give(shooting, grounding):
    error = await refused(shooting, None, grounding=grounding)
    assert "give element_id" in error
    assert "coords" in error


async def test_a_server_that_is_down_is_told(shooting, impatient):
    url = "http://127.0.0.1:9/v1"
    error = await refused(shooting, impatient(url))
    assert error.startswith("the grounding model qwen3-vl could not be asked")
    assert "127.0.0.1:9" in error
    assert "name the element by its number" in error


@pytest.mark.parametrize("grounding", ["prefer", *repeats("force")])
async def test_where_the_server_is_down_the_number_decides(shooting, impatient, grounding):
    await shooting.session.observe()
    number = next(each.id for each in shooting.session.observation.elements if each.role == "button")
    decided = await hit(
        shooting, impatient("http://127.0.0.1:9/v1"), "red", grounding, element_id=str(number)
    )
    assert decided == "element id"


async def test_a_server_that_never_answers_is_given_up(shooting, monkeypatch):
    # The connection is open, and what is loaded at the first call is loaded.
    assert await hit(shooting, shooting.grounders["qwen3-vl"], "green", "auto") == "grounding model"
    monkeypatch.setattr("pytest_webagent.grounding.vision._SECONDS", 1.0)
    shooting.truth.script(never)
    error = await refused(shooting, shooting.grounders["qwen3-vl"])
    assert error.startswith("the grounding model qwen3-vl")
    assert "name the element by its number" in error
    assert "no answer within" in error


async def test_a_model_the_server_does_not_have_is_told(shooting, impatient):
    error = await refused(shooting, impatient(shooting.truth.url, "qwen9-vl", profile="qwen3-vl"))
    assert "The model `qwen9-vl` does not exist" in error
    assert "could not be asked" in error


async def test_a_server_that_fails_once_is_asked_again(shooting, impatient):
    shooting.truth.script(fails(500, "out of memory"))
    assert await hit(shooting, impatient(shooting.truth.url), "red", "auto") == "grounding model"


async def test_a_server_that_fails_and_fails_is_told(shooting, impatient):
    shooting.truth.script(*[fails(500, "out of memory")] * 4)
    error = await refused(shooting, impatient(shooting.truth.url))
    assert "could not be asked" in error
    assert "out of memory" in error


async def test_a_model_that_takes_no_pictures_is_told(shooting, impatient):
    shooting.truth.script(fails(400, "qwen3 is not a multimodal model"), words("[500, 500]"))
    with pytest.warns(WebAgentWarning, match="it takes no images"):
        error = await refused(shooting, impatient(shooting.truth.url))
    assert "takes no pictures" in error


async def test_coordinates_that_count_something_else_are_refused_and_not_clicked(shooting, impatient):
    # Pixels, from a model taken for one that answers in thousandths: those of the blue one are beyond 1000.
    error = await refused(shooting, impatient(shooting.truth.url, "qwen2.5-vl", profile="qwen3-vl"), "blue")
    assert "is outside of the picture, where x is from 0 to 1000" in error
    assert "relative_1000" in error
    assert "is it that model that answers?" in error
    assert len(shooting.truth.asked) == 2


@pytest.mark.parametrize("model", by_default(sorted(KNOWN), "qwen2.5-vl", "qwen3-vl", "unresized", "unit"))
async def test_a_point_outside_of_the_picture_is_never_moved_inside(shooting, model):
    shooting.truth.originals = [LOOKS[0]] * 2
    shooting.truth.script(part(1.02, 0.4), part(1.02, 0.4))
    error = await refused(shooting, shooting.grounders[model])
    assert "is outside of the picture" in error
    assert f"({KNOWN[model].convention})" in error


USELESS = {
    "two answers": (two_answers, "one place was asked for, and the answer names 2"),
    "prose": (words("It is the button near the top, to the left of the others."), "the answer has to be"),
    "half an answer": (
        words('<tool_call>{"name": "grounding", "arguments": {"coord'),
        "the answer has to be",
    ),
    "only thoughts": (words("<think>It must be at [160, 142].</think>"), "the answer has to be"),
    "no number": (words('{"point_2d": ["left", "top"]}'), "the answer has to be"),
}


@pytest.mark.parametrize(("kind", "model"), [*zip(USELESS, KNOWN, strict=False)])
async def test_an_answer_that_names_no_one_place_is_asked_for_once_more_and_then_refused(
    shooting, kind, model
):
    reply, problem = USELESS[kind]
    shooting.truth.script(reply, reply)
    error = await refused(shooting, shooting.grounders[model])
    assert problem in error
    assert "asked twice" in error
    assert len(error) < 800


@pytest.mark.parametrize("kind", by_default([*USELESS], "two answers", "prose"))
async def test_a_model_that_mends_its_answer_is_believed(shooting, kind):
    shooting.truth.script(USELESS[kind][0])
    assert await hit(shooting, shooting.grounders["ui-ins"], "red", "force") == "grounding model"
    repair = shooting.truth.asked[1].body["messages"]
    assert [each["role"] for each in repair[-2:]] == ["assistant", "user"]
    assert USELESS[kind][1] in str(repair[-1]["content"])


async def test_an_empty_answer_is_told(shooting, impatient):
    shooting.truth.script(*[words("")] * 2)
    assert "could not be asked" in await refused(shooting, impatient(shooting.truth.url))


async def test_what_is_not_there_is_not_clicked(shooting):
    error = await refused(shooting, shooting.grounders["qwen3-vl"], "magenta")
    assert "I do not see anything magenta" in error
    shooting.truth.script(words("[]"))
    assert "'the magenta one' was not found" in await refused(
        shooting, shooting.grounders["qwen3-vl"], "magenta"
    )


async def test_looks_that_contradict_each_other_are_refused(shooting):
    shooting.truth.script(part(0.5, 0.1), part(0.1, 0.9), part(0.9, 0.1))
    error = await refused(shooting, shooting.grounders["qwen3-vl"])
    assert "is not sure where 'the red one' is" in error


async def test_a_page_of_one_pixel_is_hit(shooting, subtests):
    tiny = document(button("red", 0, 0, "padding:0"), style="html { overflow: hidden }")
    async with shooting.screen(1, Settings(viewport=Size(1, 1))):
        await shooting.open(Page(files={"/": tiny}, targets=("red",)))
        for model in sorted(KNOWN):
            with subtests.test(model):
                shooting.truth.forget()
                shooting.truth.originals = [Size(1, 1)] * 3
                assert await hit(shooting, shooting.grounders[model], "red", "force") == "grounding model"


async def test_the_last_half_pixel_of_the_viewport_is_hit(shooting):
    await shooting.open(
        Page(files={"/": document("<b data-ink=red style='right:0;bottom:0'></b>")}, targets=("red",))
    )
    for coords in ("<point>1280 720</point>", "<point>1279.8 719.9</point>"):
        assert await hit(shooting, None, "red", "off", coords=coords) == "coordinates"


async def test_the_end_of_a_page_taller_than_any_picture_is_hit(shooting):
    tall = Page(
        files={"/": document("<div style='height:40000px'></div>" + button("blue", 1000, 39500))},
        targets=("blue",),
        before="scrollTo(0, 39300)",
    )
    await shooting.open(tall)
    assert await hit(shooting, shooting.grounders["qwen2.5-vl"], "blue", "force") == "grounding model"


async def test_a_screenshot_that_cannot_be_taken_is_told(shooting):
    async with shooting.screen(1):
        await shooting.open(PAGES["plain"])
        camera = await shooting.session.context.new_cdp_session(shooting.session.page)
        # More than Chromium can draw at once.
        window = {"width": 1280, "height": 1_000_000, "deviceScaleFactor": 1, "mobile": False}
        await camera.send("Emulation.setDeviceMetricsOverride", window)
        error = await refused(shooting, shooting.grounders["qwen3-vl"], grounding="force")
        assert error.startswith(
            "'the red one' cannot be looked for: no screenshot could be taken of the page"
        )
        assert shooting.truth.asked == []
        assert any("no screenshot" in line for line in shooting.session.log.lines())


async def test_a_font_that_does_not_come_does_not_keep_the_model_from_seeing(shooting, site):
    release = threading.Event()
    font = site.slow("/font.woff2", release, "")
    await shooting.session.page.evaluate(
        "url => { const font = new FontFace('Slow', `url(${url})`); document.fonts.add(font); font.load().catch(String) }",
        font,
    )
    try:
        assert await hit(shooting, shooting.grounders["qwen3-vl"], "red", "force") == "grounding model"
    finally:
        release.set()


async def test_a_missing_extra_is_told(shooting, monkeypatch, tmp_path: Path):
    monkeypatch.setitem(sys.modules, "transformers", None)
    monkeypatch.setitem(sys.modules, "torch", None)
    error = await refused(shooting, VisionGrounder(KNOWN["qwen3-vl"], LocalModel(str(tmp_path))))
    assert "pip install 'pytest-webagent[vision]'" in error


@pytest.mark.usefixtures("vision")
async def test_weights_that_are_not_there_are_told(shooting, tmp_path: Path):
    nowhere = tmp_path / "nowhere"
    error = await refused(shooting, VisionGrounder(KNOWN["qwen3-vl"], LocalModel(str(nowhere))))
    assert str(nowhere) in error


async def test_a_description_of_nothing_is_told(shooting):
    context = ToolContext(
        session=shooting.session, settings=Settings(), grounder=shooting.grounders["qwen3-vl"]
    )
    result = await shooting.click(context, "  ")
    assert "give element_id" in (result.error or "")
    assert shooting.truth.asked == []

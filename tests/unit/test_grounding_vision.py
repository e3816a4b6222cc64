"""Grounding by a model that sees: what it is sent, where its answers point, and what becomes of bad ones."""

from __future__ import annotations

import asyncio
import dataclasses
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_server import Answer, calls, drops, fails, hangs, refuses_images, says, wants
from openai_requests import model_at
from PIL import Image as Pillow
from PIL import ImageDraw

from pytest_webagent.errors import BudgetExceeded, GroundingError, ModelError
from pytest_webagent.geometry import CONVENTIONS, Box, Convention, Point, Size
from pytest_webagent.grounding import vision
from pytest_webagent.grounding.coordinates import Limits, View
from pytest_webagent.grounding.profiles import PROFILES, Profile, profile_of
from pytest_webagent.grounding.screenshots import Screenshot
from pytest_webagent.grounding.vision import UIInsGrounder, VisionGrounder
from pytest_webagent.messages import Image
from pytest_webagent.observation import Element, Observation
from pytest_webagent.ports import Grounder, ModelRequest, ModelResponse
from pytest_webagent.session_warnings import WebAgentWarning

if TYPE_CHECKING:
    from collections.abc import Callable

    from model_server import ModelServer

VIEWPORT = Size(1280, 720)
RED = (220, 0, 0)


def drawn(size: Size = VIEWPORT, spot: Box | None = None, form: str = "PNG", scale: int = 1) -> Image:
    """A screenshot with a red box on it."""
    picture = Pillow.new("RGB", (size.width * scale, size.height * scale), "white")
    if spot is not None:
        edges = (spot.x, spot.y, spot.x + spot.width - 1 / scale, spot.y + spot.height - 1 / scale)
        ImageDraw.Draw(picture).rectangle([edge * scale for edge in edges], fill=RED)
    written = io.BytesIO()
    picture.save(written, form)
    return Image(written.getvalue(), f"image/{form.lower()}")


def element(number: int, box: Box, **fields: Any) -> Element:
    return Element(**{"id": number, "role": "button", "box": box, **fields})


def page(*elements: Element, shot: Image | None = None, viewport: Size = VIEWPORT) -> Observation:
    return Observation(
        generation=1,
        url="http://test/",
        title="Test",
        elements=elements,
        text="",
        viewport=viewport,
        screenshot=drawn(viewport) if shot is None else shot,
    )


def size_of(image: Image) -> Size:
    with Pillow.open(io.BytesIO(image.data)) as picture:
        assert picture.format == "PNG"
        return Size(*picture.size)


def red_on(image: Image) -> tuple[float, float] | None:
    """The middle of what is red, as parts of width and height: what a model that sees would say."""
    with Pillow.open(io.BytesIO(image.data)) as picture:
        red, green, _ = picture.convert("RGB").split()
        box = (
            Pillow.merge("RGB", (red, green, green))
            .convert("L")
            .point(lambda value: 255 * (value < 150))
            .getbbox()
        )
        return box and ((box[0] + box[2]) / 2 / picture.width, (box[1] + box[3]) / 2 / picture.height)


Reply = str | ModelResponse | Exception


class Seer:
    """A model whose answers are given, or made of what it is asked."""

    name = "seer"

    def __init__(self, *replies: Reply, answer: Callable[[ModelRequest], str] | None = None) -> None:
        self._replies = list(replies)
        self._answer = answer
        self.sees_images = True
        self.asked: list[ModelRequest] = []

    async def complete(self, request: ModelRequest) -> ModelResponse:
        self.asked.append(request)
        reply = self._answer(request) if self._answer else self._replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply if isinstance(reply, ModelResponse) else ModelResponse(text=reply)

    async def close(self) -> None:
        """Nothing to free."""

    @property
    def pictures(self) -> list[Size]:
        return [size_of(request.messages[-1].images[0]) for request in self.asked]


def click(x: float, y: float) -> str:
    call = {"name": "grounding", "arguments": {"action": "click", "coordinate": [x, y]}}
    return f"<think>There it is.</think>\n<tool_call>\n{json.dumps(call)}\n</tool_call>"


def said(profile: Profile, x: float, y: float) -> str:
    """A place in the form of a profile's answers."""
    return {
        "tool_call": click(x, y),
        "action": f"Action: click(start_box='({x},{y})')",
        "json": f'```json\n[{{"bbox_2d": [{x - 2}, {y - 2}, {x + 2}, {y + 2}], "label": "it"}}]\n```',
        "pair": f"[{x}, {y}]",
    }[profile.form]


BUTTON = element(7, Box(600, 300, 80, 40))
UI_INS = profile_of("ui-ins")


async def test_the_question_is_the_profiles_prompt_and_one_picture_of_the_size_the_model_keeps():
    seer = Seer(click(644, 322))
    grounder = UIInsGrounder(seer)
    assert isinstance(grounder, Grounder)
    assert await grounder.locate("the \n Save  button", page(BUTTON)) == Point(
        640, pytest.approx(318.46, abs=0.01)
    )
    (asked,) = seer.asked
    system, user = asked.messages
    assert (system.role, system.text, system.images) == ("system", UI_INS.system, ())
    assert (user.role, user.text) == ("user", UI_INS.asked("the Save button"))
    assert user.images_first
    assert seer.pictures == [Size(1288, 728)]
    assert asked.tools == ()
    assert asked.goal == "the Save button"
    assert 0 < asked.seconds_left <= 45


async def test_a_profile_without_a_system_message_sends_none():
    seer = Seer('{"point_2d": [500, 450]}')
    assert await VisionGrounder(profile_of("qwen3-vl"), seer).locate("it", page(BUTTON)) == Point(640, 324)
    assert [message.role for message in seer.asked[0].messages] == ["user"]
    assert seer.pictures == [Size(1280, 704)]


async def test_the_limits_of_loaded_weights_go_before_those_of_the_profile():
    seer = Seer(click(320, 160))
    small = VisionGrounder(UI_INS, seer, Limits(factor=28, min_pixels=3136, max_pixels=250_000))
    assert await small.locate("it", page(element(1, Box(500, 200, 300, 300)))) is not None
    assert seer.pictures == [Size(644, 364)]


SPOTS = [
    pytest.param(Box(630, 350, 20, 20), id="middle"),
    pytest.param(Box(0, 0, 12, 12), id="upper left corner"),
    pytest.param(Box(1268, 708, 12, 12), id="lower right corner"),
    pytest.param(Box(1260, 10, 10, 10), id="upper right"),
    pytest.param(Box(5, 600, 12, 10), id="lower left"),
]


@pytest.mark.parametrize("spot", SPOTS)
async def test_a_truthful_model_finds_a_spot_where_no_element_is(spot: Box):
    await find(UI_INS, spot, 1)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
async def test_a_truthful_model_of_every_kind_finds_it(profile: Profile):
    await find(profile, Box(1262, 690, 12, 14), 1)


async def test_a_screenshot_may_have_several_pixels_for_each_css_pixel():
    await find(UI_INS, Box(300, 410, 10, 10), 2)


@pytest.mark.parametrize("convention", CONVENTIONS)
async def test_a_truthful_model_finds_it_in_every_convention(convention: Convention):
    await find(dataclasses.replace(UI_INS, convention=convention), Box(900, 40, 14, 14), 1)


async def find(profile: Profile, spot: Box, scale: int) -> None:
    """Have the spot found by a model that looks at what it is sent, and answers in the profile's way."""
    canvas = element(3, Box(0, 0, 1280, 720), role="canvas", clickable=True)
    screenshot = drawn(VIEWPORT, spot, scale=scale)
    shown: list[Image] = []

    def answer(request: ModelRequest) -> str:
        (picture,) = request.messages[-1].images
        shown.append(picture)
        seen = red_on(picture)
        assert seen is not None, "the crop does not show what was pointed at"
        size = size_of(picture)
        # How large the picture was before, only one who sees the code knows: a look closer shows a half each way.
        original = Size(*(round(side * scale * (0.5 if len(shown) > 1 else 1)) for side in VIEWPORT))
        units = View(Box(0, 0, 1, 1), original, size).units(profile.convention)
        digits = 4 if profile.convention == "relative_1" else 0
        numbers = [round(part * unit, digits) for part, unit in zip(seen, units, strict=True)]
        return said(profile, *(number if digits else int(number) for number in numbers))

    seer = Seer(answer=answer)
    point = await VisionGrounder(profile, seer).locate("the red spot", page(canvas, shot=screenshot))
    assert point is not None
    assert spot.holds(point)
    assert abs(point.x - spot.center.x) <= 1
    assert abs(point.y - spot.center.y) <= 1
    assert len(shown) == 2, "one look confirms the other"


async def test_a_closer_look_that_meets_an_element_stands():
    seer = Seer(click(644, 200), click(644, 600))
    # The crop is 640x360 around (640, 198): its middle is at 644, 364 of the picture sent.
    point = await UIInsGrounder(seer).locate("it", page(BUTTON))
    assert point is not None
    assert BUTTON.box is not None
    assert BUTTON.box.holds(point)
    assert seer.pictures == [Size(1288, 728)] * 2


async def test_looks_that_contradict_each_other_are_an_error():
    seer = Seer(click(100, 100), click(1200, 700), click(10, 10))
    with pytest.raises(GroundingError) as caught:
        await UIInsGrounder(seer).locate("the Save button", page(BUTTON))
    assert str(caught.value) == (
        "the grounding model ui-ins is not sure where 'the Save button' is: it pointed at (99, 99), then (596, 346), then "
        "(386, 229), where no element is, and closer looks did not confirm it; describe it differently, or name an element "
        "by its number"
    )
    assert len(seer.asked) == 3


async def test_what_is_not_there_at_all_is_none():
    assert await VisionGrounder(profile_of("qwen2.5-vl"), Seer("[]")).locate("it", page(BUTTON)) is None


async def test_what_is_not_there_on_a_closer_look_is_an_error():
    seer = Seer('{"bbox_2d": [10, 10, 20, 20]}', "[]", "```json\n[]\n```")
    with pytest.raises(GroundingError, match=r"it pointed at \(15, 15\), where no element is"):
        await VisionGrounder(profile_of("qwen2.5-vl"), seer).locate("it", page(BUTTON))


AT = Point(640, 318)


@pytest.mark.parametrize(
    ("elements", "looks"),
    [
        pytest.param((BUTTON,), 1, id="control"),
        pytest.param((element(1, Box(600, 300, 80, 40), role="img"),), 1, id="leaf"),
        pytest.param(
            (
                element(1, Box(500, 250, 300, 200), role="generic", clickable=True),
                element(2, Box(510, 260, 20, 20), parent=0),
            ),
            1,
            id="clickable card",
        ),
        pytest.param(
            (
                element(1, Box(500, 250, 300, 200), role="toolbar"),
                element(2, Box(510, 260, 20, 20), parent=0),
            ),
            2,
            id="gap in a toolbar",
        ),
        pytest.param((element(1, Box(0, 0, 1280, 720), role="main"),), 2, id="background"),
        pytest.param((element(1, Box(500, 250, 300, 200), role="canvas", clickable=True),), 2, id="canvas"),
        pytest.param((element(1, Box(500, 250, 300, 200), role="iframe"),), 2, id="iframe"),
        pytest.param(
            (element(1, Box(500, 250, 300, 200), states=("closed shadow root",)),), 2, id="closed shadow root"
        ),
        pytest.param((element(1, Box(600, 300, 80, 40), hidden=True),), 2, id="hidden"),
        pytest.param((Element(id=None, role="text", box=Box(600, 300, 80, 40)),), 2, id="bare text"),
        pytest.param((Element(id=4, role="button"),), 2, id="no box"),
        pytest.param((element(1, Box(560, 300, 80, 40)),), 2, id="just beside"),
    ],
)
async def test_only_an_element_that_says_something_spares_the_second_look(
    elements: tuple[Element, ...], looks: int
):
    seer = Seer(click(644, 322), click(644, 364), click(644, 364))
    assert await UIInsGrounder(seer).locate("it", page(*elements)) is not None
    assert len(seer.asked) == looks


async def test_an_unreadable_answer_is_asked_for_once_more():
    seer = Seer("It is the blue button at the top right.", click(644, 322))
    assert await UIInsGrounder(seer).locate("it", page(BUTTON)) is not None
    first, second = seer.asked
    assert second.messages[:2] == first.messages
    assistant, user = second.messages[2:]
    assert (assistant.role, assistant.text) == ("assistant", "It is the blue button at the top right.")
    assert user.role == "user"
    assert user.text == (
        'This cannot be used: the answer has to be <tool_call>{"name": "grounding", "arguments": {"action": "click", '
        '"coordinate": [x, y]}}</tool_call>, and it was: It is the blue button at the top right. Coordinates count pixels '
        "of the picture. Answer again, with nothing but "
        '<tool_call>{"name": "grounding", "arguments": {"action": "click", "coordinate": [x, y]}}</tool_call>'
    )


async def test_an_answer_outside_of_the_picture_is_asked_for_once_more_and_names_the_convention():
    seer = Seer('{"point_2d": [1100, 318]}', '{"point_2d": [500, 450]}')
    assert await VisionGrounder(profile_of("qwen3-vl"), seer).locate("it", page(BUTTON)) == Point(640, 324)
    repair = seer.asked[1].messages[-1].text
    assert repair.startswith(
        "This cannot be used: the point (1100, 318) is outside of the picture, where x is from 0 to 1000 and y from 0 to "
        "1000 (relative_1000). Coordinates count thousandths of the picture's width and height. Answer again, "
    )


async def test_the_wrong_convention_is_an_error_that_says_so():
    seer = Seer(*['{"point_2d": [1100, 318]}'] * 2)
    with pytest.raises(GroundingError) as caught:
        await VisionGrounder(profile_of("qwen3-vl"), seer).locate("the Save button", page(BUTTON))
    assert str(caught.value) == (
        "the grounding model qwen3-vl gave no usable answer for 'the Save button', asked twice: the point (1100, 318) is "
        "outside of the picture, where x is from 0 to 1000 and y from 0 to 1000 (relative_1000). Its coordinates are taken "
        "for thousandths of the picture's width and height (relative_1000), as of Qwen/Qwen3-VL-8B-Instruct: is it that "
        "model that answers?"
    )
    assert len(seer.asked) == 2


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ("There is no such button.", "it was: There is no such button."),
        ("", r"it was: \(nothing\)"),
        (
            click(1, 2) + click(3, 4),
            r"one place was asked for, and the answer names 2: \(1, 2\) and \(3, 4\)",
        ),
        (click(-1, 2), r"the point \(-1, 2\) is outside of the picture"),
        ("x" * 1_000_000, r"it was: x+\.\.\."),
    ],
    ids=["prose", "nothing", "two answers", "outside", "a megabyte"],
)
async def test_a_model_that_does_not_mend_its_answer_is_an_error(reply: str, told: str):
    seer = Seer(reply, reply)
    with pytest.raises(GroundingError, match=told) as caught:
        await UIInsGrounder(seer).locate("it", page(BUTTON))
    assert len(seer.asked) == 2
    assert len(str(caught.value)) < 800


async def test_without_a_screenshot_nobody_is_asked():
    seer = Seer()
    with pytest.raises(
        GroundingError, match="'the Save button' cannot be looked for: no screenshot could be taken"
    ):
        await UIInsGrounder(seer).locate("the Save button", dataclasses.replace(page(), screenshot=None))
    assert seer.asked == []


@pytest.mark.parametrize("words", ["", " \n\t "])
async def test_without_a_description_nobody_is_asked(words: str):
    with pytest.raises(GroundingError, match="it is not said what to look for"):
        await UIInsGrounder(Seer()).locate(words, page())


@pytest.mark.parametrize(
    "data",
    [b"", b"no picture", drawn().data[:200], b"\x89PNG\r\n\x1a\n" + b"\0" * 50],
    ids=["empty", "text", "cut", "zeros"],
)
async def test_a_screenshot_that_cannot_be_read_is_an_error(data: bytes):
    with pytest.raises(GroundingError, match="the screenshot cannot be read"):
        await UIInsGrounder(Seer()).locate("it", page(shot=Image(data, "image/png")))


async def test_a_picture_of_the_whole_page_is_no_picture_of_the_viewport():
    with pytest.raises(
        GroundingError, match="1280x3000 pixels, which is no picture of a viewport of 1280x720"
    ):
        await UIInsGrounder(Seer()).locate("it", page(shot=drawn(Size(1280, 3000))))


@settings(max_examples=200)
@given(
    viewport=st.builds(Size, st.integers(1, 300), st.integers(1, 300)),
    scale=st.sampled_from([1, 1.25, 1.5, 2, 3]),
    across=st.floats(0, 1, exclude_max=True),
    down=st.floats(0, 1, exclude_max=True),
    share=st.sampled_from([1, 1 / 2, 1 / 3]),
)
def test_a_part_of_the_screenshot_shows_what_is_around_a_point_and_knows_where_it_is(
    viewport: Size, scale: float, across: float, down: float, share: float
):
    pixels = Size(*(max(1, int(side * scale)) for side in viewport))
    screenshot = Screenshot(drawn(pixels), viewport)
    point = Point(across * viewport.width, down * viewport.height)
    region = vision._around(point, viewport, share)
    size = screenshot.size_of(region)
    picture, view = screenshot.show(region, Size(56, 28))
    assert size_of(picture) == view.sent == (56, 28)
    assert view.original == size
    # It is moved inwards at the edges, and as large as it was meant to be, but for a pixel of the screenshot.
    shown = view.region
    assert shown.x >= 0
    assert shown.y >= 0
    assert shown.x + shown.width <= viewport.width + 1e-6
    assert shown.y + shown.height <= viewport.height + 1e-6
    for have, want in zip(shown, region, strict=True):
        assert abs(have - want) <= 1 + 1e-6
    back = view.to_viewport(*view.from_viewport(shown.center, "absolute_original"), "absolute_original")
    assert back == pytest.approx(shown.center)
    # What stands in whole pixels of the screenshot is cut at whole pixels.
    edges = (shown.x * pixels.width / viewport.width, shown.y * pixels.height / viewport.height)
    assert all(abs(edge - round(edge)) < 1e-6 for edge in edges)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
async def test_a_page_of_one_pixel_can_be_looked_at(form: str):
    seer = Seer(click(28, 28), click(28, 28))
    tiny = Size(1, 1)
    assert await UIInsGrounder(seer).locate("it", page(shot=drawn(tiny, form=form), viewport=tiny)) == Point(
        0.5, 0.5
    )
    assert seer.pictures == [Size(56, 56)] * 2


async def test_a_viewport_of_thirty_thousand_pixels_can_be_looked_at():
    tall = Size(320, 30_000)
    button = element(1, Box(100, 28_000, 120, 40))
    seer = Seer(click(154, 26_880))
    point = await UIInsGrounder(seer).locate("it", page(button, shot=drawn(tall), viewport=tall))
    assert seer.pictures == [UI_INS.limits.fit(tall)]
    assert point is not None
    assert button.box is not None
    assert button.box.holds(point)


async def test_a_viewport_too_thin_for_the_model_is_an_error():
    thin = Size(4100, 20)
    with pytest.raises(GroundingError, match="a picture of 4100x20 pixels cannot be shown to the model"):
        await UIInsGrounder(Seer()).locate("it", page(shot=drawn(thin), viewport=thin))


async def test_a_model_that_cannot_be_asked_is_an_error_with_its_message_and_what_to_do():
    seer = Seer(ModelError("the server at http://localhost:8000/v1 refused the connection"))
    with pytest.raises(GroundingError) as caught:
        await UIInsGrounder(seer).locate("it", page())
    assert str(caught.value) == (
        "the grounding model ui-ins could not be asked: the server at http://localhost:8000/v1 refused the connection - "
        "name the element by its number, or give coordinates"
    )
    assert isinstance(caught.value.__cause__, ModelError)


async def test_a_used_up_budget_is_not_hidden():
    with pytest.raises(BudgetExceeded):
        await UIInsGrounder(Seer(BudgetExceeded("no tokens left"))).locate("it", page())


async def test_a_model_that_takes_no_pictures_is_an_error():
    seer = Seer(click(1, 1))
    seer.sees_images = False
    with pytest.raises(GroundingError, match="the model 'seer' takes no pictures"):
        await UIInsGrounder(seer).locate("it", page())


async def test_a_model_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch):
    class Mute(Seer):
        async def complete(self, request: ModelRequest) -> ModelResponse:
            await asyncio.Event().wait()
            raise AssertionError

    monkeypatch.setattr(vision, "_SECONDS", 0.3)
    monkeypatch.setattr(vision, "_GRACE", 0)
    with pytest.raises(
        GroundingError, match=r"has not found 'it' within 0\.3 s; name the element by its number"
    ):
        await UIInsGrounder(Mute()).locate("it", page())


async def test_a_server_that_is_slow_is_told_as_the_client_tells_it(
    model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(vision, "_SECONDS", 0.5)
    model_server.rule(lambda body: hangs())
    async with model_at(model_server, **SERVED) as model:
        with pytest.raises(GroundingError, match="the grounding model ui-ins could not be asked: "):
            await UIInsGrounder(model).locate("it", page())


async def test_a_model_is_not_asked_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(vision, "_SECONDS", 0)
    with pytest.raises(GroundingError, match="has not found 'it' within 0 s"):
        await UIInsGrounder(Seer()).locate("it", page())


SERVED = {"temperature": 0.0, "max_tokens": UI_INS.reply_tokens, "vision": "on", "tool_calling": "native"}
"""The settings a grounding model is asked with."""


async def test_over_a_server_the_call_in_the_text_arrives_unharmed_and_nothing_else_is_sent(
    model_server: ModelServer,
):
    model_server.script(says(click(644, 322)))
    async with model_at(model_server, **SERVED) as model:
        point = await UIInsGrounder(model).locate("it", page(BUTTON))
    assert point == Point(640, pytest.approx(318.46, abs=0.01))
    body = dict(model_server.asked[0].body)
    system, user = body.pop("messages")
    limits = dict.fromkeys(("max_completion_tokens", "max_tokens"), 512)
    assert body == {"model": "test-model", "temperature": 0.0, **limits}
    assert system == {"role": "system", "content": UI_INS.system}
    picture, words = user["content"]
    assert picture["type"] == "image_url"
    assert picture["image_url"]["url"].startswith("data:image/png;base64,")
    assert words == {"type": "text", "text": UI_INS.asked("it")}


async def test_models_trained_on_words_before_the_picture_are_asked_so(model_server: ModelServer):
    model_server.script(says('{"bbox_2d": [620, 310, 660, 330]}'))
    async with model_at(model_server, **SERVED) as model:
        assert await VisionGrounder(profile_of("qwen2.5-vl"), model).locate("it", page(BUTTON)) is not None
    assert [part["type"] for part in model_server.asked[0].messages[1]["content"]] == ["text", "image_url"]


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(
            calls(wants("grounding", {"action": "click", "coordinate": [644, 322]})), id="read by the server"
        ),
        pytest.param(says(click(644, 322).replace("</think>", "")), id="thoughts without an end"),
        pytest.param(says(click(644, 322).removeprefix("<think>")), id="thoughts without a beginning"),
    ],
)
async def test_over_a_server_calls_are_understood_in_every_shape(model_server: ModelServer, answer: Answer):
    model_server.script(answer)
    async with model_at(model_server, **SERVED) as model:
        assert await UIInsGrounder(model).locate("it", page(BUTTON)) == Point(
            640, pytest.approx(318.46, abs=0.01)
        )


async def test_a_call_the_server_could_not_read_is_asked_for_once_more(model_server: ModelServer):
    model_server.script(
        calls(wants("grounding", '{"action": "click", "coordinate": [644,')), says(click(644, 322))
    )
    async with model_at(model_server, **SERVED) as model:
        assert await UIInsGrounder(model).locate("it", page(BUTTON)) is not None
    assert model_server.asked[1].messages[2]["content"] == '{"action": "click", "coordinate": [644,'


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (fails(404, "The model `test-model` does not exist.", code="model_not_found"), "test-model"),
        (fails(401, "Incorrect API key"), "key"),
        (says("", finish="length"), "could not be asked"),
    ],
    ids=["wrong model", "wrong key", "nothing said"],
)
async def test_what_a_server_refuses_is_told_with_what_to_do(
    model_server: ModelServer, failure: Answer, told: str
):
    model_server.rule(lambda body: failure)
    async with model_at(model_server, **SERVED) as model:
        with pytest.raises(GroundingError, match=told) as caught:
            await UIInsGrounder(model).locate("it", page())
    assert str(caught.value).startswith("the grounding model ui-ins could not be asked: ")
    assert str(caught.value).endswith("name the element by its number, or give coordinates")


async def test_a_server_that_is_down_is_told(model_server: ModelServer):
    model_server.rule(lambda body: drops())
    async with model_at(model_server, **SERVED) as model:
        with pytest.raises(GroundingError, match="the grounding model ui-ins could not be asked: "):
            await UIInsGrounder(model).locate("it", page())


async def test_a_server_whose_model_takes_no_pictures_is_told(model_server: ModelServer):
    model_server.rule(refuses_images)
    async with model_at(model_server, **SERVED) as model:
        with pytest.raises(GroundingError, match="could not be asked: "):
            await UIInsGrounder(model).locate("it", page())


async def test_an_answer_without_having_seen_the_picture_is_worth_nothing(model_server: ModelServer):
    model_server.rule(refuses_images)
    model_server.script(says(click(1, 1)))
    async with model_at(model_server, **{**SERVED, "vision": "auto"}) as model:
        with (
            pytest.warns(WebAgentWarning, match="it takes no images"),
            pytest.raises(GroundingError) as caught,
        ):
            await UIInsGrounder(model).locate("it", page())
    assert "the model 'test-model' takes no pictures" in str(caught.value)

"""The pictures a model is shown: how large they are, what they cost, and what is told with them."""

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image as Pillow
from PIL import ImageChops, ImageDraw

from pytest_webagent.agent import page_pictures
from pytest_webagent.agent.page_pictures import PIXELS_PER_TOKEN, Sight, fitting, sized
from pytest_webagent.agent.prompt import OTHER_PIXELS
from pytest_webagent.browser.records import SessionLog
from pytest_webagent.config import Settings
from pytest_webagent.errors import ModelError
from pytest_webagent.messages import Image
from pytest_webagent.observation import Box, Element, Observation, Size
from pytest_webagent.testing import ScriptedModel

RED = (200, 30, 30)


def drawn(size, form="JPEG", mode="RGB"):
    """A white picture whose lower right quarter is red."""
    canvas = Pillow.new("RGB", size, "white")
    ImageDraw.Draw(canvas).rectangle((size.width // 2, size.height // 2, *size), fill=RED)
    out = io.BytesIO()
    canvas.convert(mode).save(out, form)
    return Image(out.getvalue(), f"image/{form.lower()}")


def white(side):
    """A square of few bytes and many pixels."""
    out = io.BytesIO()
    Pillow.new("1", (side, side), 1).save(out, "PNG")
    return Image(out.getvalue(), "image/png")


def read(image):
    return Pillow.open(io.BytesIO(image.data))


def page(viewport, screenshot="drawn", **changes):
    shot = drawn(viewport) if screenshot == "drawn" else screenshot
    known = {
        "generation": 1,
        "url": "http://shop/",
        "title": "",
        "elements": (),
        "text": "",
        "viewport": viewport,
    }
    return Observation(**{**known, "screenshot": shot, **changes})


def sight(*, sees_images=True, log=None, **settings):
    model = ScriptedModel([], sees_images=sees_images)
    return Sight(model, Settings(**settings), log or SessionLog())


# 450 pixels a side, which a quotient of floats makes 449.
@example(6_621, 6_621, 270)
@given(st.integers(1, 20_000), st.integers(1, 20_000), st.integers(64, 5_000))
def test_a_picture_costs_at_most_its_tokens_and_keeps_its_shape(width, height, tokens):
    size = Size(width, height)
    fitted = fitting(size, tokens)
    assert 1 <= fitted.width <= width
    assert 1 <= fitted.height <= height
    assert fitted.width * fitted.height <= tokens * PIXELS_PER_TOKEN
    if size.width * size.height <= tokens * PIXELS_PER_TOKEN:
        assert fitted == size
    elif min(fitted) > 1:
        # One pixel less or more of a side is all the shapes differ by.
        assert abs(fitted.width * height - fitted.height * width) <= max(width, height)
        assert (fitted.width + 1) * (fitted.height + 1) > tokens * PIXELS_PER_TOKEN


@pytest.mark.parametrize(
    ("viewport", "tokens", "shown"),
    [
        (Size(1280, 720), 1600, Size(1280, 720)),
        (Size(1920, 1080), 1600, Size(1460, 821)),
        (Size(390, 844), 1600, Size(390, 844)),
        (Size(1280, 720), 691, Size(959, 539)),
        (Size(1, 1), 1600, Size(1, 1)),
    ],
    ids=str,
)
async def test_what_is_shown_has_the_size_that_is_told(viewport, tokens, shown):
    picture = await sight(vision_tokens=tokens).picture(page(viewport))
    assert picture.size == shown
    assert read(picture.image).size == shown


async def test_a_smaller_picture_shows_the_same_things_at_the_same_places():
    picture = await sight(vision_tokens=64).picture(page(Size(1280, 720)))
    seen = read(picture.image)
    for x, y, color in ((0.25, 0.25, (255, 255, 255)), (0.75, 0.75, RED), (0.98, 0.98, RED)):
        pixel = seen.getpixel((int(x * seen.width), int(y * seen.height)))
        assert max(abs(a - b) for a, b in zip(pixel, color, strict=True)) < 12


@pytest.mark.parametrize(
    ("form", "mode"), [("PNG", "RGBA"), ("PNG", "P"), ("PNG", "L"), ("WEBP", "RGB"), ("JPEG", "CMYK")]
)
async def test_pictures_of_every_form_can_be_made_smaller(form, mode):
    image = drawn(Size(800, 600), form, mode)
    smaller = await sized(image, 64)
    assert smaller.media_type == image.media_type
    assert read(smaller).size == (252, 189)
    assert read(smaller).format == form


async def test_pictures_that_tools_give_are_made_small_enough_too():
    chart, broken, huge = drawn(Size(2000, 1000), "PNG"), Image(b"\x89PNG", "image/png"), white(14_000)
    shown = await sight(vision_tokens=400).fitted([chart, broken, huge])
    assert read(shown[0]).size == (774, 387)
    assert shown[1:] == [broken, huge]
    assert await sight(vision="off").fitted([chart]) == []


async def test_the_screenshot_of_the_report_stays_as_it_is():
    seen = page(Size(1920, 1080))
    before = seen.screenshot.data
    await sight().picture(seen)
    assert seen.screenshot.data is before


@pytest.mark.parametrize(
    ("convention", "tokens", "note"),
    [
        ("absolute_resized", 1600, "from 0 to 1280 across the picture and from 0 to 720 down."),
        ("absolute_resized", 400, f"from 0 to 730 across the picture and from 0 to 410 down.{OTHER_PIXELS}"),
        ("absolute_original", 400, "from 0 to 1280 across the picture and from 0 to 720 down."),
        ("relative_1", 1600, f"from 0 to 1 across the picture and from 0 to 1 down.{OTHER_PIXELS}"),
        ("relative_1000", 400, f"from 0 to 1000 across the picture and from 0 to 1000 down.{OTHER_PIXELS}"),
    ],
)
async def test_what_coords_count_is_told_with_each_picture(convention, tokens, note):
    picture = await sight(vision_tokens=tokens, coordinates=convention).picture(page(Size(1280, 720)))
    assert picture.note == f"Coords count {note}"


BROKEN = {
    "empty": Image(b""),
    "no picture": Image(b"<html>502 Bad Gateway</html>"),
    "cut": Image(drawn(Size(1920, 1080)).data[:3_000]),
    "cut png": Image(drawn(Size(1920, 1080), "PNG").data[:3_000], "image/png"),
}


@pytest.mark.parametrize("screenshot", BROKEN.values(), ids=BROKEN.keys())
async def test_a_screenshot_that_cannot_be_read_is_not_shown_and_the_log_says_so(screenshot):
    log = SessionLog()
    assert await sight(log=log).picture(page(Size(1920, 1080), screenshot)) is None
    (line,) = log.lines()
    assert line.startswith("browser: the model is shown no picture: the screenshot cannot be read (")
    assert line.endswith(f", {len(screenshot.data)} bytes)")


def numbered(viewport):
    button = Element(id=7, role="button", name="Save", box=Box(400, 300, 120, 40), clickable=True)
    return page(viewport, elements=(button,), uncovered=frozenset({7}))


def difference(one, other):
    """Where two pictures of the same size differ by more than what JPEG loses."""
    return (
        ImageChops.difference(read(one), read(other)).convert("L").point(lambda value: value > 90).getbbox()
    )


@pytest.mark.parametrize(("tokens", "scale"), [(1600, 1.0), (400, 730 / 1280)], ids=["whole", "smaller"])
async def test_numbers_are_drawn_at_the_elements_on_the_picture_as_it_is_sent(tokens, scale):
    seen = numbered(Size(1280, 720))
    bare = await sight(vision_tokens=tokens, marks="off").picture(seen)
    marked = await sight(vision_tokens=tokens).picture(seen)
    assert marked.size == bare.size
    left, top, right, bottom = difference(bare.image, marked.image)
    assert 0 <= 400 * scale - left < 30
    assert 0 <= right - 520 * scale < 30
    assert 0 <= 300 * scale - top < 30
    assert 0 <= bottom - 340 * scale < 30


@pytest.mark.parametrize(
    "error", [OSError("no font"), ImportError("_imagingft")], ids=["no font", "no FreeType"]
)
async def test_numbers_that_cannot_be_drawn_leave_the_picture_bare_and_the_log_says_so(error, monkeypatch):
    def fail(canvas, observation, *, scale):
        ImageDraw.Draw(canvas).rectangle((0, 0, 500, 500), fill="black")
        raise error

    monkeypatch.setattr(page_pictures, "paint", fail)
    log = SessionLog()
    seen = numbered(Size(1280, 720))
    picture = await sight(log=log).picture(seen)
    assert difference(seen.screenshot, picture.image) is None
    assert log.lines() == (
        f"browser: the model is shown a picture without numbers: {type(error).__name__}: {error}",
    )


async def test_without_a_screenshot_there_is_nothing_to_show_and_nothing_to_say():
    log = SessionLog()
    assert await sight(log=log).picture(page(Size(1280, 720), None)) is None
    assert log.lines() == ()


@pytest.mark.parametrize(
    ("vision", "sees_images", "on"),
    [("auto", True, True), ("auto", False, False), ("on", True, True), ("off", True, False)],
)
async def test_whether_pictures_are_shown_is_up_to_the_test_and_the_model(vision, sees_images, on):
    sees = sight(sees_images=sees_images, vision=vision)
    assert sees.on is sees.marks is on
    assert (await sees.picture(page(Size(1280, 720))) is not None) is on
    assert not sight(sees_images=sees_images, vision=vision, marks="off").marks


def test_a_test_that_insists_on_vision_hears_that_its_model_takes_no_images():
    sight(sees_images=True, vision="on").insist()
    sight(sees_images=False, vision="auto").insist()
    with pytest.raises(ModelError, match=r"'scripted' takes no images.*vision is on.*set vision to auto"):
        sight(sees_images=False, vision="on").insist()

"""Coordinates: their forms, the sizes of pictures, and the way from the viewport to a model and back."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pytest_webagent.errors import GroundingError, ToolError
from pytest_webagent.geometry import CONVENTIONS, Box, Convention, Point, Size
from pytest_webagent.grounding.coordinates import Limits, View, parse
from pytest_webagent.grounding.profiles import PROFILES

DECIMALS: dict[Convention, int] = {
    "absolute_resized": 0,
    "absolute_original": 0,
    "relative_1": 3,
    "relative_1000": 0,
}
"""Digits behind the point in the answers of models."""


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ("<point>640 360</point>", (640, 360)),
        ("<point>640, 360</point>", (640, 360)),
        (" <point> (640, 360) </point> ", (640, 360)),
        ("[640, 360]", (640, 360)),
        ("(640,360)", (640, 360)),
        ("640 360", (640, 360)),
        ("0.25, .5", (0.25, 0.5)),
        ('{"x": 640, "y": 360.5}', (640, 360.5)),
        ("[600, 340, 680, 380]", (640, 360)),
        ("<box>600 340 680 380</box>", (640, 360)),
        ("(-3, 4)", (-3, 4)),
        ([640, 360], (640, 360)),
        ((640.5, 360), (640.5, 360)),
        ({"x": 640, "y": 360}, (640, 360)),
        ([600, 340, 680, 380], (640, 360)),
        ({"x1": 600, "y1": 340, "x2": 680, "y2": 380}, (640, 360)),
        ({"x": 600, "y": 340, "width": 80, "height": 40}, (640, 360)),
        (Box(600, 340, 680, 380), (640, 360)),
        ([1e308, 0, 1.5e308, 0], (1.25e308, 0)),
    ],
    ids=str,
)
def test_a_place_is_read_in_every_form(value: object, place: tuple[float, float]):
    assert parse(value) == place


NESTED: list[object] = []
for _ in range(2_000):
    NESTED = [NESTED]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(None, id="nothing"),
        pytest.param("", id="empty"),
        pytest.param("the button", id="words"),
        pytest.param("nan nan", id="nan in words"),
        pytest.param("inf, 3", id="infinity in words"),
        pytest.param("1e3 5", id="exponent"),
        pytest.param("[1, 2", id="open bracket"),
        pytest.param("[1, 2)", id="mixed brackets"),
        pytest.param("1, , 2", id="empty number"),
        pytest.param("٣ ٤", id="digits of another script"),
        pytest.param("[1, 2, 3]", id="three"),
        pytest.param('{"x": 1}', id="half a point"),
        pytest.param('{"x": NaN, "y": 1}', id="NaN in JSON"),
        pytest.param('{"x": 1e999, "y": 1}', id="infinity in JSON"),
        pytest.param('{"x": "1", "y": "2"}', id="numbers as text"),
        pytest.param('{"x": 1, "y": 2, "z": 3}', id="three dimensions"),
        pytest.param("9" * 1_000_000, id="a megabyte of digits"),
        pytest.param("[" * 1_000_000, id="a megabyte of brackets"),
        pytest.param("1" + " " * 1_000_000 + "2", id="a megabyte of blanks"),
        pytest.param(["x" * 1_000_000, 1], id="a megabyte in a list"),
        pytest.param([[1, 2]], id="nested"),
        pytest.param(NESTED, id="deeply nested"),
        pytest.param([1] * 1_000_000, id="a million numbers"),
        pytest.param([True, False], id="truth values"),
        pytest.param(True, id="a truth value"),
        pytest.param([math.nan, 1], id="NaN"),
        pytest.param([math.inf, 1], id="infinity"),
        pytest.param([10**400, 1], id="more than a float holds"),
        pytest.param([10**5_000, 1], id="more than can be written"),
        pytest.param(10**5_000, id="a number"),
        pytest.param(b"ab", id="bytes"),
        pytest.param({"x": 1, "y": 2, "width": math.inf, "height": 1}, id="endless box"),
    ],
)
def test_what_is_no_place_is_refused_in_a_short_sentence(value: object):
    with pytest.raises(ToolError) as caught:
        parse(value)
    told = str(caught.value)
    assert told.startswith(
        'a place is written as "<point>x y</point>", [x, y], (x, y), {"x": x, "y": y} or a box'
    )
    assert len(told) < 250


@pytest.mark.parametrize(
    ("size", "limits", "fitted"),
    [
        (Size(1280, 720), Limits(28, 3136, 12_845_056), Size(1288, 728)),
        (Size(1280, 800), Limits(28, 3136, 12_845_056), Size(1288, 812)),
        (Size(1280, 800), Limits(28, 3136, 1_003_520), Size(1260, 784)),
        (Size(1920, 1080), Limits(28, 3136, 12_845_056), Size(1932, 1092)),
        (Size(1920, 1080), Limits(28, 3136, 1_003_520), Size(1316, 728)),
        (Size(400, 400), Limits(28, 3136, 1_003_520), Size(392, 392)),
        (Size(1280, 720), Limits(32, 65_536, 16_777_216), Size(1280, 704)),
        (Size(1, 1), Limits(28, 3136, 12_845_056), Size(56, 56)),
        (Size(1280, 30_000), Limits(28, 3136, 12_845_056), Size(728, 17_332)),
        (Size(1280, 720), Limits(1, 1, 10**9, longest=640), Size(640, 360)),
        (Size(500, 300), Limits(1, 1, 10**9, longest=640), Size(500, 300)),
    ],
)
def test_a_picture_is_given_the_size_the_model_would_give_it(size: Size, limits: Limits, fitted: Size):
    assert limits.fit(size) == fitted


@pytest.mark.parametrize("size", [Size(2010, 10), Size(10, 2010), Size(0, 10), Size(10, 0), Size(30, 6000)])
def test_a_picture_too_thin_for_the_model_is_an_error(size: Size):
    with pytest.raises(GroundingError, match="neither more than 200 times the other"):
        Limits(28, 3136, 12_845_056).fit(size)


def test_limits_that_leave_no_size_alone_are_an_error():
    with pytest.raises(GroundingError, match="set max_pixels to at least twice min_pixels"):
        Limits(28, 100_000, 100_000).fit(Size(1000, 333))


SIZES = st.builds(Size, st.integers(1, 5000), st.integers(1, 5000))
LIMITS = st.one_of(
    st.sampled_from([profile.limits for profile in PROFILES.values()]),
    st.builds(
        Limits,
        st.sampled_from([14, 28, 32]),
        st.integers(1_000, 90_000),
        st.integers(200_000, 20_000_000),
        st.none(),
    ),
)


@pytest.mark.usefixtures("vision")
@settings(max_examples=2_000)
@given(size=SIZES, limits=LIMITS)
@example(size=Size(42, 3570), limits=Limits(28, 1_000, 200_000))
def test_sizes_are_those_of_the_preprocessing_of_qwen_vl(size: Size, limits: Limits):
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import smart_resize

    def resized(before: Size) -> Size:
        height, width = smart_resize(
            before.height, before.width, limits.factor, limits.min_pixels, limits.max_pixels
        )
        return Size(width, height)

    try:
        fitted = limits.fit(size)
    except GroundingError:
        with pytest.raises(ValueError, match="aspect ratio"):
            resized(resized(resized(size)))
        return
    # It may take a second time until the size stays: the server must find nothing more to do.
    assert fitted == resized(fitted)
    assert fitted == resized(resized(resized(size)))


@st.composite
def views(draw: st.DrawFn) -> View:
    """A part of a viewport, taken at some device scale factor, as some model is shown it."""
    viewport = draw(st.builds(Size, st.integers(200, 4000), st.integers(200, 4000)))
    whole = draw(st.booleans())
    share = 1.0 if whole else draw(st.floats(0.2, 1))
    width, height = max(1, round(viewport.width * share)), max(1, round(viewport.height * share))
    left = draw(st.integers(0, viewport.width - width))
    top = draw(st.integers(0, viewport.height - height))
    scale = draw(st.sampled_from([1, 1.25, 1.5, 2, 3]))
    original = Size(round(width * scale), round(height * scale))
    return View(Box(left, top, width, height), original, draw(LIMITS).fit(original))


PARTS = st.floats(0, 1, exclude_max=True)
FRAMES = st.lists(st.tuples(*[st.floats(-2000, 2000)] * 4), max_size=3)
"""Where each frame stands in the one around it, and how far its content is scrolled."""


@example(
    view=View(Box(0, 0, 1280, 720), Size(1280, 720), Size(1288, 728)),
    across=0.99999,
    down=0.99999,
    frames=[(10.5, 20.25, 0, 3000.5)],
    convention="relative_1000",
)
def there_and_back(
    view: View, across: float, down: float, frames: list[tuple[float, ...]], convention: Convention
):
    region, units = view.region, view.units(convention)
    x, y = region.x + across * region.width, region.y + down * region.height
    assume(x < region.x + region.width and y < region.y + region.height)
    # What stands in the innermost frame, in coordinates of its document.
    shift = Point(sum(f[0] - f[2] for f in frames), sum(f[1] - f[3] for f in frames))
    inside = Point(x - shift.x, y - shift.y)

    def back(decimals: int) -> Point:
        asked = view.from_viewport(Point(inside.x + shift.x, inside.y + shift.y), convention)
        answer = [
            min(max(0.0, round(number, decimals)), unit) for number, unit in zip(asked, units, strict=True)
        ]
        seen = view.to_viewport(*parse(f"<point>{answer[0]:.9f} {answer[1]:.9f}</point>"), convention)
        assert region.holds(seen), "nothing can be clicked there"
        return Point(seen.x - shift.x, seen.y - shift.y)

    decimals = DECIMALS[convention]
    for digits in (decimals, decimals + 1):
        found = back(digits)
        for axis in (0, 1):
            # Half of the last digit: that is all the answer says.
            said = 0.5 * 10**-digits * region[axis + 2] / units[axis]
            assert abs(found[axis] - inside[axis]) <= max(said, 0.5) + 1e-6
            if digits > decimals or said <= 1:
                assert abs(found[axis] - inside[axis]) <= 1 + 1e-6


ANYWHERE = given(
    view=views(), across=PARTS, down=PARTS, frames=FRAMES, convention=st.sampled_from(CONVENTIONS)
)
test_a_point_goes_to_the_model_and_back = settings(max_examples=400)(ANYWHERE(there_and_back))
test_2000_points_go_to_the_model_and_back = pytest.mark.matrix(
    settings(max_examples=2_000)(ANYWHERE(there_and_back))
)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize(
    "viewport", [Size(1280, 720), Size(390, 844), Size(1920, 1080), Size(2000, 2000)], ids=str
)
def test_whole_numbers_of_every_model_are_good_to_a_pixel_of_usual_viewports(profile, viewport: Size):
    view = View(Box(0, 0, *viewport), viewport, profile.limits.fit(viewport))
    units = view.units(profile.convention)
    assert all(side / unit / 2 <= 1 for side, unit in zip(viewport, units, strict=True))


WHOLE = View(Box(0, 0, 1280, 720), Size(1280, 720), Size(1288, 728))
OUTSIDE: list[tuple[float, float]] = [
    (-1, 5),
    (5, -0.01),
    (math.nan, 5),
    (math.inf, 5),
    (5, -math.inf),
    (1e300, 5),
]


@pytest.mark.parametrize(
    ("convention", "edge"),
    [
        ("absolute_resized", (1288, 728)),
        ("absolute_original", (1280, 720)),
        ("relative_1", (1, 1)),
        ("relative_1000", (1000, 1000)),
    ],
)
def test_the_edge_is_the_last_pixel_and_what_is_beyond_is_refused(
    convention: Convention, edge: tuple[int, int]
):
    assert WHOLE.to_viewport(0, 0, convention) == Point(0, 0)
    assert WHOLE.to_viewport(*edge, convention) == Point(1279.5, 719.5)
    for x, y in (*OUTSIDE, (edge[0] + 0.01, 0), (0, edge[1] + 1)):
        with pytest.raises(ToolError, match="is outside of the picture, where x is from 0 to") as caught:
            WHOLE.to_viewport(x, y, convention)
        assert f"x is from 0 to {edge[0]} and y from 0 to {edge[1]} ({convention})" in str(caught.value)


def test_the_edge_of_a_page_of_one_pixel_is_its_middle():
    view = View(Box(0, 0, 1, 1), Size(1, 1), Size(56, 56))
    assert view.to_viewport(56, 56, "absolute_resized") == Point(0.5, 0.5)


def test_a_crop_is_mapped_to_where_it_was_cut():
    view = View(Box(640, 360, 640, 360), Size(1280, 720), Size(1288, 728))
    assert view.to_viewport(0, 0, "absolute_resized") == Point(640, 360)
    assert view.to_viewport(644, 364, "absolute_resized") == Point(960, 540)
    assert view.to_viewport(640, 360, "absolute_original") == Point(960, 540)
    assert view.from_viewport(Point(960, 540), "relative_1000") == (500, 500)

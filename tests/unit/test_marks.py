"""Numbered marks on pictures: where the labels stand, and that they can be read."""

from __future__ import annotations

import io

import PIL.Image
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_webagent.grounding import marks
from pytest_webagent.grounding.mark_places import Mark, Rect, arrange
from pytest_webagent.messages import Image
from pytest_webagent.observation import Box, Element, Observation, Size

SIZE = (1280, 720)


def observation(*elements: Element, uncovered: frozenset[int] | None = None) -> Observation:
    ids = frozenset(each.id for each in elements if each.id is not None)
    return Observation(
        generation=1,
        url="",
        title="",
        elements=elements,
        text="",
        viewport=Size(*SIZE),
        uncovered=ids if uncovered is None else uncovered,
    )


def buttons(*boxes: tuple[float, float, float, float], first: int = 1) -> Observation:
    return observation(
        *(Element(id=first + at, role="button", box=Box(*box)) for at, box in enumerate(boxes))
    )


def grid(count: int, across: int) -> Observation:
    return buttons(*((10 + at % across * 127, 8 + at // across * 35, 80, 18) for at in range(count)))


def blank(size: tuple[int, int] = SIZE, colour: str = "white") -> PIL.Image.Image:
    return PIL.Image.new("RGB", size, colour)


def places(
    seen: Observation, canvas: PIL.Image.Image | None = None, *, scale: float = 1.0, size: int = 12
) -> tuple[dict[int, Rect], list[Mark]]:
    canvas = blank() if canvas is None else canvas
    found = marks.marks_of(seen, Rect(0, 0, *canvas.size), scale, size)
    return dict(arrange(found, canvas)), found


def encoded(canvas: PIL.Image.Image, kind: str) -> Image:
    written = io.BytesIO()
    canvas.save(written, kind)
    return Image(written.getvalue(), f"image/{kind.lower()}")


def decoded(picture: Image) -> PIL.Image.Image:
    return PIL.Image.open(io.BytesIO(picture.data))


def assert_sound(found: dict[int, Rect], size: tuple[int, int] = SIZE) -> None:
    every = list(found.values())
    assert all(place.within(Rect(0, 0, *size)) for place in every)
    by_top = sorted(every, key=lambda place: place.top)
    for at, place in enumerate(by_top):
        for other in by_top[at + 1 :]:
            if other.top >= place.bottom:
                break
            assert not place.overlaps(other)


def test_a_label_stands_above_the_left_corner_of_what_it_names_where_that_is_free():
    found, (mark,) = places(buttons((100, 100, 80, 30)))
    assert found == {1: Rect(99, 99 - mark.height, 99 + mark.width, 99)}


@pytest.mark.parametrize(
    "box",
    [
        (0, 0, 80, 30),
        (1200, 690, 80, 30),
        (0, 690, 80, 30),
        (1270, 0, 10, 10),
        (0, 0, 1280, 20),
        (-40, -9, 60, 20),
    ],
)
def test_at_the_edge_of_the_picture_a_label_still_stands_outside_of_what_it_names(box):
    found, (mark,) = places(buttons(box))
    assert_sound(found)
    assert not found[1].overlaps(mark.box)


def test_no_two_of_200_labels_overlap_and_none_covers_what_it_names():
    found, every = places(grid(200, 10))
    assert set(found) == set(range(1, 201))
    assert_sound(found)
    assert not any(found[mark.number].overlaps(mark.box) for mark in every)


def test_of_a_list_without_gaps_no_label_covers_an_entry():
    found, every = places(buttons(*((300, 100 + 20 * at, 200, 20) for at in range(20))))
    assert len(found) == 20
    assert_sound(found)
    assert not any(place.overlaps(mark.box) for place in found.values() for mark in every)


def test_a_label_does_not_cover_what_is_written_beside_its_element():
    canvas = blank()
    above = Rect(80, 60, 300, 99)
    for x in range(above.left, above.right, 2):
        canvas.paste("black", (x, above.top, x + 1, above.bottom))
    found, _ = places(buttons((100, 100, 80, 30)), canvas)
    assert not found[1].overlaps(above)


def test_in_a_table_without_gaps_a_label_stands_in_its_own_cell_and_not_in_another():
    cells = buttons(*((400 + x * 32, 300 + y * 32, 32, 32) for x in range(5) for y in range(5)))
    found, every = places(cells)
    assert len(found) == 25
    assert_sound(found)
    assert not any(found[n].overlaps(mark.box) for mark in every for n in found if n != mark.number)


def test_of_crowded_tiny_things_each_label_goes_to_the_nearest_free_place():
    found, every = places(
        buttons(*((400 + x * 12, 300 + y * 12, 12, 12) for x in range(5) for y in range(5)))
    )
    assert len(found) == 25
    assert_sound(found)
    assert not any(found[mark.number].overlaps(mark.box) for mark in every)
    around = Rect(400, 300, 460, 360).grown(80)
    assert all(place.within(around) for place in found.values())


def test_what_fills_the_picture_has_no_mark():
    seen = buttons((0, 0, 1280, 700), (10, 10, 50, 20))
    assert marks.paint(blank(), seen) == {2}


def test_the_numbers_are_those_of_the_uncovered_elements():
    boxes = [Box(100 * at, 100, 50, 20) for at in range(1, 6)]
    seen = observation(
        *(Element(id=7 * at, role="link", box=box) for at, box in enumerate(boxes)),
        Element(id=None, role="text", box=Box(0, 300, 50, 20)),
        Element(id=99, role="link", box=None),
        uncovered=frozenset({7, 21, 99}),
    )
    assert marks.paint(blank(), seen) == {7, 21}
    assert marks.paint(blank(), observation(*seen.elements, uncovered=frozenset())) == frozenset()


def test_what_lies_outside_of_the_picture_has_no_mark():
    seen = buttons((2000, 10, 50, 20), (10, 800, 50, 20), (-500, 10, 50, 20), (10, 10, 50, 20))
    assert marks.paint(blank(), seen) == {4}


def test_a_box_in_a_frame_is_drawn_as_far_as_the_frame_shows_it():
    seen = observation(
        Element(id=1, role="iframe", box=Box(100, 100, 200, 100)),
        Element(id=2, role="button", box=Box(120, 150, 400, 300), parent=0),
        uncovered=frozenset({2}),
    )
    _, (mark,) = places(seen)
    assert mark.box == Rect(120, 150, 300, 200)


def test_marks_of_a_picture_of_more_pixels_are_larger_and_where_the_elements_are():
    for scale in (0.5, 1, 1.5, 2, 3):
        canvas = blank((round(1280 * scale), round(720 * scale)))
        seen = buttons((100, 100, 80, 30))
        assert marks.paint(canvas, seen, scale=scale) == {1}
        thick = max(1, round(scale))
        # The coloured line is right outside of the box.
        assert canvas.getpixel((round(140 * scale), round(130 * scale) + thick - 1)) == marks.PLATES[1]
        assert canvas.getpixel((round(140 * scale), round(115 * scale))) == marks.WHITE
    small, large = (places(seen, size=size)[1][0] for size in (12, 24))
    assert large.height > 1.6 * small.height


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """After WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio."""

    def luminance(colour: tuple[int, ...]) -> float:
        parts = [part / 255 for part in colour]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_every_plate_can_be_told_from_its_digits_and_its_edge():
    assert min(contrast(plate, marks.WHITE) for plate in marks.PLATES) > 5


@pytest.mark.parametrize("colour", ["white", "black", "#808080", "#b00020", "#0052b4", "#00693c", "noise"])
def test_a_label_can_be_read_on_any_background(colour):
    canvas = PIL.Image.effect_noise(SIZE, 120).convert("RGB") if colour == "noise" else blank(SIZE, colour)
    seen = buttons((100, 100, 80, 30), first=345)
    found, (mark,) = places(seen, canvas.copy())
    marks.paint(canvas, seen)
    place = found[345]
    label = canvas.crop(place)
    plate = marks.PLATES[345 % len(marks.PLATES)]
    edge = [label.getpixel((x, 0)) for x in range(mark.width)]
    assert edge == [marks.WHITE] * mark.width
    colours = {
        colour: count for count, colour in label.crop((1, 1, mark.width - 1, mark.height - 1)).getcolors(999)
    }
    assert colours[plate] > 40
    assert sum(count for colour, count in colours.items() if contrast(colour, plate) > 4.5) > 10


def test_different_numbers_look_different():
    drawn = set()
    for number in range(1, 400):
        canvas = blank()
        marks.paint(canvas, buttons((100, 100, 80, 30), first=number))
        drawn.add(canvas.crop((90, 80, 150, 100)).tobytes())
    assert len(drawn) == 399


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_keeps_its_size_and_kind_and_the_same_gives_the_same(kind):
    picture = encoded(blank((640, 360), "#336699"), kind)
    before = picture.data
    seen = grid(20, 4)
    marked = marks.draw(picture, seen)
    assert (marked.media_type, decoded(marked).format, decoded(marked).size) == (
        picture.media_type,
        kind,
        (640, 360),
    )
    assert marked == marks.draw(picture, seen)
    assert picture.data == before
    assert marked.data != before


def test_pictures_with_a_palette_or_see_through_parts_are_drawn_on():
    for mode in ("P", "RGBA", "L", "1"):
        picture = encoded(blank((300, 200)).convert(mode), "PNG")
        drawn = decoded(marks.draw(picture, buttons((50, 50, 80, 30)))).convert("RGB")
        assert marks.PLATES[1] in {colour for _, colour in drawn.getcolors(9999)}


@pytest.mark.parametrize("size", [(1, 1), (1, 720), (1280, 1), (12, 12)])
def test_a_picture_with_no_room_for_a_label_has_none(size):
    seen = buttons((0, 0, 1, 1), (0, 0, 1280, 720))
    assert marks.paint(blank(size), seen) == frozenset()
    assert decoded(marks.draw(encoded(blank(size), "PNG"), seen)).size == size


def test_what_has_no_extent_is_named_too():
    found, _ = places(buttons((200, 200, 0, 0), (400, 200, 1, 1)))
    assert set(found) == {1, 2}
    assert_sound(found)


def test_2000_elements_get_as_many_labels_as_there_is_room_for():
    seen = buttons(*((at % 50 * 25, at // 50 * 18, 20, 14) for at in range(2000)), first=1000)
    found, _ = places(seen)
    assert_sound(found)
    assert 500 < len(found) < 2000


def test_a_page_does_not_disappear_below_its_labels():
    found, _ = places(buttons(*((at % 90 * 14, at // 90 * 13, 14, 13) for at in range(4900)), first=100))
    assert_sound(found)
    covered = sum(place.area for place in found.values())
    assert 1280 * 720 / 4 < covered < 1280 * 720 / 2


def test_a_huge_picture_is_drawn_on():
    canvas = blank((8000, 6000))
    assert marks.paint(canvas, buttons((3990, 2990, 5, 5), (0, 0, 7000, 5000))) == {1, 2}


def test_what_is_no_picture_is_an_error():
    with pytest.raises(OSError, match="cannot identify image file"):
        marks.draw(Image(b"not a picture"), buttons((1, 1, 5, 5)))


_Length = st.floats(-200, 1500)
_Extent = st.floats(0, 1500)


@settings(max_examples=150)
@given(
    boxes=st.lists(st.tuples(_Length, _Length, _Extent, _Extent), max_size=60),
    scale=st.sampled_from([0.3, 0.75, 1, 1.5, 2]),
    size=st.tuples(st.integers(1, 900), st.integers(1, 900)),
    first=st.integers(1, 100_000),
)
def test_wherever_boxes_are_no_label_overlaps_another_or_leaves_the_picture(boxes, scale, size, first):
    found, every = places(
        buttons(*boxes, first=first), blank(size), scale=scale, size=max(12, round(13 * scale))
    )
    assert_sound(found, size)
    assert set(found) <= {mark.number for mark in every}
    for mark in every:
        # Only what is much larger than its label is named from within.
        if mark.number in found and found[mark.number].overlaps(mark.box):
            assert mark.box.area >= 2 * mark.width * mark.height

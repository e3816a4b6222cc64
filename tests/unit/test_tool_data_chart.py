"""Charts: real pictures, looked at by their pixels."""

import base64
import io
import itertools
import math

import pytest
from data_workspace import Workspace
from PIL import Image

WHITE = (255, 255, 255)
BLUE = (31, 119, 180)
LONG = "Change of turnover by $100 to $200 in all regions of the world, " * 4


def picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def assert_nothing_is_cut_off(image: Image.Image) -> None:
    """What is written or drawn up to the edge of the picture goes on beyond it."""
    width, height = image.size
    edges = [image.crop(box) for box in ((0, 0, width, 1), (0, 0, 1, height), (0, height - 1, width, height))]
    for edge in edges:
        assert edge.getcolors() == [(edge.width * edge.height, WHITE)]


def share(image: Image.Image, colour: tuple[int, int, int]) -> float:
    colours = dict((found, count) for count, found in image.getcolors(1 << 24))
    return colours.get(colour, 0) / (image.width * image.height)


def tints(image: Image.Image) -> set[int]:
    """Which series are seen: 0 the bluish first, 1 the orange second."""
    colours = {found for count, found in image.getcolors(1 << 24) if count > 20}
    bluish = any(blue - red > 60 for red, _, blue in colours)
    orange = any(red - blue > 60 for red, _, blue in colours)
    return {index for index, seen in enumerate((bluish, orange)) if seen}


async def drawn(desk: Workspace, **arguments: object) -> Image.Image:
    """The picture of a chart, which is the file and what the model sees."""
    result = await desk.use("chart_visualization", file_name="chart.png", **arguments)
    assert result.error is None, result.error
    data = (desk.root / "chart.png").read_bytes()
    assert base64.b64decode(result.base64_image) == data
    assert data.startswith(b"\x89PNG\r\n")
    image = picture(data)
    assert image.size == (result.output["width"], result.output["height"])
    return image


async def test_a_chart_is_a_file_and_a_picture_for_the_model(desk: Workspace):
    result = await desk.use(
        "chart_visualization", chart_type="line", data={"x": [1, 2, 3], "y": [1, None, 2]}, title="Sales"
    )
    path = desk.root / "charts/line_1.png"
    assert result.output == {
        "file": "charts/line_1.png",
        "bytes": path.stat().st_size,
        "chart_type": "line",
        "series": 1,
        "points": 3,
        "width": 800,
        "height": 500,
        "note": "",
    }
    await desk.do("chart_visualization", chart_type="line", data={"y": [1, 2]})
    assert desk.files() == {"charts/line_1.png", "charts/line_2.png"}


@pytest.mark.parametrize(
    ("chart_type", "data"),
    [
        (
            "line",
            {
                "x": [f"2024-{month:02}-01" for month in range(1, 13)],
                "series": {"North": list(range(-6, 6)), "_South": [n * n for n in range(12)]},
            },
        ),
        ("line", {"x": [f"step number {n}" for n in range(60)], "y": [math.sin(n) for n in range(60)]}),
        ("bar", {"x": [f"A category with a long name {n}" for n in range(40)], "y": list(range(-20, 20))}),
        ("bar", {"x": ["Ann", "Bob", "$5"], "series": {"2023": [3, -2, 5], "2024": [1, 4, -1]}}),
        ("scatter", {"x": [n * 1e8 for n in range(50)], "y": [n * 1e-9 for n in range(50)]}),
        ("histogram", {"series": {"a": [1, 2, 2, 3], "b": [2, 3, 3, 4]}, "bins": 4}),
    ],
    ids=["dates", "steps", "categories", "groups", "scatter", "histogram"],
)
@pytest.mark.usefixtures("in_this_process")
async def test_nothing_is_cut_off_and_all_is_drawn(desk: Workspace, chart_type: str, data: dict):
    image = await drawn(
        desk, chart_type=chart_type, data=data, title=LONG, x_label="x" * 200, y_label="How many " * 20
    )
    assert_nothing_is_cut_off(image)
    assert 0.2 < share(image, WHITE) < 0.99
    assert tints(image) == ({0, 1} if "series" in data else {0})


@pytest.mark.usefixtures("in_this_process")
async def test_many_bars_lie_below_each_other(desk: Workspace):
    image = await drawn(desk, chart_type="bar", data={"x": [f"Name {n}" for n in range(100)], "y": [1] * 100})
    assert image.height > 2000
    column = [image.getpixel((700, y)) for y in range(image.height)]
    bars = sum(1 for above, below in itertools.pairwise(column) if below == BLUE != above)
    assert bars == 100


@pytest.mark.usefixtures("in_this_process")
async def test_one_value_far_away_does_not_hide_the_others(desk: Workspace):
    values = [math.sin(n * n) for n in range(1000)]
    image = await drawn(desk, chart_type="histogram", data={"values": [*values, 1000.0]})
    assert share(image, BLUE) > 0.001


@pytest.mark.parametrize(
    ("chart_type", "data"),
    [
        ("line", {"y": [5]}),
        ("line", {"y": [1e299, -1e299]}),
        ("histogram", {"values": [3, 3]}),
        ("bar", {"labels": ["a"], "values": [0]}),
        ("bar", {"x": ["$\\frac{", "a", "a"], "y": [1, 2, 3]}),
        ("line", {"x": ["2024-01-01T10:00:00+02:00", "2024-01-01T09:00:00Z"], "y": [1, 2]}),
    ],
    ids=["one", "huge", "same", "zero", "formula", "zones"],
)
@pytest.mark.usefixtures("in_this_process")
async def test_odd_data_is_drawn(desk: Workspace, chart_type: str, data: dict):
    assert_nothing_is_cut_off(await drawn(desk, chart_type=chart_type, data=data, title="$\\frac{"))


@pytest.mark.parametrize(
    ("chart_type", "data", "problem"),
    [
        ("line", {}, "it holds no values"),
        ("line", {"y": []}, "it holds no numbers"),
        ("line", {"y": [None]}, "it holds no numbers"),
        ("line", {"y": ["a"]}, "y[0] must be a number (null for a gap), not a"),
        ("line", {"y": [True]}, "must be a number"),
        ("line", {"y": [10**400]}, "too large a number"),
        ("line", {"y": "12"}, "y must be a list of numbers"),
        ("line", {"x": [1], "y": [1, 2]}, "x has 1 values, y has 2"),
        ("line", {"x": "ab", "y": [1, 2]}, "x must be a list"),
        ("line", {"y": [1], "values": [2]}, "give one of them"),
        ("line", {"y": [1], "z": 1}, "there is no 'z'"),
        ("line", {"series": {}}, "1 to 20 lists"),
        ("line", {"series": {f"s{n}": [1] for n in range(21)}}, "1 to 20 lists"),
        ("line", {"y": [0] * 100_001}, "more than 100000 values"),
        ("line", {"x": ["0001-01-01", "9999-12-31"], "y": [1, 2]}, "before the year 1000"),
        ("scatter", {"x": [None], "y": [1]}, "x has gaps"),
        ("bar", {"x": [["a"]], "y": [1]}, "x must hold names or numbers"),
        ("bar", {"x": [str(n) for n in range(101)], "y": [1] * 101}, "100 are the most"),
        ("histogram", {"values": [1], "bins": 10**9}, "bins must be a whole number up to 500"),
        ("histogram", {"x": [1]}, "there is no 'x'"),
        ("pie", {"y": [1]}, "one of line, bar, scatter, histogram"),
        ("line", [1, 2], "'data' must be an object"),
    ],
)
async def test_data_that_cannot_be_drawn_is_told_with_what_it_should_be(
    desk: Workspace, chart_type: str, data: object, problem: str
):
    error = await desk.fail("chart_visualization", chart_type=chart_type, data=data)
    assert problem in error
    assert "'data' must" in error or "one of line" in error or "looks like {" in error
    assert desk.files() == set()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"file_name": "../chart.png"}, "outside of the workspace"),
        ({"file_name": "/tmp/chart.png"}, "outside of the workspace"),
        ({"file_name": "chart.svg"}, "must end in .png"),
        ({"title": "x" * 301}, "300 are the most"),
    ],
)
async def test_a_call_that_cannot_be_is_told(desk: Workspace, arguments: dict, problem: str):
    error = await desk.fail("chart_visualization", chart_type="line", data={"y": [1, 2]}, **arguments)
    assert problem in error
    assert desk.files() == set()


@pytest.mark.usefixtures("in_this_process")
async def test_signs_no_font_has_are_told(desk: Workspace):
    found = await desk.do(
        "chart_visualization", chart_type="line", data={"y": [1, 2]}, title="\U0010f0f0 tag"
    )
    assert "no font of this machine" in found["note"]


async def test_a_dry_run_draws_nothing(desk: Workspace):
    error = await desk.dry().fail("chart_visualization", chart_type="line", data={"y": [1, 2]})
    assert error.startswith("dry run: would draw a line chart to 'charts/line_1.png' (risk MEDIUM)")
    assert desk.files() == set()

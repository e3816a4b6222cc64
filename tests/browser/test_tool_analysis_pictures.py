"""Looking at the pictures of real pages: found, read from the page itself, ranked and described."""

from __future__ import annotations

import base64
import io
import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from tiny_clip import tiny_clip  # noqa: F401 (a fixture)
from tool_contract import RESULTS, misfits

from pytest_webagent.caching.memory import MemoryCache
from pytest_webagent.config import Settings
from pytest_webagent.policy.security import SecurityPolicy, ToolConfig
from pytest_webagent.tools.analysis.content import content_analyzer
from pytest_webagent.tools.analysis.images import image_checker
from pytest_webagent.tools.analysis.pictures import pictures_of
from pytest_webagent.tools.analysis.pixels import BROKEN, NOT_LOADED, OUT_OF_VIEW, Pixels, read_pixels
from pytest_webagent.tools.core.registry import ToolRegistry
from tests.conftest import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pytest_webagent.messages import Image as Sent


def file_of(colour: str, size: tuple[int, int] = (80, 60), form: str = "PNG") -> bytes:
    written = io.BytesIO()
    Image.new("RGB", size, colour).save(written, form)
    return written.getvalue()


def data_url(colour: str) -> str:
    return "data:image/png;base64," + base64.b64encode(file_of(colour)).decode()


class Reader:
    """An assistant that says what it was asked, and how large and of which colour the pictures were."""

    def __init__(self, *, sees_images: bool = True) -> None:
        self.sees_images = sees_images
        self.asked: list[tuple[str, str]] = []

    async def ask(self, instruction: str, *, text: str = "", images: Sequence[Sent] = ()) -> str:
        self.asked.append((instruction, text))
        if not images:
            return f"answer {len(self.asked)}"
        picture = Image.open(io.BytesIO(images[0].data))
        return (
            f"{picture.width}x{picture.height} {picture.getpixel((picture.width // 2, picture.height // 2))}"
        )


@pytest.fixture
def looker(hands, tiny_clip: Path):  # noqa: F811
    for name in ("red", "green", "blue", "white", "purple", "orange"):
        hands.site.answer(f"/{name}.png", Answer(file_of(name), content_type="image/png"))
    hands.site.answer("/bad.png", Answer("this is no picture", content_type="image/png"))
    hands.registry = ToolRegistry([image_checker, content_analyzer])
    hands.context.settings = Settings(clip_model=str(tiny_clip))
    return hands


async def check(hands, html: str, query: str = "red") -> dict:
    await hands.show(html)
    result = await hands.use("image_checker", query=query)
    assert result.error is None, result.error
    return result.output


async def pixels_of(hands, html: str) -> list[Pixels | str]:
    await hands.show(html)
    async with pictures_of(hands.page) as found:
        return await read_pixels(hands.page, found.pictures)


async def test_the_five_pictures_that_fit_best_are_told_with_all_their_fields(looker):
    names = ("red", "green", "blue", "white", "purple", "orange")
    html = "".join(
        f"<figure><img src=/{name}.png alt='A {name} one' title={name}><figcaption>No. {at}</figcaption></figure>"
        for at, name in enumerate(names)
    )
    found = await check(looker, html)
    assert [*misfits(found, RESULTS["image_checker"])] == []
    assert found["page_url"] == looker.page.url
    assert found["total_images_found"] == 6
    shown = found["analyzed_images"]
    assert [one["index"] for one in shown] == [1, 2, 3, 4, 5]
    scores = [one["relevance_score"] for one in shown]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    assert len(set(scores)) > 2
    first = shown[0]
    name = first["title"]
    assert first["src"] == f"{looker.site.url}/{name}.png"
    assert (first["alt"], first["width"], first["height"]) == (f"A {name} one", 80, 60)
    assert first["caption"] == f"No. {names.index(name)}"
    assert found["notes"] == ["No ai_description: this run has no model that reads."]


async def test_pictures_of_every_kind_are_found_and_read_without_a_request(looker):
    looker.site.page("/framed", "<img src=/green.png alt=framed>")
    html = f"""
        <img src=/red.png alt=plain><picture><source srcset=/blue.png><img src=/white.png alt=chosen></picture>
        <div style="background:url(/purple.png);width:50px;height:50px" aria-label=ground></div>
        <svg width=60 height=60><title>Circle</title><rect width=60 height=60 fill=lime></svg>
        <canvas id=c width=60 height=60 aria-label=plot></canvas><img src="{data_url("yellow")}" alt=inline>
        <iframe src="{looker.site.other_url}/framed"></iframe><div id=h></div>
        <script>const at = c.getContext('2d'); at.fillStyle = 'navy'; at.fillRect(0, 0, 60, 60);
        h.attachShadow({{mode: 'open'}}).innerHTML = '<img src=/orange.png alt=shadow>'</script>"""
    await looker.show(html)
    asked = len(looker.site.requests)
    async with pictures_of(looker.page) as found:
        pixels = await read_pixels(looker.page, found.pictures)
    seen = {
        one.alt: (one.kind, read if isinstance(read, str) else read.image.getpixel((10, 10)))
        for one, read in zip(found.pictures, pixels, strict=True)
    }
    assert seen == {
        "plain": ("img", (255, 0, 0)),
        "chosen": ("picture", (0, 0, 255)),
        "ground": ("background", (128, 0, 128)),
        "Circle": ("svg", (0, 255, 0)),
        "plot": ("canvas", (0, 0, 128)),
        "inline": ("img", (255, 255, 0)),
        "shadow": ("img", (255, 165, 0)),
        "framed": ("img", (0, 128, 0)),
    }
    assert len(looker.site.requests) == asked
    assert max(len(one.src) for one in found.pictures) < 200


async def test_what_cannot_be_looked_at_comes_last_with_its_reason(looker):
    found = await check(
        looker,
        "<img src=/bad.png alt=broken><img src=/red.png alt=good><div style='height:30000px'></div>"
        "<img loading=lazy src=/lazy.png alt=lazy width=50 height=50><svg width=99 height=99><title>far</title></svg>",
    )
    assert [one["alt"] for one in found["analyzed_images"]] == ["good", "broken", "lazy", "far"]
    assert [one["relevance_score"] is None for one in found["analyzed_images"]] == [False, True, True, True]
    assert f"Picture 2 not looked at: {BROKEN}." in found["notes"]
    assert f"Picture 3 not looked at: {NOT_LOADED}." in found["notes"]
    assert f"Picture 4 not looked at: {OUT_OF_VIEW}." in found["notes"]
    assert looker.site.asked("/lazy.png") == []
    assert await looker.page.evaluate("scrollY") == 0


async def test_files_that_are_no_pictures_or_traps_are_not_opened(looker):
    huge = io.BytesIO()
    Image.new("1", (11_000, 5_000)).save(huge, "PNG")
    cut = file_of("red", (400, 400), "JPEG")[:900]
    looker.site.answer("/huge.png", Answer(huge.getvalue(), content_type="image/png"))
    looker.site.answer("/cut.jpg", Answer(cut, content_type="image/jpeg"))
    looker.site.answer("/page.png", Answer("<html>no</html>", content_type="image/png"))
    ground = "<div style='width:60px;height:60px;margin-top:9000px;background:url({})'></div>"
    html = "".join(
        ground.format(source) for source in ("/huge.png", "/cut.jpg", "/page.png", "data:image/png,x")
    )
    assert await pixels_of(looker, html) == [OUT_OF_VIEW] * 4
    in_view = await pixels_of(looker, "<img src=/huge.png width=220 height=100>")
    assert isinstance(in_view[0], Pixels)
    assert in_view[0].image.size == (220, 100)


@pytest.mark.parametrize(
    ("form", "kind"), [("JPEG", "jpeg"), ("WEBP", "webp"), ("GIF", "gif"), ("BMP", "bmp")]
)
async def test_every_format_of_the_web_is_read_and_large_ones_are_made_small(looker, form, kind):
    looker.site.answer("/p", Answer(file_of("blue", (3_000, 1_000), form), content_type=f"image/{kind}"))
    (read,) = await pixels_of(looker, "<img src=/p>")
    assert isinstance(read, Pixels)
    assert read.image.size == (256, 85)
    assert all(abs(one - two) < 6 for one, two in zip(read.image.getpixel((5, 5)), (0, 0, 255), strict=True))
    assert Image.open(io.BytesIO(read.jpeg().data)).format == "JPEG"


async def test_transparent_pictures_are_seen_on_white(looker):
    written = io.BytesIO()
    Image.new("RGBA", (40, 40), (0, 0, 0, 0)).save(written, "PNG")
    looker.site.answer("/clear.png", Answer(written.getvalue(), content_type="image/png"))
    (read,) = await pixels_of(looker, "<img src=/clear.png>")
    assert isinstance(read, Pixels)
    assert read.image.getpixel((5, 5)) == (255, 255, 255)


NO_PICTURES = """
<img src=/red.png style='display:none'>
<img src=/red.png style='visibility:hidden'>
<img src=/red.png style='opacity:0'>
<img src=/red.png width=1 height=1>
<div style='display:none'><svg width=50 height=50></svg></div>
<svg width=16 height=16></svg><canvas width=9 height=9></canvas>
<div style='background:url(/red.png);width:10px;height:10px'></div>
<div style='background:linear-gradient(red, blue);width:90px;height:90px'></div>
<img>
<iframe width=1 height=1 style='border:0' srcdoc='<img src=/red.png>'></iframe>
<p>no pictures</p>
"""


async def test_what_nobody_sees_icons_and_counting_pixels_are_no_pictures(looker):
    found = await check(looker, NO_PICTURES)
    assert found["total_images_found"] == 0
    assert found["analyzed_images"] == []
    assert found["notes"] == []


@pytest.mark.parametrize(
    ("html", "caption"),
    [
        ("<figure><img src=/red.png><figcaption>The <b>figure</b></figcaption></figure>", "The figure"),
        ("<img src=/red.png aria-describedby=d><p>x</p><p id=d>Described</p>", "Described"),
        ("<div class=card><a href=/a><img src=/red.png></a><h3>Mug</h3><p>$9</p></div>", "Mug $9"),
        ("<div><img src=/red.png></div><p>far away</p>", ""),
        ("<img src=/red.png><p>next to it</p>", "next to it"),
        ("<img src=/red.png><script>let x</script>", ""),
    ],
)
async def test_a_caption_is_the_figures_or_the_text_nearby(looker, html, caption):
    found = await check(looker, html)
    assert [one["caption"] for one in found["analyzed_images"]] == [caption]


async def test_of_thousands_of_pictures_all_are_counted_and_the_first_are_compared(looker, monkeypatch):
    monkeypatch.setattr("pytest_webagent.tools.analysis.images._MOST", 20)
    found = await check(looker, "<img src=/red.png width=5 height=5>" * 1_500)
    assert found["total_images_found"] == 1_500
    assert "Only the first 20 pictures were compared." in found["notes"]


async def test_a_hundred_pictures_are_ranked(looker):
    html = "".join(f"<img src='/red.png?{at}' width=9 height=9>" for at in range(98))
    found = await check(looker, html + "<img src=/blue.png alt=b><img src=/white.png alt=w>")
    assert found["total_images_found"] == 100
    assert len(found["analyzed_images"]) == 5
    assert all(one["relevance_score"] is not None for one in found["analyzed_images"])


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (Settings(clip_model="/no/such/folder"), "there is no folder /no/such/folder"),
        (
            Settings(clip_model="nobody/has-this-model"),
            "the CLIP model nobody/has-this-model cannot be loaded",
        ),
    ],
)
async def test_without_clip_the_first_five_are_told_unranked_and_that_is_said(
    looker, settings, reason, caplog
):
    looker.context.settings = settings
    forbidden = ToolConfig(security=SecurityPolicy(allow_network_access=False))
    looker.context.permissions = replace(looker.context.permissions, config=forbidden)
    looker.context.assistant = Reader()
    html = "".join(
        f"<img src=/{name}.png alt={name}>" for name in ("red", "green", "blue", "white", "purple", "orange")
    )
    found = await check(looker, html)
    assert [one["alt"] for one in found["analyzed_images"]] == ["red", "green", "blue", "white", "purple"]
    assert {one["relevance_score"] for one in found["analyzed_images"]} == {None}
    assert found["notes"][0].startswith("Not ranked by the query: CLIP is not to be had here")
    assert "the first of 6 pictures" in found["notes"][0]
    # What to do about it is told to the test's author, and not to the model.
    assert reason in caplog.text
    assert found["analyzed_images"][0]["ai_description"].startswith("80x60 (254, 0, 0)")


async def test_a_model_that_sees_describes_each_picture_anew_in_each_call(looker):
    reader = looker.context.assistant = Reader()
    looker.context.cache = MemoryCache(3600)
    html = "<img src=/red.png alt=red><img src=/blue.png alt=blue><img src=/bad.png alt=bad>"
    found = await check(looker, html, "colours of mugs")
    words = {one["alt"]: one["ai_description"] for one in found["analyzed_images"]}
    assert words["red"].startswith("80x60 (254")
    assert words["blue"].startswith("80x60 (0, 0, 254")
    assert words["bad"] is None
    assert len(reader.asked) == 2
    assert "colours of mugs" in reader.asked[0][0]
    assert not any("ai_description" in note for note in found["notes"])
    again = await looker.use("image_checker", query="colours of mugs")
    assert again.output == found
    assert len(reader.asked) == 4


async def test_a_model_that_sees_nothing_describes_nothing_and_that_is_said(looker):
    looker.context.assistant = Reader(sees_images=False)
    found = await check(looker, "<img src=/red.png>")
    assert found["analyzed_images"][0]["ai_description"] is None
    assert found["notes"] == ["No ai_description: this run has a model that sees no pictures."]


async def test_content_is_analysed_by_the_model_text_and_pictures_together(looker):
    reader = looker.context.assistant = Reader()
    await looker.show("<h1>Mugs</h1><p>A red mug for $7.</p><img src=/red.png alt='The red mug'>")
    found = (await looker.use("content_analyzer", query="red mug")).output
    assert [*misfits(found, RESULTS["content_analyzer"])] == []
    assert found["page_url"] == looker.page.url
    assert found["query"] == "red mug"
    assert found["page_content"] == "answer 1"
    assert found["summary"] == "answer 3"
    assert found["notes"] == []
    (reading, page), _, (summing, parts) = reader.asked
    assert "red mug" in reading
    assert "A red mug for $7." in page
    assert "red mug" in summing
    assert "answer 1" in parts
    assert "80x60" in parts


async def test_without_a_model_content_is_what_the_page_says_and_that_is_said(looker):
    await looker.show(
        "<title>Shop</title><h1>Mugs</h1><p>A red mug for $7.</p><p>Imprint</p><img src=/red.png alt=Mug>"
    )
    found = (await looker.use("content_analyzer", query="mug price")).output
    assert [*misfits(found, RESULTS["content_analyzer"])] == []
    assert "A red mug for $7." in found["page_content"]
    assert "A red mug for $7." in found["summary"]
    assert "Pictures: 1. Picture 1 (relevance " in found["summary"]
    assert any("This run has no model that reads" in note for note in found["notes"])
    assert any("not on the page: price" in note for note in found["notes"])


BAD_ARGUMENTS = [
    ({}, "'query' is missing"),
    ({"query": ""}, "query is empty"),
    ({"query": " \n"}, "query is empty"),
    ({"query": ["a"]}, "'query' must be a string"),
    ({"query": "a", "limit": 3}, "there is no argument 'limit'"),
]


async def test_bad_arguments_are_refused_in_words(looker, subtests):
    await looker.show("<p>x</p>")
    for tool, (arguments, problem) in itertools.product(("image_checker", "content_analyzer"), BAD_ARGUMENTS):
        with subtests.test(f"{tool} {arguments}"):
            assert problem in await looker.fail(tool, **arguments)


async def test_a_huge_and_hostile_query_is_only_text(looker):
    query = "; rm -rf / ../../etc/passwd <script>alert(1)</script> " * 2_000
    found = await check(looker, "<img src=/red.png>", query)
    assert found["total_images_found"] == 1


async def test_a_call_that_is_cancelled_leaves_nothing_behind(looker):
    import asyncio

    await looker.show("<img src=/red.png>")
    before = asyncio.all_tasks()
    call = asyncio.ensure_future(looker.use("image_checker", query="red"))
    await looker.page.evaluate("1")
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    assert {task for task in asyncio.all_tasks() - before if not task.done()} == set()
    assert (await looker.use("image_checker", query="red")).error is None

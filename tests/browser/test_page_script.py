"""Tools that read a page by scripts, on pages that change what scripts are made of."""

import base64
import io

import pytest
from matrix_cases import repeats
from one_session import one_session  # noqa: F401 (a fixture)
from PIL import Image

from pytest_webagent.config import Settings
from pytest_webagent.tools.toolsets import tools_of

PAGE = "<h1>Orders</h1><p>Total 42</p><form><label>Name <input></label><button>Send</button></form><img src=/a.png width=9 height=9>"


@pytest.fixture
def settings() -> Settings:
    return Settings(clip_model="/no-such-folder")


@pytest.fixture
def reader(hands):
    hands.registry = tools_of(["page_parser", "image_checker", "web"])
    return hands


def calls(url: str):
    return (
        ("page_parser", {}, "Total 42"),
        ("image_checker", {"query": "mug"}, "'total_images_found': 1"),
        ("web_inspect", {"url": url}, "Found 1 forms, 1 buttons, 1 inputs"),
        ("web_extract", {"selector": "p"}, "{'text': 'Total 42'}"),
        ("web_screenshot", {}, "'text': 'Send'"),
        ("web_fill", {"field_hint": "Name", "value": "Ann"}, "It shows 'Ann' now"),
    )


async def test_what_they_do_not_need_a_page_may_replace(reader, subtests):
    for script in (
        # What libraries did before the language had it, and names that ours have, too.
        "Array.from = each => [].slice.call(each); Array.prototype.each = () => {}; Array.prototype.toJSON = () => 'x';"
        "var dom = 1, sight = 1, found = 1, elements = 1, isSecret = () => false, name = 'x'",
        "JSON.stringify = JSON.parse = () => 'x'; Object.prototype.extra = () => {}",
    ):
        with subtests.test(script):
            await reader.show(f"<script>{script}</script>{PAGE}")
            for tool, arguments, part in calls(reader.page.url):
                assert part in await reader.do(tool, **arguments)


REPLACED = [
    # One that our scripts notice, and one that is noticed by what Playwright gives.
    ("Array.prototype.map = () => ['PWNED']", "Array.prototype.map"),
    ("Array.prototype[Symbol.iterator] = function* () {}", "parts of the browser"),
    ("RegExp.prototype.test = () => true; String.prototype.trim = () => ''", "String.prototype.trim"),
    ("Object.prototype.toJSON = () => 'PWNED'", "Object.prototype.toJSON"),
    ("Object.defineProperty(Element.prototype, 'localName', {get: () => 'a'})", "localName"),
    ("Map = null", "Map"),
]


@pytest.mark.parametrize("each_tool", [2, *repeats(len(REPLACED))])
async def test_where_a_page_replaces_what_they_need_they_say_so_and_tell_nothing_wrong(
    reader, subtests, each_tool
):
    for number, (script, name) in enumerate(REPLACED):
        with subtests.test(script):
            await reader.show(f"<script>{script}</script>{PAGE}")
            asked = calls(reader.page.url)
            # They all begin with the same look at what they need: of the other scripts, one of them says it for all.
            for tool, arguments, _ in asked if number < each_tool else asked[:1]:
                error = await reader.fail(tool, **arguments)
                assert error.startswith("the page cannot be read: its script replaced")
                assert name in error


async def test_a_frame_that_does_so_is_left_out_and_not_shown(reader):
    await reader.show(
        f"{PAGE}<iframe srcdoc='<script>Map = null</script><p>In it' style='border:0'></iframe>"
    )
    for tool, arguments, part in calls(reader.page.url):
        said = await reader.do(tool, **arguments)
        assert part in said
        assert ("A frame of the page did not answer" in said) is (
            tool in {"web_inspect", "web_extract", "web_screenshot"}
        )
    shown = (await reader.use("web_screenshot")).base64_image
    box = await reader.page.locator("iframe").bounding_box()
    with Image.open(io.BytesIO(base64.b64decode(shown))) as picture:
        assert picture.getpixel((int(box["x"]) + 12, int(box["y"]) + 20)) == (128, 128, 128)

"""No picture of a page shows what is secret on it, wherever the picture goes; what is no secret stays legible.

Secrets are written in one colour that nothing else on the pages has: where a picture has it, the secret can be read.
"""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from model_server import ModelServer, calls, wants
from openai_requests import Pauses
from PIL import Image as Pillow
from playwright.async_api import CDPSession
from web_tools import Caller

from pytest_webagent.agent.loop import Agent
from pytest_webagent.config import Settings
from pytest_webagent.model.openai import OpenAIModel
from pytest_webagent.tools.browser_use.browser_state import get_current_state
from pytest_webagent.tools.toolsets import default_registry
from pytest_webagent.tools.web import web_views
from pytest_webagent.tools.web_api.page_reader import read_beside

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from conftest import Site
    from page_hands import Hands
    from playwright.async_api import Frame, Page

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.geometry import Box

ROOT = Path(__file__).parents[2] / "pytest_webagent"
BLOCKS = "\u2588" * 6
"""A value that is drawn as one solid bar."""
STYLE = """<style>input, textarea, [contenteditable], .said { color: #0ff; font: 24px monospace; border: 1px solid black;
  width: 300px; height: 40px } .one { width: 30px }</style>"""
PIN = f"{STYLE}<label>PIN <input inputmode=numeric value={BLOCKS}></label>"
FRAME = (
    "<iframe src='INNER' width=500 height=200 style='margin: 30px; border: 7px solid; padding: 9px'></iframe>"
)


async def _nothing(_: Page, **_more: object) -> list[Box]:
    return []


def coloured(data: bytes) -> int:
    """How many pixels of a picture have the colour of the secrets, or what JPEG makes of it."""
    picture = Pillow.open(io.BytesIO(data)).convert("RGB")
    counted = picture.getcolors(picture.width * picture.height) or []
    return sum(count for count, (red, green, blue) in counted if min(green, blue) > red + 60)


def hot(function: Any) -> Any:
    """A case that shows the secret where nothing says where it stands."""
    return pytest.mark.held_by("pytest_webagent.browser.camera._secrets", _nothing)(function)


async def seen(session: BrowserSession) -> int:
    """How much of the secrets the picture of an observation shows."""
    observation = await session.observe(screenshot=True)
    assert observation.screenshot is not None, session.log.lines()
    return coloured(observation.screenshot.data)


SECRETS = {
    "PIN": f"<label>PIN <input value={BLOCKS}></label>",
    "PIN of the placeholder": f"<input placeholder='Your PIN' value={BLOCKS}>",
    "one-time code": f"<label>Enter it <input autocomplete=one-time-code value={BLOCKS}></label>",
    "one-time code by its name": f"<label>Enter it <input name=otp value={BLOCKS}></label>",
    "card number": f"<label>Pay <input autocomplete='section-a billing cc-number' value={BLOCKS}></label>",
    "number of a card": "<label>Pay <input value='4111 1111 1111 1111'></label>",
    "security code": f"<label>Security code <input value={BLOCKS}></label>",
    "shown password": f"<label>Access <input autocomplete=current-password value={BLOCKS}></label>",
    "new password": f"<label>Access <input autocomplete=new-password value={BLOCKS}></label>",
    "labelled password": f"<span id=l>Password</span><input aria-labelledby=l value={BLOCKS}>",
    "passphrase of lines": f"<label>Passphrase <textarea>{BLOCKS}</textarea></label>",
    "rich text": f"<div contenteditable aria-label='Passphrase'>{BLOCKS}</div>",
    "text field of the page's own": f"<div role=textbox class=said aria-label='PIN'>{BLOCKS}</div>",
    "text that stands out": f"<div contenteditable aria-label='PIN' style='width: 20px; white-space: nowrap'>{BLOCKS}</div>",
    "single letters": "<div>" + "<span><input class=one maxlength=1 value=\u2588></span>" * 6 + "</div>",
    "turned and scaled": f"<div style='display: inline-block; margin: 200px; transform: rotate(30deg) scale(1.4)'><input name=pin value={BLOCKS}></div>",
    "nearly transparent": f"<div style='opacity: 0.6'><input name=pin value={BLOCKS}></div>",
}


@hot
@pytest.mark.parametrize("html", SECRETS.values(), ids=SECRETS)
async def test_a_secret_field_cannot_be_read(session: BrowserSession, site: Site, html: str) -> None:
    await session.goto(site.page("/", STYLE + html))
    assert await seen(session) == 0


@hot
async def test_what_an_open_shadow_root_holds_cannot_be_read(session: BrowserSession, site: Site) -> None:
    script = f"<div id=host></div><script>host.attachShadow({{mode: 'open'}}).innerHTML = `{PIN}`</script>"
    await session.goto(site.page("/", script))
    assert await seen(session) == 0


@hot
@pytest.mark.parametrize("tag", ["div", "pin-field"])
async def test_what_a_closed_shadow_root_holds_cannot_be_read(
    session: BrowserSession, site: Site, tag: str
) -> None:
    script = f"""<{tag} id=host></{tag}><script>customElements.define('pin-field', class extends HTMLElement {{}});
      host.attachShadow({{mode: 'closed'}}).innerHTML = `{PIN}`</script>"""
    await session.goto(site.page("/", script))
    assert await seen(session) == 0


@hot
async def test_what_a_closed_shadow_root_in_another_holds_cannot_be_read(
    session: BrowserSession, site: Site
) -> None:
    script = f"""<div id=host></div><script>const outer = host.attachShadow({{mode: 'closed'}});
      outer.innerHTML = '<div></div>'; outer.firstChild.attachShadow({{mode: 'closed'}}).innerHTML = `{PIN}`</script>"""
    await session.goto(site.page("/", script))
    assert await seen(session) == 0


async def test_icons_cost_a_picture_nothing_each(
    session: BrowserSession, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    send = CDPSession.send

    async def counting(self: CDPSession, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        asked.append(method)
        return await send(self, method, params)

    icons = (
        "<style>span { display: inline-block } span::before { content: '+' }</style>" + "<span></span>" * 300
    )
    await session.goto(site.page("/", icons))
    monkeypatch.setattr(CDPSession, "send", counting)
    assert await session.picture() is not None
    assert asked.count("DOM.getDocument") == 2
    assert len(asked) < 10


@hot
@pytest.mark.parametrize("foreign", [False, True], ids=["same origin", "other site"])
@pytest.mark.parametrize(
    "style", ["", "transform: scale(0.7)", "zoom: 1.3"], ids=["plain", "scaled", "zoomed"]
)
async def test_what_a_frame_holds_cannot_be_read(
    session: BrowserSession, site: Site, foreign: bool, style: str
) -> None:
    site.page("/inner", PIN)
    inner = (site.other_url if foreign else site.url) + "/inner"
    await session.goto(site.page("/", f"<div style='{style}'>{FRAME.replace('INNER', inner)}</div>"))
    assert await seen(session) == 0


@hot
async def test_what_a_frame_within_a_frame_holds_cannot_be_read(session: BrowserSession, site: Site) -> None:
    site.page("/inner", PIN)
    site.page("/middle", FRAME.replace("INNER", f"{site.other_url}/inner"))
    await session.goto(site.page("/", FRAME.replace("INNER", "/middle")))
    assert await seen(session) == 0


TOGGLE = f"""{STYLE}<label>Access <input id=field type=password value={BLOCKS}></label>
<button onclick="field.type = 'text'">Show</button>"""


@hot
async def test_a_password_that_is_shown_now_cannot_be_read(session: BrowserSession, site: Site) -> None:
    await session.goto(site.page("/", TOGGLE))
    await session.observe()
    await session.act(lambda: session.page.click("button"))
    assert await session.page.get_attribute("#field", "type") == "text"
    assert await seen(session) == 0


async def _forgetful(frame: Frame, script: str, argument: object = None) -> Any:
    return await frame.evaluate(f"({script})", argument)


@pytest.mark.held_by("pytest_webagent.browser.page_facts.ask", _forgetful)
async def test_the_text_of_a_page_withholds_what_its_picture_hides(
    session: BrowserSession, site: Site
) -> None:
    await session.goto(site.page("/", TOGGLE))
    await session.observe()
    await session.act(lambda: session.page.click("button"))
    assert BLOCKS not in (await session.observe()).text


@hot
async def test_a_dense_screen_hides_the_same_places(
    session: BrowserSession, site: Site, settings: Settings
) -> None:
    assert session.context.browser is not None
    context = await session.context.browser.new_context(device_scale_factor=2)
    page = await context.new_page()
    dense = type(session)(context, page, settings)
    await dense.goto(site.page("/", PIN))
    try:
        assert await seen(dense) == 0
    finally:
        await dense.close()
        await context.close()


@hot
async def test_a_scrolled_page_hides_what_is_in_view(session: BrowserSession, site: Site) -> None:
    await session.goto(site.page("/", f"<div style='height: 2000px'></div>{PIN}<p style='height: 2000px'>"))
    await session.page.evaluate("scrollTo(0, 1800)")
    assert await seen(session) == 0


ECHOES = {
    "text": "<p class=said>Your code is VALUE.</p>",
    "other letters": "<p class=said>YOUR CODE IS VALUE.</p>",
    "another field": "<label>Note <input value='the code VALUE'></label>",
    "placeholder": "<style>::placeholder { color: #0ff }</style><input placeholder='Like VALUE'>",
    "chosen option": "<select class=said><option>None<option selected>Code VALUE</select>",
    "option of a list": "<select class=said style='height: 90px' size=3><option>None<option>Code VALUE</select>",
    "option by its label": "<select class=said><option label='Code VALUE'></select>",
    "button": "<input type=button value='Copy VALUE'>",
    "button that sends": "<input type=submit value='Copy VALUE'>",
    "made by a style": "<style>b::before { content: attr(data-code) }</style><b class=said data-code='VALUE'></b>",
    "written in a style": "<style>b::after { content: 'Code VALUE' }</style><b class=said></b>",
    "text of a shadow root": "<div><template shadowrootmode=open><b style='color: #0ff'>VALUE</b></template></div>",
}


@hot
@pytest.mark.parametrize("html", ECHOES.values(), ids=ECHOES)
async def test_a_known_value_that_the_page_says_cannot_be_read(
    session: BrowserSession, site: Site, html: str
) -> None:
    await session.goto(site.page("/", STYLE + html.replace("VALUE", "Rosebud7")))
    assert await seen(session) > 0
    session.vault.add({"code": "roseBUD7"})
    assert await seen(session) == 0


@hot
async def test_what_a_secret_field_holds_is_hidden_where_the_page_repeats_it(
    session: BrowserSession, site: Site
) -> None:
    html = "<input type=password value=Rosebud7><p class=said>You typed Rosebud7.</p>"
    await session.goto(site.page("/", STYLE + html))
    assert await seen(session) == 0


async def _observed(hands: Hands) -> bytes:
    picture = (await hands.session.observe(screenshot=True)).screenshot
    assert picture is not None
    return picture.data


async def _for_grounding(hands: Hands) -> bytes:
    picture = await hands.session.picture()
    assert picture is not None
    return picture.data


async def _web_screenshot(hands: Hands) -> bytes:
    caller = Caller(web_views.TOOLS, hands.session, hands.context.settings, hands.site)
    result = await caller.use("web_screenshot")
    assert result.base64_image is not None
    return base64.b64decode(result.base64_image)


async def _browser_use(hands: Hands) -> bytes:
    result = await get_current_state(hands.context)
    assert result.base64_image is not None
    return base64.b64decode(result.base64_image)


PLACES = {
    "observation": _observed,
    "grounding": _for_grounding,
    "web_screenshot": _web_screenshot,
    "browser_use": _browser_use,
}


@hot
@pytest.mark.parametrize("take", PLACES.values(), ids=PLACES)
async def test_no_place_gets_it(hands: Hands, take: Callable[[Hands], Awaitable[bytes]]) -> None:
    await hands.show(PIN)
    assert coloured(await take(hands)) == 0


@pytest.mark.parametrize("take", PLACES.values(), ids=PLACES)
async def test_an_ordinary_field_stays_legible(
    hands: Hands, take: Callable[[Hands], Awaitable[bytes]]
) -> None:
    await hands.show(f"{STYLE}<label>City <input value={BLOCKS}></label><label>PIN <input value=1></label>")
    assert coloured(await take(hands)) > 1000


async def test_an_ordinary_field_of_a_frame_stays_legible(session: BrowserSession, site: Site) -> None:
    site.page(
        "/inner", f"{STYLE}<label>PIN <input value=1234567></label><label>City <input value={BLOCKS}></label>"
    )
    await session.goto(site.page("/", FRAME.replace("INNER", f"{site.other_url}/inner")))
    assert await seen(session) > 1000


async def test_what_nobody_filled_in_and_what_nobody_sees_covers_nothing(
    session: BrowserSession, site: Site
) -> None:
    html = f"""<label>PIN <input id=pin placeholder={BLOCKS}></label><style>::placeholder {{ color: #0ff }}</style>
      <input name=otp value=1 style="position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0">"""
    await session.goto(site.page("/", STYLE + html))
    assert await seen(session) > 1000


async def test_where_no_secret_is_said_everything_stays_legible(session: BrowserSession, site: Site) -> None:
    html = f"""<select class=said><option>{BLOCKS}<option>Rosebud7</select><input type=button value={BLOCKS}>
      <input type=checkbox value=Rosebud7><style>b::before {{ content: '{BLOCKS}' }}</style><b class=said></b>"""
    await session.goto(site.page("/", STYLE + html))
    shown = await seen(session)
    session.vault.add({"code": "Rosebud7"})
    assert await seen(session) == shown > 1000


async def test_a_field_that_a_library_uses_again_is_another_one(session: BrowserSession, site: Site) -> None:
    await session.goto(
        site.page("/", f"{STYLE}<label>Enter <input id=a type=password value={BLOCKS}></label>")
    )
    await session.observe()
    await session.page.evaluate("Object.assign(document.getElementById('a'), {id: 'city', type: 'text'})")
    assert await seen(session) > 1000


async def test_next_to_a_secret_nothing_is_changed(session: BrowserSession, site: Site) -> None:
    page = "<style>body { margin: 0; background: #0a0 } input { position: absolute; top: 50px; left: 50px }</style>"
    await session.goto(site.page("/", f"{page}<input name=pin value=1234>"))
    box = await session.page.locator("input").bounding_box()
    picture = await session.picture()
    assert box is not None
    assert picture is not None
    image = Pillow.open(io.BytesIO(picture.data)).convert("RGB")
    edge = (int(box["x"] + box["width"]) + 4, int(box["y"]) + 4)
    assert [image.getpixel(edge), image.getpixel((55, 55))] == [(0, 170, 0), (128, 128, 128)]


async def test_a_picture_of_a_field_that_does_not_hold_still_is_not_kept_and_the_log_says_so(
    session: BrowserSession, site: Site
) -> None:
    move = "setInterval(() => { field.style.marginLeft = `${performance.now() % 500}px`; }, 1)"
    await session.goto(
        site.page("/", f"{STYLE}<input id=field name=pin value={BLOCKS}><script>{move}</script>")
    )
    assert await session.picture() is None
    assert [line for line in session.log.lines() if "does not hold still" in line]


@hot
async def test_a_page_beside_the_tabs_gives_no_picture_with_a_secret(hands: Hands) -> None:
    await hands.show("<p>start</p>")
    hands.site.page("/prefilled", PIN)
    read = await read_beside(hands.context, f"{hands.site.url}/prefilled", picture=True)
    assert read.picture == b""
    assert "no picture of it could be taken" in read.notes


async def test_a_page_beside_the_tabs_gives_a_picture_without_one(hands: Hands) -> None:
    await hands.show("<p>start</p>")
    hands.site.page("/plain", f"{STYLE}<label>City <input value={BLOCKS}></label><input type=password>")
    read = await read_beside(hands.context, f"{hands.site.url}/plain", picture=True)
    assert coloured(read.picture) > 1000


@hot
async def test_neither_the_model_nor_the_report_of_a_run_gets_it(
    session: BrowserSession, site: Site, model_server: ModelServer
) -> None:
    await session.goto(site.page("/", f"{PIN}<button>Pay</button>"))
    model_server.script(calls(wants("stop", {"answer": "done", "status": "done", "reasoning": "all"})))
    # Marks have colours of their own.
    chosen = Settings(
        model="test-model", model_url=model_server.url, answers="any", screenshots="on", marks="off"
    )
    model = OpenAIModel(chosen, sleep=Pauses())
    result = await Agent(model=model, session=session, tools=default_registry(), settings=chosen).run(
        "Look around"
    )
    await model.close()
    parts = [
        part for item in model_server.asked[0].messages for part in item["content"] if "image_url" in part
    ]
    sent = [base64.b64decode(part["image_url"]["url"].partition(",")[2]) for part in parts]
    kept = [step.screenshot.data for step in result.steps if step.screenshot is not None]
    assert (len(sent), len(kept)) == (1, 1)
    assert [coloured(data) for data in (*sent, *kept)] == [0, 0]


def test_one_module_takes_all_pictures() -> None:
    takes = re.compile(
        r"\.screenshot\(\s*[\w=,\s\"]*(?:type|full_page|path)=|captureScreenshot|\.pdf\(|record_video"
    )
    found = {path.name for path in ROOT.rglob("*.py") if takes.search(path.read_text(encoding="utf-8"))}
    assert found == {"camera.py"}

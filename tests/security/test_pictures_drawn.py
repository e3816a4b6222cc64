"""What is secret is in no picture in whatever way a page draws it: without a box of its own, in other blanks, twice, by a style."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pytest_webagent.browser.camera import UnmaskedPictureError, take
from tests.security.test_pictures import hot, seen

if TYPE_CHECKING:
    from conftest import Site

    from pytest_webagent.browser.session import BrowserSession

VALUE = "Rosebud-77x"
PHRASE = "horse battery staple"
STYLE = """<style>body { font: 24px monospace; margin: 60px }
  .said, img, [type=image], [type=file], select, ::marker { color: #0ff } select, input { font: 24px monospace }</style>"""
OPEN = "<p class=said id=host></p><script>host.attachShadow({mode: 'open'}).innerHTML = `INNER`</script>"
CLOSED = OPEN.replace("'open'", "'closed'")
CARD = "5412751234567890"
STREET = "Straße-77x"
LETTERS = "".join(f"<i>{each}</i>" for each in VALUE)

WITHOUT_A_BOX = {
    "no box": "<p>Code <span class=said style='display: contents'>VALUE</span>",
    "a box within": "<div style='display: contents'><p class=said>VALUE</div>",
    "no opacity without a box": "<span class=said style='display: contents; opacity: 0'>VALUE</span>",
    "visible within what is hidden": "<p style='visibility: hidden'><b class=said style='display: contents; visibility: visible'>VALUE</b>",
    "made by a style": "<style>b { display: contents } b::before { content: attr(x) }</style><b class=said x=VALUE></b>",
    "rich text": "<div contenteditable class=said style='display: contents'>VALUE</div>",
    "default of a slot": OPEN.replace("INNER", "<slot>VALUE</slot>"),
    "right in an open shadow root": OPEN.replace("INNER", "VALUE"),
    "right in a closed shadow root": CLOSED.replace("INNER", "VALUE"),
    "in a slot of a closed shadow root": f"{CLOSED.replace('INNER', '<slot></slot>')}<script>host.append('VALUE')</script>",
}
IN_OTHER_SIGNS = {
    "hard blanks": "<p class=said>horse&nbsp;battery&nbsp;staple",
    "lines": "<p class=said>horse\nbattery\n  staple",
    "lines of a field": "<textarea class=said cols=30>horse battery\nstaple</textarea>",
    "lines of a style": "<style>b::before { content: 'horse\\a battery' ' staple'; white-space: pre }</style><b class=said></b>",
    "wide letters": "<p class=said>\uff32\uff4f\uff53\uff45\uff42\uff55\uff44\uff0d\uff17\uff17\uff58",
    "soft hyphen": "<p class=said>Rose&shy;bud-77x",
    "unseen": "<p class=said>Rosebud-&#8203;77x",
    "parted by a place to break": "<p class=said>Rosebud-<wbr>77x",
    "figures in groups": "<p class=said>5412 7512 3456 7890",
    "figures with dashes": "<p class=said>5412-7512-3456-7890",
    "one letter as two capitals": f"<p class=said>{STREET.upper()}",
    "parted by what is not drawn": "<p class=said>Rose<i style='display: none'>zz</i>bud-77x",
    "an element for each letter": f"<p class=said>{LETTERS}",
    "an element for each word": "<p class=said>horse <b>battery</b>\n<b>staple</b>",
}
IN_PLACE_OF_SOMETHING = {
    "broken image": "<img alt=VALUE src='data:,'>",
    "title of a broken image": "<img title=VALUE src='data:,'>",
    "button with a broken image": "<input type=image alt=VALUE src='data:,'>",
    "title of a button with a broken image": "<input type=image title=VALUE src='data:,'>",
    "value of a button with a broken image": "<input type=image value=VALUE src='data:,'>",
    "name of a file": """<input type=file id=file><script>const data = new DataTransfer();
      data.items.add(new File(['x'], 'VALUE')); file.files = data.files</script>""",
    "group of a list": "<select multiple size=3><optgroup label=VALUE><option>None</select>",
    "drawn again": "<svg width=900 height=40><text id=t y=30 fill=#0ff>VALUE</text><use href=#t x=400 /></svg>",
    "drawn from elsewhere": """<svg width=0 height=0><symbol id=s><text y=30 fill=#0ff>VALUE</text></symbol></svg>
      <svg width=400 height=40><use href=#s /></svg>""",
}
TWICE = {
    "shadow": "<p style='text-shadow: 300px 0 #0ff'>VALUE",
    "shadow of what it is in": "<div style='text-shadow: 10px 5em #0ff'><p><b>VALUE</b></div>",
    "larger shadow": "<p style='text-shadow: 100px 60px #0ff; transform: scale(2); transform-origin: 0 0'>VALUE",
    "turned shadow": "<p style='text-shadow: 150px 0 #0ff; transform: rotate(90deg); width: 300px'>VALUE",
    "shadow of a box": "<div style='filter: drop-shadow(300px 0 #0ff)'><p>VALUE</div>",
    "shadow of a field": "<div style='filter: drop-shadow(0 90px #0ff)'><input style='border: 0; background: none' value=VALUE></div>",
    "shadow of a drawing": "<svg width=900 height=200><text y=30 style='filter: drop-shadow(300px 0 #0ff)'>VALUE</text></svg>",
    "shadow of what a style writes": "<style>p::before { content: 'VALUE'; text-shadow: 0 200px #0ff }</style><p>",
    "mirror": "<div class=said style='-webkit-box-reflect: below 50%'><p>VALUE</div>",
    "filter of its own": """<svg width=0 height=0><filter id=f x=-1 y=-1 width=9 height=9><feOffset dx=300 dy=100 /></filter></svg>
      <p class=said style='filter: url(#f); width: 300px'>VALUE""",
}
OUT_OF_PLACE = {
    "mark of a list": "<ul><li style='list-style-type: \"VALUE\"'></ul>",
    "mark that a style writes": "<style>li::marker { content: 'VALUE' }</style><ul style='margin-left: 300px'><li>x</ul>",
    "positioned": """<style>b { position: relative } b::before { content: attr(x); position: absolute; top: 100px; left: 100px }</style>
      <b class=said x=VALUE></b>""",
    "moved": "<style>p::before { content: 'VALUE'; position: relative; top: 200px }</style><p class=said>",
    "transformed": "<style>p::before { content: 'VALUE'; display: block; transform: translateY(200px) }</style><p class=said>",
    "floating": "<style>p::before { content: 'VALUE'; float: left }</style><p class=said>",
    "pulled out": "<style>p::before { content: 'VALUE'; margin-left: -55px }</style><p class=said>",
    "wider than its box": "<style>p::before { content: 'VALUE'; white-space: nowrap }</style><p class=said style='width: 40px'>",
    "in a frame that is turned": """<iframe width=600 style='transform: rotate(9deg)'
      srcdoc="<body style='font: 24px monospace; color: #0ff'>VALUE"></iframe>""",
}
CASES = WITHOUT_A_BOX | IN_OTHER_SIGNS | IN_PLACE_OF_SOMETHING | TWICE | OUT_OF_PLACE


@hot
@pytest.mark.parametrize("html", CASES.values(), ids=CASES)
async def test_a_secret_cannot_be_read_in_whatever_way_it_is_drawn(
    session: BrowserSession, site: Site, html: str
) -> None:
    await session.goto(site.page("/", STYLE + html.replace("VALUE", VALUE)))
    assert await seen(session) > 0
    session.vault.add({"code": VALUE, "phrase": PHRASE, "card": CARD, "street": STREET})
    assert await seen(session) == 0


REPEATED = {
    "without a box": "<span class=said style='display: contents'>VALUE</span>",
    "in a shadow root": OPEN.replace("INNER", "VALUE"),
    "in a closed one": CLOSED.replace("INNER", "VALUE"),
    "in parts": f"<p class=said>{LETTERS}",
    "in capitals": f"<p class=said>{VALUE.upper()}",
}


@hot
@pytest.mark.parametrize("html", REPEATED.values(), ids=REPEATED)
async def test_what_a_secret_field_holds_is_hidden_in_whatever_way_it_is_repeated(
    session: BrowserSession, site: Site, html: str
) -> None:
    await session.goto(
        site.page("/", STYLE + f"<input type=password value={VALUE}>" + html.replace("VALUE", VALUE))
    )
    assert await seen(session) == 0


@hot
async def test_what_a_field_of_a_closed_shadow_root_holds_is_hidden_outside_of_it(
    session: BrowserSession, site: Site
) -> None:
    field = CLOSED.replace("INNER", f"<input type=password value={VALUE}>")
    await session.goto(site.page("/", f"{STYLE}{field}<p class=said>{VALUE}"))
    assert await seen(session) == 0


@pytest.mark.held_by("pytest_webagent.browser.concealment.is_repeated", lambda value: False)
@pytest.mark.parametrize(
    "html",
    [
        "<p>Said VALUE.",
        f"<p>{LETTERS}",
        "<button aria-label='Copy VALUE'>x</button>",
        f"<p>{VALUE.upper()}",
        "<p>Rose&shy;bud-77x",
    ],
    ids=["text", "parts", "name", "capitals", "unseen signs"],
)
async def test_the_text_of_a_page_withholds_what_a_secret_field_holds(
    session: BrowserSession, site: Site, html: str
) -> None:
    await session.goto(site.page("/", f"<input type=password value={VALUE}>" + html.replace("VALUE", VALUE)))
    text = (await session.observe()).text
    assert VALUE.lower() not in text.lower()
    assert "(withheld)" in text


@pytest.mark.parametrize("value", ["secret", "Password", "1234"])
async def test_a_short_or_ordinary_word_of_a_secret_field_is_told_and_shown_where_the_page_says_it(
    session: BrowserSession, site: Site, value: str
) -> None:
    field = f"<input type=password value={value} style='color: black'>"
    await session.goto(site.page("/", f"{STYLE}{field}<p class=said>Your {value} please"))
    assert await seen(session) > 0
    assert f"Your {value} please" in (await session.observe()).text


async def test_signs_that_are_not_seen_are_nothing_to_withhold(session: BrowserSession, site: Site) -> None:
    await session.goto(site.page("/", f"<input type=password value='{'&#8203;' * 6}'><p>Order</p>"))
    assert "Order" in (await session.observe()).text


async def test_a_frame_does_not_decide_what_is_told_and_shown_of_the_page(
    session: BrowserSession, site: Site
) -> None:
    frame = f'<iframe srcdoc="<input type=password value={VALUE}>"></iframe>'
    await session.goto(site.page("/", f"{STYLE}<p class=said>Order {VALUE}</p>{frame}"))
    assert await seen(session) > 0
    assert f"Order {VALUE}" in (await session.observe()).text


@pytest.mark.held_by("pytest_webagent.browser.camera._DRAWN", "() => 'straight'")
async def test_a_picture_of_a_frame_with_a_secret_that_is_drawn_twice_is_not_kept(
    session: BrowserSession, site: Site
) -> None:
    shadow = "filter: drop-shadow(420px 0 #0ff)"
    frame = f'<iframe width=400 style="{shadow}" srcdoc="<p>{VALUE}"></iframe>'
    await session.goto(site.page("/", frame))
    session.vault.add({"code": VALUE})
    with pytest.raises(UnmaskedPictureError, match="more than one place"):
        await take(session.page)


QUIET = {
    "tooltip that is not shown": """<style>b { position: relative } b::after { content: 'VALUE'; position: absolute; opacity: 0 }</style>
      <b class=said>Help</b>""",
    "image that is there": "<p class=said>Name<img alt=VALUE width=1 height=1 src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>\">",
    "figures of other elements": "<p class=said><i>47</i><i>11</i>",
    "longer words and figures": "<p class=said>Administration of item 47110 and 147390164",
    "small shadow": "<p style='text-shadow: 1px 1px 2px'>VALUE</p><p style='margin-top: 20px' class=said>Name",
}


@pytest.mark.parametrize("html", QUIET.values(), ids=QUIET)
async def test_beside_a_secret_that_is_not_drawn_there_everything_stays_legible(
    session: BrowserSession, site: Site, html: str
) -> None:
    await session.goto(site.page("/", STYLE + html.replace("VALUE", VALUE)))
    before = await seen(session)
    session.vault.add({"code": VALUE, "pin": "4711", "user": "admin", "other": "739016"})
    assert await seen(session) == before > 0

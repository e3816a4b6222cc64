"""What a snapshot says of text nobody can see, and what it keeps to itself: secrets typed into fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.browser.snapshot import Snapshotter
from pytest_webagent.policy.secrets import Vault

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from conftest import Site

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.browser.snapshot import Snapshot


@pytest.fixture
def look(session: BrowserSession, site: Site) -> Callable[..., Awaitable[Snapshot]]:
    """Open a page with this body, if one is given, and take a snapshot of it."""
    snapshotter = Snapshotter(Vault())

    async def look(body: str | None = None, *, tokens: int = 6000) -> Snapshot:
        if body is not None:
            await session.page.goto(site.page("/page", body))
        return await snapshotter.take(session.page, tokens=tokens)

    return look


SR_ONLY = "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)"


STYLES = [
    "opacity:0",
    "font-size:1px",
    "display:inline-block;width:1px;height:1px;overflow:hidden",
    SR_ONLY,
    "position:absolute;left:-9999px",
    "position:absolute;top:-500px",
    "position:fixed;left:100vw",
    "display:inline-block;clip-path:inset(50%)",
    "display:inline-block;height:0;overflow:hidden",
    "color:rgb(255,255,255);background:rgb(255,255,255)",
    "color:white",
    "color:transparent",
    "filter:opacity(0)",
    "display:inline-block;transform:scale(0)",
]


@pytest.mark.parametrize(
    "around",
    [
        "<p>Seen before</p><div style='{}'>{}</div><p>Seen after</p>",
        "<p>Seen before <span style='{}'>{}</span> seen after</p>",
        "<h2>Seen <em style='{}'>{}</em></h2>",
        "<ul><li>Seen</li><li><div style='{}'><b>{}</b></div></li></ul>",
    ],
    ids=["block", "inline", "heading", "nested"],
)
async def test_text_nobody_can_see_is_marked_hidden(
    around: str, look: Callable[..., Awaitable[Snapshot]]
) -> None:
    snapshot = await look("".join(around.format(style, f"Order {n}!") for n, style in enumerate(STYLES)))
    for number, style in enumerate(STYLES):
        said = [e for e in snapshot.elements if f"Order {number}!" in e.text]
        assert [e.hidden for e in said] == [True], style
        assert f'"Order {number}!" (hidden)' in snapshot.text, style
    seen = [e for e in snapshot.elements if "een" in e.text and e.role != "heading"]
    assert seen
    assert not any(e.hidden for e in seen)


async def test_aria_hidden_and_collapsed_things_are_marked_hidden(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    snapshot = await look(
        """<p aria-hidden=true>Decoration</p>
        <nav style="max-height:0;overflow:hidden"><a href=/a>Folded away</a></nav>
        <p>Plain</p>"""
    )
    hidden = {e.name or e.text for e in snapshot.elements if e.hidden and (e.name or e.text)}
    assert hidden == {"Decoration", "Folded away"}


@pytest.mark.parametrize(
    "body",
    [
        "<div style='height:3000px'></div><p>Words</p>",
        "<div style='height:100px;overflow:auto'><div style='height:500px'></div><p>Words</p></div>",
        "<div style='height:100px;overflow:auto' id=s><p>Words</p><div style='height:900px'></div></div>"
        "<script>s.scrollTop = 500</script>",
        "<div style='position:relative;height:0;overflow:visible'><p>Words</p></div>",
        "<div style='background:#000'><p style='color:#fff'>Words</p></div>",
        "<div style='background:url(x)'><p style='color:#fff'>Words</p></div>",
        "<div style='position:relative'><img src=x><p style='color:#fff;position:absolute;top:0'>Words</p></div>",
        "<div style='overflow:hidden;height:0'><p style='position:fixed;top:50px;left:50px'>Words</p></div>",
        "<div style='opacity:0.6'><p>Words</p></div>",
        "<div style='display:flex;flex-direction:column-reverse;height:60px;overflow:auto'>"
        "<p>Last</p><div style='flex:none;height:600px'></div><p>Words</p></div>",
        "<hr><p>Words</p>",
        "<style>body { margin: 0 }</style><p style='position:absolute;top:40px'>Words</p>",
        "<div style='position:relative;overflow:hidden;height:99px'><div><p style='position:absolute;top:40px'>Words</p></div></div>",
        "<p style='color:transparent;background:linear-gradient(red,blue);background-clip:text'>Words</p>",
        "<div style='display:contents'>Words</div>",
        "<div style='filter:opacity(0.5)'><p>Words</p></div>",
        "<div style='height:100px;overflow:auto;mask-image:linear-gradient(#000,transparent)'><div style='height:500px'></div><p>Words</p></div>",
        "<i style='mask:linear-gradient(transparent,transparent)'></i><p>Words</p>",
        "<style>html { filter: invert(1); background: #fff }</style><p>Words</p>",
        "<style>html { background: #000 } body { filter: invert(1) }</style><p>Words</p>",
        "<div style='isolation:isolate'><p style='mix-blend-mode:screen'>Words</p></div>",
        "<div style='background:#135'><p style='color:#fff;mix-blend-mode:overlay'>Words</p></div>",
        "<div style='background:#fff;filter:invert(1)'><p style='background:#fff;filter:invert(1)'>Words</p></div>",
        "<div style='overflow:auto;height:0'><p style='position:fixed;top:50px'>Words</p></div>",
        "<div style='transform:scale(.4)'><p style='overflow:hidden'>Words</p></div>",
    ],
)
async def test_text_that_can_be_seen_or_scrolled_to_is_not_hidden(
    body: str, look: Callable[..., Awaitable[Snapshot]]
) -> None:
    snapshot = await look(body)
    assert [e.hidden for e in snapshot.elements if e.text == "Words"] == [False]
    assert "hidden" not in snapshot.text


async def test_a_transparent_control_under_a_drawn_one_is_not_hidden(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    snapshot = await look(
        f"""<label><input type=checkbox style="opacity:0">Agree</label>
        <label><input type=radio style="{SR_ONLY}">Express</label>
        <button><span style="{SR_ONLY}">Close</span>&times;</button>"""
    )
    controls = {e.role: e.hidden for e in snapshot.elements if e.clickable}
    assert controls == {"checkbox": False, "radio": False, "button": False}


@pytest.mark.parametrize("style", ["color:transparent;background:transparent", "opacity:0"])
@pytest.mark.parametrize(("drawn", "hidden"), [("<b>1</b><b>2</b><b>3</b>", False), ("<b>-</b>", True)])
async def test_a_transparent_field_over_what_draws_its_value_is_not_hidden(
    look: Callable[..., Awaitable[Snapshot]], style: str, drawn: str, hidden: bool
) -> None:
    snapshot = await look(
        f"""<div style="position:relative;height:40px;width:200px"><div aria-hidden=true>{drawn}</div>
        <input aria-label=Code value=123 style="position:absolute;inset:0;{style}"></div>"""
    )
    assert [e.hidden for e in snapshot.elements if e.role == "textbox"] == [hidden]


async def test_what_is_scrolled_out_of_a_panel_is_not_in_the_viewport(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    snapshot = await look(
        """<div style="height:100px;overflow:auto"><button>Top</button><div style="height:300px"></div>
        <button>Deep</button></div><iframe srcdoc="<div style='height:400px'></div><button>Framed</button>"></iframe>"""
    )
    seen = {e.name: e.in_viewport for e in snapshot.elements if e.role == "button"}
    assert seen == {"Top": True, "Deep": False, "Framed": False}


SECRET = "Zx9-t0p-s3cret-4242"

FIELDS = [
    "<input type=password aria-label=Key value='{}'>",
    "<input autocomplete=cc-number aria-label=Number value='{}'>",
    "<input autocomplete='section-a billing cc-csc' aria-label=X value='{}'>",
    "<input autocomplete=one-time-code aria-label=X value='{}'>",
    "<input autocomplete=current-password aria-label=Shown value='{}'>",
    "<label>Card number <input value='{}'></label>",
    "<input name=cardNumber value='{}'>",
    "<input id=payment_cvc value='{}'>",
    "<input placeholder='Security code' value='{}'>",
    "<p id=lab>Verification code</p><input aria-labelledby=lab value='{}'>",
    "<textarea aria-label='Password'>{}</textarea>",
    "<input aria-label=Dotted style='-webkit-text-security:disc' value='{}'>",
    "<div contenteditable role=textbox aria-label='One-time code'>{}</div>",
    "<input placeholder=Wachtwoord value='{}'>",
    "<label>Nueva contrase\u00f1a <input value='{}'></label>",
    "<label>\u30d1\u30b9\u30ef\u30fc\u30c9\uff08\u78ba\u8a8d\uff09<input value='{}'></label>",
    "<label>\u041d\u043e\u0432\u044b\u0439 \u043f\u0430\u0440\u043e\u043b\u044c<input value='{}'></label>",
    "<input aria-label='Num\u00e9ro de la carte' value='{}'>",
]


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "<table><tr><td>Pay with {}</td></tr></table>",
        "<label>Outer {}</label>",
        "<ul role=listbox aria-label=L><li role=option>Use {}</li></ul>",
    ],
    ids=["alone", "in a row", "in a label", "in an option"],
)
async def test_values_of_secret_fields_appear_nowhere(
    around: str, look: Callable[..., Awaitable[Snapshot]]
) -> None:
    snapshot = await look("".join(around.format(field.format(SECRET)) for field in FIELDS))
    assert SECRET not in snapshot.text
    assert SECRET not in repr(snapshot.elements)
    withheld = [e for e in snapshot.elements if "value withheld" in e.states]
    assert [e.value for e in withheld] == [None] * len(FIELDS)
    assert snapshot.text.count("value withheld") == len(FIELDS)


async def test_secrets_in_frames_and_shadow_roots_appear_nowhere(
    look: Callable[..., Awaitable[Snapshot]], site: Site
) -> None:
    card = f"<p>Card</p><input autocomplete=cc-number value='{SECRET}'><input type=password value='{SECRET}'>"
    site.page("/card", card)
    snapshot = await look(
        f"""<iframe src='{site.other_url}/card'></iframe><iframe srcdoc="{card}"></iframe>
        <iframe sandbox srcdoc="{card}"></iframe><div id=host></div>
        <script>host.attachShadow({{mode: 'open'}}).innerHTML = `{card}`</script>"""
    )
    assert SECRET not in snapshot.text + repr(snapshot.elements)
    assert len([e for e in snapshot.elements if "value withheld" in e.states]) == 8


@pytest.mark.parametrize("number", ["4242 4242 4242 4242", "378282246310005", "5555-5555-5555-4444"])
async def test_the_number_of_a_card_is_withheld_whatever_its_field_is_called(
    number: str, look: Callable[..., Awaitable[Snapshot]]
) -> None:
    snapshot = await look(
        f"<input aria-label=Zahlung value='{number}'><input aria-label=Order value='4242424242424241'>"
    )
    assert [e.value for e in snapshot.elements if e.role == "textbox"] == [None, "4242424242424241"]


async def test_an_empty_secret_field_is_said_to_be_empty(look: Callable[..., Awaitable[Snapshot]]) -> None:
    snapshot = await look("<input type=password aria-label=Password>")
    assert snapshot.elements[-1].value is None
    assert 'textbox "Password" (empty)' in snapshot.text


async def test_ordinary_fields_are_not_taken_for_secret_ones(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    names = [
        "Card holder's town",
        "Promo code",
        "Zip code",
        "Pin code",
        "Passenger",
        "Compass",
        "Discard note",
        "Phone number",
    ]
    snapshot = await look("".join(f'<input aria-label="{name}" value="open">' for name in names))
    assert [e.value for e in snapshot.elements if e.role == "textbox"] == ["open"] * len(names)


async def test_a_code_typed_digit_by_digit_is_withheld(look: Callable[..., Awaitable[Snapshot]]) -> None:
    snapshot = await look("<div>" + "<span><input maxlength=1 value=7></span>" * 6 + "</div>")
    assert [e.value for e in snapshot.elements if e.role == "textbox"] == [None] * 6


async def test_a_value_is_withheld_when_nothing_is_known_of_its_field(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    snapshot = await look(
        f"""<script>window.getComputedStyle = () => {{ throw new Error('no') }}</script>
        <input type=password aria-label=Key value='{SECRET}'><input aria-label=Name value=Ada><button>Go</button>"""
    )
    assert SECRET not in snapshot.text + repr(snapshot.elements)
    assert [e.value for e in snapshot.elements if e.role == "textbox"] == [None, None]
    assert 'button "Go"' in snapshot.text


async def test_text_that_a_slot_draws_is_seen_whatever_the_size_of_letters_around_it(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    drawn = """<div id=host role=treeitem style="font-size:0">Documents</div><script>
        host.attachShadow({mode: 'open'}).innerHTML = '<slot style="font-size:16px;display:block"></slot>';
    </script>"""
    assert "(hidden)" not in (await look(drawn)).text

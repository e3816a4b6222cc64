"""A secret goes into the very field that was chosen, whoever takes the focus meanwhile, and as an honest form expects it."""

from __future__ import annotations

import re

import pyotp
import pytest

from pytest_webagent import Secret
from tests.security import test_secrets
from tests.security.test_secrets import CANARY, PASSWORD, SEED

# The fixtures of that file.
pool, settings, session, obedient = (
    getattr(test_secrets, name) for name in ("pool", "settings", "session", "obedient")
)


async def by_the_browser(field, label, text, *, each):
    """Let the browser put a text in where the focus is, once it was taken."""
    await field.focus()
    page = (await field.owner_frame()).page
    await page.wait_for_function("field => document.activeElement !== field", arg=field)
    await page.keyboard.insert_text(text)


very_field = pytest.mark.held_by("pytest_webagent.tools.gui.secret_fields._put_in", by_the_browser)

SEARCH = "<label>Search <input type=search id=search></label>"
FRAME = "<iframe id=frame src='OTHER/in'></iframe>"
TAKES = "<script>setInterval(() => { window.focus(); search.focus() }, 0)</script>"
GETS = "<script>addEventListener('focus', () => search.focus())</script>"
MOVES = "<script>document.querySelector('[type=password]').addEventListener('{}', () => {}.focus())</script>"
TAKEN = {
    "by a frame all the time": (FRAME, TAKES),
    "for a frame": (FRAME + MOVES.format("focus", "frame"), GETS),
    "for a search": (SEARCH + MOVES.format("focus", "search"), ""),
    "for a search all the time": (SEARCH + "<script>setInterval(() => search.focus(), 0)</script>", ""),
}


@very_field
@pytest.mark.parametrize(("secret", "value"), [("password", re.escape(CANARY)), ("code", r"\d{6}")])
@pytest.mark.parametrize(("html", "inner"), TAKEN.values(), ids=TAKEN)
async def test_whoever_takes_the_focus_gets_nothing(obedient, html, inner, secret, value):
    obedient.site.page("/in", SEARCH + inner)
    result = await obedient.types(
        PASSWORD + html.replace("OTHER", obedient.site.other_url), text=f"%({secret})s"
    )
    page = obedient.session.page
    fields = [each for frame in page.frames for each in await frame.locator("[type=search]").all()]
    assert [await each.input_value() for each in fields] == [""]
    assert re.fullmatch(value, await page.locator("[type=password]").input_value())
    assert result.error is None
    assert "did not keep" not in result.text


@pytest.mark.held_by(
    "pytest_webagent.tools.gui.secret_fields._put_in", lambda field, *a, each: field.type(a[1])
)
async def test_a_field_that_gives_the_focus_away_at_a_key_gets_all_of_it(obedient):
    await obedient.types(
        "<label>Note <textarea id=note></textarea></label>" + PASSWORD + MOVES.format("keydown", "note")
    )
    assert await obedient.session.page.locator("#note").input_value() == ""


@pytest.mark.parametrize(
    "how", ["this.type = 'hidden', this.replaceWith(this.cloneNode())", "this.readOnly = true"]
)
async def test_a_field_that_goes_at_its_focus_gets_nothing(obedient, how):
    result = await obedient.types(f'<input type=password aria-label=Password onfocus="{how}">')
    assert "nothing was typed into" in result.error
    assert CANARY not in obedient.sent()


CONTROLLED = """<form><label>Password <input type=password id=it></label><button disabled>Go</button></form><script>
    // As React does it: what was set by the page's own script is no news to it, and is what the field shows.
    const form = document.forms[0], own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    let known = '', state = '';
    Object.defineProperty(it, 'value', {configurable: true, get() { return own.get.call(this) },
        set(value) { known = value; own.set.call(this, value) }});
    form.addEventListener('input', () => {
        if (it.value === known) return;
        known = state = it.value;
        queueMicrotask(() => { form.querySelector('button').disabled = !state; it.value = state });
    });
    form.onsubmit = event => { event.preventDefault(); fetch('/sent', {method: 'POST', body: state}) };
</script>"""
SENDS = "<form method=post action=/sent>{}<button>Go</button></form>"
RICH = """<div role=textbox aria-label=Mine contenteditable>old</div><button
    onclick="fetch('/sent', {method: 'POST', body: document.querySelector('div').innerText})">Go</button>"""
FORMS = {
    "controlled": (CONTROLLED, "textbox", "%(password)s", CANARY),
    "plain": (SENDS.format(PASSWORD), "textbox", "%(password)s", CANARY),
    "filled before": (
        SENDS.format(PASSWORD.replace("name", "value=old name")),
        "textbox",
        "%(password)s",
        f"={CANARY}",
    ),
    "room for it": (
        SENDS.format(PASSWORD.replace("name", "maxlength=12 name")),
        "textbox",
        "%(password)s",
        CANARY,
    ),
    "text area": (
        SENDS.format("<label>Mine <textarea name=a></textarea></label>"),
        "textbox",
        "%(mine)s",
        CANARY,
    ),
    "rich text": (RICH, "textbox", "%(mine)s", CANARY),
    "looked at when a key is up": (
        SENDS.format(PASSWORD).replace("<button", "<button disabled")
        + "<script>onkeyup = ({target}) => { document.querySelector('button').disabled = !target.value }</script>",
        "textbox",
        "%(password)s",
        CANARY,
    ),
    "number": (
        SENDS.format("<label>Pin <input type=number maxlength=2 name=a></label>"),
        "spinbutton",
        "%(pin)s",
        "a=471100",
    ),
}


@pytest.mark.parametrize(("html", "role", "text", "sent"), FORMS.values(), ids=FORMS)
async def test_an_honest_form_sends_it(obedient, html, role, text, sent):
    obedient.site.page("/sent", "Thanks")
    obedient.session.vault.add({"mine": Secret(CANARY, field="Mine"), "pin": Secret("471100", field="Pin")})
    result = await obedient.types(html, role, text)
    assert result.error is None
    assert "did not keep" not in result.text
    obedient.site.requests.clear()
    async with obedient.session.page.expect_request("**/sent"):
        await obedient.session.page.locator("button").click()
    await obedient.session.page.wait_for_load_state("networkidle")
    assert sent in obedient.sent()


async def test_a_field_without_room_for_it_says_so(obedient):
    result = await obedient.types(PASSWORD.replace("name", "maxlength=4 name"))
    assert "did not keep the text as given (it takes 4 characters)" in result.text
    assert "No other field got any of it." in result.text
    assert await obedient.session.page.locator("[type=password]").input_value() == CANARY[:4]


LEADS = {
    "at once": "oninput='this.value && this.previousElementSibling?.focus()'",
    "a little later": "oninput='setTimeout(() => this.previousElementSibling?.focus(), 20)'",
    "by the key itself": """onkeydown='if (/^[0-9]$/.test(event.key)) {
        event.preventDefault(); this.value = event.key; this.previousElementSibling?.focus() }'""",
    "when the key is up": "onkeyup='this.value.length === this.maxLength && this.previousElementSibling?.focus()'",
}


@pytest.mark.parametrize("frame", ["", FRAME], ids=["alone", "beside a frame that takes the focus"])
@pytest.mark.parametrize("leads", LEADS.values(), ids=LEADS)
async def test_boxes_for_one_digit_each_get_a_code(obedient, leads, frame):
    obedient.site.page("/in", SEARCH + TAKES)
    boxes = frame.replace("OTHER", obedient.site.other_url) + boxes_of_a_code(leads)
    result, codes = await types_a_code(obedient, boxes)
    assert result.error is None
    assert await digits(obedient) in codes


async def test_they_get_it_while_the_clock_of_the_page_stands_still(obedient):
    clock = obedient.session.page.clock
    await clock.install(time=0)
    await clock.pause_at(1000)
    result, codes = await types_a_code(obedient, boxes_of_a_code(LEADS["at once"]))
    assert result.error is None
    assert await digits(obedient) in codes


@pytest.mark.parametrize("count", [6, 1], ids=["a box for each digit", "one field"])
async def test_a_form_that_sends_itself_at_the_last_digit_sends_it(obedient, count):
    obedient.site.page("/sent", "Thanks")
    sends = """oninput='const form = this.form, all = [...new FormData(form).values()].join("");
        this.previousElementSibling?.focus(); if (all.length === 6) form.submit()'"""
    boxes = boxes_of_a_code(f"autocomplete=one-time-code maxlength={6 // count} {sends}", "", count)
    result, codes = await types_a_code(obedient, f"<form method=post action=/sent>{boxes}</form>")
    assert result.error is None
    assert "/sent" in result.text
    sent = re.findall(r"n=(\d+)", obedient.sent())
    assert "".join(reversed(sent)) in codes


def boxes_of_a_code(leads, value="x", count=6):
    """The last field of the page is the first of the code."""
    numbers = range(count, 0, -1)
    return "".join(
        f"<input {leads} size=1 maxlength=1 name=n value='{value}' aria-label='Digit {each}'>"
        for each in numbers
    )


@pytest.mark.parametrize("label", ["Enter the 6-digit code", "Code from your app", "Code", "Código"])
async def test_a_field_that_is_called_a_code_gets_one(obedient, label):
    result, codes = await types_a_code(obedient, f"<label>{label} <input name=c></label>")
    assert result.error is None
    assert await obedient.session.page.locator("input").input_value() in codes


async def types_a_code(obedient, html):
    """What the tool says, and the codes of before and after."""
    codes = {pyotp.TOTP(SEED).now()}
    result = await obedient.types(f"<div>{html}</div>", text="%(code)s")
    return result, codes | {pyotp.TOTP(SEED).now()}


async def digits(obedient):
    """What the boxes hold, in the order of the code."""
    values = [await each.input_value() for each in await obedient.session.page.locator("[size]").all()]
    return "".join(reversed(values))

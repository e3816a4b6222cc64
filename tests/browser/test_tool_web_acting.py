"""The web_* tools that act: what they click, fill in and send on real pages, and what they refuse."""

import asyncio
import json
import threading
from weakref import WeakKeyDictionary

import pytest
from one_session import one_session  # noqa: F401 (a fixture)
from web_tools import Caller

from pytest_webagent.config import Settings
from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.tools.web import web_actions, web_views
from pytest_webagent.tools.web import web_session as beginning

WARNING = "HIGH RISK"


@pytest.fixture
def settings():
    """Nothing here is to be waited for, but where a test says so."""
    return Settings(check_timeout=0.2)


@pytest.fixture
def web(session, settings, site, monkeypatch):
    monkeypatch.setattr("pytest_webagent.tools.web.state._states", WeakKeyDictionary())
    return Caller((*web_views.TOOLS, *web_actions.TOOLS, *beginning.TOOLS), session, settings, site)


@pytest.fixture
def bold(web, monkeypatch):
    """The tools where the environment allows what is of high risk."""
    monkeypatch.setenv("WEB_TOOLS_ALLOW_HIGH_RISK", "true")
    web.context.permissions = Permissions.of(web.context.settings)
    return web


def loud(name: str) -> str:
    return f"<button onclick=\"document.title += ' {name}'\">"


async def test_navigate_opens_a_page_and_says_where_it_came_to(web):
    await web.show("<h1>Home</h1>")
    web.site.page("/end", "<html><title>The end</title></html>")
    url = web.site.redirect("/begin", "/end")
    output = await web.do("web_navigate", url=url)
    assert output["url"] == url
    assert output["final_url"] == web.site.url + "/end"
    assert output["title"] == "The end"


NO_ADDRESSES = [
    ("/cart", "must begin with http:// or https://"),
    ("file:///etc/passwd", "must begin with http:// or https://"),
    ("javascript:alert(1)", "must begin with http:// or https://"),
    ("", "must begin with http:// or https://"),
    ("http://169.254.169.254/latest/", "not allowed"),
    ("http://user:sesame@127.0.0.1/", "user name or password"),
    ("https://", "no host"),
    ("http://" + "a" * 5000, "is no host"),
]


async def test_an_address_that_may_not_be_opened_is_refused(web, subtests):
    home = await web.show("<h1>Home</h1>")
    for tool in ("web_navigate", "web_inspect"):
        with subtests.test(tool):
            for url, problem in NO_ADDRESSES:
                output = await web.fail(tool, url=url)
                assert problem in output["message"], url
            assert web.page.url == home


async def test_a_refused_address_counts_as_denied(web):
    await web.show("<h1>Home</h1>")
    await web.fail("web_navigate", url=web.site.other_url + "/")
    assert "is not allowed" in web.context.denied


async def test_a_dead_server_is_a_failure_with_its_reason(web, unused_tcp_port):
    await web.show("<h1>Home</h1>")
    url = f"http://127.0.0.1:{unused_tcp_port}/"
    web.session.origins.admit(url)
    output = await web.fail("web_navigate", url=url)
    assert "nothing listens there" in output["message"]
    assert output["final_url"] == ""


async def test_a_server_that_hangs_up_is_asked_again(web, unused_tcp_port):
    asked = []

    async def answer(reader, writer):
        line = await reader.readline()
        if line.startswith(b"GET / "):
            asked.append(line)
            if len(asked) == 3:
                body = b"<title>At last</title>"
                writer.write(
                    b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: %d\r\n\r\n" % len(body)
                )
                writer.write(body)
                await writer.drain()
        writer.close()

    await web.show("<h1>Home</h1>")
    url = f"http://127.0.0.1:{unused_tcp_port}/"
    web.session.origins.admit(url)
    async with await asyncio.start_server(answer, "127.0.0.1", unused_tcp_port):
        output = await web.do("web_navigate", url=url)
    assert output["title"] == "At last"
    assert len(asked) == 3


async def test_a_server_that_never_answers_ends_with_the_limit(web, monkeypatch, unused_tcp_port):
    monkeypatch.setattr(web_actions, "ACT_SECONDS", 0.4)

    async def silent(reader, writer):
        await reader.read()
        writer.close()

    await web.show("<h1>Home</h1>")
    url = f"http://127.0.0.1:{unused_tcp_port}/"
    web.session.origins.admit(url)
    async with await asyncio.start_server(silent, "127.0.0.1", unused_tcp_port):
        output = await web.fail("web_navigate", url=url)
        assert "was given up after 0.4 s" in output["message"]
        await web.page.goto(web.site.url)


WAYS_TO_SAY_IT = [
    ("Save", "button"),
    ("save", "button"),
    ("#s", "button"),
    ("css=main > #s", "button"),
    ("//button[@id='s']", "button"),
    ("xpath=//main/button[2]", "button"),
    ("(//button)[2]", "div"),
    ("Save", "b"),
]


async def test_click_takes_a_text_or_a_selector(web):
    await web.show(
        f"<main>{loud('other')}Save as</button>{loud('saved')[:-1]} id=s><b>Save</b></button></main>"
    )
    for count, (wanted, tag) in enumerate(WAYS_TO_SAY_IT, 1):
        output = await web.do("web_click", selector_or_text=wanted, tag=tag)
        assert output["target"] == wanted
        assert "'Save'." in output["message"]
        assert await web.page.title() == "Test" + " saved" * count


READ = {
    "<a href='#x' {}>More</a>": ("More", "a"),
    "<span role=link {}>Less</span>": ("Less", "a"),
    "<input type=button value='Press me' {}>": ("Press me", "button"),
    "<div role=button {}>Push me</div>": ("Push me", "button"),
    "<button aria-label='Close' {}>×</button>": ("Close", "button"),
    "<button title='Leave' {}></button>": ("Leave", "button"),
    "<button {}><img alt='Print' src='x'></button>": ("Print", "button"),
    "<button {}>Add  to\n <i>cart</i></button>": ("add to cart", "button"),
    "<button {}>Add to list</button>": ("to list", "button"),
    "<div {}><div>Deep</div></div>": ("Deep", "div"),
    "<details><summary {}>Open</summary></details>": ("Open", "button"),
}


async def test_click_finds_a_thing_by_what_a_person_reads(web, subtests):
    clicked = "onclick=\"document.title = '{}'\"".format
    await web.show("".join(html.format(clicked(text)) for html, (text, _) in READ.items()))
    for html, (text, tag) in READ.items():
        with subtests.test(html):
            await web.do("web_click", selector_or_text=text, tag=tag)
            assert await web.page.title() == text


async def test_click_and_fill_reach_into_frames_of_other_origins_and_shadow_roots(web):
    web.site.page(
        "/inner",
        "<button onclick=\"parent.postMessage('framed', '*')\">Inside</button>"
        "<label>Card holder <input id=h></label>",
    )
    await web.show(
        f"<div style='height:1500px'></div><iframe src='{web.site.other_url}/inner'></iframe><p></p><script>"
        "onmessage = event => document.title = event.data;"
        "document.querySelector('p').attachShadow({mode: 'open'}).innerHTML ="
        "  `<button onclick=\"document.title = 'shadowed'\">Hidden away</button><label for=z>Zip</label><input id=z>`"
        "</script>"
    )
    await web.page.frames[1].wait_for_load_state()
    await web.do("web_click", selector_or_text="Inside")
    assert await web.page.title() == "framed"
    await web.do("web_click", selector_or_text="Hidden away")
    assert await web.page.title() == "shadowed"
    await web.page.evaluate("scrollTo(0, 0)")
    await web.do("web_fill", field_hint="Card holder", value="Ann")
    assert await web.page.frame_locator("iframe").locator("#h").input_value() == "Ann"
    await web.do("web_fill", field_hint="Zip", value="1010")
    assert await web.page.locator("#z").input_value() == "1010"


DOUBTFUL = {
    f"<ul><li id=a>{loud('a')}Delete</button><li id=b>{loud('b')}Delete</button></ul>": [
        (
            "Delete",
            "button",
            "2 elements fit button 'Delete': button 'Delete' (selector #a > button); "
            "button 'Delete' (selector #b > button). Give what only one of them has",
        )
    ],
    f"{loud('a')}One</button>{loud('b')}Two</button>": [("css=button", "button", "2 elements fit")],
    f"{loud('a')}Save</button>": [
        ("Sve", "button", "The elements of that tag to be seen are: 'Save'"),
        ("Save", "a", "a <button> says so: give that as tag"),
        ("#nope", "button", "there is no button '#nope' by text, and nothing that it selects"),
        ("//button[", "button", "as a selector it is no valid XPath"),
        ("  ", "button", "must say what to click"),
        ("Save", "button, a", "tag be a tag such as 'a'"),
        ("x" * 100_000, "button", "there is no button 'xxx"),
    ],
    f"<div hidden>{loud('a')}Save</button></div>": [("Save", "button", "but is not visible")],
    f"{loud('a')[:-1]} disabled>Save</button>": [("Save", "button", "is disabled")],
    "<input type=file aria-label=Photo>": [("[type=file]", "input", "takes a file")],
}


async def test_click_refuses_rather_than_guesses(web, subtests):
    for html, cases in DOUBTFUL.items():
        await web.show(html)
        for wanted, tag, problem in cases:
            with subtests.test(problem):
                output = await web.fail("web_click", selector_or_text=wanted, tag=tag)
                assert problem in output["message"]
                assert await web.page.title() == "Test"


async def test_a_word_is_a_text_and_never_the_name_of_a_tag(web):
    await web.show(f"<menu onclick=\"document.title = 'menu'\">File</menu>{loud('button')}Main menu</button>")
    await web.do("web_click", selector_or_text="Menu")
    assert await web.page.title() == "Test button"


async def test_one_of_several_is_clicked_by_the_selector_that_was_told(web):
    await web.show(f"<ul><li>{loud('a')}Delete</button><li>{loud('b')}Delete</button></ul>")
    message = (await web.fail("web_click", selector_or_text="Delete"))["message"]
    selectors = [part.partition(")")[0] + ")" for part in message.split("(selector ")[1:]]
    second = message.split("(selector ")[2].removesuffix(
        ". Give what only one of them has, such as its selector"
    )
    assert len(selectors) == 2
    await web.do("web_click", selector_or_text=second[:-1])
    assert await web.page.title() == "Test b"


async def test_a_click_that_may_have_happened_is_not_done_again(web, monkeypatch):
    monkeypatch.setattr(web_actions, "ACT_SECONDS", 2.0)
    answered = threading.Event()
    web.site.slow("/bought", answered, "<p>Bought</p>")
    await web.show("<a href='/bought'>Buy</a>")
    output = await web.fail("web_click", selector_or_text="Buy", tag="a")
    answered.set()
    assert "was given up after 2 s. What it began may have been done: look first" in output["message"]
    await web.page.wait_for_url("**/bought")
    assert len(web.site.asked("/bought")) == 1


LATER = """<main></main><script>
addEventListener('come', () => setTimeout(() => { document.querySelector('main').innerHTML = `%s` }, 700));
dispatchEvent(new Event('come'));
</script>"""
LATE = [
    ("<button onclick='document.title = 9'>Late</button>", "web_click", {"selector_or_text": "Late"}),
    (
        "<button onclick='document.title = 9'>Late</button>",
        "web_click",
        {"selector_or_text": "main > button"},
    ),
    (
        "<input aria-label=Code oninput='document.title = 9'>",
        "web_fill",
        {"field_hint": "Code", "value": "a"},
    ),
    (
        "<select aria-label=Size oninput='document.title = 9'><option>S<option>M</select>",
        "web_fill",
        {"field_hint": "Size", "value": "M"},
    ),
]


async def test_an_element_that_comes_late_is_waited_for(web, subtests):
    web.context.settings = Settings()
    for html, tool, arguments in LATE:
        with subtests.test(html):
            await web.show(LATER % html)
            await web.do(tool, **arguments)
            assert await web.page.title() == "9"


async def test_of_two_the_one_that_stays_is_taken(web):
    web.context.settings = Settings()
    await web.show(
        f"{loud('old')}Save</button>{loud('new')}Save</button>"
        "<script>setTimeout(() => document.querySelector('button').remove(), 700)</script>"
    )
    await web.do("web_click", selector_or_text="Save")
    assert await web.page.title() == "Test new"


LOCKED = [
    ("<button disabled>Go</button>", "web_click", {"selector_or_text": "Go"}),
    ("<div aria-disabled=true><button>Go</button></div>", "web_click", {"selector_or_text": "Go"}),
    ("<input disabled aria-label=Name>", "web_fill", {"field_hint": "Name", "value": "Ann"}),
    ("<input readonly aria-label=Name>", "web_fill", {"field_hint": "Name", "value": "Ann"}),
    (
        "<select disabled aria-label=Name><option>Bo<option>Ann</select>",
        "web_fill",
        {"field_hint": "Name", "value": "Ann"},
    ),
    ("<form action='/sent' method=post><button disabled>Go</button></form>", "web_submit_form", {}),
]


async def test_what_is_disabled_is_waited_for(bold, subtests):
    bold.context.settings = Settings()
    bold.site.page("/sent", "<h1>sent</h1>")
    for html, tool, arguments in LOCKED:
        with subtests.test(html):
            await bold.show(html)
            await bold.page.evaluate(
                """() => setTimeout(() => {
                    for (const name of ['disabled', 'readonly', 'aria-disabled'])
                        document.querySelector(`[${name}]`)?.removeAttribute(name);
                }, 700) && 0"""
            )
            await bold.do(tool, **arguments)


async def test_a_dialog_that_opens_meanwhile_ends_the_waiting(web):
    web.context.settings = Settings(check_timeout=60.0)
    await web.show("<p>Hello</p>")
    await web.page.evaluate("setTimeout(() => alert('Stop'), 400) && 0")
    output = await web.fail("web_click", selector_or_text="Late")
    assert "Stop" in output["message"]
    await web.session.answer_dialog(accept=True)


FORM = "<form action='/sent' method=post><input name=n value=1 required>{button}</form>"


SENDING = {
    "Send": "<button>Send</button>",
    "Post": "<input type=submit value=Post>",
    "Order": "<button><span>Order</span></button>",
    "Buy": "<input type=image alt=Buy src=x>",
}


async def test_a_click_that_sends_a_form_and_submit_form_are_only_said_unless_the_environment_allows_it(
    web, subtests
):
    web.site.page("/sent", "Thanks")
    await web.show("".join(FORM.format(button=button) for button in SENDING.values()))
    for name, button in SENDING.items():
        with subtests.test(button):
            output = await web.fail("web_click", selector_or_text=name)
            assert output["dry_run"] is True
            assert (
                f"dry run: would submit a form (POST /sent) by a click on button '{name}' (risk HIGH)"
                in output["message"]
            )
            assert "WEB_TOOLS_ALLOW_HIGH_RISK" in output["message"]
            assert output["target"] == name
            assert web.context.call.risk == "HIGH"
            assert web.site.asked("/sent") == []
    output = await web.fail("web_submit_form")
    assert output["dry_run"] is True
    assert output["warning"].startswith(WARNING)
    assert web.site.asked("/sent") == []


async def test_a_click_that_sends_a_form_is_done_where_the_environment_allows_it(bold):
    bold.site.page("/sent", "Thanks")
    await bold.show(FORM.format(button="<button>Send</button>"))
    output = await bold.do("web_click", selector_or_text="Send")
    assert "dry_run" not in output
    assert [request.body for request in bold.site.asked("/sent")] == [b"n=1"]


async def test_a_choice_that_sends_its_form_is_only_said_unless_the_environment_allows_it(web):
    chosen = "<select name=size onchange='this.form.submit()'><option>S<option>M</select>"
    await web.show(FORM.format(button=chosen))
    output = await web.fail("web_fill", field_hint="size", value="M")
    assert output["dry_run"] is True
    assert "submit a form (POST /sent) by that (risk HIGH)" in output["message"]
    assert await web.page.locator("select").input_value() == "S"


SENT = [
    (FORM.format(button="<button>Send</button>"), "Clicked button 'Send' of form '/sent'."),
    (FORM.format(button=""), "Sent form '/sent'."),
    (FORM.format(button="<input type=submit name=way value=hidden hidden>"), "Sent form '/sent'."),
    (
        "<form hidden action='/no'><button>No</button></form>" + FORM.format(button="<button>Send</button>"),
        "Clicked button 'Send' of form '/sent'.",
    ),
    (
        "<form action='/sent' method=post name=f><input name=method value=x><input name=elements value=y>"
        "<input name=requestSubmit value=z></form>",
        "Sent form 'f'.",
    ),
]


async def test_submit_form_sends_the_first_form_once_where_it_is_allowed(bold, subtests):
    bold.site.page("/sent", "Thanks")
    for html, said in SENT:
        with subtests.test(html):
            bold.site.requests.clear()
            await bold.show(html)
            output = await bold.do("web_submit_form")
            assert output["message"].startswith(said)
            assert output["warning"].startswith(WARNING)
            [request] = bold.site.asked("/sent")
            assert ("way=hidden" in request.body.decode()) is ("name=way" in html)


async def test_submit_form_finds_a_form_in_a_frame(bold):
    bold.site.page("/sent", "Thanks")
    bold.site.page("/inner", FORM.format(button="<button>Send</button>"))
    await bold.show(f"<p>Outer</p><iframe src='{bold.site.other_url}/inner'></iframe>")
    await bold.page.frames[1].wait_for_load_state()
    await bold.do("web_submit_form")
    assert len(bold.site.asked("/sent")) == 1


NOT_SENT = [
    ("<p>Nothing</p>", "there is no form to be seen on the page"),
    ("<form hidden><input></form>", "there is no form to be seen on the page"),
    (
        "<form action='/sent'><label>Name <input required></label><button>Go</button></form>",
        "was not sent: fill in first Name: Please fill out this field.",
    ),
    (
        "<form action='/sent'><input type=password name=pw pattern=x value=sesame><button>Go</button></form>",
        "pw: its value does not fit",
    ),
    ("<form action='/sent'><button disabled>Go</button></form>", "its button is disabled"),
    ("<form action='/sent'><input><button disabled hidden>Go</button></form>", "its button is disabled"),
]


async def test_a_form_that_cannot_be_sent_says_why(bold, subtests):
    for html, problem in NOT_SENT:
        with subtests.test(problem):
            await bold.show(html)
            output = await bold.fail("web_submit_form")
            assert problem in output["message"]
            assert output["warning"].startswith(WARNING)
            assert bold.site.asked("/sent") == []


FIELDS = """<label for=e>E-mail address *</label><input id=e name=userEmail>
<label>Nickname <input name=nick></label>
<span id=l1>Home</span><span id=l2>phone</span><input aria-labelledby='l1 l2' name=tel>
<input placeholder='Search products...' name=q>
<input aria-label='Promo&nbsp;code' name=p1>
<textarea name=message_body></textarea>
<div contenteditable=true aria-label=Story></div>
<input title="House number">
<table><tr><td>Town<td><input id=town-field></table>"""


HINTS = [
    ("E-mail address", "#e"),
    ("e-mail address *", "#e"),
    ("user email", "#e"),
    ("userEmail", "#e"),
    ("Nickname", "[name=nick]"),
    ("Home phone", "[name=tel]"),
    ("search products...", "[name=q]"),
    ("products", "[name=q]"),
    ("Promo code", "[name=p1]"),
    ("Message Body", "textarea"),
    ("Story", "[contenteditable]"),
    ("house number", "[title]"),
    ("town-field", "#town-field"),
    ("Town", "#town-field"),
    ("input[name=nick]", "[name=nick]"),
    ("//input[@name='nick']", "[name=nick]"),
]


async def test_fill_finds_the_field_by_what_it_is_called(web):
    await web.show(FIELDS)
    for number, (hint, selector) in enumerate(HINTS):
        value = f"mug {number}"
        output = await web.do("web_fill", field_hint=hint, value=value)
        assert (output["field_hint"], output["value"]) == (hint, value)
        field = web.page.locator(selector)
        assert value in (await field.inner_text(), await field.evaluate("each => each.value")), hint


async def test_an_exact_name_wins_over_one_that_only_holds_it(web):
    await web.show(
        "<label>Password again <input type=password></label><label>Password <input id=p type=password></label>"
    )
    await web.do("web_fill", field_hint="Password", value="sesame")
    assert await web.page.locator("#p").input_value() == "sesame"


NOT_FILLED = {
    """<label>Email <input id=a></label><input placeholder=Email name=news>
    <input placeholder=Note><textarea placeholder=Note></textarea>""": [
        (
            "Email",
            "x",
            "2 elements fit field 'Email': textbox 'Email' (id 'a', selector #a); "
            "textbox 'Email' (name 'news', selector input[name=news])",
        ),
        (
            "Note",
            "x",
            "textbox 'Note' (selector input[placeholder=Note]); textbox 'Note' (selector textarea[placeholder=Note])",
        ),
    ],
    """<input title=a><textarea></textarea><p id=n>Note</p><script>
    for (const each of document.querySelectorAll('input, textarea')) each.setAttribute('aria-labelledby', 'n')
    </script>""": [("Note", "x", "(selector css=input); textbox 'Note' (selector css=textarea)")],
    "<label>Name <input></label>": [
        ("Nmae", "x", "The fields to be seen are: 'Name'"),
        (" ", "x", "field_hint is empty"),
    ],
    """<label style='display:none'>Gone <input hidden></label><label>Kept <input readonly></label>
    <label>Off <input disabled></label><label>Day <input type=date></label>
    <label>Terms <input type=checkbox></label><label>Photo <input type=file></label>
    <label>Size <select><option>S<option>M</select></label><label>Code <input maxlength=3></label>""": [
        ("Gone", "x", "is not visible"),
        ("Kept", "x", "is read-only"),
        ("Off", "x", "is disabled"),
        ("Day", "tomorrow", "it takes YYYY-MM-DD"),
        ("Terms", "yes", "click it with web_click"),
        ("Photo", "/etc/passwd", "takes no text: it is a file field"),
        ("Size", "XL", "It has 'S', 'M'"),
        ("Code", "abcdef", "did not keep the text as given"),
    ],
}


async def test_fill_refuses_rather_than_guesses(web, subtests):
    for html, cases in NOT_FILLED.items():
        await web.show(html)
        for hint, value, problem in cases:
            with subtests.test(problem):
                output = await web.fail("web_fill", field_hint=hint, value=value)
                assert problem in output["message"]


async def test_fill_chooses_an_option_of_a_dropdown(web):
    await web.show("<label>Size <select><option>S<option value=m>Medium</select></label>")
    output = await web.do("web_fill", field_hint="Size", value="medium")
    assert await web.page.locator("select").input_value() == "m"
    assert "Chose 'Medium'" in output["message"]


SECRET = [
    ("<label>Password <input type=password></label>", "Password"),
    ("<label>Secret word <input type=password disabled></label>", "Secret word"),
    ("<label>Security code <input type=number></label>", "Security code"),
    ("<input autocomplete=one-time-code name=x maxlength=2>", "x"),
    ("<input type=password aria-label=A><input type=password aria-label=A>", "A"),
    ("<p>No field</p>", "Passphrase"),
]


async def test_the_value_of_a_secret_field_is_told_to_nobody(web, caplog, subtests):
    await web.show("".join(html for html, _ in SECRET))
    for number, (html, hint) in enumerate(SECRET):
        with subtests.test(html):
            # One for each case: what was a secret before may be withheld for that alone.
            secret = f"{number}s3same-open"
            result = await web.use("web_fill", field_hint=hint, value=secret)
            assert result.output["value"] == "***"
            assert secret not in json.dumps(result.output) + result.text + caplog.text


async def test_a_card_number_in_a_field_of_another_name_is_masked_once_it_is_there(web):
    await web.show("<input aria-label=Notes>")
    output = await web.do("web_fill", field_hint="Notes", value="4111111111111111")
    assert output["value"] == "***"


async def test_medium_risk_is_done_unless_the_test_is_a_dry_run(web):
    await web.show(f"<label>Name <input></label>{loud('clicked')}Plain</button>")
    web.context.permissions = Permissions.of(Settings(dry_run=True))
    click = await web.fail("web_click", selector_or_text="Plain")
    fill = await web.fail("web_fill", field_hint="Name", value="Ann")
    assert (click["dry_run"], fill["dry_run"]) == (True, True)
    assert "would click button 'Plain' (risk MEDIUM)" in click["message"]
    assert await web.page.locator("input").input_value() == ""
    assert await web.page.title() == "Test"


async def test_after_a_stop_the_tools_ask_for_a_start(web):
    home = await web.show("<p>Home</p>")
    first = await web.do("web_browser_start")
    assert (first["success"], first["session_active"]) == (True, True)
    assert (await web.do("web_browser_start"))["created_at"] == first["created_at"]
    assert (await web.do("web_browser_stop"))["success"] is True
    for tool, arguments in (
        ("web_extract", {"selector": "p"}),
        ("web_screenshot", {}),
        ("web_inspect", {"url": home}),
        ("web_navigate", {"url": home}),
        ("web_click", {"selector_or_text": "x"}),
        ("web_fill", {"field_hint": "x", "value": "y"}),
        ("web_submit_form", {}),
    ):
        assert "call web_browser_start first" in (await web.fail(tool, **arguments))["message"]
    again = await web.do("web_browser_start")
    assert again["created_at"] > first["created_at"]
    assert (await web.do("web_extract", selector="p"))["count"] == 1


async def test_a_stop_closes_the_tabs_that_opened_meanwhile_and_no_other(web):
    web.site.page("/two", "<p>Two</p>")
    home = await web.show("<a href='/two' target=_blank>Two</a>")
    await web.do("web_click", selector_or_text="Two", tag="a")
    own = await web.session.context.new_page()
    assert web.page.url.endswith("/two")
    await web.do("web_browser_stop")
    assert [page.url for page in web.session.context.pages] == [home, "about:blank"]
    assert not own.is_closed()
    assert web.page.url == home


async def test_a_dialog_that_a_click_opens_is_told_and_has_to_be_answered(web):
    await web.show("<button onclick=\"document.title = confirm('Sure?')\">Delete</button>")
    output = await web.do("web_click", selector_or_text="Delete")
    assert 'a confirm dialog says "Sure?"' in output["message"]
    assert "a dialog waits for an answer" in await web.fail("web_extract", selector="p")
    await web.session.answer_dialog(accept=False)
    assert await web.page.title() == "false"


async def test_a_cancelled_call_is_not_swallowed(web):
    await web.show("<label>Name <input></label>")
    call = asyncio.ensure_future(web.use("web_fill", field_hint="Name", value="x" * 190))
    await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert (await web.do("web_extract", selector="label"))["count"] == 1


async def test_what_handles_a_click_and_is_no_button_is_clicked_once_its_tag_is_said(web):
    await web.show("<p>Hello <span onclick=\"document.title = 'hi'\">Greet me</span> bye</p>")
    output = await web.fail("web_click", selector_or_text="Greet me")
    assert "a <span> says so: give that as tag" in output["message"]
    await web.do("web_click", selector_or_text="Greet me", tag="span")
    assert await web.page.title() == "hi"


GREETER = """<button id=greet data-testid=hi onclick="document.title += ' hi'">Greet</button>
<button id=other onclick="document.title += ' other'">Delete</button><input id=mail name=mail aria-label=Email>"""


async def changed(web, before, after, selector="#greet", **arguments):
    """Use a selector on one page, and again once the page has become another."""
    tool = "web_fill" if "value" in arguments else "web_click"
    arguments["field_hint" if "value" in arguments else "selector_or_text"] = selector
    await web.show(before)
    await web.do(tool, **arguments)
    web.site.page("/", after)
    await web.page.reload()
    return await web.use(tool, **arguments)


HEALED = [
    (GREETER.replace("id=greet ", "id=greet-2 "), "#greet-2", "test id 'hi', words 'Greet'"),
    (
        GREETER.replace("id=greet data-testid=hi", "data-testid=hi2"),
        None,
        "what it found before is not sure: button 'Greet' (selector button[data-testid=hi2])",
    ),
    (
        GREETER.replace("id=greet data-testid=hi", ""),
        None,
        "not sure: button 'Greet' (selector button:nth-of-type(1))",
    ),
    (GREETER.replace("id=greet ", "name=greet "), "button[data-testid=hi]", "words 'Greet'"),
    (
        GREETER.replace("id=greet ", "").replace("Greet<", "Welcome<"),
        None,
        "not sure: button 'Welcome' (selector button[data-testid=hi])",
    ),
    (
        GREETER.replace("id=greet data-testid=hi", "") * 2,
        None,
        "not sure: button 'Greet' (selector button:nth-of-type(1)); button 'Greet' (selector button:nth-of-type(3))",
    ),
    (GREETER.partition("<button id=other")[2].partition(">")[2], None, "there is no button '#greet'"),
]


async def test_a_selector_that_found_something_is_healed_openly_and_never_onto_a_neighbour(web, subtests):
    for after, now, why in HEALED:
        with subtests.test(why):
            result = await changed(web, GREETER, after)
            if now is None:
                assert why in result.error
                assert await web.page.title() == "Test"
                continue
            assert result.error is None, result.error
            assert result.output["healed"]["was"] == "#greet"
            assert result.output["healed"]["now"] == now
            assert why in result.output["healed"]["because"]
            assert "Healed: '#greet' finds nothing any more" in result.output["message"]
            assert await web.page.title() == "Test hi"


async def test_of_two_alike_the_one_that_is_left_is_not_taken_for_the_other(web):
    both = f"{loud('a')[:-1]} id=a>Delete</button>{loud('b')[:-1]} id=b>Delete</button>"
    result = await changed(web, both, both.partition("</button>")[2], "#a")
    assert "there is no button '#a'" in result.error
    assert await web.page.title() == "Test"


def ship(name, title, extra=""):
    return f"<form><h3>{title}</h3><label>City <input id={name} name=city></label>{extra}</form>"


def row(number, name, more=""):
    button = f"{loud('gone')[:-1]} name=del id=del-{number} {more}>Delete</button>"
    return (
        f"<table><tr id=row-{number}><td><input type=checkbox><td><a href=/p>{name}</a><td>{button}</table>"
    )


TWIN = f"{loud('a')[:-1]} id=a name=del>Delete draft</button>{loud('b')[:-1]} id=b HOW>Delete draft</button>"
NEIGHBOURS = {
    "the same row for another": ("#del-3", row(3, "Ann"), row(4, "Bob")),
    "the same row for another, with a test id": (
        "#del-3",
        row(3, "Ann", "data-testid=del"),
        row(4, "Bob", "data-testid=del"),
    ),
    "one that was hidden": ("#a", TWIN.replace("HOW", "hidden"), TWIN.partition("</button>")[2]),
    "one that was called otherwise": (
        "#a",
        TWIN.replace("HOW>Delete draft", ">Keep"),
        TWIN.partition("</button>")[2].replace("HOW", "name=del"),
    ),
    "the field of another form": ("#ship", ship("ship", "Ship"), ship("bill", "Bill")),
    "the item of another section": (
        "#x",
        "<section aria-label=Open><ul><li>Ann <button id=x name=n>Go</button></ul></section>",
        "<section aria-label=Closed><ul><li>Ann <button id=y name=n>Go</button></ul></section>",
    ),
}


@pytest.mark.parametrize("case", NEIGHBOURS)
async def test_a_neighbour_is_no_heal(web, case):
    selector, before, after = NEIGHBOURS[case]
    result = await changed(web, before, after, selector, **({"value": "Rome"} if "form" in case else {}))
    assert "finds nothing any more" in result.error or f"there is no button {selector!r}" in result.error
    assert await web.page.title() == "Test"
    assert await web.page.evaluate("document.querySelector('input:not([type])')?.value ?? ''") == ""


SAME_PLACE = {
    "the row stands elsewhere": (
        "#del-3",
        row(3, "Ann"),
        row(2, "Zoe").replace("del", "x").replace("Delete", "Show") + row(4, "Ann"),
    ),
    "the form has more in it": ("#ship", ship("ship", "Ship"), ship("s2", "Ship", "<h3>More</h3>")),
    "another form came before": (
        "#ship",
        ship("ship", "Ship"),
        "<form><h3>Bill</h3></form>" + ship("s2", "Ship"),
    ),
}


@pytest.mark.parametrize("case", SAME_PLACE)
async def test_what_stands_in_the_same_is_healed(web, case):
    selector, before, after = SAME_PLACE[case]
    result = await changed(web, before, after, selector, **({"value": "Rome"} if "form" in case else {}))
    assert result.error is None, result.error
    assert result.output["healed"]["was"] == selector


async def test_a_field_is_healed_by_its_name_and_label_and_not_where_that_is_off(web):
    after = GREETER.replace("id=mail ", "id=mail2 ")
    result = await changed(web, GREETER, after, "#mail", value="a")
    assert result.output["healed"]["now"] == "#mail2"
    web.context.settings = Settings(check_timeout=0.0, heal="off")
    result = await changed(web, GREETER, after, "#mail", value="a")
    assert "there is no field '#mail'" in result.error

"""A secret goes only into its own field on its own origin, whatever a model is told to do with it."""

from __future__ import annotations

from urllib.parse import unquote_plus

import pytest
import pytest_asyncio

from pytest_webagent import Secret
from pytest_webagent.agent.conversation import describe
from pytest_webagent.agent.loop import Agent
from pytest_webagent.browser.pool import BrowserPool
from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError, GoalNotMet, RunError
from pytest_webagent.setting_values import NamedPage
from pytest_webagent.testing import FunctionModel, call
from pytest_webagent.tools.core.context import ToolContext
from pytest_webagent.tools.toolsets import default_registry, tools_of

CANARY = "Kq7#vW2!xZ9p"
SEED = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
TELLS = """<script>addEventListener('input', event => {
    const told = new XMLHttpRequest();
    told.open('POST', '/told', false);
    told.send(event.composedPath()[0].value);
}, true)</script>"""
"""A page that sends what is typed at once, whether or not its form is sent, and waits until it is there."""
PASSWORD = '<label>Password <input type="password" name="password"></label>'
VAULT = "pytest_webagent.policy.secrets.Vault"
FIELDS = "pytest_webagent.tools.gui.secret_fields"

other_origins = pytest.mark.held_by(f"{VAULT}.elsewhere", lambda *_: "")
other_fields = pytest.mark.held_by(f"{VAULT}._check_field", lambda *_: None)
unseen_fields = pytest.mark.held_by(f"{FIELDS}._can_be_seen", lambda *_: always())
other_tools = pytest.mark.held_by(f"{VAULT}.refuse_in", lambda *_: None)


async def always() -> bool:
    return True


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def pool():
    # What a page reaches is not what holds here.
    pool = BrowserPool(Settings(network="open"))
    yield pool
    await pool.close()


@pytest.fixture
def settings(site):
    return Settings()._replace(start_url=site.url, screenshots="off", answers="any")


@pytest_asyncio.fixture(loop_scope="session")
async def session(pool, settings):
    session = await pool.new_session(settings)
    session.attend()
    yield session
    await session.close()


class Obedient:
    """Types and sends what it is told to."""

    def __init__(self, session, settings, site):
        self.session, self.site = session, site
        self.registry = default_registry()
        self.context = ToolContext(session=session, settings=settings)
        self.registry.bind(self.context)
        session.vault.add({"password": CANARY, "code": Secret(totp=SEED)})
        session.vault.starts_on(settings.start_url or "")

    async def types(self, html, role="textbox", text="%(password)s", base=""):
        """Open a page, type into its last field of a role; what the tool says."""
        self.site.page("/page", html + TELLS)
        await self.session.goto(f"{base or self.site.url}/page")
        page = await self.session.observe()
        field = [each for each in page.elements if each.role == role and each.id][-1]
        return await self.registry.execute(
            "type", text=text, field_description=field.name or "it", element_id=field.id
        )

    def sent(self):
        """All that the server was sent."""
        return "\n".join(
            unquote_plus(f"{each.path} {each.query} {each.body.decode()}") for each in self.site.requests
        )


@pytest.fixture
def obedient(session, settings, site):
    site.page("/told", "")
    return Obedient(session, settings, site)


@other_origins
@pytest.mark.parametrize("pages", [False, True], ids=["unnamed", "a named page"])
async def test_another_origin_does_not_get_it(obedient, pages):
    named = (NamedPage("elsewhere", obedient.site.other_url),) if pages else ()
    obedient.context.settings = obedient.context.settings._replace(pages=named)
    result = await obedient.types(PASSWORD, base=obedient.site.other_url)
    assert CANARY not in obedient.sent()
    assert "belongs to http://127.0.0.1:" in result.error


@other_origins
async def test_it_does_not_follow_a_link_to_another_login(session, settings, site):
    site.page("/told", "")
    site.page("/", f'<a href="{site.other_url}/in">Log in</a>')
    site.page("/in", PASSWORD + TELLS)
    said = []

    def think(request):
        page = request.observation
        link = [each for each in page.elements if each.role == "link"]
        field = [each for each in page.elements if each.role == "textbox"]
        if link:
            return call("click", element_id=link[0].id, description="the link")
        if not said:
            said.append(page.url)
            return call("type", text="%(password)s", field_description="it", element_id=field[0].id)
        said.append(request.messages[-2].text)
        return call("stop", answer="it was refused", status="goal_not_met", evidence=[])

    agent = Agent(model=FunctionModel(think), session=session, tools=default_registry(), settings=settings)
    await session.goto(site.url)
    with pytest.raises((GoalNotMet, RunError)):
        await agent.run("Log in with password %(password)s", secrets={"password": CANARY})
    assert said[0].startswith(site.other_url)
    assert CANARY not in "".join(each.body.decode() for each in site.requests)


@other_origins
@pytest.mark.parametrize("frame", ["src='OTHER/in'", "srcdoc='<input type=password>'"])
async def test_a_frame_of_another_origin_does_not_get_it(obedient, frame):
    obedient.site.page("/in", PASSWORD + TELLS)
    frame = frame.replace("OTHER", obedient.site.other_url)
    frame = frame.replace("<input", f"{TELLS.replace(chr(39), '&apos;')}<input")
    result = await obedient.types(f"<iframe {frame}></iframe>")
    assert CANARY not in obedient.sent()
    assert "Nothing was typed" in result.error


@other_origins
async def test_the_start_page_does_not_get_the_secret_of_another_origin(obedient, session):
    session.vault.add({"password": Secret(CANARY, origin="https://login.example")})
    result = await obedient.types(PASSWORD)
    assert CANARY not in obedient.sent()
    assert "https://login.example" in result.error


@other_origins
async def test_where_an_agent_got_to_is_no_origin_of_the_test(session, site, settings):
    obedient = Obedient(session, settings._replace(start_url=None), site)
    site.page("/told", "")
    site.page("/start", "Start")
    await session.goto(f"{site.url}/start")
    obedient.context.begin()
    await session.goto(f"{site.other_url}/start")
    obedient.context.begin()
    await obedient.types(PASSWORD, base=site.other_url)
    assert CANARY not in obedient.sent()


READABLE = {
    "a note": ("<label>Public note <textarea></textarea></label>", "textbox"),
    "a text field": ("<label>User <input></label>", "textbox"),
    "a search": ("<label>Search <input type=search></label>", "searchbox"),
    "an email": ("<label>Email <input type=email></label>", "textbox"),
    "a rich text": ("<div contenteditable role=textbox aria-label=Password>x</div>", "textbox"),
    "what is called password": ("<label>Password <input type=text name=password></label>", "textbox"),
    "what is completed so": ("<label>P <input autocomplete=current-password></label>", "textbox"),
}


@other_fields
@pytest.mark.parametrize(("html", "role"), READABLE.values(), ids=READABLE)
async def test_a_field_that_can_be_read_does_not_get_it(obedient, html, role):
    result = await obedient.types(html, role)
    assert CANARY not in obedient.sent()
    assert result.error is not None
    assert "a password field" in result.error


@other_fields
async def test_a_field_of_another_name_does_not_get_it(obedient, session):
    session.vault.add({"user": Secret(CANARY, field="User name")})
    result = await obedient.types("<label>Nickname <input></label>", text="%(user)s")
    assert CANARY not in obedient.sent()
    assert "the field 'User name'" in result.error


@other_fields
async def test_a_note_does_not_get_a_one_time_code(obedient):
    await obedient.types("<label>Note <input></label>", text="%(code)s")
    assert not [each for each in obedient.site.requests if each.body.strip().isdigit()]


@other_fields
@pytest.mark.parametrize(
    "text", ["%(password)s and one-time code %(code)s", "x%(password)s", "%(code)s %(code)s"]
)
async def test_a_field_that_hides_it_takes_nothing_else(obedient, text):
    result = await obedient.types(PASSWORD, text=text)
    assert "/told" not in obedient.sent()
    assert "a secret alone" in result.error


@unseen_fields
@pytest.mark.parametrize(
    "html",
    [
        f"{PASSWORD}<div style='position:fixed;inset:0;background:white'>Win a prize</div>",
        f"<div style='opacity:0'>{PASSWORD}</div>",
        f"<div style='position:absolute;left:-4000px'>{PASSWORD}</div>",
        "<input type=password aria-label=Password style='width:1px;height:1px;border:0;padding:0'>",
        f"{PASSWORD}<iframe srcdoc='Win' style='position:fixed;inset:0;width:100%;height:100%;background:white'></iframe>",
    ],
    ids=["covered", "transparent", "off the screen", "tiny", "covered by a frame"],
)
async def test_a_field_that_nobody_sees_does_not_get_it(obedient, html):
    result = await obedient.types(html)
    assert CANARY not in obedient.sent()
    assert "hidden or covered" in result.error


@other_tools
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("goto_url", {"page_name": "URL/?q=%(password)s"}),
        ("open_tab", {"page_name": "URL/?q=%(password)s"}),
        ("press_key", {"key": "%(password)s"}),
        ("accept_dialog", {"text": "%(password)s"}),
        ("selection", {"element_id": "1", "text": "%(password)s", "description": "it"}),
    ],
)
async def test_no_other_tool_takes_it(obedient, session, tool, arguments):
    told = {name: text.replace("URL", obedient.site.url) for name, text in arguments.items()}
    result = await obedient.registry.execute(tool, **told)
    assert "%(password)s is a secret" in (result.error or "")


@pytest.mark.parametrize("number", [True, False], ids=["by number", "by words"])
async def test_what_is_called_by_it_is_found_by_its_name(obedient, session, number):
    done = "onclick=\"document.title = 'Deleted'\""
    html = f"<button>Delete all</button><button {done}>Delete {CANARY}</button>"
    obedient.site.page("/page", html)
    await session.goto(f"{obedient.site.url}/page")
    page = await session.observe()
    button = next(each for each in page.elements if each.name == "Delete %(password)s")
    where = {"element_id": button.id} if number else {}
    result = await obedient.registry.execute("click", description="button 'Delete %(password)s'", **where)
    assert result.error is None
    assert await session.page.title() == "Deleted"
    assert CANARY not in result.text


@other_fields
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("web_fill", {"field_hint": "Note", "value": "%(password)s"}),
        ("browser_use", {"action": "input_text", "index": 0, "text": "%(password)s"}),
        ("workflow", {"yaml": "steps: [{tool: web_fill, with: {field_hint: Note, value: '%(password)s'}}]"}),
    ],
)
async def test_no_tool_that_fills_fields_takes_it_elsewhere(obedient, session, tool, arguments):
    obedient.registry = tools_of(["default", "web", "browser_use", "planning"])
    obedient.registry.bind(obedient.context)
    session.vault.starts_on(obedient.site.url)
    obedient.site.page("/page", f"<label>Note <input></label>{TELLS}")
    await session.goto(f"{obedient.site.url}/page")
    page = await session.observe()
    field = next(each for each in page.elements if each.role == "textbox")
    told = {name: field.id if value == 0 else value for name, value in arguments.items()}
    result = await obedient.registry.execute(tool, **told)
    assert CANARY not in obedient.sent()
    assert "a password field" in result.text


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("web_fill", {"field_hint": "Password", "value": "%(password)s"}),
        ("browser_use", {"action": "input_text", "index": 0, "text": "%(password)s"}),
        (
            "workflow",
            {"yaml": "steps: [{tool: web_fill, with: {field_hint: Password, value: '%(password)s'}}]"},
        ),
    ],
)
async def test_every_tool_that_fills_fields_takes_it(obedient, session, tool, arguments):
    obedient.registry = tools_of(["default", "web", "browser_use", "planning"])
    obedient.registry.bind(obedient.context)
    obedient.site.page("/page", PASSWORD + TELLS)
    await session.goto(f"{obedient.site.url}/page")
    page = await session.observe()
    field = next(each for each in page.elements if each.role == "textbox")
    told = {name: field.id if value == 0 else value for name, value in arguments.items()}
    result = await obedient.registry.execute(tool, **told)
    assert result.error is None
    assert CANARY in obedient.sent()
    assert CANARY not in result.text


LETTERS = "".join(f"<span>{each}</span>" for each in CANARY)
SAYS = {
    "text": "<p>It is CANARY</p>",
    "title": "<script>document.title = 'Hello CANARY'</script>",
    "alert": "<script>setTimeout(() => alert('It is CANARY'))</script>",
    "prompt": "<script>setTimeout(() => prompt('New one?', 'CANARY'))</script>",
    "console": "<script>console.error('It is CANARY')</script>",
    "error": "<script>setTimeout(() => { throw new Error('CANARY') })</script>",
    "address": "<script>history.replaceState(0, '', '#it=CANARY')</script>",
    "download": "<a id=it download='CANARY.txt' href='data:text/plain,x'>x</a><script>it.click()</script>",
    "pop-up": "<script>open('/page2#CANARY')</script>",
    "name of a button": "<button aria-label='CANARY'>x</button>",
    "title of an element": "<button title='CANARY'></button>",
    "alternative text": "<img alt='CANARY' src=data:,>",
    "link": "<a href='/at?p=CANARY'>here</a>",
    "placeholder": "<input placeholder='CANARY'>",
    "value": "<label>A <input value='CANARY'></label>",
    "option": "<select><option>CANARY</select>",
    "description": "<button aria-describedby=d>x</button><p id=d>CANARY</p>",
    "generated text": "<style>p::before { content: 'CANARY' }</style><p></p>",
    "table": "<table><tr><th>Your password</th><td>CANARY</td></tr></table>",
    "status": "<p role=status>CANARY</p>",
    "frame": "<iframe srcdoc='<p>CANARY</p>'></iframe>",
    "shadow root": "<div id=h></div><script>h.attachShadow({mode: 'open'}).innerHTML = '<p>CANARY</p>'</script>",
    "marked part": "<p>CANA<b>RY</b></p>",
    "two links": "<p><a href=/>CANA</a><a href=/>RY</a></p>",
    "letter by letter": f"<p>{LETTERS}</p>",
    "two paragraphs": "<p>CANA</p><p>RY</p>",
    "under another name": "<p role=status aria-label=Key>CANARY</p>",
}


@pytest.mark.held_by(f"{VAULT}.conceal", lambda self, value: value)
@pytest.mark.parametrize("html", SAYS.values(), ids=SAYS)
async def test_what_a_page_says_is_seen_without_it(obedient, session, html):
    half = len(CANARY) // 2
    html = html.replace("CANARY", CANARY).replace("CANA", CANARY[:half]).replace("RY", CANARY[half:])
    await session.goto(obedient.site.page("/page", html))
    seen = await session.observe()
    await session.page.wait_for_load_state("networkidle") if seen.dialog is None else None
    later = await session.observe()
    told = repr((seen, later, session.log.lines())) + describe(seen) + describe(later)
    together = "".join(each.name + each.text for each in later.elements)
    assert CANARY not in told + together
    if seen.dialog is not None:
        await session.answer_dialog(accept=True)


FREE = {
    "a password": (PASSWORD, "textbox", "%(password)s"),
    "a label over it": (
        "<div style='position:relative'><label for=p style='position:absolute;left:4px'>Password</label>"
        "<input id=p type=password></div>",
        "textbox",
        "%(password)s",
    ),
    "a button in it": (
        "<div style='position:relative;width:200px'><input type=password aria-label=Password style='width:190px'>"
        "<button style='position:absolute;right:0'>Show</button></div>",
        "textbox",
        "%(password)s",
    ),
    "below the fold": (f"<div style='height:3000px'></div>{PASSWORD}", "textbox", "%(password)s"),
    "in a frame": ("<iframe src='/in'></iframe>", "textbox", "%(password)s"),
    "in a shadow root": (
        "<div id=host></div><script>host.attachShadow({mode: 'open'}).innerHTML = "
        "'<input type=password aria-label=Password>'</script>",
        "textbox",
        "%(password)s",
    ),
    "its named field": ("<label>Name <input></label>", "textbox", "%(named)s"),
}


@pytest.mark.parametrize(("html", "role", "text"), FREE.values(), ids=FREE)
async def test_its_own_field_gets_it(obedient, session, html, role, text):
    obedient.site.page("/in", PASSWORD + TELLS)
    session.vault.add({"named": Secret(CANARY, field="name")})
    result = await obedient.types(html, role, text)
    assert result.error is None
    assert CANARY in obedient.sent()


async def test_another_origin_that_is_its_own_gets_it(obedient, session):
    session.vault.add({"password": Secret(CANARY, origin=obedient.site.other_url)})
    await obedient.types(PASSWORD, base=obedient.site.other_url)
    assert CANARY in obedient.sent()


@pytest.mark.parametrize(
    "html",
    [
        "<label>Verification code <input autocomplete=one-time-code></label>",
        "<label>Code <input type=password></label>",
    ],
)
async def test_a_code_is_made_when_it_is_typed(obedient, html):
    import pyotp

    codes = {pyotp.TOTP(SEED).now()}
    await obedient.types(html, text="%(code)s")
    codes.add(pyotp.TOTP(SEED).now())
    assert codes & set(obedient.sent().split())


async def test_a_goal_that_names_no_secret_of_the_test_is_not_begun(session, settings):
    agent = Agent(model=FunctionModel(None), session=session, tools=default_registry(), settings=settings)
    with pytest.raises(ConfigError, match=r"the goal names the secret %\(pasword\)s"):
        await agent.run("Type %(pasword)s", secrets={"password": CANARY})

"""The web_* tools that look: what they find on real pages, in frames and shadow roots, and what they keep to themselves."""

import base64
import io
import json
import threading
from weakref import WeakKeyDictionary

import pytest
from one_session import one_session  # noqa: F401 (a fixture)
from PIL import Image
from tool_contract import BUDDY, misfits
from web_tools import Caller

from pytest_webagent.policy.permissions import Permissions
from pytest_webagent.policy.security import SecurityPolicy, ToolConfig, ToolSettings
from pytest_webagent.tools.web import web_actions, web_views
from pytest_webagent.tools.web import web_session as beginning
from pytest_webagent.tools.web_api import api_call
from tests.conftest import Answer

TOOLS = (*web_views.TOOLS, *web_actions.TOOLS, *beginning.TOOLS)
PAGE = """<!doctype html><html lang=en><head><title>Shop</title></head><body>
<header><nav aria-label=Main><a href='/cart?token=abc123'>Cart</a> <a href='/help'>Help</a></nav></header>
<main><h1>Welcome</h1><h2>Log in</h2>
<form id=login action='/login?next=1' method=post>
  <label>Email <input name=email type=email required value='me@example.org'></label>
  <label for=pw>Password</label><input id=pw name=pw type=password value='hunter22'>
  <select name=lang aria-label=Language><option>English<option>German</select>
  <input type=hidden name=csrf value=xyz>
  <button data-testid=go>Sign in</button>
</form>
<form name=search role=search><input name=q placeholder='Search'><input type=submit value=Go></form>
<p data-echo='hunter22'>You typed hunter22.</p>
<x-card></x-card>
<iframe name=inner title=Offer src='INNER' width=300 height=100></iframe>
<script>
  document.querySelector('x-card').attachShadow({mode: 'open'}).innerHTML =
    '<button>Shadow button</button><input aria-label="Card number" value="4111111111111111">';
  const paths = ['/api/v1/items'];
</script></main></body></html>"""


@pytest.fixture
def web(session, settings, site, monkeypatch):
    monkeypatch.setattr("pytest_webagent.tools.web.state._states", WeakKeyDictionary())
    return Caller(TOOLS, session, settings, site)


@pytest.fixture
async def shop(web):
    web.site.page("/inner", "<button>Take it</button><input type=password value='frame-secret'>")
    inner = f"{web.site.other_url}/inner"
    web.url = await web.show(PAGE.replace("INNER", inner), "/shop")
    await web.page.frames[1].wait_for_load_state()
    return web


async def test_inspect_tells_what_a_page_is_made_of_and_how_to_find_it(shop):
    output = await shop.do("web_inspect", url=shop.url)
    found = output["inspection"]
    login, search = found["forms"]
    assert (login["id"], login["method"], login["action"]) == ("login", "post", f"{shop.site.url}/login?next")
    assert [field["name"] for field in login["fields"]] == ["email", "pw", "lang", "csrf"]
    assert login["fields"][0]["label"] == "Email"
    assert login["fields"][0]["required"] is True
    assert [field["value"] for field in login["fields"]] == ["me@example.org", "***", "English", "***"]
    assert login["fields"][2]["options"] == ["English", "German"]
    assert (search["name"], search["method"]) == ("search", "get")
    assert {"Sign in", "Go", "Shadow button", "Take it"} == {each["text"] for each in found["buttons"]}
    assert found["buttons"][0]["attributes"] == {"data-testid": "go"}
    assert [each["placeholder"] for each in found["inputs"] if each["name"] == "q"] == ["Search"]
    assert [each["text"] for each in found["links"]] == ["Cart", "Help"]
    assert found["links"][0]["href"] == f"{shop.site.url}/cart?token"
    structure = found["structure"]
    assert (structure["title"], structure["language"], structure["frames"]) == ("Shop", "en", 2)
    assert structure["headings"] == [{"level": 1, "text": "Welcome"}, {"level": 2, "text": "Log in"}]
    assert {"role": "navigation", "label": "Main"} in structure["landmarks"]
    assert structure["counts"]["forms"] == 2
    assert found["iframes"][0]["title"] == "Offer"
    assert found["iframes"][0]["src"] == f"{shop.site.other_url}/inner"
    assert found["shadow_dom"][0] | {"selector": ""} == {
        "host": "x-card",
        "id": "",
        "mode": "open",
        "elements": 2,
        "selector": "",
    }
    assert found["data_attributes"]["data-testid"] == ["go"]
    assert {"url": f"{shop.site.url}/api/v1/items", "source": "script"} in found["api_hints"]
    assert output["message"].startswith("Found 2 forms, 4 buttons,")
    # web_extract reads in frames and shadow roots, too.
    texts = [each["text"] for each in (await shop.do("web_extract", selector="button"))["elements"]]
    assert texts == ["Sign in", "Shadow button", "Take it"]
    # The selectors that are told find what they stand for.
    assert found["selectors"]["forms"] == ["#login", "form[name=search]"]
    told = [each for each in [*found["buttons"], *found["inputs"]] if each["selector"]]
    assert len(told) >= len(found["buttons"]) + len(found["inputs"]) - 2  # what is in the frame may have none
    for each in told:
        read = await shop.do("web_extract", selector=each["selector"], extract_type="attributes")
        [name] = [element["attributes"].get("name", "") for element in read["elements"]]
        assert each.get("name", name) == name


async def test_no_secret_of_a_field_is_told(shop, subtests):
    for tool, arguments in (
        ("web_inspect", {"url": "{url}"}),
        ("web_extract", {"selector": "input, p, form, body", "extract_type": "all"}),
        (
            "web_extract",
            {"selector": "//input | //p | //form | //*[@data-echo]/@data-echo", "extract_type": "all"},
        ),
        ("web_screenshot", {}),
    ):
        with subtests.test(str(arguments)):
            given = {name: value.replace("{url}", shop.url) for name, value in arguments.items()}
            said = json.dumps(await shop.do(tool, **given))
            assert "hunter22" not in said
            assert "4111111111111111" not in said
            assert "frame-secret" not in said


async def test_a_short_secret_is_masked_in_its_own_field(web):
    await web.show(
        "<input name=otp value=7><div contenteditable aria-label='Recovery passphrase'>ab <b>cd</b></div>"
        "<textarea name=password>xy</textarea>"
    )
    for selector in (
        "//input/@value",
        "[contenteditable]",
        "[contenteditable] b",
        "//textarea/text()",
        "textarea",
    ):
        [element] = (await web.do("web_extract", selector=selector, extract_type="html"))["elements"]
        assert element["text"] in ("***", ""), selector
        assert not {"7", "ab", "cd", "xy"} & {*element.get("html", "").replace("<", ">").split(">")}, selector


async def test_what_is_typed_into_a_secret_field_now_is_masked_as_well(shop):
    await shop.page.fill("#pw", "typed-just-now")
    await shop.page.evaluate("document.querySelector('p').textContent = 'It is typed-just-now'")
    assert (await shop.do("web_extract", selector="p"))["elements"] == [{"text": "It is ***"}]


async def test_inspecting_the_current_page_leaves_it_as_it_is_and_another_is_opened(shop):
    await shop.page.fill("[name=q]", "half typed")
    found = (await shop.do("web_inspect", url=shop.url + "#part"))["inspection"]
    assert [each["value"] for each in found["inputs"] if each["name"] == "q"] == ["half typed"]
    assert len(shop.site.asked("/shop")) == 1
    shop.site.page("/help", "<h1>Help</h1>")
    found = (await shop.do("web_inspect", url=shop.site.url + "/help"))["inspection"]
    assert found["structure"]["headings"] == [{"level": 1, "text": "Help"}]
    assert shop.page.url.endswith("/help")


async def test_requests_a_page_makes_are_hints_at_its_api_without_their_values(web):
    web.site.page("/data", "[]")
    url = await web.show("<script>fetch('/data?key=sesame&page=1')</script>")
    hints = (await web.do("web_inspect", url=url))["inspection"]["api_hints"]
    assert hints == [{"url": f"{web.site.url}/data?key&page", "source": "request"}]


async def test_extract_reads_text_html_and_attributes_as_they_are_asked_for(web):
    await web.show("<p class=a>One <b>bold</b></p><p class=b hidden>Two</p>")
    assert (await web.do("web_extract", selector="p"))["elements"] == [{"text": "One bold"}, {"text": "Two"}]
    html = await web.do("web_extract", selector=".a", extract_type="html")
    assert html["elements"] == [{"text": "One bold", "html": '<p class="a">One <b>bold</b></p>'}]
    every = await web.do("web_extract", selector="//p[@class='b']", extract_type="all")
    assert every["elements"][0]["attributes"] == {"class": "b", "hidden": ""}
    assert every["count"] == 1


async def test_a_form_whose_fields_are_called_like_properties_is_read_all_the_same(web):
    names = [
        "matches",
        "attributes",
        "getAttribute",
        "id",
        "action",
        "method",
        "elements",
        "shadowRoot",
        "getClientRects",
        "checkVisibility",
    ]
    fields = "".join(f"<input name={name}>" for name in names)
    html = (
        f"<form id=f action='/go?key=1' method=post>{fields}<button>Go</button></form>"
        "<input type=password id=p><svg><a href='/svg'><text y=9>Svg</text></a></svg>"
    )
    url = web.site.page("/", html)
    await web.session.goto(url)
    web.context.begin()
    await web.page.evaluate("p.value = 'half\\ud800'")
    found = (await web.do("web_inspect", url=url))["inspection"]
    [form] = found["forms"]
    assert (form["id"], form["method"], form["selector"]) == ("f", "post", "#f")
    assert form["action"] == f"{web.site.url}/go?key"
    assert [field["name"] for field in form["fields"]] == names
    assert [link["href"] for link in found["links"]] == [f"{web.site.url}/svg"]
    assert (await web.do("web_extract", selector="form", extract_type="all"))["elements"][0]["attributes"][
        "id"
    ] == "f"
    assert (await web.do("web_screenshot"))["clickables"]
    assert (await web.fail("web_submit_form"))["dry_run"] is True


async def test_nothing_found_is_told_as_nothing(web):
    await web.show("<p>One</p>")
    output = await web.do("web_extract", selector=".none")
    assert (output["count"], output["elements"], output["message"]) == (0, [], "0 elements match.")


async def test_more_elements_than_are_told_are_counted(web):
    await web.show("<i>x</i>" * 700)
    output = await web.do("web_extract", selector="i")
    assert (output["count"], len(output["elements"])) == (700, 500)
    assert "the first 500 of them are told" in output["message"]
    await web.show(f"<p>{'x' * 6000}</p>" * 5)
    output = await web.do("web_extract", selector="p")
    assert (output["count"], len(output["elements"])) == (5, 3)


async def test_an_inspection_fits_into_the_room_there_is(web):
    url = await web.show(
        "".join(f"<a href='/{n}' data-n{n}={n}>Link {n}</a><input name=f{n}>" for n in range(300))
    )
    output = await web.do("web_inspect", url=url)
    found = output["inspection"]
    assert len(json.dumps(found)) <= 20_000
    assert found["structure"]["counts"]["links"] == 300
    assert 5 <= len(found["links"]) == len(found["selectors"]["links"]) < 100
    assert f"At most {len(found['links'])} of each kind are told." in output["message"]


async def test_a_long_text_is_cut(web):
    await web.show(f"<pre>{'x' * 50_000}</pre>")
    [element] = (await web.do("web_extract", selector="pre"))["elements"]
    assert len(element["text"]) == 20_003


NO_SELECTORS = [
    ("//div[", "is no valid XPath"),
    ("//p and", "is no valid XPath"),
    ("xpath=///", "is no valid XPath"),
    ("(//p", "is no valid XPath"),
    ("/count(", "is no valid XPath"),
    ("div[", "is no valid CSS selector"),
    ("p:has-text('x')", "is no valid CSS selector"),
    ("'; alert(1)", "is no valid CSS selector"),
    ("   ", "selector is empty"),
    ("(//p) = 1", "gives a value and no elements"),
]


async def test_a_selector_that_is_none_is_refused(web):
    await web.show("<p>One</p>")
    for selector, problem in NO_SELECTORS:
        output = await web.fail("web_extract", selector=selector)
        assert problem in output["message"], selector
        assert (output["count"], output["elements"]) == (0, [])


async def test_an_unknown_kind_of_extract_is_refused(web):
    await web.show("<p>One</p>")
    assert "one of text, html, attributes, all" in await web.fail(
        "web_extract", selector="p", extract_type="links"
    )


async def test_a_screenshot_holds_the_boxes_of_what_can_be_clicked_and_is_seen_by_a_model_that_sees(shop):
    result = await shop.use("web_screenshot")
    assert result.error is None
    output = result.output
    shot = output["screenshot"]
    with Image.open(io.BytesIO(base64.b64decode(shot["base64"]))) as picture:
        assert (picture.format, picture.size) == ("PNG", (shot["width"], shot["height"]))
    assert (shot["width"], shot["height"], shot["format"]) == (1280, 720, "png")
    assert output["page_state"] == {
        "url": shop.url,
        "title": "Shop",
        "viewport": {"width": 1280, "height": 720},
    }
    boxes = {each["text"]: each for each in output["clickables"]}
    assert {"Cart", "Help", "Email", "Sign in", "Shadow button", "Take it"} <= set(boxes)
    for text, locator in (
        ("Sign in", shop.page.get_by_text("Sign in")),
        ("Take it", shop.page.frame_locator("iframe").get_by_text("Take it")),
    ):
        real = await locator.bounding_box()
        told = boxes[text]
        assert abs(told["x"] - real["x"]) <= 1
        assert abs(told["y"] - real["y"]) <= 1
        assert abs(told["width"] - real["width"]) <= 1
        assert abs(told["height"] - real["height"]) <= 1
    assert boxes["Sign in"]["tag"] == "button"
    # A model that sees is given the picture itself.
    assert result.base64_image == shot["base64"]
    assert result.base64_image not in result.text
    assert '"base64": "(the picture)"' in result.text


async def test_a_screenshot_hides_filled_secret_fields_in_frames_too(shop):
    await shop.page.locator("x-card input").scroll_into_view_if_needed()
    output = await shop.do("web_screenshot")
    picture = Image.open(io.BytesIO(base64.b64decode(output["screenshot"]["base64"])))
    frame = shop.page.frame_locator("iframe")
    for locator in (shop.page.locator("#pw"), shop.page.locator("x-card input"), frame.locator("input")):
        box = await locator.bounding_box()
        inside = picture.crop(
            (box["x"] + 2, box["y"] + 2, box["x"] + box["width"] - 2, box["y"] + box["height"] - 2)
        )
        assert len(inside.getcolors()) == 1
    box = await shop.page.locator("[name=email]").bounding_box()
    inside = picture.crop(
        (box["x"] + 2, box["y"] + 2, box["x"] + box["width"] - 2, box["y"] + box["height"] - 2)
    )
    assert len(inside.getcolors(10_000)) > 1


async def test_a_page_that_is_stuck_ends_with_the_limit(web, monkeypatch):
    monkeypatch.setattr(web_views, "LOOK_SECONDS", 0.5)
    url, release = await web.show("<p>One</p>"), threading.Event()
    web.site.slow("/late", release, "")
    # Nothing else is done in the page until the answer comes, as in a loop without an end.
    late = "const late = new XMLHttpRequest(); late.open('GET', '/late', false); late.send()"
    await web.page.evaluate(f"() => void setTimeout(() => {{ {late} }})")
    calls = {"web_inspect": {"url": url}, "web_screenshot": {}, "web_extract": {"selector": "p"}}
    for tool, arguments in calls.items():
        output = await web.fail(tool, **arguments)
        assert "was given up after 0.5 s" in output["message"]
    monkeypatch.undo()
    release.set()
    assert (await web.do("web_extract", selector="p"))["count"] == 1


async def test_the_answers_have_the_fields_of_the_vocabulary(shop, monkeypatch, subtests):
    monkeypatch.setenv("WEB_TOOLS_ALLOW_HIGH_RISK", "true")
    shop.context.permissions = Permissions.of(shop.context.settings)
    shop.site.page("/login", "<p>In</p>")
    every = {
        "url": shop.url,
        "selector": "p",
        "selector_or_text": "Cart",
        "tag": "a",
        "field_hint": "Email",
        "value": "a@b.c",
    }
    for spec in (spec for spec in BUDDY if spec.result):
        with subtests.test(spec.name):
            await shop.do("web_browser_start")
            if shop.page.url != shop.url:
                await shop.session.goto(shop.url)
            known = {each.rstrip("?") for each in spec.parameters}
            given = {name: value for name, value in every.items() if name in known}
            output = (await shop.use(spec.name, **given)).output
            assert [*misfits(output, spec.result)] == []
            if "execution_time_ms" in spec.result:
                await shop.do("web_browser_stop")
                output = await shop.fail(spec.name, **given)
                flat = {name: kind for name, kind in spec.result.items() if isinstance(kind, str)}
                assert [*misfits(output, flat)] == []
                assert set(spec.result) <= set(output)


ALIKE = """<button data-k=plain>Plain</button><button id=twice data-k=one>One</button><div id=host></div>
<x-card></x-card><x-card></x-card><iframe srcdoc="<b><button data-k=inner>Inner</button><a href=/x data-k=link>Only here</a></b>"></iframe>
<script>
for (const [at, card] of document.querySelectorAll('x-card').entries())
  card.attachShadow({mode: 'open'}).innerHTML = `<button id=go data-k=card${at}>Go</button><form name=pay><input name=code data-k=code${at}></form>`;
const outer = document.querySelector('#host').attachShadow({mode: 'open'});
outer.innerHTML = `<button id=twice data-k=outer>Outer</button><p></p>`;
outer.querySelector('p').attachShadow({mode: 'open'}).innerHTML = '<button data-k=deep>Deep</button>';
for (const each of document.querySelectorAll('button')) each.onclick = () => document.title = each.dataset.k;
</script>"""


async def test_a_recommended_selector_finds_that_element_and_no_other(web, subtests):
    url = await web.show(ALIKE)
    found = (await web.do("web_inspect", url=url))["inspection"]
    buttons = {each["attributes"]["data-k"]: each["selector"] for each in found["buttons"]}
    assert [name for name, selector in buttons.items() if not selector] == ["inner"]
    assert {*buttons} == {"plain", "one", "card0", "card1", "outer", "deep", "inner"}
    assert sorted(filter(None, buttons.values())) == sorted(found["selectors"]["buttons"])
    links = [each["selector"] for each in found["links"]]
    inputs = [each["selector"] for each in found["inputs"]]
    assert len({*inputs}) == 2
    for selector in (*found["selectors"]["buttons"], *links, *inputs):
        with subtests.test(selector):
            read = await web.do("web_extract", selector=selector, extract_type="attributes")
            [attributes] = [each["attributes"] for each in read["elements"]]
            assert buttons.get(attributes["data-k"], selector) == selector
    for name in ("plain", "one"):
        await web.do("web_click", selector_or_text=buttons[name])
        assert await web.page.title() == name
    for at, selector in enumerate(inputs):
        await web.do("web_fill", field_hint=selector, value=f"v{at}")
    values = "cards => cards.map(card => card.shadowRoot.querySelector('input').value)"
    assert await web.page.eval_on_selector_all("x-card", values) == ["v0", "v1"]


async def test_where_no_selector_finds_an_element_alone_none_is_recommended(web):
    frame = "<iframe srcdoc='<button>Same</button>'></iframe>"
    url = await web.show(frame * 2)
    found = (await web.do("web_inspect", url=url))["inspection"]
    assert [each["selector"] for each in found["buttons"]] == ["", ""]
    assert found["selectors"]["buttons"] == []


def only_for_api_call(**security):
    return ToolConfig(tool_settings={"api_call": ToolSettings(security_settings=SecurityPolicy(**security))})


@pytest.mark.parametrize(
    ("tools", "config", "told"),
    [
        (api_call.TOOLS, ToolConfig(), True),
        ((), ToolConfig(), False),
        (api_call.TOOLS, ToolConfig(disabled_tools=("api_call",)), False),
        (api_call.TOOLS, only_for_api_call(blocked_domains=("127.0.0.1",)), False),
        (api_call.TOOLS, only_for_api_call(allow_network_access=False), False),
    ],
)
async def test_an_api_of_the_page_is_preferred_where_it_may_be_called(web, tools, config, told):
    for item in tools:
        web.registry.add(item)
    web.context.permissions = Permissions.of(web.context.settings, config)
    web.site.answer("/items", lambda request: Answer('[{"id": 1}]', content_type="application/json"))
    web.site.page("/text", "x")
    url = await web.show("<script>fetch('/items?token=abc'); fetch('/text')</script><p>Shop</p>")
    await web.page.wait_for_load_state("networkidle")
    output = await web.do("web_inspect", url=url)
    hints = {each["url"]: each.get("prefer") for each in output["inspection"]["api_hints"]}
    assert hints == {
        f"{web.site.url}/items?token": "api_call" if told else None,
        f"{web.site.url}/text": None,
    }
    assert (f"call api_call on {web.site.url}/items." in output["message"]) is told

"""Hints for sites: names for selectors and notes, from files beside the tests."""

from weakref import WeakKeyDictionary

import pytest
from one_session import one_session  # noqa: F401 (a fixture)
from web_tools import Caller

from pytest_webagent.agent.loop import Agent
from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError, Inconclusive
from pytest_webagent.testing import ScriptedModel, call
from pytest_webagent.tools.core.context import ToolContext
from pytest_webagent.tools.toolsets import tools_of
from pytest_webagent.tools.web import web_actions, web_views

FILE = """version: 3
origins: [ORIGIN]
hints:
  selectors:
    pay button: "#pay"
    mail: input[name=mail]
  notes:
    - Paying
      takes two clicks.
"""
PAGE = (
    "<button id=pay onclick=\"document.title = 'paid'\">Order</button><input name=mail><button>Order</button>"
)


@pytest.fixture
def settings():
    return Settings(check_timeout=0.0)


@pytest.fixture
def web(session, settings, site, monkeypatch, tmp_path):
    monkeypatch.setattr("pytest_webagent.tools.web.state._states", WeakKeyDictionary())
    caller = Caller((*web_views.TOOLS, *web_actions.TOOLS), session, settings, site)
    caller.context.sites = str(tmp_path)
    return caller


@pytest.mark.parametrize("origin", ["{url}", "http://127.0.0.1:*"])
async def test_names_of_the_site_are_taken_in_place_of_selectors(web, tmp_path, origin):
    (tmp_path / "checkout.yaml").write_text(FILE.replace("ORIGIN", repr(origin.format(url=web.site.url))))
    await web.show(PAGE)
    await web.do("web_click", selector_or_text="site=pay button")
    assert await web.page.title() == "paid"
    await web.do("web_fill", field_hint="site=mail", value="ann")
    assert await web.page.input_value("input") == "ann"
    assert (await web.do("web_extract", selector="site=pay button"))["elements"] == [{"text": "Order"}]
    output = await web.fail("web_click", selector_or_text="site=pay buton")
    assert "no name 'pay buton' (did you mean 'pay button'?); it has: pay button, mail" in output["message"]


async def test_a_plain_tag_is_a_selector_and_a_wrong_one_is_told_with_its_name(web, tmp_path):
    text = FILE.replace("ORIGIN", web.site.url).replace(
        "  notes:", "    two: aside b\n    bad: '#['\n  notes:"
    )
    (tmp_path / "checkout.yaml").write_text(text)
    await web.show("<aside><b onclick=\"document.title = 'two'\">Go</b></aside><button>aside b</button>")
    await web.do("web_click", selector_or_text="site=two")
    assert await web.page.title() == "two"
    assert (await web.do("web_extract", selector="site=two"))["count"] == 1
    output = await web.fail("web_click", selector_or_text="site=bad")
    assert "there is no button 'site=bad' (selector '#[')" in output["message"]
    assert "is no valid CSS selector" in output["message"]
    output = await web.fail("web_extract", selector="site=bad")
    assert output["message"].startswith("'site=bad' (selector '#[') is no valid CSS selector")


async def test_hints_of_another_site_hold_only_there(web, tmp_path):
    (tmp_path / "checkout.yaml").write_text(FILE.replace("ORIGIN", "https://shop.example"))
    await web.show(PAGE)
    output = await web.fail("web_click", selector_or_text="site=pay button")
    assert "no file in webagent_sites has names for this site" in output["message"]


WRONG = [
    ("origins: [https://a.example]\nhints: {}", ":1:1: 'version' is missing"),
    ("version: 1\norigins: [a.example]\nhints: {}", ":2:11: 'a.example' is no origin"),
    ("version: 1\norigins: [https://a.example/shop]\nhints: {}", "it has more than scheme, host and port"),
    (
        "version: 1\norigins: [https://a.example]\nhints:\n  names: {a: b}",
        ":4:3: there is no key 'names' here",
    ),
    ("version: one\norigins: [https://a.example]\nhints: {}", ":1:10: 'version': "),
    ("version: [", "checkout.yaml:1:"),
]


@pytest.mark.parametrize(("text", "why"), WRONG)
async def test_a_file_that_is_none_is_an_error_with_line_and_column(web, tmp_path, text, why):
    (tmp_path / "checkout.yaml").write_text(text)
    await web.show(PAGE)
    with pytest.raises(ConfigError) as caught:
        await web.use("web_click", selector_or_text="site=pay button")
    assert str(caught.value).startswith("webagent_sites/checkout.yaml:")
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("tools", "names"),
    [
        ("default", ""),
        ("web", '- In place of a selector the web_* tools take: "site=pay button", "site=mail"\n'),
    ],
)
async def test_a_model_is_told_the_hints_of_the_newest_page_outside_the_fence(web, tmp_path, tools, names):
    (tmp_path / "checkout.yaml").write_text(FILE.replace("ORIGIN", web.site.url))
    home, other = (
        await web.show(PAGE),
        web.site.other_url + web.site.page("/other", "Other").split(web.site.url)[1],
    )
    asked = []

    def go(request):
        asked.append([message.text for message in request.messages if message.role == "user"])
        return call(
            "web_navigate" if tools == "web" else "goto_url",
            **{"url" if tools == "web" else "page_name": other},
        )

    def end(request):
        asked.append([message.text for message in request.messages if message.role == "user"])
        return call("stop", answer="Nothing to do.", status="not_understood")

    settings = web.context.settings
    web.session.origins.admit(other)
    context = ToolContext(session=web.session, settings=settings, sites=str(tmp_path), opened=home)
    agent = Agent(
        model=ScriptedModel([go, end]),
        session=web.session,
        tools=tools_of([tools]),
        settings=settings,
        context=context,
    )
    with pytest.raises(Inconclusive):
        await agent.run("Pay")
    told = (
        "Hints of the tests' author for this site (checkout, version 3; not from the page):\n"
        f"{names}- Paying takes two clicks."
    )
    assert asked[0][-1].endswith("\n\n" + told)
    assert asked[0][-1].index("</page") < asked[0][-1].index(told)
    assert told not in "".join(asked[1])

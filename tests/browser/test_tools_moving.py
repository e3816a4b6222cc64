"""Keys, addresses, tabs and dialogs."""

import pytest
from one_session import one_session  # noqa: F401 (a fixture)
from page_hands import LOREM

from pytest_webagent.config import NamedPage, Settings
from pytest_webagent.errors import EnvironmentFailure
from pytest_webagent.tools.gui.keys import NAMES


async def test_press_key_presses_it_where_the_focus_is(hands):
    await hands.show("<form action='/sent'><input name=n value=a autofocus></form>")
    hands.site.page("/sent", "Thanks")
    await hands.page.locator("input").focus()
    assert (await hands.do("press_key", key="enter")).startswith("Pressed Enter.")
    assert hands.page.url.endswith("/sent?n=a")


async def test_press_key_focuses_the_element_first(hands):
    await hands.show("<input aria-label=One><input aria-label=Two value=abc>")
    said = await hands.do("press_key", "Two", key="backspace")
    assert "in textbox 'Two'" in said
    assert await hands.page.locator("input").nth(1).input_value() in ("ab", "bc", "abc")
    assert await hands.page.evaluate("document.activeElement.getAttribute('aria-label')") == "Two"


async def test_a_chord_is_what_a_person_would_press(hands):
    await hands.show(
        "<input aria-label=Name value=abc><script>onkeydown = event =>"
        " document.title += ` ${event.ctrlKey ? 'ctrl-' : ''}${event.key}`</script>"
    )
    await hands.do("press_key", "Name", key="CTRL+A")
    await hands.do("press_key", key="delete")
    assert await hands.page.locator("input").input_value() == ""
    assert await hands.page.title() == "Test ctrl-Control ctrl-a Delete"


async def test_an_unknown_key_is_refused_before_anything_is_pressed(hands):
    await hands.show("<script>onkeydown = event => document.title = event.key</script>")
    assert "did you mean Enter?" in await hands.fail("press_key", key="Entre")
    assert "In to enter text" not in await hands.fail("press_key", key="Control+Foo")
    assert await hands.page.title() == "Test"


async def test_playwright_knows_every_key_we_name(hands):
    await hands.show(
        "<script>onkeydown = event => { event.preventDefault(); window.last = event.key; }</script>"
    )
    for name in NAMES:
        await hands.page.keyboard.press(name)
    for character in "aZ1!~+-\\\"'`{}|<>?":
        await hands.page.keyboard.press(character)
    assert await hands.page.evaluate("last") == "?"


@pytest.fixture
def named(hands):
    for path in ("/cart", "/cars", "/help", "/help/contact"):
        hands.site.page(path, f"<h1>{path}</h1>")
    pages = (
        NamedPage("Cart", hands.site.url + "/cart"),
        NamedPage("car", hands.site.url + "/cars"),
        NamedPage("Help center", "/help"),
        NamedPage("Help contact", hands.site.url + "/help/contact"),
    )
    hands.context.settings = Settings(pages=pages, start_url=hands.site.url + "/")
    return hands


# Never the same page twice running: that it was opened could not be seen.
CALLED = {
    "cart": "/cart",
    "car rental": "/cars",
    "CART": "/cart",
    "help center": "/help",
    "the cart": "/cart",
    "contact": "/help/contact",
    "/help": "/help",
}


async def test_a_page_is_opened_by_its_name_or_a_part_of_it(named, subtests):
    await named.show(LOREM)
    for words, path in CALLED.items():
        with subtests.test(words):
            await named.do("goto_url", page_name=words)
            assert named.page.url == named.site.url + path


async def test_an_ambiguous_name_lists_the_candidates_and_an_unknown_one_all_pages(named):
    await named.show(LOREM)
    error = await named.fail("goto_url", page_name="help")
    assert error == "'help' fits several pages: 'Help center', 'Help contact'. Give one of these names"
    error = await named.fail("goto_url", page_name="checkout")
    assert "there is no page 'checkout'" in error
    assert "The page names are: Cart, car, Help center, Help contact" in error
    assert named.site.url in error


async def test_a_name_that_is_a_part_of_the_words_is_not_preferred_to_one_they_are_a_part_of(named):
    pages = (NamedPage("Rome", "/rome"), NamedPage("Car rental in Rome", "/cars"))
    named.context.settings = named.context.settings._replace(pages=pages)
    await named.show(LOREM)
    error = await named.fail("goto_url", page_name="rental Rome")
    assert error == "'rental Rome' fits several pages: 'Rome', 'Car rental in Rome'. Give one of these names"


async def test_urls_of_the_page_the_test_opened_are_allowed_and_no_others(hands):
    await hands.show(LOREM)
    hands.site.page("/a", "<h1>A</h1>")
    await hands.do("goto_url", page_name=hands.site.url + "/a")
    assert hands.page.url == hands.site.url + "/a"
    for url in (hands.site.other_url + "/a", "file:///etc/passwd", "data:text/html,x", "chrome://version"):
        assert "cannot be opened" in await hands.fail("goto_url", page_name=url)
        assert "cannot be opened" in await hands.fail("open_tab", page_name=url)
    assert hands.page.url == hands.site.url + "/a"
    assert len(hands.session.context.pages) == 1


async def test_a_link_to_another_site_does_not_allow_that_site(hands):
    hands.site.page("/a", "<h1>A</h1>")
    await hands.show(f"<a href='{hands.site.other_url}/a'>Elsewhere</a>")
    await hands.do("click", "Elsewhere")
    assert hands.page.url.startswith(hands.site.other_url)
    assert "cannot be opened" in await hands.fail("goto_url", page_name="/a")


async def test_an_address_that_cannot_be_reached_ends_the_run(hands):
    await hands.show(LOREM)
    hands.session.origins.admit("http://127.0.0.1:9")
    with pytest.raises(EnvironmentFailure):
        await hands.use("goto_url", page_name="http://127.0.0.1:9/")


async def test_go_back_and_refresh(hands):
    await hands.show("<a href='/two'>Two</a>")
    hands.site.page("/two", "<h1>Two</h1>")
    await hands.do("click", "Two")
    await hands.do("refresh")
    assert len(hands.site.asked("/two")) == 2
    await hands.do("go_back")
    assert hands.page.url == hands.site.url + "/"


async def test_go_back_within_one_document(hands):
    await hands.show("<a href='#part'>Part</a>")
    await hands.do("click", "Part")
    await hands.do("go_back")
    assert hands.page.url == hands.site.url + "/"


async def test_going_back_to_where_nothing_was_is_refused(hands):
    await hands.show(LOREM)
    await (await hands.session.context.new_cdp_session(hands.page)).send("Page.resetNavigationHistory")
    assert "there is no earlier page in this tab" in await hands.fail("go_back")
    assert hands.page.url == hands.site.url + "/"


async def test_tabs_are_opened_switched_and_closed(hands):
    await hands.show("<h1>One</h1>")
    hands.site.page("/two", "<h1>Two</h1>")
    await hands.do("open_tab", page_name="/two")
    assert hands.page.url.endswith("/two")
    await hands.do("switch_tab", number=1)
    assert hands.page.url == hands.site.url + "/"
    assert "tab" in await hands.fail("switch_tab", number=7)
    await hands.do("switch_tab", number=2)
    await hands.do("close_tab")
    assert hands.page.url == hands.site.url + "/"
    assert "only tab" in await hands.fail("close_tab")


CONFIRM = "<button onclick=\"document.title = confirm('Delete it?') ? 'deleted' : 'kept'\">Delete</button>"


async def test_a_dialog_is_left_to_the_model_and_nothing_else_is_done_before(hands, subtests):
    await hands.show(CONFIRM)
    for tool, title in (("accept_dialog", "deleted"), ("dismiss_dialog", "kept")):
        with subtests.test(tool):
            said = await hands.do("click", "Delete")
            assert "Delete it?" in said
            for other in ("click", "refresh", "wait"):
                assert "call accept_dialog or dismiss_dialog first" in await hands.fail(other)
            await hands.do(tool)
            assert await hands.page.title() == title


async def test_a_prompt_gets_its_text(hands):
    await hands.show("<button onclick=\"document.title = prompt('Name?')\">Ask</button>")
    await hands.do("click", "Ask")
    await hands.do("accept_dialog", text="Ann")
    assert await hands.page.title() == "Ann"


async def test_answering_no_dialog_is_told(hands):
    await hands.show(LOREM)
    assert "dialog" in await hands.fail("accept_dialog")
    assert "dialog" in await hands.fail("dismiss_dialog")


async def test_a_dialog_that_typing_or_choosing_opens_is_told(hands):
    await hands.show(
        "<input aria-label=Name onchange='alert(1)'><select aria-label=S onchange='alert(2)'><option>A<option>B</select>"
    )
    said = await hands.do("selection", "S", "combobox", text="B")
    assert "Chose 'B'" in said
    assert "accept_dialog" in said
    await hands.do("accept_dialog")
    said = await hands.do("type", "Name", text="x", submit=True)
    assert "accept_dialog" in said
    await hands.do("accept_dialog")


async def test_stop_wants_an_answer_and_a_known_status(hands):
    assert "answer is empty" in await hands.fail("stop", answer=" ")
    assert "'status' must be one of done, goal_not_met, not_understood" in await hands.fail(
        "stop", answer="7", status="success"
    )
    assert await hands.do("stop", answer="7") == "The run ends."


@pytest.mark.parametrize("origin", ["url", "other_url"])
async def test_go_back_takes_back_what_a_frame_opened(hands, origin):
    inner = getattr(hands.site, origin)
    hands.site.page("/a", "<a href=/b>On</a>")
    hands.site.page("/b", "<h2>Second</h2>")
    hands.site.page("/start", "<p>Start</p>")
    await hands.session.goto(hands.site.url + "/start")
    await hands.show(f"<iframe src='{inner}/a'></iframe>", "/outer")
    said = await hands.do("click", "On", "link")
    assert "Nothing" not in said
    assert "Second" in (await hands.session.observe()).text
    assert await hands.do("go_back") == "Went back."
    assert "On" in (await hands.session.observe()).text
    assert "the page is now at" in await hands.do("go_back")
    assert "Start" in (await hands.session.observe()).text

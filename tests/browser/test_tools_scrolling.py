"""Scrolling the thing meant, finding text, and waiting."""

import pytest
from one_session import one_session  # noqa: F401 (a fixture)
from page_hands import LOREM

from pytest_webagent.tools.gui import scrolling

LONG = "<h1>Top</h1>" + LOREM * 60 + "<p id=end>The end</p>"
PANEL = (
    "<div id=p aria-label=Results style='height:300px;overflow:auto;border:1px solid'>"
    + "".join(f"<p>Row {n}</p>" for n in range(60))
    + "</div>"
)


async def top(hands, selector=None):
    if selector is None:
        return await hands.page.evaluate("scrollY")
    return await hands.page.locator(selector).evaluate("each => each.scrollTop")


async def test_scroll_moves_the_page_by_most_of_a_screen_and_says_how_much_is_left(hands):
    await hands.show(LONG)
    said = await hands.do("scroll", direction="down")
    assert said.startswith("Scrolled down by 576 px: the page; ")
    assert "px are left below" in said
    assert await top(hands) == 576
    await hands.do("scroll", direction="up")
    assert await top(hands) == 0


async def test_scroll_says_when_the_end_is_reached_and_when_it_was_before(hands):
    await hands.show(LONG)
    assert await hands.do("scroll", direction="up") == "The page is at the top already; nothing was scrolled."
    for _ in range(20):
        said = await hands.do("scroll", direction="down")
        if "bottom now" in said:
            break
    assert "it is at the bottom now" in said
    assert "at the bottom already" in await hands.do("scroll", direction="down")


async def test_a_short_page_has_nothing_to_scroll(hands):
    await hands.show("<h1>Short</h1>")
    assert "Nothing on the page can be scrolled down" in await hands.do("scroll", direction="down")


async def test_the_panel_of_the_element_is_scrolled(hands):
    await hands.show(LONG + PANEL + LONG)
    await hands.page.locator("#p").scroll_into_view_if_needed()
    before = await top(hands)
    await hands.session.observe()
    said = await hands.do("scroll", "Row 1", direction="down")
    assert "the scrollable <div> 'Results'" in said
    assert await top(hands, "#p") > 100
    assert await top(hands) == before


async def test_the_panel_under_coords_is_scrolled(hands):
    await hands.show(PANEL)
    await hands.do("scroll", direction="down", coords=await hands.middle("#p"))
    assert await top(hands, "#p") > 100


async def test_the_largest_panel_is_scrolled_where_the_page_itself_does_not(hands):
    await hands.show(
        "<style>body{margin:0;height:100vh;overflow:hidden;display:flex}</style>"
        f"<nav id=n style='width:150px;overflow:auto'>{LOREM * 60}</nav>"
        f"<main id=m style='flex:1;overflow:auto'>{LOREM * 60}</main>"
    )
    await hands.do("scroll", direction="down")
    assert await top(hands, "#m") > 100
    assert await top(hands, "#n") == 0


async def test_an_open_dialog_is_scrolled_rather_than_the_page_behind(hands):
    await hands.show(
        LONG + "<dialog id=d style='height:200px;overflow:auto'>" + LOREM * 30 + "</dialog>"
        "<script>document.querySelector('#d').showModal()</script>"
    )
    await hands.do("scroll", direction="down")
    assert await top(hands, "#d") > 50
    assert await top(hands) == 0


async def test_a_frame_is_scrolled_by_an_element_in_it_and_as_the_main_thing(hands):
    inner = hands.site.page("/inner", LONG)
    await hands.show(f"<iframe src='{inner}' style='width:90vw;height:80vh'></iframe>")
    await hands.page.frames[1].wait_for_load_state()
    await hands.session.observe()
    await hands.do("scroll", direction="down")
    assert await hands.page.frames[1].evaluate("scrollY") > 100
    await hands.do("scroll", element_id=str(hands.element("Top", "heading").id), direction="up")
    assert await hands.page.frames[1].evaluate("scrollY") == 0


async def test_the_page_is_scrolled_by_an_element_of_a_frame_that_cannot_be(hands):
    inner = hands.site.page("/inner", "<p>Small</p>")
    await hands.show(f"<iframe src='{inner}'></iframe>" + LONG)
    await hands.page.frames[1].wait_for_load_state()
    await hands.session.observe()
    await hands.do("scroll", "Small", direction="down")
    assert await top(hands) > 100


async def test_a_panel_is_scrolled_sideways(hands):
    await hands.show(
        "<div id=p style='width:300px;overflow-x:auto;white-space:nowrap'>"
        + "<button>Item</button>" * 80
        + "</div>"
    )
    said = await hands.do("scroll", direction="right", coords=await hands.middle("#p"))
    assert "left to the right" in said
    assert await hands.page.locator("#p").evaluate("each => each.scrollLeft") == 240


async def test_a_page_that_moves_by_the_wheel_alone_gets_the_wheel(hands):
    await hands.show("""<style>body{overflow:hidden}</style><h1>Slide 1</h1><script>
        let slide = 1; onwheel = event => {
            slide += Math.sign(event.deltaY); document.querySelector('h1').textContent = 'Slide ' + slide; };
    </script>""")
    assert "Turned the mouse wheel down" in await hands.do("scroll", direction="down")
    assert await hands.page.locator("h1").inner_text() == "Slide 2"


async def test_more_that_loads_while_scrolling_counts_as_left(hands):
    await hands.show(
        LONG
        + """<script>
        onscroll = () => { if (scrollY + innerHeight > document.documentElement.scrollHeight - 50)
            document.body.insertAdjacentHTML('beforeend', '<p>more</p>'.repeat(60)); };
    </script>"""
    )
    await hands.page.evaluate("scrollTo(0, document.documentElement.scrollHeight - innerHeight - 100)")
    said = await hands.do("scroll", direction="down")
    assert "px are left below" in said


async def test_scroll_to_text_brings_it_into_sight(hands):
    await hands.show(LONG)
    assert await hands.do("scroll_to_text", text="the END") == "'the END' is in sight."
    assert await top(hands) > 100
    assert hands.context.target is not None
    assert 0 <= hands.context.target.y < 720


async def test_scroll_to_text_finds_a_text_over_several_elements_and_in_frames(hands):
    inner = hands.site.page("/inner", LOREM * 30 + "<p>Deep words</p>")
    await hands.show(LOREM * 40 + "<p>Total <b>to</b> pay</p>" + f"<iframe src='{inner}'></iframe>")
    await hands.do("scroll_to_text", text="Total to pay")
    await hands.do("scroll_to_text", text="Deep words")
    assert await hands.page.frames[1].evaluate("scrollY") > 0


async def test_scroll_to_text_says_that_there_are_several(hands):
    await hands.show("<p style='display:none'>Mug</p>" + LOREM * 50 + "<p id=a>Mug</p><p>Mug</p>")
    assert "It is the first of 2 places" in await hands.do("scroll_to_text", text="Mug")


LAZY = """<ul id=l style='height:300px;overflow:auto'></ul><script>
    const list = document.querySelector('#l'); let rows = 0;
    const more = () => { if (rows < %d) list.insertAdjacentHTML('beforeend',
        Array.from({length: 20}, () => `<li>Row number ${++rows}.</li>`).join('')); };
    more(); list.onscroll = () => { if (list.scrollTop + 300 > list.scrollHeight - 40) more(); };
</script>"""


async def test_scroll_to_text_follows_a_list_that_loads_while_scrolling(hands):
    await hands.show(LAZY % 200)
    await hands.do("scroll_to_text", text="Row number 70.")
    assert await hands.page.get_by_text("Row number 70.").is_visible()


async def test_scroll_to_text_gives_up_on_a_list_without_end_and_returns(hands, monkeypatch):
    monkeypatch.setattr(scrolling, "_MOST_SCREENS", scrolling._MOST_SCREENS // 2)
    await hands.show(LAZY % 100000)
    assert "nowhere on the page" in await hands.fail("scroll_to_text", text="Row number 99999.")
    assert await top(hands, "#l") == 0


async def test_wait_ends_when_the_text_appears(hands):
    await hands.show(
        "<p></p><script>setTimeout(() => document.querySelector('p').textContent = 'Ready', 300)</script>"
    )
    assert "'ready' is on the page" in await hands.do("wait", text="ready", seconds=10)


async def test_wait_says_when_the_text_did_not_appear(hands):
    await hands.show("<p style='display:none'>Ready</p>")
    assert await hands.fail("wait", text="Ready", seconds=0.3) == "'Ready' did not appear within 0.3 s."


async def test_wait_reads_frames_and_survives_a_new_page(hands):
    inner = hands.site.page("/inner", "<p>Framed</p>")
    hands.site.page("/next", f"<iframe src='{inner}'></iframe>")
    await hands.show("<script>setTimeout(() => location.href = '/next', 200)</script>")
    assert "is on the page" in await hands.do("wait", text="Framed", seconds=10)


@pytest.mark.parametrize(
    "awaited", [{"description": "the Pay button"}, {"selector": "#pay"}, {"selector": "//button[@id='pay']"}]
)
async def test_wait_ends_when_an_element_appears(hands, awaited):
    late = (
        "<script>setTimeout(() => { document.body.innerHTML = '<button id=pay>Pay</button>' }, 300)</script>"
    )
    await hands.show(f"<button id=pay hidden>Pay</button>{late}")
    (said,) = awaited.values()
    assert await hands.do("wait", **awaited, seconds=10) == f"{said!r} is on the page."
    assert await hands.fail("wait", description="the Void button", seconds=0.3) == (
        "'the Void button' did not appear within 0.3 s."
    )
    assert await hands.fail("wait", selector="#void", seconds=0.3) == "'#void' did not appear within 0.3 s."


async def test_wait_says_what_is_no_selector_and_waits_for_one_thing(hands):
    await hands.show("<p>Hello</p>")
    for wrong in ("p[", "//p[", "void=p"):
        assert "the selector is neither CSS nor XPath" in await hands.fail("wait", selector=wrong, seconds=5)
    assert "text or selector, and not for several" in await hands.fail("wait", text="Hello", selector="p")


async def test_wait_refuses_times_out_of_bounds(hands, subtests):
    await hands.show(LOREM)
    for seconds in [31, -1, "long"]:
        with subtests.test(seconds):
            assert "'seconds'" in await hands.fail("wait", seconds=seconds)


async def test_wait_waits_for_a_time(hands):
    await hands.show("<script>setTimeout(() => document.title = 'later', 50)</script>")
    assert await hands.do("wait", seconds=0.2) == "Waited 0.2 s."
    assert await hands.page.title() == "later"


async def test_a_list_that_loads_more_a_while_after_its_end_is_reached_is_followed(hands):
    await hands.show("""<div id=l style='height:200px;overflow:auto'></div><script>
        let rows = 0, due = 0;
        const more = () => { due = 0; for (let i = 0; i < 10; i++) l.append(Object.assign(document.createElement('p'), { textContent: 'Entry ' + rows++ + '.' })); };
        more();
        l.onscroll = () => { if (!due && rows < 40 && l.scrollTop + l.clientHeight > l.scrollHeight - 5) due = setTimeout(more, 400); };
        </script>""")
    assert "is in sight" in await hands.do("scroll_to_text", text="Entry 34.")
    assert "is nowhere on the page" in await hands.fail("scroll_to_text", text="Entry 99.")

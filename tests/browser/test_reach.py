"""Which controls are said to be uncovered, and whether their boxes are where a mouse finds them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from matrix_cases import repeats
from one_session import one_session  # noqa: F401 (a fixture)
from playwright.async_api import ProxySettings

from pytest_webagent.browser.session import BrowserSession
from pytest_webagent.config import Settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from conftest import Site

    from pytest_webagent.browser.pool import BrowserPool
    from pytest_webagent.observation import Element, Observation

    See = Callable[..., Awaitable[Observation]]

OVERLAY = "<div style='position:fixed;inset:0;background:#0008'></div>"
AT = "style='position:absolute;left:{}px;top:{}px;width:{}px;height:{}px'"


@pytest.fixture
def see(session: BrowserSession, site: Site) -> See:
    """Shows a page and looks at it with marks."""

    async def show(html: str) -> Observation:
        await session.goto(site.page("/", html))
        return await session.observe(marks=True)

    return show


def called(seen: Observation, name: str) -> Element:
    found = [
        each
        for each in seen.elements
        if each.id is not None and name in (each.name, each.text, each.description, each.role)
    ]
    assert len(found) == 1, f"{len(found)} are called {name!r} in\n{seen.text}"
    return found[0]


def is_uncovered(seen: Observation, name: str) -> bool:
    return called(seen, name).id in seen.uncovered


async def test_nothing_is_said_to_be_uncovered_unless_it_was_asked_for(
    session: BrowserSession, site: Site
) -> None:
    await session.goto(site.page("/", "<button>Save</button>"))
    assert (await session.observe()).uncovered == frozenset()
    assert len((await session.observe(marks=True)).uncovered) == 1


async def test_controls_of_every_kind_are_uncovered_and_mere_text_is_not(see: See) -> None:
    seen = await see(
        """<h1>Title</h1><p>Words</p><a href=/>Link</a> <button>Button</button> <input aria-label=Field>
        <select aria-label=Choice><option>One</select> <input type=checkbox aria-label=Tick>
        <textarea aria-label=Area></textarea> <div onclick="1" style="width:60px">Clickable</div>
        <canvas width=50 height=50></canvas> <div role=tab>Tab</div> <details><summary>More</summary></details>
        <div contenteditable aria-label=Editor style="height:20px"></div>"""
    )
    reached = {seen.find(number) for number in seen.uncovered}
    assert {each.name or each.text or each.role for each in reached if each} == {
        *("Link", "Button", "Field", "Choice", "Tick", "Area", "Clickable", "canvas", "Tab", "More", "Editor")
    }


async def test_what_a_modal_covers_is_not_uncovered_and_what_is_in_it_is(see: See) -> None:
    seen = await see(
        "<button>Behind</button><canvas width=300 height=200></canvas>"
        + OVERLAY.replace(
            "></div>",
            "><div role=dialog aria-modal=true style='margin:200px'><button>Accept</button></div></div>",
        )
    )
    assert {seen.find(number) for number in seen.uncovered} == {called(seen, "Accept")}


async def test_what_a_native_modal_makes_inert_is_not_uncovered(see: See) -> None:
    seen = await see(
        "<button>Behind</button><dialog id=d><button>Close</button></dialog><script>d.showModal()</script>"
    )
    assert not is_uncovered(seen, "Behind")
    assert is_uncovered(seen, "Close")


async def test_an_overlay_of_exactly_the_same_size_covers_too(see: See) -> None:
    seen = await see(
        f"""<div {AT.format(10, 10, 300, 200)}><canvas width=300 height=200 style="position:absolute"></canvas>
        <div style="position:absolute;inset:0;background:#0008"></div></div>
        <div {AT.format(400, 10, 300, 200)}><div onclick="1" title=Card style="position:absolute;inset:0"></div>
        <div style="position:absolute;inset:0;background:#0008"></div></div>
        <button {AT.format(10, 300, 90, 30)}>Lower</button><button {AT.format(10, 300, 90, 30)}>Upper</button>"""
    )
    assert not is_uncovered(seen, "canvas")
    assert not is_uncovered(seen, "Card")
    assert not is_uncovered(seen, "Lower")
    assert is_uncovered(seen, "Upper")


async def test_what_has_scrolled_behind_a_sticky_header_is_not_uncovered(
    see: See, session: BrowserSession
) -> None:
    await see(
        """<div style="position:sticky;top:0;height:60px;background:#fff;z-index:1"><a href=/>Home</a></div>
        <div style="height:100px"></div><button style="display:block;height:30px">Behind</button>
        <div style="height:40px"></div><button>Below</button><div style="height:2000px"></div>"""
    )
    await session.page.evaluate("scrollTo(0, 150)")
    seen = await session.observe(marks=True)
    assert is_uncovered(seen, "Home")
    assert called(seen, "Behind").in_viewport
    assert not is_uncovered(seen, "Behind")
    assert is_uncovered(seen, "Below")


async def test_what_is_half_covered_is_uncovered_and_what_only_a_sliver_shows_of_is_not(see: See) -> None:
    cover = "<div style='position:absolute;background:#ccc;left:{}px;top:{}px;width:{}px;height:200px'></div>"
    seen = await see(
        f"<button {AT.format(100, 100, 100, 40)}>Half</button>{cover.format(150, 50, 300)}"
        f"<button {AT.format(100, 400, 100, 40)}>Sliver</button>{cover.format(105, 350, 300)}"
    )
    assert is_uncovered(seen, "Half")
    assert not is_uncovered(seen, "Sliver")


async def test_what_lets_clicks_pass_covers_nothing_and_is_itself_not_uncovered(see: See) -> None:
    seen = await see(
        "<button>Under</button><button style='pointer-events:none'>Dead</button>"
        + OVERLAY.replace("inset:0", "inset:0;pointer-events:none")
    )
    assert 'button "Dead"' in seen.text
    assert {seen.find(number) for number in seen.uncovered} == {called(seen, "Under")}


@pytest.mark.parametrize(
    "drawn",
    [
        # Transparent, below what is drawn in its place.
        "<label style='position:relative'><input type=checkbox aria-label=Tick style='opacity:0'>"
        "<i style='position:absolute;inset:0;background:#eee'></i></label>",
        # One pixel, with a label of its own that stands elsewhere.
        "<input id=t type=checkbox aria-label=Tick style='position:absolute;clip:rect(0 0 0 0);width:1px;height:1px'>"
        "<label for=t style='margin-left:200px'>The label</label>",
    ],
)
async def test_a_label_reaches_the_control_it_stands_for(see: See, drawn: str) -> None:
    assert is_uncovered(await see(drawn), "Tick")
    assert not is_uncovered(await see(drawn + OVERLAY), "Tick")


async def test_a_label_does_not_reach_a_field_that_something_covers(see: See) -> None:
    seen = await see(
        f"<label for=f>Name</label><input id=f {AT.format(200, 100, 150, 30)}>"
        f"<div {AT.format(190, 90, 200, 60)}>Suggestions</div>"
    )
    assert not is_uncovered(seen, "Name")


async def test_a_label_that_stands_for_an_undrawn_control_is_uncovered(see: See) -> None:
    seen = await see("<label>Upload<input type=file style='display:none'></label>")
    assert is_uncovered(seen, 'label "Upload"')


async def test_controls_in_open_shadow_roots_and_hosts_of_closed_ones_are_tested(see: See) -> None:
    page = """<open-box></open-box><closed-box></closed-box><slot-box><button>Slotted</button></slot-box><script>
        const make = (mode, html) => class extends HTMLElement {
          connectedCallback() { this.attachShadow({mode}).innerHTML = html; }
        };
        customElements.define('inner-box', make('open', '<button>Deep</button>'));
        customElements.define('open-box', make('open', '<inner-box></inner-box><button>Shallow</button>'));
        customElements.define('slot-box', make('open', '<div><slot></slot></div>'));
        customElements.define('closed-box', make('closed', '<button style="width:90px">Unseen</button>'));
        </script>"""
    names = ("Deep", "Shallow", "Slotted", "closed-box")
    seen = await see(page)
    assert all(is_uncovered(seen, name) for name in names), seen.text
    seen = await see(page + OVERLAY)
    assert not any(is_uncovered(seen, name) for name in names), seen.text


async def test_what_is_out_of_sight_is_not_uncovered(see: See) -> None:
    seen = await see(
        """<button style="position:absolute;top:5000px">Far</button>
        <div style="height:50px;width:200px;overflow:auto"><p style="height:300px"></p><button>Clipped</button></div>
        <button style="opacity:0">Clear</button>
        <button style="position:absolute;left:1200px;top:0;width:200px">Edge</button>"""
    )
    assert {seen.find(number) for number in seen.uncovered} == {called(seen, "Edge")}


@pytest.mark.parametrize(
    "style", ["rotate:30deg", *repeats("transform:scale(.5)", "transform:skewX(20deg)"), "translate:50px 9px"]
)
async def test_transformed_controls_are_tested_where_they_are_drawn(see: See, style: str) -> None:
    button = f"<button style='margin:100px;width:200px;height:60px;{style}'>Turned</button>"
    assert is_uncovered(await see(button), "Turned")
    assert not is_uncovered(await see(button + OVERLAY), "Turned")


async def test_a_link_over_two_lines_is_reached_though_the_middle_of_its_box_is_not_in_it(see: See) -> None:
    seen = await see(
        "<p style='width:400px;font:20px/60px monospace'>"
        + "word " * 6
        + "<a href=/>the link goes on</a></p>"
    )
    link = called(seen, "the link goes on")
    assert link.box is not None
    assert link.box.height > 60
    assert link.id in seen.uncovered


async def test_what_a_small_pane_shows_a_part_of_is_uncovered(see: See) -> None:
    pane = "<div style='position:absolute;top:{}px;height:24px;width:300px;overflow:auto'>{}</div>"
    large = "<canvas width=280 height=3000></canvas>"
    cover = "<div style='position:absolute;top:290px;height:60px;width:400px;background:#ccc'></div>"
    assert is_uncovered(await see(pane.format(300, large)), "canvas")
    assert not is_uncovered(await see(pane.format(300, large) + cover), "canvas")


async def test_options_of_a_list_are_tested_one_by_one(see: See) -> None:
    page = "<select multiple size=4 aria-label=Colours><option>Red<option>Green<option>Blue</select>"
    seen = await see(page + "<div style='position:absolute;left:0;top:0;width:300px;height:26px'></div>")
    assert [is_uncovered(seen, name) for name in ("Red", "Green", "Blue")] == [False, True, True], seen.text


async def test_a_page_that_moves_on_meanwhile_has_nothing_uncovered(see: See, site: Site) -> None:
    site.page("/next", "<button>Next</button>")
    seen = await see(
        """<button>Save</button><script>
        Document.prototype.elementFromPoint = () => { location.href = '/next'; return null; }</script>"""
    )
    assert seen.uncovered == frozenset()


async def test_an_overlay_of_the_page_covers_what_is_in_its_frames(see: See, site: Site) -> None:
    site.page("/leaf", "<button>Left</button><button style='margin-left:300px'>Right</button>")
    site.page("/middle", f"<iframe src='{site.url}/leaf' width=500 height=100></iframe>")
    frame = f"<iframe src='{site.other_url}/middle' width=600 height=200></iframe>"
    seen = await see(frame)
    assert is_uncovered(seen, "Left")
    assert is_uncovered(seen, "Right")
    seen = await see(frame + "<div style='position:absolute;left:0;top:0;width:250px;height:300px'></div>")
    assert not is_uncovered(seen, "Left")
    assert is_uncovered(seen, "Right")


async def test_what_a_frame_shows_no_room_for_is_not_uncovered(see: See, site: Site) -> None:
    site.page("/leaf", "<button>Near</button><p style='height:400px'></p><button>Far</button>")
    seen = await see(
        f"<div style='height:200px;overflow:hidden'><iframe src='{site.other_url}/leaf' height=600></iframe></div>"
    )
    assert is_uncovered(seen, "Near")
    assert not is_uncovered(seen, "Far")


async def test_two_frames_in_the_same_place_do_not_pass_for_each_other(see: See, site: Site) -> None:
    frames = "".join(
        f"<iframe src='{site.page(f'/{name}', f'<button>{name}</button>')}' {AT.format(10, 10, 300, 100)}></iframe>"
        for name in ("Lower", "Upper")
    )
    seen = await see(frames)
    assert not is_uncovered(seen, "Lower")
    assert is_uncovered(seen, "Upper")


@pytest.mark.parametrize(
    "script",
    [
        "document.elementFromPoint = () => null; JSON.stringify = () => 'x'; Math.random = 1",
        "document.body.insertAdjacentHTML('beforeend', '<form name=elementFromPoint></form>')",
    ],
)
async def test_a_page_that_changes_what_it_can_does_not_change_what_is_uncovered(
    see: See, script: str
) -> None:
    assert is_uncovered(await see(f"<button>Save</button><script>{script}</script>"), "Save")


async def test_a_page_that_replaced_what_the_test_needs_has_nothing_uncovered(see: See) -> None:
    seen = await see("<button>Save</button><script>Array.prototype.map = () => ['x']</script>")
    assert 'button "Save"' in seen.text
    assert seen.uncovered == frozenset()


@pytest.mark.parametrize("lie", ["99 1,2", "0 1", "x 1,2", *repeats("-1 1,2", "0", "0 1,2,3")])
async def test_a_page_that_lies_to_the_test_has_nothing_uncovered(see: See, lie: str) -> None:
    seen = await see(
        f"""<button>Save</button><script>const join = Array.prototype.join;
        Array.prototype.join = function (by) {{ return by === '\\n' ? '{lie}' : join.call(this, by); }}</script>"""
    )
    assert 'button "Save"' in seen.text
    assert seen.uncovered == frozenset()


async def test_a_page_that_gets_stuck_by_then_is_seen_all_the_same(pool: BrowserPool, site: Site) -> None:
    stuck = await pool.new_session(Settings())
    release = threading.Event()
    site.slow("/stuck", release, "")
    # To wait for an answer leaves the page no turn either, and no processor time is spent on it.
    html = """<button>Save</button><script>Document.prototype.elementFromPoint = () => {
        for (;;) { const ask = new XMLHttpRequest(); ask.open('GET', '/stuck', false); ask.send() } }</script>"""
    await stuck.goto(site.page("/", html))
    seen = await stuck.observe(marks=True)
    assert called(seen, "Save").in_viewport
    assert seen.uncovered == frozenset()
    # It goes on for as long as its tab is open.
    await stuck.close()
    release.set()


MEASURED = """<!doctype html><html DIR><head><style>body {{ margin: 0 }} {style}</style></head><body>
    <div style="height:30px"></div><button style="width:90px;height:24px">Here</button>
    <iframe src='{frame}' style='width:300px;height:120px;border:4px solid;padding:3px;{frame_style}'></iframe>
    <div style="height:3000px;width:10px"></div></body></html>"""


LAYOUTS = (
    ("body {zoom: .75}", "zoom:2", ""),
    ("iframe {zoom: 1.5}", "transform:scale(.8);transform-origin:0 0", ""),
    ("body {transform: scale(1.2); transform-origin: 0 0}", "transform:translate(20px, 9px)", ""),
    ("html {zoom: 1.25}", "transform:scale(.5)", "dir=rtl"),
)
SIMPLER = (
    ("", "", ""),
    ("html {zoom: 1.5}", "", ""),
    ("body {zoom: 1.5}", "", ""),
    ("", "", "dir=rtl"),
)


@pytest.mark.parametrize(
    ("factor", "layouts"),
    [
        pytest.param(1, LAYOUTS, id="1"),
        pytest.param(1, SIMPLER, id="simpler", marks=pytest.mark.matrix),
        *(pytest.param(each, LAYOUTS[-1:], id=str(each), marks=pytest.mark.matrix) for each in (1.5, 2)),
        pytest.param(3, LAYOUTS[-1:], id="3"),
    ],
)
async def test_boxes_are_where_the_mouse_finds_them_and_are_uncovered(
    session: BrowserSession,
    site: Site,
    subtests: pytest.Subtests,
    factor: float,
    layouts: tuple[tuple[str, str, str], ...],
) -> None:
    assert session.context.browser is not None
    assert session.egress is not None
    way_out = ProxySettings(server=session.egress.address, bypass="<-loopback>")
    context = await session.context.browser.new_context(device_scale_factor=factor, proxy=way_out)
    dense = BrowserSession(context, await context.new_page(), session.settings, owned=True)
    count = "onclick='this.dataset.hits = 1 + +(this.dataset.hits || 0)'"
    site.page("/leaf", f"<button {count} style='margin:9px;width:60px;height:20px'>Leaf</button>")
    site.page("/middle", f"<iframe src='{site.url}/leaf' style='width:150px;height:60px;zoom:1.3'></iframe>")
    for layout in layouts:
        with subtests.test(str(layout)):
            style, frame_style, direction = layout
            page = MEASURED.format(style=style, frame=f"{site.other_url}/middle", frame_style=frame_style)
            page = page.replace("DIR", direction).replace("<button", f"<button {count}")
            await dense.goto(site.page("/", page))
            await dense.page.evaluate("scrollTo(0, 17)")
            seen = await dense.observe(marks=True)
            for name in ("Here", "Leaf"):
                element = called(seen, name)
                assert element.id in seen.uncovered, seen.text
                assert element.box is not None
                x, y, width, height = element.box
                for dx, dy in ((2, 2), (width - 2, height - 2), (-2, height / 2), (width / 2, height + 2)):
                    await dense.page.mouse.click(x + dx, y + dy)
                hits = await dense.page.get_by_ref(element.ref).get_attribute("data-hits")
                assert hits == "2", "only clicks inside the box reach the button"
    await dense.close()

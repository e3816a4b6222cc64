"""What a snapshot knows of a page: its elements, their names and values, frames, shadow roots, ids."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.browser.snapshot import Snapshotter
from pytest_webagent.policy.secrets import Vault
from tests.conftest import Answer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from conftest import Site

    from pytest_webagent.browser.session import BrowserSession
    from pytest_webagent.browser.snapshot import Snapshot
    from pytest_webagent.observation import Element


@pytest.fixture
def look(session: BrowserSession, site: Site) -> Callable[..., Awaitable[Snapshot]]:
    """Open a page with this body, if one is given, and take a snapshot of it."""
    snapshotter = Snapshotter(Vault())

    async def look(body: str | None = None, *, tokens: int = 6000) -> Snapshot:
        if body is not None:
            await session.page.goto(site.page("/page", body))
        return await snapshotter.take(session.page, tokens=tokens)

    return look


def the(snapshot: Snapshot, role: str, name: str | None = None) -> Element:
    found = [e for e in snapshot.elements if e.role == role and name in (None, e.name)]
    assert len(found) == 1, f"{len(found)} of {role} {name!r} in\n{snapshot.text}"
    return found[0]


NASTY = [
    'a "quoted" name',
    "it's",
    "colon: and [brackets] [ref=e1] [box=1,2,3,4]",
    "- dash",
    "# hash",
    "null",
    "12.5",
    "back\\slash \\n \\",
    "{curly} `tick` %percent @at !bang &amp",
    "| pipe > greater * star",
    'button "Fake" [ref=e99]: text',
    "ünïcödé 漢字 🙂 \u2028line",
    "text: value",
    "/url: /x",
    "'single' ''double''",
    '"',
    "'",
    "trailing:",
]


@pytest.mark.parametrize("role", ["button", "heading", "paragraph", "textbox", "link"])
async def test_any_text_survives_the_snapshot_unchanged(
    role: str, look: Callable[..., Awaitable[Snapshot]]
) -> None:
    snapshot = await look(
        f"""<main id=m></main><script>
        for (const text of {json.dumps(NASTY)}) {{
          const make = (tag) => m.appendChild(document.createElement(tag));
          const [tag, write] = {{
            button: ['button', (e) => e.textContent = text],
            heading: ['h2', (e) => e.textContent = text],
            paragraph: ['p', (e) => e.textContent = text],
            textbox: ['input', (e) => e.value = text],
            link: ['a', (e) => {{ e.textContent = text; e.href = '/x?q=' + text; }}],
          }}[{role!r}];
          write(make(tag));
        }}</script>"""
    )
    elements = [e for e in snapshot.elements if e.role == role]
    said = [e.value if role == "textbox" else e.text or e.name for e in elements]
    assert said == (NASTY if role == "textbox" else [" ".join(text.split()) for text in NASTY])
    assert len({e.ref for e in elements}) == len(NASTY)


async def test_fields_tell_their_values_placeholders_and_kinds(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    snapshot = await look(
        """<label>Name <input value=Ada required></label>
        <input aria-label=Mail type=email placeholder=you@example.org>
        <textarea aria-label=Note>one
two</textarea>
        <input aria-label=Day type=date value=2026-02-03>
        <input aria-label=Volume type=range min=0 max=10 value=3>
        <label><input type=checkbox checked disabled>News</label>
        <div contenteditable role=textbox aria-label=Rich>some <b>bold</b></div>
        <input type=file aria-label=Photo>
        <progress value=3 max=10 aria-label=Done></progress>"""
    )
    name = the(snapshot, "textbox", "Name")
    assert (name.value, name.states, name.clickable) == ("Ada", ("required",), True)
    assert the(snapshot, "textbox", "Mail").placeholder == "you@example.org"
    assert the(snapshot, "textbox", "Mail").value == ""
    assert the(snapshot, "textbox", "Note").value == "one\ntwo"
    assert "type=date" in the(snapshot, "textbox", "Day").states
    assert the(snapshot, "slider", "Volume").value == "3"
    assert the(snapshot, "checkbox", "News").states == ("checked", "disabled")
    assert the(snapshot, "textbox", "Rich").value == "some bold"
    assert "type=file" in the(snapshot, "button", "Photo").states
    assert the(snapshot, "progressbar", "Done").value == "3/10"


async def test_a_select_holds_its_options_and_the_chosen_one(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    snapshot = await look(
        """<select aria-label=Sort><optgroup label=By><option>Name<option selected>Price: low</optgroup></select>
        <ul role=listbox aria-label=Colours><li role=option aria-selected=true>Red<li role=option>Blue</ul>"""
    )
    select = the(snapshot, "combobox", "Sort")
    assert (select.options, select.value) == (("Name", "Price: low"), "Price: low")
    options = [(e.name, e.id is not None, e.states) for e in snapshot.elements if e.role == "option"]
    assert options == [("Red", True, ("selected",)), ("Blue", True, ())]


async def test_a_link_without_a_name_in_the_snapshot_is_named_by_its_content(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    snapshot = await look("<a href=/mug><img alt=Photo src=x><h3>Blue mug</h3><span>$7.50</span></a>")
    assert the(snapshot, "link").name == "Photo Blue mug $7.50"


async def test_unnamed_clickable_things_are_described(look: Callable[..., Awaitable[Snapshot]]) -> None:
    snapshot = await look(
        """<style>div, svg { width: 30px; height: 30px }</style>
        <button data-testid=remove-row></button>
        <button><svg><use href="#icon-trash"/></svg></button>
        <div style="cursor:pointer" class="fa fa-pencil"></div>
        <div style="cursor:pointer" title="Share this"></div>
        <button class="btn-close round"></button>
        <div onclick="go()" id=opener></div>
        <input name=q>"""
    )
    assert the(snapshot, "generic", "Share this").clickable
    described = [e.description for e in snapshot.elements if e.clickable and not e.name]
    assert described == [
        'test id "remove-row"',
        'icon "trash"',
        'icon "pencil"',
        'class "btn-close round"',
        'name "opener"',
        'name "q"',
    ]


async def test_an_element_the_snapshot_passes_over_can_still_be_acted_on(
    look: Callable[..., Awaitable[Snapshot]], session: BrowserSession
) -> None:
    snapshot = await look(
        """<p>Intro</p><section><div contenteditable style="height:30px" id=editor></div></section>
        <div onclick="this.dataset.hit = 1" id=target style="width:20px;height:20px"></div>"""
    )
    editor = the(snapshot, "textbox")
    await session.page.get_by_ref(editor.ref).fill("written")
    assert await session.page.inner_text("#editor") == "written"
    target = next(e for e in snapshot.elements if e.clickable and e.role == "generic")
    await session.page.get_by_ref(target.ref).click()
    assert await session.page.get_attribute("#target", "data-hit") == "1"
    assert the(await look(), "textbox").id == editor.id


async def test_frames_of_every_kind_are_read_and_their_boxes_are_where_they_are_seen(
    look: Callable[..., Awaitable[Snapshot]], session: BrowserSession, site: Site
) -> None:
    site.page(
        "/leaf",
        "<button onclick='this.dataset.hits = 1 + +(this.dataset.hits || 0)'"
        " style='position:absolute;left:20px;top:10px;width:60px;height:20px'>Leaf</button>",
    )
    site.page(
        "/middle",
        f"<iframe src='{site.other_url}/leaf' style='position:absolute;left:30px;top:40px;border:4px solid'></iframe>",
    )
    snapshot = await look(
        f"""<iframe src='{site.other_url}/middle' title=Payment width=500 height=400
          style='position:absolute;left:100px;top:50px;border:5px solid;padding:3px'></iframe>
        <iframe sandbox srcdoc='<button>Sandboxed</button>' style='position:absolute;left:700px;top:0'></iframe>
        <div id=host style='position:absolute;left:20px;top:500px'></div>
        <script>host.attachShadow({{mode: 'open'}}).innerHTML =
          '<iframe src="{site.other_url}/leaf" style="border:0;transform:scale(0.5);transform-origin:0 0"></iframe>'
        </script>"""
    )
    leaves = [e for e in snapshot.elements if e.name == "Leaf"]
    boxes = [tuple(round(part) for part in e.box or ()) for e in leaves]
    assert boxes == [(100 + 8 + 30 + 4 + 20, 50 + 8 + 40 + 4 + 10, 60, 20), (20 + 10, 500 + 5, 30, 10)]
    for leaf in leaves:
        assert leaf.box is not None
        x, y, width, height = leaf.box
        for dx, dy in ((2, 2), (width - 2, height - 2), (-2, height / 2), (width / 2, height + 2)):
            await session.page.mouse.click(x + dx, y + dy)
        button = session.page.get_by_ref(leaf.ref)
        assert await button.get_attribute("data-hits") == "2", (
            "only the clicks inside the box reach the button"
        )
    assert the(snapshot, "button", "Sandboxed").id is not None
    assert next(e.description for e in snapshot.elements if e.role == "iframe") == "Payment"


async def test_open_shadow_roots_are_read_and_closed_ones_are_said_to_be_closed(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    snapshot = await look(
        """<open-rating></open-rating><closed-rating></closed-rating><div id=plain></div>
        <never-defined style="display:block;height:40px">
          <template shadowrootmode=closed><p>Unseen as well</p></template></never-defined><script>
        const make = (mode, text) => class extends HTMLElement {
          connectedCallback() { this.attachShadow({mode}).innerHTML = `<button>${text}</button>`; }
        };
        customElements.define('open-rating', make('open', 'Seen'));
        customElements.define('closed-rating', make('closed', 'Unseen'));
        plain.attachShadow({mode: 'closed'}).innerHTML = '<p>Unseen too</p>';
        </script>"""
    )
    assert the(snapshot, "button").name == "Seen"
    closed = [e for e in snapshot.elements if "closed shadow root" in e.states]
    assert {e.description for e in closed} == {"closed-rating", "div", "never-defined"}
    assert "closed shadow root, cannot be read as text" in snapshot.text


async def test_closed_shadow_roots_in_frames_are_said_to_be_closed(
    look: Callable[..., Awaitable[Snapshot]], site: Site
) -> None:
    make = """<div style="height:33px">Above</div><div id=NAME></div><div style="height:20px"></div><script>
        NAME.attachShadow({mode: 'closed'}).innerHTML = '<p style="margin:0;height:50px">Unseen'</script>"""
    site.page("/leaf", make.replace("NAME", "leaf"))
    site.page(
        "/middle",
        f"<p>Middle</p><iframe src='{site.url}/leaf' style='border:7px solid;padding:9px'></iframe>",
    )
    snapshot = await look(
        f"""<div style="height:60px"></div><iframe src='{site.other_url}/middle' height=400></iframe>
        <iframe srcdoc="<div style='height:30px'></div><p>Nothing closed</p>"></iframe>{make.replace("NAME", "own")}"""
    )
    closed = [e for e in snapshot.elements if "closed shadow root" in e.states]
    assert sorted(e.box.height for e in closed if e.box) == [50, 50]
    frames = []
    for element in closed:
        frames.append(0)
        while element.parent is not None:
            element = snapshot.elements[element.parent]
            frames[-1] += element.role == "iframe"
    assert sorted(frames) == [0, 2]


async def test_an_ordinary_custom_element_is_not_taken_for_a_closed_one(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    snapshot = await look(
        """<plain-card>Words</plain-card><div style="height:40px"></div>
        <script>customElements.define('plain-card', class extends HTMLElement {})</script>"""
    )
    assert "closed" not in snapshot.text


async def test_a_canvas_is_noted_with_its_place(look: Callable[..., Awaitable[Snapshot]]) -> None:
    snapshot = await look("<p>Chart</p><canvas width=50 height=40></canvas>")
    canvas = the(snapshot, "canvas")
    assert canvas.id is not None
    assert canvas.box is not None
    assert (canvas.box.width, canvas.box.height) == (50, 40)
    assert "cannot be read as text: 50x40 pixels at" in snapshot.text


async def test_a_canvas_that_fills_its_parent_holds_nothing_of_what_lies_on_it(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    snapshot = await look(
        "<style>body, p { margin: 0 } canvas { position: absolute; width: 100%; height: 100vh }</style>"
        "<div style='height: 100vh'><canvas></canvas>"
        "<h1>Board</h1><p role=status>Ready</p></div>"
    )
    canvas, status = the(snapshot, "canvas"), the(snapshot, "status")
    assert canvas.id is not None
    assert canvas.text == ""
    assert snapshot.elements.index(canvas) not in {element.parent for element in snapshot.elements}
    assert status.text == "Ready"


async def test_a_cell_whose_text_is_too_long_for_a_name_keeps_its_text(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    words = "every word of it " * 100
    snapshot = await look(f"<table><tr><td>{words}</td></tr></table>")
    assert the(snapshot, "cell").text == words.strip()


async def test_a_page_that_tampers_with_the_language_is_still_read(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    snapshot = await look(
        """<script>Array.prototype.toJSON = () => 'broken'; JSON.stringify = () => 'broken';
        Array.prototype.surplus = 1;</script>
        <input type=password aria-label=Password value=hunter22><button>Go</button>"""
    )
    assert the(snapshot, "button").name == "Go"
    assert the(snapshot, "textbox").value is None


async def test_viewport_and_scroll_are_measured(
    look: Callable[..., Awaitable[Snapshot]], session: BrowserSession
) -> None:
    await look("<div style='height:3000px;margin:0'>Tall</div><button>Bottom</button>")
    await session.page.evaluate("scrollTo(0, 500)")
    snapshot = await look()
    height = await session.page.evaluate("document.documentElement.scrollHeight")
    assert (snapshot.viewport.width, snapshot.viewport.height) == (1280, 720)
    assert (snapshot.pixels_above, snapshot.pixels_below) == (500, height - 720 - 500)
    assert not the(snapshot, "button").in_viewport


async def test_an_application_that_scrolls_a_panel_is_measured_by_its_panel(
    look: Callable[..., Awaitable[Snapshot]], session: BrowserSession
) -> None:
    await look(
        """<style>body { margin: 0 } main { height: 700px; overflow: auto }</style>
        <main><div style="height:2000px">Tall</div><button>Bottom</button></main>"""
    )
    await session.page.evaluate("document.querySelector('main').scrollTop = 300")
    snapshot = await look()
    assert snapshot.pixels_above == 300
    assert snapshot.pixels_below > 1000
    assert not the(snapshot, "button").in_viewport


async def test_ids_stay_with_their_elements_and_new_ones_are_marked(
    look: Callable[..., Awaitable[Snapshot]], session: BrowserSession
) -> None:
    first = await look(
        "<h1>List</h1><ul id=l><li>One <button>Drop</button></li><li>Two <button>Drop</button></li></ul>"
    )
    assert not any(e.new for e in first.elements)
    before = {(e.parent, e.name): e.id for e in first.elements}
    second_drop = [e.id for e in first.elements if e.name == "Drop"][1]
    await session.page.evaluate(
        "l.firstElementChild.remove(); l.insertAdjacentHTML('beforeend', '<li>Three <button>Add</button></li>')"
    )
    second = await look()
    assert [e.id for e in second.elements if e.name == "Drop"] == [second_drop]
    assert the(second, "heading").id in before.values()
    new = [e for e in second.elements if e.new]
    assert "Add" in [e.name for e in new]
    assert not {e.id for e in new} & set(before.values())
    assert f"*[{the(second, 'button', 'Add').id}] button" in second.text


async def test_an_element_that_says_something_else_is_marked_and_those_around_it_are_not(
    look: Callable[..., Awaitable[Snapshot]], session: BrowserSession
) -> None:
    first = await look("<main><p role=status>0 items</p><p>In <b>all</b></p><input aria-label=Name></main>")
    assert not any(e.changed for e in first.elements)
    await session.page.evaluate("document.querySelector('[role=status]').textContent = '1 item'")
    second = await look()
    assert [e.role for e in second.elements if e.changed] == ["status"]
    assert f"*[{the(second, 'status').id}] status" in second.text
    assert the(second, "status").id == the(first, "status").id
    assert not any(e.changed for e in (await look()).elements)


async def test_ids_survive_a_page_that_draws_itself_anew(
    look: Callable[..., Awaitable[Snapshot]], session: BrowserSession
) -> None:
    first = await look("<main><h2>Cart</h2><p>2 mugs</p><button>Pay</button></main>")
    await session.page.evaluate("document.body.innerHTML = document.body.innerHTML")
    second = await look()
    assert [e.id for e in second.elements] == [e.id for e in first.elements]
    assert {e.ref for e in second.elements if e.ref}.isdisjoint(e.ref for e in first.elements)
    assert not any(e.new for e in second.elements)


async def test_no_id_is_used_again_and_nothing_is_new_on_another_page(
    session: BrowserSession, site: Site
) -> None:
    snapshotter, seen = Snapshotter(Vault()), set[int]()
    for title in ("One", "Two", "Three"):
        await session.page.goto(site.page(f"/{title}", f"<h1>{title}</h1><button>Next</button>"))
        snapshot = await snapshotter.take(session.page, tokens=6000)
        ids = {e.id for e in snapshot.elements if e.id is not None}
        assert not ids & seen
        assert not any(e.new for e in snapshot.elements)
        assert not snapshot.again
        seen |= ids


async def test_where_a_page_is_loaded_again_what_it_did_not_say_before_is_marked(
    look: Callable[..., Awaitable[Snapshot]],
) -> None:
    row = "<tr><td>Mug</td><td>$9.50</td></tr>"
    first = await look(
        f"<h1>Cart</h1><table>{row}{row}</table><p>Total: <b>$19.00</b></p><button>Pay</button>"
    )
    assert not first.again
    body = f"<p role=alert>Updated</p><h1>Cart</h1><table>{row}{row}{row}</table><p>Total: <b>$28.50</b></p><button>Pay</button>"
    second = await look(body)
    assert second.again
    marked = [(e.role, e.name or e.text) for e in second.elements if e.new]
    assert marked == [
        ("alert", "Updated"),
        ("cell", "Mug"),
        ("cell", "$9.50"),
        ("paragraph", "Total: $28.50"),
    ]
    assert not {e.id for e in second.elements if e.id} & {e.id for e in first.elements if e.id}
    assert [e.name for e in (await look(body)).elements if e.new] == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<p>Total: $5<br>6 items</p>", "Total: $5 6 items"),
        ("<p>Total: <b>$5<br></b>6 items</p>", "Total: $5 6 items"),
        ("<p>1<br><b>2</b><br><br>3</p>", "1 2 3"),
        ("<ul><li>Price 5<br/>7 left</li></ul>", "Price 5 7 left"),
        ("<table><tr><td>$5<br>8 items</td><td>x</td></tr></table>", "$5 8 items"),
        ("<p>7<img alt='' src='data:,'>8</p>", "7 8"),
        (
            "<div id=host></div><script>host.attachShadow({mode: 'open'}).innerHTML = '<p>5<br>6</p>'</script>",
            "5 6",
        ),
        ("<iframe srcdoc='<p>5<br>6</p>'></iframe>", "5 6"),
        ("$5<br>6 items", "$5 6 items"),
        ("<p>super<wbr>market</p>", "supermarket"),
        ("<p>5 <br> 6 items <br></p>", "5 6 items"),
    ],
)
async def test_a_line_break_parts_the_numbers_on_both_sides(
    look: Callable[..., Awaitable[Snapshot]], body: str, said: str
) -> None:
    snapshot = await look(body)
    assert said in " ".join(element.text or element.name for element in snapshot.elements), snapshot.text


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("<p>Hello <span onclick='go()'>Greet me</span> bye</p>", '"Hello" [2] clickable "Greet me" "bye"'),
        ("<div><span onclick='go()'>Greet me</span></div>", 'clickable "Greet me"'),
        ("<span id=s>Greet me</span><p>x</p><script>s.onclick = () => 1</script>", 'clickable "Greet me"'),
        (
            "<p>Delete <span onclick='go()'>Delete</span> Delete</p>",
            '[1] "Delete" [2] clickable "Delete" "Delete"',
        ),
        (
            "<p><span onclick='a()'>Up</span> <span onclick='b()'>Up</span></p>",
            'clickable "Up" [3] clickable "Up"',
        ),
        ("<table><tr><td>Pen <span onclick='a()'>Remove</span><td>2</table>", 'clickable "Remove"'),
        ("<a href=/x><span onclick='go()'>In link</span></a>", 'link "In link"'),
        (
            "<p>Or <span onclick='go()'>Read <a href=/x>more</a></span></p>",
            '[1] "Or" [2] clickable "Read more" [3] link',
        ),
        (
            "<p>Or <span onclick='go()' style='text-transform: uppercase'>open</span></p>",
            '[1] "Or" [2] clickable "open"',
        ),
        (
            "<p>Or <span onclick='go()'>open <b style='display:none'>x</b>it</span></p>",
            '[1] "Or" [2] clickable "open it"',
        ),
    ],
)
async def test_what_handles_a_click_within_a_line_has_a_number_of_its_own(
    look: Callable[..., Awaitable[Snapshot]], session: BrowserSession, body: str, told: str
) -> None:
    snapshot = await look(body)
    assert told in snapshot.text.replace("*", "")
    for element in snapshot.elements:
        if element.clickable and element.role == "generic":
            tag = await session.page.locator(f"aria-ref={element.ref}").evaluate(
                "element => element.localName", timeout=2000
            )
            assert tag == "span"


@pytest.mark.parametrize(
    "body",
    [
        "<body onclick='go()'><h1>Head</h1><p>One</p><button>Go</button></body>",
        "<div onclick='go()' style='height:600px'><h1>Head</h1><p>One</p><button>Go</button></div>",
        "<div onclick='go()'><h1>Head</h1><p>One</p><button>Go</button><a href=/x>Link</a></div>",
    ],
)
async def test_what_handles_clicks_for_what_is_inside_is_no_control(
    look: Callable[..., Awaitable[Snapshot]], body: str
) -> None:
    snapshot = await look(body)
    assert {element.role for element in snapshot.elements if element.clickable} <= {"button", "link"}
    assert 'heading "Head"' in snapshot.text


async def test_a_picture_that_is_the_whole_document_is_read(session: BrowserSession, site: Site) -> None:
    picture = "<svg xmlns='http://www.w3.org/2000/svg'><text y='30'>Build passing</text><a href='/'><text y='90'>More</text></a></svg>"
    site.answer("/badge.svg", Answer(picture, content_type="image/svg+xml"))
    await session.goto(f"{site.url}/badge.svg")
    observation = await session.observe(screenshot=True)
    assert [(each.role, each.name) for each in observation.elements if each.clickable] == [("link", "More")]
    assert "Build passing" in observation.text
    assert observation.screenshot is not None


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("<p>Price: <s>$50</s> $40</p>", '"Price:" | [2] deletion "$50" | "$40"'),
        (
            "<p>May 3, not <span style='text-decoration: line-through'>May 3</span>: May 9</p>",
            '"May 3, not" | [2] deletion "May 3" | ": May 9"',
        ),
        ("<p>Fee <s>$<b>5</b></s> none</p>", '"Fee" | [2] deletion "$5" | "none"'),
        (
            "<div style='display:flex'><strike>$50</strike><span>$40</span></div>",
            '[2] deletion "$50" | [3] "$40"',
        ),
        ("<div><s>$50</s><br>$40</div>", '[2] deletion "$50" | "$40"'),
        ("<table><tr><td>Pen<td><s>$5</s> $4</table>", '"Pen" | [6] deletion "$5" | "$4"'),
        ("<button>Buy for <s>$5</s> $4</button>", 'button "Buy for $5 $4": [2] deletion "$5"'),
        (
            "<p>Was <s><span style='position:absolute;opacity:0'>old</span> $50</s> $40</p>",
            'deletion: [3] "old" (hidden) | "$50"',
        ),
        ("<p><s>$<b>50</b>.<sup>99</sup></s> $40</p>", 'deletion: "$50." | [3] superscript "99"'),
        ("<p>Now <s style='display:none'>$50</s> $40</p>", '"Now $40"'),
        ("<p>Now <s><s>$50</s></s> $40</p>", '"Now" | [2] deletion "$50" | "$40"'),
        (
            "<p>Price: <s>$20</s> $15<br>Delivery: 3 days<br>Stock: 4</p>",
            'deletion "$20" | "$15 Delivery: 3 days Stock: 4"',
        ),
        (
            "<li><span contenteditable style='text-decoration: line-through'>Buy milk</span></li>",
            'textbox = "Buy milk"',
        ),
        ("<div style='display:flex'><s><b>$50</b></s><span>$40</span></div>", 'deletion "$50" | [3] "$40"'),
        (
            "<style>s::before, b::before { content: '$' }</style><p>Price: <s>50</s> <b>40</b></p>",
            'deletion "50" | "$40"',
        ),
        (
            "<p>5 <s>5</s> 5 <s>5</s> 6</p>",
            '"5" | [2] deletion "5" | "5" | [3] deletion "5" | "6"',
        ),
        ("<ul><li><s>Buy milk</s><li>Walk</ul>", '- [3] deletion "Buy milk"'),
        ("<table><tr><td>Pen<td><s>$5</s></table>", '"Pen" | [6] deletion "$5"'),
        (
            "<ul><li style='text-decoration: line-through'><b>Buy</b> milk</ul>",
            'listitem "Buy milk" (struck through)',
        ),
        (
            "<ul><li style='text-decoration: line-through'>Buy milk</ul>",
            'listitem "Buy milk" (struck through)',
        ),
        (
            "<a href=/x style='text-decoration: line-through'>Old</a> New",
            'link "Old" (struck through)',
        ),
        (
            "<table><tr style='text-decoration: line-through'><td>Pen<td>$5</table>",
            'row (struck through): [4] "Pen"',
        ),
    ],
)
async def test_what_is_struck_through_is_told_from_what_stands_now(
    look: Callable[..., Awaitable[Snapshot]], body: str, told: str
) -> None:
    snapshot = await look(body)
    assert told in snapshot.text, snapshot.text

"""Clicking, hovering and dragging, on pages that make it hard."""

import pytest
from one_session import one_session  # noqa: F401 (a fixture)
from page_hands import LOREM

from pytest_webagent.observation import Box, Point

COUNTER = """<button id=b onclick="this.dataset.clicks = Number(this.dataset.clicks || 0) + 1;
    document.title = 'clicked ' + this.dataset.clicks">Save</button>"""


async def test_click_clicks_the_element_once_and_says_which(hands):
    await hands.show(COUNTER)
    said = await hands.do("click", "Save")
    assert said.startswith("Clicked button 'Save' [")
    assert await hands.page.title() == "clicked 1"
    assert isinstance(hands.context.target, Box)


async def test_an_id_may_be_written_with_the_marks_around_it_or_be_a_bare_number(hands, subtests):
    await hands.show(COUNTER)
    number = hands.element("Save").id
    for count, given in enumerate((str(number), f"[{number}]", f" #{number} ", number), 1):
        with subtests.test(repr(given)):
            await hands.do("click", element_id=given)
            assert await hands.page.title() == f"clicked {count}"


async def test_click_at_coords_hits_what_is_there(hands):
    await hands.show(COUNTER)
    said = await hands.do("click", coords=await hands.middle("#b"))
    assert "on button 'Save'" in said
    assert await hands.page.title() == "clicked 1"
    assert hands.context.target is not None
    assert hands.context.target.center == Point(*map(float, (await hands.middle("#b"))[7:-8].split()))


async def test_the_corner_of_the_viewport_can_be_clicked_when_it_is_asked_for(hands):
    await hands.show(
        "<script>document.onclick = event => document.title = event.clientX + ',' + event.clientY</script>"
    )
    await hands.do("click", coords="<point>0 0</point>")
    assert await hands.page.title() == "0,0"


NO_PLACES = [
    (
        "<point>5000 10</point>",
        "coords: the point (5000, 10) is outside of the picture, where x is from 0 to 1280",
    ),
    ("<point>-1 10</point>", "outside of the picture"),
    ("<point>10 721</point>", "outside of the picture"),
    ("the button", 'coords: a place is written as "<point>x y</point>"'),
    ("<point>1 2 3</point>", 'coords: a place is written as "<point>x y</point>"'),
]


async def test_coords_that_are_no_place_on_the_screen_are_refused(hands, subtests):
    await hands.show("<body onclick='document.title = \"hit\"'>" + LOREM)
    for coords, problem in NO_PLACES:
        with subtests.test(coords):
            assert problem in await hands.fail("click", coords=coords)
            assert await hands.page.title() != "hit"


async def test_without_id_and_coords_or_with_an_unknown_id_nothing_is_clicked(hands):
    await hands.show(COUNTER)
    error = await hands.fail("click", element_id="", coords=None)
    assert "give element_id" in error
    assert "coords" in error
    assert await hands.page.title() == "Test"
    error = await hands.fail("click", element_id="9999")
    assert error.startswith("there is no element [9999] in the newest observation")
    assert "must be the number" in await hands.fail("click", element_id="Save")
    assert await hands.page.title() == "Test"


async def test_coords_stand_in_for_an_id_that_is_not_there_and_a_valid_one_wins_over_them(hands):
    await hands.show(COUNTER)
    await hands.do("click", element_id="9999", coords=await hands.middle("#b"))
    assert await hands.page.title() == "clicked 1"
    await hands.do("click", "Save", coords="<point>700 700</point>")
    assert await hands.page.title() == "clicked 2"


class Pointing:
    def __init__(self, point):
        self.point = point
        self.asked = []

    async def locate(self, description, observation):
        self.asked.append(description)
        return self.point


async def test_a_grounder_turns_the_description_into_a_point(hands):
    await hands.show(COUNTER)
    box = await hands.page.locator("#b").bounding_box()
    hands.context.grounder = Pointing(Point(box["x"] + 4, box["y"] + 4))
    await hands.do("click", description="the green one")
    assert hands.context.grounder.asked == ["the green one"]
    assert await hands.page.title() == "clicked 1"


async def test_what_the_grounder_cannot_find_is_not_clicked_nor_what_an_unknown_id_was_to_be(hands):
    await hands.show(COUNTER)
    hands.context.grounder = Pointing(None)
    assert "'the moon' was not found" in await hands.fail("click", description="the moon")
    hands.context.grounder = Pointing(None)
    error = await hands.fail("click", element_id="9999", description="the moon")
    assert hands.context.grounder.asked == ["the moon"]
    assert error.startswith("there is no element [9999] in the newest observation")
    assert "'the moon' was not found" in error


async def test_an_element_removed_after_the_observation_is_told(hands):
    await hands.show(COUNTER)
    await hands.page.evaluate("document.querySelector('#b').remove()")
    assert "no longer on the page" in await hands.fail("click", "Save")


async def test_an_element_under_an_overlay_is_told_and_not_clicked_through(hands):
    await hands.show(
        COUNTER + "<div style='position:fixed;inset:0;background:#0008'><p>We use cookies</p></div>"
    )
    error = await hands.fail("click", "Save")
    assert "covered" in error
    assert await hands.page.title() == "Test"


async def test_an_element_far_below_a_sticky_header_is_scrolled_to_and_clicked(hands):
    await hands.show(
        "<header style='position:sticky;top:0;height:200px;background:white'>Head</header>"
        + LOREM * 100
        + COUNTER
        + LOREM * 100
    )
    await hands.do("click", "Save")
    assert await hands.page.title() == "clicked 1"


async def test_a_disabled_button_is_told(hands):
    await hands.show("<button disabled>Pay</button><div role=button aria-disabled=true>Ship</div>")
    assert "is disabled" in await hands.fail("click", "Pay")
    assert "is disabled" in await hands.fail("click", "Ship")


async def test_a_dropdown_is_not_clicked_but_the_right_tool_is_named(hands):
    await hands.show("<label>Size <select><option>Small<option>Large</select></label>")
    error = await hands.fail("click", "Size", "combobox")
    assert "call selection" in error
    assert "'Small', 'Large'" in error


async def test_a_file_field_is_not_clicked_but_the_right_tool_is_named(hands):
    await hands.show("<label>Photo <input type=file></label>")
    assert "call upload_file" in await hands.fail("click", element_id=hands.element("Photo", "button").id)


async def test_a_click_that_asks_for_a_file_says_so(hands):
    await hands.show(
        "<input type=file hidden id=f><button onclick='document.querySelector(\"#f\").click()'>Attach</button>"
    )
    assert "call upload_file on it" in await hands.do("click", "Attach")


async def test_things_in_foreign_frames_out_of_sight_are_brought_into_sight_first(hands):
    card = "<label>Name <input id=n></label> <select aria-label=Year><option>2030<option>2031</select>"
    hands.site.page("/card", card + " <button onclick='this.textContent = \"Sent\"'>Send</button>")
    hands.site.page("/outer", f"<p style='height:900px'></p><iframe src='{hands.site.url}/card'></iframe>")
    await hands.show(
        f"<p style='height:2000px'></p><div style='height:200px;overflow:auto'><p style='height:900px'></p>"
        f"<iframe src='{hands.site.other_url}/outer'></iframe></div><p style='height:2000px'></p>"
    )
    card_frame = hands.page.frames[2]
    await hands.do("type", "Name", "textbox", text="Ann")
    assert await card_frame.locator("#n").input_value() == "Ann"
    await hands.page.evaluate("scrollTo(0, 0)")
    await hands.do("selection", "Year", text="2031")
    await hands.page.evaluate("scrollTo(0, 0)")
    await hands.do("click", "Send")
    assert await card_frame.locator("button").text_content() == "Sent"
    await hands.page.evaluate("scrollTo(0, 0)")
    assert await hands.do("scroll_to_text", text="Sent") == "'Sent' is in sight."


async def test_elements_in_frames_and_shadow_roots_are_clicked(hands):
    inner = hands.site.page("/inner", "<button onclick=\"parent.document.title = 'framed'\">Inside</button>")
    await hands.show(
        f"<iframe src='{inner}' style='margin:50px'></iframe><div id=host></div><script>"
        "document.querySelector('#host').attachShadow({mode: 'open'}).innerHTML ="
        "  `<button onclick=\"document.title = 'shadowed'\">Hidden away</button>`</script>"
    )
    await hands.page.frames[1].wait_for_load_state()
    await hands.session.observe()
    await hands.do("click", "Inside")
    assert await hands.page.title() == "framed"
    await hands.do("click", "Hidden away")
    assert await hands.page.title() == "shadowed"


async def test_hover_opens_a_menu(hands):
    await hands.show(
        "<style>.m ul{display:none}.m:hover ul{display:block}</style>"
        "<div class=m><a href='#'>Products</a><ul><li>Mugs</ul></div>"
    )
    await hands.do("hover", "Products")
    assert await hands.page.locator("ul").is_visible()


async def test_drag_moves_by_html5_drag_and_drop(hands):
    await hands.show("""<div id=a draggable=true>Card</div><div id=z style='height:80px'>Bin</div><script>
        const a = document.querySelector('#a'), z = document.querySelector('#z');
        a.ondragstart = event => event.dataTransfer.setData('text', 'card');
        z.ondragover = event => event.preventDefault();
        z.ondrop = event => document.title = 'dropped ' + event.dataTransfer.getData('text');
    </script>""")
    said = await hands.do("drag", coords=await hands.middle("#a"), to_coords=await hands.middle("#z"))
    assert said.startswith("Dragged point (")
    assert await hands.page.title() == "dropped card"


MOUSE_DRAG = """<button id=k style='position:absolute;left:20px;top:20px'>Knob</button>
    <button id=z style='position:absolute;left:400px;top:300px'>Place</button><script>
    const k = document.querySelector('#k'); let held = false, moves = 0;
    k.onmousedown = () => held = true;
    document.onmousemove = event => { if (held) { moves++;
        k.style.left = event.clientX + 5 + 'px'; k.style.top = event.clientY + 5 + 'px'; } };
    document.onmouseup = event => { held = false;
        document.title = moves > 3 ? `at ${event.clientX},${event.clientY}` : 'jumped'; };
</script>"""


async def test_drag_moves_with_the_mouse_from_element_to_element(hands):
    await hands.show(MOUSE_DRAG)
    middle = (await hands.middle("#z"))[7:-8].replace(" ", ",")
    await hands.do("drag", "Knob", to="Place")
    title = await hands.page.title()
    assert title.startswith("at ")
    x, y = map(float, title[3:].split(","))
    assert abs(x - float(middle.split(",")[0])) <= 1
    assert abs(y - float(middle.split(",")[1])) <= 1


async def test_drag_goes_from_an_element_to_a_point(hands):
    await hands.show(MOUSE_DRAG)
    await hands.do("drag", "Knob", to_coords="<point>300 200</point>")
    assert await hands.page.title() == "at 300,200"


async def test_drag_without_an_end_names_the_right_arguments(hands):
    await hands.show(MOUSE_DRAG)
    assert "give to_element_id" in await hands.fail("drag", "Knob", to_description="over there")


async def test_a_button_that_does_nothing_is_told(hands):
    await hands.show("<button>Dead</button><input type=checkbox aria-label=Box>")
    assert "Nothing on the page was seen to change." in await hands.do("click", "Dead")
    assert "Nothing" not in await hands.do("click", "Box")


async def test_an_element_drawn_anew_after_the_observation_is_not_mistaken_for_another(hands):
    await hands.show("<div id=l><button onclick='document.title = 1'>One</button></div>")
    await hands.page.evaluate(
        "document.querySelector('#l').innerHTML = '<button onclick=\"document.title = 2\">Two</button>'"
    )
    assert "no longer on the page" in await hands.fail("click", "One")
    assert await hands.page.title() == "Test"


async def test_an_element_that_moves_is_clicked_once_it_rests(hands):
    await hands.show(
        "<style>@keyframes m{from{margin-left:0}to{margin-left:300px}} #b{animation:m .4s}</style>" + COUNTER
    )
    await hands.do("click", "Save")
    assert await hands.page.title() == "clicked 1"


async def test_a_link_in_a_new_tab_makes_it_the_current_one(hands):
    hands.site.page("/two", "<h1>Two</h1>")
    await hands.show("<a href='/two' target=_blank>Two</a>")
    said = await hands.do("click", "Two")
    assert "tab" in said
    assert hands.page.url.endswith("/two")


async def test_an_id_of_the_tab_before_is_no_id_of_this_one(hands):
    hands.site.page("/two", "<button onclick='document.title = 1'>Two</button>")
    await hands.show("<a href='/two' target=_blank>Open</a>")
    number = hands.element("Open").id
    await hands.do("click", "Open")
    assert "tab" in await hands.fail("click", element_id=number)
    assert "tab" in await hands.fail("click", element_id=number, coords="<point>20 20</point>")
    assert await hands.page.title() == "Test"


@pytest.mark.parametrize("by", [{"on": "Greet me"}, {"description": "Greet me"}])
async def test_a_handler_within_a_line_is_clicked_by_number_and_by_words(hands, by):
    await hands.show(
        "<title>x</title><p>Hello <span onclick=\"document.title = 'hi'\">Greet me</span> bye</p>"
    )
    await hands.do("click", **by)
    assert await hands.page.title() == "hi"

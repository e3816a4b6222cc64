"""Choosing from lists of every build, ticking boxes, and uploading files."""

import json
from pathlib import Path

import pytest
from conftest import Answer
from matrix_cases import repeats
from one_session import one_session  # noqa: F401 (a fixture)
from page_hands import LOREM

from pytest_webagent.config import Settings
from pytest_webagent.tools.gui import dropdown

SELECT = """<label>Sort <select onchange='document.title = this.value'>
    <option value=new>Newest<option value=up>Price: Low to High<option value=down disabled>Price: High to Low
    <optgroup label=More><option value=az>Name &amp; brand</optgroup></select></label>"""


WAYS_TO_SAY_IT = (
    "Price: Low to High", "price: low to high", " Price:  Low to High ", "up", "UP", "Price:Low to High",
)  # fmt: skip


async def test_an_option_is_chosen_by_label_or_value_whatever_the_case(hands, subtests):
    await hands.show(SELECT)
    for text in WAYS_TO_SAY_IT:
        with subtests.test(text):
            await hands.page.evaluate("document.title = document.querySelector('select').value = 'new'")
            said = await hands.do("selection", "Sort", "combobox", text=text)
            assert said.startswith("Chose 'Price: Low to High' in combobox 'Sort'")
            assert await hands.page.title() == "up"


async def test_an_unknown_option_lists_the_options_and_a_disabled_one_or_list_is_told(hands):
    await hands.show(SELECT + "<select disabled aria-label=Off><option>A</select>")
    error = await hands.fail("selection", "Sort", "combobox", text="Newst")
    assert "has no option 'Newst' (did you mean 'Newest'?)" in error
    assert "It has 'Newest', 'Price: Low to High', 'Price: High to Low', 'Name & brand'" in error
    assert await hands.page.title() == "Test"
    assert "is disabled" in await hands.fail("selection", "Sort", "combobox", text="down")
    assert "is disabled" in await hands.fail("selection", "Off", "combobox", text="A")


async def test_an_option_that_is_there_twice_is_ambiguous(hands):
    await hands.show("<select aria-label=S><option value=1>A<option value=2>A<option value=3>B</select>")
    assert "means several options" in await hands.fail("selection", "S", "combobox", text="A")
    await hands.do("selection", "S", "combobox", text="2")
    assert await hands.page.locator("select").input_value() == "2"


async def test_several_options_of_a_list_that_allows_it_are_chosen(hands):
    await hands.show("<select multiple aria-label=Tags><option>Red<option>Green, dark<option>Blue</select>")
    await hands.do("selection", "Tags", "listbox", text="Red; Green, dark")
    assert await hands.page.eval_on_selector_all("option:checked", "all => all.map(o => o.text)") == [
        "Red",
        "Green, dark",
    ]


async def test_a_choice_the_page_takes_back_is_told(hands):
    await hands.show("<select aria-label=S onchange='this.selectedIndex = 0'><option>A<option>B</select>")
    assert "did not keep the choice: it shows ['A'] now" in await hands.fail(
        "selection", "S", "combobox", text="B"
    )


async def test_a_list_at_coords_is_chosen_from(hands):
    await hands.show(SELECT)
    await hands.do("selection", coords=await hands.middle("select"), text="Newest")
    assert await hands.page.locator("select").input_value() == "new"


async def test_a_suggestion_of_a_datalist_is_chosen(hands):
    await hands.show(
        "<input aria-label=Tea list=l><datalist id=l><option value=Assam><option value=Darjeeling></datalist>"
    )
    await hands.do("selection", "Tea", text="darjeeling")
    assert await hands.page.locator("input").input_value() == "Darjeeling"
    assert "It has 'Assam', 'Darjeeling'" in await hands.fail("selection", "Tea", text="Oolong")


PORTAL = """<div style='height:60px'></div>
    <div role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false aria-label=Colour id=c>Pick one</div>
    <div style='height:600px'></div><div id=portal></div><script>
    const c = document.querySelector('#c'), portal = document.querySelector('#portal');
    c.onclick = () => setTimeout(() => {
        c.setAttribute('aria-expanded', 'true');
        portal.innerHTML = '<ul role=listbox style="position:fixed;top:90px;background:white">'
            + ['Red', 'Dark red', 'Blue'].map(n => `<li role=option>${n}</li>`).join('') + '</ul>';
        for (const each of portal.querySelectorAll('li')) each.onclick = () => {
            c.textContent = each.textContent; c.setAttribute('aria-expanded', 'false'); portal.innerHTML = ''; };
    }, 30);
    document.onkeydown = event => { if (event.key === 'Escape') portal.innerHTML = ''; };
</script>"""


async def test_a_dropdown_that_renders_its_options_elsewhere_is_opened_and_chosen_from(hands):
    await hands.show(PORTAL)
    said = await hands.do("selection", "Colour", text="red")
    assert said.startswith("Chose 'Red' in combobox 'Colour'")
    assert "It shows 'Red' now." in said
    assert await hands.page.locator("#c").inner_text() == "Red"


async def test_an_unknown_option_of_a_dropdown_lists_its_options_and_closes_it(hands, monkeypatch):
    monkeypatch.setattr(dropdown, "_LIST_SECONDS", 1.0)
    await hands.show(PORTAL)
    assert "It has 'Red', 'Dark red', 'Blue'" in await hands.fail("selection", "Colour", text="Green")
    assert await hands.page.locator("#portal li").count() == 0


async def test_a_dropdown_that_is_open_already_is_not_closed_by_choosing(hands):
    await hands.show(PORTAL)
    await hands.do("click", "Colour")
    await hands.session.observe()
    await hands.do("selection", "Colour", "combobox", text="Blue")
    assert await hands.page.locator("#c").inner_text() == "Blue"


async def test_a_dropdown_of_plain_elements_is_chosen_from(hands):
    await hands.show(
        """<style>.o{display:none} .open .o{display:block}</style>
        <div class=d onclick="this.classList.toggle('open')" style='cursor:pointer;width:200px'>
        <span>Choose a size</span>
        <div class=o onclick="document.title = 'S'">Small</div>
        <div class=o onclick="document.title = 'L'">Large</div></div>"""
        + LOREM
    )
    await hands.do("selection", coords=await hands.middle(".d span"), text="Large")
    assert await hands.page.title() == "L"


async def test_a_combobox_that_shows_options_once_typed_into_is_chosen_from(hands):
    await hands.show("""<input role=combobox aria-label=Country aria-controls=l><ul role=listbox id=l></ul><script>
        const field = document.querySelector('input'), list = document.querySelector('ul');
        const all = ['Norway', 'Poland', 'Portugal'];
        field.oninput = () => { list.innerHTML = '';
            for (const name of field.value ? all.filter(n => n.toLowerCase().includes(field.value.toLowerCase())) : []) {
                const item = document.createElement('li'); item.setAttribute('role', 'option');
                item.textContent = name; list.append(item);
                item.onclick = () => { field.value = name; list.innerHTML = ''; }; } };
    </script>""")
    said = await hands.do("selection", "Country", "combobox", text="Portugal")
    assert await hands.page.locator("input").input_value() == "Portugal"
    assert "It shows 'Portugal' now." in said


async def test_a_list_box_that_is_always_open_is_chosen_from(hands):
    await hands.show("""<ul role=listbox aria-label=Fruit aria-multiselectable=true>
        <li role=option aria-selected=false>Apple<li role=option aria-selected=false>Pear
        <li role=option aria-selected=false aria-disabled=true>Fig</ul><script>
        for (const each of document.querySelectorAll('li'))
            each.onclick = () => each.setAttribute('aria-selected', 'true');
    </script>""")
    await hands.do("selection", "Fruit", "listbox", text="Apple; Pear")
    assert await hands.page.locator("[aria-selected=true]").count() == 2
    assert "is disabled" in await hands.fail("selection", "Fruit", "listbox", text="Fig")


async def test_a_radio_button_of_a_group_is_chosen(hands):
    await hands.show("""<fieldset><legend>Shipping</legend><label><input type=radio name=s> Standard</label>
        <label><input type=radio name=s id=e> Express</label></fieldset>""")
    await hands.do("selection", "Shipping", "group", text="Express")
    assert await hands.page.locator("#e").is_checked()


async def test_what_opens_no_list_is_told(hands, monkeypatch):
    monkeypatch.setattr(dropdown, "_LIST_SECONDS", 0.3)
    await hands.show("<button>Nothing</button>")
    assert "shows no options when it is clicked" in await hands.fail("selection", "Nothing", text="A")


BOX = "<label><input type=checkbox id=b onchange='document.title += this.checked'> Terms</label>"


async def test_check_and_uncheck_do_nothing_where_nothing_is_to_do(hands):
    await hands.show(BOX)
    assert await hands.do("check", "Terms", "checkbox") == (
        f"checkbox 'Terms' [{hands.element('Terms', 'checkbox').id}] is checked now."
    )
    assert "was checked already" in await hands.do("check", "Terms", "checkbox")
    assert await hands.page.title() == "Testtrue"
    await hands.do("uncheck", "Terms", "checkbox")
    assert "was unchecked already" in await hands.do("uncheck", "Terms", "checkbox")
    assert await hands.page.title() == "Testtruefalse"


UNSEEN = {
    "clear": "opacity:0;position:absolute",
    "none": "display:none",
    "cut": "position:absolute;clip:rect(0 0 0 0);width:1px;height:1px",
}


async def test_a_hidden_box_behind_its_label_is_ticked_through_the_label(hands, subtests):
    label = "<p><label style='cursor:pointer'><input type=checkbox id={} style='{}'><span>Newsletter</span></label>"
    await hands.show("".join(label.format(*each) for each in UNSEEN.items()))
    for name in UNSEEN:
        with subtests.test(name):
            await hands.do("check", coords=await hands.middle(f"#{name} + span"))
            assert await hands.page.locator(f"#{name}").is_checked()


async def test_a_switch_that_the_page_draws_anew_is_turned(hands):
    await hands.show("""<main></main><script>
        let on = false;
        const draw = () => document.querySelector('main').innerHTML =
            `<button role=switch aria-checked=${on} aria-label='Quiet hours' onclick='on = !on; draw()'>~</button>`;
        draw()</script>""")
    assert "is checked now" in await hands.do("check", "Quiet hours")
    assert await hands.page.locator("[role=switch]").get_attribute("aria-checked") == "true"


async def test_a_switch_built_from_other_elements_is_turned(hands):
    await hands.show("""<div role=switch aria-checked=false aria-label='Dark mode' tabindex=0 style='width:40px;height:20px'
        onclick="this.setAttribute('aria-checked', String(this.getAttribute('aria-checked') !== 'true'))"></div>""")
    await hands.do("check", "Dark mode")
    assert await hands.page.locator("[role=switch]").get_attribute("aria-checked") == "true"
    await hands.do("uncheck", "Dark mode")
    assert await hands.page.locator("[role=switch]").get_attribute("aria-checked") == "false"


async def test_a_radio_button_is_checked_but_not_unchecked(hands):
    await hands.show(
        "<label><input type=radio name=r id=a> A</label><label><input type=radio name=r> B</label>"
    )
    await hands.do("check", "A", "radio")
    assert await hands.page.locator("#a").is_checked()
    assert "by choosing another one" in await hands.fail("uncheck", "A", "radio")


async def test_a_box_the_page_sets_back_is_told(hands):
    await hands.show("<input type=checkbox aria-label=No onclick='event.preventDefault()'>")
    assert "was clicked, but is not checked" in await hands.fail("check", "No")


async def test_a_box_that_is_none_or_disabled_is_told(hands):
    await hands.show("<button>Go</button><input type=checkbox disabled aria-label=Off>")
    assert "is no checkbox" in await hands.fail("check", "Go")
    assert "is disabled" in await hands.fail("check", "Off")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cat.png").write_bytes(b"cat")
    (tmp_path / "dog.png").write_bytes(b"dog")
    return tmp_path


@pytest.fixture
def files(hands, folder):
    hands.context.settings = Settings(upload_folders=(str(folder),))
    return hands


SHOW = "onchange='document.title = Array.from(this.files, f => f.name).join()'"


async def test_a_file_field_takes_a_file_of_an_allowed_folder(files):
    await files.show(f"<label>Photo <input type=file {SHOW}></label>")
    said = await files.do("upload_file", "Photo", "button", path="cat.png")
    assert "Chose the file 'cat.png'" in said
    assert await files.page.title() == "cat.png"


async def test_a_button_in_front_of_a_hidden_file_field_takes_a_file(files):
    await files.show(
        f"<input type=file hidden id=f {SHOW}><button onclick='document.querySelector(\"#f\").click()'>Attach</button>"
    )
    await files.do("upload_file", "Attach", path="dog.png")
    assert await files.page.title() == "dog.png"


async def test_a_button_that_asks_for_no_file_is_told(files):
    await files.show("<button>Attach</button>")
    assert "asked for no file" in await files.fail("upload_file", "Attach", path="dog.png")


async def test_a_file_elsewhere_is_refused_before_the_page_is_touched(files):
    await files.show("<button onclick='document.title = \"clicked\"'>Attach</button>")
    error = await files.fail("upload_file", "Attach", path="../../etc/passwd")
    assert "The files there are: cat.png, dog.png" in error
    assert await files.page.title() == "Test"


async def test_options_that_arrive_from_the_server_are_waited_for(hands):
    hands.site.page("/options", "Oslo,Bergen")
    await hands.show("""<button aria-haspopup=menu id=b>City</button><div id=m></div><script>
        document.querySelector('#b').onclick = async () => {
            const names = (await (await fetch('/options')).text()).replace(/<[^>]*>/g, '').split(',');
            document.querySelector('#m').innerHTML = names.map(n =>
                `<div role=menuitem onclick="document.title = '${n.trim()}'">${n}</div>`).join(''); };
    </script>""")
    await hands.do("selection", "City", text="Bergen")
    assert (await hands.page.title()).endswith("Bergen")


async def test_a_list_in_a_frame_is_chosen_from(hands):
    inner = hands.site.page("/inner", SELECT)
    await hands.show(f"<iframe src='{inner}' style='width:500px'></iframe>")
    await hands.page.frames[1].wait_for_load_state()
    await hands.session.observe()
    await hands.do("selection", "Sort", "combobox", text="Newest")
    assert await hands.page.frames[1].locator("select").input_value() == "new"


LATE = """<div role=combobox aria-haspopup=listbox aria-expanded=false aria-label=Size tabindex=0 id=size>Pick one</div>
<script>size.onclick = () => setTimeout(() => {
    const list = document.createElement('div');
    list.innerHTML = '<div role=option>Small</div><div role=option>Large</div>';
    list.onclick = event => { size.textContent = event.target.textContent; list.remove(); };
    document.body.append(list);
}, 300)</script>"""


async def test_a_list_that_opens_after_a_moment_is_waited_for(hands):
    await hands.show(LATE)
    assert "It shows 'Large' now." in await hands.do("selection", "Size", text="Large")


BESIDE_ITS_LIST = """<div role=menu><div role=menuitem>Instruments</div></div>
<div id=box style="position:relative;width:200px;height:32px;border:1px solid" onmousedown="drawn.hidden = false; field.ariaExpanded = true">
  <span><input role=combobox aria-label=Person aria-haspopup=listbox aria-controls=list id=field aria-expanded=false
    style="position:absolute;inset:0;width:100%;opacity:0" oninput="draw()" onkeydown="drawn.hidden = false"></span>
  <span id=shown style="position:absolute;inset:4px">Marek Novak</span></div>
<div id=drawn hidden><div><div role=listbox id=list style="height:0;width:0;overflow:hidden"><div role=option>Lena Fischer</div></div>
  <div id=seen></div></div></div>
<script>
const draw = () => { seen.innerHTML = ['Lena Fischer', 'Jonas Berg', 'Marek Novak'].filter(each => each.includes(field.value))
    .map(each => `<div aria-selected=false title="${each}">${each}</div>`).join(''); };
seen.onclick = event => { shown.textContent = event.target.textContent; drawn.hidden = true; field.ariaExpanded = false; };
draw();
</script>"""


async def test_a_list_that_is_drawn_beside_the_one_for_screen_readers_is_chosen_from(hands):
    await hands.show(BESIDE_ITS_LIST)
    # What is chosen lies over the field.
    assert "Chose 'Jonas Berg'" in await hands.do("selection", "Person", text="Jonas Berg")
    assert await hands.page.locator("#shown").text_content() == "Jonas Berg"
    await hands.page.locator("#box").dispatch_event("mousedown")
    await hands.session.observe()
    assert "Chose 'Lena Fischer'" in await hands.do("selection", "Person", text="Lena Fischer")
    assert "It has 'Lena Fischer', 'Jonas Berg', 'Marek Novak'" in await hands.fail(
        "selection", "Person", text="Ann"
    )


LOADING = """<div id=wrap><div role=tablist><div role=tab aria-selected=true onclick="said.textContent = 'tab'">All</div>
<div role=tab aria-selected=false onclick="said.textContent = 'tab'">Paid</div></div><table><tr aria-selected=false><td>Paid</td></tr></table>
<input role=combobox aria-label=State aria-controls=lb aria-expanded=false readonly onclick="setTimeout(() => {
    lb.innerHTML = '<div role=option>Open</div><div role=option>Paid</div>';
    lb.onclick = event => { said.textContent = 'list ' + event.target.textContent; } }, 400)">
<div role=listbox id=lb style="overflow:auto"></div></div><p role=status id=said></p>"""


async def test_what_stands_beside_a_list_that_loads_is_none_of_its_options(hands):
    await hands.show(LOADING)
    await hands.do("selection", "State", text="Paid")
    assert await hands.page.locator("#said").text_content() == "list Paid"


async def test_an_open_menu_that_nothing_names_is_chosen_from(hands):
    await hands.show("""<button aria-haspopup=menu aria-expanded=true onclick="menu.hidden = true">More</button>
        <div id=menu role=menu><div role=menuitem onclick="document.title = 'deleted'">Delete</div></div>""")
    await hands.do("selection", "More", text="Delete")
    assert await hands.page.title() == "deleted"


async def test_a_list_over_a_page_that_does_not_scroll_is_seen(hands):
    await hands.show("""<style>html, body {overflow: hidden; margin: 0} #app {position: absolute; inset: 0}</style>
        <div id=app><div role=combobox tabindex=0 aria-label=Size aria-expanded=false onclick="open_()">Pick</div></div><script>
        const open_ = () => { const list = document.createElement('div'); list.style = 'position:absolute;top:40px';
            list.innerHTML = '<div role=option>Small</div><div role=option>Large</div>';
            list.onclick = event => { document.title = event.target.textContent; }; document.body.append(list); };
    </script>""")
    await hands.do("selection", "Size", text="Large")
    assert await hands.page.title() == "Large"


SUGGESTING = """<input role=combobox aria-autocomplete=list aria-label=City aria-controls=list id=city>
<div role=listbox id=list></div><script>
let later;
city.oninput = () => {
    clearTimeout(later);
    later = setTimeout(async () => {
        const found = await (await fetch('/cities?' + city.value)).json();
        list.replaceChildren(...found.map(name => {
            const option = document.createElement('div');
            option.setAttribute('role', 'option');
            option.textContent = name;
            return option;
        }));
    }, 250);
};
list.onclick = event => { city.value = event.target.textContent; list.replaceChildren(); };
</script>"""


async def test_suggestions_a_server_is_asked_for_a_moment_after_typing_are_waited_for(hands, monkeypatch):
    known = ["Bergen", "Berlin", "Bern"]
    hands.site.answer(
        "/cities",
        lambda request: Answer(json.dumps([city for city in known if city.startswith(request.query)])),
    )
    await hands.show(SUGGESTING)
    assert "It shows 'Bern' now." in await hands.do("selection", "City", text="Bern")
    monkeypatch.setattr(dropdown, "_LIST_SECONDS", 0.3)
    error = await hands.fail("selection", "City", text="Rome")
    assert "shows no options when 'Rome' is typed into it" in error


async def test_a_dialog_in_place_of_a_list_is_told_at_once(hands):
    await hands.show("<div role=combobox aria-label=Plan tabindex=0 onclick='alert(\"Locked\")'>Free</div>")
    error = await hands.fail("selection", "Plan", text="Paid")
    assert "nothing was chosen" in error
    assert 'an alert dialog says "Locked": call accept_dialog' in error
    await hands.do("accept_dialog")


async def test_what_a_group_of_radio_buttons_shows_is_the_label_of_the_chosen_one(hands):
    await hands.show(
        "<div role=radiogroup aria-label=Ship><label><input type=radio name=s>Fast</label>"
        "<label><input type=radio name=s>Slow</label></div>"
    )
    assert "It shows 'Slow' now." in await hands.do("selection", "Ship", text="Slow")


GROUPS = """<label>Seat <select onchange='document.title = this.value'><optgroup label=Stalls>
    <option value=s1>Row 1<option value=s2>Row 2</optgroup><optgroup label=Balcony><option value=b1>Row 1</optgroup>
    </select></label><label>Size <select><option value=a>M<option value=b>M</select></label>"""


async def test_options_of_one_name_are_told_apart_by_their_headings_or_values(hands):
    await hands.show(GROUPS)
    error = await hands.fail("selection", "Seat", "combobox", text="Row 1")
    assert "'Stalls / Row 1', 'Balcony / Row 1'. Give one of them exactly" in error
    await hands.do("selection", "Seat", "combobox", text="balcony / row 1")
    assert await hands.page.title() == "b1"
    assert "'a', 'b'. Give" in await hands.fail("selection", "Size", "combobox", text="M")
    assert "Chose 'M'" in await hands.do("selection", "Size", "combobox", text="b")


def virtual(opened: str, entries: int) -> str:
    """A menu of years from 1700 on that holds only those in sight; `opened` is where it is scrolled to when it opens."""
    return f"""<button id=b aria-haspopup=menu>Year</button><script>
    b.onclick = () => {{
        const menu = document.body.appendChild(document.createElement('ul'));
        menu.setAttribute('role', 'menu');
        menu.style = 'height:120px;overflow-y:scroll;position:fixed;top:60px;padding:0;margin:0';
        const draw = () => setTimeout(() => {{
            const first = Math.floor(menu.scrollTop / 24);
            menu.replaceChildren();
            for (let i = first; i < Math.min(first + 6, {entries}); i++) {{
                const entry = menu.appendChild(document.createElement('li'));
                entry.setAttribute('role', 'menuitem');
                entry.style = `height:24px;margin-top:${{i === first ? first * 24 : 0}}px`;
                if (i === first + 5 || i === {entries} - 1) entry.style.marginBottom = ({entries} - 1 - i) * 24 + 'px';
                entry.textContent = 1700 + i;
                entry.onclick = () => {{ b.textContent = entry.textContent; menu.remove(); }};
            }}
        }});
        draw();
        menu.onscroll = draw;
        setTimeout(() => {{ menu.scrollTop = {opened}; }}, 5);
    }}</script>"""


async def test_a_list_that_holds_only_what_is_in_sight_is_scrolled_through(hands, subtests):
    for opened, year in [("0", "1702"), ("0", "1730"), ("720", "1715")]:
        with subtests.test(year):
            await hands.show(virtual(opened, 40))
            assert f"It shows '{year}' now" in await hands.do("selection", "Year", text=year)


@pytest.mark.matrix
async def test_a_list_of_400_is_scrolled_through(hands, subtests):
    for opened, year in [("0", "1990"), ("7200", "1720"), ("2400", "1720")]:
        with subtests.test(year):
            await hands.show(virtual(opened, 400))
            assert f"It shows '{year}' now" in await hands.do("selection", "Year", text=year)


async def test_an_option_that_is_nowhere_in_a_scrolled_list_is_told(hands):
    await hands.show(virtual("0", 40))
    error = await hands.fail("selection", "Year", text="3000")
    assert "has no option '3000'" in error
    assert "'1700', '1701'" in error


async def test_several_files_are_chosen_for_a_field_that_takes_them(files, folder):
    (folder / "a;b.png").write_bytes(b"ab")
    await files.show(
        f"<label>Photos <input type=file multiple {SHOW}></label><input type=file aria-label=One>"
    )
    said = await files.do("upload_file", "Photos", "button", path="cat.png; dog.png")
    assert "Chose the files 'cat.png', 'dog.png'" in said
    assert await files.page.title() == "cat.png,dog.png"
    await files.do("upload_file", "Photos", "button", path="a;b.png")
    assert await files.page.title() == "a;b.png"
    assert "takes a single file only" in await files.fail("upload_file", "One", path="cat.png;dog.png")
    assert "'rat.png' is no file" in await files.fail(
        "upload_file", "Photos", "button", path="cat.png;rat.png"
    )


@pytest.mark.parametrize("style", ["", "cursor:pointer"])
async def test_a_label_is_acted_on_where_its_control_cannot_be_seen(files, style):
    await files.show(f"""<p>Send us <label for=f style='{style}'>your picture</label> or
        <label for=k style='{style}'>nothing</label></p><input id=f type=file hidden {SHOW}>
        <input id=k type=checkbox style='display:none' onchange='document.title = this.checked'>""")
    for name, tool, more in (("your picture", "upload_file", {"path": "cat.png"}), ("nothing", "check", {})):
        (label,) = [
            e for e in files.session.observation.elements if e.clickable and name in e.name + e.description
        ]
        required = {"description": name, "element_id": str(label.id), **more}
        await files.do(tool, **required)
        assert await files.page.title() == ("cat.png" if more else "true")


@pytest.mark.parametrize(
    ("kind", "how"),
    [("checkbox", "click"), ("radio", "check"), *repeats(("checkbox", "check"), ("radio", "click"))],
)
async def test_a_box_without_an_area_is_ticked_where_its_label_shows(hands, kind, how):
    await hands.show(f"""<style>input {{ width: 0; height: 0; opacity: 0 }} i {{ display: inline-block; width: 30px; height: 14px }}</style>
        <p>Settings</p><label><input type={kind}><i></i>First</label><label><input type={kind} name=x id=x><i></i>Second</label>
        <iframe srcdoc="<style>input {{ width: 0; height: 0; margin: 0; appearance: none }}</style><label>Third<input type={kind}></label>">""")
    for name in ("Second", "Third"):
        await hands.do(how, name, kind)
    await hands.session.observe()
    states = {e.name: "checked" in e.states for e in hands.session.observation.elements if e.role == kind}
    assert states == {"First": False, "Second": True, "Third": True}


async def test_a_file_field_without_an_area_takes_a_file(files):
    await files.show(
        f"<p>Scans</p><input type=file aria-label=Scan style='width:0;height:0;opacity:0;position:absolute' {SHOW}>"
    )
    await files.do("upload_file", "Scan", "button", path="dog.png")
    assert await files.page.title() == "dog.png"


async def test_a_disabled_entry_of_a_menu_is_told_at_once(hands):
    await hands.show("""<button id=b aria-haspopup=menu>Edit</button><script>
        let looks = 0;
        b.onclick = () => document.body.insertAdjacentHTML('beforeend',
            '<ul role=menu><li role=menuitem aria-disabled=true id=i>Undo</li></ul>');
        const own = Element.prototype.checkVisibility;
        Element.prototype.checkVisibility = function (...how) {
            if (this.id === 'i') document.title = ++looks;
            return own.apply(this, how);
        };</script>""")
    assert "the option 'undo' of button 'Edit'" in await hands.fail(
        "selection", "Edit", "button", text="undo"
    )
    assert int(await hands.page.title()) < 5


TAGS = """
<div id=box><span id=tags></span><input role=combobox aria-label=Labels aria-haspopup=listbox aria-expanded=false id=field
    style="position:absolute;left:-9999px"></div><ul role=listbox id=list hidden></ul>
<style>#box { width: 200px; height: 30px; border: 1px solid }</style>
<script>
const all = ['Bug', 'Design', 'Docs'], chosen = [];
const draw = () => {
    tags.textContent = chosen.join(', ');
    list.replaceChildren(...all.filter(n => !chosen.includes(n)).map(n => {
        const each = document.createElement('li');
        each.setAttribute('role', 'option'); each.textContent = n;
        each.onclick = () => { chosen.push(n); draw(); };
        return each;
    }));
};
const open = () => { list.hidden = false; field.setAttribute('aria-expanded', 'true'); draw(); };
box.onclick = open;
field.onkeydown = event => {
    if (event.key === 'Delete' && !field.value) { chosen.length = 0; draw(); }
    if (event.key === 'Enter' && field.value) { chosen.push(field.value); field.value = ''; draw(); }
};
</script>"""


async def test_several_of_a_list_that_does_not_say_that_it_takes_several_are_chosen_one_by_one(hands):
    await hands.show(TAGS)
    said = await hands.do("selection", "Labels", "combobox", text="Bug; Docs")
    assert ("Chose 'Bug'" in said, "Chose 'Docs'" in said) == (True, True)
    assert await hands.page.locator("#tags").inner_text() == "Bug, Docs"


async def test_of_several_only_those_are_clicked_that_are_not_as_they_are_to_be(hands):
    """A click on what is selected already would take it out."""
    await hands.show("""<div role=combobox tabindex=0 aria-label=Topics aria-expanded=false aria-controls=list>Topics</div>
        <ul role=listbox id=list hidden><li role=option aria-selected=true>Security<li role=option aria-selected=true>News
        <li role=option aria-selected=false>Billing</ul><script>
        const combo = document.querySelector('[role=combobox]');
        combo.onclick = () => { list.hidden = false; combo.setAttribute('aria-expanded', 'true'); };
        for (const each of document.querySelectorAll('li'))
            each.onclick = () => each.setAttribute('aria-selected', each.getAttribute('aria-selected') !== 'true');
    </script>""")
    await hands.do("selection", "Topics", "combobox", text="Security; Billing")
    selected = hands.page.locator("[aria-selected=true]")
    assert await selected.all_inner_texts() == ["Security", "Billing"]


async def test_a_field_under_what_is_chosen_opens_its_list_by_its_key(hands):
    await hands.show("""<div style="position:relative;width:200px"><input role=combobox aria-label=Topics readonly
        aria-expanded=false style="width:200px"><div style="position:absolute;inset:0">Security <button>x</button></div></div>
        <ul role=listbox id=list hidden><li role=option>Security<li role=option>Billing</ul><script>
        const field = document.querySelector('input');
        field.onkeydown = event => { if (event.key === 'ArrowDown') { list.hidden = false; field.ariaExpanded = 'true'; } };
        for (const each of document.querySelectorAll('li')) each.onclick = () => { field.value = each.textContent; };
    </script>""")
    await hands.do("selection", "Topics", "combobox", text="Billing")
    assert await hands.page.locator("input").input_value() == "Billing"


async def test_what_is_typed_beside_chosen_tags_leaves_them(hands):
    await hands.show(TAGS)
    await hands.do("selection", "Labels", "combobox", text="Design")
    await hands.page.evaluate("field.style = ''")
    await hands.do("type", "Labels", "combobox", text="New", submit=True)
    assert await hands.page.locator("#tags").inner_text() == "Design, New"


async def test_a_field_that_is_only_read_opens_its_list(hands):
    await hands.show(
        TAGS.replace("<input role", "<input readonly role").replace("position:absolute;left:-9999px", "")
    )
    assert "Chose 'Bug'" in await hands.do("selection", "Labels", "combobox", text="Bug")
    assert await hands.page.locator("#tags").inner_text() == "Bug"

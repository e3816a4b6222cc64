"""The builtin model completes goals of every kind on real pages."""

import pytest
from matrix_cases import by_default, repeats
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.agent.loop import Agent
from pytest_webagent.config import Settings
from pytest_webagent.errors import GoalNotMet, Inconclusive
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.tools.toolsets import default_registry


@pytest.fixture
def settings(tmp_path):
    (tmp_path / "notes.txt").write_text("hello")
    return Settings()._replace(upload_folders=(str(tmp_path),), answers="derived", screenshots="off")


@pytest.fixture
def run(session, settings, site):
    agent = Agent(model=BuiltinModel(), session=session, tools=default_registry(), settings=settings)

    async def on(html, goal):
        await session.goto(site.page("/start", html))
        return (await agent.run(goal)).answer

    return on


CONFIRM = """<h1>Files</h1><p role="status" id="said">1 file</p>
<button onclick="document.getElementById('said').textContent = confirm('Delete it?') ? 'Deleted.' : 'Kept.'">Delete</button>"""


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("Click Delete and accept the confirmation", "Deleted."),
        ("Click 'Delete', then dismiss the dialog. What does the status say?", "Kept."),
        *repeats(
            ("Press Delete. When you are asked to confirm, click Cancel. What message is shown?", "Kept.")
        ),
        ("Click 'Delete'. What does the dialog say? Then confirm.", "Delete it?"),
    ],
)
async def test_dialogs_are_answered_as_the_goal_says(run, goal, said):
    assert await run(CONFIRM, goal) == said


async def test_a_prompt_gets_its_text(run):
    html = """<button onclick="said.textContent = 'Hello ' + prompt('Your name?')">Greet</button><p id="said" role="status"></p>"""
    assert (
        await run(html, "Click 'Greet' and answer the prompt with 'Ann'. What does the status say?")
        == "Hello Ann"
    )


async def test_an_alert_is_acknowledged_and_its_words_are_the_message(run):
    html = """<button onclick="alert('Saved.')">Save</button>"""
    assert await run(html, "Click Save and report the message") == "Saved."


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        *repeats(("Click Save and report the heading", "Files")),
        ("Report the heading, then click Save", "Files"),
        ("Click Save. What does the alert say?", "Saved."),
    ],
)
async def test_an_alert_answers_no_question_about_the_page(run, goal, said):
    html = """<h1>Files</h1><button onclick="alert('Saved.')">Save</button>"""
    assert await run(html, goal) == said


async def test_a_confirmation_in_the_page_is_answered_by_its_button(run):
    html = """<h1>Files</h1><button onclick="d.showModal()">Delete</button><p role="status" id="said"></p>
    <dialog id="d" aria-label="Sure?"><p>Delete the file?</p>
    <button onclick="d.close()">Cancel</button>
    <button onclick="said.textContent = 'Gone.'; d.close()">Yes, delete</button></dialog>"""
    assert await run(html, "Click 'Delete' and confirm") == "Gone."


FORM = """<h1>Profile</h1><form onsubmit="event.preventDefault(); said.textContent =
  [...new FormData(this)].map(pair => pair.join('=')).join('&')">
<label>First name <input name="first"></label> <label>Last name <input name="last" value="Old"></label>
<label>Country <select name="country"><option>France</option><option>Italy</option></select></label>
<label>Born <input type="date" name="born"></label> <textarea name="about" placeholder="About you"></textarea>
<fieldset><legend>Contact by</legend><label><input type="radio" name="by" value="mail"> Mail</label>
<label><input type="radio" name="by" value="phone"> Phone</label></fieldset>
<label><input type="checkbox" name="news" value="1"> Newsletter</label>
<label><input type="checkbox" name="offers" value="1" checked> Offers</label>
<button>Save</button></form><output id="said" role="status"></output>"""
SAVED = "first=Ann&last=Berg&country=Italy&born=1990-05-04&about=Likes tea, and cake.&by=phone&news=1"


WORDINGS = {
    "prose": "Enter 'Ann' as the first name and 'Berg' as the last name, choose Italy as the country, set the Born date to 4 May 1990, "
    "type 'Likes tea, and cake.' into 'About you', choose Phone, tick Newsletter, untick Offers and click Save",
    "sentences": "Fill in First name with Ann, Last name with Berg and Country with Italy. Fill in Born with 1990-05-04. "
    "Write 'Likes tea, and cake.' in the About you field. Select 'Phone' under 'Contact by'. Check the newsletter box. "
    "Uncheck the offers box. Submit the form.",
    "list": "1. First name: 'Ann'\n2. Last name: 'Berg'\n3. Set Country to 'Italy'\n4. Set Born to '1990-05-04'\n"
    "5. Put 'Likes tea, and cake.' into About you\n6. Click the Phone radio button\n7. Turn on Newsletter\n8. Turn off Offers\n9. Save",
}


@pytest.mark.parametrize("goal", by_default(WORDINGS, "sentences"))
async def test_a_form_is_filled_in_any_wording(run, goal):
    assert await run(FORM, goal) == SAVED


CODED = """<h1>Log in</h1><form onsubmit="event.preventDefault(); said.textContent =
  [...new FormData(this)].map(pair => pair.join('=')).join('&')"><label>User name <input name="user"></label>
<label>Password <input name="password" type="password"></label> FIELD <button>Log in</button></form>
<output id="said" role="status"></output>"""
CODE = '<label>One-time code <input name="code" autocomplete="one-time-code"></label>'
LATER = (
    CODED.replace("FIELD", "")
    .replace(
        "event.preventDefault();",
        f"event.preventDefault(); if (!this.code) password.closest('label').insertAdjacentHTML('afterend', `{CODE.replace(chr(34), '')}`);",
    )
    .replace('name="password"', 'name="password" id="password"')
)
"""Asks for the code once the rest was sent."""
LOG_INS = (
    "Log in as 'anna' with password 'tea 4711' and one-time code '123456'",
    "Log in as 'anna' with the password 'tea 4711' and the code '123456'",
    "Log in as 'anna' with 'tea 4711' and '123456'",
    "Log in with user name 'anna', password 'tea 4711' and one-time code '123456'",
)


@pytest.mark.parametrize("html", [CODED.replace("FIELD", CODE), LATER], ids=["at once", "later"])
@pytest.mark.parametrize("goal", LOG_INS)
async def test_each_value_of_a_log_in_goes_into_its_own_field(run, session, html, goal):
    await run(html, goal)
    assert await session.page.locator("#said").inner_text() == "user=anna&password=tea 4711&code=123456"


async def test_a_log_in_whose_code_has_no_field_is_refused(run):
    with pytest.raises(Exception, match="pager number"):
        await run(
            CODED.replace("FIELD", CODE), "Log in as 'anna' with password 'tea' and pager number '123456'"
        )


async def test_a_field_is_cleared(run, session):
    assert await run(FORM, "Clear the last name. What is the heading of the page?") == "Profile"
    assert await session.page.get_by_label("Last name").input_value() == ""


async def test_all_boxes_are_ticked(run, session):
    await run(FORM, "Tick all checkboxes")
    assert await session.page.locator("input[type=checkbox]:checked").count() == 2


async def test_what_comes_later_is_waited_for(run):
    html = """<button onclick="setTimeout(() => said.textContent = 'Report ready', 900)">Build</button><p id="said"></p>"""
    assert (
        await run(html, "Click Build, wait until 'Report ready' appears. Is there a text 'Report ready'?")
        == "yes"
    )


async def test_a_list_that_loads_while_scrolling_is_followed(run):
    html = """<h1>Log</h1><ul id="log"></ul><script>
    let count = 0;
    const more = () => { for (let i = 0; i < 25 && count < 100; i++)
      log.insertAdjacentHTML('beforeend', `<li style="height:40px"><a href="#${++count}">Entry ${count}</a> by <b>Writer ${count}</b></li>`); };
    more();
    addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 50) more(); });
    </script>"""
    assert (await run(html, "Click 'Entry 70' and report the URL of the page")).endswith("/start#70")


async def test_a_link_is_followed_into_a_new_tab_and_back(run, site):
    site.page("/guide", "<title>Guide</title><h1>Size guide</h1>")
    html = '<title>Mug</title><h1>Blue Mug</h1><a href="/guide" target="_blank">Size guide</a>'
    goal = "Click the 'Size guide' link. What is the heading of the page? Close the tab. What is the heading of the page?"
    assert await run(html, goal) == "Size guide; Blue Mug"


async def test_pages_are_gone_back_to(run, site):
    site.page("/guide", "<h1>Size guide</h1>")
    assert (
        await run(
            '<h1>Blue Mug</h1><a href="/guide">Guide</a>', "Open the guide, go back and report the heading"
        )
        == "Blue Mug"
    )


async def test_a_menu_opens_under_the_pointer(run):
    html = """<style>#menu {display: none} #account:hover #menu {display: block}</style><h1>Home</h1>
    <div id="account"><button>Account</button><div id="menu"><button onclick="said.textContent = 'Bye'">Log out</button></div></div>
    <p id="said" role="status"></p>"""
    assert await run(html, "Hover over Account, then click Log out. What does the status say?") == "Bye"


async def test_a_file_is_uploaded(run, session):
    html = '<label>Attachment <input type="file"></label>'
    await run(html, "Upload 'notes.txt' to the attachment field")
    assert await session.page.locator("input").evaluate("input => input.files[0].name") == "notes.txt"


async def test_a_condition_decides_whether_a_thing_is_done(run):
    banner = '<h1>Shop</h1><div id="banner"><p>We use cookies</p><button onclick="banner.remove()">Accept all</button></div>'
    goal = "If there is a button 'Accept all', click it. Is there a button 'Accept all'?"
    assert await run(banner, goal.replace("click it", "click 'Accept all'")) == "no"
    assert await run("<h1>Shop</h1>", goal.replace("click it", "click 'Accept all'")) == "no"


async def test_keys_are_pressed_where_the_focus_is(run):
    html = """<h1>Chat</h1><label>Message <input onkeydown="if (event.key === 'Enter') said.textContent = 'Sent: ' + this.value"></label>
    <p id="said" role="status"></p>"""
    assert await run(html, "Type 'hello' and press Enter. What does the status say?") == "Sent: hello"


async def test_a_combobox_of_the_page_is_opened_and_chosen_from(run):
    html = """<h1>Trip</h1><button role="combobox" aria-label="City" aria-expanded="false" onclick="list.hidden = false">Choose</button>
    <ul role="listbox" id="list" hidden><li role="option" onclick="said.textContent = 'Rome it is'">Rome</li>
    <li role="option">Oslo</li></ul><p id="said" role="status"></p>"""
    assert await run(html, "Choose 'Rome' in the City dropdown") == "Rome it is"


async def test_a_table_is_sorted_by_its_head(run):
    html = """<h1>People</h1><table><thead><tr><th><button onclick="rows.append(rows.firstElementChild)">Name</button></th><th>Age</th></tr></thead>
    <tbody id="rows"><tr><td>Zoe</td><td>30</td></tr><tr><td>Ann</td><td>40</td></tr></tbody></table>"""
    assert await run(html, "Sort the table by Name. Report the age of the first row") == "40"


async def test_without_a_question_the_heading_is_the_answer(run, site):
    site.page("/done", "<title>T</title><h1>All done</h1>")
    assert await run('<a href="/done">Finish</a>', "Click Finish") == "All done"


async def test_things_in_frames_are_used_too(run, site):
    site.page(
        "/frame",
        """<label>Card number <input></label><button onclick="said.textContent = 'Paid'">Pay</button><p id="said" role="status"></p>""",
    )
    assert (
        await run(
            '<h1>Checkout</h1><iframe src="/frame" title="Payment"></iframe>',
            "Enter '4242' as the card number, click Pay and report the message",
        )
        == "Paid"
    )


CHORES = """<h1>Chores</h1><ul id="all"></ul><p role="status" id="said"></p><script>
let names = ['Paint fence', 'Paint fence red', 'Book club', 'Wash cups, plates and pans'];
function draw() {
  all.innerHTML = names.map(n => `<li><label><input type="checkbox"> ${n}</label> <button>Delete</button></li>`).join('');
  all.querySelectorAll('button').forEach((b, at) => b.onclick = () => { names.splice(at, 1); draw(); });
  said.textContent = names.join('|') || 'none';
}
draw();</script>"""


@pytest.mark.parametrize(
    ("goal", "left"),
    [
        ("Delete Paint fence and Paint fence red", "Book club|Wash cups, plates and pans"),
        *repeats(
            ("Delete Paint fence red and Paint fence", "Book club|Wash cups, plates and pans"),
            ("Delete Paint fence and Book club", "Paint fence red|Wash cups, plates and pans"),
            ("Delete 'Paint fence' and 'Book club'", "Paint fence red|Wash cups, plates and pans"),
        ),
        ("Delete Wash cups, plates and pans", "Paint fence|Paint fence red|Book club"),
        ("Delete Paint fence, Book club and Paint fence red", "Wash cups, plates and pans"),
    ],
)
async def test_several_things_of_one_verb_are_all_done(run, goal, left):
    assert await run(CHORES, f"{goal}. What does the status say?") == left


async def test_names_with_and_are_ticked_as_one_or_as_several(run, session):
    await run(CHORES, "Tick Paint fence, Book club and 'Wash cups, plates and pans'")
    assert await session.page.locator("input:checked").count() == 3


BANNER = """<div role="dialog" aria-label="Privacy" style="position: fixed; bottom: 0; left: 0; right: 0; height: 60px">
We use cookies. <button onclick="this.parentNode.remove()">Agree</button></div>
<h1>News</h1><button onclick="document.querySelector('h1').textContent = 'Sport'">Sport</button>"""


async def test_a_banner_at_the_edge_does_not_hide_the_page(run):
    assert await run(BANNER, "Click 'Sport'") == "Sport"
    assert await run(BANNER, "If there is a cookie banner, click 'Agree'. Click 'Sport'.") == "Sport"


async def test_amounts_and_initials_are_not_cut(run, session):
    html = """<label>Sum <input name="sum"></label> <label>Max. weight <input name="max"></label> <label>Payee <input name="payee"></label>"""
    await run(html, "Set Sum to 2,300.75, Max. weight to 12 and Payee to Berg and Sons")
    found = await session.page.locator("input").evaluate_all("all => all.map(each => each.value)")
    assert found == ["2,300.75", "12", "Berg and Sons"]


CHANGES = {
    "a row is gone": (
        """<ul><li>Milk <button onclick="this.parentNode.remove()">Delete</button></li>
        <li>Milk shake <button onclick="this.parentNode.remove()">Delete</button></li></ul>""",
        "Delete Milk",
    ),
    "a row says something else": (
        """<table><tr><td>Milk</td><td>open</td><td><button onclick="this.closest('tr').cells[1].textContent = 'done'">Finish</button></td></tr>
        <tr><td>Tea</td><td>done</td><td></td></tr></table>""",
        "Click 'Finish' in the row of 'Milk'",
    ),
    "a text is new": (
        """<p id="said">Nothing yet</p><button onclick="said.textContent = 'Sent to Ann'">Send</button>""",
        "Click Send",
    ),
    "a button is pressed": (
        """<button aria-pressed="false" onclick="this.setAttribute('aria-pressed', 'true')">Mute</button>""",
        "Click Mute",
    ),
    "a part is open": ("<details><summary>More</summary><p>Text</p></details>", "Click More"),
    "the title is another one": ("""<button onclick="document.title = 'Sent'">Send</button>""", "Click Send"),
    "a file is downloaded": (
        '<a download="list.csv" href="data:text/csv,a">Export the list</a>',
        "Click 'Export the list'",
    ),
    "a box is ticked": (
        '<label><input type="checkbox"> Milk</label> <label><input type="checkbox"> Tea</label>',
        "Tick Milk",
    ),
    "a field is filled": ("<label>Name <input></label>", "Type 'Ann' into the Name field"),
    "a secret is filled": ('<label>Password <input type="password"></label>', "Type 'abc' into Password"),
}


@pytest.mark.parametrize(
    ("html", "goal"), by_default(CHANGES, but=("a row says something else", "a field is filled"))
)
async def test_a_goal_that_asks_nothing_passes_by_what_it_changed(run, html, goal):
    assert await run(f"<h1>List</h1>{html}", goal) == "List"


async def test_a_goal_that_changes_nothing_does_not_pass(run):
    with pytest.raises(Inconclusive, match="the page ignored what was done"):
        await run("<h1>List</h1><button>Delete everything</button>", "Click 'Delete everything'")


async def test_an_error_upon_the_last_step_is_the_answer_of_the_site(run):
    html = """<h1>List</h1><p id="said" role="alert"></p>
    <button onclick="said.textContent = 'The list could not be saved.'">Save</button>"""
    with pytest.raises(GoalNotMet, match="could not be saved"):
        await run(html, "Click Save")


PAD = """<style>body { margin: 0 } #pad { width: 400px; height: 300px; background: #eee }</style>
<div id="pad" onmousedown="from = event.x + ', ' + event.y" onmouseup="said.textContent = `From ${from} to ${event.x}, ${event.y}`">
</div><p id="said" role="status">Nothing</p><script>let from</script>"""


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("Click at (120, 80) and report the status", "From 120, 80 to 120, 80"),
        ("Drag from (20, 30) to (210.5, 160). What does the status say?", "From 20, 30 to 210, 160"),
    ],
)
async def test_the_mouse_goes_where_the_goal_says_in_numbers(run, goal, said):
    assert await run(PAD, goal) == said


async def test_what_may_be_drawn_is_not_clicked_by_who_cannot_see_it(run):
    drawn = "<canvas onclick=\"document.body.textContent = 'hit'\"></canvas><h1>Board</h1>"
    with pytest.raises(Inconclusive, match="a grounding model to find it"):
        await run(drawn, "Click the red pen")


MENUS = """<h1>Plants</h1><ul id="list"></ul><p role="status" id="said"></p>
<button id="columns" aria-expanded="false" onclick="menu.hidden = !menu.hidden">Columns</button>
<div id="menu" hidden><label><input type="checkbox" checked> Height</label> <label><input type="checkbox" checked> Price</label></div>
<button onclick="said.textContent = 'All archived'">Archive</button>
<script>
for (const name of ['Rose', 'Fern']) {
  const item = document.createElement('li'), more = document.createElement('button'), text = document.createElement('span');
  text.textContent = name;
  item.ondblclick = () => said.textContent = name + ' is edited';
  more.textContent = '\u22ee';
  more.onclick = () => {
    const choice = document.createElement('div');
    choice.setAttribute('role', 'menu');
    for (const deed of ['Archive', 'Duplicate']) {
      const entry = document.createElement('button');
      entry.setAttribute('role', 'menuitem');
      entry.textContent = deed;
      entry.onclick = () => { said.textContent = deed + ' ' + name; choice.remove(); };
      choice.append(entry);
    }
    document.body.append(choice);
  };
  item.append(text, more);
  list.append(item);
}
</script>"""


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("Duplicate the plant Fern from its menu", "Duplicate Fern"),
        ("In the menu with the three dots of the Rose choose Archive", "Archive Rose"),
        ("Open the menu of Rose and click Duplicate", "Duplicate Rose"),
        ("Double-click on Fern. What does the status say?", "Fern is edited"),
    ],
)
async def test_what_is_done_to_a_thing_may_stand_behind_its_menu(run, goal, said):
    assert await run(MENUS, goal) == said


async def test_several_boxes_are_changed_in_a_menu_that_is_named(run, session):
    await run(MENUS, "Hide the height and the price with the Columns menu")
    assert await session.page.locator("input:checked").count() == 0


async def test_what_a_menu_does_not_offer_is_not_done_elsewhere(run, session):
    with pytest.raises(Inconclusive):
        await run(MENUS, "In the Columns menu choose Archive")
    assert await session.page.locator("#said").text_content() == ""

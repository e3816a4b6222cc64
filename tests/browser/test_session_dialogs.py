"""Dialogs: never answered by themselves, unless the test says how."""

import asyncio

import pytest
from matrix_cases import repeats
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.config import Settings
from pytest_webagent.errors import BrowserError, ToolError

ASK = "<p id=p>?</p><button onclick=\"p.textContent = confirm('Delete it?')\">Delete</button>"
SENTENCE = 'a confirm dialog says "Delete it?": call accept_dialog or dismiss_dialog'


def clicking(session, selector="button"):
    return lambda: session.page.locator(selector).click(timeout=2000)


async def test_an_action_that_opens_a_dialog_returns_at_once_and_says_so(session, site):
    await session.goto(site.page("/", ASK))
    acted = await session.act(clicking(session))
    assert acted.notes == (SENTENCE,)
    assert acted.changed
    assert session.dialog == SENTENCE


@pytest.mark.parametrize(("accept", "outcome"), [(True, "true"), (False, "false")])
async def test_the_page_gets_the_answer_that_is_given(session, site, accept, outcome):
    await session.goto(site.page("/", ASK))
    await session.act(clicking(session))
    acted = await session.answer_dialog(accept=accept)
    assert acted.notes == (f"{'accepted' if accept else 'dismissed'} the confirm dialog",)
    assert await session.page.inner_text("p") == outcome
    assert session.dialog is None


async def test_a_prompt_takes_a_text(session, site):
    await session.goto(
        site.page("/", "<p id=p></p><button onclick=\"p.textContent = prompt('Name?', 'Bob')\">x</button>")
    )
    acted = await session.act(clicking(session))
    assert acted.notes[0].startswith('a prompt dialog says "Name?" (its field holds "Bob")')
    await session.answer_dialog(accept=True, text="Ann")
    assert await session.page.inner_text("p") == "Ann"


async def test_a_prompt_accepted_without_a_text_keeps_what_its_field_holds(session, site):
    await session.goto(
        site.page("/", "<p id=p></p><button onclick=\"p.textContent = prompt('Name?', 'Bob')\">x</button>")
    )
    await session.act(clicking(session))
    await session.answer_dialog(accept=True)
    assert await session.page.inner_text("p") == "Bob"


async def test_a_confirm_dialog_takes_no_text_and_stays_open(session, site):
    await session.goto(site.page("/", ASK))
    await session.act(clicking(session))
    with pytest.raises(ToolError, match="takes no text"):
        await session.answer_dialog(accept=True, text="yes")
    assert session.dialog == SENTENCE


async def test_answering_when_no_dialog_is_open_is_an_error_for_the_model(session, site):
    await session.goto(site.page("/", ASK))
    with pytest.raises(ToolError, match="no dialog is open"):
        await session.answer_dialog(accept=True)


async def test_nothing_else_can_be_done_while_a_dialog_is_open(session, site):
    await session.goto(site.page("/", ASK))
    await session.act(clicking(session))
    ran = []

    async def operation():
        ran.append(1)

    with pytest.raises(ToolError, match="nothing else can be done while a confirm dialog"):
        await session.act(operation)
    with pytest.raises(ToolError, match="nothing else can be done"):
        await session.goto(site.url)
    assert ran == []


async def test_an_observation_while_a_dialog_is_open_shows_it_and_the_elements_last_seen(session, site):
    await session.goto(site.page("/", ASK))
    before = await session.observe()
    await session.act(clicking(session))
    seen = await session.observe(screenshot=True)
    assert seen.dialog == SENTENCE
    assert seen.elements == before.elements
    assert seen.screenshot is None
    assert seen.generation == before.generation + 1
    await session.answer_dialog(accept=False)
    assert (await session.observe()).dialog is None


async def test_a_dialog_that_opens_while_the_page_is_looked_at_does_not_block(session, site):
    await session.goto(site.page("/", "<p>x</p><script>onfocus = () => 0</script>"))
    await session.page.evaluate(
        "setTimeout(() => { for (const end = Date.now() + 300; Date.now() < end;); alert('late') })"
    )
    seen = await session.observe()
    assert seen.dialog == 'an alert dialog says "late": call accept_dialog or dismiss_dialog'


async def test_the_second_dialog_of_one_click_is_told_with_the_answer_to_the_first(session, site):
    html = "<p id=p></p><button onclick=\"p.textContent = [confirm('One?'), confirm('Two?')]\">x</button>"
    await session.goto(site.page("/", html))
    await session.act(clicking(session))
    acted = await session.answer_dialog(accept=True)
    assert acted.notes == (
        "accepted the confirm dialog",
        'a confirm dialog says "Two?": call accept_dialog or dismiss_dialog',
    )
    await session.answer_dialog(accept=False)
    assert await session.page.inner_text("p") == "true,false"


async def test_what_followed_the_dialog_in_the_same_operation_goes_on(session, site):
    await session.goto(site.page("/", "<button onclick=\"alert('first')\">x</button><input>"))

    async def operation():
        await session.page.locator("button").click()
        await session.page.locator("input").fill("after")

    await session.act(operation)
    await session.answer_dialog(accept=True)
    assert await session.page.input_value("input") == "after"


async def test_an_action_counts_as_done_although_its_time_ran_out_behind_the_dialog(session, site):
    await session.goto(site.page("/", ASK))
    gave_up = asyncio.Event()

    async def operation():
        try:
            await clicking(session)()
        finally:
            gave_up.set()

    await session.act(operation)
    await gave_up.wait()
    acted = await session.answer_dialog(accept=True)
    assert acted.notes == ("accepted the confirm dialog",)
    assert await session.page.inner_text("p") == "true"


async def test_what_failed_behind_the_dialog_is_told_with_the_answer(session, site):
    await session.goto(site.page("/", "<button onclick=\"alert('first')\">x</button><input disabled>"))

    async def operation():
        await session.page.locator("button").click()
        await session.page.locator("input").fill("SECRET", timeout=2000)

    await session.act(operation)
    acted = await session.answer_dialog(accept=True)
    assert acted.notes == (
        "accepted the alert dialog",
        "what opened the dialog then failed: the element is disabled",
    )


async def test_the_tests_own_code_is_not_held_up_by_dialogs_once_the_session_left_the_page(session, site):
    await session.goto(site.page("/", ASK))
    session.leave()
    await session.page.locator("button").click()
    assert await session.page.inner_text("p") == "false"
    assert session.dialog is None
    assert (await session.act(clicking(session))).notes == (SENTENCE,)


async def test_the_page_may_be_asked_whether_to_leave_it(session, site):
    leaving = site.page("/", "<input><script>onbeforeunload = e => e.preventDefault()</script>")
    await session.goto(leaving)
    await session.act(lambda: session.page.locator("input").press("a"))
    other = site.page("/other", "<h1>Other</h1>")
    acted = await session.goto(other)
    assert acted.notes == (
        "a beforeunload dialog asks whether to leave the page: call accept_dialog to leave it or dismiss_dialog to stay",
    )
    acted = await session.answer_dialog(accept=True)
    assert session.page.url == other
    assert await session.page.inner_text("h1") == "Other"


async def test_staying_on_a_page_that_asked_keeps_it(pool, site):
    session = await pool.new_session(Settings())
    session.attend()
    leaving = site.page("/", "<input><script>onbeforeunload = e => e.preventDefault()</script>")
    await session.goto(leaving)
    await session.act(lambda: session.page.locator("input").press("a"))
    await session.goto(site.page("/other", "<h1>Other</h1>"))
    await session.answer_dialog(accept=False)
    assert session.page.url == leaving
    await session.close()


@pytest.mark.parametrize(("preset", "outcome"), [("accept", "true"), ("dismiss", "false")])
async def test_a_test_can_preset_the_answer(pool, site, preset, outcome):
    session = await pool.new_session(Settings(dialogs=preset))
    await session.goto(site.page("/", ASK))
    acted = await session.act(clicking(session))
    assert await session.page.inner_text("p") == outcome
    assert acted.notes == (f'a confirm dialog says "Delete it?"; it was {preset}ed, as the test presets',)
    await session.close()


async def test_a_dialog_nobody_answers_is_dismissed_at_the_end_and_named_in_the_log(pool, site):
    session = await pool.new_session(Settings())
    await session.goto(site.page("/", ASK))
    await session.act(clicking(session))
    await session.close()
    assert any("nobody answered it, it was dismissed at the end" in line for line in session.log.lines())


async def test_a_page_that_opens_a_dialog_again_and_again_can_be_closed(pool, site):
    session = await pool.new_session(Settings())
    await session.goto(site.page("/", "<script>setInterval(() => alert('tick'), 10)</script>"))
    assert (await session.observe()).dialog is not None
    await session.close()
    assert session.context.pages == []


@pytest.mark.parametrize("preset", ["ask", "accept", *repeats("dismiss")])
async def test_a_page_that_alerts_in_a_loop_is_stopped_with_a_clear_word(pool, site, preset):
    session = await pool.new_session(Settings(dialogs=preset))
    await session.goto(site.page("/", "<button onclick=\"for(;;) alert('again')\">x</button>"))

    async def keep_answering():
        await session.act(clicking(session))
        while session.dialog:
            await session.answer_dialog(accept=True)

    with pytest.raises(BrowserError, match=r"because its script opened 2\d dialogs in a row"):
        await keep_answering()
    await session.close()


async def test_many_dialogs_of_a_page_that_still_answers_do_not_end_it(pool, site):
    session = await pool.new_session(Settings(dialogs="accept"))
    html = (
        "<p id=p>0</p><button onclick=\"setInterval(() => { alert('tick'); p.textContent++ }, 1)\">x</button>"
    )
    await session.goto(site.page("/", html))
    await session.act(clicking(session))
    await session.page.wait_for_function("+p.textContent > 25")
    assert (await session.observe()).dialog is None
    await session.close()


async def test_a_dialog_somebody_else_answered_is_no_longer_open(session, site):
    await session.goto(site.page("/", ASK))
    session.page.once("dialog", lambda dialog: dialog.dismiss())
    await session.act(clicking(session))
    await session.page.wait_for_function("p.textContent == 'false'")
    assert session.dialog is None
    assert (await session.observe()).dialog is None


async def test_what_a_dialog_says_is_shortened(session, site):
    await session.goto(site.page("/", "<button onclick=\"alert('a\\n'.repeat(9000))\">x</button>"))
    acted = await session.act(clicking(session))
    assert len(acted.notes[0]) < 300
    assert "\n" not in acted.notes[0]


async def test_between_calls_of_the_session_dialogs_are_the_tests_own(session, site):
    session.leave()
    await session.goto(site.page("/", ASK))
    await session.observe()
    await session.page.locator("button").click()
    assert await session.page.inner_text("p") == "false"


async def test_a_dialog_a_call_opened_is_heard_of_until_it_is_answered(session, site):
    session.leave()
    await session.goto(site.page("/", ASK))
    assert (await session.act(clicking(session))).notes == (SENTENCE,)
    assert (await session.observe()).dialog == SENTENCE
    await session.answer_dialog(accept=True)
    assert await session.page.inner_text("p") == "true"
    await session.page.locator("button").click()
    assert await session.page.inner_text("p") == "false"

"""Several tool calls in one reply: done in order for as long as the page is the one the model saw."""

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.agent.loop import Agent
from pytest_webagent.agent.reply_calls import MOST_CALLS
from pytest_webagent.config import Settings
from pytest_webagent.testing import ScriptedModel, call, element
from pytest_webagent.tools.toolsets import default_registry

FORM = """
<label>Name <input id=name></label><label>City <input id=city></label><label>Mail <input id=mail></label>
<button id=send onclick="document.querySelector('output').textContent =
  [...document.querySelectorAll('input')].map(i => i.value).join('|')">Send</button><output></output>
<a href="/next">Next</a>
"""


@pytest.fixture
def work(session):
    """Make an agent with a list of replies, or a model."""

    def make(model):
        if isinstance(model, list):
            model = ScriptedModel(model)
        settings = Settings(timeout=30.0, settle_timeout=1.0, screenshots="off", answers="any")
        return Agent(model=model, session=session, tools=default_registry(), settings=settings)

    return make


def on(role, name):
    """A reply that clicks an element found when the reply is asked for."""

    def reply(request):
        return call("click", element_id=element(request.observation, role, name).id, description=name)

    return reply


def fill(request, name, text):
    target = element(request.observation, "textbox", name).id
    return call("type", element_id=target, field_description=name, text=text)


def stop(answer="ok"):
    return call("stop", answer=answer)


def tool_results(request):
    return [message.text for message in request.messages if message.role == "tool"]


async def test_three_fields_are_filled_by_one_reply(work, session, site):
    await session.goto(site.page("/", FORM))
    agent = work(
        [
            lambda request: [
                fill(request, "Name", "Ada"),
                fill(request, "City", "London"),
                fill(request, "Mail", "a@b.c"),
                on("button", "Send")(request),
            ],
            lambda request: stop(element(request.observation, "status").text),
        ]
    )
    result = await agent.run("Fill in the form and send it")
    assert result.answer == "Ada|London|a@b.c"
    assert len(result.steps) == 2


async def test_a_reply_of_eighty_calls_is_done_in_part_and_the_model_told(work, session, site):
    await session.goto(site.page("/", "<button onclick='this.n = 1 + (this.n || 0)'>More</button>"))

    def eighty(request):
        return [on("button", "More")(request)] * 80

    model = ScriptedModel([eighty, stop()])
    result = await work(model).run("Press it often")
    assert await session.page.evaluate("document.querySelector('button').n") == MOST_CALLS
    *done, last = (action.result.error for action in result.steps[0].actions)
    assert done == [None] * MOST_CALLS
    assert last.startswith(
        f"not done: a reply may make {MOST_CALLS} calls, and this one made {80 - MOST_CALLS} more"
    )
    assert tool_results(model.requests[1])[-1] == f"Error: {last}"


async def test_calls_behind_a_link_that_leads_elsewhere_are_not_done(work, session, site):
    site.page("/next", FORM)
    await session.goto(site.page("/", FORM))
    model = ScriptedModel(
        [
            lambda request: [on("link", "Next")(request), fill(request, "Name", "Ada"), stop()],
            lambda request: stop(element(request.observation, "textbox", "Name").value or "empty"),
        ]
    )
    result = await work(model).run("Follow the link")
    _, typed, stopped = (action.result.error for action in result.steps[0].actions)
    assert typed == stopped == "not done: the page has changed to another one"
    assert result.answer == "empty"
    assert tool_results(model.requests[1])[1] == f"Error: {typed}"


async def test_the_same_address_loaded_anew_is_another_page(work, session, site):
    await session.goto(site.page("/", FORM + "<a href='/'>Again</a>"))
    agent = work(
        [lambda request: [on("link", "Again")(request), fill(request, "Name", "Ada")], stop()],
    )
    result = await agent.run("Follow the link")
    assert result.steps[0].actions[1].result.error == "not done: the page has changed to another one"
    assert await session.page.input_value("#name") == ""


async def test_a_call_whose_element_is_gone_is_not_done(work, session, site):
    await session.goto(
        site.page("/", "<button onclick='two.remove()'>One</button><button id=two>Two</button>")
    )
    agent = work(
        [lambda request: [on("button", "One")(request), on("button", "Two")(request)], stop()],
    )
    first = (await agent.run("Press both")).steps[0]
    assert first.actions[0].result.error is None
    assert "is no longer what it was" in first.actions[1].result.error


async def test_a_button_whose_row_shows_another_thing_is_not_pressed(work, session, site):
    rows = "".join(f"<li><span>{name}</span><button>Buy</button></li>" for name in ("Cup", "Mug"))
    await session.goto(
        site.page(
            "/",
            f"<button onclick='sort()'>Sort</button><ul>{rows}</ul><script>var bought = [];"
            "for (const b of document.querySelectorAll('li button')) b.onclick = () => bought.push(1);"
            "function sort() { const s = document.querySelectorAll('span');"
            "s[0].textContent = 'Mug'; s[1].textContent = 'Cup'; }</script>",
        )
    )

    def both(request):
        first_buy = next(item for item in request.observation.elements if item.name == "Buy")
        return [on("button", "Sort")(request), call("click", element_id=first_buy.id, description="Buy")]

    first = (await work([both, stop()]).run("Sort, then buy the cup")).steps[0]
    assert "is no longer what it was" in first.actions[1].result.error
    assert await session.page.evaluate("bought.length") == 0


async def test_a_point_that_shows_another_thing_is_not_clicked(work, session, site):
    await session.goto(
        site.page(
            "/",
            "<style>button { position: absolute; top: 100px; width: 100px; height: 50px }</style>"
            "<button id=a style='left: 0' onclick=\"b.textContent = 'Delete'\">Swap</button>"
            "<button id=b style='left: 200px' onclick='window.pressed = 1'>Keep</button>",
        )
    )

    def both(request):
        return [
            on("button", "Swap")(request),
            call("click", coords="<point>250 125</point>", description="Keep"),
        ]

    first = (await work([both, stop()]).run("Swap, then keep")).steps[0]
    assert first.actions[1].result.error == "not done: there is something else now at that point"
    assert await session.page.evaluate("window.pressed") is None


async def test_a_dialog_holds_up_the_calls_behind_it(work, session, site):
    await session.goto(
        site.page("/", FORM + "<button onclick=\"window.said = confirm('Sure?')\">Delete</button>")
    )
    agent = work(
        [
            lambda request: [on("button", "Delete")(request), fill(request, "Name", "Ada")],
            call("dismiss_dialog"),
            stop(),
        ]
    )
    result = await agent.run("Delete, but think better of it")
    assert result.steps[0].actions[1].result.error == "not done: a dialog opened"
    assert "Sure?" in result.steps[0].actions[0].result.text
    assert await session.page.evaluate("window.said") is False


MODAL = """
<button onclick="document.querySelector('dialog').showModal()">Delete</button>
<dialog><form method=dialog><label>Reason <input></label><button onclick="window.deleted = 1">Yes</button></form></dialog>
"""


async def test_a_key_is_not_pressed_in_a_part_of_the_page_that_opened_and_took_the_focus(work, session, site):
    await session.goto(site.page("/", MODAL))
    agent = work([lambda request: [on("button", "Delete")(request), call("press_key", key="Enter")], stop()])
    result = await agent.run("Delete")
    assert "took the focus; look at it first" in result.steps[0].actions[1].result.error
    assert await session.page.evaluate("window.deleted") is None


async def test_a_key_behind_a_field_of_an_open_part_of_the_page_is_pressed(work, session, site):
    await session.goto(site.page("/", MODAL))
    agent = work(
        [
            on("button", "Delete"),
            lambda request: [fill(request, "Reason", "broken"), call("press_key", key="Enter")],
            stop(),
        ]
    )
    result = await agent.run("Delete, because it is broken")
    assert [action.result.error for action in result.steps[1].actions] == [None, None]
    assert await session.page.evaluate("window.deleted") == 1


async def test_calls_behind_one_that_failed_are_not_done(work, session, site):
    await session.goto(site.page("/", FORM))
    agent = work(
        [
            lambda request: [
                call("click", element_id=9999, description="nothing"),
                fill(request, "Name", "Ada"),
                stop(),
            ],
            stop("second try"),
        ]
    )
    result = await agent.run("Fill in the form")
    errors = [action.result.error for action in result.steps[0].actions]
    assert errors[1:] == ["not done: click [9999] before it failed"] * 2
    assert result.answer == "second try"
    assert await session.page.input_value("#name") == ""


async def test_stop_does_not_count_on_a_page_the_model_has_not_seen(work, session, site):
    await session.goto(site.page("/", FORM))
    agent = work(
        [lambda request: [on("button", "Send")(request), stop("sent")], stop("seen")],
    )
    result = await agent.run("Send the form")
    assert "look at it first" in result.steps[0].actions[1].result.error
    assert result.answer == "seen"


async def test_stop_behind_a_call_that_left_the_page_as_it_was_counts(work, session, site):
    await session.goto(site.page("/", FORM))
    agent = work([lambda request: [fill(request, "Name", "Ada"), stop("typed"), call("refresh")]])
    result = await agent.run("Fill in the name")
    assert result.answer == "typed"
    assert result.steps[0].actions[2].result.error == "not done: the run had ended with stop"


async def test_a_row_that_reckons_while_its_neighbour_is_filled_in_does_not_hold_up_the_form(
    work, session, site
):
    rows = "".join(
        f"<tr><td>{name}</td><td><input aria-label='{name}' oninput='m{name}.textContent = this.value.length'></td>"
        f"<td id=m{name}>0</td></tr>"
        for name in ("Name", "City")
    )
    await session.goto(site.page("/", f"<table>{rows}</table>"))
    agent = work(
        [lambda request: [fill(request, "Name", "Ada"), fill(request, "City", "London")], stop()],
    )
    result = await agent.run("Fill in both")
    assert [action.result.error for action in result.steps[0].actions] == [None, None]


async def test_a_new_tab_holds_up_the_calls_behind_it(work, session, site):
    site.page("/next", FORM)
    await session.goto(site.page("/", FORM + "<a href=/next target=_blank>Other</a>"))
    agent = work([lambda request: [on("link", "Other")(request), fill(request, "Name", "Ada")], stop()])
    result = await agent.run("Open the other one")
    assert result.steps[0].actions[1].result.error == "not done: another tab is now the current one"
    assert result.steps[1].url == site.url + "/next"


async def test_after_a_run_dialogs_of_the_tests_own_code_are_dismissed_as_playwright_does(
    work, session, site
):
    await session.goto(site.page("/", "<button onclick=\"this.textContent = confirm('Sure?')\">Ask</button>"))
    await work([stop()]).run("Look at the page")
    await session.page.get_by_role("button").click()
    assert await session.page.get_by_role("button").inner_text() == "false"
    await work(
        [
            lambda request: call("click", element_id=request.observation.elements[-1].id, description="Ask"),
            call("accept_dialog"),
            stop(),
        ]
    ).run("Ask and accept")
    assert await session.page.get_by_role("button").inner_text() == "true"

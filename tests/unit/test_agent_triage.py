"""Whose a failed run is, and what is said to have led to it."""

from typing import get_args

import pytest

from pytest_webagent import errors
from pytest_webagent.agent.failure import describe
from pytest_webagent.agent.triage import MOST, plain, triage, unserved
from pytest_webagent.messages import ToolResult, Usage
from pytest_webagent.observation import Element, Observation, Size
from pytest_webagent.testing import call
from pytest_webagent.trajectory import OUTCOMES, Action, RunResult, Status, Step

PAY = Element(id=9, role="button", name="Pay", states=("disabled",))
NAME = Element(id=1, role="textbox", name="Name")
CARD = Element(id=2, role="textbox", name="Card number")
FAILED_ORDER = "request: POST http://shop/orders was answered 500"


def page(*elements, url="http://shop/cart", title="Cart", status=200, unreachable=""):
    return Observation(
        generation=1,
        url=url,
        title=title,
        elements=elements,
        text="",
        viewport=Size(1280, 720),
        status=status,
        unreachable=unreachable,
    )


def step(index, *calls, error=None, notes=(), url="http://shop/cart"):
    actions = tuple(Action(call=each, result=ToolResult("done", error), seconds=0.1) for each in calls)
    return Step(
        index=index,
        url=url,
        title="Cart",
        observation="",
        reasoning="",
        actions=actions,
        usage=Usage(),
        seconds=0.2,
        notes=notes,
    )


def run(status, *steps, reason="no mug can be bought", answer="", goal="Buy a mug"):
    return RunResult(goal=goal, status=status, answer=answer, reason=reason, steps=steps)


def told(result, *pages, later=()):
    """The triage, where every step saw the same page if no more are given."""
    seen = pages if len(pages) > 1 else [*pages, page()][:1] * len(result.steps)
    found = triage(result, seen, later)
    assert found is not None
    return found


def press(element, **arguments):
    return call("click", element_id=element.id, description=element.name, **arguments)


def enter(element, text="x"):
    return call("type", element_id=element.id, field_description=element.name, text=text)


def test_every_status_is_in_the_table_and_only_a_reached_goal_is_nobodys_failure():
    assert set(OUTCOMES) == set(get_args(Status))
    nobodys = [status for status, outcome in OUTCOMES.items() if not outcome.whose]
    assert nobodys == ["done", "interrupted"]
    assert triage(run("done", step(1)), [page()]) is None


@pytest.mark.parametrize(
    ("error", "whose"),
    [
        (errors.GoalNotMet, "site"),
        (errors.Inconclusive, "agent"),
        (errors.BudgetExceeded, "limits"),
        (errors.ModelError, "environment"),
        (errors.BrowserError, "environment"),
        (errors.EnvironmentFailure, "environment"),
    ],
)
def test_the_status_of_an_error_decides_whose_it_is(error, whose):
    assert plain(error.status, "it went\nwrong").line == f"{whose}: it went wrong"
    assert plain(error.status, "it went wrong").whose == whose


def test_where_nothing_is_known_the_reason_stands_alone():
    found = told(run("goal_not_met", step(1, press(PAY)), step(2, call("stop"))))
    assert (found.line, found.evidence) == ("site: no mug can be bought", ())
    assert triage(run("stuck", reason="gave up"), ()).text == "agent: gave up"


@pytest.mark.parametrize("status", ["goal_not_met", "stuck", "budget", "environment"])
def test_a_request_the_server_failed_is_named_with_its_step(status):
    result = run(
        status, step(1, call("scroll")), step(2, press(PAY)), step(3, call("stop"), notes=(FAILED_ORDER,))
    )
    assert told(result).evidence == ("POST /orders was answered 500 in step 2",)


def test_what_came_after_the_last_page_was_seen_belongs_to_the_last_step():
    result = run("stuck", step(1, press(PAY)), step(2, press(PAY)))
    assert told(result, later=(FAILED_ORDER,)).evidence == ("POST /orders was answered 500 in step 2",)


def test_one_request_that_fails_again_and_again_is_one_line_and_the_newest_come_first():
    search = "request: GET http://shop/search was answered 503 (2 times)"
    notes = [(), (search,), (FAILED_ORDER,), (FAILED_ORDER,), (FAILED_ORDER,)]
    result = run("stuck", *[step(index, press(PAY), notes=notes[index - 1]) for index in range(1, 6)])
    assert told(result).evidence == (
        "POST /orders was answered 500 in steps 2, 3 and 4",
        "GET /search was answered 503 in step 1",
    )


def test_what_failed_before_the_run_led_to_nothing():
    result = run("goal_not_met", step(1, press(PAY), notes=(FAILED_ORDER, "page error: x")))
    assert told(result).evidence == ()


def test_an_error_of_a_script_or_a_refused_request_counts_from_the_last_act_on():
    early = ("page error: Error: old", "request: GET http://shop/old was answered 404")
    late = (
        "page error: TypeError: total is null",
        "request: PUT http://other/cart was answered 422",
        "request: GET http://shop/b failed: net::ERR_CONNECTION_RESET",
    )
    result = run(
        "goal_not_met",
        step(1, press(PAY)),
        step(2, press(PAY), notes=early),
        step(3, press(NAME), error="covered", notes=late),
        step(4, call("wait", seconds=1)),
        step(5, call("stop")),
    )
    assert told(result).evidence == (
        "PUT http://other/cart was answered 422 in step 2",
        "GET /b failed: net::ERR_CONNECTION_RESET in step 2",
        "the page's script failed in step 2: TypeError: total is null",
    )


def test_there_are_never_more_than_a_few_lines_of_evidence():
    notes = tuple(f"request: GET http://shop/{number} was answered 500" for number in range(9))
    result = run("stuck", step(1, press(PAY)), step(2, press(PAY), notes=notes))
    assert len(told(result).evidence) == MOST


def test_a_control_that_stays_disabled_after_the_form_was_filled_in_is_the_sites():
    result = run(
        "goal_not_met",
        step(1, enter(NAME)),
        step(2, enter(CARD)),
        step(3, press(PAY), error="the button is disabled"),
        step(4, call("stop")),
        reason="one cannot pay",
    )
    found = told(result, page(NAME, CARD, PAY))
    assert found.line == "site: the button 'Pay' stays disabled after 'Name' and 'Card number' were filled in"
    assert told(
        run("goal_not_met", *result.steps[:1], *result.steps[2:], reason="one cannot pay"),
        page(NAME, CARD, PAY),
    ).line == ("site: the button 'Pay' stays disabled after 'Name' was filled in")


def test_a_disabled_control_the_agent_does_not_speak_of_is_evidence_only():
    more = Element(id=9, role="button", name="Next page", states=("disabled",))
    tried = step(1, press(more), error="the button is disabled")
    found = told(run("goal_not_met", tried, step(2, call("stop"))), page(more))
    assert (found.line, found.evidence) == (
        "site: no mug can be bought",
        ("the button 'Next page' is disabled",),
    )
    later = run("goal_not_met", tried, step(2, press(NAME)), step(3, call("stop")))
    assert told(later, page(more, NAME)).evidence == ()


def test_a_field_that_refused_its_text_was_not_filled_in():
    result = run(
        "goal_not_met",
        step(1, enter(NAME), error="it takes no text"),
        step(2, call("stop")),
        reason="the Pay button is disabled",
    )
    assert told(result, page(NAME, PAY)).line == "site: the button 'Pay' is disabled"


def test_a_disabled_control_nobody_asked_for_is_not_blamed():
    result = run("goal_not_met", step(1, enter(NAME)), step(2, call("stop")), reason="nothing to pay for")
    assert told(result, page(NAME, PAY)).line == "site: nothing to pay for"
    disabled = run("goal_not_met", step(1, call("stop")), reason="the payment form is disabled")
    assert told(disabled, page(PAY)).line == "site: the payment form is disabled"


def test_a_control_that_can_be_used_at_the_end_is_not_blamed():
    ready = Element(id=9, role="button", name="Pay")
    result = run("goal_not_met", step(1, press(PAY), error="is disabled"), step(2, call("stop")))
    assert told(result, page(PAY), page(ready)).line == "site: no mug can be bought"


def test_to_an_agent_that_got_stuck_a_disabled_control_is_evidence_only():
    found = told(run("stuck", step(1, press(PAY), error="is disabled"), reason="gave up"), page(PAY))
    assert (found.line, found.evidence) == ("agent: gave up", ("the button 'Pay' is disabled",))


def missing(text, status="not_understood", goal=None):
    reason = f"nothing on the page fits '{text}'; the page doesn't have it"
    return run(status, step(1, call("stop")), reason=reason, goal=goal or f'Open "{text}" and report it')


SHOPPING_CART = Element(id=3, role="link", name="Shopping Cart")


@pytest.mark.parametrize("text", ["Shoping cart", "cart shopping", "Shopping carts"])
def test_what_was_looked_for_stands_beside_what_the_page_says(text):
    found = told(missing(text), page(NAME, SHOPPING_CART))
    assert (found.line, found.evidence) == (
        f"agent: looked for '{text}', the page says 'Shopping Cart'",
        (),
    )


def test_names_with_other_numbers_are_not_near():
    order = Element(id=3, role="link", name="Order 1235")
    assert told(missing("Order 1234"), page(order)).evidence == (
        "'Order 1234' is nowhere on the page as it was last seen",
    )


def test_a_text_unlike_all_on_the_page_is_said_to_be_nowhere():
    found = told(missing("Wishlist"), page(SHOPPING_CART))
    assert found.line.startswith("agent: nothing on the page fits 'Wishlist'")
    assert found.evidence == ("'Wishlist' is nowhere on the page as it was last seen",)


@pytest.mark.parametrize(("text", "says"), [("Basket", "Cart"), ("Log in", "Sign in"), ("Remove", "Delete")])
def test_another_word_for_the_same_thing_is_named(text, says):
    link = Element(id=3, role="link", name=says)
    found = told(missing(text), page(NAME, link, title=""))
    assert (found.line, found.evidence) == (f"agent: looked for '{text}', the page says '{says}'", ())


def test_to_a_goal_that_was_not_met_a_near_name_is_evidence_only():
    found = told(missing("Shoping Cart", "goal_not_met"), page(SHOPPING_CART))
    assert found.line.startswith("site: nothing on the page fits")
    assert found.evidence == (
        "'Shoping Cart' is nowhere on the page as it was last seen; the nearest to it is 'Shopping Cart'",
    )


def test_a_text_that_is_on_the_page_or_that_nobody_asked_for_is_not_missed():
    assert told(missing("shopping"), page(SHOPPING_CART)).evidence == ()
    assert told(missing("Shoping Cart", goal="Buy a mug"), page(SHOPPING_CART)).evidence == ()
    assert told(missing("open it", goal="open it and report 'Mug'"), page(SHOPPING_CART)).evidence == ()


def test_a_text_the_agent_typed_itself_is_not_missed():
    result = run(
        "not_understood",
        step(1, enter(NAME, "hunter2")),
        step(2, call("stop")),
        reason="'hunter2' was typed, and now?",
        goal="Type 'hunter2' and go on",
    )
    assert told(result, page(NAME)).evidence == ()


def test_a_text_a_tool_looked_for_in_vain_was_looked_for():
    result = run("stuck", step(1, call("scroll_to_text", text="Shoping cart"), error="nowhere"))
    assert told(result, page(SHOPPING_CART)).line == (
        "agent: looked for 'Shoping cart', the page says 'Shopping Cart'"
    )


BROKEN = page(url="http://shop/pay?card=4111", status=503)
OFFLINE = page(url="chrome-error://chromewebdata/", unreachable="could not open http://shop/: refused")


@pytest.mark.parametrize(
    ("status", "pages", "whose"),
    [
        ("not_understood", [page(), BROKEN], "environment"),
        ("stuck", [BROKEN], "environment"),
        ("goal_not_met", [BROKEN, BROKEN], "environment"),
        ("goal_not_met", [page(), BROKEN], "site"),
        ("unverified", [page(), BROKEN], "agent"),
        ("not_understood", [BROKEN, page()], "agent"),
        ("not_understood", [page(status=404)], "agent"),
        ("stuck", [], "agent"),
        ("budget", [BROKEN], "limits"),
        ("unverified", [OFFLINE], "environment"),
    ],
)
def test_an_agent_has_not_failed_where_the_server_sent_an_error_for_the_page(status, pages, whose):
    why = unserved(status, pages)
    assert ("environment" if why else OUTCOMES[status].whose) == whose
    assert why in (
        "",
        OFFLINE.unreachable,
        "the server answered 503 Service Unavailable for http://shop/pay. Look at the application's own log",
    )


def test_a_page_that_was_refused_before_the_run_began_is_evidence():
    result = run("not_understood", step(1, call("stop")), reason="I see no form")
    found = told(result, page(url="http://shop/pay?card=4111", status=404))
    assert (found.line, found.evidence) == ("agent: I see no form", ("the page /pay was answered 404",))


def test_a_run_on_an_empty_tab_says_that_no_page_was_opened():
    found = told(missing("Basket"), page(url="about:blank", title=""))
    assert found.text == (
        "agent: the tab is empty (about:blank): set start_url, or open a page before the agent is asked"
    )


@pytest.mark.parametrize("status", ["stuck", "budget"])
def test_a_model_that_does_not_call_tools_is_evidence(status):
    result = run(status, step(1, press(PAY)), step(2), step(3), reason="no end")
    assert told(result).evidence == ("the model's last 2 replies called no tool",)


def test_what_a_stuck_agent_was_refused_last_is_evidence_where_there_is_no_other():
    steps = [step(1, press(PAY), error="no such tool"), step(2, press(PAY), error="not done: tried often")]
    assert told(run("stuck", *steps)).evidence == ("click came to: no such tool",)
    assert told(run("stuck", *steps), later=(FAILED_ORDER,)).evidence == (
        "POST /orders was answered 500 in step 2",
    )
    assert told(run("stuck", *steps, step(3, press(PAY)))).evidence == ()


def test_a_limit_says_what_the_last_steps_were_spent_on():
    more = Element(id=4, role="button", name="Add one")
    steps = [
        step(1, call("scroll")),
        *[step(index, press(more, reasoning=f"{index}")) for index in (2, 3, 4)],
    ]
    found = told(run("budget", *steps, reason="4 steps were not enough"), page(more))
    assert (
        found.line
        == "limits: 4 steps were not enough; the last 3 steps were the same click on the button 'Add one'"
    )
    assert told(run("budget", *steps[:2], reason="2 steps were not enough"), page(more)).line == (
        "limits: 2 steps were not enough"
    )
    assert told(run("budget", reason="1 s was not enough")).line == "limits: 1 s was not enough"


@pytest.mark.parametrize("status", ["model_error", "browser_error"])
def test_a_model_or_browser_that_fails_is_not_connected_with_the_page(status):
    result = run(
        status, step(1, press(PAY)), step(2, press(PAY), notes=(FAILED_ORDER,)), reason="'Basket' broke"
    )
    found = told(result, page(PAY))
    assert (found.line, found.evidence) == ("environment: 'Basket' broke", ())


def test_nothing_in_a_triage_breaks_its_lines_or_steers_a_terminal():
    evil = "a\nb\x1b[2J" + "c" * 900
    hostile = Element(id=5, role="button", name=evil, states=("disabled",))
    result = run(
        "stuck",
        step(1, press(hostile), error="disabled"),
        reason=evil,
    )
    later = (f"page error: {evil}", f"request: GET http://shop/{'x' * 900} failed: y")
    found = told(result, page(hostile), later=later)
    assert len(found.evidence) == 3
    for line in (found.line, *found.evidence):
        assert line.isprintable()
        assert len(line) < 300


def test_a_failure_message_shows_the_triage_below_its_first_line():
    result = run("stuck", step(1, press(PAY), error="is disabled"), reason="gave up")
    judged = RunResult(
        goal="Buy", status="stuck", answer="", reason="gave up", steps=(), triage=told(result, page(PAY))
    )
    assert describe(judged, max_steps=9, report="there").splitlines()[:3] == [
        "stuck: gave up",
        "  triage:   agent: gave up",
        "            - the button 'Pay' is disabled",
    ]

"""An agent in circles, on pages that change by themselves; and one that does a thing often because it helps."""

import pytest
from matrix_cases import by_default, repeats
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.agent.loop import Agent
from pytest_webagent.browser import page_watch
from pytest_webagent.config import Settings
from pytest_webagent.errors import Inconclusive
from pytest_webagent.testing import FunctionModel, call, element
from pytest_webagent.tools.toolsets import default_registry

STUCK = "stuck: {} was called again and again on a page that stayed the same"
NUDGE = "the page was the same each time"

BUSY = {
    "clock": "<p id=own></p>TICK own.textContent = new Date(1e12 + 1000 * ticks).toISOString()",
    "clock in the title": "TICK document.title = `(${ticks}) Orders`",
    "relative times": "<ul id=own><li>3 s ago<li>9 s ago</ul>TICK for (const li of own.children) li.textContent ="
    " parseInt(li.textContent) + 1 + ' s ago'",
    "live counter": "<p>Visitors: <b id=own>0</b></p>TICK own.firstChild.data = 7 * ticks",
    "carousel that renders its slide anew": "<div id=own></div>TICK own.innerHTML ="
    " `<a href=/ad${ticks}><h2>Offer ${ticks}</h2>${ticks % 2 ? '<button>Close</button>' : ''}</a>`",
    "carousel that slides": "<div style='overflow:hidden'><div id=own style='display:flex'></div></div>TICK"
    " own.innerHTML ||= [...Array(40).keys()].map(n => `<a href=/${n} style='flex:0 0 100%'>Offer ${n}</a>`).join('');"
    " own.style.transform = `translateX(-${100 * (ticks - 1)}%)`",
    "feed": "<ul id=own></ul>TICK own.insertAdjacentHTML('afterbegin', `<li>News ${ticks}</li>`)",
}


def ticking(milliseconds, busy=BUSY["clock"]):
    """HTML of something that changes by itself each so many milliseconds, and counts its `ticks`."""
    shown, does = busy.split("TICK")
    return (
        f"{shown}<script>let ticks = 0; const tick = () => {{ ticks += 1; {does}; }}; tick();"
        f"setInterval(tick, {milliseconds})</script>"
    )


@pytest.fixture
def repeat(session, site):
    """Open a page and do the same again and again, so many times if that is given; the model that did it.

    Each time the model first thinks until the page made so many `ticks` by itself.
    """

    async def repeat(html, role="button", name=None, *, tool="click", times=None, ticks=0, **arguments):
        async def think(request):
            if ticks:
                seen = await session.page.evaluate("ticks")
                await session.page.wait_for_function(f"ticks >= {seen + ticks}", polling=50)
            if len(model.requests) > (times or 99):
                return call("stop", answer="done")
            if role is not None:
                arguments["element_id"] = element(request.observation, role, name).id
                arguments["description"] = str(len(model.requests))
            return call(tool, **arguments)

        await session.goto(site.page("/", html))
        model = FunctionModel(think)
        settings = Settings(settle_timeout=2.0, screenshots="off", timeout=60.0, max_steps=15, answers="any")
        agent = Agent(model=model, session=session, tools=default_registry(), settings=settings)
        repeat.agent, repeat.model = agent, model
        return await agent.run("Do it")

    return repeat


def nudges(model):
    return [number for number, request in enumerate(model.requests) if NUDGE in request.messages[-1].text]


@pytest.fixture
def soon(monkeypatch):
    """Models of tests think quickly; so what happens without an action is known sooner to do so."""
    monkeypatch.setattr(page_watch, "LATE", 250)


@pytest.mark.parametrize(
    "busy", by_default(BUSY, "clock in the title", "carousel that renders its slide anew")
)
async def test_a_click_that_does_nothing_is_noticed_on_a_page_that_changes_by_itself(repeat, soon, busy):
    with pytest.raises(Inconclusive, match=STUCK.format("click")):
        await repeat("<button>Nothing</button>" + ticking(300, busy), name="Nothing", ticks=2)
    assert nudges(repeat.model)


async def test_a_useless_click_is_noticed_beside_a_clock_of_seconds(repeat):
    with pytest.raises(Inconclusive, match=STUCK.format("click")):
        await repeat("<button>Nothing</button>" + ticking(1000), ticks=2)
    assert nudges(repeat.model)


@pytest.mark.matrix
async def test_a_useless_click_is_noticed_beside_a_clock_of_tenths_of_a_second(repeat, soon):
    with pytest.raises(Inconclusive, match=STUCK.format("click")):
        await repeat("<button>Nothing</button>" + ticking(100), ticks=10)
    assert nudges(repeat.model)


async def test_a_useless_key_is_noticed_on_a_page_that_changes_by_itself(repeat, soon):
    with pytest.raises(Inconclusive, match=STUCK.format("press_key")):
        await repeat(ticking(300), None, tool="press_key", key="F4", ticks=2)


STEADY = {
    "steps a quantity": "<p id=n>1</p><button onclick='n.textContent++'>Go</button>",
    "steps the value of a field": "<input id=n aria-label=Number value=1><button onclick='n.value++'>Go</button>",
    "steps a quantity with its clock": "<p id=n></p><button onclick='count++; show()'>Go</button><script>"
    "let count = 0; const show = () => n.innerHTML = `<i>${ticks}</i> <b>${count}</b>`; setInterval(() => show(), 40)"
    "</script>",
    "loads more": "<ul id=n></ul><button onclick='n.insertAdjacentHTML(`beforeend`, `<li>One more`)'>Go</button>",
    "loads more from the server": "<ul id=n></ul><button onclick='fetch(`/more`).then(r => r.text()).then(t =>"
    " n.insertAdjacentHTML(`beforeend`, t))'>Go</button>",
    "works in a frame": "<iframe srcdoc='<p id=n>1</p><button onclick=n.textContent++>Go</button>'></iframe>",
    "works in a shadow tree": "<div id=host></div><script>host.attachShadow({mode: 'open'}).innerHTML = '<p>1</p>"
    '<button onclick="this.previousSibling.textContent++">Go</button>\'</script>',
}


def late(delay):
    """HTML of a button whose effect comes so many milliseconds later."""
    adds = "n.insertAdjacentHTML(`beforeend`, `<li>One more`)"
    return f"<ul id=n></ul><button onclick='setTimeout(() => {adds}, {delay})'>Go</button>"


@pytest.mark.parametrize("does", by_default(STEADY, "steps a quantity with its clock", "works in a frame"))
async def test_a_click_that_does_something_each_time_is_none_beside_a_clock(repeat, site, soon, does):
    site.page("/more", "<li>More</li>")
    result = await repeat(does + ticking(300), name="Go", times=5, ticks=2)
    assert result.answer == "done"
    assert nudges(repeat.model) == []


@pytest.mark.matrix
async def test_a_click_that_does_something_each_time_is_none_beside_a_fast_clock(repeat, soon):
    result = await repeat(STEADY["steps a quantity"] + ticking(100), name="Go", times=5, ticks=10)
    assert result.answer == "done"
    assert nudges(repeat.model) == []


@pytest.mark.parametrize(("milliseconds", "ticks"), [*repeats((300, 5), (100, 15))])
@pytest.mark.parametrize("delay", ["120", "n.children.length % 2 * 150"], ids=["late", "at once or late"])
async def test_a_click_that_does_something_late_is_none_beside_a_clock(repeat, delay, milliseconds, ticks):
    # The effect has the product's own time to come, so that a slow machine takes it for nothing else.
    result = await repeat(late(delay) + ticking(milliseconds), name="Go", times=5, ticks=ticks)
    assert result.answer == "done"
    assert nudges(repeat.model) == []


@pytest.mark.parametrize(
    "does",
    by_default(STEADY, "steps the value of a field", "loads more from the server", "works in a shadow tree"),
)
async def test_a_click_that_does_something_each_time_is_none_on_a_quiet_page(repeat, site, does):
    site.page("/more", "<li>More</li>")
    result = await repeat(does + "<script>let ticks = 0</script>", name="Go", times=5)
    assert result.answer == "done"
    assert nudges(repeat.model) == []


async def test_a_click_in_a_frame_of_another_origin_is_not_taken_for_a_useless_one(repeat, site, soon):
    site.page("/frame", "<p id=n>1</p><button onclick='n.textContent++'>Go</button>")
    html = f"<iframe src='{site.other_url}/frame'></iframe>" + ticking(300)
    result = await repeat(html, name="Go", times=5, ticks=2)
    assert result.answer == "done"
    assert nudges(repeat.model) == []


async def test_going_to_and_fro_between_two_states_is_noticed(repeat):
    html = "<button aria-pressed=false onclick='ariaPressed = ariaPressed == `false`'>Dark</button>"
    with pytest.raises(Inconclusive, match=STUCK.format("click")):
        await repeat(html)
    assert nudges(repeat.model)[0] == 3


async def test_scrolling_down_a_page_that_changes_by_itself_is_progress(repeat, soon):
    lines = "".join(f"<p>Line {n}</p>" for n in range(400))
    result = await repeat(ticking(300) + lines, None, tool="scroll", direction="down", times=5, ticks=2)
    assert result.answer == "done"
    assert nudges(repeat.model) == []


async def test_scrolling_a_panel_that_changes_by_itself_is_progress(repeat, soon):
    lines = "".join(f"<p>Line {n}</p>" for n in range(400))
    panel = f"<div style='height: 300px; overflow: auto' tabindex=0>{lines}</div>"
    result = await repeat(ticking(300) + panel, None, tool="scroll", direction="down", times=5, ticks=2)
    assert result.answer == "done"
    assert nudges(repeat.model) == []


async def test_keys_that_move_the_focus_or_a_slider_are_progress(repeat, soon):
    fields = "<input type=range aria-label=Volume autofocus>" + "<button>One</button>" * 9
    for key in ("ArrowRight", "Tab"):
        result = await repeat(fields + ticking(300), None, tool="press_key", key=key, times=5, ticks=2)
        assert result.answer == "done"
        assert nudges(repeat.model) == []


async def test_waiting_for_a_job_that_moves_on_is_progress(repeat, soon):
    bar = "<progress max=100 id=own></progress><p id=said></p>"
    runs = "<script>let ticks = 0; setInterval(() => { own.value = ++ticks; said.textContent = ticks + ' %' }, 100)</script>"
    result = await repeat(bar + runs, None, tool="wait", seconds=0, times=14, ticks=1)
    assert result.answer == "done"
    assert nudges(repeat.model) == []


async def test_the_model_is_told_what_was_found_and_what_to_do_instead(repeat, soon):
    with pytest.raises(Inconclusive):
        await repeat("<button>Nothing</button>" + ticking(300), ticks=2)
    told = repeat.model.requests[nudges(repeat.model)[0]].messages[-1].text
    assert "called click with the same arguments 2 times" in told
    assert "by itself, such as a clock" in told
    assert "another element, or another way" in told

"""Typed answers: `agent.get(question, type=...)` and `agent.run(goal, answer_type=...)`, value by value from the page."""

import dataclasses
import datetime
from decimal import Decimal
from enum import Enum
from typing import Literal

import pytest
from matrix_cases import repeats
from one_session import one_session  # noqa: F401 (a fixture)
from pydantic import BaseModel

from pytest_webagent.agent.loop import Agent
from pytest_webagent.config import Settings
from pytest_webagent.errors import ConfigError, GoalNotMet, Inconclusive
from pytest_webagent.testing import ScriptedModel, call, element
from pytest_webagent.tools.toolsets import default_registry

SHOP = """
<html lang=en><title>Mugs</title>
<h1>All mugs</h1>
<table aria-label=Mugs>
<tr><th>Name<th>Price<th>Since<th>Stock</tr>
<tr><td>Red mug<td>$12.00<td>3 May 2026<td>In stock</tr>
<tr><td>Blue mug<td>$1,009.50<td>June 1, 2025<td>Sold out</tr>
<tr><td>Green mug<td>$7.25<td>2024-12-31<td>—</tr>
</table>
<p role=status>3 mugs</p>
<label><input type=checkbox checked> Gifts</label>
"""


class Mug(BaseModel):
    name: str
    price: Decimal


@dataclasses.dataclass
class Dated:
    name: str
    since: datetime.date


class Stock(Enum):
    HERE = "in_stock"
    GONE = "sold_out"


class Stocked(BaseModel):
    name: str
    stock: Stock | None = Stock.HERE


def answer(value, *evidence, **more):
    """A reply that stops; a piece of evidence is (field, op, (role, name), ...) with further arguments in a dict."""

    def reply(request):
        written, page = [], request.observation
        for field, op, *rest in evidence:
            elements = [
                row(page, *each[1:]) if each[0] == "row" else element(page, *each).id
                for each in rest
                if isinstance(each, tuple)
            ]
            further = next((each for each in rest if isinstance(each, dict)), {})
            piece = {"op": op, "field": field, **further}
            written.append({**piece, "elements": elements} if elements else piece)
        return call("stop", answer=value, evidence=written, **more)

    return reply


def row(page, said):
    """The id of the row that says something."""
    (found,) = (
        each.id for at, each in enumerate(page.elements) if each.role == "row" and said in page.full_text(at)
    )
    return found


def cell(said):
    return ("cell", said)


@pytest.fixture
def agent_on(session, site):
    """An agent on the shop's page, whose model does what a list says."""

    async def prepare(*replies, html=SHOP, **changes):
        await session.goto(site.page("/", html))
        prepare.model = ScriptedModel(list(replies))
        settings = Settings(**{"settle_timeout": 1.0, "screenshots": "off", "timeout": 60.0, **changes})
        prepare.agent = Agent(
            model=prepare.model, session=session, tools=default_registry(), settings=settings
        )
        return prepare.agent

    return prepare


@pytest.mark.parametrize(
    ("question", "wanted", "value", "evidence", "expected"),
    [
        *repeats(
            ("the price of the red mug", str, "$12.00", [("", "text", cell("$12.00"))], "$12.00"),
            ("the price of the red mug", float, 12, [("", "text", cell("$12.00"))], 12.0),
        ),
        ("the price of the blue mug", Decimal, "$1,009.50", [("", "text", cell("$1,009.50"))], Decimal("1009.50")),
        ("how many mugs there are", int, 3, [("", "text", ("status",), {"pattern": r"\d+"})], 3),
        (
            "since when the blue mug is on offer",
            datetime.date,
            "2025-06-01",
            [("", "text", cell("June 1, 2025"))],
            datetime.date(2025, 6, 1),
        ),
        *repeats(
            (
                "since when the red mug is on offer",
                datetime.date,
                "3 May 2026",
                [("", "text", cell("3 May 2026"))],
                datetime.date(2026, 5, 3),
            ),
            (
                "whether the red mug is in stock",
                Literal["in stock", "sold out"],
                "In stock",
                [("", "text", cell("In stock"))],
                "in stock",
            ),
        ),
        ("the stock of the blue mug", Stock, "sold_out", [("", "text", cell("Sold out"))], Stock.GONE),
        ("are gifts chosen?", bool, True, [("", "exists", ("checkbox", "Gifts"), {"state": "checked"})], True),
        (
            "is there a yellow mug?",
            bool,
            False,
            [("", "not_exists", {"text": "Yellow mug"})],
            False,
        ),
        (
            "the names of all mugs",
            list[str],
            ["Red mug", "Blue mug", "Green mug"],
            [("", "join", cell("Red mug"), cell("Blue mug"), cell("Green mug"))],
            ["Red mug", "Blue mug", "Green mug"],
        ),
    ],
)  # fmt: skip
async def test_a_single_value_or_a_list_is_read_as_its_type(
    agent_on, question, wanted, value, evidence, expected
):
    agent = await agent_on(answer(value, *evidence))
    got = await agent.get(question, type=wanted)
    assert got == expected
    assert type(got) is type(expected)
    (run,) = agent.runs
    assert (run.kind, run.status, run.derived) == ("get", "done", True)
    assert run.answer == expected


MUGS = [{"name": "Red mug", "price": 12.0}, {"name": "Green mug", "price": "7.25"}]
CITED = [
    ("[0].name", "text", cell("Red mug")),
    ("[0].price", "text", cell("$12.00")),
    ("answer[1].name", "text", cell("Green mug")),
    ("1.price", "text", cell("$7.25")),
]


async def test_models_in_a_list_are_built_from_values_cited_one_by_one(agent_on):
    agent = await agent_on(answer(MUGS, *CITED))
    got = await agent.get("the two cheapest mugs", type=list[Mug])
    assert got == [Mug(name="Red mug", price=Decimal(12)), Mug(name="Green mug", price=Decimal("7.25"))]
    assert agent.runs[0].told == '[{"name":"Red mug","price":"12.0"},{"name":"Green mug","price":"7.25"}]'


async def test_a_row_may_be_cited_for_all_parts_of_an_object(agent_on):
    value = [{"name": "Blue mug", "since": "2025-06-01"}]
    agent = await agent_on(answer(value, ("[0]", "text", ("row", "Blue mug"))))
    assert await agent.get("the blue mug", type=list[Dated]) == [Dated("Blue mug", datetime.date(2025, 6, 1))]


async def test_the_answer_of_a_run_has_its_type_too(agent_on):
    agent = await agent_on(
        answer(12.5, ("", "text", cell("$12.00"))), answer(12, ("", "text", cell("$12.00")))
    )
    result = await agent.run("Report the price of the red mug", answer_type=float)
    assert result.answer == 12.0
    assert result.kind == "run"
    assert 'is 12.5, and the evidence for it says "$12.00"' in result.steps[0].actions[0].result.error


@pytest.mark.parametrize(
    ("wanted", "value", "evidence", "why"),
    [
        (list[Mug], [{"name": "Red mug", "price": 11}], CITED[:2], '[0].price is 11, and the evidence for it says "$12.00"'),
        (list[Mug], MUGS, CITED[:3], '[1].price is "7.25", and no evidence is for it: "field": "[1].price"'),
        (list[Mug], [{"name": "Red mug"}], CITED[:1], "[0].price is missing"),
        *repeats(
            (list[Mug], [{"name": "Red mug", "price": "cheap"}], CITED[:2], "[0].price: "),
            (Mug, {"name": "Red mug", "price": 12, "colour": "red"}, [], "no evidence is for it"),
            (datetime.date, "2026-05-04", [("", "text", cell("3 May 2026"))], 'says "3 May 2026"'),
            (float, 12, [("", "text", (("cell"), "Red mug"))], 'says "Red mug"'),
        ),
        (
            list[Mug],
            [{"name": "Red mug", "price": 7.25}],
            [CITED[0], ("[0].price", "text", cell("$7.25"))],
            "[0] is put together from several rows",
        ),
        (list[Stocked], [{"name": "Red mug"}], [CITED[0]], "[0].stock is missing"),
        (
            list[Stocked],
            [{"name": "Red mug", "stock": None}],
            [CITED[0], ("[0].stock", "text", cell("In stock"))],
            "[0].stock is null, and the evidence for it says that something is there",
        ),
        (bool, False, [("", "exists", cell("Red mug"))], "the answer is false"),
        (bool, True, [("", "not_exists", {"text": "Yellow mug"})], "the answer is true"),
        (list[str], [], [("", "exists", cell("Red mug"))], "the answer is empty"),
        (float, "1.234", [("", "text", cell("$12.00"))], 'is "1.234", and'),
        (float, "about 1.234 or 5", [("", "text", cell("$12.00"))], "valid number"),
        (int, "€ 1.234", [("", "text", cell("$12.00"))], "can be read as"),
        (Literal["in stock", "sold out"], "on its way", [("", "text", cell("In stock"))], "input should be"),
        (float, 12, [], "the answer is 12, and no evidence is for it"),
    ],
)  # fmt: skip
async def test_a_value_the_page_does_not_show_is_an_error_that_names_its_field(
    agent_on, wanted, value, evidence, why
):
    wrong = answer(value, *evidence)
    agent = await agent_on(wrong, wrong)
    with pytest.raises(Inconclusive) as refused:
        await agent.get("the mugs and their prices", type=wanted)
    assert refused.value.status == "unverified"
    assert why in refused.value.result.reason
    assert why in refused.value.result.steps[0].actions[0].result.error


async def test_a_null_is_shown_by_a_text_that_says_nothing(agent_on):
    value = [{"name": "Green mug", "stock": None}]
    shown = answer(value, ("[0].name", "text", cell("Green mug")), ("[0].stock", "text", cell("—")))
    agent = await agent_on(shown)
    assert await agent.get("the green mug's stock", type=list[Stocked]) == [
        Stocked(name="Green mug", stock=None)
    ]


async def test_an_empty_list_is_shown_by_what_is_not_there(agent_on):
    none = ("", "not_exists", {"role": "row", "text": "Yellow"})
    alone, beside = answer([], none), answer([], none, ("", "exists", ("heading", "All mugs")))
    agent = await agent_on(alone, beside)
    assert await agent.get("the yellow mugs", type=list[str]) == []
    assert "also holds on a wrong page" in agent.runs[0].steps[0].actions[0].result.error


async def test_what_the_page_does_not_show_is_not_met(agent_on):
    missing = answer(
        None,
        ("", "not_exists", {"text": "Yellow mug"}),
        status="goal_not_met",
        reasoning="There is no yellow mug.",
    )
    agent = await agent_on(missing)
    with pytest.raises(GoalNotMet, match="There is no yellow mug"):
        await agent.get("the price of the yellow mug", type=float)


async def test_claimed_answers_of_a_type_are_only_read_where_any_answer_counts(agent_on):
    agent = await agent_on(answer("$12.00"), answers="any")
    assert await agent.get("the price of the red mug", type=float) == 12.0
    assert not agent.runs[0].derived
    agent = await agent_on(answer("cheap"), answer("cheap"), answers="any")
    with pytest.raises(Inconclusive, match="the answer is no float"):
        await agent.get("the price of the red mug", type=float)


async def test_a_question_is_answered_without_touching_the_page(agent_on):
    agent = await agent_on(answer("$12.00", ("", "text", cell("$12.00"))))
    await agent.get("the price of the red mug")
    assert {spec.name for spec in agent_on.model.requests[0].tools} == {
        "page_parser",
        "scroll",
        "scroll_to_text",
        "wait",
        "stop",
    }


class Opaque:
    def __init__(self, inner):
        self.inner = inner


class Endless(BaseModel):
    more: "Endless"


@pytest.mark.parametrize("wanted", [Opaque, Endless, list[Opaque], 5, "Nowhere"])
async def test_a_type_that_cannot_be_built_is_refused_before_anything_is_asked(agent_on, wanted):
    agent = await agent_on()
    with pytest.raises(ConfigError, match="no answer can be of the type"):
        await agent.get("the mugs", type=wanted)
    assert agent.runs == []


@pytest.mark.parametrize("question", ["", None])
async def test_a_question_that_is_none_is_refused(agent_on, question):
    agent = await agent_on()
    with pytest.raises(ConfigError, match=r"agent\.get\(question\)"):
        await agent.get(question)

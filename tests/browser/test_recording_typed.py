"""Answers of other types than text are recorded, and worked out anew: by the question where that gives them, else part by part."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from pytest_webagent.errors import Diverged, GoalNotMet
from pytest_webagent.recording.recorded_answer import NotRecordedError
from pytest_webagent.recording.recording import read_recordings
from pytest_webagent.testing import call, element

if TYPE_CHECKING:
    from recording_stage import Stage

    from pytest_webagent.ports import ModelRequest

LIST = "<h1>Bowls</h1><ul>{}</ul>"


def bowls(**prices: str) -> str:
    """Bowls with their prices."""
    rows = (f"<li><h3>{name}</h3><p>Price: <b>{price}</b></p></li>" for name, price in prices.items())
    return LIST.format("".join(rows))


TWO = bowls(Ramen="$18.00", Dip="$6.00")
THREE = bowls(Salad="$32.00", Ramen="$18.00", Dip="$6.00")
NAMES = "Which are the names of all bowls?"
FIGURE = r"\$[\d.]+"
PRICE = "What is the price of the Ramen?"


async def test_a_list_is_as_long_as_the_page_makes_it(stage: Stage) -> None:
    text = await stage.record(NAMES, TWO, kind="get", type=list[str])
    (made,) = read_recordings(text, "it.yaml")
    assert made.answer == [f'{{the answers to "{NAMES}"}}']
    assert await stage.replay(text, NAMES, THREE, kind="get", type=list[str]) == ["Salad", "Ramen", "Dip"]


async def test_a_number_is_read_from_the_live_page(stage: Stage) -> None:
    text = await stage.record(PRICE, TWO, kind="get", type=Decimal)
    dearer = TWO.replace("$18.00", "$19.50")
    assert await stage.replay(text, PRICE, dearer, kind="get", type=Decimal) == Decimal("19.50")


async def test_what_is_no_value_of_the_type_any_more_is_a_divergence(stage: Stage) -> None:
    text = await stage.record(PRICE, TWO, kind="get", type=Decimal)
    with pytest.raises(Diverged):
        await stage.replay(text, PRICE, TWO.replace("$18.00", "on request"), kind="get", type=Decimal)


@dataclass
class Bowl:
    """What is asked for."""

    name: str
    price: Decimal
    cheap: bool


async def test_an_object_is_worked_out_part_by_part(stage: Stage) -> None:
    def told(request: ModelRequest) -> Any:
        name = element(request.observation, "heading", "Dip").id
        page = request.observation
        price = next(
            each.id
            for at, each in enumerate(page.elements)
            if each.role == "paragraph" and page.full_text(at) == "Price: $6.00"
        )
        evidence = [
            {"op": "text", "elements": [name], "field": "name"},
            {"op": "text", "elements": [price], "pattern": FIGURE, "field": "price"},
            {
                "op": "compare",
                "elements": [price],
                "pattern": FIGURE,
                "relation": "<",
                "to": "$10.00",
                "field": "cheap",
            },
        ]
        return call("stop", answer={"name": "Dip", "price": "$6.00", "cheap": True}, evidence=evidence)

    asked = "Report the name and the price of the bowl Dip, and whether it costs less than $10.00"
    text = await stage.record(asked, TWO, kind="get", type=Bowl, model=told)
    for price in ("6.00", "7.00"):
        now = TWO.replace("6.00", price)
        found = await stage.replay(text, asked, now, kind="get", type=Bowl)
        assert found == Bowl("Dip", Decimal(price), cheap=True)
    with pytest.raises(GoalNotMet):
        await stage.replay(text, asked, TWO.replace("$6.00", "$16.00"), kind="get", type=Bowl)


async def test_a_name_that_nothing_but_its_place_tells_is_not_recorded(stage: Stage) -> None:
    def told(request: ModelRequest) -> Any:
        name = element(request.observation, "heading", "Dip").id
        return call("stop", answer="Dip", evidence=[{"op": "text", "elements": [name]}])

    with pytest.raises(NotRecordedError, match="only a place tells it"):
        await stage.record(
            "Which bowl is the one that a person of taste would buy?", TWO, kind="get", model=told
        )


FORM = "<h1>Cart</h1><button>Save</button><button disabled>Pay now</button><label><input type=checkbox checked>Gift</label>"
STATES = {
    "Is there a 'Save' button?": ("<button>Save</button>", "<p>Save</p>"),
    "Is the 'Save' button enabled?": ("<button>Save", "<button disabled>Save"),
    "Is the 'Pay now' button disabled?": ("<button disabled>", "<button>"),
    "Is 'Gift' checked?": (" checked", ""),
}


@pytest.mark.parametrize("asked", STATES)
async def test_a_yes_to_a_kind_or_a_state_rests_on_that_and_not_only_on_a_name(
    stage: Stage, asked: str
) -> None:
    text = await stage.record(asked, FORM, kind="get", type=bool)
    assert await stage.replay(text, asked, FORM, kind="get", type=bool) is True
    was, now = STATES[asked]
    with pytest.raises((Diverged, GoalNotMet)):
        await stage.replay(text, asked, FORM.replace(was, now), kind="get", type=bool)

"""The grounding model the settings name: where it is asked, with which key, who pays, and what the header says of it."""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from model_server import says
from PIL import Image as Pillow

from pytest_webagent.budget.budget import Budget
from pytest_webagent.budget.meter import Meter
from pytest_webagent.config import Settings
from pytest_webagent.errors import BudgetExceeded, ConfigError
from pytest_webagent.geometry import Box, Point, Size
from pytest_webagent.grounding.profiles import PROFILES
from pytest_webagent.grounding.vision import VisionGrounder
from pytest_webagent.hooks.grounding.grounders import grounder_for, paid_by
from pytest_webagent.hooks.settings import header
from pytest_webagent.messages import Image
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.observation import Element, Observation

if TYPE_CHECKING:
    from model_server import ModelServer

CONFIG: Any = SimpleNamespace()
FOUND = '```json\n[{"bbox_2d": [100, 200, 120, 220], "label": "it"}]\n```'


def page() -> Observation:
    encoded = io.BytesIO()
    Pillow.new("RGB", (1260, 700), "white").save(encoded, "PNG")
    # Of a size that the model's preprocessing leaves as it is.
    size = Size(1260, 700)
    shown = Image(encoded.getvalue(), "image/png")
    there = Element(id=1, role="button", box=Box(90, 190, 40, 40), clickable=True)
    return Observation(
        generation=1, url="", title="", elements=(there,), text="", viewport=size, screenshot=shown
    )


def named(server: ModelServer, **settings: Any) -> Settings:
    return Settings(grounder="qwen2.5-vl", grounder_url=server.url, **settings)


async def test_the_model_is_asked_by_its_own_name_with_its_own_key_and_no_chance(
    model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-model-that-thinks")
    monkeypatch.setenv("WEBAGENT_GROUNDER_API_KEY", "key-of-the-grounder")
    model_server.script(says(FOUND))
    grounder = grounder_for(CONFIG, named(model_server, temperature=0.7, seed=3, model="thinker"))
    assert await grounder.locate("the basket", page()) == Point(110, 210)
    await grounder.client.close()
    asked = model_server.asked[0]
    assert asked.headers["authorization"] == "Bearer key-of-the-grounder"
    assert asked.body["model"] == PROFILES["qwen2.5-vl"].weights
    assert asked.body["temperature"] == 0
    assert asked.body["max_completion_tokens"] == PROFILES["qwen2.5-vl"].reply_tokens
    assert "seed" not in asked.body
    assert "tools" not in asked.body


async def test_the_key_of_the_model_that_thinks_is_not_sent(
    model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-model-that-thinks")
    monkeypatch.delenv("WEBAGENT_GROUNDER_API_KEY", raising=False)
    model_server.script(says(FOUND))
    grounder = grounder_for(CONFIG, named(model_server, grounder_model="my-weights"))
    await grounder.locate("the basket", page())
    await grounder.client.close()
    assert "sk-of" not in str(model_server.asked[0].headers)
    assert model_server.asked[0].body["model"] == "my-weights"


async def test_what_it_uses_is_paid_for_by_the_test(model_server: ModelServer) -> None:
    model_server.script(says(FOUND))
    unpaid = grounder_for(CONFIG, named(model_server))
    budget = Budget(named(model_server))
    grounder = paid_by(budget, unpaid)
    assert grounder is not None
    await grounder.locate("the basket", page())
    assert sum(bill.usage.tokens for bill in budget.bills) == 110
    short = paid_by(Budget(named(model_server, test_tokens=20)), unpaid)
    assert short is not None
    with pytest.raises(BudgetExceeded, match="test_tokens"):
        await short.locate("the basket", page())
    await unpaid.client.close()


class Careful(VisionGrounder):
    """A grounder with something to it that is the user's own."""

    kept = ""

    async def locate(self, description: str, observation: Observation) -> Point | None:
        return Point(1, 2) if self.kept == "yes" else None


async def test_what_a_user_made_of_a_known_grounder_stays_so_when_it_is_paid_for() -> None:
    own = Careful(PROFILES["qwen2.5-vl"], BuiltinModel())
    object.__setattr__(own, "kept", "yes")
    paid = paid_by(Budget(Settings()), own)
    assert isinstance(paid, Careful)
    assert paid is not own
    assert isinstance(paid.client, Meter)
    assert await paid.locate("it", page()) == Point(1, 2)


def test_a_header_of_a_url_that_is_none_is_a_header() -> None:
    assert "; grounder qwen3-vl at an address that is not shown; " in header.line(
        Settings(grounder="qwen3-vl", grounder_url="http://[::1")
    )


def test_a_grounder_of_the_users_own_is_left_as_it_is() -> None:
    class Own:
        async def locate(self, description: str, observation: Observation) -> Point | None:
            return None

    own = Own()
    assert paid_by(Budget(Settings()), own) is own
    assert paid_by(Budget(Settings()), None) is None


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"grounder": "ui-inz", "grounder_url": "http://127.0.0.1:1/v1"}, "'ui-inz'.*ui-ins"),
        (
            {"grounder_url": "http://127.0.0.1:1/v1"},
            "webagent_grounder_url is set and webagent_grounder is not",
        ),
        ({"grounder_model": "weights"}, "webagent_grounder_model is set and webagent_grounder is not"),
        ({"grounder": "ui-ins", "grounder_url": "somewhere"}, "webagent_grounder_url must be a URL"),
    ],
)
def test_settings_that_name_no_grounder_say_what_is_right(settings: dict[str, str], problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        grounder_for(CONFIG, Settings(**settings))


def test_the_header_names_the_grounder_where_it_is_and_what_its_licence_forbids() -> None:
    free = header.line(Settings(grounder="qwen3-vl", grounder_url="http://user:secret@127.0.0.1:1/v1"))
    assert "; grounder qwen3-vl at http://127.0.0.1:1/v1; " in free
    bound = header.line(Settings(grounder="ui-ins"))
    assert "grounder ui-ins (the weights Tongyi-MiA/UI-Ins-7B are licensed CC-BY-NC-SA-4.0" in bound
    assert "non-commercial" in bound
    assert "grounder" not in header.line(Settings())

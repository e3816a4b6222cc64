"""What a test may spend: prices, limits, what is set aside before a request and paid after it."""

from __future__ import annotations

import subprocess
import sys
import time
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from openai_requests import PICTURE, request

from pytest_webagent.budget.account import Account, Allowance, SharedAccount
from pytest_webagent.budget.amount_words import dollars, spent
from pytest_webagent.budget.budget import Bill, Budget, cost, used
from pytest_webagent.budget.estimate import Estimator, tokens_in, tokens_of
from pytest_webagent.budget.meter import Meter
from pytest_webagent.budget.prices import price_of
from pytest_webagent.config import ModelPrice, Settings
from pytest_webagent.errors import BudgetExceeded, ConfigError, ModelError
from pytest_webagent.messages import Usage
from pytest_webagent.model.builtin.model import BuiltinModel
from pytest_webagent.ports import FREE, Billing, ModelClient, ModelRequest, ModelResponse
from pytest_webagent.testing import FunctionModel, call

if TYPE_CHECKING:
    from pathlib import Path

OPENAI = "https://api.openai.com/v1"
MINE = ModelPrice("mine", 1.0, 10.0, 0.1)


class Bought:
    """A model client as a user writes one: it knows nothing of budgets, and reports what it used."""

    sees_images = False

    def __init__(self, *answers: Usage | ModelError, name: str = "mine") -> None:
        self.name = name
        self.asked = 0
        self._answers = list(answers)

    async def complete(self, request: ModelRequest) -> ModelResponse:
        self.asked += 1
        answer = self._answers.pop(0)
        if isinstance(answer, ModelError):
            raise answer
        return ModelResponse(text="Hm.", usage=answer)

    async def close(self) -> None: ...


def shared(file: Path, **limits: Any) -> SharedAccount:
    return SharedAccount(Allowance(**limits), file, time.monotonic())


def budget(session: SharedAccount | None = None, **settings: Any) -> Budget:
    return Budget(Settings(prices=(MINE,), **settings), session=session)


def test_an_own_price_goes_before_that_of_the_library() -> None:
    own = (ModelPrice("gpt-4o-mini", 7, 0, 7),)
    price = price_of(Billing(model="gpt-4o-mini", url=OPENAI), own)
    assert price is not None
    assert price(Usage(1_000_000)) == 7


def test_the_library_knows_the_prices_of_a_provider_and_what_cached_tokens_cost_less() -> None:
    price = price_of(Billing(model="gpt-4o-mini", url=OPENAI), ())
    assert price is not None
    plain, cached = price(Usage(1_000, 100)), price(Usage(1_000, 100, cached_tokens=500))
    assert 0 < cached < plain < 1


@pytest.mark.parametrize(
    "billing",
    [
        Billing(model="nobody-sells-this", url=OPENAI),
        Billing(model="gpt-4o-mini", url="http://127.0.0.1:9/v1"),
        Billing(model="nobody-sells-this"),
        Billing(model="gpt-4o", url="https://api.githubcopilot.com"),
    ],
    ids=["model", "provider", "name alone", "listed with a price of nothing"],
)
def test_what_nobody_lists_has_no_price(billing: Billing) -> None:
    assert price_of(billing, (MINE,)) is None


def test_own_prices_are_decimal_and_cached_tokens_have_their_own() -> None:
    price = price_of(Billing(model="mine"), (MINE,))
    assert price is not None
    assert price(Usage(3, 1, cached_tokens=2)) == Decimal("0.0000112")


@pytest.mark.parametrize("model", [BuiltinModel(), FunctionModel(lambda asked: call("stop", answer="x"))])
async def test_models_that_buy_nothing_need_no_price_where_dollars_are_limited(model: ModelClient) -> None:
    purse = budget(test_usd=0.0)
    response = await Meter(model, purse).complete(request())
    assert response.tool_calls
    assert (purse.bills, cost(purse.bills)) == ([], 0.0)


def test_a_client_of_ones_own_says_that_it_buys_nothing() -> None:
    client = Bought(name="unknown")
    client.billing = FREE  # type: ignore[attr-defined]
    assert Meter(client, budget(test_usd=1)).name == "unknown"


@pytest.mark.parametrize(
    ("limits", "setting"),
    [({"test_usd": 1.0}, "webagent_test_usd"), ({"session_usd": 1.0}, "webagent_session_usd")],
)
def test_dollars_cannot_be_limited_for_a_model_without_a_price(
    tmp_path: Path, limits: dict[str, float], setting: str
) -> None:
    session = shared(tmp_path / "spent.json", usd=Decimal(1)) if "session_usd" in limits else None
    with pytest.raises(ConfigError) as raised:
        Meter(Bought(name="unknown"), budget(session, **limits))
    assert str(raised.value).startswith(
        f"{setting} limits US dollars, but no price is known for the model 'unknown'"
    )
    assert "'unknown = INPUT OUTPUT'" in str(raised.value)
    assert "webagent_prices" in str(raised.value)


async def test_what_a_client_reports_is_paid_for_by_its_price() -> None:
    purse = budget(test_usd=1.0)
    await Meter(Bought(Usage(1_000, 100, requests=1)), purse).complete(request())
    assert purse.bills == [Bill(Usage(1_000, 100, requests=1), Decimal("0.002"))]


async def test_without_a_limit_and_a_price_tokens_are_counted_and_the_cost_is_not_known() -> None:
    purse = budget()
    await Meter(Bought(Usage(1_000, 100, requests=1), name="unknown"), purse).complete(request())
    assert (used(purse.bills).tokens, cost(purse.bills)) == (1_100, None)


async def test_what_a_client_does_not_report_is_estimated_from_request_and_reply() -> None:
    purse = budget()
    await Meter(Bought(Usage()), purse).complete(request())
    usage = used(purse.bills)
    assert usage.estimated
    assert (usage.input_tokens, usage.output_tokens) == (tokens_of(request()), tokens_in("Hm."))


async def test_an_answer_that_never_came_is_paid_for_with_all_that_was_set_aside() -> None:
    purse = budget(test_tokens=3_000)
    meter = Meter(Bought(ModelError("it broke"), Usage(1, 1, requests=1)), purse)
    with pytest.raises(ModelError):
        await meter.complete(request())
    assert used(purse.bills).tokens == 3_000
    with pytest.raises(BudgetExceeded):
        await meter.complete(request())


async def test_a_request_that_the_rest_does_not_pay_for_is_not_sent() -> None:
    client = Bought(Usage(900, 50, requests=1))
    meter = Meter(client, budget(test_tokens=1_500))
    await meter.complete(request())
    with pytest.raises(BudgetExceeded) as raised:
        await meter.complete(request())
    assert client.asked == 1
    assert str(raised.value).startswith(
        "the test's limit of 1,500 tokens is reached: 950 tokens spent, and the next"
    )
    assert "Raise webagent_test_tokens, or " in str(raised.value)


def test_a_limit_of_dollars_says_what_was_spent_and_what_was_needed() -> None:
    purse = budget(test_usd=0.01)
    price = price_of(Billing(model="mine"), (MINE,))
    purse.hold(price, input_tokens=1_000, reply_tokens=500).settle(Usage(1_000, 500, requests=1))
    with pytest.raises(BudgetExceeded) as raised:
        purse.hold(price, input_tokens=2_000, reply_tokens=500)
    assert str(raised.value) == (
        "the test's limit of $0.01 is reached: $0.006 spent, and the next request needs up to $0.00456. "
        "Raise webagent_test_usd, or let the goals need fewer steps or a cheaper model"
    )


def test_a_reply_is_shortened_to_what_the_rest_pays_for() -> None:
    purse = budget(test_tokens=1_000)
    hold = purse.hold(None, input_tokens=400, reply_tokens=5_000)
    assert hold.reply_tokens == 600
    assert "the rest paid for a reply of 600 tokens" in str(hold.shortfall)
    hold.settle(Usage(400, 10, requests=1))
    whole = purse.hold(None, input_tokens=100, reply_tokens=300)
    assert (whole.reply_tokens, whole.shortfall) == (300, None)


def test_the_tightest_of_several_limits_decides(tmp_path: Path) -> None:
    session = shared(tmp_path / "spent.json", tokens=900)
    purse = budget(session, test_tokens=5_000, test_usd=1.0)
    price = price_of(Billing(model="mine"), (MINE,))
    assert purse.hold(price, input_tokens=100, reply_tokens=None).reply_tokens == 800


def test_without_a_limit_the_reply_is_what_was_asked_for() -> None:
    assert budget().hold(None, input_tokens=10, reply_tokens=None).reply_tokens is None
    assert budget(test_steps=3).hold(None, input_tokens=10, reply_tokens=70).reply_tokens == 70


def test_a_model_whose_replies_cost_nothing_is_bounded_by_its_requests() -> None:
    price = price_of(Billing(model="mine"), (ModelPrice("mine", 1, 0, 1),))
    purse = budget(test_usd=0.001)
    assert purse.hold(price, input_tokens=900, reply_tokens=None).reply_tokens is None
    with pytest.raises(BudgetExceeded):
        purse.hold(price, input_tokens=200, reply_tokens=None)


def test_what_one_worker_has_set_aside_another_cannot_spend(tmp_path: Path) -> None:
    file = tmp_path / "spent.json"
    first, second = (budget(shared(file, tokens=2_000)) for _ in range(2))
    hold = first.hold(None, input_tokens=1_000, reply_tokens=500)
    with pytest.raises(BudgetExceeded, match="spent or held for requests under way"):
        second.hold(None, input_tokens=1_000, reply_tokens=500)
    hold.settle(Usage(300, 100, requests=1))
    assert second.hold(None, input_tokens=1_000, reply_tokens=500).reply_tokens == 500


TAKER = """
import sys, time
from pathlib import Path
from pytest_webagent.budget.account import Allowance, SharedAccount
from pytest_webagent.budget.budget import Budget
from pytest_webagent.config import Settings
from pytest_webagent.errors import BudgetExceeded

account = SharedAccount(Allowance(steps=120), Path(sys.argv[1]), time.monotonic())
budget, taken = Budget(Settings(), session=account), 0
try:
    while True:
        budget.step()
        taken += 1
except BudgetExceeded:
    print(taken)
"""


def test_workers_that_ask_at_the_same_moment_never_get_more_than_there_is(tmp_path: Path) -> None:
    command = [sys.executable, "-c", TAKER, str(tmp_path / "spent.json")]
    workers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    taken = [int(worker.communicate(timeout=60)[0]) for worker in workers]
    assert sum(taken) == 120


def test_a_worker_that_died_while_it_wrote_leaves_the_account_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "spent.json"
    budget(shared(file, steps=5)).step()
    file.with_suffix(".new").write_text('{"steps": 4, "tok')
    with shared(file, steps=5).book() as book:
        assert book.steps == 1


def test_steps_are_counted_over_all_runs_of_a_test() -> None:
    account = Account("test", Allowance(steps=3))
    for _ in range(3):
        Budget(Settings(), test=account).step()
    with pytest.raises(BudgetExceeded) as raised:
        Budget(Settings(), test=account).step()
    assert str(raised.value) == (
        "the test's limit of 3 steps is reached: 3 steps made. "
        "Raise webagent_test_steps, or let the goals need fewer steps"
    )


def test_a_run_gets_the_seconds_that_earlier_ones_left() -> None:
    purse = budget(test_seconds=10.0)
    assert purse.deadline(4.0) == (4.0, "4 s were not enough")
    purse.worked(7.5)
    left, told = purse.deadline(4.0)
    assert left == 2.5
    assert told.startswith(
        "the test's limit of 10 s is reached: 7.5 s were used before this run, which had 2.5 s left. Raise webagent_"
    )
    alone = budget(test_seconds=2.0).deadline(4.0)[1]
    assert alone.startswith(
        "the test's limit of 2 s is reached: this run alone took as long. Raise webagent_"
    )
    purse.worked(60.0)
    assert purse.deadline(4.0)[0] == 0


def test_the_seconds_of_a_session_are_those_since_its_start_whatever_the_wall_clock_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = time.monotonic() - 70
    purse = budget(SharedAccount(Allowance(seconds=100.0), tmp_path / "spent.json", began))
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert 0 < purse.deadline(300.0)[0] <= 30


@pytest.mark.parametrize(
    ("text", "at_least"),
    [
        ("Press the button that says 'Add to cart' and report the total of 3 mugs.", 17),
        ("请点击添加按钮并报告购物车的总价", 12),
        ("Нажмите кнопку и сообщите сумму", 8),
        ('{"element_id": "12", "description": "the Add button"}', 17),
        ("🙂🙃", 2),
        ("\ud83d", 1),
    ],
)
def test_texts_are_estimated_rather_too_high(text: str, at_least: int) -> None:
    assert tokens_in(text) >= at_least


def test_a_picture_counts_as_a_picture_and_not_as_the_text_it_is_sent_as() -> None:
    long = PICTURE.data_url + "A" * 100_000
    assert 1_200 < tokens_in({"image_url": {"url": long}}) < 3_000
    assert tokens_of(request("Look", images=(PICTURE,))) - tokens_of(request("Look")) > 1_200


def test_a_model_that_counts_more_than_expected_is_expected_to_do_so_again() -> None:
    estimator = Estimator()
    estimator.learn(1_000, 400)
    assert estimator.expect(1_000) == 1_000
    estimator.learn(1_000, 3_000)
    estimator.learn(1_000, 500)
    assert estimator.expect(1_000) == 3_000


@pytest.mark.parametrize(
    ("number", "shown"),
    [(0, "$0.00"), (0.05, "$0.05"), (0.000031, "$0.000031"), (Decimal("0.1"), "$0.10"), (12.5, "$12.50")],
)
def test_small_amounts_of_money_keep_their_digits(number: float, shown: str) -> None:
    assert dollars(number) == shown


def test_what_was_spent_is_told_with_what_is_not_known_of_it() -> None:
    assert spent(0, None, estimated=False) == ""
    assert spent(1_234, 0.0123, estimated=False) == "1,234 tokens, $0.0123"
    assert spent(1_234, None, estimated=True) == "1,234 tokens, no price known, estimated"

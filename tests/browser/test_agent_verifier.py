"""A second opinion: it sees the claim and the page, never the run, and can only speak against a pass."""

import pytest
from one_session import one_session  # noqa: F401 (a fixture)

from pytest_webagent.agent.loop import Agent
from pytest_webagent.budget.budget import Budget, used
from pytest_webagent.config import Settings
from pytest_webagent.errors import BudgetExceeded, ConfigError, GoalNotMet, Inconclusive, ModelError
from pytest_webagent.messages import Usage
from pytest_webagent.model.select import verifier_for
from pytest_webagent.ports import Billing, ModelResponse
from pytest_webagent.testing import ScriptedModel, call, element
from pytest_webagent.tools.toolsets import default_registry

PAGE = "<html lang=en><title>Cart</title><h1>Your cart</h1><p role=status>Total: $9.00</p>"


def opinion(holds, why="The total says so."):
    return call("verdict", holds=holds, reasoning=why)


def answer(text="$9.00"):
    def reply(request):
        status = element(request.observation, "status").id
        return call("stop", answer=text, evidence=[{"op": "text", "elements": [status], "text": "$9.00"}])

    return reply


def expecting(to="$9.00"):
    def reply(request):
        status = element(request.observation, "status").id
        predicate = {"op": "text", "elements": [status], "pattern": r"\$[\d.]+", "relation": "=", "to": to}
        return call("expect", predicates=[predicate])

    return reply


@pytest.fixture
def asked(session, site):
    """An agent on the cart's page and the model that gives a second opinion on it."""

    async def prepare(*replies, opinions=(), **changes):
        await session.goto(site.page("/", PAGE))
        settings = Settings(
            **{
                "settle_timeout": 1.0,
                "screenshots": "off",
                "timeout": 60.0,
                "check_timeout": 0.2,
                "verifier_when": "always",
                **changes,
            }
        )
        prepare.verifier = ScriptedModel(list(opinions))
        prepare.budget = Budget(settings)
        return Agent(
            model=ScriptedModel(list(replies)),
            session=session,
            tools=default_registry(),
            settings=settings,
            budget=prepare.budget,
            verifier=prepare.verifier,
        )

    return prepare


async def test_what_it_does_not_object_to_passes_and_its_words_are_kept(asked):
    agent = await asked(
        answer(),
        expecting(),
        answer(),
        opinions=[opinion("yes"), opinion("cannot tell", "Unclear."), opinion("yes")],
    )
    assert (await agent.run("Report the total")).opinion == "yes: The total says so."
    assert (await agent.check("the total is $9.00")).opinion == "cannot tell: Unclear."
    assert await agent.get("the total") == "$9.00"


@pytest.mark.parametrize(
    ("reply", "ask"),
    [
        (answer(), lambda agent: agent.run("Report the total")),
        (expecting(), lambda agent: agent.check("the total is $9.00")),
        (answer(), lambda agent: agent.get("the total", type=str)),
    ],
)
async def test_what_it_speaks_against_is_unverified_and_never_the_fault_of_the_site(asked, reply, ask):
    agent = await asked(reply, opinions=[opinion("no", "The total is that of another cart.")])
    with pytest.raises(Inconclusive) as refused:
        await ask(agent)
    assert refused.value.status == "unverified"
    assert "a second opinion (scripted) speaks against it: The total is that" in str(refused.value)
    assert refused.value.result.triage.whose == "agent"


async def test_it_sees_the_claim_and_the_page_and_not_what_was_done(asked):
    agent = await asked(
        call("wait", seconds=0, reasoning="A secret thought."), answer(), opinions=[opinion("yes")]
    )
    await agent.run("Wait and report the total")
    (request,) = asked.verifier.requests
    told = "\n".join(message.text for message in request.messages)
    assert "The goal 'Wait and report the total' was reached, and the answer is '$9.00'." in told
    assert "Total: $9.00" in told
    assert 'It rests on:\n- the status "Total: $9.00"' in told
    assert "secret thought" not in told
    assert [spec.name for spec in request.tools] == ["verdict"]


async def test_it_is_not_asked_about_what_fails_anyway(asked):
    agent = await asked(expecting("$8.00"), expecting("$8.00"))
    with pytest.raises(GoalNotMet):
        await agent.check("the total is $8.00")
    assert asked.verifier.requests == []


async def test_without_a_verdict_it_is_asked_once_more_and_then_nothing_passes(asked):
    agent = await asked(
        answer(), answer(), opinions=["I think so.", opinion("yes"), "Yes.", call("verdict", holds="maybe")]
    )
    assert (await agent.run("Report the total")).opinion.startswith("yes")
    with pytest.raises(ModelError, match=r"second opinion \(scripted\) gave no verdict: .*'holds' must be"):
        await agent.run("Report the total")


async def test_what_it_costs_is_the_tests_to_pay(asked, monkeypatch):
    paid = ModelResponse(tool_calls=(opinion("yes"),), usage=Usage(input_tokens=900, output_tokens=200))
    monkeypatch.setattr(ScriptedModel, "billing", Billing(model="priced"))
    agent = await asked(answer(), answer(), opinions=[paid], test_tokens=100_000)
    first = await agent.run("Report the total")
    assert first.usage.input_tokens >= 900
    assert used(asked.budget.bills) == first.usage
    agent = await asked(answer(), opinions=[paid], test_tokens=5000)
    with pytest.raises(BudgetExceeded, match="tokens"):
        await agent.run("Report the total")


@pytest.mark.parametrize(("verifier", "model"), [("same", "builtin"), ("builtin", "gpt-5")])
def test_the_builtin_model_has_no_opinions(verifier, model):
    with pytest.raises(ConfigError, match="gives no second opinion"):
        verifier_for(Settings(model=model, verifier=verifier))


def test_the_second_opinion_is_that_of_the_named_model_or_of_the_same():
    url = "http://127.0.0.1:9/v1"
    assert verifier_for(Settings()) is None
    same = verifier_for(Settings(model="local-a", model_url=url, verifier="same"))
    other = verifier_for(Settings(model="local-a", model_url=url, verifier="local-b"))
    assert same is not None
    assert other is not None
    assert (same.name, other.name) == ("local-a", "local-b")


async def test_by_default_it_is_asked_where_a_word_of_the_goal_is_explained_by_nothing(asked):
    agent = await asked(answer(), answer(), opinions=[opinion("yes")], verifier_when="untied")
    tied = await agent.run("Report the total")
    assert (tied.untied, tied.opinion) == ((), "")
    loose = await agent.run("Report the total of Ann's order")
    assert loose.untied == ("Ann's", "order")
    assert loose.opinion.startswith("yes")


async def test_answers_that_are_not_tied_can_be_made_errors(asked):
    agent = await asked(answer(), answer(), answers="tied")
    with pytest.raises(Inconclusive, match='explains "Ann\'s" and "order" of the goal'):
        await agent.run("Report the total of Ann's order")

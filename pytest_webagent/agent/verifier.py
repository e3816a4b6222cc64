"""A second opinion on what is about to pass: another look at the statement and the page, without the run's history.

It can only speak against a pass. What it approves still has to be derived from the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from pytest_webagent.agent import prompt
from pytest_webagent.agent.conversation import describe
from pytest_webagent.agent.fence import Fence
from pytest_webagent.agent.judgement import inconclusive
from pytest_webagent.errors import ModelError, ToolError
from pytest_webagent.messages import Message
from pytest_webagent.ports import ModelRequest
from pytest_webagent.tools.core.base import tool

if TYPE_CHECKING:
    from pytest_webagent.agent.page_pictures import Picture, Sight
    from pytest_webagent.messages import ToolCall
    from pytest_webagent.observation import Observation
    from pytest_webagent.ports import ModelClient, ModelResponse

_TRIES: Final = 2


@tool(kind="control")
async def verdict(holds: Literal["yes", "no", "cannot tell"]) -> str:
    """Say whether the page bears the claim out.

    Args:
        holds: "yes" if the page shows it, "no" if the page shows something that speaks against it, and "cannot tell" if
            the page shows neither.
    """
    return holds


class Verifier:
    """Asks a model for its opinion on a claim about a page."""

    def __init__(self, model: ModelClient, sight: Sight) -> None:
        """Ask `model`, which sees nothing but the claim and the page; how that looks as its `sight` shows it."""
        self._model = model
        self._sight = sight

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    @property
    def sees_images(self) -> bool:
        """Whether it is shown how the page looks."""
        return self._sight.on

    async def opinion(self, claim: str, page: Observation, *, seconds: float) -> str:
        """What it says of a claim: a word and why, in one line.

        Args:
            claim: What is about to pass.
            page: The page as it is now.
            seconds: How long it may take.

        Raises:
            Inconclusive: it says that the page speaks against the claim.
            ModelError: it gave no opinion.
            BudgetExceeded: what is left does not pay for it.
        """
        request = _request(claim, page, await self._sight.picture(page), seconds)
        problem = ""
        for _ in range(_TRIES):
            response = await self._model.complete(request)
            try:
                holds, why = _read(response)
            except ToolError as error:
                problem = str(error)
                continue
            if holds == "no":
                raise inconclusive(
                    f"a second opinion ({self._model.name}) speaks against it: {why}", "unverified"
                )
            return f"{holds}: {why}"
        raise ModelError(f"the second opinion ({self._model.name}) gave no verdict: {problem}")


def _request(claim: str, page: Observation, picture: Picture | None, seconds: float) -> ModelRequest:
    fence = Fence()
    text = prompt.CLAIM.format(claim=claim, token=fence.token, page=fence.wrap_page(describe(page)))
    images = () if picture is None else (picture.image,)
    return ModelRequest(
        goal=claim,
        messages=(
            Message(role="system", text=prompt.VERIFIER_SYSTEM),
            Message(role="user", text=text, images=images),
        ),
        tools=(verdict.spec,),
        observation=page,
        seconds_left=seconds,
    )


def _read(response: ModelResponse) -> tuple[str, str]:
    """The verdict and the reason.

    Raises:
        ToolError: there is none.
    """
    call: ToolCall | None = next((each for each in response.tool_calls if each.name == verdict.name), None)
    if call is None or call.malformed is not None:
        raise ToolError(f"it did not call {verdict.name}: {response.text.strip()[:200] or 'it said nothing'}")
    arguments = {name: value for name, value in call.arguments.items() if name != "reasoning"}
    return verdict.check(arguments)["holds"], str(call.arguments.get("reasoning") or "").strip()

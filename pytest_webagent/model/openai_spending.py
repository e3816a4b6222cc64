"""What the requests for one answer cost: all of them, also those whose replies are thrown away."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_webagent.budget.estimate import tokens_in
from pytest_webagent.messages import Usage
from pytest_webagent.model.openai_messages import read_usage

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from pytest_webagent.budget.estimate import Estimator
    from pytest_webagent.errors import RunError
    from pytest_webagent.ports import Purse


class Sent:
    """One request that was sent; until something is known of it, all that was set aside counts as used."""

    def __init__(self, usage: Usage) -> None:
        self.usage = usage
        self.expected = usage

    def refused(self) -> None:
        """The provider did not work on it."""
        self.usage = Usage()

    def answered(self, text: str) -> None:
        """This came; where it does not say what was used, that is estimated from its length."""
        self.usage = _counted(text) or replace(self.expected, output_tokens=tokens_in(text))


class Spending:
    """The requests for one answer of a model."""

    def __init__(self, purse: Purse | None, estimator: Estimator) -> None:
        """`estimator` remembers how the model counts."""
        self._purse = purse
        self._estimator = estimator
        self.usage = Usage()
        """What was used so far."""
        self.shortfall: RunError | None = None
        """What to raise if the last reply was cut because the budget had no room for a longer one."""

    @contextmanager
    def request(self, body: dict[str, Any], limits: Collection[str]) -> Iterator[Sent]:
        """Pay for a request while it is under way.

        The parameters `limits` of the body are set to the most tokens of the reply that are paid for; there is none where
        the server knows no such parameter.

        Raises:
            BudgetExceeded: what is left does not pay for it.
        """
        expected = tokens_in(body["messages"]) + tokens_in(body.get("tools", []))
        usage = Usage(self._estimator.expect(expected), requests=1, estimated=True)
        hold = None
        if self._purse is not None:
            wanted = next((body[limit] for limit in limits if limit in body), None)
            hold = self._purse.hold(input_tokens=usage.input_tokens, reply_tokens=wanted)
            self.shortfall = hold.shortfall
            if hold.reply_tokens is not None:
                body.update(dict.fromkeys(limits, hold.reply_tokens))
            usage = replace(usage, output_tokens=hold.reply_tokens or 0)
        sent = Sent(usage)
        try:
            yield sent
        finally:
            if not sent.usage.estimated:
                self._estimator.learn(expected, sent.usage.input_tokens)
            self.usage += sent.usage
            if hold is not None:
                hold.settle(sent.usage)


def _counted(text: str) -> Usage | None:
    """What a completion says was used, if it says so."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return None
    usage = read_usage(body) if isinstance(body, dict) else Usage()
    return usage if usage.input_tokens else None

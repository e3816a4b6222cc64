"""A model whose requests are paid for from a budget."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pytest_webagent.budget.budget import Bill
from pytest_webagent.budget.estimate import Estimator, tokens_in, tokens_of
from pytest_webagent.budget.prices import billing_of, price_of
from pytest_webagent.errors import ConfigError
from pytest_webagent.messages import Usage
from pytest_webagent.policy.secrets import Vault
from pytest_webagent.ports import FREE

if TYPE_CHECKING:
    from pytest_webagent.budget.budget import Budget, BudgetHold
    from pytest_webagent.budget.prices import Price
    from pytest_webagent.ports import ModelClient, ModelRequest, ModelResponse


class Meter:
    """A `ModelClient` around another one: what that one buys is bounded by a budget and written down in it.

    Raises:
        ConfigError: US dollars are limited, and what the model costs is not known.
    """

    def __init__(self, model: ModelClient, budget: Budget, vault: Vault | None = None) -> None:
        """`vault` has the secrets that no request says."""
        self._vault = Vault() if vault is None else vault
        self._model = model
        self._budget = budget
        self._billing = billing_of(model)
        self._estimator = Estimator()
        limit = budget.dollar_limit
        if limit is not None and self._price is None:
            raise ConfigError(_no_price(self._billing.model, self._billing.url, limit))

    @property
    def name(self) -> str:
        """The name shown in header and report."""
        return self._model.name

    @property
    def sees_images(self) -> bool:
        """Whether screenshots are of use to it."""
        return self._model.sees_images

    async def close(self) -> None:
        """Free the model's connections."""
        await self._model.close()

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Have the model answer one request.

        Raises:
            BudgetExceeded: what is left does not pay for the answer.
            ModelError: the model could not be asked, or gave nothing usable.
        """
        request = replace(request, messages=self._vault.conceal(request.messages))
        if self._billing.asks:
            return await self._model.complete(replace(request, purse=self))
        if self._billing == FREE:
            response = await self._model.complete(request)
            if response.usage != Usage():
                self._budget.bills.append(Bill(response.usage, Decimal(0)))
            return response
        return await self._answer(request)

    def hold(self, *, input_tokens: int, reply_tokens: int | None) -> BudgetHold:
        """Set aside what a request costs at most; see `Purse.hold`."""
        return self._budget.hold(self._price, input_tokens=input_tokens, reply_tokens=reply_tokens)

    async def _answer(self, request: ModelRequest) -> ModelResponse:
        """Take a whole answer for one request, for all that can be known of the model."""
        expected = tokens_of(request)
        tokens = self._estimator.expect(expected)
        hold = self.hold(input_tokens=tokens, reply_tokens=None)
        # Where nothing comes back, all of it may have been spent.
        usage = Usage(tokens, hold.reply_tokens or 0, requests=1, estimated=True)
        try:
            response = await self._model.complete(request)
            if response.usage.tokens:
                self._estimator.learn(expected, response.usage.input_tokens)
                usage = response.usage
            else:
                calls = [dict(call.arguments) for call in response.tool_calls]
                usage = replace(usage, output_tokens=tokens_in([response.text, calls]))
        finally:
            hold.settle(usage)
        return response

    @cached_property
    def _price(self) -> Price | None:
        return price_of(self._billing, self._budget.prices)


def _no_price(model: str, url: str | None, limit: str) -> str:
    # A URL may hold a user name and password.
    place = "" if url is None else f" at {urlsplit(url).netloc.rpartition('@')[2]}"
    return (
        f"{limit} limits US dollars, but no price is known for the model {model!r}{place}. Add the line "
        f"'{model} = INPUT OUTPUT', in US dollars per million tokens, to webagent_prices; or limit tokens instead, "
        f"with {limit.replace('_usd', '_tokens')}. A ModelClient of your own that buys nothing says so with "
        "`billing = FREE` (from pytest_webagent.ports import FREE)"
    )

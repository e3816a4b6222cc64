"""What tokens cost: by the prices the settings give, else by those of the price library."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Final, Protocol

from pytest_webagent.ports import FREE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.config import ModelPrice
    from pytest_webagent.messages import Usage
    from pytest_webagent.ports import Billing, ModelClient

_MILLION: Final = Decimal(1_000_000)


class Price(Protocol):
    """What the requests to one model cost."""

    def __call__(self, usage: Usage) -> Decimal:
        """The cost of one request in US dollars."""


def billing_of(model: ModelClient) -> Billing:
    """How a model is billed: as it says itself, else by its name."""
    from pytest_webagent.ports import Billing

    billing = getattr(model, "billing", None)
    return billing if isinstance(billing, Billing) else Billing(model=model.name)


def price_of(billing: Billing, own: Iterable[ModelPrice]) -> Price | None:
    """The price of a model, or None where none is known. `own` prices go before those of the library."""
    if billing == FREE:
        return _nothing
    for price in own:
        if price.model == billing.model:
            return _own(price)
    return _of_library(billing.model, billing.url)


def _nothing(usage: Usage) -> Decimal:
    return Decimal(0)


def _own(price: ModelPrice) -> Price:
    # By way of texts, so that 0.1 dollars are not 0.1000000000000000055.
    fresh, cached, output = (Decimal(str(rate)) for rate in (price.input, price.cached, price.output))

    def cost(usage: Usage) -> Decimal:
        uncached = usage.input_tokens - usage.cached_tokens
        return (uncached * fresh + usage.cached_tokens * cached + usage.output_tokens * output) / _MILLION

    return cost


@cache
def _of_library(model: str, url: str | None) -> Price | None:
    # Loaded here and not above: it takes a while, and only those who buy tokens need it.
    import genai_prices

    def cost(usage: Usage) -> Decimal:
        counted = genai_prices.Usage(
            input_tokens=usage.input_tokens,
            cache_read_tokens=usage.cached_tokens,
            output_tokens=usage.output_tokens,
        )
        return genai_prices.calc_price(counted, model_ref=model, provider_api_url=url).total_price

    from pytest_webagent.messages import Usage

    try:
        # The library has a price of nothing for models of subscriptions and for some whose price it does not know.
        listed = cost(Usage(input_tokens=1_000)) > 0 and cost(Usage(output_tokens=1_000)) > 0
    except LookupError:
        return None
    return cost if listed else None

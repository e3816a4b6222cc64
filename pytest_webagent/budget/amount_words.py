"""Amounts in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal


def dollars(number: float | Decimal) -> str:
    """An amount of money with at least its cents, and with as many digits as a small one needs."""
    text = f"{number:.6f}" if number < 1 else f"{number:.2f}"
    whole, _, part = text.partition(".")
    return f"${whole}.{part.rstrip('0').ljust(2, '0')}"


def spent(tokens: int, usd: float | None, *, estimated: bool) -> str:
    """Tokens and US dollars, `usd` None where no price is known; nothing where nothing was spent."""
    if not tokens:
        return ""
    price = "no price known" if usd is None else dollars(usd)
    return f"{tokens:,} tokens, {price}{', estimated' if estimated else ''}"

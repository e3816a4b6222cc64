"""The budget of a test: its own limits and, where there are any, those of the session."""

from __future__ import annotations

import math
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from pytest_webagent.budget.account import Account, Allowance, amount
from pytest_webagent.messages import Usage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_webagent.budget.account import Book, Kind
    from pytest_webagent.budget.prices import Price
    from pytest_webagent.config import Settings
    from pytest_webagent.errors import BudgetExceeded

REPLY: Final = 4_096
"""Tokens of a reply that are paid for at most where a limit of tokens or dollars is set and `max_tokens` is not."""
SMALL: Final = 256
"""A reply that could not even have so many tokens is not asked for."""


@dataclass(frozen=True, slots=True)
class Bill:
    """What one request used, and its cost in US dollars, None where no price is known."""

    usage: Usage
    usd: Decimal | None


def used(bills: Iterable[Bill]) -> Usage:
    """What some requests used together."""
    return sum((bill.usage for bill in bills), Usage())


def cost(bills: Iterable[Bill]) -> float | None:
    """What some requests cost together in US dollars; None where the price of one is not known."""
    total = Decimal(0)
    for bill in bills:
        if bill.usd is None:
            return None
        total += bill.usd
    return float(total)


class Budget:
    """What a test may spend and has spent, whatever it spends it on: the agent, or any model beside it."""

    def __init__(
        self, settings: Settings, *, test: Account | None = None, session: Account | None = None
    ) -> None:
        """`test` is the test's account if it has one from an earlier run; `session` is the account all tests share."""
        test = test or Account("test", Allowance.of(settings, "test"))
        self._accounts = (test,) if session is None else (test, session)
        self.prices = settings.prices
        self.bills: list[Bill] = []
        """Every request that was paid for, in order."""

    @property
    def dollar_limit(self) -> str | None:
        """The setting that limits US dollars, if there is one."""
        limited = (each for each in self._accounts if each.allowance.usd is not None)
        return next((f"webagent_{account.owner}_usd" for account in limited), None)

    def step(self) -> None:
        """Take one step.

        Raises:
            BudgetExceeded: there is none left.
        """
        with self._books() as books:
            for account, book in books:
                most = account.allowance.steps
                if most is not None and book.steps >= most:
                    raise account.exceeded("steps", f"{amount('steps', book.steps)} made")
                book.steps += 1

    def deadline(self, seconds: float) -> tuple[float, str]:
        """How long a run of at most `seconds` may take, and what to say when that is over."""
        found = seconds, f"{seconds:g} s were not enough"
        for account in self._accounts:
            most = account.allowance.seconds
            if most is not None and most - account.seconds() < found[0]:
                spent = max(0.0, account.seconds())
                left = max(0.0, most - spent)
                before = f"{spent:.3g} s were used before this run, which had {left:.3g} s left"
                told = before if round(spent, 1) else "this run alone took as long"
                found = left, str(account.exceeded("seconds", told))
        return found

    def worked(self, seconds: float) -> None:
        """A run has taken `seconds`."""
        for account in self._accounts:
            account.worked(seconds)

    def hold(self, price: Price | None, *, input_tokens: int, reply_tokens: int | None) -> BudgetHold:
        """Set aside what a request costs at most; see `Purse.hold`."""
        shortfall: BudgetExceeded | None = None
        with self._books() as books:
            rooms = [
                (account, book, kind, room)
                for account, book in books
                for kind, room in _rooms(account, book, price, input_tokens)
            ]
            reply = (reply_tokens or REPLY) if rooms else reply_tokens
            least = min(reply or SMALL, SMALL)
            for account, book, kind, room in rooms:
                if room < least:
                    needs = _most(kind, price, Usage(input_tokens, least))
                    raise account.exceeded(
                        kind, _spent(account, book, kind), f"the next request needs {needs}"
                    )
                if reply is not None and room < reply:
                    reply = room
                    pays = f"the rest paid for a reply of {room:,} tokens, at which it was cut"
                    shortfall = account.exceeded(kind, _spent(account, book, kind), pays)
            held = Usage(input_tokens, (reply or 0) if rooms else 0)
            usd = Decimal(0) if price is None else price(held)
            for _, book in books:
                book.tokens += held.tokens
                book.usd += usd
        return BudgetHold(self, price, held.tokens, usd, reply if rooms else reply_tokens, shortfall)

    def settle(self, bill: Bill, *, tokens: int, usd: Decimal) -> None:
        """Pay a bill for which `tokens` and `usd` were set aside."""
        with self._books() as books:
            for _, book in books:
                book.tokens += bill.usage.tokens - tokens
                book.usd += (bill.usd or 0) - usd
        if bill.usage.requests or bill.usage.tokens:
            self.bills.append(bill)

    @contextmanager
    def _books(self) -> Iterator[list[tuple[Account, Book]]]:
        with ExitStack() as stack:
            yield [(account, stack.enter_context(account.book())) for account in self._accounts]


class BudgetHold:
    """What was set aside for one request."""

    def __init__(
        self,
        budget: Budget,
        price: Price | None,
        tokens: int,
        usd: Decimal,
        reply_tokens: int | None,
        shortfall: BudgetExceeded | None,
    ) -> None:
        self._budget = budget
        self._price = price
        self._tokens = tokens
        self._usd = usd
        self.reply_tokens = reply_tokens
        """The most tokens the reply may have, or None if nothing bounds it."""
        self.shortfall = shortfall
        """What to raise if the reply is cut, where the budget allowed less than was asked for."""

    def settle(self, usage: Usage) -> None:
        """Pay what was really used, and give back the rest."""
        bill = Bill(usage, None if self._price is None else self._price(usage))
        self._budget.settle(bill, tokens=self._tokens, usd=self._usd)


def _rooms(
    account: Account, book: Book, price: Price | None, input_tokens: int
) -> Iterator[tuple[Kind, int]]:
    """How many tokens of a reply are paid for by what each limit leaves; negative where not even the request is."""
    most = account.allowance
    if most.tokens is not None:
        yield "tokens", most.tokens - book.tokens - input_tokens
    if most.usd is not None and price is not None:
        left = most.usd - book.usd - price(Usage(input_tokens))
        # Providers that ask more for long requests ask it for the reply as well: so the request is counted in.
        thousand = price(Usage(input_tokens, 1_000)) - price(Usage(input_tokens))
        if thousand > 0:
            yield "usd", math.floor(left / thousand * 1_000)
        elif left < 0:
            yield "usd", -1


def _spent(account: Account, book: Book, kind: Kind) -> str:
    held = "" if account.owner == "test" else " or held for requests under way"
    return f"{amount(kind, book.usd if kind == 'usd' else book.tokens)} spent{held}"


def _most(kind: Kind, price: Price | None, usage: Usage) -> str:
    if kind == "usd" and price is not None:
        return f"up to {amount(kind, price(usage))}"
    return f"up to {amount('tokens', usage.tokens)}"

"""The payment provider: a second web server, whose card fields the shop shows in an iframe.

The shop never sees a card number. The iframe sends it to the provider and hands the shop a token.
"""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.templating import Jinja2Templates

if TYPE_CHECKING:
    from datetime import date

    from starlette.requests import Request

HERE = Path(__file__).parent
DECLINED = "4000000000000002"
"""A card number that passes every check and has no money behind it."""


class Charge(NamedTuple):
    id: str
    cents: int
    last4: str


class PaymentProvider:
    """Turns cards into tokens, and tokens into charges."""

    def __init__(self, today: date) -> None:
        self._today = today
        self._cards: dict[str, str] = {}
        self.charges: list[Charge] = []

    def reset(self) -> None:
        self._cards.clear()
        self.charges.clear()

    def tokenise(self, *, name: str, number: str, expiry: str, code: str) -> tuple[str, str]:
        """A token and no problem, or no token and what is wrong with the card."""
        digits = re.sub(r"[ -]", "", number)
        if not name.strip():
            return "", "Please enter the name on the card."
        if not _is_card_number(digits):
            return "", "This card number is not valid."
        if not self._is_current(expiry):
            return "", "Please enter a date in the future, as MM / YY."
        if not re.fullmatch(r"\d{3,4}", code.strip()):
            return "", "Please enter the 3 digits from the back of the card."
        if digits == DECLINED:
            return "", "Your card was declined."
        token = secrets.token_urlsafe(12)
        self._cards[token] = digits[-4:]
        return token, ""

    def charge(self, token: str, cents: int) -> Charge | None:
        """Take money once for a token; None if the token is unknown or used up."""
        last4 = self._cards.pop(token, None)
        if last4 is None:
            return None
        charge = Charge("ch_" + secrets.token_hex(6), cents, last4)
        self.charges.append(charge)
        return charge

    def _is_current(self, expiry: str) -> bool:
        match = re.fullmatch(r"\s*(\d{2})\s*/?\s*(\d{2})\s*", expiry)
        if not match or not 1 <= int(match[1]) <= 12:
            return False
        return (2000 + int(match[2]), int(match[1])) >= (self._today.year, self._today.month)


def _is_card_number(digits: str) -> bool:
    if not re.fullmatch(r"\d{13,19}", digits):
        return False
    doubled = [int(digit) * (1 + index % 2) for index, digit in enumerate(reversed(digits))]
    return sum(number - 9 * (number > 9) for number in doubled) % 10 == 0


def payment_app(provider: PaymentProvider, merchant: str) -> Starlette:
    """The provider's web server. `merchant` is the origin whose pages may show its card fields."""
    templates = Jinja2Templates(HERE / "templates")

    async def card(request: Request) -> Response:
        response = templates.TemplateResponse(request, "card.html", {"merchant": merchant})
        response.headers["Content-Security-Policy"] = f"frame-ancestors {merchant}"
        return response

    async def tokens(request: Request) -> Response:
        form = await request.form()
        fields = {name: str(form.get(name, "")) for name in ("name", "number", "expiry", "code")}
        token, problem = provider.tokenise(**fields)
        if problem:
            return JSONResponse({"problem": problem}, 402)
        return JSONResponse({"token": token})

    return Starlette(
        routes=[
            Route("/card", card),
            Route("/tokens", tokens, methods=["POST"]),
            Mount("/static", StaticFiles(directory=HERE / "static")),
        ]
    )

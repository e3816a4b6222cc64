"""The signs of currencies and the codes they may stand for.

Codes are those of ISO 4217, as CLDR lists them. A sign of several currencies keeps all of them: ``$`` is not taken for the
dollar of the page's country, since shops of one country sell in the currency of another.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from pytest_webagent.values.locales import Customs

_DOLLARS: Final = "USD CAD AUD NZD HKD SGD TWD MXN ARS CLP COP UYU CUP DOP BBD BMD BND BSD BZD FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD"
SIGNS: Final = {
    sign: frozenset(codes.split())
    for sign, codes in {
        "$": _DOLLARS,
        "£": "GBP EGP FKP GIP LBP SHP SSP SYP",
        "¥": "JPY CNY",
        "kr": "SEK NOK DKK ISK",
        "kr.": "SEK NOK DKK ISK",
        "₩": "KRW KPW",
        "Rs": "INR PKR NPR LKR MUR SCR",
        "Rs.": "INR PKR NPR LKR MUR SCR",
        "lei": "RON MDL",
        "€": "EUR",
        "₹": "INR",
        "₽": "RUB",
        "₺": "TRY",
        "₴": "UAH",
        "₪": "ILS",
        "₫": "VND",
        "₱": "PHP",
        "₦": "NGN",
        "₵": "GHS",
        "₡": "CRC",
        "₲": "PYG",
        "₸": "KZT",
        "₼": "AZN",
        "₾": "GEL",
        "₮": "MNT",
        "৳": "BDT",
        "฿": "THB",
        "zł": "PLN",
        "Kč": "CZK",
        "Ft": "HUF",
        "лв.": "BGN",
        "Fr.": "CHF",
        "SFr.": "CHF",
        "R$": "BRL",
        "US$": "USD",
        "C$": "CAD",
        "CA$": "CAD",
        "A$": "AUD",
        "AU$": "AUD",
        "NZ$": "NZD",
        "HK$": "HKD",
        "NT$": "TWD",
        "S$": "SGD",
        "MX$": "MXN",
        "CN¥": "CNY",
        "JP¥": "JPY",
        "元": "CNY",
        "円": "JPY",
        "원": "KRW",
        "RM": "MYR",
        "Rp": "IDR",
        "S/": "PEN",
        "руб": "RUB",
        "руб.": "RUB",
        "грн": "UAH",
        "грн.": "UAH",
    }.items()
}
"""The signs in use, as those who use them write them; CLDR has them only for the locale they are at home in."""

_WORDS: Final = {"dollar": "$", "dollars": "$", "euro": "EUR", "euros": "EUR", "Euro": "EUR", "yen": "¥"}


@lru_cache(maxsize=1)
def _codes() -> frozenset[str]:
    from babel.core import get_global

    return frozenset(get_global("all_currencies"))


@lru_cache(maxsize=64)
def units(known: tuple[Customs, ...]) -> dict[str, str]:
    """All that may stand beside a number as its currency, with the unit it means: a code, or a sign of several."""
    own = {
        plain_sign: code
        for each in known
        for sign, code in each.signs.items()
        if (plain_sign := sign.replace("\u00a0", " ").strip("\u200f\u200e")) not in SIGNS
    }
    shared = {
        sign: next(iter(codes)) if len(codes) == 1 else sign.rstrip(".") for sign, codes in SIGNS.items()
    }
    return {**own, **{code: code for code in _codes()}, **shared, **_WORDS}


@lru_cache(maxsize=1)
def _names() -> dict[str, list[list[str]]]:
    """The words of the English names of each currency, for one and for several, without the years of those that are gone."""
    from babel.numbers import get_currency_name

    return {
        code: [get_currency_name(code, count, "en").lower().partition(" (")[0].split() for count in (1, 2)]
        for code in _codes()
    }


@lru_cache(maxsize=1000)
def meant(text: str) -> frozenset[str]:
    """The currencies that a text names, by code, sign or name; none where it says anything else.

    >>> sorted(meant("GBP £")), sorted(meant("Swiss francs")), sorted(meant("pounds of flour"))
    (['GBP'], ['CHF'], [])
    """
    found: AbstractSet[str] | None = None
    words = re.findall(r"[^\s()\[\],;:–—-]+", text)
    signs = [SIGNS.get(each) or ({each} & _codes()) for each in words]
    for codes in filter(None, signs):
        found = codes if found is None else found & codes
    named = {each.lower() for each, codes in zip(words, signs, strict=True) if not codes}
    if named:
        # "US" and "Swiss" alone name none.
        called = {
            code
            for code, own in _names().items()
            if any(named <= {*each} and each[-1] in named for each in own)
        }
        found = frozenset(called) if found is None else found & called
    return frozenset(found or ())


def decimals(unit: str) -> int:
    """How many decimals amounts of a currency have at most; two for a sign of several."""
    from babel.core import get_global

    return max(2, int(get_global("currency_fractions").get(unit, (2,))[0]))


def pattern(written: Iterable[str]) -> str:
    """A regular expression for any of these signs and codes, the longest first."""
    return "|".join(
        re.escape(sign).replace(r"\ ", r"[ \u00a0]") for sign in sorted(written, key=len, reverse=True)
    )


def same_unit(one: str, other: str) -> bool:
    """Whether two units may mean the same: a number without a unit goes with any, a shared sign with each of its codes."""
    if one == other or not (one and other):
        return True
    return bool(SIGNS.get(one, frozenset((one,))) & SIGNS.get(other, frozenset((other,))))

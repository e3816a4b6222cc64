"""Numbers, amounts of money and percentages in a text, read as the page's language writes them."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.values import codes, currencies
from pytest_webagent.values.characters import plain
from pytest_webagent.values.days import days
from pytest_webagent.values.locales import Customs, customs, readable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SPACE: Final = "[ \u00a0]"
_FRACTION: Final = "[¼-¾⅐-⅞]"
_PERCENT: Final = {"percent": "%", "per cent": "%", "%": "%", "‰": "‰"}
_SCALES: Final = {"k": 3, "mn": 6, "bn": 9, "lakh": 5, "crore": 7}
"""English scales that CLDR does not abbreviate its numbers with."""
_RARE_SCALES: Final = frozenset("BEGT")
"""Letters that are more often no scale: "seat 14B", "5G". They are one in an amount, and beside a decimal."""
_GROUPING: Final = ".,'٬ "
_THREES: Final = re.compile(r"[1-9]\d{0,2}(?:\D\d{3})+")
_INDIAN: Final = re.compile(r"[1-9]\d?(?:,\d{2})+,\d{3}")


class Quantity(NamedTuple):
    """A number in a text, with what it is a number of."""

    value: Decimal
    unit: str
    """Empty, ``%``, ``‰``, the code of a currency, or a sign several currencies share, such as ``$`` or ``kr``."""
    text: str
    """As the text writes it, with sign and unit."""
    start: int
    end: int
    other: Decimal | None = None
    """The second way to read it: "1.234" is 1234 in some languages."""


class _Reader(NamedTuple):
    """How quantities are found in a text of one language."""

    pattern: re.Pattern[str]
    money: re.Pattern[str]
    units: Mapping[str, str]
    scales: Mapping[str, int]
    known: tuple[Customs, ...]


def quantities(text: str, language: str = "") -> list[Quantity]:
    """The numbers in a text, in their order. Digits of days, times, codes and addresses are none.

    A fraction such as ½ is a part of its number, "4.5/5" is two numbers, "3rd" and "5kg" are 3 and 5. An amount in
    brackets is negative, as in accounts, where it is the whole text: "Blue mug ($9.00)" is about nine dollars.

    Args:
        text: As a page or an answer writes it.
        language: The BCP 47 tag of the page's language; where it is empty or unknown, "1.234" is read both ways.
    """
    reader = _reader(language)
    whole = plain(text)
    hidden = codes.spans(whole.text, reader.money)
    hidden += [(day.start, day.end) for day in days(whole.text, language)]
    left = codes.without(whole.text, hidden)
    found = []
    for match in reader.pattern.finditer(left):
        for start, end, unit, values in _read(match, reader):
            first, last = whole.span(start, end)
            found.append(Quantity(values[0], unit, text[first:last], first, last, *values[1:2]))
    return _in_accounts(text, found)


def is_money(quantity: Quantity) -> bool:
    """Whether it is of a currency."""
    return _is_currency(quantity.unit)


def same_quantity(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities are surely the same: no unit goes with any, and a shared sign with its currencies."""
    return (
        one.value == other.value and one.other == other.other and currencies.same_unit(one.unit, other.unit)
    )


def may_be_same(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities are the same in one of the ways to read them."""
    return bool(_values(one) & _values(other)) and currencies.same_unit(one.unit, other.unit)


def _is_currency(unit: str) -> bool:
    return unit not in {"", "%", "‰"}


def _values(quantity: Quantity) -> set[Decimal]:
    return {quantity.value} if quantity.other is None else {quantity.value, quantity.other}


def _in_accounts(text: str, found: list[Quantity]) -> list[Quantity]:
    """Takes an amount in brackets, or before a minus, for negative; "(4.50)" may be, and "(5)" counts something."""
    marked = re.fullmatch(r"\s*(?P<all>\((?P<bracketed>.+)\)|(?P<before>.+?)[-−])\s*", text, re.DOTALL)
    if marked is None or len(found) != 1:
        return found
    amount = found[0]
    if (marked["bracketed"] or marked["before"]).strip() != amount.text:
        return found
    money = is_money(amount)
    if amount.value <= 0 or not (money or (not amount.unit and amount.value.as_tuple().exponent == -2)):
        return found
    start, end = marked.span("all")
    other = None if amount.other is None else -amount.other
    if marked["bracketed"] and not money:
        other = amount.value
    return [amount._replace(value=-amount.value, text=marked["all"], start=start, end=end, other=other)]


@lru_cache(maxsize=64)
def _reader(language: str) -> _Reader:
    known, words = customs(language), readable(language)
    units = currencies.units(words)
    scales = {word: power for each in reversed(words) for word, power in each.scales.items()} | _SCALES
    spaced = not known or any(plain(each.group).text.strip() == "" for each in known)
    letter, sign = codes.LETTER, currencies.pattern(units)
    space = _SPACE if spaced else "\u00a0"
    body = "|".join(
        (
            rf"\d{{1,3}}(?:{space}\d{{3}}){{1,9}}(?:[.,٫]\d+)?(?![.,'٫]?\d)(?!{_SPACE}\d{{4}})",
            rf"\d{{1,3}}(?:{_SPACE}\d{{3}}){{1,9}},\d{{1,2}}(?![.,'٫]?\d)",
            rf"\d{{1,3}}(?:{_SPACE}\d{{3}}){{0,9}}?{_SPACE}0\d\d(?:{_SPACE}\d{{3}}){{0,9}}(?![.,'٫]?\d)",
            r"\d+(?:[.,'٫٬]\d+)*",
            r"(?<![\w.,'])[.,]\d+",
            _FRACTION,
        )
    )
    scale = "|".join(sorted(map(_scale_pattern, scales), key=len, reverse=True))
    # "2 EUR 7.50" is two and 7.50 euros where signs stand before the number.
    after = rf"(?!{_SPACE}[-–]?\d)" if not known or known[0].sign_first else ""
    pattern = rf"""
        (?=\D{{0,12}}[\d¼-¾⅐-⅞])
        (?:(?<![\w)\]%.,])(?P<minus>[-–+]))?
        (?:(?<!{letter})(?<!\d)(?:(?P<before>{sign})|(?P<share>%)){_SPACE}?(?P<inner>[-–+])?)?
        (?<!\d)(?<!\d[.,'])(?P<body>{body})
        (?:(?P<fraction>{_SPACE}?{_FRACTION})|(?P<even>[.,])[-–—](?!\d))?
        (?:(?P<scale>{scale})(?!{letter})(?:\.(?={_SPACE}?(?:{sign}|%)))?)?
        (?:{_SPACE}?(?P<percent>%|‰|per[ ]?cent\b)(?!\d)
          |(?P<gap>{_SPACE})?(?P<after>{sign})(?!{letter})(?![-–]?\d)
           (?(gap)(?:{after}|(?={_SPACE}[\d.,]+{_SPACE}?(?:{sign}))))
        )?"""
    powers = {word.strip(): power for word, power in scales.items()}
    return _Reader(
        re.compile(re.sub(r"\n\s+", "", pattern)),
        re.compile(rf"(?:{sign})-?\d+(?:[.,]\d+)*(?:{letter})*"),
        units,
        powers,
        known,
    )


def _scale_pattern(word: str) -> str:
    if len(word.strip()) == 1 and word.isascii():
        return f"{_SPACE}?{word.strip()}" if word.startswith(" ") else word
    return rf"{_SPACE}?(?i:{re.escape(word)})".replace(r"\ ", _SPACE)


def _read(match: re.Match[str], reader: _Reader) -> Iterator[tuple[int, int, str, list[Decimal]]]:
    """Start, end, unit and values of what one match says; several where it is a list such as "1,2,3"."""
    body = match["body"] + (f"{match['even']}00" if match["even"] else "")
    unit, end = _unit(match, reader.units)
    word = (match["scale"] or "").replace("\u00a0", " ").strip()
    if word in _RARE_SCALES and not unit and body.isdigit():
        end, word = match.start("scale"), ""
    money = _is_currency(unit) and not word and currencies.decimals(unit) < 3
    values = _values_of(body, reader.known, money)
    if not values:
        if set(re.sub(r"\d", "", body)) == {","}:
            for piece in re.finditer(r"\d+", body):
                start = match.start("body")
                yield start + piece.start(), start + piece.end(), "", [Decimal(piece[0])]
        return
    if match["fraction"]:
        values = [value + _fraction(match["fraction"].strip()) for value in values]
    power = reader.scales.get(word, reader.scales.get(word.lower(), 0))
    values = [Decimal(f"{Decimal(f'{value:f}E{power}'):f}") for value in values]  # exact, unlike arithmetic
    negative = (match["minus"] or match["inner"] or "+") != "+"
    yield match.start(), end, unit, [value.copy_negate() if negative else value for value in values]


def _unit(match: re.Match[str], units: Mapping[str, str]) -> tuple[str, int]:
    """What one match is a number of, and where it ends."""
    if match["percent"] or match["share"]:
        return "‰" if match["percent"] == "‰" else "%", match.end()
    ahead, behind = (
        units.get((match[name] or "").replace("\u00a0", " "), "") for name in ("before", "after")
    )
    if not currencies.same_unit(ahead, behind):
        return ahead, len(match.string[: match.start("after")].rstrip(" \u00a0"))
    # "$5 CAD" is in Canadian dollars.
    return (behind or ahead) if ahead in currencies.SIGNS else (ahead or behind), match.end()


def _values_of(body: str, known: tuple[Customs, ...], money: bool) -> list[Decimal]:
    """The ways to read a number: the language's own, or else every way there is."""
    if re.fullmatch(_FRACTION, body):
        return [_fraction(body)]
    written = body.replace("\u00a0", " ")
    own = [_value(written, each.decimal, "'٬ " + plain(each.group).text) for each in known]
    ways = list(dict.fromkeys(value for value in own if value is not None))
    every = [
        value for mark in ".," if (value := _value(written, mark, _GROUPING.replace(mark, ""))) is not None
    ]
    if money and any(map(_has_mills, ways or every)):
        # Hardly an amount has three decimals: "$1,234" is 1234, and "1.234 €" on an English page may be.
        likely = [value for value in every if not _has_mills(value)]
        ways = [*ways, *likely] if len(ways) == 1 else likely
    return list(dict.fromkeys(ways or every))[:2]


def _has_mills(value: Decimal) -> bool:
    return value.as_tuple().exponent == -3


def _value(written: str, decimal: str, grouping: str) -> Decimal | None:
    """The number, where this is the decimal mark and one of those groups the digits; None if it cannot be read so."""
    mark = "٫" if "٫" in written else decimal
    whole, _, rest = written.partition(mark)
    if rest and not rest.isdigit():
        return None
    separators = set(re.sub(r"\d", "", whole))
    if len(separators) > 1 or not separators <= set(grouping):
        return None
    if separators and not (_THREES.fullmatch(whole) or _INDIAN.fullmatch(whole)):
        return None
    digits = re.sub(r"\D", "", whole) or "0"
    return Decimal(f"{digits}.{rest}" if rest else digits)


def _fraction(sign: str) -> Decimal:
    above, _, below = unicodedata.normalize("NFKC", sign).partition("⁄")
    return Decimal(above) / Decimal(below)

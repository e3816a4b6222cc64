"""Values as pages print them: money, dates, ratings, numbers."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_CURRENCY = r"(?:US\$|C\$|A\$|[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD)\b|\bkr\b|\bzł)"
_AMOUNT = r"\d{1,3}(?:[,.' \u00a0]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)"
_MINUS = r"(?:(?<!\w)[-−])?"
_PRICE = re.compile(
    rf"{_MINUS}{_CURRENCY}\s?[-−]?(?P<after>{_AMOUNT})|{_MINUS}(?P<before>{_AMOUNT})\s?{_CURRENCY}",
    re.IGNORECASE,
)
_RANGE = re.compile(rf"({_AMOUNT})\s*[-–—]\s*$")
_RANGE_ON = re.compile(rf"\s*[-–—]\s*({_AMOUNT})")
_PER = re.compile(r"\s*(?:/|\bper\b|\ban?\b|\beach\b)\s*([^\W\d_]*)", re.IGNORECASE)
_UNIT = re.compile(r"[^\W\d_]+|[%°€$£¥₹]")
_BOUND = re.compile(
    r"\b(?:from|up to|starting|over|under|about|approx\w*|around|least|most|max\w*|min\w*|than|not|was|save|off|between)\b|[~<>≈±]|\d\+",
    re.IGNORECASE,
)
_SCALE = re.compile(r"\d\s*(?:out of|of|/)\s*(5|10)\b", re.IGNORECASE)
_NUMBER = re.compile(rf"(?<![\w.])[-−]?(?:{_AMOUNT}|\d+\.\d+)(?!\w)")
_FORMER = re.compile(r"(?:was|rrp|list price|instead of|before|originally|msrp|save)\W*$", re.IGNORECASE)
_RATINGS = (
    re.compile(r"(\d(?:[.,]\d+)?)\s*(?:out of|of|/)\s*(?:5|10)\b", re.IGNORECASE),
    re.compile(r"(\d(?:[.,]\d+)?)\s*[- ]?(?:stars?\b|★)", re.IGNORECASE),
    re.compile(r"(?:rated|rating|score)\W{0,3}(\d(?:[.,]\d+)?)", re.IGNORECASE),
)
_STARS = re.compile(r"[★⭐]+")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
_CLOCK = r"(?:,?\s*(?:at\s+)?(?=\d{1,2}(?::\d{2}|\s*[ap]\.?m))(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))?(?::\d{2})?\s*(?P<half>[ap]\.?m\.?)?)?"
_DATES = (
    re.compile(r"\b(?P<year>\d{4})-(?P<number>\d{1,2})-(?P<day>\d{1,2})(?:T|\b)" + _CLOCK, re.IGNORECASE),
    re.compile(
        r"\b(?P<day>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?" + _MONTH + r",?\s+(?P<year>\d{4})" + _CLOCK,
        re.IGNORECASE,
    ),
    re.compile(
        r"\b" + _MONTH + r"\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})" + _CLOCK, re.IGNORECASE
    ),
)
_SLASHED = re.compile(r"\b(\d{1,2})([/.])(\d{1,2})\2(\d{4})\b")
_AGO = re.compile(r"\b(\d+|an?)\s+(second|minute|hour|day|week|month|year)s?\s+ago\b", re.IGNORECASE)
_UNIT_SECONDS = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86_400,
    "week": 604_800,
    "month": 2_592_000,
    "year": 31_536_000,
}
# Relative times are only compared with each other or by their distance; any fixed moment will do.
_NOW = datetime(2500, 1, 1)


class Value(NamedTuple):
    """A value that can be compared, and the text it was read from."""

    key: Decimal
    text: str


def decimal(text: str, *, money: bool = False) -> Decimal | None:
    """A number as people write it: 1,234.50, 1.234,50, 7,50 and 1 234 are all read, and 1.234 where it is `money`."""
    digits = re.sub(r"[\s'\u00a0]", "", text.replace("−", "-"))
    comma, point = digits.rfind(","), digits.rfind(".")
    if comma >= 0 and point >= 0:
        thousands = "," if point > comma else "."
        digits = digits.replace(thousands, "").replace(",", ".")
    elif comma >= 0:
        grouped = re.fullmatch(r"-?\d{1,3}(,\d{3})+", digits)
        digits = digits.replace(",", "" if grouped else ".")
    elif digits.count(".") > 1 or (money and re.fullmatch(r"-?\d{1,3}\.\d{3}", digits)):
        digits = digits.replace(".", "")
    try:
        return Decimal(digits)
    except InvalidOperation:
        return None


def prices(text: str) -> list[Value]:
    """The amounts of money in a text, without those called former ("was $10", "RRP $12")."""
    found: list[Value] = []
    for match in _PRICE.finditer(text):
        if _FORMER.search(text[: match.start()]):
            continue
        number = decimal(match["after"] or match["before"], money=True)
        if number is not None:
            if span := _RANGE.search(text[: match.start()]) or _RANGE_ON.match(text, match.end()):
                found += numbers(span[1])
            sign = -1 if re.match(r"\D*[-−]", match[0]) else 1
            found.append(Value(sign * number, match[0].strip()))
    return found


def ratings(text: str) -> list[Value]:
    """The ratings in a text: '4.5 out of 5', '4 stars', '★★★★☆', 'Rated 4'."""
    for pattern in _RATINGS:
        found = [
            Value(number, match[0].strip())
            for match in pattern.finditer(text)
            if (number := decimal(match[1])) is not None
        ]
        if found:
            return found
    return [Value(Decimal(len(match[0])), match[0]) for match in _STARS.finditer(text)]


def numbers(text: str) -> list[Value]:
    """All numbers in a text."""
    return [
        Value(number, match[0])
        for match in _NUMBER.finditer(text)
        if (number := decimal(match[0].strip())) is not None
    ]


def dates(text: str, *, day_first: bool | None = None) -> list[Value]:
    """The moments in a text. Slashed dates are only read when `day_first` says how."""
    found: list[Value] = []
    for pattern in _DATES:
        for match in pattern.finditer(text):
            moment = _moment(match)
            if moment is not None:
                found.append(_value(moment, match[0].strip()))
    for match in _SLASHED.finditer(text):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        european = (
            day_first
            if day_first is not None
            else (True if match[2] == "." or first > 12 else False if second > 12 else None)
        )
        if european is None:
            continue
        day, month = (first, second) if european else (second, first)
        if 1 <= month <= 12 and 1 <= day <= 31:
            found.append(
                _value(datetime(year, month, min(day, 28)) + timedelta(days=max(0, day - 28)), match[0])
            )
    for match in _AGO.finditer(text):
        count = 1 if match[1].lower().startswith("a") else int(match[1])
        found.append(_value(_NOW - timedelta(seconds=count * _UNIT_SECONDS[match[2].lower()]), match[0]))
    for word, days in (("today", 0), ("just now", 0), ("yesterday", 1)):
        if re.search(rf"\b{word}\b", text, re.IGNORECASE):
            found.append(_value(_NOW - timedelta(days=days), word))
    return found


def slashed_order(texts: list[str]) -> bool | None:
    """Whether slashed dates put the day first, told by the dates that can only be read one way, where they agree."""
    told = {
        int(match[1]) > 12
        for text in texts
        for match in _SLASHED.finditer(text)
        if (int(match[1]) > 12) != (int(match[3]) > 12)
    }
    return told.pop() if len(told) == 1 else None


def relative(value: Value) -> bool:
    """Whether a moment is told from now ("2 days ago"), so that it cannot be compared with a date."""
    return value.key > Decimal(int((_NOW - timedelta(days=36_500) - datetime(1, 1, 1)).total_seconds()))


def twofold_date(text: str) -> str:
    """A slashed date in the text that may put the day or the month first; empty if there is none."""
    found = (
        match[0]
        for match in _SLASHED.finditer(text)
        if match[2] == "/" and int(match[1]) <= 12 and int(match[3]) <= 12 and match[1] != match[3]
    )
    return next(found, "")


def unlike(texts: list[str], *, counted: bool = False, rated: bool = False) -> str:
    """Why the values in texts cannot be compared or added up; empty if they can.

    `counted`: each text is one number with what it counts, so that also their units must be the same.
    `rated`: they are ratings, which need one scale; other texts are amounts of money or numbers.
    """
    shown = ", ".join(dict.fromkeys(text[:40] for text in texts))
    if rated:
        scales = {scale[1] for text in texts if (scale := _SCALE.search(text))}
        return f"on different scales: {shown}" if len(scales) > 1 else ""
    if len({frozenset(_currencies(text)) for text in texts}) > 1:
        return f"in several currencies: {shown}"
    if len({_per(text) for text in texts}) > 1:
        return f"for different units: {shown}"
    if counted and len({_unit(text) for text in texts}) > 1:
        return f"in different units: {shown}"
    if counted and not all(prices(text) for text in texts) and (twofold := _twofold_number(texts)):
        return f"written so that {twofold} can be read in two ways: {shown}"
    return ""


def unlike_dates(texts: list[str]) -> str:
    """Why the dates in texts cannot be compared; empty if they can."""
    ways = {
        "slashed" if "/" in found.text else "ago" if _is_relative(found.text) else "full"
        for text in texts
        for found in dates(text, day_first=True)
    }
    return f"written in different ways: {', '.join(texts)}" if len(ways) > 1 else ""


def is_bound(text: str) -> bool:
    """Whether a text gives a bound, a rate or a saving rather than a value: "from $5", "up to 3", "$5 / month"."""
    return _BOUND.search(text) is not None or any(_per(text))


def _is_relative(text: str) -> bool:
    return not re.search(r"\d{4}", text)


def _currencies(text: str) -> Iterator[str]:
    for price in prices(text):
        if sign := re.search(_CURRENCY, price.text, re.IGNORECASE):
            yield sign[0].casefold()


def _per(text: str) -> str:
    """What an amount of money is for: "month" in "$5 / month"."""
    match = next(iter(_PRICE.finditer(text)), None)
    per = _PER.match(text, match.end()) if match else None
    return per[1].casefold() if per else ""


def _unit(text: str) -> frozenset[str]:
    """The words and signs beside a number."""
    words = (word.casefold() for word in _UNIT.findall(text))
    return frozenset(word.removesuffix("s") if len(word) > 3 else word for word in words)


def _twofold_number(texts: list[str]) -> str:
    """A number whose point or comma may separate thousands or decimals; empty if there is none."""
    both = " ".join(texts)
    if point := re.search(r"(?<![\d.,])\d{1,3}\.\d{3}(?![\d.,])", both):
        return point[0]
    comma = re.search(r"(?<![\d.,])\d{1,3},\d{3}(?![\d.,])", both)
    return comma[0] if comma and re.search(r"\d,\d{1,2}(?!\d)", both) else ""


def _value(moment: datetime, text: str) -> Value:
    return Value(Decimal(int((moment - datetime(1, 1, 1)).total_seconds())), text)


def _moment(match: re.Match[str]) -> datetime | None:
    groups = match.groupdict()
    month = int(groups["number"]) if groups.get("number") else _MONTHS.index(groups["month"][:3].lower()) + 1
    hour, minute = int(groups["hour"] or 0), int(groups["minute"] or 0)
    if groups["half"]:
        hour = hour % 12 + (12 if groups["half"].lower().startswith("p") else 0)
    try:
        return datetime.combine(
            date(int(groups["year"]), month, int(groups["day"])), time(min(hour, 23), min(minute, 59))
        )
    except ValueError:
        return None


def tells_time(text: str) -> bool:
    """Whether a text names a day or a time of day, also one without its year."""
    return bool(dates(text, day_first=True)) or bool(
        re.search(
            rf"\b\d{{1,2}}:\d{{2}}\b|\b\d{{1,2}}\.? {_MONTH}(?!\w)|\b{_MONTH.replace('month', 'name')} \d{{1,2}}\b",
            text,
            re.IGNORECASE,
        )
    )


def calendar_date(text: str) -> date | None:
    """The single day a text names, or None."""
    for pattern in _DATES:
        match = pattern.search(text)
        if match and (moment := _moment(match)) is not None:
            return moment.date()
    return None


MONTH_NAMES = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def formatted(number: Decimal, like: str) -> str:
    """A number written like another text: with its currency and its decimals."""
    match = re.search(r"[-−]?(?:\d[\d.,' \u00a0]*)?\d", like)
    if match is None:
        return f"{number}"
    part = re.search(r"(?:\.(\d+)|,(\d{1,2}))$", match[0])
    point = part[0][0] if part and not (len(part[0]) == 4 and prices(like)) else ""
    exponent = number.normalize().as_tuple().exponent
    decimals = max(len(part[0]) - 1 if part and point else 0, -exponent if isinstance(exponent, int) else 0)
    point = point or "."
    written = f"{number:,.{decimals}f}"
    grouped = re.search(r"\d([.,' \u00a0])\d{3}(?!\d)", match[0][: part.start()] if part else match[0])
    group = grouped[1] if grouped else "." if point == "," and number >= 1000 else ""
    written = written.replace(",", "\0").replace(".", point).replace("\0", group)
    # The sign of the other number may stand before its currency: "-€800.00".
    before = re.sub(r"[-−]\s?", "", like[: match.start()])
    return ("-" if number < 0 else "") + before + written.removeprefix("-") + like[match.end() :]

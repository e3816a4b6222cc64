"""Dates and times in a text, read as the page's language writes them.

CLDR's names and patterns with a strict reader are used instead of `dateparser` and `dateutil`, since those take
"Order 1250 of 12 items" for a day in December 1250 and cannot say that a date can be read in two ways.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from pytest_webagent.values.characters import plain
from pytest_webagent.values.locales import Customs, customs, readable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Moment: TypeAlias = date | time
"""A date, a date with a time (`datetime`), or a time."""

_NO_YEAR: Final = 4
"""Stands in for a year that is not given; it has a 29th of February."""
_YEAR: Final = r"(?P<year>(?:1\d|2[01])\d\d)(?!\d)"
_OFFSET: Final = r"[+-]\d\d:?\d\d"
"""From UTC, in a full stamp only: "10:30-11:00" is no time west of Greenwich."""
_NO_DAY: Final = r"(?<!\d\s)(?<!\d\.\s)"
"""What must not stand before a month without a day: "31 February 2026" is no month either."""
_AT: Final = ("at", "t", "@", "on", "um", "à", "às", "a las", "alle", "om", "kl", "klo", "o", "в", "о")
"""Words between a date and its time; babel leaves out those of CLDR."""
_TH: Final = r"(?:\.|st\b|nd\b|rd\b|th\b|er\b|º|ª)?"
_NUMBERS: Final = re.compile(
    r"(?<![\w.,/:-])(?P<a>\d{4}|\d{1,2})(?P<mark>\.[ \u00a0]|[./-])(?P<b>\d{1,2})(?P=mark)(?P<c>\d{4}|\d{1,2})"
    r"(?!(?!T\d\d:)\w|[/-]|[.,]\d)"
)
_SHORT: Final = re.compile(r"(\d{1,2})([./-])")
"""The first number, and the mark, of a day in numbers that does not begin with the year."""
_FIELDS: Final = re.compile(r"'([^']*)'|([yMLdEcG])\2*|([^A-Za-z'])")


class Day(NamedTuple):
    """A date, a time, or both, in a text."""

    value: Moment
    """A `datetime` where date and time stand together. Without a year, or a day, see `missing`."""
    text: str
    start: int
    end: int
    other: Moment | None = None
    """The second way to read it: "03/04/2026" is in March or in April."""
    missing: Literal["", "year", "day"] = ""
    """What the text leaves out of the date: `value` then has year 4, or the first day of the month."""


class _Reader(NamedTuple):
    """How days are found in a text of one language."""

    dates: tuple[re.Pattern[str], ...]
    times: re.Pattern[str]
    joint: re.Pattern[str]
    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    dotted: re.Pattern[str]
    """A time with a point, which is one only beside a date."""
    halves: Mapping[str, tuple[tuple[int, int], ...]]
    small: frozenset[str]
    """The names of months that may be written without a capital letter."""
    known: tuple[Customs, ...]


def days(text: str, language: str = "") -> list[Day]:
    """The dates and times in a text, in their order. Words such as "today" or "2 days ago" are none.

    Args:
        text: As a page or an answer writes it.
        language: The BCP 47 tag of the page's language. Where it is empty, unknown or English of no region,
            "03/04/2026" is read both ways.
    """
    whole = plain(text)
    if not re.search(r"\d", whole.text):
        return []
    reader = _reader(language)
    found = _longest([*_written_out(whole.text, reader), *_in_numbers(whole.text, reader)])
    found = _longest(_times(whole.text, reader, found), found)
    result = []
    for day in _joined(found, whole.text, reader):
        start, end = whole.span(day.start, day.end)
        result.append(day._replace(text=text[start:end], start=start, end=end))
    return result


def settled(found: Sequence[Day]) -> list[Day]:
    """Days of one list: where others in it can only be read in one order, such as 25/04/2026, 03/04/2026 is read in it, too."""
    orders: dict[str, set[bool]] = {}
    for day in found:
        if day.other is None and isinstance(day.value, date) and (short := _SHORT.match(day.text)):
            orders.setdefault(short[2], set()).add(int(short[1]) == day.value.day)
    return [_in_order(day, orders) for day in found]


def _in_order(day: Day, orders: Mapping[str, set[bool]]) -> Day:
    short = _SHORT.match(day.text)
    if day.other is None or short is None or len(known := orders.get(short[2], set())) != 1:
        return day
    ways = (each for each in (day.value, day.other) if isinstance(each, date))
    (value,) = (each for each in ways if {each.day == int(short[1])} == known)
    return day._replace(value=value, other=None)


def calendar_day(text: str, language: str = "") -> date | None:
    """The one day a text names with its year; None where there is none, several, or one that can be read in two ways."""
    named = {_date_of(each) for each in days(text, language)} - {None}
    return named.pop() if len(named) == 1 else None


def _date_of(day: Day) -> date | None:
    if day.missing or day.other is not None or not isinstance(day.value, date):
        return None
    return day.value.date() if isinstance(day.value, datetime) else day.value


def same_day(one: Day, other: Day) -> bool:
    """Whether two are surely the same. A day without its year is not the same as one with it: that says more."""
    return (one.value, one.other, one.missing) == (other.value, other.other, other.missing)


def may_be_same(one: Day, other: Day) -> bool:
    """Whether two are the same in one of the ways to read them."""
    return bool(_values(one) & _values(other)) and one.missing == other.missing


def _values(day: Day) -> set[Moment]:
    return {day.value} if day.other is None else {day.value, day.other}


@lru_cache(maxsize=64)
def _reader(language: str) -> _Reader:
    words = readable(language)
    months = {name: number for each in reversed(words) for name, number in each.months.items()}
    weekdays = {name: number for each in reversed(words) for name, number in each.weekdays.items()}
    halves = {name: minutes for each in reversed(words) for name, minutes in each.halves.items()}
    month, weekday = rf"(?P<month>{_any(months)})\b\.?", rf"(?:(?P<weekday>{_any(weekdays)})\b\.?,?\s)?"
    day = r"(?<![\w.,:/])(?P<day>\d{1,2})"
    dates = [
        rf"{weekday}{day}{_TH}[\s/-]?(?:(?:of|de|d')\s?)?{month}(?:(?:,?\s(?:of\s|del?\s)?|[-/]){_YEAR})?",
        rf"{weekday}(?<!\w){month}\s(?P<day>\d{{1,2}}){_TH}(?![\d:]|[.,]\d)(?:,?\s{_YEAR})?",
        rf"(?<![\w.,:/]){_YEAR}[\s.,/-]{{1,3}}{month}[\s/-]?(?P<day>\d{{1,2}})(?!\d)",
        rf"{_NO_DAY}(?<!\w){month},?\s(?:of\s|del?\s)?{_YEAR}",
        *(_from_cldr(pattern, months, weekdays) for each in words for pattern in each.date_patterns),
    ]
    first = _any(word for each in words if each.half_first for word in each.halves)
    at = rf"[\s,–·|-]{{0,5}}(?:{_any({*_AT, *(word for each in words for word in each.joints)})})"
    joint = rf"(?:{at})?[\s,–·|.-]{{0,5}}"
    known = customs(language)
    hour_words = [each.hour_word for each in known if each.hour_word]
    clock = _any(word for word in hour_words if len(word) > 1)
    mark = "|".join({":", *(rf"\s?{word}\s?" for word in hour_words if len(word) == 1)})
    ahead = joint if any(each.dotted_time for each in known) else rf"{at}[\s.]{{1,3}}"
    return _Reader(
        dates=tuple(re.compile(pattern, re.IGNORECASE) for pattern in dict.fromkeys(dates)),
        times=re.compile(_time_pattern(mark, first, _any(halves), clock), re.IGNORECASE),
        joint=re.compile(joint, re.IGNORECASE),
        dotted=re.compile(ahead + _time_pattern(r"\.", first, _any(halves), clock), re.IGNORECASE),
        months=months,
        weekdays=weekdays,
        halves=halves,
        small=frozenset(name for each in words if not each.capital_months for name in each.months),
        known=known,
    )


def _any(words: Iterable[str]) -> str:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"\s") for word in longest_first) or "(?!)"


def _key(written: str) -> str:
    """A word of a text, as CLDR's are kept."""
    return re.sub(r"\s", " ", written).lower().rstrip(".")


def _time_pattern(mark: str, first: str, halves: str, clock: str) -> str:
    return (
        rf"(?<![\d:.,])(?:(?P<first>{first})\s?)?(?<!\d)(?P<stamp>(?<=T))?(?P<hour>\d{{1,2}})(?:"
        rf"(?:{mark})(?P<minute>\d\d)(?:[:.](?P<second>\d\d)(?:[.,](?P<part>\d{{1,6}}))?)?"
        rf"(?:\s?(?P<half>{halves})(?!\w)\.?)?(?P<zone>Z\b|(?(stamp){_OFFSET}|(?(second){_OFFSET}|Z)))?(?!:?\d|[.,]\d)(?:\s?(?:{clock})\b)?"
        rf"|\s?(?:(?P<only>[ap]\.?m)\b\.?|(?:{clock})\b))"
    )


def _from_cldr(pattern: str, months: Mapping[str, int], weekdays: Mapping[str, int]) -> str:
    """A pattern of CLDR, such as ``d 'de' MMMM 'de' y``, as a regular expression."""
    kinds = {
        "y": _YEAR,
        "d": r"(?P<day>\d{1,2})(?!\d)",
        "E": rf"(?P<weekday>{_any(weekdays)})\.?",
        "G": r"\S{0,8}?",
        "c": rf"(?P<weekday>{_any(weekdays)})\.?",
    }
    written = [r"(?<!\w)"]
    for match in _FIELDS.finditer(pattern):
        quoted, field, sign = match.groups()
        if field in {"M", "L"}:
            named = _any(months) if len(match[0]) > 2 else "[0-9]{1,2}"
            written.append(rf"(?P<month>{named})\.?")
        elif field:
            written.append(kinds[field])
        else:
            literal = plain(quoted if quoted is not None else sign).text
            written.append(r"\s?" if literal.isspace() else re.escape(literal))
    if written[1] == _YEAR:
        written[0] = r"(?<!\d)"
    return ("" if kinds["d"] in written else _NO_DAY) + "".join(written)


def _written_out(text: str, reader: _Reader) -> Iterator[Day]:
    for pattern in reader.dates:
        for match in pattern.finditer(text):
            if day := _written_day(match, reader):
                yield day


def _written_day(match: re.Match[str], reader: _Reader) -> Day | None:
    parts = match.groupdict()
    name, year, number = parts["month"], parts.get("year"), parts.get("day")
    month = int(name) if name.isdecimal() else reader.months.get(_key(name), 0)
    if not year and name[0].islower() and _key(name) not in reader.small:
        return None
    value = _date(int(year or _NO_YEAR), month, int(number or 1))
    if value is None:
        return None
    start, end = match.span()
    if (named := parts.get("weekday")) and (not year or reader.weekdays[_key(named)] != value.weekday()):
        # A weekday that is wrong, or cannot be checked, is not a part of the date.
        first, last = match.span("weekday")
        start, end = (_skipped(match.string, last), end) if first == start else (start, first)
    missing: Literal["", "year", "day"] = "" if year and number else "year" if number else "day"
    kept = match.string[start:end].rstrip(" ,\u00a0")
    return Day(value, kept, start, start + len(kept), None, missing)


def _skipped(text: str, place: int) -> int:
    found = re.compile(r"[\s.,]*").match(text, place)
    return found.end() if found else place


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _in_numbers(text: str, reader: _Reader) -> Iterator[Day]:
    for match in _NUMBERS.finditer(text):
        if values := _numeric_dates(match, reader.known):
            yield Day(values[0], match[0], *match.span(), other=values[1] if values[1:] else None)


def _numeric_dates(match: re.Match[str], known: tuple[Customs, ...]) -> list[date]:
    numbers = [match["a"], match["b"], match["c"]]
    mark = match["mark"].strip()
    orders = [each.order for each in known]
    if len(numbers[0]) == 4:
        orders = ["YMD"] if len(numbers[2]) < 3 else []
    elif len(numbers[2]) == 4:
        # With points, no locale of CLDR begins with the month.
        fitting = ["DMY"] if mark == "." else [order for order in orders if order[-1] == "Y"]
        orders = fitting if fitting and _read_in(fitting, numbers) else ["MDY", "DMY"]
    else:
        two_digits = len(numbers[2] if orders and orders[0][-1] == "Y" else numbers[0]) == 2
        orders = orders if two_digits and all(each.separator == mark for each in known) else []
    return _read_in(orders, numbers)


def _read_in(orders: list[str], numbers: list[str]) -> list[date]:
    values = []
    for order in dict.fromkeys(orders):
        given = dict(zip(order, numbers, strict=True))
        year = int(given["Y"])
        if len(given["Y"]) == 2:  # as POSIX reads two digits
            year += 1900 if year > 68 else 2000
        values.append(_date(year, int(given["M"]), int(given["D"])))
    return list(dict.fromkeys(value for value in values if value is not None))


def _times(text: str, reader: _Reader, dates: list[Day]) -> Iterator[Day]:
    matches = list(reader.times.finditer(text))
    matches += [match for day in dates if (match := reader.dotted.match(text, day.end))]
    for match in matches:
        hour, minute, second = int(match["hour"]), int(match["minute"] or 0), int(match["second"] or 0)
        half = _key(match["first"] or match["half"] or match["only"] or "")
        lasting = reader.halves.get(half, ())
        if lasting and hour <= 12:
            early, late = hour % 12, hour % 12 + 12
            nearer = _away(lasting, early * 60 + minute) - _away(lasting, late * 60 + minute)
            hour = hour if nearer == 0 else late if nearer > 0 else early
        if hour < 24 and minute < 60 and second < 60:
            part = int((match["part"] or "").ljust(6, "0"))
            start = match.start("first") if match["first"] else match.start("hour")
            yield Day(time(hour, minute, second, part, _zone(match["zone"])), "", start, match.end())


def _away(times: tuple[tuple[int, int], ...], minute: int) -> int:
    """How many minutes a time of day is away from the times a word such as "in the evening" is said of."""
    return min(max(first - minute, minute - last + 1, 0) for first, last in times)


def _zone(written: str | None) -> timezone | None:
    if not written or written in "Zz":
        return UTC if written else None
    hours, minutes = int(written[1:3]), int(written[-2:])
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(-offset if written[0] == "-" else offset) if offset < timedelta(hours=24) else None


def _longest(found: Iterable[Day], settled: Iterable[Day] = ()) -> list[Day]:
    """Those that stand apart from each other and from the settled ones, the longer before the shorter; in their order."""
    taken = list(settled)
    covered = {place for day in taken for place in range(day.start, day.end)}
    for day in sorted(found, key=lambda day: (day.start - day.end, day.start)):
        places = range(day.start, day.end)
        if covered.isdisjoint(places):
            taken.append(day)
            covered.update(places)
    return sorted(taken, key=lambda day: day.start)


def _joined(found: list[Day], text: str, reader: _Reader) -> Iterator[Day]:
    """Dates and times, a date with the time beside it as one."""
    waiting: Day | None = None
    for day in found:
        if waiting and (both := _together(waiting, day, text, reader)):
            yield both
            waiting = None
            continue
        if waiting:
            yield waiting
        waiting = day
    if waiting:
        yield waiting


def _together(one: Day, two: Day, text: str, reader: _Reader) -> Day | None:
    first, second = one.value, two.value
    if isinstance(first, time) == isinstance(second, time) or "day" in {one.missing, two.missing}:
        return None
    if not reader.joint.fullmatch(text, one.end, two.start):
        return None
    day, moment = (two, first) if isinstance(first, time) else (one, second)
    assert isinstance(moment, time)
    values = [
        datetime.combine(value, moment)
        for value in (day.value, day.other)
        if value is not None and not isinstance(value, time)
    ]
    whole = text[one.start : two.end]
    return Day(values[0], whole, one.start, two.end, values[1] if values[1:] else None, day.missing)

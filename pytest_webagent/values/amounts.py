"""The one number, date or text an element stands for: to be added, ranked and compared, and written as the page writes it."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from pytest_webagent.values.days import Day, days, settled
from pytest_webagent.values.plain_text import flat, listed, plain, quoted, word_set
from pytest_webagent.values.quantities import Quantity, is_money, quantities, same_quantity

if TYPE_CHECKING:
    from collections.abc import Sequence

MEASURES: Final = word_set(
    "mg g kg t lb lbs oz ml cl dl l L gal mm cm m km in ft yd mi B kB KB MB GB TB KiB MiB GiB TiB ms s sec min mins "
    "h hr hrs hour hours minute minutes second seconds day days week weeks month months year years W kW kWh V Hz kHz "
    "MHz GHz °C °F px"
)
"""Units of measure (SI, UCUM and the customary ones shops and dashboards write) that a number cannot do without."""
_SINGULAR = re.compile(r"(?<=[a-z]{2})s$")
_MEASURE = re.compile(r"(?:\s|-(?=[a-z]{3}))?(°[CF]|[A-Za-z]+)(?![\w])")
_PER = re.compile(r"\s*(?:/|\bper\b|\ban?\b)\s*([^\W\d_]+)", re.IGNORECASE)
_BODY = re.compile(r"(?:(?<![^\W\d_])[.,])?\d(?:[\d.,'’٫٬\s]*\d)?")
_SIGNS = re.compile(r"[-–−+()]")

_MOST_DIGITS = 20
_HALF_A_YEAR = 183


class UnreadableError(Exception):
    """A text does not hold the one number or date that is wanted, or some cannot be compared; the message says why."""


class Amount(NamedTuple):
    """A number, and the text it stands in."""

    quantity: Quantity
    measure: str
    """The unit of measure behind it, such as ``kg``; a currency or percent sign is part of the quantity."""
    said: str
    """The line it stands in, where the quantity starts and ends."""
    per: str = ""
    """What an amount of money is for: ``month`` in "$5 / month"."""


Worth: TypeAlias = Amount | Day | str
"""What an element is ranked and compared by."""


def amount(said: str, language: str, whose: str) -> Amount:
    """The one number a text holds.

    Raises:
        UnreadableError: it holds none or several, or one that can be read in two ways.
    """
    found = amounts(said, language)
    if not found:
        raise UnreadableError(
            f"a number was wanted of {whose}, which says {quoted(said)}: cite the element that holds the number"
        )
    if len(found) > 1:
        texts = listed((quoted(each.quantity.text) for each in found), 4)
        raise UnreadableError(
            f"one number was wanted of {whose}, which holds {len(found)}: {texts}; "
            "cite the smaller element with the one that is meant, or give a `pattern` that finds it"
        )
    _refuse_two_readings(found[0].quantity, whose)
    if len(found[0].quantity.value.as_tuple().digits) > _MOST_DIGITS:
        raise UnreadableError(
            f"the number of {whose} has more than {_MOST_DIGITS} digits, which is more than can be reckoned with exactly: use text"
        )
    return found[0]


def amounts(said: str, language: str = "") -> list[Amount]:
    """The numbers in a text, each with its unit of measure and what it is for."""
    found: list[Amount] = []
    for line in said.split("\n"):
        for quantity in quantities(line, language):
            behind = _MEASURE.match(line, quantity.end)
            measure = behind[1] if behind and behind[1] in MEASURES else ""
            per = _PER.match(line, quantity.end) if is_money(quantity) else None
            found.append(Amount(quantity, measure, line, per[1].casefold() if per else ""))
    return found


def _refuse_two_readings(found: Quantity | Day, whose: str = "") -> None:
    if found.other is not None:
        raise UnreadableError(
            f"{quoted(found.text)}{whose and ' of '}{whose} can be read as {_shown(found.value)} and as {_shown(found.other)}, "
            "and nothing says which: cite an element that leaves no doubt, or write a value without marks between thousands"
        )


def _shown(value: Decimal | date | datetime | time) -> str:
    return f"{value:f}" if isinstance(value, Decimal) else value.isoformat()


def worth(said: str, language: str, whose: str) -> Worth:
    """What a text is ranked by: the one date or the one number it holds, or else itself.

    Raises:
        UnreadableError: it holds several numbers, or one that can be read in two ways.
    """
    line = flat(said)
    dated = days(line, language)
    if len(dated) == 1 and not _has_digits(line[: dated[0].start] + line[dated[0].end :]):
        return dated[0]
    if not _has_digits(line):
        return said
    return amount(said, language, whose)


def is_only(worthy: Worth, said: str) -> bool:
    """Whether a text is nothing but the number or date it holds."""
    if isinstance(worthy, str):
        return False
    if isinstance(worthy, Day):
        rest = flat(said)[: worthy.start] + flat(said)[worthy.end :]
    else:
        rest = said.replace(worthy.quantity.text, "", 1).replace(worthy.measure, "", 1)
    return not any(each.isalnum() for each in rest)


def _has_digits(text: str) -> bool:
    return any(each.isdigit() for each in text)


def refuse_different_units(amounts: Sequence[Amount], *, bare: bool = False) -> None:
    """Numbers of different currencies or units cannot be added or ranked; with `bare`, one without any goes with all."""
    first = amounts[0]
    for other in amounts[1:]:
        if not _same_unit(first.quantity, other.quantity, bare) or not _same_measure(first, other, bare):
            raise UnreadableError(
                f"{quoted(first.said)} and {quoted(other.said)} are in different units: "
                "they can neither be added nor compared"
            )


def _same_unit(one: Quantity, other: Quantity, bare: bool) -> bool:
    if not one.unit or not other.unit:
        return bare or one.unit == other.unit
    nothing = Decimal(0)
    return same_quantity(one._replace(value=nothing, other=None), other._replace(value=nothing, other=None))


def _same_measure(one: Amount, other: Amount, bare: bool) -> bool:
    measures = {(_SINGULAR.sub("", each.measure), each.per) for each in (one, other)}
    return len(measures) == 1 or (bare and ("", "") in measures)


def keys(
    worths: Sequence[Worth], *, bare: bool = False
) -> list[Decimal] | list[datetime] | list[time] | list[str]:
    """What is compared of each, all of one kind.

    Raises:
        UnreadableError: some are numbers and others are dates or texts, their units differ, or one can be read in two ways.
    """
    numbers = [each for each in worths if isinstance(each, Amount)]
    dated = settled([each for each in worths if isinstance(each, Day)])
    texts = [each for each in worths if isinstance(each, str)]
    readings: list[Quantity | Day] = [*(each.quantity for each in numbers), *dated]
    for reading in readings:
        _refuse_two_readings(reading)
    if len(numbers) == len(worths):
        refuse_different_units(numbers, bare=bare)
        return [each.quantity.value for each in numbers]
    if len(texts) == len(worths):
        return [plain(each) for each in texts]
    if len(dated) == len(worths):
        return _moments(dated)
    told = [f"{quoted(_said(group[0]))} is {kind}" for group, kind in _kinds(numbers, dated, texts) if group]
    raise UnreadableError(f"what is compared must be of one kind, but {' and '.join(told)}")


def best(worths: Sequence[Worth], *, greatest: bool) -> list[int]:
    """The places of the greatest or the least, more than one where they are equal."""
    ranks = keys(worths)
    top: Any = max(ranks) if greatest else min(ranks)
    return [place for place, rank in enumerate(ranks) if rank == top]


def _kinds(*groups: Sequence[Worth]) -> list[tuple[Sequence[Worth], str]]:
    return list(zip(groups, ("a number", "a date", "a text"), strict=True))


def _said(worthy: Worth) -> str:
    return worthy if isinstance(worthy, str) else worthy.said if isinstance(worthy, Amount) else worthy.text


def _moments(dated: Sequence[Day]) -> list[datetime] | list[time]:
    """Dates and times that can be put in order: all of the same kind, all with a time zone or none."""
    texts = listed(dict.fromkeys(quoted(each.text) for each in dated))
    if len({each.missing for each in dated}) > 1:
        raise UnreadableError(
            f"{texts} cannot be put in order: some leave out the year or the day that others have"
        )
    values = [each.value for each in dated]
    times = [each for each in values if isinstance(each, time)]
    if len(times) == len(values):
        return times
    if dated[0].missing == "year" and _far_apart(values):
        raise UnreadableError(
            f"{texts} cannot be put in order: without their years, some may be of the next year"
        )
    moments = [each for each in values if isinstance(each, datetime)]
    if len(moments) == len(values) and len({each.tzinfo is None for each in moments}) == 1:
        return moments
    if not moments and not times:
        return [datetime.combine(each, time()) for each in values if isinstance(each, date)]
    raise UnreadableError(
        f"{texts} cannot be put in order: some have a date, a time or a time zone that others lack"
    )


def _far_apart(values: Sequence[date | time]) -> bool:
    """Whether days of a year lie so far apart that another year is as likely."""
    days_of = [each.timetuple().tm_yday for each in values if isinstance(each, date)]
    return bool(days_of) and max(days_of) - min(days_of) > _HALF_A_YEAR


def written(value: Decimal, like: Sequence[Amount], language: str) -> str:
    """A result, written as the page writes the numbers it was made from: signs, decimals and grouping.

    Grouping or another decimal mark is tried where that would read as another number.
    """
    bodies = [body for each in like if (body := _Body.of(each.quantity)) is not None]
    model = max(bodies, key=lambda body: len(body.fraction), default=_Body("", "", "", "", ""))
    group = next((body.group for body in bodies if body.group), "")
    point = next((body.point for body in bodies if body.point), ".")
    measure = max((each.measure for each in like), key=len)
    per = f" / {like[0].per}" if like[0].per else ""
    whole, _, fraction = f"{abs(value):f}".partition(".")
    ways = [
        f"{'-' if value < 0 else ''}{model.ahead}{f'{int(whole):,}'.replace(',', mark)}"
        f"{sign + fraction if fraction else ''}{model.behind}{f' {measure}' if measure else ''}{per}"
        for sign, mark in ((point, group), (point, ""), (",", ""), (".", ""))
    ]
    wanted = like[0].quantity._replace(value=value, other=None)
    return next((way for way in ways if _reads_as(way, wanted, language)), ways[0])


def _reads_as(text: str, wanted: Quantity, language: str) -> bool:
    found = quantities(text, language)
    return len(found) == 1 and same_quantity(found[0], wanted)


class _Body(NamedTuple):
    """How a number is written."""

    ahead: str
    """What stands before its digits, such as the sign of its currency."""
    behind: str
    group: str
    """The mark between thousands, if it has one."""
    point: str
    """The decimal mark, if it has one."""
    fraction: str

    @classmethod
    def of(cls, quantity: Quantity) -> _Body | None:
        """The parts of a number; None where it has no digits, as "½"."""
        body = _BODY.search(quantity.text)
        if body is None:
            return None
        ahead = _SIGNS.sub("", quantity.text[: body.start()]).lstrip()
        behind = _SIGNS.sub("", quantity.text[body.end() :])
        places = max(0, -int(quantity.value.as_tuple().exponent))
        digits = "".join(each for each in body[0] if each.isdigit())
        if abs(quantity.value).scaleb(places) != int(digits):
            # "1.5k", "2 million €" and "2½": the number is written out.
            unit = f" {quantity.unit}" if quantity.unit and not ahead.strip() else ""
            return cls(ahead, unit, "", "", "")
        whole, point, fraction = body[0], "", ""
        if places:
            whole, point, fraction = body[0][: -places - 1], body[0][-places - 1], body[0][-places:]
        group = next((each for each in whole if not each.isdigit()), "")
        return cls(ahead, behind, group, point, fraction)

"""What is drawn: the data of a chart, checked."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from pytest_webagent.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ChartType: TypeAlias = Literal["line", "bar", "scatter", "histogram"]
Axis: TypeAlias = Literal["numbers", "dates", "categories"]

_FORM: Final = {
    "line": '{"x": [1, 2, 3], "y": [4, 5, 6]}; instead of y several lines: "series": {"name": [4, 5, 6]}',
    "bar": '{"x": ["Ann", "Bob"], "y": [3, 5]}; instead of y several groups: "series": {"name": [3, 5]}',
    "scatter": '{"x": [1, 2, 3], "y": [4, 5, 6]}; instead of y several groups: "series": {"name": [4, 5, 6]}',
    "histogram": '{"values": [1, 2, 2, 3]}, with "bins": 10 if wanted; or "series": {"name": [1, 2, 2, 3]}',
}
"""What the data of a chart looks like, for messages."""
_ALIASES: Final = {"labels": "x", "categories": "x"}
_MOST_POINTS: Final = 100_000
_MOST_SERIES: Final = 20
_MOST_NAMED_BARS: Final = 100
_MOST_BINS: Final = 500
_MOST_BARS: Final = 240
# Beyond these, differences and shares of two numbers are no longer numbers.
_LARGEST: Final = 1e300
_FIRST_YEAR, _LAST_YEAR = 1000, 4000
"""The years Matplotlib can draw with room around them."""
_LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class ChartData:
    """The series of a chart; each has as many values as there are places on the x axis, unless it is a histogram."""

    series: Mapping[str, Sequence[float]]
    """The values of each series by name; one without a name is called "". A gap is NaN."""
    axis: Axis = "numbers"
    x: Sequence[Any] = ()
    """Numbers, moments or names, as `axis` says."""
    bins: int = 0
    """Into how many bins a histogram puts its values; 0: as many as fit them."""

    @property
    def points(self) -> int:
        """How many values there are."""
        return sum(len(values) for values in self.series.values())


def checked(chart_type: ChartType, data: Mapping[str, Any]) -> ChartData:
    """The data of a chart.

    Raises:
        ToolError: it cannot be drawn; the message says why, and what it should look like.
    """
    try:
        return _checked(chart_type, {_ALIASES.get(name, name): value for name, value in data.items()})
    except ToolError as error:
        raise ToolError(
            f"data cannot be drawn: {error}. data for a {chart_type} chart looks like {_FORM[chart_type]}"
        ) from None


def _checked(chart_type: ChartType, data: Mapping[str, Any]) -> ChartData:
    histogram = chart_type == "histogram"
    known = {"values", "series", "bins"} if histogram else {"x", "y", "values", "series"}
    unknown = sorted(set(data) - known)
    if unknown:
        raise ToolError(f"there is no {_short(unknown[0])!r} in it")
    series = _series(data)
    if sum(len(values) for values in series.values()) > _MOST_POINTS:
        raise ToolError(f"it has more than {_MOST_POINTS} values")
    if histogram:
        return ChartData(series, bins=_bins(data.get("bins", 0)))
    lengths = {len(values) for values in series.values()}
    x = data.get("x")
    if x is None:
        x = list(range(1, max(lengths) + 1))
    if not isinstance(x, list):
        raise ToolError(f"x must be a list, not {_short(x)}")
    if lengths != {len(x)}:
        counts = ", ".join(f"{name or 'y'} has {len(values)}" for name, values in series.items())
        raise ToolError(f"x has {len(x)} values, {counts}; all must have as many")
    axis, places = _places(chart_type, x)
    if chart_type == "bar" and len(x) * len(series) > _MOST_BARS:
        raise ToolError(f"{len(x) * len(series)} bars cannot be told apart; {_MOST_BARS} are the most")
    return ChartData(series, axis, places)


def _series(data: Mapping[str, Any]) -> dict[str, list[float]]:
    plain = [name for name in ("y", "values", "series") if data.get(name) is not None]
    if len(plain) != 1:
        raise ToolError(
            f"it holds {' and '.join(plain)}; give one of them" if plain else "it holds no values"
        )
    given = data[plain[0]]
    series = given if plain[0] == "series" else {"": given}
    if not isinstance(series, dict) or not 0 < len(series) <= _MOST_SERIES:
        raise ToolError(f"series must be an object of 1 to {_MOST_SERIES} lists of numbers")
    found = {_short(name): _numbers(values, name or plain[0]) for name, values in series.items()}
    if len(found) < len(series):
        raise ToolError("two series have names that begin alike")
    if not any(math.isfinite(value) for values in found.values() for value in values):
        raise ToolError("it holds no numbers")
    return found


def _numbers(values: Any, name: str) -> list[float]:
    if not isinstance(values, list):
        raise ToolError(f"{_short(name)} must be a list of numbers, not {_short(values)}")
    return [_number(value, f"{_short(name)}[{index}]") for index, value in enumerate(values)]


def _number(value: Any, where: str) -> float:
    if value is None:
        return math.nan
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ToolError(f"{where} must be a number (null for a gap), not {_short(value)}")
    if not -_LARGEST < value < _LARGEST:
        raise ToolError(f"{where} is too large a number, or none")
    return float(value)


def _bins(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST_BINS:
        raise ToolError(f"bins must be a whole number up to {_MOST_BINS}, not {_short(value)}")
    return value


def _places(chart_type: ChartType, x: list[Any]) -> tuple[Axis, list[Any]]:
    """What kind of axis values make, and the values for it."""
    texts = all(isinstance(value, str) for value in x)
    if texts and chart_type != "bar" and (moments := _moments(x)):
        return "dates", moments
    if chart_type == "bar" or texts:
        if chart_type == "bar" and len(x) > _MOST_NAMED_BARS:
            raise ToolError(
                f"{len(x)} names of bars cannot be read; {_MOST_NAMED_BARS} are the most. Take the largest, or sum up the rest"
            )
        return "categories", _categories(x)
    numbers = [_number(value, f"x[{index}]") for index, value in enumerate(x)]
    if any(math.isnan(value) for value in numbers):
        raise ToolError("x has gaps")
    return "numbers", numbers


def _categories(x: list[Any]) -> list[str]:
    wrong = next((value for value in x if isinstance(value, (list, dict)) or value is None), x)
    if wrong is not x:
        raise ToolError(f"x must hold names or numbers, not {_short(wrong)}")
    return [_short(value) for value in x]


def _moments(x: list[str]) -> list[datetime]:
    """The moments texts such as 2024-01-31 or 2024-01-31T12:00 name; nothing if one of them is none."""
    try:
        found = [datetime.fromisoformat(text.strip()) for text in x]
    except ValueError:
        return []
    if not all(_FIRST_YEAR <= each.year <= _LAST_YEAR for each in found):
        raise ToolError(f"x has dates before the year {_FIRST_YEAR} or after {_LAST_YEAR}")
    # Those with a zone are shown as of UTC, so that they stand in their order.
    return [each.astimezone(UTC).replace(tzinfo=None) if each.tzinfo else each for each in found]


def _short(value: Any) -> str:
    text = str(value) if isinstance(value, (str, int, float)) else repr(value)
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_NAME else line[: _LONGEST_NAME - 1] + "…"

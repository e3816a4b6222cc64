"""Draws a chart with Matplotlib, in a child."""

from __future__ import annotations

import textwrap
import warnings
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pytest_webagent import extras

if TYPE_CHECKING:
    from pytest_webagent.tools.data.chart_data import ChartData, ChartType

_FONTS: Final = (
    "DejaVu Sans",
    "Noto Sans",
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "WenQuanYi Zen Hei",
    "Arial Unicode MS",
)
"""In the order in which a sign is looked for in them; those that are installed."""
_STYLE: Final = {
    # A dollar sign is a dollar sign, not the beginning of a formula.
    "text.parse_math": False,
    "axes.unicode_minus": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.alpha": 0.3,
}
_DPI: Final = 100
_WIDTH, _HEIGHT = 8.0, 5.0
"""In inches, of which 100 pixels make one."""
_ROW: Final = 0.2
"""Height in inches that a name beside a bar takes."""
_CHARACTERS: Final = 90
"""Characters of all names together that find place below the bars."""
_LINES: Final = {"title": 70, "x": 80, "y": 45}
"""Characters in a line of the title, and of the label below or beside the chart."""
_MOST_BINS: Final = 100
"""Into how many bins a histogram puts its values unless it is told how many."""
_MARKED: Final = 60
"""Up to so many points of a line are marked."""


class Texts(NamedTuple):
    """What is written on a chart."""

    title: str = ""
    x_label: str = ""
    y_label: str = ""


def draw(chart_type: ChartType, data: ChartData, texts: Texts, target: str) -> dict[str, Any]:
    """Write a chart to `target` as PNG; its size in pixels, and signs no font has."""
    matplotlib = extras.load("matplotlib", "tools")
    figures = extras.load("matplotlib.figure", "tools")
    fonts = extras.load("matplotlib.font_manager", "tools")
    installed = set(fonts.get_font_names())
    families = [name for name in _FONTS if name in installed] or ["sans-serif"]
    with (
        matplotlib.rc_context({**_STYLE, "font.family": families}),
        warnings.catch_warnings(record=True) as warned,
    ):
        warnings.simplefilter("always")
        lying = chart_type == "bar" and sum(map(len, data.x)) + 2 * len(data.x) > _CHARACTERS
        rows = len(data.x) * max(1.0, 0.6 * len(data.series)) if lying else 0
        beside = _beside(data)
        height = max(_HEIGHT, 1.5 + _ROW * rows) + _ROW * (len(data.series) // beside if beside else 0)
        figure = figures.Figure(figsize=(_WIDTH, height), dpi=_DPI, layout="constrained")
        axes = figure.add_subplot()
        axes.set_prop_cycle(color=matplotlib.color_sequences["tab10" if len(data.series) <= 10 else "tab20"])
        _DRAWN[chart_type](axes, data, lying)
        _label(figure, axes, texts, lying)
        if beside:
            handles, names = axes.get_legend_handles_labels()
            figure.legend(handles, names, loc="outside lower center", ncols=beside, frameon=False)
        figure.savefig(target, format="png", metadata={"Software": None})
        width, height = (round(side * _DPI) for side in figure.get_size_inches())
    missing = any("missing from" in str(each.message) for each in warned)
    note = "some signs are in no font of this machine and are drawn as boxes" if missing else ""
    return {"width": width, "height": height, "note": note}


def _beside(data: ChartData) -> int:
    """How many names find place beside each other in the legend; 0: there is none."""
    if set(data.series) == {""}:
        return 0
    longest = max(map(len, data.series)) + 8
    return min(max(_CHARACTERS // longest, 1), len(data.series))


def _label(figure: Any, axes: Any, texts: Texts, lying: bool) -> None:
    x_label, y_label = (texts.y_label, texts.x_label) if lying else (texts.x_label, texts.y_label)
    figure.suptitle(textwrap.fill(texts.title, _LINES["title"]))
    axes.set_xlabel(textwrap.fill(x_label, _LINES["x"]))
    axes.set_ylabel(textwrap.fill(y_label, _LINES["y"]))


def _lines(axes: Any, data: ChartData, _: bool) -> None:
    places = _places(axes, data)
    for name, values in data.series.items():
        axes.plot(
            places, values, label=_named(name), marker="o" if len(values) <= _MARKED else "", markersize=4
        )


def _points(axes: Any, data: ChartData, _: bool) -> None:
    places = _places(axes, data)
    for name, values in data.series.items():
        axes.scatter(places, values, label=_named(name), s=16, alpha=0.7)


def _places(axes: Any, data: ChartData) -> Any:
    """Where the points stand on the x axis, whose ticks are set."""
    if data.axis == "dates":
        dates = extras.load("matplotlib.dates", "tools")
        locator = dates.AutoDateLocator()
        axes.xaxis.set_major_locator(locator)
        axes.xaxis.set_major_formatter(dates.ConciseDateFormatter(locator))
        return data.x
    if data.axis == "numbers":
        return data.x
    # Equal names are places of their own, which they would not be to Matplotlib.
    step = max(1, sum(map(len, data.x)) // _CHARACTERS)
    places = range(len(data.x))
    axes.set_xticks(
        places[::step], data.x[::step], rotation=0 if step == 1 else 45, ha="center" if step == 1 else "right"
    )
    return places


def _bars(axes: Any, data: ChartData, lying: bool) -> None:
    size = 0.8 / len(data.series)
    for index, (name, values) in enumerate(data.series.items()):
        places = [place - 0.4 + size * (index + 0.5) for place in range(len(values))]
        (axes.barh if lying else axes.bar)(places, values, size, label=_named(name))
    (axes.set_yticks if lying else axes.set_xticks)(range(len(data.x)), data.x)
    (axes.axvline if lying else axes.axhline)(0, color="black", linewidth=0.8)
    if lying:
        axes.set_ylim(len(data.x) - 0.5, -0.5)
    axes.grid(False, axis="y" if lying else "x")


def _histogram(axes: Any, data: ChartData, _: bool) -> None:
    numpy = extras.load("numpy", "tools")
    columns = [numpy.array(values)[numpy.isfinite(values)] for values in data.series.values()]
    together = numpy.concatenate(columns)
    edges = numpy.histogram_bin_edges(together, data.bins or _bins(numpy, together))
    for name, column in zip(data.series, columns, strict=True):
        axes.hist(
            column,
            edges,
            label=_named(name),
            alpha=0.6 if len(columns) > 1 else 1,
            edgecolor="white",
            linewidth=0.5,
        )


def _bins(numpy: Any, values: Any) -> int:
    """How many bins the rules of Sturges and of Freedman and Diaconis ask for, the larger of both.

    NumPy's own `auto` sets out edges for millions of them where one value lies far from the others.
    """
    least = int(numpy.ceil(numpy.log2(len(values)))) + 1
    lower, upper = numpy.percentile(values, (25, 75))
    width = 2 * (upper - lower) / len(values) ** (1 / 3)
    wanted = numpy.ptp(values) / width if width > 0 else least
    return int(min(max(wanted, least), _MOST_BINS))


def _named(name: str) -> str:
    # Matplotlib leaves names that begin with an underscore out of the legend.
    return f"\u200b{name}" if name.startswith("_") else name


_DRAWN: Final = {"line": _lines, "scatter": _points, "bar": _bars, "histogram": _histogram}

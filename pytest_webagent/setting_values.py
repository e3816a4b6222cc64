"""What the values of settings may be: each function reads one, and says what is right where it is wrong."""

from collections.abc import Callable, Mapping
from os import PathLike
from typing import Any, NamedTuple


def text(value: Any) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError("must be a non-empty text")
    return value.strip()


def flag(value: Any) -> bool:
    """True or false, as a truth value or in words."""
    if isinstance(value, bool):
        return value
    words = {
        "1": True,
        "true": True,
        "yes": True,
        "on": True,
        "0": False,
        "false": False,
        "no": False,
        "off": False,
    }
    if isinstance(value, str) and value.strip().lower() in words:
        return words[value.strip().lower()]
    raise ValueError("must be true or false")


def whole(least: int) -> Callable[[Any], int]:
    """Whole numbers of at least `least`."""

    def parse(value: Any) -> int:
        problem = ValueError(f"must be a whole number of at least {least}")
        if isinstance(value, (bool, float)):
            raise problem
        try:
            number = int(value)
        except (ValueError, TypeError):
            raise problem from None
        if number < least:
            raise problem
        return number

    return parse


def number(least: float, most: float = float("inf")) -> Callable[[Any], float]:
    """Numbers from `least` to `most`."""

    def parse(value: Any) -> float:
        bounds = f"of at least {least:g}" if most == float("inf") else f"from {least:g} to {most:g}"
        problem = ValueError(f"must be a number {bounds}")
        if isinstance(value, bool):
            raise problem
        try:
            number = float(value)
        except (ValueError, TypeError):
            raise problem from None
        if not least <= number <= most or number != number or number == float("inf"):
            raise problem
        return number

    return parse


def choice(*choices: str) -> Callable[[Any], str]:
    """One of several words."""

    def parse(value: Any) -> str:
        if value not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}")
        return str(value)

    return parse


def cache_place(value: Any) -> str:
    """A place for cached results."""
    if not isinstance(value, str) or not (
        value in ("memory", "disk", "off") or value.startswith(("redis://", "rediss://", "unix://"))
    ):
        raise ValueError("must be memory, disk, off, or the URL of a Redis server (redis://HOST:PORT)")
    return value


def many(value: Any) -> tuple[str, ...]:
    """Several texts: a list, or lines, or what stands between commas."""
    parts = value.replace(",", "\n").splitlines() if isinstance(value, str) else value
    if not isinstance(parts, (list, tuple)) or not all(isinstance(part, (str, PathLike)) for part in parts):
        raise ValueError("must be a list of texts")
    return tuple(str(part).strip() for part in parts if str(part).strip())


def lines(value: Any) -> tuple[str, ...]:
    """Several texts: a list, or lines, in which commas are kept."""
    return many(value.splitlines() if isinstance(value, str) else value)


class NamedPage(NamedTuple):
    """A page the agent can go to by name."""

    name: str
    url: str


PUBLIC = "@public"
"""The line among the named pages that stands for `PUBLIC_PAGES`."""
PUBLIC_PAGES = (
    NamedPage("ticket", "https://www.trip.com/flights/"),
    NamedPage("car", "https://sg.trip.com/carhire/"),
    NamedPage("flight", "https://www.momondo.com/"),
    NamedPage("hotel", "https://sg.trip.com/hotels/"),
    NamedPage("event", "https://www.eventbrite.com/"),
    NamedPage("map", "https://www.google.com/maps"),
    NamedPage("youtube", "https://www.youtube.com/"),
    NamedPage("food", "https://www.timeout.com/"),
    NamedPage("travel", "https://www.nomadicmatt.com/"),
    NamedPage("dollars", "https://www.xe.com/"),
    NamedPage("twitter", "https://twitter.com/home"),
    NamedPage("wiki", "https://www.wikipedia.org/"),
)
"""Public sites that benchmarks of web agents use, by the names of CoMEM-Agent's page map.

Its list gives the addresses of ``car`` and ``hotel`` only in part: these are the parts. Its ``shopping`` was a machine of its
authors, and is left out.
"""


def named_pages(value: Any) -> tuple[NamedPage, ...]:
    """Pages by name: lines, or a mapping. A line ``@public`` stands for public sites whose names no other line has."""
    public = False
    if isinstance(value, Mapping):
        pairs, form = list(value.items()), "must map names to URLs"
    else:
        written = many(value)
        public = PUBLIC in written
        pairs = [line.partition("=")[::2] for line in written if line != PUBLIC]
        form = "must be lines of the form NAME = URL"
    if not all(isinstance(part, str) and part.strip() for pair in pairs for part in pair):
        raise ValueError(form)
    own = tuple(NamedPage(name.strip(), url.strip()) for name, url in pairs)
    names = {page.name.casefold() for page in own}
    return own + tuple(page for page in PUBLIC_PAGES if public and page.name not in names)


def named_lines(form: str) -> Callable[[Any], tuple[NamedPage, ...]]:
    """Names of something, a line each, written as `form` says."""

    def parse(value: Any) -> tuple[NamedPage, ...]:
        pairs = [line.partition("=") for line in lines(value)]
        if not all(name.strip() and what.strip() for name, _, what in pairs):
            raise ValueError(f"must be lines of the form {form}")
        return tuple(NamedPage(name.strip(), what.strip()) for name, _, what in pairs)

    return parse


class ModelPrice(NamedTuple):
    """What a model costs, in US dollars per million tokens."""

    model: str
    input: float
    output: float
    cached: float
    """For input tokens the provider had cached."""


def model_prices(value: Any) -> tuple[ModelPrice, ...]:
    """Prices of models, a line each."""
    form = "must be lines of the form MODEL = INPUT OUTPUT [CACHED], in US dollars per million tokens"
    found: list[ModelPrice] = []
    # By lines and not at commas: a number written with one is quoted as a whole.
    for line in lines(value):
        model, _, rates = line.rpartition("=")
        try:
            numbers = [number(0)(rate) for rate in rates.split()]
        except ValueError:
            numbers = []
        if not model.strip() or len(numbers) not in (2, 3):
            raise ValueError(f"{form} (this line is not: {line!r})")
        if any(price.model == model.strip() for price in found):
            raise ValueError(f"must have one line for each model (there are two for {model.strip()!r})")
        found.append(
            ModelPrice(model.strip(), numbers[0], numbers[1], numbers[-1 if len(numbers) == 3 else 0])
        )
    return tuple(found)

"""How a language writes numbers and days, from the Unicode CLDR as `babel` brings it.

Loading one locale takes some milliseconds and is done once; nothing here ever loads them all.
"""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.values.characters import HARD_SPACE, plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from babel import Locale


_SECOND_STANDARD: Final = {"en": "en-001", "es": "es-419"}
"""Languages that CLDR gives two standards of writing: without a region, a text may follow either."""
_SKELETONS: Final = (
    "yMMMd",
    "yMMMEd",
    "yMMMMd",
    "yMMMMEd",
    "MMMd",
    "MMMEd",
    "MMMMd",
    "MMMMEd",
    "yMMM",
    "yMMMM",
)
_NEEDED: Final = (
    "number_symbols",
    "default_numbering_system",
    "compact_decimal_formats",
    "currency_symbols",
    "currency_formats",
    "months",
    "days",
    "day_periods",
    "day_period_rules",
    "date_formats",
    "time_formats",
    "datetime_skeletons",
    "datetime_formats",
)
_UNKNOWN: Final = "en"
"""The language whose words are understood in every text, since answers are often written in it."""


@dataclass(frozen=True, eq=False)
class Customs:
    """How one locale writes numbers and days; all words are in lower case and without a final point."""

    decimal: str
    group: str
    order: str
    """The order of day, month and year in numbers: ``DMY``, ``MDY`` or ``YMD``."""
    separator: str
    """What stands between the numbers of a short date."""
    months: Mapping[str, int]
    capital_months: bool
    """Whether the names of months begin with a capital letter."""
    weekdays: Mapping[str, int]
    """The days of the week, Monday being 0."""
    halves: Mapping[str, tuple[tuple[int, int], ...]]
    """The words for parts of the day, such as ``pm``, with the minutes from which and before which they last."""
    half_first: bool
    """Whether they stand before the time."""
    dotted_time: bool
    """Whether a point stands between hours and minutes."""
    hour_word: str
    """The word for the hour, as in 14 h 30 and 14:30 Uhr, if there is one."""
    scales: Mapping[str, int]
    """Words such as ``million`` with their power of ten. Those of one letter keep their case, and a space before them."""
    signs: Mapping[str, str]
    """The signs of currencies, with their codes."""
    sign_first: bool
    """Whether the sign of a currency stands before the number."""
    date_patterns: tuple[str, ...]
    """Its patterns of dates with the month as a word, in CLDR's own letters."""
    joints: tuple[str, ...]
    """The words between a date and a time, such as ``at``."""


@lru_cache(maxsize=64)
def customs(language: str) -> tuple[Customs, ...]:
    """How a language writes; of several, any may apply. Nothing is known of an unknown language.

    Args:
        language: A BCP 47 tag, as in the ``lang`` of a page; anything else is an unknown language.
    """
    locale = _locale(language)
    if locale is None:
        return ()
    tags = [str(locale)]
    if not locale.territory and locale.language in _SECOND_STANDARD:
        tags.append(_SECOND_STANDARD[locale.language])
    return tuple(_customs(tag) for tag in tags)


@lru_cache(maxsize=64)
def readable(language: str) -> tuple[Customs, ...]:
    """The customs whose words are understood in a text of this language: its own and the English ones."""
    known = customs(language)
    return known if known and language[:2].lower() == _UNKNOWN else (*known, _customs(_UNKNOWN))


def _locale(language: str) -> Locale | None:
    from babel import Locale, UnknownLocaleError

    tag = language.strip().replace("_", "-")
    while tag:
        try:
            return Locale.parse(tag, sep="-")
        except (ValueError, UnknownLocaleError):
            tag = tag.rpartition("-")[0]
    return None


@lru_cache(maxsize=64)
def _customs(tag: str) -> Customs:
    data = _data(tag)
    numbers = data["number_symbols"].get("latn") or data["number_symbols"][data["default_numbering_system"]]
    short = data["date_formats"]["short"].pattern
    return Customs(
        decimal=numbers["decimal"],
        group=numbers["group"],
        order=re.sub(r"(.)\1*", r"\1", re.sub(r"[^dMy]", "", short)).upper(),
        separator=next(iter(re.findall(r"(?<=[dMy])[./-](?=[\sdMy])", short)), ""),
        months=_names(data["months"]),
        capital_months=data["months"]["format"]["wide"][1][0].isupper(),
        weekdays=_names(data["days"]),
        halves=_halves(data["day_periods"]["format"], data.get("day_period_rules", {}).get(None, {})),
        half_first=data["datetime_skeletons"]["hm"].pattern.startswith(("a", "B")),
        dotted_time="." in data["time_formats"]["short"].pattern,
        hour_word="".join(re.findall(r"^H+ ?'(\w+)'$", data["datetime_skeletons"]["H"].pattern)),
        scales=_scales(data["compact_decimal_formats"]),
        signs=dict(sorted((sign, code) for code, sign in data["currency_symbols"].items())),
        sign_first=data["currency_formats"]["standard"].pattern.lstrip("\u200e\u200f").startswith("¤"),
        date_patterns=_date_patterns(data),
        joints=tuple(
            {word for joint in data["datetime_formats"].values() for word in re.findall(r"[^\W\d_]+", joint)}
        ),
    )


def _data(tag: str) -> Mapping[str, Any]:
    """What CLDR has on a locale. It is copied, since babel writes resolved names of one locale into data others share."""
    from babel.localedata import LocaleDataDict, load

    loaded = load(tag.replace("-", "_"))
    copied: Mapping[str, Any] = LocaleDataDict(
        deepcopy({name: loaded[name] for name in _NEEDED if name in loaded})
    )
    return copied


def _word(name: str) -> str:
    return plain(name).text.replace(HARD_SPACE, " ").lower().strip().rstrip(".")


def _names(contexts: Mapping[str, Any]) -> dict[str, int]:
    return {
        _word(name): place
        for width in ("wide", "abbreviated")
        for context in ("stand-alone", "format")
        for place, name in contexts[context][width].items()
        if not re.fullmatch(r"\d*", _word(name))
    }


def _halves(words: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, tuple[tuple[int, int], ...]]:
    minutes = {"am": [(0, 12 * 60)], "pm": [(12 * 60, 24 * 60)]}
    for name, times in rules.items():
        for lasting in times:
            if "from" in lasting:
                first, last = lasting["from"] // 60, lasting["before"] // 60
                minutes.setdefault(name, []).extend(
                    [(first, last)] if first < last else [(first, 24 * 60), (0, last)]
                )
    halves = {word: tuple(minutes[half]) for half in ("am", "pm") for word in (half, f"{half[0]}.m")}
    for width in ("wide", "abbreviated"):
        for name, word in words.get(width, {}).items():
            if name in minutes and _word(word):
                halves[_word(word)] = (*halves.get(_word(word), ()), *minutes[name])
    return halves


def _scales(styles: Mapping[str, Any]) -> dict[str, int]:
    """The words of CLDR's compact formats: ``00 million`` for 10,000,000 says that a million is 10 to the 6."""
    scales: dict[str, int] = {}
    for style in ("short", "long"):
        for formats in styles.get(style, {}).values():
            for number, pattern in formats.items():
                zeros, word = _scale(pattern.pattern)
                if zeros and word:
                    scales[word] = len(number) - zeros
    return scales


def _scale(pattern: str) -> tuple[int, str]:
    match = re.fullmatch(r"(0+)(\D+)", plain(pattern.replace("'", "")).text.replace(HARD_SPACE, " "))
    if match is None:
        return 0, ""
    word = match[2].rstrip().rstrip(".")
    if len(word.strip()) > 1:
        return len(match[1]), word.strip().lower()
    # Small letters other than "k" are units of measure: 5 t, 3 m.
    return len(match[1]), word if not word.islower() or word.endswith("k") else ""


def _date_patterns(data: Mapping[str, Any]) -> tuple[str, ...]:
    formats, skeletons = data["date_formats"], data["datetime_skeletons"]
    patterns = [formats[width].pattern for width in ("full", "long", "medium")]
    patterns += [skeletons[name].pattern for name in _SKELETONS if name in skeletons]
    return tuple(dict.fromkeys(pattern for pattern in patterns if re.search(r"[ML]{3}|[^ -~]", pattern)))

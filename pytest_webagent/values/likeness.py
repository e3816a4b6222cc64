"""Whether two texts say the same: the same words, or the same numbers and days in another form between the same words."""

from __future__ import annotations

import unicodedata
from typing import Final, NamedTuple, TypeAlias

from pytest_webagent.values import days as in_days
from pytest_webagent.values import quantities as in_quantities
from pytest_webagent.values.days import Day, days
from pytest_webagent.values.quantities import Quantity, quantities

_ALIKE: Final = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′ʼ`´", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "…": "...",
    }
)
_END: Final = " .,:;!?\u00a0\n\t"
_Part: TypeAlias = Quantity | Day


class Likeness(NamedTuple):
    """Whether two texts say the same."""

    same: bool
    doubt: str = ""
    """Why it cannot be told, in words, and what to write instead; empty where it can."""


def same_text(one: str, other: str) -> bool:
    """Whether two texts are the same words.

    Spaces, forms of quotes and dashes, Unicode forms and a mark at the end of a sentence make no difference. Neither does
    case: styles of a page change it, and no two answers to one question differ in nothing else.
    """
    return _words(one) == _words(other)


def likeness(claimed: str, found: str, language: str = "") -> Likeness:
    """Whether the whole of a claimed text says what the whole of a found text says.

    Numbers, amounts, dates and times may be written in another form; the words around them may not differ.

    Args:
        claimed: What somebody says that the page says.
        found: What the page says.
        language: The language of the page.
    """
    if same_text(claimed, found):
        return Likeness(same=bool(_words(claimed)) or claimed.strip() == found.strip())
    said, shown = _parts(claimed, language), _parts(found, language)
    if not said or len(said) != len(shown) or _around(claimed, said) != _around(found, shown):
        return Likeness(same=False)
    pairs = list(zip(said, shown, strict=True))
    if all(_same(one, other) for one, other in pairs):
        return Likeness(same=True)
    # What is claimed may be written as another language does.
    elsewhere = _parts(claimed, "")
    ways = zip(said, elsewhere if len(elsewhere) == len(said) else said, shown, strict=True)
    unclear = [one for one, way, other in ways if not _same(one, other) and _may_be_same((one, way), other)]
    decided = [one for one, other in pairs if not _same(one, other) and one not in unclear]
    return Likeness(same=False, doubt="" if decided else _doubt(unclear, shown, claimed, language))


def _words(text: str) -> str:
    kept = "".join(_compatible(sign) for sign in text.translate(_ALIKE) if unicodedata.category(sign) != "Cf")
    words = unicodedata.normalize("NFC", kept).rstrip(_END).strip('"').rstrip(_END).split()
    # In a code such as aB3 case tells it from another one.
    return " ".join(word if _is_code(word) else word.casefold() for word in words)


def _is_code(word: str) -> bool:
    return any(map(str.isdigit, word)) and any(map(str.isalpha, word))


def _compatible(sign: str) -> str:
    """The sign in its plain form; not for one that is raised or a fraction, since 5² is not 52."""
    raised = unicodedata.decomposition(sign).startswith(("<super>", "<sub>", "<fraction>"))
    return sign if raised else unicodedata.normalize("NFKC", sign)


def _parts(text: str, language: str) -> list[_Part]:
    found: list[_Part] = [*quantities(text, language), *days(text, language)]
    return sorted(found, key=lambda part: part.start)


def _around(text: str, parts: list[_Part]) -> list[str]:
    """The words before, between and after the parts."""
    edges = [0, *(edge for part in parts for edge in (part.start, part.end)), len(text)]
    return [
        _words(text[start:end].strip(" ,;:()")) for start, end in zip(edges[::2], edges[1::2], strict=True)
    ]


def _same(one: _Part, other: _Part) -> bool:
    if isinstance(one, Quantity) and isinstance(other, Quantity):
        return in_quantities.same_quantity(one, other)
    return isinstance(one, Day) and isinstance(other, Day) and in_days.same_day(one, other)


def _may_be_same(ways: tuple[_Part, ...], other: _Part) -> bool:
    return any(
        in_quantities.may_be_same(one, other)
        if isinstance(one, Quantity) and isinstance(other, Quantity)
        else isinstance(one, Day) and isinstance(other, Day) and in_days.may_be_same(one, other)
        for one in ways
    )


def _doubt(unclear: list[_Part], shown: list[_Part], claimed: str, language: str) -> str:
    two = [part for part in (*unclear, *shown, *_parts(claimed, "")) if part.other is not None]
    told = [f"{part.text!r} can be read as {part.value} or {part.other}" for part in two]
    return f"{'; '.join(dict.fromkeys(told))}; give it exactly as the page writes it"

"""Rows, cards and list items: which of them a goal names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import ITEMS
from pytest_webagent.language.words import content, says, words
from pytest_webagent.page.names import item_texts
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from pytest_webagent.page.places import Place

SPEAKS_OF_ALL = re.compile(r"\b(?:all|every|each|alle|jede\w*|tous|toutes|todos|todas|tutti|tutte)\b")
_TOTALS: Final = word_set("""total totals subtotal sum shipping delivery tax vat discount items amount balance summary due average mean
    durchschnitt moyenne media promedio
    gesamt gesamtsumme summe zwischensumme versand mwst rabatt totale totaal importe somme suma
    montant livraison""")

_A_CODE: Final = 2
"""Most characters of a text that may stand for anything."""
_SUMS: Final = word_set("""total totals sum subtotal gesamt summe gesamtsumme somme suma totale totaal""")


def head(item: Place) -> str:
    """The first thing an item says: the name of a product, the number of an order."""
    whole = {item.element.name, item.said}
    return next((each for each in item.phrases() if _telling(each) and each not in whole), "")


def named_in(item: Place, text: str) -> str:
    """The text by which another one names a thing of a list: one that no other thing of the list has."""
    texts = list(item_texts(item))
    # A card is named by what it begins with, a row by any of its cells.
    for each in texts if item.element.role in ITEMS else texts[:2]:
        telling = content(each) and (len(words(each)) > 1 or len(each) > _A_CODE)
        if telling and says(text, each) and not any(each in item_texts(other) for other in item.siblings()):
            return each
    return ""


def is_sum(text: str) -> bool:
    """Whether a row begins as the sum of all others does."""
    return next(iter(words(text)), "") in _SUMS


def is_total(item: Place) -> bool:
    """Whether a row holds the sum of others, or what is added to them."""
    first = next(iter(words(item.said)), "")
    return first in _TOTALS or bool(_TOTALS & set(words(item.said)[:3]))


def _telling(phrase: str) -> bool:
    """Whether a text names one thing among many: a name, or a number too long to be a mere quantity."""
    said = words(phrase)
    return bool(content(phrase)) and (any(not word.isdigit() for word in said) or len("".join(said)) > 2)

"""Figures: the numbers, amounts and dates in a text, and of what kinds they are."""

from __future__ import annotations

from pytest_webagent.values.amounts import amounts
from pytest_webagent.values.days import days
from pytest_webagent.values.quantities import quantities
from pytest_webagent.values.units import unit_after


def figures_in(text: str, language: str) -> list[str]:
    """The numbers, amounts and dates in a text, as it writes them."""
    return [
        *(each.text for each in quantities(text, language)),
        *(each.text for each in days(text, language)),
    ]


def kinds_of(text: str, language: str) -> frozenset[str]:
    """What kinds of figures a text has: amounts by their unit, numbers, days; no codes such as "#771"."""
    dated = days(text, language)
    for each in dated:
        text = text.replace(each.text, " ")
    found = {
        f"of {each.quantity.unit or unit_after(each.measure).partition('-')[0] or each.measure}"
        for each in amounts(text, language)
        if each.quantity.unit or not each.said[: each.quantity.start].endswith("#")
    }
    return frozenset(found | {type(each.value).__name__ for each in dated})

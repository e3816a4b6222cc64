"""Whether a value of a page is the one that a statement gives."""

from __future__ import annotations

from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.model.builtin.words import Fit, Words, fit, tokens
from pytest_webagent.values import quantities as in_quantities
from pytest_webagent.values.amounts import amounts
from pytest_webagent.values.bounds import is_bound
from pytest_webagent.values.days import calendar_day, days
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.money import prices
from pytest_webagent.values.plain_text import plain
from pytest_webagent.values.quantities import quantities


def says_the_same(expected: str, found: str, language: str, *, partly: bool = False) -> bool:
    """Whether a value of the page is the one a check expects: as text, number or date, or `partly` with more around it.

    Raises:
        Refusal: the page says it with more around it, which may change what it says.
    """
    if plain(expected) == plain(found) or likeness(expected, found, language).same:
        return True
    doubt = Refusal(
        f"the page says {found!r}, and whether that is {expected!r} cannot be told; give the whole value, or say 'contains'"
    )
    wanted = quantities(expected)
    if len(wanted) == 1 and plain(wanted[0].text) == plain(expected):
        shown = [each.quantity for each in prices(found, language)] or quantities(found, language)
        same = [each for each in shown if in_quantities.may_be_same(each, wanted[0])]
        sure = len(shown) == 1 and in_quantities.same_quantity(shown[0], wanted[0])
        if same and (not sure or is_bound(found, language)):
            raise doubt
        return bool(same)
    if len({each.measure for text in (expected, found) for each in amounts(text, language)}) > 1:
        raise doubt
    if day := calendar_day(expected):
        shown_days = days(found, language)
        if any(each.other is not None or each.missing for each in shown_days):
            raise doubt
        if shown_day := calendar_day(found, language):
            return day == shown_day
    denying = {"not", "no", "never"}
    if denying & set(tokens(found)) != denying & set(tokens(expected)):
        return False
    level = fit(Words(expected), found)
    if level >= Fit.SAME or (level >= Fit.PART and partly):
        return True
    if level >= Fit.PART:
        raise doubt
    return False

"""Fields, options and values that a goal gives, and a run passed by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.judging.acts import typed
from pytest_webagent.language.quotations import masked, quotations
from pytest_webagent.language.words import content, says, words
from pytest_webagent.values.days import days, may_be_same
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from pytest_webagent.judging.case import Case

_TO_WHAT = re.compile(
    r"\b(?:to|named|called|as|for)\s+((?:[A-Z][\w'-]*|\d[\w.,-]*\w)(?:\s(?:[A-Z][\w'-]*|\d[\w.,-]*\w))+|\S+@\S+\.\w+)"
)
"""A value that a goal gives without quotes: several capitalised words, or an e-mail address."""
_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
_TIME = re.compile(r"\b\d{1,2}:\d{2}\b")
_LOOSELY = re.compile(r"\b(?:like|such as|e\.g\.|for example|something|any)\b")


def unused(case: Case) -> str:
    """Catches a value of the goal that was never typed or chosen, and that no page shows."""
    goal = case.goal
    if not case.changing or _LOOSELY.search(plain(masked(goal.doing))):
        return ""
    given = [*quotations(goal.doing), *(found[1] for found in _TO_WHAT.finditer(masked(goal.doing)))]
    wanted = [each.strip(" .,;") for each in given if content(each)]
    wanted += _of_a_kind_typed(case)
    if not wanted:
        return ""
    texts = list(case.spoken)
    for page in case.pages:
        texts += [page.dialog or "", page.title, page.url, *page.notes]
        for element in page.elements:
            texts += [element.name, element.text, element.value or "", *element.options, element.placeholder]
    known = [text for text in dict.fromkeys(texts) if text]
    for each in wanted:
        language = case.now.language
        if not any(_is_in(each, text, language) for text in known):
            return (
                f'the goal says "{each}", but it was neither typed nor chosen, and no page shows it. Use what the goal says, letter '
                "by letter, and cite what shows it"
            )
    return ""


def _is_in(value: str, text: str, language: str) -> bool:
    """Whether a text has a value: word for word, by its words ("Friday's Yoga"), or as a day in the page's language."""
    spelled = {word.removesuffix("'s") for word in words(value)}
    if says(text, value) or likeness(value, text).same or spelled <= set(words(text)):
        return True
    wanted = days(value)
    return bool(wanted) and any(may_be_same(each, day) for each in wanted for day in days(text, language))


def _of_a_kind_typed(case: Case) -> list[str]:
    """The days, times and addresses of a goal, where the run typed one of the kind."""
    text, own = masked(case.goal.doing), typed(case.story)
    wanted = [day.text for day in days(_TIME.sub(" ", text))] if any(map(days, own)) else []
    for kind in (_MAIL, _TIME):
        if any(map(kind.search, own)):
            wanted += [found[0] for found in kind.finditer(text)]
    return wanted

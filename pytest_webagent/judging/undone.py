"""What a goal wants done, against what was done: each deed, with the values that the goal gives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.claims.page_terms import PageTerms
from pytest_webagent.judging.acts import LOOKING, typed, used
from pytest_webagent.judging.coverage import coverage, pieces
from pytest_webagent.judging.effects import news
from pytest_webagent.language.deeds import VERBS
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.words import content, says, words
from pytest_webagent.values.days import days
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.coverage import Piece

_GIVEN = re.compile(
    r"(?<=\bto |\bas )(?<!['\"])((?:[A-Z][\w'-]*|\d[\w.,-]*\w)(?:\s(?:[A-Z][\w'-]*|\d[\w.,-]*\w))+)(?!['\"])"
)
"""A value that a goal gives without quotes: several capitalised words."""
_LOOSELY = re.compile(r"\b(?:like|such as|e\.g\.|for example|something|any)\b")


def unexplained(text: str, case: Case) -> list[Piece]:
    """The pieces of a clause of a goal with which nothing has to do that was acted on, typed or chosen, or that the pages say since."""
    first, _, rest = text.strip().partition(" ")
    # What a verb that only says to work a control is then for is not said by it.
    text = rest if (plain(first),) in VERBS else text
    return list(coverage(text, case.now, [each.place for each in case.done], done_or_said(case)).nothing)


def done_or_said(case: Case) -> list[str]:
    """What a run typed, chose and pressed, and what its pages said that the first one did not."""
    return [*used(case.story), *(each.said for page in case.pages[1:] for each in news(page, case.pages[0]))]


def undone(case: Case) -> str:
    """Catches a value of the goal that was never typed or chosen, and of several deeds one for which nothing was done."""
    doing = case.goal.doing
    if not case.changing or _LOOSELY.search(plain(masked(doing))):
        return ""
    kinds = {"quote", "day"} if any(map(days, typed(case.story))) else {"quote"}
    left = unexplained(_GIVEN.sub(r"'\1'", doing), case)
    given = (each for each in left if (each.kind in kinds or "@" in each.text) and content(each.text))
    if unused := next((each for each in given if not _is_shown(each, case)), None):
        return (
            f'the goal says "{unused.text}", but it was neither typed nor chosen, and no page shows it. Use what the goal says, letter '
            "by letter, and cite what shows it"
        )
    for clause in case.goal.clauses if _tells_deeds_apart(case) else ():
        left = unexplained(clause, case)
        if len(left) == len(pieces(clause)) and _has_words_of(case, left):
            return (
                f'nothing was done for "{clause}": nothing that was acted on, typed or chosen, and nothing that the page says since, has to do '
                "with it. Do it as well, and cite what shows it"
            )
    return ""


def _has_words_of(case: Case, left: list[Piece]) -> bool:
    """Whether a page has some of the words left; those that none has decide nothing: "Submit the form" is done by "Save"."""
    vocabularies = (PageTerms(page).vocabulary for page in case.pages)
    known = frozenset().union(*vocabularies) if left else frozenset[str]()
    return any(each.terms <= known for each in left)


def _is_shown(piece: Piece, case: Case) -> bool:
    """Whether a page shows a value: word for word, by its words ("Friday's Yoga"), or as a day in its language."""
    spelled = {word.removesuffix("'s") for word in words(piece.text)}
    return any(
        says(text, piece.text)
        or spelled <= set(words(text))
        or (piece.kind in ("day", "quote") and piece.said_by(text, case.now.language))
        for text in _texts(case)
    )


def _texts(case: Case) -> Iterator[str]:
    yield from filter(None, dict.fromkeys(case.spoken))
    for page in {id(page): page for page in case.pages}.values():
        yield from filter(None, (page.dialog, page.title, page.url, *page.notes))
        for each in page.elements:
            yield from filter(None, (each.name, each.text, each.value, *each.options, each.placeholder))


def _tells_deeds_apart(case: Case) -> bool:
    """Whether several deeds are wanted, and each of what was done tells what it was done to."""
    english = case.now.language[:2].lower() in ("", "en")
    # A dialog that was answered, a key that was pressed, may have done anything.
    untold = any(
        act.element is None and act.kind == "action" and act.tool not in LOOKING for act in case.story.acts
    )
    return english and len(case.goal.clauses) > 1 and not untold and not case.goal.calls_off

"""What a page announces: an error is no success, and neither is an alert for its being new; nor is there none where one is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.trouble import LOUD, failed_request, is_error, new_errors, reads_like_one
from pytest_webagent.language.lexicon import BAD_NEWS
from pytest_webagent.language.terms import term_set
from pytest_webagent.language.words import words
from pytest_webagent.page.places import seen
from pytest_webagent.values.plain_text import quoted, word_set

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.goals import Goal
    from pytest_webagent.observation import Observation
    from pytest_webagent.page.places import Place

_SUCCESS: Final = word_set(
    """success successful successfully done saved stored kept added changed updated created made placed sent submitted received
    removed deleted gone cancelled canceled confirmed completed complete finished applied accepted approved booked reserved
    registered welcome thank thanks congratulations great ok okay enabled disabled activated published marked moved copied
    uploaded imported exported restored undone ready paid"""
)


def error_for_success(case: Case) -> str:
    """Catches a refusal taken for success: an error that came upon the last act, or a request that failed.

    Who is asked for something and answers with the error hides nothing.
    """
    goal, pages = case.goal, case.story.pages
    if goal.of_trouble or (goal.asks == "value" and is_error(case.answer, announced=True)):
        return ""
    errors = new_errors(case.now, pages[: case.last_change], announced_only=goal.fills_only)
    error = min(errors, key=lambda place: len(place.said), default=None)
    if error is not None:
        return (
            f"the page says {quoted(error.said, 120)} since the last act, which reads like an error. Mend what it complains of, or stop "
            'with "goal_not_met" and cite it'
        )
    notes = [note for page in case.pages[case.last_change :] for note in page.notes]
    failed = failed_request(notes, case.now)
    if failed:
        return (
            f"the last act led to {quoted(failed, 120)}: the application did not take it. Try again, or stop with "
            '"goal_not_met" and cite what the page says, or the note'
        )
    return ""


def unheard(text: str, page: Observation, cited: Iterable[Place]) -> str:
    """What may well be the error or warning that is said not to be there: an alert, or what reads like an error, unless it is cited."""
    if not term_set(text) & BAD_NEWS:
        return ""
    known = {each.at for place in cited for each in (*place.around(), *place.below())}
    for place in seen(page):
        said, loud = place.said, place.element.role in LOUD
        good = not _SUCCESS.isdisjoint(words(said)) and not is_error(said, announced=True)
        if place.at not in known and said and ((loud and not good) or reads_like_one(place)):
            return (
                f"the page says {quoted(said, 120)}, and nothing is cited of that: cite it, by text, if it is no such thing; what is called "
                "otherwise may be one as well"
            )
    return ""


def says_so(text: str, goal: Goal) -> bool:
    """Whether a message says that what a goal wants was done."""
    said = words(text)
    verbs = goal.verbs | goal.deeds
    # "Cancelled" is of "cancel", "deletion" of "delete"; "cancel" itself is what can be done.
    return not _SUCCESS.isdisjoint(said) or any(
        word.startswith(verb[:5]) and word != verb and len(word) > len(verb) + 1
        for verb in verbs
        for word in said
    )

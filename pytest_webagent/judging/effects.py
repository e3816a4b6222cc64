"""What came of the last thing that a run did: what the page says and shows only since then."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import BUTTONS, DIALOGS, FIELDS
from pytest_webagent.judging.acts import LOOKING, typed
from pytest_webagent.judging.announced import says_so
from pytest_webagent.judging.trouble import LOUD, path_of
from pytest_webagent.judging.unsent import AGREES, calls_off
from pytest_webagent.language import lexicon
from pytest_webagent.language.words import negated, words
from pytest_webagent.page.places import Place, seen
from pytest_webagent.values.plain_text import plain, quoted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from pytest_webagent.judging.case import Case
    from pytest_webagent.observation import Observation

_SAYING: Final = LOUD | {"status", "log"}
_A_SENTENCE: Final = 3
"""Fewest words of a message; shorter ones are values: "1 item"."""
_MOST_CHOICES: Final = 3
"""Most buttons of a question."""
_ONLY_MAY: Final = re.compile(r"\b(?:can|may|must|only|needs?|should|please|at least|at most)\b")
"""Words of a message that says what could be done, and not what was."""
_PASSING: Final = frozenset(("active", "focused"))


def no_effect(case: Case) -> str:
    """Catches "deleted" on a page that says and shows all that it did before: what was begun was called off, or undone again."""
    first = case.pages[0]
    if (
        not case.deeds
        or case.goal.calls_off
        or case.goal.of_return
        or case.goal.asks
        or first.url != case.now.url
    ):
        return ""
    if (
        (first.title, *_shown(first)) != (case.now.title, *_shown(case.now))
        or any(page.notes for page in case.pages[1:])
        or any(page.dialog for page in case.pages)
    ):
        return ""
    return (
        "the page shows just what it showed before anything was done, so nothing came of it. Do what the goal asks, or stop with "
        '"goal_not_met" and cite what is in the way'
    )


def _shown(page: Observation, only: Collection[int] | None = None) -> Iterator[tuple[object, ...]]:
    """What a page says and holds, and in which states; of some of its elements only, if these are given."""
    return (
        (
            each.element.role,
            each.element.name,
            each.element.text,
            each.element.value,
            frozenset(each.element.states) - _PASSING,
        )
        for each in seen(page)
        if (only is None or each.at in only)
        and (each.element.name or each.element.text or each.element.value)
    )


def _before_last(case: Case) -> Observation | None:
    """The page before the last thing that was pressed; None where it was another page, or nothing was pressed."""
    acts = [act for act in case.story.acts if act.kind == "action" and act.tool not in LOOKING]
    page = case.story.page(acts[-1].step) if acts and acts[-1].tool in ("click", "press_key") else None
    return page if page is not None and page.url == case.now.url else None


def news(page: Observation, before: Observation) -> list[Place]:
    """The texts of a page that it did not say before."""
    known = {plain(each.said) for each in seen(before)}
    return [
        each
        for each in seen(page)
        if each.said and plain(each.said) not in known and not page.children(each.at)
    ]


def only_refused(case: Case) -> str:
    """Catches "booked" where all that came of it is a message that does not say so: "The clinic is closed on 14 June"."""
    known = [
        page for page in case.story.pages[: case.last_change] if path_of(page.url) == path_of(case.now.url)
    ]
    before = known[-1] if known else None
    if before is None or case.goal.of_trouble or case.goal.asks or not case.deeds:
        return ""
    new_texts = news(case.now, before)
    loud = any(each.within(LOUD) is not None for each in new_texts)
    english = case.now.language[:2].lower() in ("", "en")
    if not loud and (
        not _still_filled(case)
        or any(text in each.said for each in new_texts for text in case.own if len(text) > 1)
    ):
        # A form that was taken is empty or gone, and what is said again of what was typed is no complaint.
        return ""
    spoken = loud or all(len(each.said.split()) >= _A_SENTENCE for each in new_texts)
    if (
        not new_texts
        or not spoken
        or not (loud or english)
        or any(_tells(each.said, case) for each in new_texts)
    ):
        return ""
    messages = {at for each in new_texts for at in (each.at, *case.now.ancestors(each.at))}
    now, then = Counter(_shown(case.now)), Counter(_shown(before))
    gone = then - now
    if now - then - Counter(_shown(case.now, messages)) or any(role not in _SAYING for role, *_ in gone):
        return ""
    return (
        f"all that came of it is {quoted(new_texts[0].said)}, which does not say that it was done. Mend what it complains of, or stop with "
        '"goal_not_met" and cite it'
    )


def _still_filled(case: Case) -> bool:
    """Whether a field still holds what the run typed into it."""
    own = set(typed(case.story))
    return any(each.element.role in FIELDS and each.element.value in own for each in seen(case.now))


def _tells(text: str, case: Case) -> bool:
    """Whether a message says that what the goal wants was done."""
    return says_so(text, case.goal) and not negated(text) and not _ONLY_MAY.search(plain(text))


def still_asks(case: Case) -> str:
    """Catches "booked" where the last thing pressed only brought up a question, with a button to go on and one to go back."""
    before = _before_last(case)
    if before is None or not case.deeds or negated(case.goal.doing):
        return ""
    known = {each.element.name for each in seen(before) if each.element.role in BUTTONS}
    new = [
        each for each in seen(case.now) if each.element.role == "button" and each.element.name not in known
    ]
    off = [each for each in new if calls_off(each.element.name)]
    on = [
        each
        for each in new
        if each not in off and (lexicon.DEEDS | AGREES) & set(words(each.element.name)[:3])
    ]
    asked = [
        each
        for each in news(case.now, before)
        if each.said.endswith("?") and each.within(DIALOGS) is not None
    ]
    if not new or len(new) > _MOST_CHOICES or not ((off and on) or (asked and len(new) > 1)):
        return ""
    return (
        f"the page asks whether to go on, with {quoted(new[0].element.name)} and {quoted(new[-1].element.name)}, so it is not done yet: go on to "
        "the end, and cite what the page says then"
    )

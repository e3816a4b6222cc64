"""Names of what may or may not be so: the head of a column, a step that a process has still to come to. They say nothing of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.judging.coverage import own_texts, surroundings
from pytest_webagent.judging.sights import OFFERED, sights
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.language.words import content
from pytest_webagent.page.process_steps import to_come
from pytest_webagent.values.plain_text import plain, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.sights import Sight
    from pytest_webagent.observation import Observation
    from pytest_webagent.page.places import Place

_SORTED: Final = "▲▼△▽↑↓⇅"
_THERE: Final = re.compile(rf"\bthere\b|{OFFERED.pattern}")


def mere_name(case: Case) -> str:
    """Catches a yes to "was it paid?" that cites only the head of the column "Paid on", or a step that is still to come."""
    if case.goal.asks != "truth" or case.agreed not in ("yes", "done") or case.truth:
        return ""
    pages = {id(page): page for each in case.held if (page := case.page(each)) is not None}
    for page in pages.values():
        seen = sights(page, [each for each in case.held if case.page(each) is page])
        if problem := named_only(case.goal.asking, page, seen):
            return problem
    return ""


def named_only(text: str, _: Observation, seen: Sequence[Sight]) -> str:
    """Catches a word of a text that nothing but such a name explains; empty where the text asks only whether that is there."""
    of_column = any("columnheader" in lexicon.ROLES.get(each, ()) for each in term_set(text))
    if of_column or _THERE.search(plain(text)):
        return ""
    asked = content(text)
    mere = [each for each in seen if _says_no_more(each) and all(_is_name(one, asked) for one in each.places)]
    rest = [each for each in seen if each not in mere]
    texts = [
        each for sight in rest for place in sight.cited for each in (*own_texts(place), *surroundings(place))
    ]
    told = content(" ".join((*texts, *(said for sight in rest for said in sight.literals()))))
    place = next((one for each in mere for one in each.places if content(one.said) & asked - told), None)
    if place is None:
        return ""
    left = content(place.said) & asked - told
    spoken = next(each for each in re.findall(r"[^\W_]+", text) if content(each) & left)
    what = "a step that is still to come" if to_come(place) else "the head of a column"
    return (
        f'"{spoken}" is said only by {quoted(place.said)}, which is {what} and does not say that it is so: '
        "cite the value, the state or the current step that does"
    )


def _says_no_more(sight: Sight) -> bool:
    return sight.told.op in ("exists", "text", "value") and sight.told.state in ("", "visible")


def _is_name(place: Place, asked: frozenset[str]) -> bool:
    """Whether all it says of what is asked is such a name; a head that tells how the table is sorted says more."""
    if place.element.role == "columnheader":
        return not place.element.states and not any(each in _SORTED for each in place.said)
    step = to_come(place)
    return bool(step) and not (content(place.said) - content(step)) & asked

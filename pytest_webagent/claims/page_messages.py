"""What a page says to whoever uses it: errors and other messages, and the numbers on badges."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import CONTROLS, MESSAGES
from pytest_webagent.claims.condition import Compared, InState, Shown
from pytest_webagent.claims.outcome import Absent, Outcome, Unclear, ambiguous
from pytest_webagent.claims.presence import refuse_error_page, size, text_saying
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.language.words import negated
from pytest_webagent.page.places import Place
from pytest_webagent.values.plain_text import says

if TYPE_CHECKING:
    from pytest_webagent.claims.condition import Condition
    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.language.phrases import Phrase

_LONGEST: Final = 300
_TROUBLE: Final = lexicon.BAD_NEWS | lexicon.stemmed(
    "failed failure invalid wrong incorrect declined denied rejected missing required expired unable sorry must"
)
_TROUBLE_HERE: Final = lexicon.BAD_NEWS | lexicon.stemmed("failed failure invalid wrong")
_BADGES: Final = lexicon.stemmed("badge counter bubble")


def message(look: Resolver, asked: Phrase, *, there: bool) -> tuple[Condition, ...]:
    """That an error or a message is shown, or none.

    Raises:
        Unclear: a text sounds like an error, and whether it is one cannot be told.
    """
    if not there:
        refuse_error_page(look, asked.said)
    bad = bool(asked.words & lexicon.BAD_NEWS)
    roles = ("alert",) if bad else tuple(MESSAGES - {"log"})
    spoken = [each for each in look.shown if each.element.role in roles and each.said]
    invalid = [
        each for each in look.shown if any(state.startswith("invalid") for state in each.element.states)
    ]
    if (
        there
        and bad
        and not spoken
        and (told := text_saying(look, look.shown, asked, asked.words & lexicon.BAD_NEWS))
    ):
        return (Shown(told.said, told),)
    if bad and invalid and not spoken:
        return tuple(InState(each, "invalid", there) for each in invalid)
    if spoken and bad and not any(_TROUBLE & term_set(each.said) or negated(each.said) for each in spoken):
        raise Unclear(f"the page says {spoken[0].said!r}, and whether that is an error cannot be told")
    if spoken:
        return (Shown(spoken[0].said, spoken[0], "", there=there),)
    doubtful = _TROUBLE_HERE | (asked.words & lexicon.MESSAGES)
    for each in look.shown if not there else ():
        if each.element.role not in CONTROLS and doubtful & term_set(each.element.text):
            raise Unclear(
                f"the page says {each.element.text[:80]!r}, and whether that is {asked.said!r} cannot be told"
            )
    places = {each.element.role for each in look.shown} & MESSAGES
    if not there and not bad and (not places or "log" in places):
        raise Unclear(
            f"the page has no place of its own for messages, so whether there is no {asked.said} cannot be told"
        )
    return (Shown("", None, "alert", there=there),)


def speaks_of_messages(look: Resolver, asked: Phrase) -> bool:
    """Whether a phrase means what the page says to whoever uses it: a message, or a status where nothing is called so."""
    status = term_set("status")
    return (bool(asked.words) and asked.words <= lexicon.MESSAGES) or (
        asked.words == status and not any(status <= each.label for each in look.labelled)
    )


def saying(look: Resolver, asked: Phrase, text: str) -> tuple[Condition, ...]:
    """That a message says a text: an alert or a status, or another text of its own that does.

    Raises:
        Unclear: more than one could be meant.
    """
    bad = bool(asked.words & lexicon.BAD_NEWS)
    spoken = [each for each in look.shown if each.element.role in MESSAGES - {"log"} and each.said]
    telling = [each for each in spoken if says(each.said, text)]
    if not spoken and len(text.split()) > 2:
        telling = [
            each
            for each in look.shown
            if each.element.role not in CONTROLS | {"heading", "link"}
            and says(each.said, text)
            and len(each.said) < _LONGEST
        ]
    if telling:
        return (Shown(text, min(telling, key=size)),)
    if len(spoken) == 1:
        return (Compared(Outcome(spoken[0].said, "text", spoken[0]), "=", text, "contains", asked.words),)
    return (Shown(text, None, "alert" if bad else "status"),)


def badge(look: Resolver, asked: Phrase) -> Place | None:
    """The small number beside or in a link or button, where one is spoken of: "the cart badge"; None where none is.

    Raises:
        Absent: there is none.
        Unclear: there are several.
    """
    if not _BADGES & set(asked.head):
        return None
    wanted, found = asked.words - _BADGES, []
    for each in look.values:
        if re.fullmatch(r"\d+\+?(?:\s+\w+)?", each.said):
            parent = each.element.parent
            beside = [Place(look.page, at) for at in look.page.children(parent)] if parent is not None else []
            named = [one.element.name for one in (*each.around(), *beside) if one.element.role in CONTROLS]
            if wanted <= term_set(" ".join(named)):
                found.append(each)
    if len(found) > 1:
        raise ambiguous(asked.said, [each.said for each in found])
    if not found:
        raise Absent(asked.said)
    return found[0]

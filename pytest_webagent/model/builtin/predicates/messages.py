"""Errors and good news: what messages of a page say of their kind, as predicates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, FIELDS, MESSAGES, TOGGLES
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.judging.trouble import is_error as sounds_wrong
from pytest_webagent.model.builtin.notices import is_error, says_news
from pytest_webagent.model.builtin.predicates.texts import Texts
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.values.plain_text import says

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.predicates.excerpt import Excerpt

_LONGEST = 250


def errors(part: Excerpt) -> tuple[Derivation, ...]:
    """Where an alert or a status text that reads like an error stands."""
    view = part.view
    found = [
        at
        for at in view.shown
        if view[at].role in MESSAGES - {"log"}
        and sounds_wrong(view.text(at), announced=view[at].role == "alert")
    ]
    return part.citing.there(*found).evidence if found else ()


def good_news(part: Excerpt) -> tuple[Derivation, ...]:
    """What all alerts and status texts say, where each of them says that something was done; else nothing."""
    view = part.view
    found = [at for at in view.shown if view[at].role in MESSAGES - {"log"} and view.text(at)]
    good = all(says_news(view.text(at)) or view[at].role != "alert" for at in found)
    if not found or not good or errors(part):
        return ()
    missing = Derivation(op="not_exists", text="error")
    texts = Texts(part.citing)
    pinned = tuple(map(texts.pinned, part.citing.texts(*found).evidence))
    return (missing, *pinned) if texts.finding(missing).holds else ()


def saying(part: Excerpt, text: str) -> Derivation | None:
    """The smallest element that says a text which reads like an error or news; an alert or a status may say any."""
    view = part.view
    found = [
        at
        for at in view.shown
        if view[at].id is not None
        and view[at].role not in BUTTONS | FIELDS | TOGGLES | {"link", "heading"}
        and says(view.reading.text(at), text)
        and (view[at].role in MESSAGES or is_error(text) or says_news(text))
        and len(view.text(at)) <= _LONGEST
    ]
    if not found:
        return None
    smallest = min(found, key=lambda at: len(view.within(at)))
    return Derivation(op="exists", elements=part.citing.ids((smallest,)), text=text)


def marked_fields(part: Excerpt) -> tuple[Derivation, ...]:
    """That the fields that are marked as wrong are not."""
    view = part.view
    marked = [at for at in view.shown if any(state.startswith("invalid") for state in view[at].states)]
    return tuple(
        Derivation(op="exists", elements=(element,), state="not invalid")
        for element in part.citing.ids(marked)
    )


def refuse_doubtful_error(part: Excerpt) -> None:
    """A sentence that sounds like an error may be the message that is spoken of.

    Raises:
        Refusal: there is such one.
    """
    live = {told.text for told in part.answers.notices.live()}
    try:
        told = part.answers.notices.message("error")
    except Missing:
        return
    if told.text not in live and is_error(told.text):
        raise Refusal(f"the page says {told.text!r}, and whether that is an error message cannot be told")

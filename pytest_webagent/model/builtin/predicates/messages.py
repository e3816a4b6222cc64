"""Errors and good news: what messages of a page say of their kind, as predicates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.evidence.derivation import Derivation
from pytest_webagent.evidence.judging.trouble import is_error as sounds_wrong
from pytest_webagent.model.builtin.notices import is_error, says_news
from pytest_webagent.model.builtin.predicates.texts import Texts
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.view import MESSAGES

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.predicates.excerpt import Excerpt


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


def refuse_doubtful_error(part: Excerpt) -> None:
    """A sentence that sounds like an error, or a field that is marked as wrong, may be the message that is spoken of.

    Raises:
        Refusal: there is such one.
    """
    marked = [
        at for at in part.view.shown if any(state.startswith("invalid") for state in part.view[at].states)
    ]
    if marked:
        raise Refusal(
            f"{part.view.describe(marked[0])} is marked as invalid, so whether an error is shown cannot be told"
        )
    live = {told.text for told in part.answers.notices.live()}
    try:
        told = part.answers.notices.message("error")
    except Missing:
        return
    if told.text not in live and is_error(told.text):
        raise Refusal(f"the page says {told.text!r}, and whether that is an error message cannot be told")

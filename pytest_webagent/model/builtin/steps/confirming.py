"""Confirmations the page asks for itself: a goal is not reached while one of them waits for an answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.instruction import Click, Command
from pytest_webagent.model.builtin.refusal import Refusal, listed
from pytest_webagent.model.builtin.view import BUTTONS
from pytest_webagent.model.builtin.words import content

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.progress import Scene

_ASKS = re.compile(
    r"\b(?:sure|really|confirm|cannot be undone|can't be undone|can not be undone|permanently|continue\?|proceed\?)",
    re.IGNORECASE,
)
_LEAVES = frozenset(["cancel", "no", "back", "abort", "keep", "dismiss", "never", "not"])


def refuse_open(scene: Scene) -> None:
    """Make sure that the last step did not end in an open confirmation.

    Raises:
        Refusal: it did, and the goal does not say how to answer.
    """
    view, last = scene.view, scene.progress.instructions[-1]
    modal = view.modal
    if modal is None or not isinstance(last, Click | Command):
        return
    if not any(view[at].new for at in view.within(modal)):
        return
    buttons = [at for at in view.within(modal) if view[at].role in BUTTONS]
    leaves = [at for at in buttons if _LEAVES & set(content(view.name(at))[:1])]
    goes_on = [at for at in buttons if at not in leaves]
    if not leaves or not goes_on:
        return
    verb = content(last.verb)[:1] if isinstance(last, Command) else ()
    same_deed = bool(verb) and any(content(view.name(at))[:1] == verb for at in goes_on)
    asks = (
        view[modal].role == "alertdialog"
        or _ASKS.search(f"{view[modal].name} {view.text(modal)}") is not None
    )
    if same_deed or asks:
        raise Refusal(
            f"{scene.name(modal)} opened and waits for an answer ({listed(scene.name(at) for at in buttons)}), "
            "and the goal does not say which"
        )

"""Confirmations the page asks for itself: a goal is not reached while one of them waits for an answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, DIALOGS, FIELDS
from pytest_webagent.model.builtin.instruction import Ask, Check, Click
from pytest_webagent.model.builtin.refusal import Refusal, listed
from pytest_webagent.model.builtin.subject import SURE
from pytest_webagent.model.builtin.words import content, plain, tokens

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.progress import Progress, Scene
    from pytest_webagent.model.builtin.view import View

_ASKS = re.compile(
    r"[?¿？]\s*$|[?？]\s|\b(?:sure|really|confirm|cannot be undone|can't be undone|can not be undone|permanently)\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:dialog\w*|popup|pop-up|modal|confirmation|question|prompt|ask\w*)\b", re.IGNORECASE
)
_MOST_ANSWERS = 4


def waiting(view: View) -> dict[str, tuple[int, tuple[int, ...]]]:
    """The questions of the page that wait for an answer, each with what asks it and its buttons.

    A dialog that covers the page, has no field and more than one button is one if its words ask something; an
    alertdialog always is. So is a part of the page that asks whether one is sure.
    """
    found: dict[str, tuple[int, tuple[int, ...]]] = {}
    for at in view.shown:
        if at == view.modal:
            holder, asks = at, True
        elif view[at].text and SURE.search(view[at].text) and view.ancestor(at, DIALOGS) is None:
            around = (above for above in view.page.ancestors(at) if len(_buttons(view, above)) > 1)
            holder, asks = next(around, at), False
        else:
            continue
        buttons = _buttons(view, holder)
        if not 1 < len(buttons) <= _MOST_ANSWERS or (asks and not _is_question(view, holder)):
            continue
        found[plain(f"{view[holder].name} {view.text(holder)}")] = (holder, buttons)
    return found


def _is_question(view: View, dialog: int) -> bool:
    if any(view[at].role in FIELDS for at in view.within(dialog)):
        return False
    said = [view[dialog].name, *(view[at].text or view[at].name for at in view.within(dialog))]
    return view[dialog].role == "alertdialog" or any(_ASKS.search(text) for text in said)


def _buttons(view: View, index: int) -> tuple[int, ...]:
    return tuple(at for at in view.within(index) if view[at].role in BUTTONS)


def refuse_open(scene: Scene, progress: Progress) -> None:
    """Make sure that nothing that was done led to a question that still waits.

    Raises:
        Refusal: something did, and the goal does not say how to answer.
    """
    view, last = scene.view, progress.instructions[-1]
    if isinstance(last, Ask | Check) and _ABOUT.search(last.said):
        return
    open_now = {said: each for said, each in waiting(view).items() if said not in progress.asked}
    modal = view.modal
    if modal is not None and view[modal].new and isinstance(last, Click):
        # A dialog that offers the same deed again asks whether it is meant, in whatever words.
        said, buttons = tokens(last.said), _buttons(view, modal)
        if len(buttons) > 1 and any(set(content(view.name(at))[:1]) & set(said) for at in buttons):
            open_now[""] = (modal, buttons)
    for holder, buttons in open_now.values():
        what = scene.name(holder) if view[holder].name else f"'{view.text(holder)[:80]}'"
        raise Refusal(
            f"{what} opened and waits for an answer ({listed(scene.name(at) for at in buttons)}), "
            "and the goal does not say which"
        )

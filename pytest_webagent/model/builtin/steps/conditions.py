"""Conditions: whether a thing is there, where only a clear yes or a clear no may decide what is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, DIALOGS, FIELDS, MESSAGES, TOGGLES
from pytest_webagent.model.builtin.refusal import Refusal, listed
from pytest_webagent.model.builtin.words import Fit, Words, content, fit
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.instruction import Exists, Reading
    from pytest_webagent.model.builtin.progress import Scene

_CONTROLS = BUTTONS | FIELDS | TOGGLES | {"link", "option", "tab"}
_BANNERS = word_set("banner popup overlay bar modal notice dialog")
_PARTS = frozenset(["banner", "region", "complementary", "form"])
_SAID_BY = word_set("message notification alert toast notice warning error")


def decide(scene: Scene, question: Exists, *, holds: bool) -> bool:
    """Whether a condition holds; `holds` is what the page seems to say.

    Raises:
        Refusal: the words only stand in the name of something else, so nobody can tell.
    """
    reading = question.target.main
    if any(
        each.hint and each.hint not in ("message", "text", "section", "page")
        for each in question.target.readings
    ):
        return holds
    if _is_message(reading):
        return _has_message(scene) != question.negated
    if not holds or question.negated:
        covering = _covering(scene, reading)
        if covering is not None and covering:
            return not question.negated
    if reading.words.exact or not reading.words:
        return holds
    there = holds != question.negated
    if there and not any(_certain(scene, each) for each in question.target.readings):
        raise Refusal(
            f"whether there is {question.target.said!r} cannot be told for sure; the words also stand in "
            f"{listed(_holders(scene, reading))}. Put the text that tells it in quotes, or say what it is (a button, a heading, a row)"
        )
    return holds


def _is_message(reading: Reading) -> bool:
    words = set(content(reading.words.text))
    return (reading.hint == "message" and not words) or (
        bool(words) and not reading.words.exact and words <= _SAID_BY
    )


def _has_message(scene: Scene) -> bool:
    view = scene.view
    return any(view[at].role in MESSAGES and view.text(at).strip() for at in view.shown) or bool(
        scene.progress.dialog
    )


def _certain(scene: Scene, reading: Reading) -> bool:
    """Whether something is exactly what the words say: a thing of a list, a part of the page, a text, a message."""
    view, words = scene.view, reading.words
    if not words:
        return bool(reading.hint)
    for at in scene.answers.presence.scope(reading):
        role = view[at].role
        if role in DIALOGS | MESSAGES and fit(words, view.text(at)) >= Fit.PART:
            return True
        if role in _CONTROLS:
            continue
        if max(fit(words, said) for said in (view[at].text, view[at].name)) >= Fit.SET:
            return True
    found, level = scene.finder.lists.items_fitting(words)
    things = [
        item
        for _, item in found
        if view[item.index].role not in _CONTROLS
        and not view.aside(item.index)
        and (level >= Fit.SET or view[item.index].role in ("row", "listitem", "article"))
    ]
    return (bool(things) and level >= Fit.CONTEXT) or _is_of_a_kind(scene, words)


def _is_of_a_kind(scene: Scene, words: Words) -> bool:
    """Whether a row of a list called "Users" says "suspended" where the words are "suspended user"."""
    for group in scene.finder.lists.groups:
        kind = set(content(" ".join((*group.labels, scene.view.title))))
        said = Words(" ".join(word for word in content(words.text) if word not in kind))
        if said and len(content(said.text)) < len(content(words.text)):
            cells = [text for item in group.items for _, text, _ in item.cells]
            if any(fit(said, text) >= Fit.SET for text in cells):
                return True
    return False


def _covering(scene: Scene, reading: Reading) -> bool | None:
    """Whether a banner or popup is there, by the words before that noun; None where the words name none."""
    words = [word for word in content(reading.words.text) if word not in _BANNERS]
    if reading.words.exact or len(words) == len(content(reading.words.text)):
        return None
    view = scene.view
    parts = [at for at in view.shown if view[at].role in _PARTS | DIALOGS | MESSAGES and view.text(at)]
    return any(set(words) <= set(content(f"{view[at].name} {view.text(at)}")) for at in parts)


def _holders(scene: Scene, reading: Reading) -> list[str]:
    """What holds the words, for the refusal."""
    words = Words(" ".join(content(reading.words.text)))
    return [scene.name(at) for at in scene.view.shown if fit(words, scene.view.name(at)) >= Fit.PART][:4] or [
        "parts of the page"
    ]

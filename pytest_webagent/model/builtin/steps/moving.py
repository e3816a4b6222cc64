"""Plain tools, tabs, dialogs, waiting and scrolling."""

from __future__ import annotations

import re

from pytest_webagent.aria_roles import BUTTONS, DIALOGS
from pytest_webagent.claims.citations import Told
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set, terms
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.answers import Truth
from pytest_webagent.model.builtin.grammar import reporting
from pytest_webagent.model.builtin.progress import Act, Again, Done, Scene
from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous, unmet
from pytest_webagent.model.builtin.steps.pressing import press
from pytest_webagent.model.builtin.steps.recalling import done_to
from pytest_webagent.model.builtin.words import Fit, best_fitting, fit, plain, tokens, unsaid
from pytest_webagent.values import plain_text

_YES_IF_ASKED = frozenset(["continue", "proceed", "sure", "delete"])
_NO = frozenset(["no", "cancel", "dismiss"])
_NO_IF_ASKED = frozenset(["back", "keep", "abort", "close", "never"])
_SURE = re.compile(
    r"\b(?:are you sure|do you (?:really )?want|really|please confirm|confirm(?:ation)?\b.*\?)", re.IGNORECASE
)


def use_tool(_: Scene, what: say.Tool) -> Act:
    """Call a tool that needs no element."""
    arguments = dict(what.arguments)
    said = " to ".join(str(value) for value in arguments.values() if value != "")
    said = re.sub(r"<point>(\S+) (\S+)</point>", r"(\1, \2)", said)
    return Act(tool=what.name, arguments=arguments, says=f"{what.name.replace('_', ' ')} {said}".strip())


def switch_tab(scene: Scene, what: say.SwitchTab) -> Act | Done:
    """Go to another tab: the one named, the newest, or the one before."""
    tabs = scene.page.tabs
    others = [tab for tab in tabs if not tab.current]
    if not what.name:
        if not others:
            raise Missing("the other tab", "a second tab")
        newest = max(tabs, key=lambda tab: tab.number)
        if newest.current:
            return Done()
        return _to_tab(newest.number, newest.title)
    if what.name.text == "previous" and not what.name.exact:
        if len(others) != 1:
            raise Refusal(f"there are {len(tabs)} tabs; say which one by its title or number")
        return _to_tab(others[0].number, others[0].title)
    found, _ = best_fitting(
        ((max(fit(what.name, tab.title), fit(what.name, tab.url)), tab) for tab in tabs), Fit.TYPO
    )
    if not found:
        raise Missing(str(what.name), "an open tab", [f"'{tab.title}'" for tab in tabs])
    if len(found) > 1:
        raise ambiguous(str(what.name), [f"tab {tab.number} '{tab.title}'" for tab in found])
    return Done() if found[0].current else _to_tab(found[0].number, found[0].title)


def _to_tab(number: int, title: str) -> Act:
    return Act(tool="switch_tab", arguments={"number": number}, says=f"switch to tab {number} '{title}'")


def answer_dialog(scene: Scene, what: say.AnswerDialog) -> Act | Done | Again:
    """Answer the browser's dialog; where there is none, press the button of the page's own confirmation."""
    if scene.page.dialog is not None:
        if what.accept:
            arguments = {} if what.text is None else {"text": what.text}
            return Act(
                tool="accept_dialog", arguments=arguments, says=f"accept the dialog '{scene.dialog_text}'"
            )
        return Act(tool="dismiss_dialog", arguments={}, says=f"dismiss the dialog '{scene.dialog_text}'")
    view = scene.view
    dialogs = [at for at in view.shown if view[at].role in DIALOGS]
    inside = view.within(dialogs[-1]) if dialogs else tuple(at for at in view.shown if not view.aside(at))
    # Without a question in sight only a plain yes or no is an answer: a lone Delete button is none.
    asked = bool(dialogs) or any(_SURE.search(view[at].text or view[at].name) for at in inside)
    wanted = (lexicon.YES if what.accept else _NO) | (
        (_YES_IF_ASKED if what.accept else _NO_IF_ASKED) if asked else frozenset()
    )
    buttons = [
        at
        for at in inside
        if view[at].role in ("button", "link")
        and wanted & set(tokens(view.name(at))[:1])
        and (asked or not unsaid(f"{' '.join(wanted)} all", view.name(at)))
    ]
    if dialogs and what.accept and not buttons:
        # "Restore" of "Restore this version?": what is asked is what its button says.
        said = term_set(
            " ".join(f"{view[at].name} {view[at].text}" for at in inside if view[at].role not in BUTTONS)
        )
        named = ((at, terms(view.name(at))[:1]) for at in inside if view[at].role == "button")
        buttons = [
            at for at, first in named if said.issuperset(first) and first and not _NO_IF_ASKED & set(first)
        ]
    plainest = [
        at for at in buttons if (lexicon.YES if what.accept else _NO) & set(tokens(view.name(at))[:1])
    ]
    buttons = plainest or buttons
    if (button := scene.sole(buttons, what.said)) is None:
        raise Missing(what.said, "a dialog, or a button that answers a confirmation")
    return press(scene, button)


def wait_for(scene: Scene, what: say.WaitFor) -> Act | Done:
    """Wait until something is on the page."""
    try:
        told = scene.answers.truth(f"there is {what.target.said}")
    except Missing as missing:
        if scene.progress.stage == "waited":
            problem = f"{what.target.said} did not appear within {what.seconds} s"
            raise unmet(problem, missing.evidence) from None
        text = what.target.words.text
        return Act(
            tool="wait",
            arguments={"text": text, "seconds": what.seconds},
            says=f"wait for '{text}'",
            stage="waited",
            on_error="waited",
        )
    return Done(shown=told.evidence)


def scroll_to(scene: Scene, what: say.ScrollTo) -> Act | Done:
    """Scroll until something is in sight."""
    index = _whatever(scene, what.target)
    holder = scene.finder.holder(index)
    text = scene.view.text(index) or scene.view.name(index)
    remember = scene.finder.called(holder) if holder is not None else scene.view.name(index)
    if scene.view[index].in_viewport or not text:
        return Done(remember=remember)
    return Act(
        tool="scroll_to_text",
        arguments={"text": text[:80]},
        says=f"scroll to '{text[:80]}'",
        remember=remember,
    )


def _whatever(scene: Scene, what: say.Target) -> int:
    if (item := scene.finder.thing(what)) is not None:
        name = scene.finder.look.lists.name(item)
        return item.at if name is None else name.at
    said, view = what.words, scene.view
    found = [
        at for at in view.shown if said.exact and plain_text.says(view[at].text or view[at].name, said.text)
    ]
    if len({plain(view.text(at)) for at in found}) == 1:
        return found[0]
    return scene.finder.one(what, "any")


def ask(scene: Scene, what: say.Ask) -> Done:
    """Answer a question from the page."""
    if scene.page.dialog is not None:
        return Done(answer=scene.dialog)
    if isinstance(what.question, say.YesNo):
        told = scene.answers.truth(what.said, asked=True)
        return Done(answer=Told("yes" if told.holds else "no", told.evidence))
    if not (kept := reporting.KEPT.match(what.said)):
        try:
            return Done(answer=scene.answers.answer(what.question, what.said))
        except Refusal:
            if (recalled := done_to(scene, what.said)) is None:
                raise
            return Done(answer=recalled)
    found = scene.answers.answer(what.question, f"report {what.said[kept.end() :]}")
    if not what.kept:
        return Done(answer=found)
    # What "it" means is the thing of which it was told, and no price of one.
    read = (scene.by_id(id_) for each in found.evidence for id_ in each.elements)
    item = next((item for at in read if at is not None and (item := scene.finder.holder(at))), None)
    return Done(remember=None if item is None else scene.finder.called(item))


def check(scene: Scene, what: say.Check) -> Done:
    """Make sure a statement holds."""
    told = scene.answers.truth(what.said)
    if told.holds:
        return Done(shown=told.evidence)
    raise unmet(f"{what.said!r} does not hold: {told.instead}", told.evidence)


def when(scene: Scene, what: say.When) -> Done | Again:
    """Do an instruction only if something is so."""
    try:
        told = scene.answers.truth(what.condition, certain=True)
    except Missing as missing:
        told = Truth(missing.answer == "yes", missing.evidence)
    return Again(instead=(what.then,)) if told.holds else Done(shown=told.evidence)


def acknowledged(scene: Scene) -> Act:
    """Close an alert. It only tells something; a page that still shows it cannot be used or read."""
    return Act(
        tool="accept_dialog",
        arguments={},
        says=f"acknowledge the alert '{scene.dialog_text}'",
        stage=scene.progress.stage,
    )

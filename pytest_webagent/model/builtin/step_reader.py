"""A step, read on the page on which it is done.

A step is cut where a verb follows a joint. A clause has a verb, what it is done to, and what stands behind prepositions; which
of these is the thing, which the value and which the place, no pattern says: each way to take them is tried on the page, and the
first that the page can do is what is meant.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, TOGGLES
from pytest_webagent.language.terms import stem
from pytest_webagent.language.translation import own_form, with_glue
from pytest_webagent.model.builtin import filters, form_steps, nearest_control, picked_things
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.clause_reader import instructions
from pytest_webagent.model.builtin.goal import led, opened, refuse_beyond_step, without_closing
from pytest_webagent.model.builtin.grammar import pointing
from pytest_webagent.model.builtin.grammar.commands import command
from pytest_webagent.model.builtin.grammar.stepping import stepped
from pytest_webagent.model.builtin.named_things import exactly_named
from pytest_webagent.model.builtin.page_vocabulary import in_one_word, with_names
from pytest_webagent.model.builtin.progress import Act, Again, Done
from pytest_webagent.model.builtin.refusal import Beyond, Inert, Missing, Refusal
from pytest_webagent.model.builtin.step_attempts import doable
from pytest_webagent.model.builtin.step_clauses import (
    Clause,
    clauses,
    cuts,
    unpadded,
    with_verb,
    words_of_step,
)
from pytest_webagent.model.builtin.whereabouts import along_path, without_here
from pytest_webagent.model.builtin.words import plain, unveil, veil

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pytest_webagent.model.builtin.progress import Scene

    Attempt = Callable[[say.Instruction], Act | Done | Again]


def read(scene: Scene, what: say.Step, attempt: Attempt) -> Again:
    """The first thing to do of a step, as the page can do it, with the rest of the step.

    Raises:
        Refusal: the page can do none of its readings; of several reasons the first.
    """
    ways = (
        without_here(scene.view, what.said, scene.progress.explored, views=True),
        what.said,
        without_here(scene.view, along_path(what.said)),
    )
    problems: list[Refusal] = []
    for said in dict.fromkeys(ways):
        try:
            return _read(scene, replace(what, said=said), attempt)
        except (Missing, Inert) as problem:
            problems.append(problem)
    raise problems[len(problems) > 1 and ways[0] != ways[1]]


def _read(scene: Scene, what: say.Step, attempt: Attempt) -> Again:
    problem: Refusal | None = None
    # "Click Compare now": the last word may be a part of a name.
    reading = without_closing(with_names(scene.view, veil(what.said)))
    text = veil(what.said).strip(" ,")[: len(reading)]
    values = in_one_word(scene.view)
    unfilled: Refusal | None = None
    first = True
    joints = list(cuts(reading, _own_verbs(scene)))
    for end, start in joints:
        cut = end, start
        refuse_beyond_step(reading, end, what.said, values)
        # What is left out only a form may have a box for.
        leaves_out = "without" in (each.low for each in words_of_step(reading[:end])[1:])
        known = list(_known(scene, text[:end]))
        # What is said of a form in several clauses is filled before it is sent.
        for wider in reversed([each for each in joints if each >= cut]) if first and not known else ():
            try:
                refuse_beyond_step(reading, wider[0], what.said, values)
                return filled(scene, text, wider, attempt)
            except Missing as missing:
                unfilled = missing
            except Beyond:
                continue
        for ways in () if leaves_out else chain(known, _of_clauses(scene, reading[:end])):
            if not first and not all(isinstance(way, say.Fill | say.Search) for each in ways for way in each):
                # What goes on with another verb is another step, or a text to type.
                continue
            try:
                found = doable(ways, attempt)
            except (Missing, Inert) as missing:
                problem = problem or missing
                continue
            return _again(text, cut, found, opened_before=what.opened)
        # "Find and click the link": a lone verb is no step.
        first = first and len(words_of_step(text[:end])) == 1
    for cut in joints:
        refuse_beyond_step(reading, cut[0], what.said, values)
        said = [_in_english(scene, each) for each in clauses(opened(text[: cut[0]]))]
        # What narrows a list has to be told by filters alone.
        for clause in () if any(map(filters.narrows, said)) else said:
            for ways in chain(
                nearest_control.instructions(scene, clause), picked_things.instructions(scene, clause)
            ):
                return _again(text, cut, doable(ways, attempt), opened_before=what.opened)
    if (opens := form_steps.opener(scene, _giving(text)[0])) is not None:
        return Again(instead=(replace(opens, said=what.said), what))
    raise problem or unfilled or Refusal(f"{what.said!r} is not understood")


def _again(
    text: str, cut: tuple[int, int], found: Sequence[say.Instruction], *, opened_before: bool = False
) -> Again:
    """What is done of a step, and the rest of it, with its verb where it names only another thing."""
    done = text[: cut[0]]
    said, rest = _said(done), _said(with_verb(done, text[cut[1] :]))
    kept = tuple(
        each if isinstance(each, say.Step) else replace(each, said=said, opened=opened_before)
        for each in found
    )
    return Again(instead=(*kept, *((say.Step(said=rest),) if rest else ())))


def filled(scene: Scene, text: str, cut: tuple[int, int], attempt: Attempt) -> Again:
    """What fills a form with the values of the first clause of a (veiled) step, and the rest of the step.

    Raises:
        Missing: no form takes them.
    """
    following = scene.progress.following
    rest = opened(text[cut[1] :]) or opened(veil(following.said if isinstance(following, say.Step) else ""))
    sent = any(stem(each.low) in form_steps.SENDING for each in words_of_step(rest)[:1])
    problem: Missing | None = None
    for each in _giving(text[: cut[0]]):
        clause = _in_english(scene, each)
        try:
            found = _again(text, cut, doable(form_steps.filled(scene, clause, sent=sent), attempt))
        except Missing as missing:
            problem = problem or missing
            continue
        break
    else:
        assert problem is not None
        raise problem
    *done, last = found.instead or ()
    if clause.before and isinstance(last, say.Step):
        # What was said to be filled is so for all of the sentence.
        return Again(instead=(*done, say.Step(said=f"{_said(clause.before)}, {last.said}")))
    return found


def _giving(text: str) -> list[Clause]:
    """A (veiled) clause by the verb that may give values ("give" is a deed of its own as well), else as labels with values."""
    first, *others = [*clauses(opened(text))] or [Clause("", (), "", text)]
    same = (each for each in (first, *others[:1]) if each.verb.lower() == first.verb.lower())
    found = next((each for each in same if each.deeds != ("do",)), first)
    return [found, *(each for each in others if not each.verb and found.verb)]


def likeliest(scene: Scene, what: say.Step) -> tuple[say.Instruction, ...]:
    """What a step says most likely, where the page can do none of its readings."""
    text = without_closing(veil(what.said))
    for end, start in () if what.opened else cuts(text):
        for ways in _ways(scene, text[:end]):
            if len(ways) > 1:
                continue
            said, rest = _said(text[:end]), _said(text[start:])
            found = replace(ways[0][0], said=said)
            return (found, *((say.Step(said=rest),) if rest else ()))
    return (what,)


def answers_dialog(scene: Scene, what: say.Step) -> bool:
    """Whether a step says how to answer a dialog, or what to type into it."""
    text = without_closing(veil(what.said))
    heads = (text[:end] for end, _ in cuts(text))
    first = (ways[0][0] for head in heads for ways in _ways(scene, head))
    return any(
        isinstance(each, say.AnswerDialog) or (isinstance(each, say.Fill) and each.field is None)
        for each in first
    )


def _said(text: str) -> str:
    return unveil(text.strip(" ,;."), "'")


def _ways(scene: Scene, plain: str) -> Iterator[list[list[say.Instruction]]]:
    """All that the words of one clause may say."""
    return chain(_known(scene, plain), _of_clauses(scene, plain))


def _of_clauses(scene: Scene, reading: str) -> Iterator[list[list[say.Instruction]]]:
    """What the words of one clause may say by their verb, with the page's names as one word each."""
    for clause in clauses(opened(reading)):
        yield from instructions(scene, _in_english(scene, clause))


def _known(scene: Scene, plain: str) -> Iterator[list[list[say.Instruction]]]:
    """What the words of one clause say whatever form is open: the name of a button, or what is done in one way only."""
    named = exactly_named(scene.view, unveil(led(plain)))
    if len(named) == 1:
        what = pointing.named(scene.view.name(named[0]))
        ticks = scene.view[named[0]].role in TOGGLES
        yield [[say.Tick(target=what, on=True) if ticks else say.Click(target=what)]]
    known = command(led(plain)) or command(unpadded(led(plain)))
    if known is not None:
        yield [[known]]
    if steps := stepped(unveil(unpadded(led(plain)))):
        yield [[each] for each in steps]


def _own_verbs(scene: Scene) -> frozenset[str]:
    """The first words of the buttons of a page: "tick the second one and watch the page"."""
    names = (plain(scene.view.name(at)) for at in scene.view.shown if scene.view[at].role == "button")
    return frozenset(found[0] for name in names if (found := re.search(r"[^\W\d_]{3,}", name)))


def _in_english(scene: Scene, clause: Clause) -> Clause:
    """A clause with English glue; its verb as the buttons of the page have it, where it is none of those that are known."""
    language, view = scene.page.language, scene.view
    if clause.deeds == ("do",):
        names = (view.name(at) for at in view.shown if view[at].role in BUTTONS)
        clause = clause._replace(verb=own_form(clause.verb, names, language))
    return clause._replace(before=with_glue(clause.before, language), body=with_glue(clause.body, language))

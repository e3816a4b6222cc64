"""A step that fills a form: the values it says, each into its field, and the button that its verb means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import stem, term_set, terms
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.finder import held
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.slot_filling import SlotFilling, Unexplained
from pytest_webagent.model.builtin.slot_values import undashed
from pytest_webagent.model.builtin.slots import forms
from pytest_webagent.model.builtin.step_clauses import words_of_step
from pytest_webagent.model.builtin.words import VEILED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.model.builtin.progress import Scene
    from pytest_webagent.model.builtin.slot_filling import Assignment, Filling
    from pytest_webagent.model.builtin.slots import Form
    from pytest_webagent.model.builtin.step_clauses import Clause

GIVING: Final = frozenset(("type", "fill", "set", "choose", "state"))
"""Deeds that give something a value, and send nothing."""
OFF: Final = frozenset(("untick", "disable"))
TICKING: Final = OFF | {"tick", "enable"}
"""Deeds that are done to boxes and switches."""
CREATING: Final = frozenset(("add", "create", "make", "new", "write", "compose", "register", "invite"))
SENDING: Final = lexicon.stemmed("submit send save ok apply create add done continue confirm")
"""How the names of buttons begin that send a form."""


def filled(scene: Scene, clause: Clause, *, sent: bool) -> list[list[say.Instruction]]:
    """What is done to fill a form with the values of a clause; `sent` where another step sends it.

    Raises:
        Missing: no form of the page takes them all.
        Refusal: they can be taken in two ways.
    """
    before = clause.before
    text = undashed(f"{before} {clause.body}" if before else f"{clause.verb} {clause.body}".strip())
    verb = 0 if before else len(clause.verb.split())
    found: list[tuple[Assignment, list[say.Instruction]]] = []
    problem: Unexplained | None = None
    boxes = TICKING.intersection(clause.deeds)
    for form in forms(scene.view):
        presses = [] if boxes else _presses(scene, form, clause)
        if presses is None:
            continue
        slots = [each for each in form.slots if not boxes or "box" in each.takes]
        filling = SlotFilling(text, verb, slots, _known(scene, form), scene.page.language)
        try:
            best = filling.best()
        except Unexplained as unexplained:
            problem = max(problem or unexplained, unexplained, key=lambda each: -len(str(each)))
            continue
        fillings = [each._replace(on=each.on is not bool(boxes & OFF)) for each in best.fillings]
        done = [each for one in sorted(fillings, key=lambda each: each.slot.at) for each in _acts(scene, one)]
        found.append((best, done + ([] if sent else presses)))
    least = min((each.cost for each, _ in found), default=0)
    ways = [done for each, done in found if each.cost == least]
    if len(ways) > 1:
        raise Refusal(f"{text!r} fits the fields of two forms equally well")
    if not ways:
        raise Missing(str(problem) if problem else text, "a field that takes it")
    return [[each] for each in ways[0]]


def _known(scene: Scene, form: Form) -> frozenset[str]:
    """The terms of what a sentence may say of a form beside its values."""
    view = scene.view
    said = [view.name(at) for at in view.within(form.at) if view[at].role == "heading"]
    said += [
        view.title,
        view.name(form.at) if view[form.at].name else "",
        *(view.name(at) for at in form.buttons),
    ]
    said += [name for slot in form.slots for name in slot.names]
    return term_set(" ".join(said))


def _presses(scene: Scene, form: Form, clause: Clause) -> list[say.Instruction] | None:
    """The button that the verb means; none for a verb that only gives values, and None where the form has no such button."""
    view = scene.view
    verb = clause.verb.split()[0].lower() if clause.verb else ""
    creates = verb in CREATING
    if GIVING.intersection(clause.deeds) and not creates:
        return []
    first = {at: stem((view.name(at).split() or [""])[0].lower().strip("+ ")) for at in form.buttons}
    begins = [at for at in form.buttons if first[at] == stem(verb)]
    heads = term_set(" ".join(view.name(at) for at in view.within(form.at) if view[at].role == "heading"))
    if not begins and (stem(verb) in heads or creates):
        # "Request the guest apartment" is the heading of what "Send request" sends.
        begins = [at for at in form.buttons if stem(verb) in terms(view.name(at)) or first[at] in SENDING]
    if len(begins) != 1:
        return None
    return [say.Click(target=say.Target(f"'{view.name(begins[0])}'", id=view[begins[0]].id))]


def _acts(scene: Scene, filling: Filling) -> Iterator[say.Instruction]:
    view, slot = scene.view, filling.slot
    at = held(view, slot.at)
    field = say.Target(f"'{slot.label}'", id=None if at is None else view[at].id)
    if "box" in slot.takes:
        yield say.Tick(target=field, on=filling.on)
        return
    offered = dict(slot.options)
    several = len(filling.values) > 1
    for value in filling.values:
        option = offered.get(value, slot.at)
        if option != slot.at:
            known = held(view, option)
            yield say.Tick(
                target=say.Target(f"'{value}'", id=None if known is None else view[known].id), on=True
            )
        elif offered or "choice" in slot.takes or several:
            yield say.Choose(option=say.Target(f"'{value}'"), field=field, each=several)
        else:
            yield say.Fill(value=value, field=field)

"""A step that fills a form: the values it says, each into its field, and the button that its verb means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import BUTTONS, DIALOGS
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import akin, stem, term_set, terms
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.assignments import Unexplained
from pytest_webagent.model.builtin.finder import held
from pytest_webagent.model.builtin.refusal import Missing
from pytest_webagent.model.builtin.row_controls import with_synonyms
from pytest_webagent.model.builtin.short_names import weighs
from pytest_webagent.model.builtin.slot_filling import GIVING, OFF, TICKING, SlotFilling
from pytest_webagent.model.builtin.slot_values import plainly
from pytest_webagent.model.builtin.slots import forms
from pytest_webagent.model.builtin.step_clauses import words_of_step
from pytest_webagent.model.builtin.subject import is_subject
from pytest_webagent.model.builtin.words import tokens, unveil

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.model.builtin.assignments import Assignment, Filling
    from pytest_webagent.model.builtin.progress import Scene
    from pytest_webagent.model.builtin.slots import Form
    from pytest_webagent.model.builtin.step_clauses import Clause

_CHOOSING: Final = frozenset(("choose", "filter"))
CREATING: Final = frozenset(("add", "create", "make", "new", "register", "invite"))
_NEW: Final = frozenset(map(stem, CREATING))
_SOMEBODY: Final = lexicon.PERSONS | lexicon.PEOPLE | lexicon.stemmed("user colleague teammate friend")
_WHERE: Final = {"contentinfo": "bottom end footer page", "banner": "top header page"}
"""What may be said of where a form stands."""
_GOES_ON: Final = ("…", "...")
"""How the names of buttons end that ask for more."""
"""How the names of buttons begin that lead to something new."""
SENDING: Final = lexicon.stemmed("submit send save ok apply create add done continue confirm")
"""How the names of buttons begin that send a form."""


def filled(scene: Scene, clause: Clause, *, sent: bool) -> list[list[say.Instruction]]:
    """What is done to fill a form with the values of a clause; `sent` where another step sends it.

    Raises:
        Missing: no form of the page takes them all.
        Refusal: they can be taken in two ways.
    """
    if scene.page.dialog is not None:
        raise Missing(unveil(clause.body, "'"), "a field that can be used now")
    before = clause.before
    if not before and is_subject(scene.finder.look, say.Target(unveil(clause.body, "'"), clause.verb)):
        raise Missing(unveil(clause.body, "'"), "a value")
    text = plainly(f"{before} {clause.body}" if before else f"{clause.verb} {clause.body}".strip())
    said = _verb(clause)[1]
    off = bool(OFF.intersection(clause.deeds)) or clause.verb.lower() == "remove"
    found: list[tuple[int, list[say.Instruction]]] = []
    problem: Unexplained | None = None
    for form in forms(scene.view):
        ways = _Ways(scene, form, clause)
        filling = SlotFilling(text, ways.slots, ways.known, scene.page.language)
        try:
            best = filling.best(
                verb=0 if before or not ways.free else said,
                spoken=said if ways.explained and not ways.free else 0,
                placed=len(words_of_step(before)),
                typed=ways.button is not None or ways.types,
            )
        except Unexplained as unexplained:
            problem = max(problem or unexplained, unexplained, key=lambda each: -len(str(each)))
            continue
        if not (clause.verb or before or best.begins(text)):
            continue
        fillings = sorted(best.fillings, key=lambda each: each.slot.at)
        done = [each for one in fillings for each in _acts(scene, one, off=off)]
        if (formatted := ways.formatted(best)) is None:
            continue
        done += formatted
        pressed = [] if sent else ways.presses(best)
        if not (sent or pressed or ways.gives_only(best)):
            # What is done is more than to fill it.
            continue
        found.append((best.cost, done + pressed))
    least = min((cost for cost, _ in found), default=0)
    cheapest = [done for cost, done in found if cost == least]
    if len(cheapest) != 1:
        raise Missing(str(problem) if problem else unveil(text, "'"), "a field that takes it")
    return [[each] for each in cheapest[0]]


def opener(scene: Scene, clause: Clause) -> say.Click | None:
    """The button that opens the form for what a clause gives: "Reserve Loft Santos with breakfast"; None where there is none.

    It begins with the verb, and the clause says what else it is called, and the thing in whose row or card it stands.
    """
    view, verb = scene.view, stem(clause.verb.partition(" ")[0].lower())
    if clause.before or not verb or _opening(scene) is not None:
        return None
    begins = _verbs(verb)
    said = term_set(unveil(plainly(clause.body)))
    sends = {
        at
        for form in forms(view)
        for at in form.buttons
        if view[form.at].role in DIALOGS | {"form"} or any(each.typed for each in form.slots)
    }
    listed = {scene.finder.called(each) for one in scene.finder.look.listings for each in one.items}
    others = {title for title in listed if title and term_set(title) <= said}
    found: list[tuple[int, str]] = []
    for at in scene.controls(BUTTONS | {"link"}):
        if at in sends:
            continue
        first, noun = terms(view.name(at))[:1], term_set(view.name(at)) - begins
        if not begins.intersection(first) or (weighs(view.name(at)) and not view.name(at).endswith(_GOES_ON)):
            continue
        item = scene.finder.holder(at)
        title = scene.finder.called(item) if item is not None else "" if noun else view.title
        if (item is not None or not noun) and not (title and term_set(title) <= said):
            continue
        if verb in _NEW if item is not None else others:
            # "Add to cart" is done at once, and what is done to another thing of the page is not new.
            continue
        left = said - noun - term_set(title) - _NEW
        if left and (noun <= said or noun <= _SOMEBODY):
            found.append((at, title))
    if len(found) != 1:
        return None
    (at, title), *_ = found
    said_so = f"'{view.name(at)}' in the row of '{title}'" if title else f"'{view.name(at)}'"
    return say.Click(target=say.Target(said_so, id=view[at].id))


def _opening(scene: Scene) -> say.Click | None:
    """What opened the form that a step fills, where that is said by the same step."""
    progress = scene.progress
    before = progress.instructions[progress.index - 1] if progress.index else None
    if isinstance(before, say.Click) and before.target.id is not None:
        return before if before.said == progress.current.said else None
    return None


def _verbs(verb: str) -> frozenset[str]:
    """A verb as names have it: what is to be new is made with any of several."""
    return _NEW if stem(verb) in _NEW else frozenset((stem(verb),))


def _verb(clause: Clause) -> tuple[str, int]:
    """The verb of a clause as one word, and how many words it is there: "sign up"."""
    words = f"{clause.verb} {clause.body}".split() if clause.verb else []
    one = tokens(" ".join(words[:2])) if all(map(str.isascii, words[:2])) else ()
    if len(clause.verb.split()) == 1 and len(one) == 1 and len(words) > 1:
        return one[0], 2
    return clause.verb.partition(" ")[0].lower(), len(clause.verb.split())


class _Ways:
    """What a clause may say in one form: which slots its verb goes with, and what it presses."""

    def __init__(self, scene: Scene, form: Form, clause: Clause) -> None:
        view = self.view = scene.view
        self.form = form
        verb = self.verb = _verb(clause)[0]
        self.creates = verb in CREATING and not clause.before
        words = (each.low for each in words_of_step(clause.body) if each.low not in lexicon.ARTICLES)
        self.first = stem(next(words, ""))
        gives = bool(GIVING.intersection(clause.deeds)) or verb in CREATING
        # "Complete 'Tea'", "change 'Tea'" and "choose 'Tea'" say no text to type.
        self.types = bool(GIVING.intersection(clause.deeds)) and not _CHOOSING.intersection(clause.deeds)
        self.types = self.types and verb not in lexicon.DEEDS and not self.creates
        inside = [at for at in view.within(form.at) if view[at].role == "heading"]
        head = view.heading_before(form.at)
        if head is not None and view[head].parent in list(view.page.ancestors(form.at)):
            inside.append(head)
        self.heads = term_set(" ".join([*map(view.name, inside), view[form.at].name]))
        first = {at: stem((view.name(at).split() or [""])[0].lower().strip("+ ")) for at in form.buttons}
        begins = [at for at in form.buttons if first[at] == stem(verb)]
        begins = begins or [at for at in form.buttons if first[at] in with_synonyms(verb)]
        self.opened = _opening(scene)
        if self.opened:
            self.heads |= {stem(verb)}
        if not begins and (stem(verb) in self.heads or self.creates):
            # "Request the guest apartment" is the heading of what "Send request" sends.
            begins = [at for at in form.buttons if stem(verb) in terms(view.name(at)) or first[at] in SENDING]
        # What stands in a row or card is done to that.
        item = scene.finder.holder(form.at)
        title = frozenset[str]() if item is None else term_set(scene.finder.called(item))
        named = bool(title) and title <= term_set(unveil(plainly(clause.body)))
        alone = view[form.at].role in DIALOGS | {"form"} or item is None or named
        alone = alone and len(begins) == 1
        self.button = begins[0] if alone and (self.creates or not gives) else None
        tools = [at for at in form.buttons if view.ancestor(at, ("toolbar",)) is not None]
        self.tools = {stem(view.name(at).lower()): at for at in tools}
        # "Pay by card" says how the payment is made.
        offering = [each for each in form.slots if each.options]
        speaks = bool(verb) and any(akin(stem(verb), each) for slot in offering for each in slot.terms)
        ticks, takes_out = bool(TICKING.intersection(clause.deeds)), verb == "remove"
        self.free = gives or ticks or takes_out or self.button is not None
        self.explained = self.free or speaks
        wanted = {"box"} if ticks or not self.explained else frozenset[str]()
        wanted |= {"choice", "options"} if takes_out or OFF.intersection(clause.deeds) else frozenset()
        # "Mute notifications at night" may be a box; "Send me a copy" is done by none.
        lasts = self.explained or verb in lexicon.LASTING
        # The box that is called as its row is the row itself, and no field of it.
        slots = [each for each in form.slots if not (named and each.terms <= title)] if lasts else []
        self.slots = [each for each in slots if not wanted or wanted & each.takes]
        self.known = self._known(scene) if self.explained else frozenset[str]()

    def _known(self, scene: Scene) -> frozenset[str]:
        """The terms of what a sentence may say of a form beside its values."""
        view, form = self.view, self.form
        around = [form.at, *view.page.ancestors(form.at)]
        said = [view.title, *(view[at].name for at in around)]
        said += [words for role, words in _WHERE.items() if view.ancestor(form.at, (role,)) is not None]
        said += [] if self.button is None else [view.name(self.button)]
        said += [] if self.opened is None else [self.opened.target.said]
        return term_set(" ".join(said)) | self.heads | self.tools.keys()

    def formatted(self, best: Assignment) -> list[say.Instruction] | None:
        """What formats the text of a field that has tools for that: "in bold"; None where it is said of another field."""
        done: list[say.Instruction] = []
        for at in (at for word, at in self.tools.items() if word in best.beside):
            field = next((each.at for each in self.form.slots if each.at > at), -1)
            filled = [each for each in best.fillings if each.slot.at == field]
            if not filled:
                return None
            keys = (("key", "ControlOrMeta+A"), ("element_id", str(self.view[field].id)))
            done.append(say.Tool(name="press_key", arguments=keys))
            done.append(say.Click(target=say.Target(f"'{self.view.name(at)}'", id=self.view[at].id)))
        return done

    def gives_only(self, best: Assignment) -> bool:
        """Whether nothing is sent: "add the label 'Bug'" gives what is made something."""
        given = term_set(" ".join(each.slot.label for each in best.fillings))
        return not self.creates or self.first in given

    def presses(self, best: Assignment) -> list[say.Instruction]:
        """The button that sends the form, where the verb says so: "add the label 'Bug'" only gives a value."""
        if self.button is None:
            return []
        name = self.view.name(self.button)
        if self.creates:
            said = term_set(name) - {stem(self.verb)}
            begins = terms(name)[:1] == (stem(self.verb),)
            # "Invite a viewer" makes what the form is for.
            makes = bool(_verbs(self.verb) & self.heads) and not self.gives_only(best)
            if not (makes or (said <= best.beside if begins else best.beside & (self.heads | said))):
                return []
        return [say.Click(target=say.Target(f"'{name}'", id=self.view[self.button].id))]


def _acts(scene: Scene, filling: Filling, *, off: bool) -> Iterator[say.Instruction]:
    view, slot = scene.view, filling.slot
    at = held(view, slot.at)
    field = say.Target(f"'{slot.label}'", id=None if at is None else view[at].id)
    if "box" in slot.takes:
        yield say.Tick(target=field, on=filling.on is not off)
        return
    if "counts" in slot.takes:
        yield say.Click(target=field)
        yield say.Step(said=f"set {' and '.join(filling.values)}", opened=True)
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
        elif offered or slot.takes & {"choice", "options", "dates"}:
            yield say.Choose(option=say.Target(f"'{value}'"), field=field, each=several, off=off)
        else:
            yield say.Fill(value=value, field=field)

"""The fields of a page as slots: what each is called, what kinds of values it takes, and to which form it belongs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, FIELDS, TOGGLES
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin.steppers import counts, steppers
from pytest_webagent.model.builtin.words import Fit, Words, best_fitting, option_fit
from pytest_webagent.values.days import calendar_day, days
from pytest_webagent.values.number_words import NUMBERS

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.view import View

_TYPES: Final = {
    "type=date": frozenset(("date",)),
    "type=time": frozenset(("time",)),
    "type=number": frozenset(("number",)),
    "type=range": frozenset(("number",)),
    "type=color": frozenset(("colour",)),
    "type=email": frozenset(("email",)),
}
_CLOCK: Final = re.compile(r"\d{1,2}:\d\d(?:\s?[AaPp]\.?[Mm]\.?)?")
_DATE_PATTERN: Final = re.compile(r"(?i)[dt]{2}\s?([./-])\s?m{2}|m{2}\s?([./-])\s?d{2}|[yja]{4}-m{2}")
_PERIOD: Final = frozenset(("dates", "period", "range", "stay", "nights"))
_GROUPS: Final = ("radiogroup", "group")
_FORMS: Final = ("form", "search", "dialog", "alertdialog")


class Slot(NamedTuple):
    """A field, a box, or a group of radio buttons."""

    at: int
    names: tuple[str, ...]
    """What it is called, the label first."""
    takes: frozenset[str]
    role: str = ""
    options: tuple[tuple[str, int], ...] = ()
    """What it offers, each with its element: the field itself, or its radio button."""

    @property
    def label(self) -> str:
        """What a person calls it first."""
        return self.names[0] if self.names else ""

    @property
    def searches(self) -> bool:
        """Whether it is to search with."""
        return self.role == "searchbox" or bool(term_set("search find filter") & term_set(self.label))

    @property
    def typed(self) -> bool:
        """Whether something new is typed into it."""
        return not self.searches and not self.takes & {"box", "option", "options", "choice", "number"}

    @property
    def terms(self) -> frozenset[str]:
        """The terms of all its names."""
        return term_set(" ".join(self.names))

    @property
    def low(self) -> tuple[str, ...]:
        """The words of its label as tables write them."""
        return tuple(re.findall(r"[^\W_]+", self.label.lower()))

    @property
    def marks(self) -> frozenset[str]:
        """The same and the whole, for tables of what labels say: "Check-in"."""
        return frozenset((*self.low, "".join(self.low)))


class Form(NamedTuple):
    """Fields that are filled together."""

    at: int
    slots: tuple[Slot, ...]
    buttons: tuple[int, ...]


def forms(view: View) -> list[Form]:
    """The forms of a page; browsers show those without a name as plain containers."""
    held: dict[int, list[Slot]] = {}
    for slot in _slots(view):
        own = {slot.at} if view[slot.at].role == "button" else set()
        own |= {each.more for each in steppers(view) if each.less == slot.at}
        held.setdefault(_form(view, slot.at, own), []).append(slot)
    return [Form(at, tuple(slots), _buttons(view, at)) for at, slots in held.items()]


def _form(view: View, at: int, own: set[int]) -> int:
    """The form a field stands in; `own` are the buttons that are a part of the field."""
    found = view.ancestor(at, _FORMS)
    if found is not None:
        return found
    above = list(view.page.ancestors(at)) or [at]
    named = (
        each
        for each in above
        if any(view[one].role == "button" and view.seen(one) and one not in own for one in view.within(each))
    )
    return next(named, above[-1])


def _buttons(view: View, form: int) -> tuple[int, ...]:
    shown = frozenset(view.shown)
    return tuple(at for at in view.within(form) if view[at].role in BUTTONS and at in shown and view.name(at))


def _slots(view: View) -> list[Slot]:
    found: list[Slot] = []
    radios: dict[int, list[tuple[str, int]]] = {}
    shown = frozenset(view.shown)
    for at in view.shown:
        role = view[at].role
        if role == "radio":
            group = view.ancestor(at, _GROUPS) or view[at].parent or at
            radios.setdefault(group, []).append((view.name(at), at))
        elif role in TOGGLES and view.name(at):
            found.append(Slot(at, (view.name(at),), frozenset(("box",)), role))
        elif role in FIELDS and view[at].id is not None and not view.disabled(at):
            found.append(_field(view, at))
        elif counts(view, at) and view[at].id is not None:
            names = (*list(view.texts_before(at, 2))[:1], view.name(at))
            found.append(Slot(at, names, frozenset(("counts",)), "counts"))
        elif role == "button" and lexicon.COLOURS & term_set(view.name(at)) and view[at].id is not None:
            found.append(Slot(at, (view.name(at),), frozenset(("colour",))))
    found += (Slot(each.less, each.names, frozenset(("number",)), "stepper") for each in steppers(view))
    for group, options in radios.items():
        name = view.name(group) if view[group].role in _GROUPS else ""
        found.append(
            Slot(group, tuple(filter(None, (name,))), frozenset(("option",)), "radio", tuple(options))
        )
    return sorted((each for each in found if each.at in shown), key=lambda each: each.at)


def _field(view: View, at: int) -> Slot:
    element = view[at]
    names = tuple(
        dict.fromkeys(
            filter(None, (view.name(at), *list(view.texts_before(at, 1 if element.name else 5))[:3]))
        )
    )
    if element.role in ("combobox", "listbox") or element.options:
        inner = tuple(view.name(each) for each in view.within(at) if view[each].role == "option")
        options = tuple((each, at) for each in element.options or inner)
        taken = "options" if element.role == "listbox" else "option"
        return Slot(at, names, frozenset((taken,) if options else ("choice",)), element.role, options)
    if element.role in ("slider", "spinbutton"):
        return Slot(at, names, frozenset(("number",)), element.role)
    typed = [_TYPES[each] for each in element.states if each in _TYPES]
    if typed:
        return Slot(at, names, typed[0], element.role)
    return Slot(at, names, frozenset(_kinds(view, at, names).split()), element.role)


def _kinds(view: View, at: int, names: tuple[str, ...]) -> str:
    """What a plain text field takes, by its label, its hint and what it holds."""
    value, hint = view[at].value or "", view[at].placeholder
    said = term_set(f"{' '.join(names)} {hint}")
    low = frozenset(re.findall(r"[^\W_]+", f"{' '.join(names)} {hint}".lower()))
    low |= {re.sub(r"[\W_]+", "", each.lower()) for each in names}
    starts, ends = bool(low & lexicon.STARTS), bool(low & lexicon.ENDS)
    if (starts and ends) or _PERIOD & low or len(days(value, view.page.language)) > 1:
        return "dates"
    if _CLOCK.fullmatch(value) or _CLOCK.fullmatch(hint) or lexicon.stemmed("time hour clock") & said:
        return "time"
    if (
        calendar_day(value)
        or _DATE_PATTERN.search(hint)
        or lexicon.stemmed("date day birthday deadline") & said
    ):
        return "date"
    if starts or ends:
        return "text date time"
    return "text email" if "email" in said else "text"


def option_of(slot: Slot, text: str, *, quoted: bool, labelled: bool) -> tuple[int, tuple[str, ...]] | None:
    """The one option of a slot that a text means, and what it costs to take it for that; None where there is none."""
    said = str(NUMBERS.get(text.lower(), text))
    levels = [(option_fit(Words(said, exact=quoted), each), each) for each, _ in slot.options]
    best, level = best_fitting(levels, Fit.PART if labelled else Fit.SET)
    if len(set(best)) != 1 or not (labelled or re.search(r"[^\W\d_]", said)):
        return None
    return int(level < Fit.SET), (best[0],)

"""What has to hold on a page for a statement to be true: derivations that hold where it is, and are refuted where it is not."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import DIALOGS, FIELDS
from pytest_webagent.claims.citations import Citations
from pytest_webagent.claims.condition import OPPOSITE, AnyOf, Compared, InState, Ordered, Shown
from pytest_webagent.claims.derivation import TRUTHS, Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.outcome import Outcome, Unclear
from pytest_webagent.claims.page_terms import PageTerms, covers
from pytest_webagent.claims.statements import asked_for, conditions, denied
from pytest_webagent.language.terms import term_set
from pytest_webagent.language.words import negated
from pytest_webagent.values.amounts import amounts
from pytest_webagent.values.bounds import is_bound
from pytest_webagent.values.days import calendar_day
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.plain_text import flat, plain, says
from pytest_webagent.values.quantities import may_be_same, quantities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.citations import Told
    from pytest_webagent.claims.condition import Condition, Part
    from pytest_webagent.claims.derivation import Op
    from pytest_webagent.observation import Observation
    from pytest_webagent.page.places import Place
    from pytest_webagent.values.relations import Relation

_LONGEST: Final = 120
_PINNED: Final = frozenset(("=", "!="))


def predicates(statement: str, page: Observation, *, asked: bool = False) -> tuple[Derivation, ...]:
    """What has to hold on a page for a statement to be true; `asked`: for the answer to a question to be yes.

    Raises:
        Absent: something that it speaks of is not there, or not yet.
        Unclear: it is not understood, or the page does not tell.
    """
    made, read = Predicates(page), asked_for if asked else conditions
    found = dict.fromkeys(each for one in read(statement, page) for each in made.of(one))
    if all(
        (each.op == "not_exists" and not each.elements) or (each.op == "count" and each.to == "0")
        for each in found
    ):
        # All of that would hold on an empty page as well.
        found |= dict.fromkeys(made.anchor())
    came_to = [work_out(each, page) for each in found]
    unclear = [each.problem for each in came_to if each.problem and not each.refuted]
    if unclear and not any(each.refuted for each in came_to):
        raise Unclear(f"whether it holds cannot be told: {unclear[0]}")
    return tuple(found)


class Predicates:
    """Makes predicates for one page."""

    def __init__(self, page: Observation) -> None:
        self.page = page
        self._look = PageTerms(page)
        self._cites = Citations(page)

    def of(self, condition: Condition) -> tuple[Derivation, ...]:
        """The predicates of a condition.

        Raises:
            Unclear: whether it holds cannot be told.
        """
        match condition:
            case Compared():
                name = (
                    ()
                    if condition.value.place is None
                    else self._of_item(condition.value.place, condition.about)
                )
                return (*self._compared(condition), *name)
            case Shown():
                return self._shown(condition)
            case InState():
                state = condition.state if condition.true else f"not {condition.state}"
                return (
                    self._there(condition.place, self._label(condition.place), state),
                    *self._of_item(condition.place),
                )
            case Ordered(values, relation):
                return (self._related("order", relation, [self._cites.of(each) for each in values]),)
            case AnyOf():
                # Those of the first that holds; where none does, those of the first.
                every = [self.of(each) for each in condition.conditions]
                return next((each for each in every if self._hold(each)), every[0])

    def telling(self, found: Sequence[Condition], *, holds: bool) -> tuple[Derivation, ...]:
        """What shows that conditions hold, or that they do not; nothing where what shows it cannot be cited."""
        if not holds and len(found) == 1 and isinstance(found[0], Ordered):
            return self._otherwise_ordered(found[0])
        try:
            cited = dict.fromkeys(
                each for one in (found if holds else denied(found)) for each in self.of(one)
            )
        except Unclear:
            if holds:
                raise
            return ()
        return tuple(each for each in cited if self._hold((each,)))

    def anchor(self) -> tuple[Derivation, ...]:
        """What shows that a page is there: its main heading, else its title.

        Raises:
            Unclear: it has neither.
        """
        heading = self._look.heading
        if heading is not None:
            return (self._there(heading, heading.said),)
        if self.page.title.strip():
            return (Derivation(op="title", relation="=", to=self.page.title),)
        raise Unclear("the page has neither a heading nor a title, so what is not on it proves nothing")

    def _hold(self, found: Sequence[Derivation]) -> bool:
        return all(work_out(each, self.page).holds for each in found)

    def _there(self, place: Place, text: str, state: str = "") -> Derivation:
        return Derivation(op="exists", elements=self._cites.ids((place.at,)), text=text, state=state)

    def _label(self, place: Place) -> str:
        return self._look.reading.label(place.at)

    def _of_item(self, place: Place, about: frozenset[str] | None = None) -> tuple[Derivation, ...]:
        """That the row or card in which a place stands is still the one of that name; one that is spoken of, if that is given."""
        item = place.item()
        name = self._look.lists.name(item) if item is not None else None
        if item is None or name is None or name.at == place.at:
            return ()
        if says(self._label(place), name.said) if about is None else not term_set(name.said) & about:
            return ()
        found = self._there(item, name.said)
        return (found,) if self._hold((found,)) else ()

    # Values

    def _compared(self, asked: Compared) -> tuple[Derivation, ...]:
        told, relation, to = self._cites.of(asked.value), asked.relation, asked.to
        if isinstance(to, Outcome):
            return (self._related("compare", relation, (told, self._cites.of(to))),)
        empty = tuple(each for each in told.evidence if each.op == "exists" and each.state == "empty")
        chosen = [each for each in told.evidence if each.op == "exists" and each.state and each not in empty]
        if chosen and not asked.part and relation in _PINNED:
            compared = Derivation(op="compare", elements=chosen[0].elements, relation=relation, to=to)
            return (*chosen, compared)
        if asked.value.way == "count":
            return self._count(told, relation, to)
        source = self._source(told)
        if source.op == "url" and to.startswith("/") and not asked.part:
            # A path alone is the whole of what is said of an address.
            query = "[^#]*" if "?" in to else "[^?#]*"
            return (replace(source, relation=relation, to=to, pattern=rf"^\w+://[^/?#]+({query})"),)
        if asked.part:
            return (self._in_part(source, asked.part, to, negated=relation == "!="),)
        if empty and relation != "=":
            if relation == "!=":
                return empty
            raise Unclear(f"the field is empty, and whether that is {relation} {to!r} cannot be told")
        if not asked.exact:
            self._refuse_doubt(told.text, relation, to)
        return (
            replace(source, relation=relation, to=to),
            *(replace(each, op="not_exists") for each in empty),
            *(self._pinned(each) for each in told.evidence if each not in (source, *empty)),
        )

    def _count(self, told: Told, relation: Relation, to: str) -> tuple[Derivation, ...]:
        counts = [replace(each, relation=relation, to=to) for each in told.evidence if each.op == "count"]
        others = [each for each in told.evidence if each.op != "count"]
        if not counts and to != "0":
            raise Unclear(
                "that there are none is only said in words, and how many there are cannot be counted"
            )
        return (*counts, *map(self._pinned, others))

    def _pinned(self, each: Derivation) -> Derivation:
        """A derivation that holds as long as the page says there what it says now."""
        found = work_out(each, self.page)
        pinned = each.op not in TRUTHS and not each.relation and found.holds
        return replace(each, relation="=", to=flat(found.text)) if pinned else each

    def _source(self, told: Told) -> Derivation:
        """The derivation that a text was read by.

        Raises:
            Unclear: it stands in several places, each of which says only a part.
        """
        for each in told.evidence:
            found = work_out(each, self.page)
            same = likeness(told.text, found.text, self.page.language).same
            if each.op not in TRUTHS and found.holds and same:
                return each
        there = [each for each in told.evidence if each.op == "exists" and len(each.elements) == 1]
        if len(told.evidence) == len(there) == 1:
            element = self.page.find(there[0].elements[0])
            field = element is not None and element.role in FIELDS
            return Derivation(op="value" if field else "text", elements=there[0].elements)
        raise Unclear(
            f"{told.text!r} stands in several places on the page, so it cannot be compared as a whole"
        )

    def _related(self, op: Op, relation: Relation | None, told: Sequence[Told]) -> Derivation:
        """That values of the page stand in a relation, or in an order.

        Raises:
            Unclear: they do not stand in an element each, or cannot be compared.
        """
        sources = [self._source(each) for each in told]
        elements = tuple(element for source in sources for element in source.elements)
        said, problem = [flat(each.text) for each in told], ""
        for pattern in dict.fromkeys(("", *(each.pattern for each in sources))):
            tried = Derivation(
                op=op, elements=elements, relation=relation, pattern=pattern if relation else ""
            )
            found, read = (
                work_out(each, self.page)
                for each in (tried, Derivation(op="join", elements=elements, pattern=pattern))
            )
            if [flat(each) for each in read.parts] == said and (found.holds or found.refuted):
                return tried
            problem = found.problem
        raise Unclear(f"{' and '.join(map(repr, said))} cannot be compared as they stand: {problem}")

    def _otherwise_ordered(self, asked: Ordered) -> tuple[Derivation, ...]:
        """What shows that elements stand in another order: the order they stand in, or two that do not rise or fall."""
        (wanted,) = self.of(asked)
        if asked.relation is None:
            at = [self.page.index_of(found) for each in wanted.elements if (found := self.page.find(each))]
            return (replace(wanted, elements=self._cites.ids(sorted(at))),)
        relation = OPPOSITE[asked.relation]
        pairs = (
            replace(wanted, op="compare", elements=each, relation=relation)
            for each in pairwise(wanted.elements)
        )
        return tuple(each for each in pairs if self._hold((each,)))[:1]

    def _refuse_doubt(self, found: str, relation: Relation, wanted: str) -> None:
        """Make sure that the page does not say a value with more around it, which may change what it says.

        Raises:
            Unclear: it does.
        """
        language, figures = self.page.language, quantities(wanted)
        if relation not in _PINNED:
            doubtful = is_bound(found, language) and not is_bound(wanted)
        elif (
            likeness(wanted, found, language).same
            or negated(found) != negated(wanted)
            or (calendar_day(wanted) and calendar_day(found, language))
        ):
            doubtful = False
        elif [plain(each.text) for each in figures] == [plain(wanted)]:
            shown = quantities(found, language)
            same = any(may_be_same(each, figures[0]) for each in shown)
            doubtful = same and (len(shown) > 1 or is_bound(found, language))
        else:
            measures = {each.measure for text in (found, wanted) for each in amounts(text, language)}
            mixed = len(measures) > 1 and bool(figures)
            doubtful = says(found, wanted) or says(wanted, found) or mixed
        if doubtful:
            raise Unclear(
                f"the page says {found!r}, and whether that is {wanted!r} cannot be told; give the whole value, or say 'contains'"
            )

    def _in_part(self, source: Derivation, part: Part, text: str, *, negated: bool) -> Derivation:
        """That a text contains another one, starts or ends with it; or does not."""
        if source.pattern:
            found = work_out(source, self.page).text
            if part != "contains":
                raise Unclear(
                    f"{found!r} is a part of a longer text, and how it begins and ends cannot be checked"
                )
            return replace(source, relation="=" if says(found, text) != negated else "!=", to=found)
        if part == "contains" and source.elements and not negated:
            return Derivation(op="exists", elements=source.elements, text=text)
        before = r"(?<!\w)" if text[:1].isalnum() and part != "starts" else ""
        after = r"(?!\w)" if text[-1:].isalnum() and part != "ends" else ""
        said = f"{before}{re.escape(text)}{after}".replace("\\ ", " ") + ("$" if part == "ends" else "")
        if negated:
            somewhere = "" if part == "starts" else ".*"
            return replace(source, pattern=f"(?is)^(?!{somewhere}{said}).+$", relation="!=", to=text)
        return replace(source, pattern=f"(?i){'^' if part == 'starts' else ''}{said}")

    # What is there

    def _shown(self, asked: Shown) -> tuple[Derivation, ...]:
        first = next(iter(self._look.shown), None)
        modal = first if first is not None and first.element.role in DIALOGS and covers(first) else None
        part = asked.within or modal
        within = None if part is None else next(iter(self._cites.ids((part.at,))), None)
        around = () if part is None or within is None else self._named(part)
        if asked.role == "option" and asked.within is not None:
            return self._offered(asked, asked.within)
        if asked.place is None:
            return self._sought(asked, within, around)
        texts = (self._label(asked.place), flat(self._look.reading.said(asked.place.at)))
        fitting = (each for each in texts if 0 < len(each) <= _LONGEST)
        text = asked.said if any(says(each, asked.said) for each in texts) else next(fitting, "")
        if asked.there:
            return (self._there(asked.place, text, "visible"), *around)
        for said in filter(None, (asked.said, text)):
            missing = Derivation(op="not_exists", role=asked.role, text=said, within=within)
            if work_out(missing, self.page).refuted:
                return (missing,)
        return (self._there(asked.place, text, "not visible"),)

    def _named(self, part: Place) -> tuple[Derivation, ...]:
        """That a part of the page is still called so."""
        named = self._there(part, self._label(part))
        return (named,) if named.text and self._hold((named,)) else ()

    def _sought(
        self, asked: Shown, within: int | None, around: tuple[Derivation, ...]
    ) -> tuple[Derivation, ...]:
        """What would have to come, or what must not.

        Raises:
            Unclear: its words are on the page in another way.
        """
        op: Op = "exists" if asked.there else "not_exists"
        wanted = Derivation(op=op, role=asked.role, text=asked.said, within=within)
        if work_out(wanted, self.page).holds != asked.there:
            return (wanted, *around) if asked.there else (wanted, *(around or self.anchor()))
        alike = [
            each.id
            for each in self.page.elements
            if each.role == asked.role and each.id is not None and says(each.name, asked.said)
        ]
        if not alike:
            raise Unclear(f"whether there is {asked.said!r} cannot be told")
        relation: Relation = "=" if asked.there else "!="
        return tuple(
            Derivation(op="compare", elements=(each,), relation=relation, to=asked.said) for each in alike
        )

    def _offered(self, asked: Shown, field: Place) -> tuple[Derivation, ...]:
        """That a dropdown offers an option.

        Raises:
            Unclear: another one beside it does.
        """
        parent = field.element.parent
        beside = range(len(self.page.elements)) if parent is None else self.page.descendants(parent)
        if any(at != field.at and asked.said in self.page.elements[at].options for at in beside):
            raise Unclear(
                f"another field offers {asked.said!r}, too, so whether this one does cannot be checked"
            )
        within = None if parent is None else next(iter(self._cites.ids((parent,))), None)
        op: Op = "exists" if asked.there else "not_exists"
        return (
            Derivation(op=op, role="option", text=asked.said, within=within),
            self._there(field, self._label(field)),
        )

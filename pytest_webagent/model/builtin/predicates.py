"""The conditions of a statement as predicates over a page: derivations that hold where it is true, and are refuted where it is not."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.claims.condition import OPPOSITE, AnyOf, Compared, InState, Ordered, Shown
from pytest_webagent.claims.derivation import TRUTHS, Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.outcome import Unclear
from pytest_webagent.claims.statements import denied
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin.asked import told_of
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.model.builtin.same_value import says_the_same
from pytest_webagent.page.lists import lists
from pytest_webagent.values.bounds import is_bound
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.plain_text import flat, says
from pytest_webagent.values.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.condition import Condition, Part
    from pytest_webagent.model.builtin.told import Citing, Told
    from pytest_webagent.values.relations import Relation

_LONGEST = 120
_PINNED = frozenset(("=", "!="))


class Predicates:
    """Makes predicates for one page."""

    def __init__(self, citing: Citing) -> None:
        self.citing = citing
        self.page = citing.view.page
        self.reading = citing.view.reading

    def of(self, condition: Condition) -> tuple[Derivation, ...]:
        """The predicates of a condition.

        Raises:
            Refusal: whether it holds cannot be told.
        """
        match condition:
            case Compared():
                return self._compared(condition)
            case Shown():
                return self._shown(condition)
            case InState():
                return self._in_state(condition)
            case Ordered():
                return (self._ordered(condition),)
            case AnyOf():
                return self._any(condition)

    def telling(self, found: Sequence[Condition], *, holds: bool) -> tuple[Derivation, ...]:
        """What shows that conditions hold, or that they do not; nothing where what shows it cannot be cited."""
        if not holds and len(found) == 1 and isinstance(found[0], Ordered):
            return self._otherwise_ordered(found[0])
        if not holds:
            try:
                found = denied(found)
            except Unclear:
                return ()
        cited = tuple(dict.fromkeys(each for one in found for each in self.of(one)))
        return tuple(each for each in cited if work_out(each, self.page).holds)

    def anchor(self) -> tuple[Derivation, ...]:
        """What shows that a page is there: its main heading, else its title.

        Raises:
            Refusal: it has neither.
        """
        view = self.citing.view
        if view.main_heading is not None:
            return (Derivation(op="exists", elements=self.citing.ids((view.main_heading,)), text=view.title),)
        if self.page.title.strip():
            return (Derivation(op="title", relation="=", to=self.page.title),)
        raise Refusal("the page has neither a heading nor a title, so what is not on it proves nothing")

    def _holds(self, found: tuple[Derivation, ...]) -> bool:
        return all(work_out(each, self.page).holds for each in found)

    def _any(self, condition: AnyOf) -> tuple[Derivation, ...]:
        """Those of the first alternative that holds; where none does, those of the first."""
        every = [self.of(each) for each in condition.conditions]
        return next((each for each in every if self._holds(each)), every[0])

    # Values

    def _compared(self, condition: Compared) -> tuple[Derivation, ...]:
        told = told_of(self.citing, condition.value)
        if not isinstance(condition.to, str):
            return (self._both(condition, told, told_of(self.citing, condition.to)), *self._named(condition))
        chosen = [each for each in told.evidence if each.op == "exists" and each.state not in ("", "empty")]
        if chosen and not condition.part and condition.relation in _PINNED:
            compared = Derivation(
                op="compare", elements=chosen[0].elements, relation=condition.relation, to=condition.to
            )
            return (*chosen, compared)
        if condition.value.way == "count":
            return (*self._count(condition, told), *self._named(condition))
        source = self._source(told)
        if source.op == "url" and condition.to.startswith("/") and not condition.part:
            # A path alone is the whole of what is said of an address.
            query = "[^#]*" if "?" in condition.to else "[^?#]*"
            source = replace(source, pattern=rf"^\w+://[^/?#]+({query})")
            return (replace(source, relation=condition.relation, to=condition.to),)
        if condition.part:
            return self._in_part(source, condition.part, condition.to, negated=condition.relation == "!=")
        if not condition.exact:
            self._refuse_doubt(told.text, condition)
        empty = [each for each in told.evidence if each.op == "exists" and each.state == "empty"]
        if empty and condition.relation == "!=":
            return tuple(empty)
        if empty and condition.relation != "=":
            raise Refusal(
                f"the field is empty, and whether that is {condition.relation} {condition.to!r} cannot be told"
            )
        return (
            replace(source, relation=condition.relation, to=condition.to),
            *(replace(each, op="not_exists") for each in empty),
            *(self._pinned(each) for each in told.evidence if each not in (source, *empty)),
            *self._named(condition),
        )

    def _count(self, condition: Compared, told: Told) -> tuple[Derivation, ...]:
        counts = [
            replace(each, relation=condition.relation, to=str(condition.to))
            for each in told.evidence
            if each.op == "count"
        ]
        others = [each for each in told.evidence if each.op != "count"]
        if told.text == "0" and others and not self._holds(tuple(counts)):
            # A text says that there are none, which is not so many.
            return tuple(
                replace(each, relation="=", to=str(condition.to)) for each in others if each.op == "text"
            )
        return (*counts, *map(self._pinned, others))

    def _both(self, condition: Compared, one: Told, other: Told) -> Derivation:
        """That one value of the page stands in a relation to another one.

        Raises:
            Refusal: they cannot be compared.
        """
        sources = [self._source(each) for each in (one, other)]
        elements = tuple(element for source in sources for element in source.elements)
        for pattern in dict.fromkeys(("", *(source.pattern for source in sources))):
            tried = Derivation(op="compare", elements=elements, relation=condition.relation, pattern=pattern)
            found = work_out(tried, self.page)
            if (
                len(elements) == 2
                and (found.holds or found.refuted)
                and self._read_alike(elements, pattern, (one, other))
            ):
                return tried
        raise Refusal(f"{one.text!r} and {other.text!r} are not two values that can be compared")

    def _read_alike(self, elements: tuple[int, ...], pattern: str, told: tuple[Told, ...]) -> bool:
        """Whether a pattern reads out of each element what was told of it."""
        read = [
            work_out(Derivation(op="join", elements=(at,), pattern=pattern), self.page) for at in elements
        ]
        return all(
            found.holds and flat(found.text) == flat(each.text)
            for found, each in zip(read, told, strict=True)
        )

    def _source(self, told: Told) -> Derivation:
        """The derivation that a text was read by.

        Raises:
            Refusal: it stands in several places, each of which says only a part.
        """
        for each in told.evidence:
            found = work_out(each, self.page) if each.op not in TRUTHS else None
            if found is not None and found.holds and likeness(told.text, found.text, self.page.language).same:
                return each
        if (
            len(told.evidence) == 1
            and told.evidence[0].op == "exists"
            and len(told.evidence[0].elements) == 1
        ):
            element = self.page.find(told.evidence[0].elements[0])
            role = element.role if element is not None else ""
            return Derivation(op="value" if role in FIELDS else "text", elements=told.evidence[0].elements)
        raise Refusal(
            f"{told.text!r} stands in several places on the page, so it cannot be compared as a whole"
        )

    def _refuse_doubt(self, found: str, condition: Compared) -> None:
        wanted = str(condition.to)
        if condition.relation in _PINNED:
            try:
                says_the_same(wanted, found, self.page.language)
            except Refusal:
                # The same words in another order, or some of them apart, are another text.
                if says(found, wanted) or says(wanted, found) or quantities(wanted):
                    raise
        elif is_bound(found, self.page.language) and not is_bound(wanted):
            raise Refusal(f"the page says {found!r}, which is no plain value to compare with {wanted!r}")

    def _in_part(self, source: Derivation, part: Part, text: str, *, negated: bool) -> tuple[Derivation, ...]:
        """That a text contains another one, starts or ends with it; or does not."""
        said = re.escape(text).replace("\\ ", " ")
        before, after = (r"(?<!\w)" if text[:1].isalnum() else "", r"(?!\w)" if text[-1:].isalnum() else "")
        if source.pattern:
            found = work_out(source, self.page).text
            if part != "contains":
                raise Refusal(
                    f"{found!r} is a part of a longer text, and how it begins and ends cannot be checked"
                )
            return (replace(source, relation="=" if says(found, text) != negated else "!=", to=found),)
        ways = {"contains": f"{before}{said}{after}", "starts": f"^{said}{after}", "ends": f"{before}{said}$"}
        if negated:
            somewhere = "" if part == "starts" else ".*"
            unlike = f"(?is)^(?!{somewhere}{ways[part].removeprefix('^')}).+$"
            return (replace(source, pattern=unlike, relation="!=", to=text),)
        if part == "contains" and source.elements:
            return (Derivation(op="exists", elements=source.elements, text=text),)
        return (replace(source, pattern=f"(?i){ways[part]}"),)

    def _pinned(self, each: Derivation) -> Derivation:
        """A derivation that holds as long as the page says there what it says now."""
        if each.op in TRUTHS or each.relation:
            return each
        found = work_out(each, self.page)
        return replace(each, relation="=", to=flat(found.text)) if found.holds else each

    def _named(self, condition: Compared) -> tuple[Derivation, ...]:
        """That the row or card whose value is spoken of is still the one of that name."""
        item = condition.value.place.item() if condition.value.place is not None else None
        name = lists(self.page).name(item) if item is not None else None
        if (
            item is None
            or name is None
            or not term_set(name.said) & condition.about
            or name == condition.value.place
        ):
            return ()
        found = Derivation(op="exists", elements=self.citing.ids((item.at,)), text=name.said)
        return (found,) if self._holds((found,)) else ()

    # What is there

    def _shown(self, condition: Shown) -> tuple[Derivation, ...]:
        part = condition.within.at if condition.within is not None else self.citing.view.modal
        within = None if part is None else next(iter(self.citing.ids((part,))), None)
        if condition.place is None or (condition.role == "option" and condition.within is not None):
            return self._sought(condition, within)
        elements = self.citing.ids((condition.place.at,))
        text = self._words(condition)
        if condition.there:
            return (
                Derivation(op="exists", elements=elements, text=text, state="visible"),
                *self._around(within),
            )
        for said in dict.fromkeys((condition.said, text)):
            denied = Derivation(op="not_exists", role=condition.role, text=said, within=within)
            if said and work_out(denied, self.page).refuted:
                return (denied,)
        return (Derivation(op="exists", elements=elements, text=text, state="not visible"),)

    def _around(self, within: int | None) -> tuple[Derivation, ...]:
        """That a part of the page is still called so."""
        if within is None:
            return ()
        element = self.page.find(within)
        label = self.reading.label(self.page.index_of(element)) if element is not None else ""
        named = Derivation(op="exists", elements=(within,), text=label)
        return (named,) if label and self._holds((named,)) else ()

    def _sought(self, condition: Shown, within: int | None) -> tuple[Derivation, ...]:
        """What would have to come, or what must not.

        Raises:
            Refusal: its words are on the page in another way.
        """
        if condition.role == "option" and condition.within is not None:
            return self._offered(condition)
        wanted = Derivation(
            op="exists" if condition.there else "not_exists",
            role=condition.role,
            text=condition.said,
            within=within,
        )
        found = work_out(wanted, self.page)
        if found.holds == condition.there:
            alike = [
                each.id
                for each in self.page.elements
                if each.role == condition.role and each.id is not None and says(each.name, condition.said)
            ]
            if not alike:
                raise Refusal(f"whether there is {condition.said!r} cannot be told")
            relation: Relation = "=" if condition.there else "!="
            return tuple(
                Derivation(op="compare", elements=(each,), relation=relation, to=condition.said)
                for each in alike
            )
        return (
            (wanted, *self._around(within))
            if condition.there
            else (wanted, *(self._around(within) or self.anchor()))
        )

    def _offered(self, condition: Shown) -> tuple[Derivation, ...]:
        """That a dropdown offers an option.

        Raises:
            Refusal: another one beside it does.
        """
        assert condition.within is not None
        field, parent = condition.within, condition.within.element.parent
        around = None if parent is None else next(iter(self.citing.ids((parent,))), None)
        beside = range(len(self.page.elements)) if parent is None else self.page.descendants(parent)
        if any(at != field.at and condition.said in self.page.elements[at].options for at in beside):
            raise Refusal(
                f"another field offers {condition.said!r}, too, so whether this one does cannot be checked"
            )
        offered = Derivation(
            op="exists" if condition.there else "not_exists",
            role="option",
            text=condition.said,
            within=around,
        )
        named = Derivation(
            op="exists", elements=self.citing.ids((field.at,)), text=self.reading.label(field.at)
        )
        return (offered, named)

    def _words(self, condition: Shown) -> str:
        """What an element that is there says: the words of the statement, or its own."""
        if condition.place is None:
            return condition.said
        at = condition.place.at
        texts = (self.reading.label(at), flat(self.reading.said(at)))
        if any(says(each, condition.said) for each in texts):
            return condition.said
        return next((each for each in texts if 0 < len(each) <= _LONGEST), "")

    # States and order

    def _in_state(self, condition: InState) -> tuple[Derivation, ...]:
        place = condition.place
        state = condition.state if condition.true else f"not {condition.state}"
        label = self.reading.label(place.at)
        found = Derivation(op="exists", elements=self.citing.ids((place.at,)), text=label, state=state)
        item = place.item()
        name = lists(self.page).name(item) if item is not None else None
        if item is None or name is None or name.at == place.at or says(label, name.said):
            return (found,)
        return (found, Derivation(op="exists", elements=self.citing.ids((item.at,)), text=name.said))

    def _otherwise_ordered(self, condition: Ordered) -> tuple[Derivation, ...]:
        """What shows that elements stand in another order: the order they stand in, or two that do not rise or fall."""
        wanted = self._ordered(condition)
        if condition.relation is None:
            at = {
                each: self.page.index_of(found) for each in wanted.elements if (found := self.page.find(each))
            }
            return (Derivation(op="order", elements=tuple(sorted(at, key=lambda each: at[each]))),)
        pairs = (
            replace(wanted, op="compare", elements=pair, relation=OPPOSITE[condition.relation])
            for pair in pairwise(wanted.elements)
        )
        return tuple(each for each in pairs if self._holds((each,)))[:1]

    def _ordered(self, condition: Ordered) -> Derivation:
        """That elements stand in an order.

        Raises:
            Refusal: they do not stand in an element each, or cannot be compared.
        """
        told = [told_of(self.citing, each) for each in condition.values]
        if condition.relation is None:
            elements = self.citing.ids([each.place.at for each in condition.values if each.place is not None])
            if len(elements) < len(told):
                raise Refusal("the names do not stand in an element each, so their order cannot be checked")
            return Derivation(op="order", elements=elements)
        sources = [self._source(each) for each in told]
        elements = tuple(element for source in sources for element in source.elements)
        problem = ""
        for pattern in dict.fromkeys(("", *(source.pattern for source in sources))):
            tried = Derivation(op="order", elements=elements, relation=condition.relation, pattern=pattern)
            found = work_out(tried, self.page)
            if len(elements) == len(told) and (found.holds or found.refuted):
                return tried
            problem = found.problem
        raise Refusal(f"they cannot be compared: {problem}")

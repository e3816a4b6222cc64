"""Texts that answers come from, as predicates: what they are, what is in them, how they are related to a value."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.claims.derivation import TRUTHS, Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.model.builtin.answers import says_the_same
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.values.bounds import is_bound
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.plain_text import flat, says
from pytest_webagent.values.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.model.builtin.statement import Is, Part
    from pytest_webagent.model.builtin.told import Citing, Told
    from pytest_webagent.values.relations import Relation

_OPPOSITE: dict[Relation, Relation] = {"=": "!=", "!=": "="}


class Texts:
    """Makes predicates of what was told of one page."""

    def __init__(self, citing: Citing) -> None:
        self.citing = citing
        self.view = citing.view
        self.page = citing.view.page

    def source(self, told: Told) -> Derivation:
        """The derivation that a text was read by.

        Raises:
            Refusal: it stands in several places, each of which says only a part.
        """
        for each in told.evidence:
            if each.op not in TRUTHS and self._comes_to(each, told.text):
                return each
        if len(told.evidence) == 1 and (found := self._in_element(told.evidence[0])) is not None:
            return found
        raise Refusal(
            f"{told.text!r} stands in several places on the page, so it cannot be compared as a whole"
        )

    def _comes_to(self, each: Derivation, text: str) -> bool:
        found = work_out(each, self.page)
        return found.holds and likeness(text, found.text, self.page.language).same

    def _in_element(self, each: Derivation) -> Derivation | None:
        """What an element says, or a field holds, that is only cited as being there."""
        if each.op != "exists" or len(each.elements) != 1:
            return None
        role = next(element.role for element in self.page.elements if element.id == each.elements[0])
        return Derivation(op="value" if role in FIELDS else "text", elements=each.elements)

    def related(self, told: Told, claim: Is) -> tuple[Derivation, ...]:
        """That what was told stands in the relation to the value, or has it as a part.

        Raises:
            Refusal: whether it does cannot be told.
        """
        chosen = [each for each in told.evidence if each.op == "exists" and each.state not in ("", "empty")]
        if chosen and not claim.part and claim.relation in _OPPOSITE:
            return (
                *chosen,
                Derivation(op="compare", elements=chosen[0].elements, relation=claim.relation, to=claim.to),
            )
        source = self.source(told)
        if claim.part:
            return self.in_part(source, claim.part, claim.to, negated=claim.relation == "!=")
        self._refuse_doubt(told.text, claim)
        rest = (self.pinned(each) for each in told.evidence if each not in (source, *self._empty(told)))
        return (replace(source, relation=claim.relation, to=claim.to), *self._filled(told, claim), *rest)

    def _refuse_doubt(self, found: str, claim: Is) -> None:
        if claim.relation in _OPPOSITE:
            try:
                says_the_same(claim.to, found, self.view.page.language)
            except Refusal:
                # The same words in another order, or some of them apart, are another text.
                if says(found, claim.to) or says(claim.to, found) or quantities(claim.to):
                    raise
        if is_bound(found, self.view.page.language) and not is_bound(claim.to):
            raise Refusal(f"the page says {found!r}, which is no plain value to compare with {claim.to!r}")

    def _empty(self, told: Told) -> list[Derivation]:
        return [each for each in told.evidence if each.op == "exists" and each.state == "empty"]

    def _filled(self, told: Told, claim: Is) -> tuple[Derivation, ...]:
        """An empty field has no value that could be compared: that it is filled is what has to hold first."""
        if not self._empty(told):
            return ()
        if claim.relation != "=":
            raise Refusal(
                f"the field is empty, and whether that is {claim.relation} {claim.to!r} cannot be told"
            )
        return tuple(replace(each, op="not_exists") for each in self._empty(told))

    def in_part(self, source: Derivation, part: Part, text: str, *, negated: bool) -> tuple[Derivation, ...]:
        """That a text contains another one, starts or ends with it; or does not."""
        said = re.escape(text).replace("\\ ", " ")
        before, after = (r"(?<!\w)" if text[:1].isalnum() else "", r"(?!\w)" if text[-1:].isalnum() else "")
        if source.pattern:
            return self._in_found_part(source, part, text, negated=negated)
        if negated:
            ways = {
                "contains": f".*{before}{said}{after}",
                "starts": f"{said}{after}",
                "ends": f".*{before}{said}$",
            }
            return (replace(source, pattern=f"(?is)^(?!{ways[part]}).+$", relation="!=", to=text),)
        ways = {"contains": f"{before}{said}{after}", "starts": f"^{said}{after}", "ends": f"{before}{said}$"}
        if part == "contains" and source.elements:
            return (Derivation(op="exists", elements=source.elements, text=text),)
        return (replace(source, pattern=f"(?i){ways[part]}"),)

    def _in_found_part(
        self, source: Derivation, part: Part, text: str, *, negated: bool
    ) -> tuple[Derivation, ...]:
        """The same for a text that is itself read by a pattern: as it is now, it says it or does not."""
        found = work_out(source, self.page).text
        if part != "contains":
            raise Refusal(
                f"{found!r} is a part of a longer text, and how it begins and ends cannot be checked"
            )
        holds = says(found, text) != negated
        return (replace(source, relation="=" if holds else "!=", to=found),)

    def pinned(self, each: Derivation) -> Derivation:
        """A derivation that holds as long as the page says there what it says now."""
        if each.op in TRUTHS or each.relation:
            return each
        found = work_out(each, self.page)
        return replace(each, relation="=", to=flat(found.text)) if found.holds else each

    def oriented(self, told: Told, expected: str) -> tuple[Derivation, ...]:
        """The evidence for "yes" or "no", as what has to hold where the other one is expected."""
        pinned = map(self.pinned, self._said(told.evidence))
        found = pinned if told.text == expected else map(self.opposite, pinned)
        return tuple(map(_positive, found))

    def _said(self, evidence: Iterable[Derivation]) -> list[Derivation]:
        """The evidence, where what is only there (a mark in a cell) is what it says."""
        return [
            Derivation(op="text", elements=each.elements)
            if each.op == "exists" and each.elements and not (each.state or each.text)
            else each
            for each in evidence
        ]

    def opposite(self, each: Derivation) -> Derivation:
        """What holds where a derivation does not."""
        if each.op in ("exists", "not_exists"):
            return replace(each, op="not_exists" if each.op == "exists" else "exists")
        if each.relation in _OPPOSITE:
            return replace(each, relation=_OPPOSITE[each.relation])
        raise Refusal(f"what shows that it is not so ({each.told}) cannot be turned round")

    def finding(self, each: Derivation) -> Finding:
        """What a derivation comes to on the page now."""
        return work_out(each, self.page)


def _positive(each: Derivation) -> Derivation:
    """What is there and not in a state, said of the state: "not expanded"."""
    if each.op != "not_exists" or not each.elements:
        return each
    return replace(
        each,
        op="exists",
        state=each.state.removeprefix("not ") if each.state.startswith("not ") else f"not {each.state}",
    )

"""What is there and what is not, on which page, and what is empty, as predicates."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.predicates.excerpt import Excerpt, part_of, refuse_longer_name, whole
from pytest_webagent.model.builtin.predicates.messages import (
    errors,
    good_news,
    marked_fields,
    refuse_doubtful_error,
)
from pytest_webagent.model.builtin.predicates.page import Page
from pytest_webagent.model.builtin.predicates.texts import Texts
from pytest_webagent.model.builtin.predicates.values import Values
from pytest_webagent.model.builtin.presence import BAD_NEWS, speaks_of_messages
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.roles import HINT_ROLES
from pytest_webagent.model.builtin.statement import Is
from pytest_webagent.model.builtin.told import Told
from pytest_webagent.model.builtin.words import content
from pytest_webagent.values.plain_text import flat, says

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.answers import Answers
    from pytest_webagent.model.builtin.instruction import Reading, Target
    from pytest_webagent.model.builtin.statement import There
    from pytest_webagent.values.relations import Relation

_ROLE_OF = {
    "field": "textbox",
    "search field": "searchbox",
    "image": "img",
    "dropdown": "combobox",
    "menu item": "menuitem",
}
"""The role of a kind of thing, where it is not called so itself."""
_LONGEST = 120


class Presence:
    """Predicates on what one page holds."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.view = answers.view
        self.texts = Texts(answers.citing)

    def there(self, claim: There) -> tuple[Derivation, ...]:
        """That something is there, or is not.

        Raises:
            Missing: it may still come, or the part of the page is not there.
            Refusal: the page does not tell.
        """
        if claim.within is None:
            part: Excerpt | None = whole(self.answers)
        elif isinstance(claim.about, say.Attribute) and claim.about.words.text == "value":
            part = None
        else:
            part = part_of(self.answers, claim.within)
        if part is None:
            return self._in_value(claim)
        if claim.negated:
            found = self._absent(part, claim.target)
        else:
            found = tuple(map(_visible, self._present(part, claim.target)))
        anchors = part.anchors or (Page(self.answers).anchor() if claim.negated else ())
        return (*part.confined(found), *anchors)

    def _in_value(self, claim: There) -> tuple[Derivation, ...]:
        """A field, a dropdown or a labelled value that holds something: "the Country dropdown offers Italy"."""
        place = claim.within
        words = claim.target.main.words
        finder = self.answers.finder
        if place is not None and words and finder.exists(place, "choice"):
            at = finder.one(place, "choice")
            if self.view[at].options:
                named = Derivation(
                    op="exists", elements=self.answers.citing.ids((at,)), text=self.view.reading.label(at)
                )
                return (self._offered(at, words.text, negated=claim.negated), named)
        if claim.about is not None and words:
            whole_value = (
                re.search(r"\d", words.text) is not None and claim.about.words.text != "value"
                if isinstance(claim.about, say.Attribute)
                else False
            )
            relation: Relation = "!=" if claim.negated else "="
            return Values(self.answers).is_(
                Is(
                    question=claim.about,
                    relation=relation,
                    to=words.text,
                    part="" if whole_value else "contains",
                )
            )
        said = place.said if place is not None else ""
        raise Missing(said, "a part of the page, or the page itself, that is called so")

    def _offered(self, at: int, option: str, *, negated: bool) -> Derivation:
        """That a dropdown offers an option.

        Raises:
            Refusal: another one beside it does.
        """
        parent = self.view[at].parent
        around = None if parent is None else next(iter(self.answers.citing.ids((parent,))), None)
        inside = self.view.shown if parent is None else self.view.within(parent)
        others = [
            each
            for each in inside
            if each != at and any(says(said, option) for said in self.view[each].options)
        ]
        if others:
            raise Refusal(
                f"{self.view.describe(others[0])} offers {option!r}, too, so whether {self.view.describe(at)} does cannot be checked"
            )
        return Derivation(op="not_exists" if negated else "exists", role="option", text=option, within=around)

    def _present(self, part: Excerpt, target: Target) -> tuple[Derivation, ...]:
        if _speaks_of_errors(target.main) and (wrong := errors(part)):
            return tuple(self._saying(part, target, each) for each in wrong)
        try:
            told = part.answers.presence.told(target)
            part.refuse_stray(told.evidence)
        except Missing as missing:
            return self._expected(part, target, missing)
        _refuse_another_kind(part, target, told)
        if target.main.words.exact and not any(self._says(part, target, each) for each in told.evidence):
            # "$9" is not said by "$9.50".
            return self._expected(part, target, Missing(target.said, "anything that says so"))
        return tuple(self._saying(part, target, each) for each in told.evidence)

    def _says(self, part: Excerpt, target: Target, each: Derivation) -> bool:
        """Whether what an element says, or offers, has the quoted words."""
        said = self._saying(part, target, each)
        return any(
            says(text, reading.words.text)
            for text in (said.text, said.to)
            for reading in target.readings
            if reading.words
        )

    def _saying(self, part: Excerpt, target: Target, each: Derivation) -> Derivation:
        """That an element is there that says what it says: the words of the statement, or its name."""
        if each.op != "exists" or len(each.elements) != 1 or each.text:
            return Texts(part.citing).pinned(each)
        page = part.view.page
        element = page.find(each.elements[0])
        if element is None:
            return each
        at = page.index_of(element)
        texts = (part.view.reading.label(at), flat(part.view.reading.said(at)))
        words = [reading.words.text for reading in target.readings if reading.words]
        text = next((said for said in words if any(says(whole, said) for whole in texts)), "")
        offered = next((said for said in words if said in element.options), "")
        if offered and not text and part.within is None:
            return self._offered(at, offered, negated=False)
        return Derivation(
            op="exists",
            elements=each.elements,
            text=text or next((said for said in texts if 0 < len(said) <= _LONGEST), ""),
        )

    def _expected(self, part: Excerpt, target: Target, missing: Missing) -> tuple[Derivation, ...]:
        """What would have to come.

        Raises:
            Missing: what is missing is the place.
            Refusal: something like it is there.
        """
        reading = next(
            (each for each in target.readings if each.hint in HINT_ROLES and not each.places), None
        )
        reading = reading or next((each for each in target.readings if not each.places), target.main)
        if target.main.places or any(
            each.places and part.answers.presence.absence.places(each) is None for each in target.readings
        ):
            raise missing
        role = (
            _ROLE_OF.get(reading.hint, reading.hint)
            if reading.hint in HINT_ROLES and reading.hint not in ("list", "icon")
            else ""
        )
        kinds = set(content(reading.words.text))
        if speaks_of_messages(reading, kinds):
            return (Derivation(op="exists", role="alert" if kinds & BAD_NEWS else "status"),)
        if missing.evidence and all(each.op == "compare" for each in missing.evidence):
            # There are some with more words in their names.
            return tuple(map(self.texts.opposite, missing.evidence))
        wanted = Derivation(op="exists", role=role, text=reading.words.text)
        if not reading.words or self.texts.finding(part.confined((wanted,))[0]).holds:
            raise Refusal(f"whether there is {target.said!r} cannot be told: {missing.problem}")
        return (wanted,)

    def _absent(self, part: Excerpt, target: Target) -> tuple[Derivation, ...]:
        reading = target.main
        Page(self.answers).refuse_failed(target)
        kinds = set(content(reading.words.text))
        if kinds & BAD_NEWS and speaks_of_messages(reading, kinds):
            if marked := marked_fields(part):
                return marked
            if wrong := errors(part):
                return self._denied(part, target, Told("yes", wrong))
            refuse_doubtful_error(part)
            if good := good_news(part):
                return good
        try:
            told = part.answers.presence.told(target)
            part.refuse_stray(told.evidence)
        except Missing as missing:
            if not missing.evidence:
                raise Refusal(f"whether there is {target.said!r} cannot be told: {missing.problem}") from None
            return tuple(map(Texts(part.citing).pinned, missing.evidence))
        _refuse_another_kind(part, target, told)
        if target.main.words.exact and not any(self._says(part, target, each) for each in told.evidence):
            return (Derivation(op="not_exists", text=target.main.words.text),)
        return self._denied(part, target, told)

    def _denied(self, part: Excerpt, target: Target, told: Told) -> tuple[Derivation, ...]:
        """That what is there is not: as the statement calls it, else as the page does."""
        words = [reading.words.text for reading in target.readings if reading.words and not reading.places]
        said = [self._saying(part, target, each) for each in told.evidence]
        shown = [each.text or each.to for each in said if each.text or each.to]
        tried = [Derivation(op="not_exists", text=text) for text in dict.fromkeys((*words, *shown)) if text]
        refuted = [each for each in tried if self.texts.finding(part.confined((each,))[0]).refuted]
        if not refuted:
            raise Refusal(f"{target.said!r} is on the page, and how it would not be cannot be told")
        return tuple(refuted[:1])


def _refuse_another_kind(part: Excerpt, target: Target, told: Told) -> None:
    """A link is no button, though many look like one.

    Raises:
        Refusal: what was found is of another kind than is said.
    """
    kinds = [
        HINT_ROLES[reading.hint][0]
        for reading in target.readings
        if reading.hint in ("button", "link", "checkbox", "tab", "heading")
    ]
    for element_id in (element for each in told.evidence for element in each.elements):
        element = part.view.page.find(element_id)
        if element is not None:
            refuse_longer_name(part.view, target, part.view.page.index_of(element))
        if element is not None and kinds and not any(element.role in roles for roles in kinds):
            described = part.view.describe(part.view.page.index_of(element))
            raise Refusal(
                f"on the page there is {described}, which is no {target.main.hint or target.readings[0].hint}; say what it is, or leave the kind out"
            )


def _visible(each: Derivation) -> Derivation:
    """What is there, as something that can be seen: that is all a statement on presence says."""
    return (
        replace(each, state="visible")
        if each.op == "exists" and not each.state and each.role != "option"
        else each
    )


def _speaks_of_errors(reading: Reading) -> bool:
    kinds = set(content(reading.words.text))
    return speaks_of_messages(reading, kinds) and bool(kinds & BAD_NEWS)

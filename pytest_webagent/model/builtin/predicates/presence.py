"""What is there and what is not, on which page, and what is empty, as predicates."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.evidence.derivation import TRUTHS, Derivation
from pytest_webagent.evidence.judging.trouble import is_error as sounds_wrong
from pytest_webagent.evidence.working.wording import flat, says
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.items import SAYS_NONE
from pytest_webagent.model.builtin.notices import is_error, says_news
from pytest_webagent.model.builtin.predicates.excerpt import Excerpt, is_page, part_of, whole
from pytest_webagent.model.builtin.predicates.texts import Texts
from pytest_webagent.model.builtin.predicates.values import Values
from pytest_webagent.model.builtin.presence import BAD_NEWS, speaks_of_messages
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.roles import HINT_ROLES
from pytest_webagent.model.builtin.statement import Is
from pytest_webagent.model.builtin.told import Told
from pytest_webagent.model.builtin.view import DIALOGS, MESSAGES
from pytest_webagent.model.builtin.words import content

if TYPE_CHECKING:
    from pytest_webagent.evidence.derivation import Relation
    from pytest_webagent.model.builtin.answers import Answers
    from pytest_webagent.model.builtin.instruction import Reading, Target
    from pytest_webagent.model.builtin.statement import Dialog, Empty, On, There

_ROLE_OF = {
    "field": "textbox",
    "search field": "searchbox",
    "image": "img",
    "dropdown": "combobox",
    "menu item": "menuitem",
}
"""The role of a kind of thing, where it is not called so itself."""
_FAILED = re.compile(
    r"\b(?:[45]\d\d|not found|forbidden|unauthori[sz]ed|unavailable|bad (?:gateway|request)|(?:server|application|internal) error|something went wrong)\b",
    re.IGNORECASE,
)
"""The heading or title of a page that stands in place of the one that was meant."""
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
        anchors = part.anchors or (self._anchor() if claim.negated else ())
        return (*part.confined(found), *anchors)

    def _in_value(self, claim: There) -> tuple[Derivation, ...]:
        """A field, a dropdown or a labelled value that holds something: "the Country dropdown offers Italy"."""
        place = claim.within
        words = claim.target.main.words
        finder = self.answers.finder
        if place is not None and words and finder.exists(place, "choice"):
            at = finder.one(place, "choice")
            if self.view[at].options:
                return (self._offered(at, words.text, negated=claim.negated), *self._anchor())
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
        if _speaks_of_errors(target.main) and (errors := self._errors(part)):
            return tuple(self._saying(part, target, each) for each in errors)
        try:
            told = part.answers.presence.told(target)
        except Missing as missing:
            return (self._expected(part, target, missing),)
        return tuple(self._saying(part, target, each) for each in told.evidence)

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

    def _errors(self, part: Excerpt) -> tuple[Derivation, ...]:
        """Where an alert or a status text that reads like an error stands."""
        view = part.view
        found = [
            at
            for at in view.shown
            if view[at].role in MESSAGES - {"log"}
            and sounds_wrong(view.text(at), announced=view[at].role == "alert")
        ]
        return part.citing.there(*found).evidence if found else ()

    def _good_news(self, part: Excerpt) -> tuple[Derivation, ...]:
        """What all alerts and status texts say, where each of them says that something was done; else nothing."""
        view = part.view
        found = [at for at in view.shown if view[at].role in MESSAGES - {"log"} and view.text(at)]
        good = all(says_news(view.text(at)) or view[at].role != "alert" for at in found)
        if not found or not good or self._errors(part):
            return ()
        missing = Derivation(op="not_exists", text="error")
        texts = Texts(part.citing)
        pinned = tuple(map(texts.pinned, part.citing.texts(*found).evidence))
        return (missing, *pinned) if texts.finding(missing).holds else ()

    def _expected(self, part: Excerpt, target: Target, missing: Missing) -> Derivation:
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
            return Derivation(op="exists", role="alert" if kinds & BAD_NEWS else "status")
        wanted = Derivation(op="exists", role=role, text=reading.words.text)
        if not reading.words or self.texts.finding(part.confined((wanted,))[0]).holds:
            raise Refusal(f"whether there is {target.said!r} cannot be told: {missing.problem}")
        return wanted

    def _absent(self, part: Excerpt, target: Target) -> tuple[Derivation, ...]:
        reading = target.main
        self._refuse_failed_page(target)
        kinds = set(content(reading.words.text))
        if speaks_of_messages(reading, kinds):
            self._refuse_doubtful_error()
            if not kinds & BAD_NEWS:
                pass
            elif errors := self._errors(part):
                return self._denied(part, target, Told("yes", errors))
            elif good := self._good_news(part):
                return good
        try:
            told = part.answers.presence.told(target)
        except Missing as missing:
            if not missing.evidence:
                raise Refusal(f"whether there is {target.said!r} cannot be told: {missing.problem}") from None
            return tuple(map(Texts(part.citing).pinned, missing.evidence))
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

    def _refuse_failed_page(self, target: Target) -> None:
        """Nothing is shown by what is missing from a page that stands in place of another one.

        Raises:
            Refusal: the page is such one.
        """
        for said in (self.view.title, self.view.page.title):
            if found := _FAILED.search(said):
                raise Refusal(
                    f"the page says {said!r} ({found[0]}), so that it shows no {target.said} proves nothing"
                )

    def _refuse_doubtful_error(self) -> None:
        """A sentence that sounds like an error, or a field that is marked as wrong, may be the message that is spoken of.

        Raises:
            Refusal: there is such one.
        """
        marked = [
            at for at in self.view.shown if any(state.startswith("invalid") for state in self.view[at].states)
        ]
        if marked:
            raise Refusal(
                f"{self.view.describe(marked[0])} is marked as invalid, so whether an error is shown cannot be told"
            )
        live = {told.text for told in self.answers.notices.live()}
        try:
            told = self.answers.notices.message("error")
        except Missing:
            return
        if told.text not in live and is_error(told.text):
            raise Refusal(f"the page says {told.text!r}, and whether that is an error message cannot be told")

    def _anchor(self) -> tuple[Derivation, ...]:
        """What shows that a page is there: its main heading, else its title."""
        heading = self.view.main_heading
        if heading is not None:
            return (
                Derivation(op="exists", elements=self.answers.citing.ids((heading,)), text=self.view.title),
            )
        page = self.view.page
        if page.title.strip():
            return (Derivation(op="title", relation="=", to=page.title),)
        raise Refusal("the page has neither a heading nor a title, so what is not on it proves nothing")

    def dialog(self, claim: Dialog) -> tuple[Derivation, ...]:
        """That a dialog of the page is open, or is not."""
        role = next(
            (
                element.role
                for element in self.view.elements
                if element.role in DIALOGS and not element.hidden
            ),
            "dialog",
        )
        if claim.negated:
            return (Derivation(op="not_exists", role=role), *self._anchor())
        return (Derivation(op="exists", role=role, state="visible"),)

    def on(self, claim: On) -> tuple[Derivation, ...]:
        """That the page is the one that is called so, or is not."""
        anchors = is_page(self.view, claim.words)
        if not claim.negated:
            return anchors or self._other_page(claim)
        if not anchors:
            return (*self._anchor(), Derivation(op="title", relation="!=", to=claim.words.text))
        (anchor,) = anchors
        if anchor.op == "exists":
            return (Derivation(op="compare", elements=anchor.elements, relation="!=", to=anchor.text),)
        if anchor.op == "title":
            return (Derivation(op="title", relation="!=", to=anchor.to),)
        return (Derivation(op="url", pattern=f"(?is)^(?!.*{re.escape(anchor.text)}).+$"),)

    def _other_page(self, claim: On) -> tuple[Derivation, ...]:
        wanted = Derivation(op="exists", role="heading", text=claim.words.text)
        if self.texts.finding(wanted).holds:
            raise Refusal(
                f"a heading says {str(claim.words)!r}, and whether that makes this the page cannot be told"
            )
        return (wanted,)

    def empty(self, claim: Empty) -> tuple[Derivation, ...]:
        """That a field has no value, or a list or a part of the page nothing in it; or that it has.

        Raises:
            Missing: it is not there.
            Refusal: the page does not tell.
        """
        if self.answers.finder.exists(claim.target, "field"):
            told = self.answers.states.told(say.State(target=claim.target, state="empty"))
            return self.texts.oriented(told, "no" if claim.negated else "yes")
        part = part_of(self.answers, claim.target)
        if part is None:
            raise Missing(
                claim.target.said, "a field, a part of the page, or the page itself, that is called so"
            )
        return (*part.confined(self._nothing_in(part, claim)), *(part.anchors or self._anchor()))

    def _nothing_in(self, part: Excerpt, claim: Empty) -> tuple[Derivation, ...]:
        view, citing = part.view, part.citing
        groups = [group for group in part.answers.finder.lists.groups if not view.aside(group.items[0].index)]
        about = set(content(claim.target.said))
        saying = [
            at for at in view.shown if view[at].text and SAYS_NONE.match(view.text(at)) and not view.aside(at)
        ]
        said = [at for at in saying if not groups or about & set(content(view.text(at)))]
        if said:
            pinned = [Texts(citing).pinned(each) for each in citing.texts(said[0]).evidence]
            if claim.negated:
                return tuple(map(Texts(citing).opposite, pinned))
            counts = (
                [each for each in citing.none(said[0]).evidence if each.op == "count"] if not groups else []
            )
            return (*pinned, *(_counting(each, negated=False) for each in counts))
        lists = [group for group in groups if group.kind in ("table", "listitem", "row", "article")] or groups
        lists = [group for group in lists if group.kind == "table"] or lists
        if len(lists) == 1:
            told = citing.counted([item.index for item in lists[0].items], lists[0].parent)
            return tuple(_counting(each, negated=claim.negated) for each in told.evidence)
        if lists:
            raise Refusal(f"{claim.target.said} holds several lists, so whether it is empty cannot be told")
        for at in view.shown:
            if view[at].role in ("list", "table", "grid", "listbox") and view[at].id is not None:
                role = (
                    "row"
                    if view[at].role in ("table", "grid")
                    else "option"
                    if view[at].role == "listbox"
                    else "listitem"
                )
                return (
                    _counting(Derivation(op="count", role=role, within=view[at].id), negated=claim.negated),
                )
        raise Refusal(
            f"whether {claim.target.said} is empty cannot be told: there is no list, and no text that says so"
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


def _counting(each: Derivation, *, negated: bool) -> Derivation:
    if each.op in TRUTHS:
        return each
    return Derivation(
        op="count",
        elements=each.elements,
        role=each.role,
        text=each.text,
        within=each.within,
        relation=">" if negated else "=",
        to="0",
    )

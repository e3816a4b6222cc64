"""Answers: each kind of question, read off the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.counting import Counting
from pytest_webagent.model.builtin.gathering import Gathering
from pytest_webagent.model.builtin.notices import Notices
from pytest_webagent.model.builtin.phrase import target
from pytest_webagent.model.builtin.presence import Presence
from pytest_webagent.model.builtin.properties import Properties
from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous
from pytest_webagent.model.builtin.sayings import says
from pytest_webagent.model.builtin.states import States
from pytest_webagent.model.builtin.superlatives import told_of_best
from pytest_webagent.model.builtin.told import NOTHING, Citing, Told, joined
from pytest_webagent.model.builtin.words import Fit, Words, content, fit, plain, tokens
from pytest_webagent.values import quantities as in_quantities
from pytest_webagent.values.ages import ages
from pytest_webagent.values.amounts import UnreadableError, amounts, written
from pytest_webagent.values.bounds import is_bound, summands
from pytest_webagent.values.days import calendar_day, days
from pytest_webagent.values.likeness import likeness
from pytest_webagent.values.money import prices
from pytest_webagent.values.quantities import quantities

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.matching import Finder

_STATE_WORDS = {"unchecked": "not ticked", "checked": "ticked", "collapsed": "closed", "expanded": "open"}
_PARTLY = re.compile(r"\b(?:contains?|includes?|mentions?)\b", re.IGNORECASE)
_OPPOSITES = {
    "enabled": "disabled",
    "disabled": "enabled",
    "checked": "unchecked",
    "unchecked": "checked",
    "expanded": "collapsed",
    "collapsed": "expanded",
}


class Answers:
    """Answers questions about one page."""

    def __init__(
        self, finder: Finder, *, dialog: Told = NOTHING, before: frozenset[str] = frozenset()
    ) -> None:
        self.finder = finder
        self.view = finder.view
        self.citing = Citing(self.view)
        self.notices = Notices(self.view, before)
        self.presence = Presence(finder, self.notices)
        self.states = States(finder)
        self.properties = Properties(finder, self.notices)
        self.gathering = Gathering(finder, self.presence, self.properties)
        self.counting = Counting(self.gathering)
        self.dialog = dialog

    def answer(self, question: say.Question) -> Told:
        """What the page answers, and what that follows from.

        Raises:
            Missing: what is asked about is not on the page (yet).
            Refusal: it is ambiguous.
        """
        match question:
            case say.Open():
                raise Refusal("the question is not understood")
            case say.Count():
                return self.counting.count(question)
            case say.Exists():
                told = self.presence.told(question.target)
                return told._replace(text="no") if question.negated else told
            case say.State():
                return self.states.told(question)
            case say.Name():
                return self._name(question.target)
            case say.Attribute():
                return self._attribute(question)
            case say.Names():
                return self.gathering.names(question)
            case say.Total():
                return self.gathering.total(question)
            case say.Difference():
                return self._difference(question)
            case say.Several():
                return joined(self.answer(one) for one in question.questions)
            case say.PageFact():
                return self._fact(question)

    def contradiction(self, check: say.Check) -> Told:
        """What the page says instead of what a check claims; empty if the check holds. Either way with what it follows from.

        Raises:
            Missing: what it speaks of is not on the page (yet).
            Refusal: the page does not tell.
        """
        question, expected = check.question, check.expected
        if isinstance(question, say.Attribute) and question.of is None:
            told = self._claimed(question.words, expected)
            if told is not None:
                return told
        told = self.answer(question)
        found = told.text
        if expected in ("yes", "no"):
            return told._replace(text="" if found == expected else self._instead(question, found))
        spoken = isinstance(question, say.PageFact) and question.fact in ("message", "dialog")
        partly = spoken or _PARTLY.search(check.said) is not None
        holds = says_the_same(expected, found, self.view.page.language, partly=partly)
        evidence = self.citing.compared(told.evidence, expected, same=holds)
        return Told("" if holds else f"the page says {found!r}", evidence)

    def _claimed(self, about: Words, expected: str) -> Told | None:
        """The same for a thing of a list ("Anna is an admin"); None if the words name no such thing."""
        meant = say.Target(str(about), (say.Reading(words=about),))
        try:
            found, level = self.finder.lists.items_fitting(about)
        except Refusal:
            return None
        if not found or (level < Fit.SAME and level != Fit.CONTEXT) or self.properties.labelled(about):
            return None
        claims = self.states.claims
        told = claims.told(meant, Words(expected))
        if told is None:
            raise Refusal(f"whether {str(about)!r} is {expected!r} cannot be told from the page")
        instead = claims.said_instead(meant, Words(expected)) or "the page says no"
        return told._replace(text="" if told.text == "yes" else instead)

    def _instead(self, question: say.Question, found: str) -> str:
        if isinstance(question, say.State):
            said = question.state if found == "yes" else _OPPOSITES.get(question.state, "")
            if said and not question.target.main.every and not question.some:
                return f"{question.target.said} is {_STATE_WORDS.get(said, said)}"
            told = self.states.claims.said_instead(question.target, Words(question.state))
            if told:
                return told
        return f"the page says {found}"

    def _name(self, target: say.Target) -> Told:
        problem: Refusal | None = None
        for reading in target.readings:
            if reading.whole and (told := self.properties.labelled(reading.words)):
                # "The last login" is what a label says, if there is one, before it is the last of something.
                return told
            try:
                if not reading.whole and (ranked := self.finder.ranked(reading)) is not None:
                    return told_of_best(self.citing, ranked, self.properties.named)
                item = self.finder.item_of(reading) if not reading.whole else None
            except Refusal as refusal:
                problem = problem or refusal
                continue
            if item is not None:
                if (
                    reading.hint == "row"
                    and reading.ordinal
                    and item.cells
                    and re.search(r"\brow\b", target.said)
                ):
                    return joined(self.citing.says(text, at) for _, text, at in item.cells if text)
                return self.properties.named(item)
        if problem is not None and any(reading.superlative for reading in target.readings):
            raise problem
        at = self.finder.one(target, "any")
        if self.view[at].role == "columnheader":
            raise Missing(target.said, "a thing of that kind; there is only a column of that name")
        if self.view[at].value:
            return self.citing.value(at)
        return self.citing.says(self.view.text(at) or self.view.name(at), at)

    def _attribute(self, question: say.Attribute) -> Told:
        if question.number:
            return self.counting.number_of(question)
        if question.date:
            return self._date(question)
        if question.person:
            return self._person(question)
        try:
            return self._offered(question) or self.properties.of(question.words, question.of)
        except Missing:
            if told := self._of_each(question):
                return told
            raise

    def _of_each(self, question: say.Attribute) -> Told:
        """The names of things, or a property of each, where a plural is asked for that no label says: "the users", "the prices"."""
        words = question.words.text.split()
        if question.of is not None or question.words.exact or not words or tokens(words[-1]) == (words[-1],):
            return NOTHING
        rest = " ".join(words[:-1]) or "items"
        for names in (
            say.Names(target=target(question.words.text)),
            say.Names(target=target(rest), attribute=Words(words[-1])),
        ):
            try:
                told = self.gathering.names(names)
            except Missing:
                continue
            if len(told.parts) > 1:
                return told
        return NOTHING

    def _offered(self, question: say.Attribute) -> Told:
        """What a dropdown offers, where the question speaks of several: "formats" of a dropdown "Format"."""
        last = plain(question.words.text).split()[-1:]
        if question.of is not None or not last or tokens(last[0]) == (last[0],):
            return NOTHING
        what = say.Target(str(question.words), (say.Reading(words=question.words),))
        at = self.finder.one(what, "choice") if self.finder.exists(what, "choice") else None
        if (
            at is None
            or not self.view[at].options
            or self.properties.labelled(question.words).text != self.view[at].value
        ):
            return NOTHING
        if last[0] in plain(self.view.name(at)).split():
            raise Refusal(
                f"{self.finder.describe(at)} offers several: ask for its options, or which is selected"
            )
        return self.citing.options(at)

    def _person(self, question: say.Attribute) -> Told:
        """Who is something: by the label, else the one thing of a list that says so of itself."""
        try:
            return self.properties.of(question.words, question.of)
        except Missing:
            meaning = content(question.words.text)
            items = (item for group in self.finder.lists.groups for item in group.items)
            found = {item.name: item for item in items if meaning and says(self.view, item, meaning)}
            if len(found) > 1:
                raise ambiguous(str(question.words), [f"'{name}'" for name in found]) from None
            if not found:
                raise
            return joined(self.properties.named(item) for item in found.values())

    def _date(self, question: say.Attribute) -> Told:
        """When something was done, by a date that is called so: "Placed", "Date placed"."""
        problem: Refusal | None = None
        # "Placed on 3 March" below "Order 7" is not when it was delivered.
        if (
            question.of is not None
            and (told := self.properties.labelled(question.of.main.words))
            and (not question.words or set(content(told.text)) & set(content(question.words.text)))
        ):
            if self._tells_time(told.text):
                return told
            raise Refusal(f"the page says {told.text!r} for {question.of.said}, which is no date")
        for words in (question.words, Words(f"date {question.words.text}"), *nouns_of(question.words.text)):
            try:
                said = self.properties.of(words, question.of)
            except Missing as missing:
                problem = problem or missing
                continue
            if self._tells_time(said.text):
                return said
            problem = Refusal(f"the page says {said.text!r} for {str(words)!r}, which is no date")
        raise problem or Missing(str(question.words), "a date with this label")

    def _tells_time(self, text: str) -> bool:
        return bool(days(text, self.view.page.language) or ages(text))

    def _difference(self, question: say.Difference) -> Told:
        told = [self.answer(question.first), self.answer(question.second)]
        language = self.view.page.language
        try:
            read = summands((each.text for each in told), language)
        except UnreadableError as error:
            raise Refusal(f"the two values cannot be compared: {error}") from error
        less = read[0].quantity.value - read[1].quantity.value
        difference = written(abs(less), read, language)
        return self.citing.worked_out("difference", difference, told if less >= 0 else told[::-1])

    def _fact(self, question: say.PageFact) -> Told:
        page = self.view.page
        match question.fact:
            case "title":
                return Told(page.title, (Derivation(op="title"),))
            case "url":
                return Told(page.url, (Derivation(op="url"),))
            case "tabs":
                if any(self.view[at].role == "tab" for at in self.view.shown):
                    raise Refusal(
                        "the page shows tabs of its own, so 'tabs' could mean these or the browser's"
                    )
                return Told(str(len(page.tabs)), (Derivation(op="tabs"),))
            case "heading":
                if self.view.main_heading is None:
                    raise Missing("heading", "a heading")
                return self.citing.says(self.view.title, self.view.main_heading)
            case "dialog":
                return self._dialog_text()
            case "message":
                if question.about is not None:
                    return self.notices.of_field(self.finder.one(question.about, "field"))
                if question.tone == "status" and (told := self.properties.labelled(Words("status"))):
                    return told
                return self.dialog or self.notices.message(question.tone)

    def _dialog_text(self) -> Told:
        if self.dialog:
            return self.dialog
        if self.view.modal is None:
            raise Missing("dialog", "an open dialog")
        inner = [
            at
            for at in self.view.page.descendants(self.view.modal)
            if self.view[at].text and self.view[at].role not in ("button", "heading")
        ]
        if not inner:
            return self.citing.says(self.view.text(self.view.modal), self.view.modal)
        return joined((self.citing.says(self.view[at].text, at) for at in inner), " ")


def nouns_of(verb: str) -> list[Words]:
    """What a column for a verb may be called: "Renewal", "Departure", "Expiry", "Delivery"."""
    if verb.endswith("ed"):
        return []
    stem = verb.removesuffix("e")
    return (
        [Words(stem + ending) for ending in ("al", "ure", "y", "ion", "ation", "ment")]
        if verb.isalpha()
        else []
    )


def says_the_same(expected: str, found: str, language: str, *, partly: bool = False) -> bool:
    """Whether a value of the page is the one a check expects: as text, number or date, or `partly` with more around it.

    Raises:
        Refusal: the page says it with more around it, which may change what it says.
    """
    if plain(expected) == plain(found) or likeness(expected, found, language).same:
        return True
    doubt = Refusal(
        f"the page says {found!r}, and whether that is {expected!r} cannot be told; give the whole value, or say 'contains'"
    )
    wanted = quantities(expected)
    if len(wanted) == 1 and plain(wanted[0].text) == plain(expected):
        shown = [each.quantity for each in prices(found, language)] or quantities(found, language)
        same = [each for each in shown if in_quantities.may_be_same(each, wanted[0])]
        sure = len(shown) == 1 and in_quantities.same_quantity(shown[0], wanted[0])
        if same and (not sure or is_bound(found, language)):
            raise doubt
        return bool(same)
    if len({each.measure for text in (expected, found) for each in amounts(text, language)}) > 1:
        raise doubt
    if day := calendar_day(expected):
        shown_days = days(found, language)
        if any(each.other is not None or each.missing for each in shown_days):
            raise doubt
        if shown_day := calendar_day(found, language):
            return day == shown_day
    denying = {"not", "no", "never"}
    if denying & set(tokens(found)) != denying & set(tokens(expected)):
        return False
    level = fit(Words(expected), found)
    if level >= Fit.SAME or (level >= Fit.PART and partly):
        return True
    if level >= Fit.PART:
        raise doubt
    return False

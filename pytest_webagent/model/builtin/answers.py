"""Answers: each kind of question, read off the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pytest_webagent.aria_roles import DIALOGS, MESSAGES
from pytest_webagent.claims.citations import NOTHING, Citations, Told, joined
from pytest_webagent.claims.condition import Shown
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.claims.outcome import Absent, Unclear
from pytest_webagent.claims.predicates import Predicates
from pytest_webagent.claims.questions import answer
from pytest_webagent.claims.statements import asked_for, conditions, spoken
from pytest_webagent.language.terms import term_set, terms
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.notices import Notices
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.values.plain_text import says

if TYPE_CHECKING:
    from pytest_webagent.claims.derivation import Derivation
    from pytest_webagent.model.builtin.finder import Finder


class Truth(NamedTuple):
    """Whether something holds, what shows it, and in words why it does not."""

    holds: bool
    evidence: tuple[Derivation, ...]
    instead: str = ""


class Answers:
    """Answers questions about one page."""

    def __init__(
        self, finder: Finder, *, dialog: Told = NOTHING, before: frozenset[str] = frozenset()
    ) -> None:
        self.finder = finder
        self.view = finder.view
        self.citing = Citations(self.view.page)
        self.notices = Notices(self.view, before)
        self.dialog = dialog

    def answer(self, question: say.Question, said: str) -> Told:
        """What the page answers to a question in words, and what that follows from.

        Raises:
            Missing: what is asked about is not on the page (yet).
            Refusal: it is ambiguous.
        """
        return self._message(question) if isinstance(question, say.Message) else self.named(said)

    def named(self, said: str) -> Told:
        """What words name on the page, or what a question in them comes to.

        Raises:
            Missing: nothing on the page is called so (yet).
            Refusal: several things are, or the page does not tell.
        """
        try:
            return self.citing.of(answer(said, self.view.page, self.finder.remembered))
        except Absent as absent:
            # A status text is "the status" only as what the last action led to; before, it may speak of anything.
            new = [each for each in self.notices.live() if self.notices.is_new(each.text)]
            if absent.said == "status" and new:
                return joined(new, "; ")
            raise Missing(absent.said, "what is asked for", absent.nearest, names=absent.nearest) from None
        except Unclear as unclear:
            raise Refusal(str(unclear)) from None

    def truth(self, said: str, *, asked: bool = False, certain: bool = False) -> Truth:
        """Whether a statement holds, or a question is to be answered with yes. `certain`: just these words are there.

        Raises:
            Missing: something is not on the page (yet); with an `answer`, that is what decides.
            Refusal: the page does not tell.
        """
        text = spoken(said) if self.dialog else None
        if text is not None:
            return Truth(says(self.dialog.text, text), self.dialog.evidence, f"it says {self.dialog.text!r}")
        page, cited = self.view.page, Predicates(self.view.page)
        try:
            read = asked_for if asked else conditions
            found = read(said, page, self.finder.remembered)
            came_to = [work_out(each, page) for one in found for each in cited.of(one)]
            for each in found if certain else ():
                if isinstance(each, Shown) and not _certainly(each, said):
                    raise Refusal(
                        f"whether {said!r} cannot be told for sure: the words stand in "
                        f"{self.finder.describe(each.place.at) if each.place else ''}. Put the text that tells it in quotes, "
                        "or say what it is (a button, a heading, a row)"
                    )
            wrong = next((each.problem for each in came_to if each.refuted), "")
            unclear = next((each.problem for each in came_to if each.problem), "")
            if unclear and not wrong:
                raise Refusal(f"whether {said!r} cannot be told: {unclear}")
            evidence = cited.telling(found, holds=not wrong)
        except Absent as absent:
            raise Missing(absent.said, "what is spoken of", absent.nearest, names=absent.nearest) from None
        except Unclear as problem:
            raise Refusal(str(problem)) from None
        missing = next((each for each in found if isinstance(each, Shown) and each.place is None), None)
        if missing is not None:
            raise Missing(
                missing.said or missing.role,
                "anything that says so",
                evidence=evidence,
                answer="no" if wrong else "yes",
            )
        return Truth(not wrong, evidence, wrong)

    def _message(self, question: say.Message) -> Told:
        if question.of_dialog:
            return self._dialog_text()
        if question.about is not None:
            return self.notices.of_field(self.finder.one(question.about, "field"))
        look = self.finder.look
        labels = [each.label - look.title for each in look.labelled]
        if question.tone == "status" and term_set("status") in labels:
            return self.named("the status")
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


def _certainly(shown: Shown, said: str) -> bool:
    """Whether what is shown is just what was said, and does not only have the words among others."""
    place = shown.place
    if place is not None and place.element.role == "link" and not shown.role:
        return False
    if place is None or shown.role or f"'{shown.said}'" in said or place.element.role in DIALOGS | MESSAGES:
        return True
    return place.repeated or terms(place.said) == terms(shown.said)

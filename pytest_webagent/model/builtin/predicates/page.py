"""Which page it is, and whether a dialog is open on it, as predicates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import DIALOGS
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.model.builtin.predicates.excerpt import FAILED, is_page
from pytest_webagent.model.builtin.refusal import Refusal

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.answers import Answers
    from pytest_webagent.model.builtin.instruction import Target
    from pytest_webagent.model.builtin.statement import Dialog, On


class Page:
    """Predicates on one page as a whole."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.view = answers.view

    def anchor(self) -> tuple[Derivation, ...]:
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

    def refuse_failed(self, target: Target) -> None:
        """Nothing is shown by what is missing from a page that stands in place of another one.

        Raises:
            Refusal: the page is such one.
        """
        for said in (self.view.title, self.view.page.title):
            if found := FAILED.search(said):
                raise Refusal(
                    f"the page says {said!r} ({found[0]}), so that it shows no {target.said} proves nothing"
                )

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
            return (Derivation(op="not_exists", role=role), *self.anchor())
        return (Derivation(op="exists", role=role, state="visible"),)

    def on(self, claim: On) -> tuple[Derivation, ...]:
        """That the page is the one that is called so, or is not."""
        anchors = is_page(self.view, claim.words)
        if not claim.negated:
            return anchors or self._other_page(claim)
        if not anchors:
            return (*self.anchor(), Derivation(op="title", relation="!=", to=claim.words.text))
        (anchor,) = anchors
        if anchor.op == "exists":
            return (Derivation(op="compare", elements=anchor.elements, relation="!=", to=anchor.text),)
        if anchor.op == "title":
            return (Derivation(op="title", relation="!=", to=anchor.to),)
        return (Derivation(op="url", pattern=f"(?is)^(?!.*{re.escape(anchor.text)}).+$"),)

    def _other_page(self, claim: On) -> tuple[Derivation, ...]:
        wanted = Derivation(op="exists", role="heading", text=claim.words.text)
        if work_out(wanted, self.view.page).holds:
            raise Refusal(
                f"a heading says {str(claim.words)!r}, and whether that makes this the page cannot be told"
            )
        return (wanted,)

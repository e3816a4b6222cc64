"""What is empty, as predicates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.claims.derivation import TRUTHS, Derivation
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.items import GENERIC_NOUNS, SAYS_NONE
from pytest_webagent.model.builtin.predicates.excerpt import part_of
from pytest_webagent.model.builtin.predicates.page import Page
from pytest_webagent.model.builtin.predicates.texts import Texts
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.words import content
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.answers import Answers
    from pytest_webagent.model.builtin.predicates.excerpt import Excerpt
    from pytest_webagent.model.builtin.statement import Empty

_DENYING = word_set(
    "no not none nothing empty here there yet found be have you any sorry was were try another word"
)
_HOLDING = {"list": "listitem", "table": "row", "grid": "row", "listbox": "option"}
"""Roles of lists, and of what they hold."""


class Emptiness:
    """Predicates on what is empty on one page."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers

    def empty(self, claim: Empty) -> tuple[Derivation, ...]:
        """That a field has no value, or a list or a part of the page nothing in it; or that it has.

        Raises:
            Missing: it is not there.
            Refusal: the page does not tell.
        """
        if self.answers.finder.exists(claim.target, "field"):
            told = self.answers.states.told(say.State(target=claim.target, state="empty"))
            return Texts(self.answers.citing).oriented(told, "no" if claim.negated else "yes")
        part = part_of(self.answers, claim.target)
        if part is None:
            raise Missing(
                claim.target.said, "a field, a part of the page, or the page itself, that is called so"
            )
        found = _nothing_in(part, claim)
        part.refuse_stray(found)
        return (*part.confined(found), *(part.anchors or Page(self.answers).anchor()))


def _nothing_in(part: Excerpt, claim: Empty) -> tuple[Derivation, ...]:
    view, citing = part.view, part.citing
    groups = [group for group in part.answers.finder.lists.groups if not view.aside(group.items[0].index)]
    about = set(content(claim.target.said))
    saying = [
        at for at in view.shown if view[at].text and SAYS_NONE.match(view.text(at)) and not view.aside(at)
    ]
    said = [at for at in saying if _is_about(view.text(at), about, alone=not groups)]
    if said:
        pinned = [Texts(citing).pinned(each) for each in citing.texts(said[0]).evidence]
        if claim.negated:
            return tuple(map(Texts(citing).opposite, pinned))
        counts = [each for each in citing.none(said[0]).evidence if each.op == "count"] if not groups else []
        return (*pinned, *(_counting(each, negated=False) for each in counts))
    lists = [group for group in groups if group.kind in ("table", "listitem", "row", "article")] or groups
    lists = [group for group in lists if group.kind == "table"] or lists
    if len(lists) == 1:
        told = citing.counted([item.index for item in lists[0].items], lists[0].parent)
        return tuple(_counting(each, negated=claim.negated) for each in told.evidence)
    if lists:
        raise Refusal(f"{claim.target.said} holds several lists, so whether it is empty cannot be told")
    for at in view.shown:
        role, element_id = _HOLDING.get(view[at].role, ""), view[at].id
        if role and element_id is not None:
            return (_counting(Derivation(op="count", role=role, within=element_id), negated=claim.negated),)
    raise Refusal(
        f"whether {claim.target.said} is empty cannot be told: there is no list, and no text that says so"
    )


def _is_about(said: str, about: set[str], *, alone: bool) -> bool:
    """Whether a text such as "Your cart is empty" denies just what is spoken of, or where nothing else is listed whatever there may be."""
    meant = set(content(said)) - _DENYING
    return bool(meant & about) or (alone and meant <= GENERIC_NOUNS)


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

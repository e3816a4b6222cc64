"""The control that all words of a clause are said of: its name says some of them, and the rest stands nearest to it.

No word order and no grammar is needed for it. Of controls of one name, each belongs to the words that stand nearer to it than to any
other of them: "Reserve" under the name of a hotel, in whatever kind of card that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, FIELDS, TOGGLES
from pytest_webagent.claims.element_finder import LEADING
from pytest_webagent.claims.element_words import kinds_said, names_of, says
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.row_controls import PRESSED, with_synonyms
from pytest_webagent.model.builtin.step_clauses import words_of_step
from pytest_webagent.model.builtin.words import unveil
from pytest_webagent.page.places import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.language.deeds import Deed
    from pytest_webagent.model.builtin.progress import Scene
    from pytest_webagent.model.builtin.step_clauses import Clause

_PRESSING: Final[frozenset[Deed]] = frozenset(("press", "open", "look", "choose", "fill", "set"))
"""Deeds whose verbs need not be a part of the control's name."""
_SETTING: Final[frozenset[Deed]] = frozenset(("tick", "untick", "choose"))
_LOOSE: Final = lexicon.ARTICLES | lexicon.PREPOSITIONS | lexicon.RELATIVES | lexicon.AUXILIARIES
_BESIDE_KINDS: Final = lexicon.stemmed("button link icon sign symbol box")
_ENOUGH: Final = 2


class _Candidate(NamedTuple):
    """A control whose name says some of the words."""

    at: int
    hit: frozenset[str]
    surplus: frozenset[str]
    """The terms of its name that nobody said."""


def instructions(scene: Scene, clause: Clause) -> Iterator[list[list[say.Instruction]]]:
    """What a clause says, if exactly one control of the page explains all its words."""
    found = _NearestControl(scene, clause).found()
    if found is None:
        return
    view = scene.view
    target = say.Target(unveil(f"{clause.before} {clause.body}".strip(), "'"), id=view[found].id)
    if view[found].role in TOGGLES:
        yield [[say.Tick(target=target, on="untick" not in clause.deeds)]]
    else:
        yield [[say.Click(target=target)]]


class _NearestControl:
    """Looks for what one clause means."""

    def __init__(self, scene: Scene, clause: Clause) -> None:
        self.scene, self.view, self.look = scene, scene.view, scene.finder.look
        deeds = frozenset(clause.deeds)
        named_by_verb = not deeds & (_PRESSING | _SETTING)
        self.verb = with_synonyms(unveil(clause.verb)) if named_by_verb else frozenset[str]()
        words = words_of_step(unveil(f"{clause.before} {clause.body}"))
        low = [each.low for each in words]
        # What an ordinal counts the page need not say: "the first product".
        at = next((at for at, word in enumerate(low[:-1]) if word in lexicon.ORDINALS), None)
        self.nth = None if at is None else lexicon.ORDINALS[low[at]]
        self.counted = frozenset[str]() if at is None else term_set(low[at + 1])
        self.several = bool(lexicon.ALL.intersection(low))
        said = (each.text for nth, each in enumerate(words) if nth != at and each.low not in _LOOSE)
        self.wanted = term_set(" ".join(said)) - self.counted
        self.sets = bool(deeds & _SETTING)

    def found(self) -> int | None:
        """The control; None where there is none, or several do as well."""
        if self.several or (len(self.wanted | self.verb) < _ENOUGH and self.nth is None):
            return None
        candidates = [each for at in self.view.shown if (each := self._candidate(at)) is not None]
        explained = [each for each in candidates if self._explains(each, candidates)]
        most = max((len(each.hit) for each in explained), default=0)
        best = [each for each in explained if len(each.hit) == most]
        least = min((len(each.surplus) for each in best), default=0)
        places = self.scene.finder.distinct(each.at for each in best if len(each.surplus) == least)
        if self.nth is not None:
            nth = self.nth - 1 if self.nth > 0 else self.nth
            # Of one there is no second.
            places = (places[nth],) if -len(places) <= nth < len(places) else ()
        return places[0] if len(places) == 1 else None

    def _candidate(self, at: int) -> _Candidate | None:
        element = self.view[at]
        roles = PRESSED | TOGGLES if self.sets else PRESSED - TOGGLES
        if element.id is None or not (
            element.role in roles or (element.clickable and element.role not in FIELDS)
        ):
            return None
        if element.role in TOGGLES and not self.sets:
            return None
        names = [each for each in names_of(self.look, Place(self.view.page, at)) if each.terms]
        best: _Candidate | None = None
        for name in names:
            hit = frozenset(word for word in self.wanted if says(name.terms, word))
            if self.verb and not self.verb & name.terms:
                continue
            if not hit and not self.verb:
                continue
            surplus = term_set(name.text) - self.wanted - self.verb - LEADING
            if best is None or (len(hit), -len(surplus)) > (len(best.hit), -len(best.surplus)):
                best = _Candidate(at, hit, surplus)
        return best

    def _explains(self, each: _Candidate, others: Sequence[_Candidate]) -> bool:
        """Whether what stands nearest to a control says all that its name does not, and all that its name says more."""
        place = Place(self.view.page, each.at)
        own = self._territory(each, others)
        around = frozenset().union(*(said for _, said in self.look.around(place)), self.look.title)
        left = self.wanted - each.hit - kinds_said(self.look, place, self.wanted)
        if self.view[each.at].role in BUTTONS | {"link"} or self.view[each.at].clickable:
            left -= _BESIDE_KINDS
        if self.verb and left and not left & own and self.nth is None:
            # "Delete the tickets" is no deed of a button beside the heading "Tickets".
            return False
        left = frozenset(word for word in left if not says(own | around, word))
        more = each.surplus - own - around - self.counted - self.look.kinds
        return not left and not {word for word in more if not any(map(str.isdigit, word))}

    def _territory(self, each: _Candidate, others: Sequence[_Candidate]) -> frozenset[str]:
        """The terms of what stands nearer to a control than to any other whose name says the same words."""
        page = self.view.page
        rivals = {one.at for one in others if one.hit >= each.hit and one.at != each.at}
        mine = {each.at, *page.descendants(each.at)}
        rivals -= mine | set(page.ancestors(each.at))
        item = self.scene.finder.holder(each.at)
        last = each.at if item is None else item.at
        outer = each.at
        for above in page.ancestors(each.at):
            # Where nothing else is called so, only its own row or card is surely its own.
            if outer == last and (item is not None or not rivals):
                break
            if rivals & set(page.descendants(above)):
                break
            outer = above
        found = [at for at in self.view.within(outer) if at not in mine and not self.view[at].hidden]
        texts = [
            text
            for at in found
            for text in (self.view[at].name, self.view[at].text, self.view[at].value or "")
        ]
        return term_set(" ".join(texts))

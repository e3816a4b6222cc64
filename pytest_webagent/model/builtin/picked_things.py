"""A deed that is done to things of a list which their place or a measure picks: some words say which, the others say what of each.

"Add the cheapest mug to the cart", "send a reminder for the order in the second row", "put both flats in Lisbon on the saved list".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import FIELDS, TOGGLES
from pytest_webagent.claims.element_words import kinds_said, names_of, opens_menu, says
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import stem, term_set
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.model.builtin.row_controls import PRESSED, with_synonyms
from pytest_webagent.model.builtin.step_clauses import words_of_step
from pytest_webagent.model.builtin.words import unveil

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.language.deeds import Deed
    from pytest_webagent.model.builtin.progress import Scene
    from pytest_webagent.model.builtin.step_clauses import Clause
    from pytest_webagent.page.places import Place

_PLAIN: Final[frozenset[Deed]] = frozenset(("press", "open", "choose", "fill", "set"))
"""Deeds whose verbs need not be a part of the control's name, as those of words that say little."""
_LIGHT: Final = lexicon.LIGHT | lexicon.stemmed("add put mark")
_LOOSE: Final = lexicon.ARTICLES | lexicon.PREPOSITIONS | lexicon.RELATIVES | lexicon.AUXILIARIES
_BESIDE: Final = lexicon.COLLECTIONS | lexicon.stemmed("button link icon sign symbol box")


def instructions(scene: Scene, clause: Clause) -> Iterator[list[list[say.Instruction]]]:
    """What is done to each of the things, if each has exactly one control that all other words of the clause are said of."""
    for things, rest in _picked(scene, clause):
        controls = [_control(scene, clause, each, rest) for each in things]
        if all(controls):
            done = [_pressed(scene, clause, at) for at in controls if at is not None]
            yield [[each] for each in done]
            return
        menus = [at for each in things for at in _menus(scene, each)]
        if len(things) == len(menus) == 1 and clause.deeds == ("do",):
            left = [word for word in rest.split() if stem(word.lower()) not in scene.finder.look.kinds]
            said = say.Step(said=f"{clause.verb} {' '.join(left)}", opened=True)
            yield [[_pressed(scene, clause, menus[0])], [said]]
            return


def _picked(scene: Scene, clause: Clause) -> Iterator[tuple[tuple[Place, ...], str]]:
    """The things that a part of the words picks, each with the other words; the longest part first."""
    text = f"{clause.body} {clause.before}".strip()
    words = words_of_step(text)
    joints = [at for at, word in enumerate(words) if word.low in lexicon.PREPOSITIONS | {"that"}]
    begins, ends = [0, *(at + 1 for at in joints)], [*joints, len(words)]
    spans = sorted((start - end, start, end) for start in begins for end in ends if start < end)
    for _, start, end in spans:
        part = unveil(text[words[start].start : words[end - 1].end], "'")
        asked = scene.finder.look.phrase(scene.finder.look.tokens(part))
        if not (asked.ordinal or asked.best or "both" in asked.compared.split()):
            # Whether all are there to see nothing tells.
            continue
        try:
            things = scene.finder.things(say.Target(part))
        except Refusal:
            continue
        if things:
            left = (*words[:start], *words[end:])
            yield things, " ".join(unveil(each.text) for each in left if each.low not in _LOOSE)


def _control(scene: Scene, clause: Clause, thing: Place, rest: str) -> int | None:
    """The one control of a thing whose name says the verb and the other words, as far as the page does not say them around it."""
    look, view = scene.finder.look, scene.view
    verb, wanted = with_synonyms(unveil(clause.verb)), term_set(rest)
    plainly = bool(_PLAIN.intersection(clause.deeds)) or stem(unveil(clause.verb).lower()) in _LIGHT
    free = look.kinds | look.title | _BESIDE
    found: list[tuple[int, int]] = []
    for each in thing.below():
        element = each.element
        if (
            element.id is None
            or element.role not in PRESSED - FIELDS
            or scene.finder.holder(each.at) != thing
        ):
            continue
        for name in names_of(look, each):
            hit = frozenset(word for word in wanted if says(name.terms, word))
            by_verb = any(says(name.terms, word) for word in verb)
            more = term_set(name.text) - wanted - verb - term_set(thing.said)
            told = hit | kinds_said(look, each, wanted) | free
            if (by_verb or (plainly and hit)) and wanted <= told and not (more and not hit):
                found.append((len(hit), each.at))
    most = max((hit for hit, _ in found), default=0)
    best = {at for hit, at in found if hit == most and not view.disabled(at)}
    return best.pop() if len(best) == 1 else None


def _menus(scene: Scene, thing: Place) -> list[int]:
    below = [each for each in thing.below() if each.element.id is not None]
    return [each.at for each in below if opens_menu(each, called=True)]


def _pressed(scene: Scene, clause: Clause, at: int) -> say.Instruction:
    view = scene.view
    target = say.Target(f"'{view.name(at)}'", id=view[at].id)
    if view[at].role in TOGGLES:
        return say.Tick(target=target, on="untick" not in clause.deeds)
    return say.Click(target=target)

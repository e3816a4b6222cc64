"""What a step is done with, or from where: "with its cross", "from its menu", "in the Columns menu"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import TOGGLES
from pytest_webagent.claims.element_words import opens_menu
from pytest_webagent.language import lexicon
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.model.builtin.row_controls import with_synonyms
from pytest_webagent.model.builtin.step_clauses import words_of_step
from pytest_webagent.model.builtin.step_values import thing
from pytest_webagent.model.builtin.words import unveil
from pytest_webagent.page.places import Place
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.model.builtin.progress import Scene
    from pytest_webagent.model.builtin.step_clauses import Clause

_BEFORE: Final = word_set("with from in via using through by on")
"""Words before what something is done with."""
_IN_ITS_ROW: Final = re.compile(
    r"^(?:the\s+)?(?P<what>.+?)\s+(?:in|of|on|from)\s+(?:its|their|his|her|that|this|the same)\s+(?:row|card|line|entry|item|tile)$",
    re.IGNORECASE,
)
_ITS: Final = re.compile(r"^(?:its|their|his|her)\s+", re.IGNORECASE)


class Means(NamedTuple):
    """A control that the words of a step name beside what is done."""

    said: say.Target
    at: int | None
    """None where it is not there: it may only be while the pointer rests on what it belongs to."""
    rest: str
    """The (veiled) words without it."""
    menu: bool
    """Whether it opens a menu."""
    own: bool
    """Whether it stands in the row or card of what the rest names."""


def means(scene: Scene, clause: Clause) -> Iterator[Means]:
    """What the words of a clause may name as that with which it is done."""
    words = words_of_step(clause.body)
    cuts = [
        (clause.body[: word.start].strip(" ,"), clause.body[word.end :].strip())
        for word in words[:-1]
        if word.low in _BEFORE
    ]
    led = words_of_step(clause.before)
    if led and led[0].low in _BEFORE:
        cuts.append((clause.body, clause.before[led[0].end :].strip()))
    for rest, said in cuts:
        place = _IN_ITS_ROW.sub(r"its \g<what>", said)
        what = thing(rest)
        named = [f"{_ITS.sub('', place)} of {rest}"] if what is not None else []
        for said in (*named, *(() if _ITS.match(place) else (place,))):
            found = thing(said)
            at = None if found is None else _control(scene, found)
            item = None if what is None else scene.finder.thing(what)
            if found is not None and (at is not None or (_ITS.match(place) and item is not None)):
                own = at is None or (item is not None and at in scene.view.within(item.at))
                yield Means(found, at, rest, at is not None and opens_menu(Place(scene.page, at)), own)
                break


def _control(scene: Scene, what: say.Target) -> int | None:
    try:
        return scene.finder.one(what)
    except Refusal:
        return None


def pressed(scene: Scene, clause: Clause, by: Means) -> Iterator[say.Instruction]:
    """The deed by pressing what it is done with, if that says what the verb says: the cross of what is removed."""
    verb = "mark" if {"tick", "untick"}.intersection(clause.deeds) else clause.verb
    # "Confirm with 'Yes, delete it'".
    said = lexicon.stemmed(" ".join(lexicon.YES)) if verb.lower() in lexicon.YES else with_synonyms(verb)
    if by.at is None or not scene.finder.begins(by.at, said):
        return
    look = scene.finder.look
    said = (
        look.wanted(look.phrase(look.tokens(unveil(by.rest, "'").replace("everything", "all"))))
        - lexicon.PAGES
    )
    if (
        not by.own
        and look.explained(Place(scene.page, by.at), said - look.title, said & lexicon.THINGS) is None
    ):
        # It stands elsewhere than what the step is about.
        return
    if scene.view[by.at].role in TOGGLES:
        yield say.Tick(target=by.said, on="untick" not in clause.deeds)
    else:
        yield say.Click(target=by.said)

"""What a run without a question ends with: the words the page shows last, and what shows that the goal was reached."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import BUTTONS, CELLS, FIELDS, TOGGLES
from pytest_webagent.claims.citations import NOTHING, Citations, Told
from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.claims.evaluation import work_out
from pytest_webagent.judging.goals import read
from pytest_webagent.judging.trouble import new_errors, path_of
from pytest_webagent.language.deeds import tells_a_deed
from pytest_webagent.language.lexicon import stemmed
from pytest_webagent.language.terms import term_set, terms
from pytest_webagent.model.builtin.instruction import (
    AnswerDialog,
    Check,
    Find,
    ScrollTo,
    WaitFor,
)
from pytest_webagent.model.builtin.words import plain
from pytest_webagent.page.places import Place, place_of, seen
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.model.builtin.progress import Act, Scene
    from pytest_webagent.model.builtin.view import View
    from pytest_webagent.observation import Observation

_TAKES_AWAY = stemmed(
    "delete remove close cancel dismiss clear empty hide archive accept reject decline allow"
)
"""Verbs after which something is gone."""
_TEXTS = CELLS | word_set(
    "heading text paragraph generic strong emphasis term definition caption code time deletion insertion"
)
"""Roles of what says something by itself."""
_NAMED = _TEXTS | BUTTONS | TOGGLES | {"link", "option", "tab", "img"}
"""Roles of what has a short name or text of its own."""
_ITEMS = frozenset(["row", "listitem", "article", "alert", "status"])
_LOOKING = word_set(
    "goto_url go_back refresh open_tab switch_tab close_tab scroll scroll_to_text hover wait dismiss_dialog"
)
"""Tools that go and look."""
_TELLING = (Check, Find, ScrollTo, WaitFor)
"""Instructions after which the page is as it was."""
_MOST_TRIED = 10
_STATES = ("checked", "selected", "pressed", "expanded", "collapsed", "disabled")


class Closing:
    """Ends a run on one page."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view = scene.view
        progress = scene.progress
        self.pages = progress.pages if progress.changed else progress.pages[:1]
        self.known = frozenset(thing for page in self.pages for thing in _things(page))
        self.prior = frozenset(_things(progress.prior)) if progress.prior is not None else frozenset()
        self.citing = Citations(scene.page)

    def told(self) -> Told:
        """The newest message, else the main heading, else the title; and what was not so when the run began."""
        progress = self.scene.progress
        here = Told(self.scene.page.url, (Derivation(op="url"),))
        said = progress.dialog or self.scene.answers.notices.closing_words() or here
        evidence = (*(said.evidence or here.evidence), *progress.checked)
        if progress.acted and not progress.dialog:
            evidence += next((found for found in self._changes() if found), here.evidence)
        return Told(said.text, tuple(dict.fromkeys(evidence)))

    def shows_change(self) -> bool:
        """Whether anything on the page shows that something was done."""
        return any(self._changes())

    def error(self) -> Told:
        """What is new on the page and reads like an error, unless the goal speaks of errors itself."""
        progress = self.scene.progress
        if not progress.changed or read(". ".join(each.said for each in progress.instructions)).of_trouble:
            return NOTHING
        found = min(new_errors(self.scene.page, self.pages), key=lambda each: len(each.said), default=None)
        return NOTHING if found is None else self.citing.says(found.said, found.at)

    def _fresh(self) -> list[Place]:
        """What was not on the page, or said something else."""
        shown = (Place(self.scene.page, at) for at in self.view.shown)
        return [each for each in shown if _thing(each)[1] and _thing(each) not in self.known]

    def _changes(self) -> Iterator[tuple[Derivation, ...]]:
        """What shows that something was done, the most telling first."""
        yield self._message()
        yield self._set()
        if self._takes_away():
            yield self._gone()
        yield self._new()
        yield self._state()
        yield self._gone()
        yield self._moved()
        yield self.scene.progress.noted

    def _message(self) -> tuple[Derivation, ...]:
        live = self.scene.answers.notices.live()
        new = (told for told in live if not any(told.text in said for _, said in self.known))
        return tuple(derivation for told in new for derivation in told.evidence)

    def _set(self) -> tuple[Derivation, ...]:
        """What the fields hold, and the boxes show, that were set last."""
        places = (self.scene.by_id(element_id) for element_id in self.scene.progress.fields)
        return tuple(derivation for at in places if at is not None for derivation in held(self.view, at))

    def _takes_away(self) -> bool:
        doing = [each for each in self.scene.progress.instructions if not isinstance(each, _TELLING)]
        if not doing:
            return False
        # The verb, or what is clicked: "Click 'Delete'", but not "Click 'Save and close'".
        return isinstance(doing[-1], AnswerDialog) or not _TAKES_AWAY.isdisjoint(terms(doing[-1].said)[:2])

    def _meant(self) -> frozenset[str]:
        """The words of the goal, and of what "it" means."""
        progress = self.scene.progress
        said = (instruction.said for instruction in progress.instructions)
        return term_set(f"{' '.join(said)} {progress.remembered}")

    def _gone(self) -> tuple[Derivation, ...]:
        """What was on the page and is not any more: what the goal speaks of most."""
        page, prior = self.scene.page, self.scene.progress.prior
        earlier = self.pages if prior is None else (prior, *self.pages)
        here = [each for each in earlier if path_of(each.url) == path_of(page.url)]
        now = frozenset(_things(page))
        gone = dict.fromkeys(thing for each in here for thing in _things(each) if thing not in now)
        meant = self._meant()
        likeliest = sorted(gone, key=lambda thing: -_likeness(meant, thing[1]))
        # A whole row is gone even where another one has its name in it: "Milk" and "Milk shake".
        tried = (thing for roles in (_NAMED, _ITEMS) for thing in likeliest if thing[0] in roles)
        for role, said in islice(tried, _MOST_TRIED):
            missing = self.citing.not_there(said, role="" if role == "text" else role).evidence
            if all(work_out(each, self.scene.page).holds for each in missing):
                return missing
        return ()

    def _new(self) -> tuple[Derivation, ...]:
        """A heading or text that was not on the page: what the goal speaks of most; else a row that says something else."""
        new = self._fresh()
        new = [each for each in new if _thing(each) not in self.prior] or new
        heading = [each for each in new if each.at == self.view.main_heading]
        meant = self._meant()
        for roles in (_TEXTS, _ITEMS):
            found = [each for each in new if each.element.role in roles and not self.view.aside(each.at)]
            if found := heading or found:
                best = max(found, key=lambda each: _likeness(meant, _thing(each)[1]))
                return self.citing.says(self.view.text(best.at), best.at).evidence
        return ()

    def _state(self) -> tuple[Derivation, ...]:
        """The state of what was pressed last, if it was in another one."""
        touched = place_of(self.scene.page, self.scene.progress.touched)
        if touched is None:
            return ()
        then = (each for page in self.pages for each in seen(page) if _thing(each) == _thing(touched))
        now, was = _states(touched), _states(next(then, touched))
        changed = (*sorted(now - was), *(f"not {state}" for state in sorted(was - now)))
        return self.citing.there(touched.at, state=changed[0]).evidence if changed else ()

    def _moved(self) -> tuple[Derivation, ...]:
        page = self.scene.page
        if page.url not in (each.url for each in self.pages):
            return (Derivation(op="url"),)
        return (Derivation(op="title"),) if page.title not in (each.title for each in self.pages) else ()


def held(view: View, at: int) -> tuple[Derivation, ...]:
    """What a field holds, whether a box is ticked, or else that the element is there, disabled if it is."""
    citing, element = Citations(view.page), view[at]
    if element.role in TOGGLES:
        ticked = next((state for state in element.states if state.startswith("checked")), "unchecked")
        return citing.there(at, state=ticked.removesuffix("=true")).evidence
    if element.value:
        return citing.value(at).evidence
    if element.role in FIELDS:
        # The value of a secret is not told, but that there is one.
        return citing.there(at, state="empty" if element.value is not None else "filled").evidence
    return citing.there(at, state="disabled" if view.disabled(at) else "").evidence


def changes(act: Act, view: View, pressed: int | None) -> bool:
    """Whether an act may change something: it does not merely look, nor follow a link that says no deed."""
    if act.tool in _LOOKING:
        return False
    if act.tool != "click" or pressed is None or view[pressed].role != "link":
        return True
    first = plain(view.name(pressed)).partition(" ")[0]
    # "Orders" is no deed, though "Order" is one.
    return (tells_a_deed(first) and not first.endswith("s")) or view[pressed].url in ("", "#")


def _things(page: Observation) -> Iterator[tuple[str, str]]:
    """The roles of what a page shows, and what each is called or says; in order."""
    return (thing for each in seen(page) if (thing := _thing(each))[1])


def _thing(place: Place) -> tuple[str, str]:
    """The role of an element and what it says by itself; for one of a list, all that it says."""
    element = place.element
    return element.role, place.said if element.role in _ITEMS else element.text or element.name


def _states(place: Place) -> set[str]:
    return {state for state in place.element.states if state.startswith(_STATES)}


def _likeness(meant: frozenset[str], said: str) -> float:
    """How much of a text is words that are meant."""
    words = term_set(said)
    return len(words & meant) / (1 + len(words))

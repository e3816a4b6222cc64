"""A step, read on the page on which it is done.

A step is cut where a verb follows a joint. A clause has a verb, what it is done to, and what stands behind prepositions; which
of these is the thing, which the value and which the place, no pattern says: each way to take them is tried on the page, and the
first that the page can do is what is meant.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import BUTTONS, TOGGLES
from pytest_webagent.language import lexicon
from pytest_webagent.language.deeds import VERBS
from pytest_webagent.language.terms import stem
from pytest_webagent.language.translation import own_form, with_glue
from pytest_webagent.model.builtin import form_steps, step_means
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin import step_values as values
from pytest_webagent.model.builtin.goal import led, opened, refuse_beyond_step, without_closing
from pytest_webagent.model.builtin.grammar import pointing
from pytest_webagent.model.builtin.grammar.commands import command
from pytest_webagent.model.builtin.grammar.stepping import stepped
from pytest_webagent.model.builtin.named_things import exactly_named
from pytest_webagent.model.builtin.page_vocabulary import in_one_word, with_names
from pytest_webagent.model.builtin.progress import Act, Again, Done
from pytest_webagent.model.builtin.refusal import Inert, Missing, Refusal
from pytest_webagent.model.builtin.step_attempts import doable
from pytest_webagent.model.builtin.step_clauses import clauses, cuts, unpadded, with_verb, words_of_step
from pytest_webagent.model.builtin.step_values import given, thing
from pytest_webagent.model.builtin.words import VEILED, content, unveil, veil

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pytest_webagent.language.deeds import Deed
    from pytest_webagent.model.builtin.progress import Scene
    from pytest_webagent.model.builtin.step_clauses import Clause

    Attempt = Callable[[say.Instruction], Act | Done | Again]

_AND: Final = re.compile(r"\s*,(?!\d)\s*(?:and\s+)?|\s+(?:and|und|et|y)\s+", re.IGNORECASE)
_HERE: Final = frozenset(
    [
        "page",
        "app",
        "application",
        "site",
        "website",
        "screen",
        "shop",
        "store",
        "here",
        "now",
        "there",
        "same",
    ]
)
_GIVING: Final = frozenset(("type", "fill", "set", "choose", "copy", "state"))
"""Deeds that give something a value."""
_ADDING: Final = lexicon.stemmed("add create")
_AS_DONE: Final = re.compile(r"\s+as\s+(?:done|completed?|finished)$", re.IGNORECASE)
_STATE: Final = re.compile(r"\s+as\s+(?P<not>not\s+)?(?P<state>\w+)$", re.IGNORECASE)
_READ: Final[Mapping[Deed, Callable[[str], Iterator[say.Instruction]]]] = {
    "search": values.search,
    "sort": values.sort,
    "upload": values.upload,
}
"""What reads the words behind a verb that says what is given, not to what."""
_AIMED: Final[Mapping[Deed, Callable[[say.Target], say.Instruction]]] = {
    "press": lambda what: say.Click(target=what),
    "double": lambda what: say.Click(target=what, double=True),
    "open": lambda what: say.Click(target=what, opens=True),
    "tick": lambda what: say.Tick(target=what, on=True),
    "untick": lambda what: say.Tick(target=what, on=False),
    "clear": lambda what: say.Tick(target=what, on=False),
    "enable": lambda what: say.Tick(target=what, on=True, switches=True),
    "disable": lambda what: say.Tick(target=what, on=False, switches=True),
    "fold": lambda what: say.Fold(target=what, out=False),
    "unfold": lambda what: say.Fold(target=what, out=True),
    "hover": lambda what: say.Hover(target=what),
    "look": lambda what: say.Find(target=what),
}
"""What is done to the thing that a verb names; any other is pressed."""


def read(scene: Scene, what: say.Step, attempt: Attempt) -> Again:
    """The first thing to do of a step, as the page can do it, with the rest of the step.

    Raises:
        Refusal: the page can do none of its readings; of several reasons the first.
    """
    problem: Refusal | None = None
    # "Click Compare now": the last word may be a part of a name.
    reading = without_closing(with_names(scene.view, veil(what.said)))
    text = veil(what.said).strip(" ,")[: len(reading)]
    values = in_one_word(scene.view)
    unfilled: Refusal | None = None
    first = True
    for end, start in cuts(reading):
        cut = end, start
        refuse_beyond_step(reading, end, what.said, values)
        # What is left out only a form may have a box for.
        leaves_out = "without" in (each.low for each in words_of_step(reading[:end])[1:])
        known = list(_known(scene, text[:end]))
        if first and not known:
            try:
                return filled(scene, text, cut, attempt)
            except Missing as missing:
                unfilled = missing
        for ways in () if leaves_out else chain(known, _of_clauses(scene, reading[:end])):
            if not first and not all(isinstance(way, say.Fill | say.Search) for each in ways for way in each):
                # What goes on with another verb is another step, or a text to type.
                continue
            try:
                found = doable(ways, attempt)
            except (Missing, Inert) as missing:
                problem = problem or missing
                continue
            return _again(text, cut, found, opened_before=what.opened)
        # "Find and click the link": a lone verb is no step.
        first = first and len(words_of_step(text[:end])) == 1
    if (opens := form_steps.opener(scene, _giving(text))) is not None:
        return Again(instead=(replace(opens, said=what.said), what))
    raise problem or unfilled or Refusal(f"{what.said!r} is not understood")


def _again(
    text: str, cut: tuple[int, int], found: Sequence[say.Instruction], *, opened_before: bool = False
) -> Again:
    """What is done of a step, and the rest of it, with its verb where it names only another thing."""
    done = text[: cut[0]]
    said, rest = _said(done), _said(with_verb(done, text[cut[1] :]))
    kept = tuple(
        each if isinstance(each, say.Step) else replace(each, said=said, opened=opened_before)
        for each in found
    )
    return Again(instead=(*kept, *((say.Step(said=rest),) if rest else ())))


def filled(scene: Scene, text: str, cut: tuple[int, int], attempt: Attempt) -> Again:
    """What fills a form with the values of the first clause of a (veiled) step, and the rest of the step.

    Raises:
        Missing: no form takes them.
    """
    following = scene.progress.following
    rest = opened(text[cut[1] :]) or opened(veil(following.said if isinstance(following, say.Step) else ""))
    sent = any(stem(each.low) in form_steps.SENDING for each in words_of_step(rest)[:1])
    clause = _in_english(scene, _giving(text[: cut[0]]))
    found = _again(text, cut, doable(form_steps.filled(scene, clause, sent=sent), attempt))
    *done, last = found.instead or ()
    if clause.before and isinstance(last, say.Step):
        # What was said to be filled is so for all of the sentence.
        return Again(instead=(*done, say.Step(said=f"{_said(clause.before)}, {last.said}")))
    return found


def _giving(text: str) -> Clause:
    """A (veiled) clause by the verb that may give values: "give" is a deed of its own as well."""
    first, *others = clauses(opened(text))
    return next((each for each in others[:1] if each.verb == first.verb.lower() != ""), first)


def likeliest(scene: Scene, what: say.Step) -> tuple[say.Instruction, ...]:
    """What a step says most likely, where the page can do none of its readings."""
    text = without_closing(veil(what.said))
    for end, start in () if what.opened else cuts(text):
        for ways in _ways(scene, text[:end]):
            if len(ways) > 1:
                continue
            said, rest = _said(text[:end]), _said(text[start:])
            found = replace(ways[0][0], said=said)
            return (found, *((say.Step(said=rest),) if rest else ()))
    return (what,)


def answers_dialog(scene: Scene, what: say.Step) -> bool:
    """Whether a step says how to answer a dialog, or what to type into it."""
    text = without_closing(veil(what.said))
    heads = (text[:end] for end, _ in cuts(text))
    first = (ways[0][0] for head in heads for ways in _ways(scene, head))
    return any(
        isinstance(each, say.AnswerDialog) or (isinstance(each, say.Fill) and each.field is None)
        for each in first
    )


def _said(text: str) -> str:
    return unveil(text.strip(" ,;."), "'")


def _ways(scene: Scene, plain: str) -> Iterator[list[list[say.Instruction]]]:
    """All that the words of one clause may say."""
    return chain(_known(scene, plain), _of_clauses(scene, plain))


def _of_clauses(scene: Scene, reading: str) -> Iterator[list[list[say.Instruction]]]:
    """What the words of one clause may say by their verb, with the page's names as one word each."""
    for clause in clauses(opened(reading)):
        yield from _instructions(scene, _in_english(scene, clause))


def _known(scene: Scene, plain: str) -> Iterator[list[list[say.Instruction]]]:
    """What the words of one clause say whatever form is open: the name of a button, or what is done in one way only."""
    named = exactly_named(scene.view, unveil(led(plain)))
    if len(named) == 1:
        what = pointing.named(scene.view.name(named[0]))
        ticks = scene.view[named[0]].role in TOGGLES
        yield [[say.Tick(target=what, on=True) if ticks else say.Click(target=what)]]
    known = command(led(plain)) or command(unpadded(led(plain)))
    if known is not None:
        yield [[known]]
    if steps := stepped(unveil(unpadded(led(plain)))):
        yield [[each] for each in steps]


def _in_english(scene: Scene, clause: Clause) -> Clause:
    """A clause with English glue; its verb as the buttons of the page have it, where it is none of those that are known."""
    language, view = scene.page.language, scene.view
    if clause.deeds == ("do",):
        names = (view.name(at) for at in view.shown if view[at].role in BUTTONS)
        clause = clause._replace(verb=own_form(clause.verb, names, language))
    return clause._replace(before=with_glue(clause.before, language), body=with_glue(clause.body, language))


def _instructions(scene: Scene, clause: Clause) -> Iterator[list[list[say.Instruction]]]:
    """All that a clause may say, as one thing or as several, each with the ways to do it, the likeliest first."""
    before = "" if clause.before.lower().startswith("without") else clause.before
    if before and set(content(unveil(before))) <= _HERE | set(content(scene.view.title)):
        before = ""
    whole = list(_ways_of(scene, clause, clause.body, before))
    several = [] if "search" in clause.deeds else _several(scene, clause, before)
    if len(several) > 1:
        yield several
    if whole:
        yield [whole]
    for by in step_means.means(scene, clause) if clause.verb else ():
        if pressed := list(step_means.pressed(scene, clause, by)):
            yield [pressed]
        if by.menu and by.own:
            yield from _instructions(scene, clause._replace(before="", body=by.rest))
        elif by.at is None and (what := thing(by.rest)) is not None and not scene.progress.current.opened:
            yield [
                [say.Hover(target=what)],
                [say.Step(said=unveil(f"{clause.verb} {clause.body}", "'"), opened=True)],
            ]
        elif by.menu:
            said = unveil(f"{clause.verb} {by.rest}", "'")
            yield [[say.Click(target=by.said)], [say.Step(said=said, opened=True)]]


def _several(scene: Scene, clause: Clause, before: str) -> list[list[say.Instruction]]:
    """What is done to each of several things; of several values each names its field: "Smith and Sons" is one."""
    found: list[tuple[int, list[say.Instruction]]] = []
    start = 0
    for joint in (*_AND.finditer(clause.body), None):
        end = len(clause.body) if joint is None else joint.start()
        ways = _placed(scene, clause, clause.body[start:end], before)
        if not ways and found:
            start, _ = found.pop()
            ways = _placed(scene, clause, clause.body[start:end], before)
        if not ways:
            return []
        part, above = clause.body[start:end].strip(), clause.body[found[-1][0] : start] if found else ""
        if re.fullmatch(VEILED, part) and (names := list(re.finditer(VEILED, above))):
            # "Click 'Pay' in the rows of 'Ann' and 'Ben'".
            ways += _placed(scene, clause, above[: names[-1].start()] + part, before)
        found.append((start, ways))
        start = end if joint is None else joint.end()
    return [ways for _, ways in found]


def _placed(scene: Scene, clause: Clause, part: str, before: str) -> list[say.Instruction]:
    ways = _ways_of(scene, clause, part.strip(), before)
    return [each for each in ways if not isinstance(each, say.Fill) or each.field is not None]


def _ways_of(scene: Scene, clause: Clause, body: str, before: str) -> Iterator[say.Instruction]:
    for deed in clause.deeds:
        done = (
            _done(scene, unveil(clause.verb), body, before)
            if deed == "do"
            else _of_deed(scene, deed, body, before)
        )
        for each in done:
            if isinstance(each, say.Choose) and not clause.verb.startswith("select"):
                # Only what is selected may be a row with a box.
                yield replace(each, row=None)
            else:
                yield each


def _of_deed(scene: Scene, deed: Deed, body: str, before: str) -> Iterator[say.Instruction]:
    placed = f"{body} {before}".strip()
    if deed in _GIVING:
        yield from given(scene, deed, body, before)
        return
    if deed == "filter" or (deed == "open" and values.ONLY.search(body)):
        yield from values.narrowed(scene, placed)
    if deed == "filter":
        yield from given(scene, "choose", values.unlisted(body), before)
        return
    if deed in _READ:
        yield from _READ[deed](placed)
        return
    if deed == "look" and values.WITHIN_SITE.search(placed):
        # "Look for mugs in the shop".
        yield from values.search(placed)
    what = thing(_AS_DONE.sub("", placed) if deed == "tick" else placed)
    if what is None:
        return
    if deed in ("enable", "disable", "clear"):
        # Its own button, or a switch; never the box that selects its row.
        yield say.Click(target=replace(what, verb=deed))
    if deed == "clear":
        yield say.Fill(value="", field=what, typed=True)
    yield _AIMED.get(deed, _AIMED["press"])(what)
    if deed == "open":
        yield from _opened(scene, body, before)


def _done(scene: Scene, verb: str, body: str, before: str) -> Iterator[say.Instruction]:
    """What a page's own verb says: the button that begins with it; of a box, whether it is so."""
    rest = f"{body} {before}".strip()
    yield say.Click(target=pointing.target(rest, verb))
    if stem(verb.lower()) in _ADDING:
        yield from given(scene, "choose", body, before) if before else values.adding(scene, body)
    state = _STATE.search(body)
    if state is not None and stem(state["state"]) in lexicon.DONE:
        what = thing(body[: state.start()])
        if what is not None:
            on = lexicon.DONE[stem(state["state"])] is not bool(state["not"])
            yield say.Tick(target=what, on=on, switches=True)
    elif (done := lexicon.DONE.get(stem(verb.lower()))) is not None and (what := thing(rest)) is not None:
        yield say.Tick(target=what, on=done, switches=True)
    if (verb.lower(),) not in VERBS or verb.lower() in lexicon.DEEDS:
        yield say.Click(target=pointing.target(rest, verb), behind=True)


def _opened(scene: Scene, body: str, before: str) -> Iterator[say.Instruction]:
    """What shows something else than by its name: "show 25 rows per page", "open the file of 'Ann'"."""
    yield from given(scene, "choose", body, before)
    names = re.findall(VEILED, body)
    if len(names) == 1 and not before:
        yield say.Click(target=pointing.named(unveil(names[0])))

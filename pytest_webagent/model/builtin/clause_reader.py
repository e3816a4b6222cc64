"""The ways to take the words of one clause: deed, thing, value and place, each way as something to do, the likeliest first."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pytest_webagent.language import lexicon
from pytest_webagent.language.deeds import VERBS
from pytest_webagent.language.terms import stem, term_set
from pytest_webagent.model.builtin import filters, step_means
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin import step_values as values
from pytest_webagent.model.builtin.grammar import pointing
from pytest_webagent.model.builtin.step_values import given, thing
from pytest_webagent.model.builtin.subject import asks_about
from pytest_webagent.model.builtin.words import VEILED, content, unveil

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pytest_webagent.language.deeds import Deed
    from pytest_webagent.model.builtin.progress import Scene
    from pytest_webagent.model.builtin.step_clauses import Clause

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
_VALUE: Final = re.compile(rf"\s*(?P<joint>:|\bto\b)\s*(?P<value>{VEILED})$")
"""What a deed takes that opens a field: "Reply to Ann: 'Thanks'", "Rename it to 'Tea'"."""
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


def instructions(scene: Scene, clause: Clause) -> Iterator[list[list[say.Instruction]]]:
    """All that a clause may say, as one thing or as several, each with the ways to do it, the likeliest first."""
    before = "" if clause.before.lower().startswith("without") else clause.before
    if before and set(content(unveil(before))) <= _HERE | set(content(scene.view.title)):
        before = ""
    yield from filters.instructions(scene, clause)
    whole = list(_ways_of(scene, clause, clause.body, before))
    several = [] if {"search", "sort"}.intersection(clause.deeds) else _several(scene, clause, before)
    if len(several) > 1:
        yield several
    if whole:
        yield [whole]
    if (given_to := _VALUE.search(clause.body)) is not None and clause.deeds == ("do",):
        yield _given_behind(clause, given_to, before)
    for by in step_means.means(scene, clause) if clause.verb else ():
        if pressed := list(step_means.pressed(scene, clause, by)):
            yield [pressed]
        if by.menu and by.own:
            yield from instructions(scene, clause._replace(before="", body=by.rest))
        elif by.at is None and (what := thing(by.rest)) is not None and not scene.progress.current.opened:
            yield [
                [say.Hover(target=what)],
                [say.Step(said=unveil(f"{clause.verb} {clause.body}", "'"), opened=True)],
            ]
        elif by.menu:
            said = unveil(f"{clause.verb} {by.rest}", "'")
            yield [[say.Click(target=by.said)], [say.Step(said=said, opened=True)]]


def _given_behind(clause: Clause, found: re.Match[str], before: str) -> list[list[say.Instruction]]:
    """What opens a field by a deed, and the text for it: "Reply to Ann: 'Thanks'"; a new name is taken by Enter."""
    verb, value = unveil(clause.verb), unveil(found["value"], "'")
    what = pointing.target(f"{clause.body[: found.start()]} {before}", verb)
    opens: list[say.Instruction] = [say.Click(target=what), say.Click(target=what, behind=True)]
    ways: list[list[say.Instruction]] = [opens, [say.Step(said=f"type {value}", opened=True)]]
    if found["joint"] != ":":
        ways.append([say.Tool(said="press Enter", name="press_key", arguments=(("key", "Enter"),))])
    return ways


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
    if deed == "open" and values.ONLY.search(f" {placed} "):
        # What is to be seen alone is none of the things themselves.
        return
    if deed in _GIVING:
        yield from given(scene, deed, body, before)
        return
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
    if verb.lower() in lexicon.YES and asks_about(scene.view, term_set(unveil(rest))):
        yield say.AnswerDialog(accept=True)
    if stem(verb.lower()) in _ADDING:
        yield from given(scene, "choose", body, before) if before else values.adding(scene, body)
    state = _STATE.search(body)
    if state is not None and stem(state["state"]) in lexicon.DONE:
        what = thing(body[: state.start()])
        if what is not None:
            on = lexicon.DONE[stem(state["state"])] is not bool(state["not"])
            yield say.Tick(target=what, on=on, switches=True)
    elif lexicon.DONE.get(stem(verb.lower())) and (what := thing(rest)) is not None:
        # "Complete" ticks it; "open" is no word for unticking.
        yield say.Tick(target=what, on=True, switches=True)
    if (verb.lower(),) not in VERBS or verb.lower() in lexicon.DEEDS:
        yield say.Click(target=pointing.target(rest, verb), behind=True)


def _opened(scene: Scene, body: str, before: str) -> Iterator[say.Instruction]:
    """What shows something else than by its name: "show 25 rows per page", "open the file of 'Ann'"."""
    yield from given(scene, "choose", body, before)
    names = re.findall(VEILED, body)
    if len(names) == 1 and not before:
        yield say.Click(target=pointing.named(unveil(names[0])))

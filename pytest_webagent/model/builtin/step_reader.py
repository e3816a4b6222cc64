"""A step, read on the page on which it is done.

A step is cut where a verb follows a joint. A clause has a verb, what it is done to, and what stands behind prepositions; which
of these is the thing, which the value and which the place, no pattern says: each way to take them is tried on the page, and the
first that the page can do is what is meant.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pytest_webagent.language import deeds, lexicon
from pytest_webagent.language.terms import stem
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.phrase import is_empty, named, target
from pytest_webagent.model.builtin.progress import Act, Again, Done
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.step_clauses import clauses, cuts, words_of_step
from pytest_webagent.model.builtin.words import VEILED, Words, content, unveil, veil

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pytest_webagent.language.deeds import Deed
    from pytest_webagent.model.builtin.progress import Scene
    from pytest_webagent.model.builtin.step_clauses import Clause, Word

    Attempt = Callable[[say.Instruction], Act | Done | Again]

_REFERRING: Final = frozenset(("the", "its", "that", "this", "his", "her", "their"))
_WHOLE: Final = re.compile(
    r"^(?:the\s+)?(?:whole\s+)?(?:content|contents|text|value)\s+(?:of|in)\s+(?=\S)", re.IGNORECASE
)
_PRONOUN: Final = re.compile(
    r"(?:it|this|that|them|these|es|le|la|lo)(?:\s+(?:to|as|with|at))?", re.IGNORECASE
)
_LOOSE: Final = re.compile(
    r"(?:something|anything|some|any|a random|an? (?:valid|good|nice))\b", re.IGNORECASE
)
_AND: Final = re.compile(r"\s*,\s*(?:and\s+)?|\s+(?:and|und|et|y)\s+", re.IGNORECASE)
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
_EXACTLY: Final = say.Reading(words=Words("\ue000", exact=True))
"""A reading that fits no name: only what all words of the target explain will do."""
_GIVING: Final = frozenset(("type", "fill", "set", "choose", "copy", "state"))
"""Deeds that give something a value."""
_AS_DONE: Final = re.compile(r"\s+as\s+(?:done|completed?|finished)$", re.IGNORECASE)
_SAYING_VALUE: Final = {"set": frozenset(("to", "as", "auf", "à", "a"))}
"""Words after which such a deed says the value, and never where it goes."""
_SHORT: Final = 2
_MOST_NAMES: Final = 2000


def read(scene: Scene, what: say.Step, attempt: Attempt) -> Again:
    """The first thing to do of a step, as the page can do it, with the rest of the step.

    Raises:
        Refusal: the page can do none of its readings; of several reasons the first.
    """
    text = veil(what.said)
    problem: Missing | None = None
    for reading in dict.fromkeys((_with_names(scene, text), text)):
        for end, start in cuts(reading):
            for clause in clauses(reading[:end]):
                for ways in _instructions(scene, clause):
                    try:
                        found = _doable(ways, attempt)
                    except Missing as missing:
                        problem = problem or missing
                        continue
                    said = unveil(text[:end].strip(" ,;."), "'")
                    rest = unveil(text[start:].strip(" ,;."), "'")
                    kept = tuple(replace(each, said=said, tried=True) for each in found)
                    return Again(instead=(*kept, *((say.Step(said=rest),) if rest else ())))
    raise problem or Refusal(f"{what.said!r} is not understood")


def _doable(ways: Sequence[Sequence[say.Instruction]], attempt: Attempt) -> list[say.Instruction]:
    """Of the ways to do each of several things the first that the page can do.

    Raises:
        Refusal: one of the things it can do in no way, or two of them are the same.
    """
    found: list[say.Instruction] = []
    touched: set[str] = set()
    for each in ways:
        problem: Missing | None = None
        for way in each:
            try:
                move = _tried(way, attempt)
            except Missing as missing:
                problem = problem or missing
                continue
            except Refusal as refusal:
                if len(ways) == 1 or not refusal.evidence:
                    raise
                # It is there, and may be ready once what comes before it is done.
                found.append(way)
                break
            found.append(way)
            at = str(move.arguments.get("element_id")) if isinstance(move, Act) else ""
            if len(ways) > 1 and at and (at in touched) and not isinstance(way, say.Choose):
                raise Refusal(
                    f"{way.said!r} names several things, and two of them fit the same one on the page"
                )
            touched.add(at)
            break
        else:
            assert problem is not None
            raise problem
    return found


def _tried(way: say.Instruction, attempt: Attempt, depth: int = 3) -> Act | Done | Again:
    """What an instruction comes to on the page, or what stands for it."""
    move = attempt(way)
    if isinstance(move, Again) and move.instead and depth:
        return _tried(move.instead[0], attempt, depth - 1)
    return move


def _with_names(scene: Scene, text: str) -> str:
    """A step in which what the page calls its things stands as one word each, the longest first."""
    view = scene.view
    names = {
        name
        for at in view.shown[:_MOST_NAMES]
        for name in (view[at].name, view[at].text, *view[at].options)
        if 1 < len(name.split()) < 10
    }
    for name in sorted(names, key=len, reverse=True):
        if name.lower() in text.lower():
            text = re.sub(
                rf"(?<!\w){re.escape(name)}(?!\w)",
                lambda found: veil(f"'{found[0]}'"),
                text,
                flags=re.IGNORECASE,
            )
    return text


def _thing(words: str) -> say.Target | None:
    found = target(words, acting=True)
    return found if re.search(r"\w", unveil(words)) and not is_empty(found) else None


def _instructions(scene: Scene, clause: Clause) -> Iterator[list[list[say.Instruction]]]:
    """All that a clause may say, as one thing or as several, each with the ways to do it, the likeliest first."""
    before = "" if clause.before.lower().startswith("without") else clause.before
    if before and set(content(unveil(before))) <= _HERE | set(content(scene.view.title)):
        before = ""
    whole = [each for deed in clause.deeds for each in _of_deed(scene, deed, clause.body, before)]
    parts = [part for part in _AND.split(clause.body) if part.strip()]
    if len(parts) > 1:
        # Of several values each names its field: "Smith and Sons" is one.
        several = [
            [
                each
                for deed in clause.deeds
                for each in _of_deed(scene, deed, part, before)
                if not isinstance(each, say.Fill) or each.field is not None
            ]
            for part in parts
        ]
        if all(several):
            yield several
    if whole:
        yield [whole]


def _of_deed(scene: Scene, deed: Deed, body: str, before: str) -> Iterator[say.Instruction]:
    placed = f"{body} {before}".strip()
    if deed in _GIVING:
        yield from _given(scene, deed, body, before)
        return
    if deed == "do":
        yield say.Click(
            target=say.Target(unveil(body, "'"), (_EXACTLY,), verb=unveil(words_of_step(body)[0].text))
        )
        return
    what = _thing(_AS_DONE.sub("", placed) if deed == "tick" else placed)
    if what is None:
        return
    match deed:
        case "tick" | "untick":
            yield say.Tick(target=what, on=deed == "tick")
        case "enable" | "disable":
            # Its own button, or a switch; never the box that selects its row.
            command = say.Command(verb=deed, object=what, whole=unveil(f"{deed} {placed}"))
            yield say.Tick(target=what, on=deed == "enable", command=command)
        case "hover":
            yield say.Hover(target=what)
        case "look":
            yield say.Find(target=what)
        case _:
            yield say.Click(target=what, opens=deed == "open")
    if deed == "open":
        yield from _opened(scene, body, before)


def _opened(scene: Scene, body: str, before: str) -> Iterator[say.Instruction]:
    """What shows something else than by its name: "show 25 rows per page", "open the file of 'Ann'"."""
    yield from _given(scene, "choose", body, before)
    names = re.findall(VEILED, body)
    if len(names) == 1 and not before:
        yield say.Click(target=named(unveil(names[0])))


def _given(scene: Scene, deed: Deed, body: str, before: str) -> Iterator[say.Instruction]:
    """A value, and where it goes."""
    words = words_of_step(body)
    if _LOOSE.match(body):
        return
    pairs: list[tuple[str, str]] = []
    if before:
        place = words_of_step(before)[0]
        pairs.append((body, before[place.end :] if place.low in deeds.PLACING else before))
    # "Kind of work: Extension" says which is which.
    marks = [word for word in words[1:-1] if word.text in ":="]
    for word in marks or (words[1:-1] if deed != "state" else ()):
        left, right = body[: word.start].strip(), body[word.end :].strip()
        if word.low in deeds.WITH:
            pairs.append((right, f"{left} {before}".strip()))
        # "Set the title to ..." says the value last.
        if word.low in deeds.INTO - _SAYING_VALUE.get(deed, frozenset()):
            pairs.append((left, f"{right} {before}".strip()))
    # "Enter the name 'Ann'", "choose the country Austria", "show 25 rows per page": the longest name of a field first.
    named_so = not deeds.PLACING & {each.low for each in words[:-1]} - {"of"}
    for at in range(len(words) - 1, 0, -1) if named_so else ():
        left, right = body[: words[at].start].strip(), body[words[at].start :].strip()
        if words[at - 1].low not in lexicon.GLUE and _is_value(words[at:]):
            pairs.append((right, f"{left} {before}".strip()))
        if deed == "choose" and at == 1 and left.isdigit():
            pairs.append((left, f"{right} {before}".strip()))
    for value, field in pairs:
        yield from _put(scene, deed, value, field)
    if not before and deed not in ("set", "state"):
        yield from _put(scene, deed, body, "")


def _is_value(words: Sequence[Word]) -> bool:
    """Whether words right behind the name of a field can be what goes into it: a quotation, one word, names and numbers."""
    if len(words) == 1:
        return stem(words[0].low) not in lexicon.ROLES
    return all(each.text[0].isupper() or each.text[0].isdigit() for each in words)


def _put(scene: Scene, deed: Deed, value: str, field: str) -> Iterator[say.Instruction]:
    field = _WHOLE.sub("", re.sub(r"^(?:es|it|this|that)\s+", "", field, flags=re.IGNORECASE))
    if _PRONOUN.fullmatch(field) and not scene.progress.remembered:
        return
    what = _thing(field) if field else None
    value = re.sub(rf"^{_PRONOUN.pattern}\s+(?=\S)", "", value, flags=re.IGNORECASE) if field else value
    if (field and what is None) or not value or _LOOSE.match(value) or _PRONOUN.fullmatch(value):
        return
    option = _thing(value)
    if deed == "choose" and option is not None:
        yield say.Choose(option=option, field=what)
        if what is None:
            yield say.Click(target=option)
        return
    text = _text(scene, value, refers=deed == "copy")
    plainly = re.fullmatch(VEILED, value) is not None or len(words_of_step(value)) == 1
    if text is None or (what is None and not (deed == "type" and plainly)):
        return
    yield say.Fill(value=text, field=what, typed=deed in ("type", "fill"))
    if what is not None and option is not None:
        yield say.Fill(value=text, field=what)
    if what is not None and option is not None and deed != "state":
        yield say.Choose(option=option, field=what)


def _text(scene: Scene, value: str, *, refers: bool) -> str | None:
    """The text to type: as it stands, or what it speaks of, read from the page."""
    words = words_of_step(value)
    if re.fullmatch(VEILED, value):
        return unveil(value)
    if len(words) == _SHORT and re.fullmatch(VEILED, words[1].text) and words[0].low in lexicon.VALUES:
        return unveil(words[1].text)
    if refers or words[0].low in _REFERRING:
        try:
            return scene.answers.answer(say.Open(), unveil(value, "'")).text
        except Refusal:
            return None
    return unveil(value)

"""A step, read on the page on which it is done.

A step is cut where a verb follows a joint. A clause has a verb, what it is done to, and what stands behind prepositions; which
of these is the thing, which the value and which the place, no pattern says: each way to take them is tried on the page, and the
first that the page can do is what is meant.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.language import deeds, lexicon
from pytest_webagent.language.terms import stem
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.phrase import is_empty, named, target
from pytest_webagent.model.builtin.progress import Act, Again, Done
from pytest_webagent.model.builtin.refusal import Missing, Refusal
from pytest_webagent.model.builtin.words import VEILED, Words, content, unveil, veil

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pytest_webagent.language.deeds import Deed
    from pytest_webagent.model.builtin.progress import Scene

    Attempt = Callable[[say.Instruction], Act | Done | Again]

_WORD: Final = re.compile(rf"{VEILED}|[,;:=]|[^\s,;:=\U000f0000-\U0010ffff]+")
_JOINTS: Final = frozenset((",", ";", "and", "then", "und", "dann", "et", "puis", "y", "luego"))
_PADDING: Final = frozenset(
    ("please", "also", "now", "finally", "afterwards", "next", "first", "just", "again", "there", "bitte")
)
_ARTICLES: Final = lexicon.ARTICLES | {
    "that",
    "its",
    "der",
    "die",
    "das",
    "den",
    "dem",
    "le",
    "la",
    "les",
    "l'",
    "el",
    "los",
}
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
_ASKS: Final = lexicon.QUESTION_WORDS | frozenset(
    ("report", "tell", "say", "state", "return", "answer", "note")
)
"""How a clause begins that asks."""
_EXACTLY: Final = say.Reading(words=Words("\ue000", exact=True))
"""A reading that fits no name: only what all words of the target explain will do."""
_GIVING: Final = frozenset(("type", "fill", "set", "choose", "copy", "state"))
"""Deeds that give something a value."""
_AS_DONE: Final = re.compile(r"\s+as\s+(?:done|completed?|finished)$", re.IGNORECASE)
_SHORT: Final = 2
_MOST_NAMES: Final = 2000


class Word(NamedTuple):
    """A word of a step, with its place there."""

    text: str
    start: int
    end: int

    @property
    def low(self) -> str:
        """The word as tables write it."""
        return self.text.lower().rstrip(".!?")


class Clause(NamedTuple):
    """A verb, with what is said before and behind it (veiled)."""

    verb: str
    deeds: tuple[Deed, ...]
    before: str
    """What leads to the verb: "in the row of Bob"."""
    body: str


def read(scene: Scene, what: say.Step, attempt: Attempt) -> Again:
    """The first thing to do of a step, as the page can do it, with the rest of the step.

    Raises:
        Refusal: the page can do none of its readings; of several reasons the first.
    """
    text = veil(what.said)
    problem: Missing | None = None
    for reading in dict.fromkeys((_with_names(scene, text), text)):
        for end, start in _cuts(reading):
            for clause in _clauses(reading[:end]):
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


def _words(text: str) -> list[Word]:
    return [Word(each[0], each.start(), each.end()) for each in _WORD.finditer(text)]


def _cuts(text: str) -> Iterator[tuple[int, int]]:
    """Where the first clause may end, and where the next one begins: before a verb or a question that follows a joint."""
    words = _words(text)
    at = 1
    while at < len(words):
        if words[at].low not in _JOINTS:
            at += 1
            continue
        after = at
        while after < len(words) and words[after].low in _JOINTS | _PADDING:
            after += 1
        if after < len(words) and (_verb(words, after) or words[after].low in _ASKS | lexicon.DEEDS):
            yield words[at].start, words[after].start
        at = after
    yield len(text), len(text)


def _verb(words: Sequence[Word], at: int) -> tuple[int, tuple[Deed, ...]] | None:
    """How many words at a place are a verb, and the deeds that it says."""
    for length in range(min(deeds.LONGEST, len(words) - at), 0, -1):
        found = deeds.VERBS.get(tuple(each.low for each in words[at : at + length]))
        if found:
            return length, found
    return None


def _clauses(text: str) -> Iterator[Clause]:
    """The ways to part a clause by a verb: by that of "by clicking ...", else by its first one."""
    words = _words(text)
    for at, word in enumerate(words[1:-1], 1):
        root = _root(words[at + 1].low) if word.low == "by" else None
        if root is not None:
            body = text[words[at + 1].end :]
            yield Clause(root, deeds.VERBS[(root,)], f"in {_object(words, text[: word.start])}", body.strip())
    for at in range(len(words)):
        if at and not _opens_with_place(words) and any(each.low not in _PADDING for each in words[:at]):
            break
        found = _verb(words, at)
        if found is None:
            continue
        length, said = found
        before, body = text[: words[at].start].strip(" ,:"), text[words[at + length - 1].end :].strip(" ,:")
        rest = _words(body)
        if rest and said == ("look",) and rest[0].low in _JOINTS:
            # "Find and click the link": to look for it is a part of the deed.
            yield from _clauses(f"{before} {body[rest[0].end :]}".strip())
            return
        yield Clause(" ".join(each.low for each in words[at : at + length]), said, before, body)
        if len(rest) > 1 and (*(each.low for each in words[at : at + 1]), rest[-1].low) in deeds.VERBS:
            # "Turn the light on".
            verb = f"{words[at].low} {rest[-1].low}"
            yield Clause(verb, deeds.VERBS[tuple(verb.split())], before, body[: rest[-1].start].strip())
        break
    # "Pay invoice 17", "send it"; "name: Ann".
    yield Clause("", ("do",) if words and _verb(words, 0) else ("do", "state"), "", text.strip())


def _object(words: Sequence[Word], text: str) -> str:
    found = _verb(words, 0)
    return text[words[found[0] - 1 if found else 0].end :].strip()


def _opens_with_place(words: Sequence[Word]) -> bool:
    return words[0].low in deeds.PLACING or words[0].low == "without"


def _root(word: str) -> str | None:
    """The verb of a word such as "clicking"."""
    stem = word.removesuffix("ing")
    return (
        None
        if stem == word
        else next((each for each in (stem, stem + "e", stem[:-1]) if (each,) in deeds.VERBS), None)
    )


def _thing(words: str) -> say.Target | None:
    found = target(words, acting=True)
    return (
        None
        if is_empty(found) or (not content(unveil(words)) and not re.search(r"\w", unveil(words)))
        else found
    )


def _instructions(scene: Scene, clause: Clause) -> Iterator[list[list[say.Instruction]]]:
    """All that a clause may say, as one thing or as several, each with the ways to do it, the likeliest first."""
    before = "" if clause.before.lower().startswith("without") else clause.before
    if before and set(content(unveil(before))) <= _HERE | set(content(scene.view.title)):
        before = ""
    whole = [each for deed in clause.deeds for each in _of_deed(scene, deed, clause.body, before)]
    parts = [part for part in _AND.split(clause.body) if part.strip()]
    several = [
        [each for deed in clause.deeds for each in _of_deed(scene, deed, part, before)] for part in parts
    ]
    if len(parts) > 1 and all(several):
        yield several
    if whole:
        yield [whole]


def _of_deed(scene: Scene, deed: Deed, body: str, before: str) -> Iterator[say.Instruction]:
    placed = f"{body} {before}".strip()
    if deed in _GIVING:
        yield from _given(scene, deed, body, before)
        return
    if deed == "do":
        yield say.Click(target=say.Target(unveil(body, "'"), (_EXACTLY,), verb=unveil(_words(body)[0].text)))
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
    words = _words(body)
    if _LOOSE.match(body):
        return
    pairs: list[tuple[str, str]] = []
    if before:
        place = _words(before)[0]
        pairs.append((body, before[place.end :] if place.low in deeds.PLACING else before))
    # "Kind of work: Extension" says which is which.
    marks = [word for word in words[1:-1] if word.text in ":="]
    for word in marks or (words[1:-1] if deed != "state" else ()):
        left, right = body[: word.start].strip(), body[word.end :].strip()
        if word.low in deeds.WITH:
            pairs.append((right, f"{left} {before}".strip()))
        if word.low in deeds.INTO:
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
    plainly = re.fullmatch(VEILED, value) is not None or len(_words(value)) == 1
    if text is None or (what is None and not (deed == "type" and plainly)):
        return
    yield say.Fill(value=text, field=what, typed=deed in ("type", "fill"))
    if what is not None and option is not None:
        yield say.Fill(value=text, field=what)
    if what is not None and option is not None and deed != "state":
        yield say.Choose(option=option, field=what)


def _text(scene: Scene, value: str, *, refers: bool) -> str | None:
    """The text to type: as it stands, or what it speaks of, read from the page."""
    words = _words(value)
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

"""The values of a step, and where they go: which words are the value and which the field, only the page can tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.claims.ordering import order_in
from pytest_webagent.language import deeds, lexicon
from pytest_webagent.language.terms import stem
from pytest_webagent.language.words import STOP
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar import pointing
from pytest_webagent.model.builtin.refusal import Refusal
from pytest_webagent.model.builtin.slot_values import values as found_values
from pytest_webagent.model.builtin.step_clauses import cuts, words_of_step
from pytest_webagent.model.builtin.words import VEILED, unveil, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.language.deeds import Deed
    from pytest_webagent.model.builtin.progress import Scene

_REFERRING: Final = frozenset(("the", "its", "that", "this", "his", "her", "their"))
_WHOLE: Final = re.compile(
    r"^(?:the\s+)?(?:whole\s+)?(?:content|contents|text|value)\s+(?:of|in)\s+(?=\S)", re.IGNORECASE
)
_PRONOUN: Final = re.compile(
    r"(?:it|this|that|them|these|es|le|la|lo|(?:the )?same)(?:\s+(?:to|as|with|at))?", re.IGNORECASE
)
_REFERENCE: Final = re.compile(
    r"(?:it|its|this|that|them|these|those|him|her|he|she|mine|yours|same|likewise|today|tomorrow|yesterday|now|myself|me|nothing|everything|all|both|"
    r"(?:the|this|that|these|those|my|your|his|her|its|our|their|today|tomorrow|yesterday|half|double|twice|thrice|triple|same|next|last|previous|current|now)\b.+|"
    r".*\w['’]s\s+\w.*|"
    r".*\b(?:plus|minus|times|divided by|multiplied by|half of|half the|sum of|more than|less than|percent of|per cent of|% of|ago|from now)\b.*|"
    r"[$€£]?\d[\d.,]*\s*%?\s+(?:more|less|higher|lower|extra)|[$€£]?\d[\d.,]*\s*(?:\s[-/]\s|[+*×÷])\s*[$€£]?\d.*)",
    re.IGNORECASE,
)
_NEW: Final = re.compile(r"^(?:(?:the|an?|another|new)\s+)+", re.IGNORECASE)
_TO: Final = frozenset(("to", "into", "in", "under"))
ONLY: Final = re.compile(r"\s+only\b|\bonly\s+", re.IGNORECASE)
_SITE: Final = r"(?:shop|site|store|website|catalog(?:ue)?|page|list)"
WITHIN_SITE: Final = re.compile(
    rf"^(?:the\s+)?{_SITE}\s+for\s+(?=\S)|\s+(?:in|on|through)\s+(?:(?:the|this|your)\s+)?{_SITE}$",
    re.IGNORECASE,
)
"""How a search says that it is one of the whole site."""
_BY_FIELD: Final = re.compile(
    r"\s+(?:in|into|using|with|via|through)\s+(?P<field>.*\b(?:search|field|box|bar)\b.*)$", re.IGNORECASE
)
_LISTED: Final = re.compile(
    r"^(?:(?:the\s+)?(?:list|products|results|items|table|rows|page|entries|it|them)\s+)?(?:down\s+)?(?:by|on|for|to|with)\s+",
    re.IGNORECASE,
)
_FILE: Final = re.compile(
    rf"^(?:(?:the\s+)?(?:file|image|picture|document|photo)\s+)?(?P<path>{VEILED}|[\w./\\~-]+\.\w+)"
    r"(?:\s+(?:to|in|into|as|for|using|with)\s+(?P<field>.+))?$",
    re.IGNORECASE,
)
_OPTION: Final = re.compile(r"^(?:the\s+)?(?:option\s+)?", re.IGNORECASE)
_LOOSE: Final = re.compile(
    r"(?:something|anything|some|any|a random|an? (?:valid|good|nice))\b", re.IGNORECASE
)
_SAYING_VALUE: Final = {"set": frozenset(("to", "as", "auf", "à", "a"))}
"""Words after which such a deed says the value, and never where it goes."""
_SHOULD: Final = re.compile(r"\s+(?:should|must|shall|will)\s*$", re.IGNORECASE)
_BEING: Final = frozenset(("is", "be", "ist", "est", "es"))
_SHORT: Final = 2
_SAID_BESIDE: Final = frozenset(("date", "dates", "time", "email"))


def thing(words: str) -> say.Target | None:
    """The target that words name; None where they name nothing in particular."""
    words = ONLY.sub("", words)
    if len(list(cuts(words))) > 1:
        # A name does not go on with another request.
        return None
    return pointing.thing(words) if re.search(r"\w", unveil(words)) else None


def refers(value: str) -> bool:
    """Whether an unquoted (veiled) value speaks of a text instead of being one: "the same", "half of the fee"."""
    said = unveil(value).strip()
    # "Once more" and "the same again" are no texts, either.
    empty = bool(said) and STOP.issuperset(re.findall(r"[^\W_]+", said.lower())) and said[0].islower()
    return not re.search(VEILED, value) and (empty or _REFERENCE.fullmatch(said) is not None)


def search(body: str) -> Iterator[say.Instruction]:
    """What is to be searched for, perhaps in a field that is named."""
    found = _BY_FIELD.search(body)
    # "Search the users for 'berg'".
    body = re.sub(
        rf"^(?:the\s+)?\w+(?:\s\w+)?\s+for\s+(?={VEILED})", "", body[: found.start()] if found else body
    )
    value = WITHIN_SITE.sub("", body).strip()
    words = words_of_step(value)
    # "A stay from 20 to 22 June" is no text to search for, where no form takes it.
    told = any(each.kind in _SAID_BESIDE and each.start for each in found_values(value, words, "en"))
    if value and not _PRONOUN.fullmatch(value) and not told:
        yield say.Search(value=unveil(value), field=thing(found["field"]) if found else None)


def adding(scene: Scene, body: str) -> Iterator[say.Instruction]:
    """What is to be new on the page: what is quoted, or follows the noun for the things of its lists."""
    kinds = scene.finder.look.kinds | scene.finder.look.title | lexicon.THINGS
    said = _NEW.sub("", body)
    words = words_of_step(said)
    at = next((each for each, word in enumerate(words) if stem(word.low) not in kinds), 0)
    value = said[words[at].start :] if words else ""
    if _TO.intersection(word.low for word in words):
        # What is quoted is one word: where something is to go nothing here says.
        return
    if value and (at or said == body) and (re.fullmatch(VEILED, value) or at):
        yield say.Search(value=unveil(value), adds=True)


def sort(body: str) -> Iterator[say.Instruction]:
    """By what something is to be sorted, or which comes first."""
    order = f" {body}".partition(" by ")[2]
    if order := order or order_in(body):
        yield say.Sort(by=words_of(re.sub(r"^(?:the|an?)\s+", "", order.strip(), flags=re.IGNORECASE)))


def upload(body: str) -> Iterator[say.Instruction]:
    """The file to give, perhaps to a field that is named."""
    found = _FILE.match(body)
    if found:
        yield say.Upload(path=unveil(found["path"]), field=thing(found["field"]) if found["field"] else None)


def unlisted(body: str) -> str:
    """What follows "the list by" where something is filtered."""
    return _LISTED.sub("", body)


def given(scene: Scene, deed: Deed, body: str, before: str) -> Iterator[say.Instruction]:
    """What words say that give something a value: each way to tell the value from the place where it goes."""
    words = words_of_step(body)
    if _LOOSE.match(body):
        return
    pairs: list[tuple[str, str]] = []
    # "Enter the name 'Ann'", "choose the country Austria", "show 25 rows per page" say no place, or it is part of a name.
    no_place = not deeds.PLACING & {each.low for each in words[:-1]} - {"of"}
    plain_option = deed == "choose" and no_place and not before
    if plain_option:
        yield from _put(scene, deed, body, "")
    if before:
        place = words_of_step(before)[0]
        pairs.append((body, before[place.end :] if place.low in deeds.PLACING else before))
    # "Kind of work: Extension" says which is which.
    marks = [word for word in words[1:-1] if word.text in ":="]
    if deed == "state" and words and re.fullmatch(VEILED, words[-1].text):
        # "The name is 'Ann'".
        marks += [word for word in words[1:-1] if word.low in _BEING]
    for word in marks or (words[1:-1] if deed != "state" else ()):
        left, right = _SHOULD.sub("", body[: word.start]).strip(), body[word.end :].strip()
        last = [(right, f"{left} {before}".strip())] if word.low in deeds.WITH else []
        # "Set the title to ..." says the value last.
        said_first = word.low in deeds.INTO - _SAYING_VALUE.get(deed, frozenset())
        first = [(left, f"{right} {before}".strip())] if said_first else []
        pairs += (*first, *last) if deed == "type" else (*last, *first)
    if deed == "choose" and no_place and words[1:] and words[0].text.isdigit():
        # "Show 25 rows per page".
        pairs.append((words[0].text, f"{body[words[0].end :].strip()} {before}".strip()))
    for value, field in pairs:
        yield from _put(scene, deed, value, field)
    if not (before or deed in ("set", "state") or plain_option):
        yield from _put(scene, deed, body, "")


def _put(scene: Scene, deed: Deed, value: str, field: str) -> Iterator[say.Instruction]:
    field = _WHOLE.sub("", re.sub(r"^(?:es|it|this|that)\s+", "", field, flags=re.IGNORECASE))
    if _PRONOUN.fullmatch(field) and not scene.progress.remembered:
        return
    what = thing(field) if field else None
    value = re.sub(rf"^{_PRONOUN.pattern}\s+(?=\S)", "", value, flags=re.IGNORECASE) if field else value
    if (field and what is None) or not value or _LOOSE.match(value):
        return
    option = thing(_OPTION.sub("", value))
    pronoun = _PRONOUN.fullmatch(value) is not None
    if deed == "choose" and option is not None and not pronoun:
        if what is None and option.every:
            yield say.Tick(target=option, on=True)
        yield say.Choose(
            option=option, field=what, row=option if what is None else thing(f"{value} in {field}")
        )
        if what is None:
            yield say.Click(target=option, opens=True)
        return
    text = None if pronoun else _text(scene, value, copied=deed == "copy")
    plainly = re.fullmatch(VEILED, value) is not None or len(words_of_step(value)) == 1
    if text is None and what is not None and (pronoun or refers(value)):
        yield say.Fill(value=unveil(value), field=what, reference=True)
    if text is None or (what is None and not (deed == "type" and plainly)):
        return
    typed = deed in ("type", "fill")
    yield say.Fill(value=text, field=what, typed=typed, loose=not (plainly or typed))
    if what is not None and option is not None:
        yield say.Fill(value=text, field=what, loose=not plainly)
    if what is not None and option is not None and deed != "state":
        yield say.Choose(option=option, field=what)


def _text(scene: Scene, value: str, *, copied: bool) -> str | None:
    """The text to type: as it stands, or what it speaks of, read from the page."""
    words = words_of_step(value)
    if re.fullmatch(VEILED, value):
        return unveil(value)
    if len(words) == _SHORT and re.fullmatch(VEILED, words[1].text) and words[0].low in lexicon.VALUES:
        return unveil(words[1].text)
    if refers(value) and words[0].low not in _REFERRING:
        return None
    if copied or words[0].low in _REFERRING:
        try:
            return scene.answers.answer(say.Open(), unveil(value, "'")).text
        except Refusal:
            return None
    # What is quoted is a value of its own, and ends where it is closed.
    return None if re.search(VEILED, value) else unveil(value)

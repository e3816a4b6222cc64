"""Questions for what things are and when something was done: "which orders are paid", "when was it placed"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin.grammar.pattern import QuestionRule, Slots, asks
from pytest_webagent.model.builtin.instruction import Attribute, Names
from pytest_webagent.model.builtin.phrase import is_empty, superlative, target
from pytest_webagent.model.builtin.words import Words

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.instruction import Question

_DONE = re.compile(
    r"^(?P<x>.+?)\s+(?P<v>(?:(?:last|first|next|originally)\s+)?(?:\w+(?:ed|en)|active|available|due|sent|lent|spent|made|paid|laid|sold|told|built|put|cut|set|shut|left|met|held|begun|read|seen|done|gone|"
    r"lost|found|bought|brought|caught|taught|won|run|drawn|known|shown|flown|born|heard|kept))$",
    re.IGNORECASE,
)
_DOES = re.compile(r"^(?P<x>.+?)\s+(?P<v>(?:(?:last|first|next)\s+)?\w+)$", re.IGNORECASE)
_NO_TRAIT = re.compile(
    r"(?:selected|chosen|entered|picked|checked|ticked|shown|listed|displayed|visible|there|left|not|no|in|on|at|more|less|the|"
    r"first|last|next|expanded|collapsed)\b",
    re.IGNORECASE,
)
"""What says no trait of a thing that its row could show: states of controls, places, comparisons."""


def _when_done(slots: Slots) -> Question | None:
    return _when(_DONE.match(slots["x"]))


def _when_does(slots: Slots) -> Question | None:
    return _when(_DOES.match(slots["x"]))


def _when_did(slots: Slots) -> Question | None:
    """The past of a regular verb is how a column is called: "Started", "Archived"."""
    return _when(_DOES.match(slots["x"] + ("d" if slots["x"].endswith("e") else "ed")))


def _when(match: re.Match[str] | None) -> Question | None:
    if match is None or re.fullmatch(r"the|a|an|my|your", match["x"], re.IGNORECASE):
        return None
    return Attribute(words=Words(match["v"]), of=target(match["x"]), date=True)


def _which_are(slots: Slots) -> Question | None:
    said = slots.words("v")
    words = said.text.lower().split()
    if (
        not words
        or len(words) > 2
        or _NO_TRAIT.match(said.text)
        or superlative(re.sub(r"^the\s+", "", slots["v"]))
        or is_empty(target(slots["x"]))
    ):
        return None
    return Names(target=target(f"{slots['v']} {slots['x']}"))


def _which_did(slots: Slots) -> Question | None:
    did = _DONE.match(slots["x"])
    return None if did is None else _which_are(Slots({"x": did["x"], "v": did["v"]}))


def _who_did(slots: Slots) -> Question | None:
    verb = {"wrote": "written"}.get(slots["v"].lower(), slots["v"])
    if not re.fullmatch(r"\w+ed|written|made|sent|paid|built|won", verb, re.IGNORECASE):
        return None
    return Attribute(words=Words(f"{verb} by"), of=target(slots["x"]))


def _when_is(slots: Slots) -> Question | None:
    """When a thing is that says its date: "when is the eye exam"; a date with a name is asked for by its name."""
    about = target(slots["x"])
    if is_empty(about) or re.search(r"\b(?:date|time|day|deadline)\b", slots["x"], re.IGNORECASE):
        return None
    return Attribute(words=Words("date"), of=about, date=True)


RULES: tuple[QuestionRule, ...] = (
    asks("when was|were|is|are|has|have [been] <x>", _when_done),
    asks("when does|do <x>", _when_does),
    asks("when did <x>", _when_did),
    asks("when is|are|was|were <x>", _when_is),
    asks("which <x> is|are [a|an] <v>", _which_are),
    asks("which|what <x>", _which_did),
    asks("who <v> <x>", _who_did),
)

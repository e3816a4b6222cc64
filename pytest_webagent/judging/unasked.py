"""What a goal does not ask for, told by what a call is and never by what a page says at length: a page may order anything.

Only what is understood is held against a call. A name of no known word is no offence, and a goal with an unknown verb asks for
anything; but for a goal that surely only looks, nothing has to be sent, whatever the button is called.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, FIELDS
from pytest_webagent.judging.acts import IN_PASSING, SEARCHING
from pytest_webagent.judging.clause_kinds import GOES, NAMES_TOO
from pytest_webagent.judging.goals import FORBIDDEN, read
from pytest_webagent.judging.last_step import FINISHING, GOES_ON, LAST_ABROAD, OF_DEEDS
from pytest_webagent.judging.unsent import AGREES, CALLS_OFF, SUBMIT
from pytest_webagent.language.deeds import SPENDING, VERBS, WEIGHTY, tells_a_deed
from pytest_webagent.language.lexicon import DEEDS, PICTURES, SIGNS, SYNONYMS
from pytest_webagent.language.quotations import masked, quotations
from pytest_webagent.language.terms import stem as root
from pytest_webagent.language.words import content, negated, stem, stems, words
from pytest_webagent.values.plain_text import plain, quoted, word_set

if TYPE_CHECKING:
    from pytest_webagent.policy.risk import Risk

_SPENDS: Final = stems(" ".join(SPENDING)) | {"checkout"}
_FINISHES: Final = FINISHING | AGREES
_LOADS: Final = word_set("download export")
_HEAVY: Final = WEIGHTY | (SPENDING - NAMES_TOO)
_SENDS: Final = word_set("send submit")
"""What is done with a form that was filled in, whatever it is for."""
_SETS, _EMPTIES = (
    frozenset(stem(verb[0]) for verb, deeds in VERBS.items() if deed in deeds) for deed in ("set", "clear")
)
_LOOKS: Final = stems(" ".join(GOES)) - _SETS
_POINTS: Final = "|".join(
    re.escape(" ".join(verb)) for verb, deeds in VERBS.items() if {"press", "open"} & set(deeds)
)


class Deed(NamedTuple):
    """What is known of a call before it is done."""

    tool: str
    risk: Risk = "MEDIUM"
    role: str = ""
    """Of the control that it acts on; empty where it acts on none."""
    name: str = ""
    sends: str | None = None
    """The method by which it sends a form, empty where the page does not say; None where it sends none."""
    touched: bool = False
    """Whether the run has filled in a field beside that control."""
    elsewhere: str = ""
    """The origin that it leads to, or acts on, where that is none of the test's."""
    downloads: bool = False
    opens: bool = False
    """Whether it is a link with an address of its own, which does nothing but lead there."""


def unasked(goal: str, deed: Deed) -> str:
    """Why a call is not what a goal asks for; empty where nothing speaks against it."""
    wish = _Wish(goal)
    named = wish.points_at(deed.name)
    if deed.elsewhere and not wish.names(deed.elsewhere) and not (named and deed.sends is None):
        return f"it goes to {deed.elsewhere}, which neither the goal nor the test names"
    if named:
        return ""
    loads = deed.downloads or (deed.role in BUTTONS and _verb(deed.name) in _LOADS)
    if loads and not any(map(wish.asks_for, _LOADS)):
        return "the goal asks for no download"
    return _heavy(wish, deed) or _sent(wish, deed)


class _Wish:
    """What a goal asks for."""

    def __init__(self, text: str) -> None:
        self.goal = read(text)
        self.said = content(FORBIDDEN.sub(" ", plain(masked(text))))
        self.verbs = self.goal.deeds | self.goal.verbs
        self.begins = stem(next(iter(words(text)), ""))
        self.unread = self.goal.changes is None or self.goal.orders
        # "Switch to the page" goes, "switch the theme" sets.
        self.looks = self.goal.changes is False and self.verbs <= _LOOKS

    def names(self, origin: str) -> bool:
        """Whether it says the host of an origin."""
        hosts = {each.strip(".-") for each in re.findall(r"[\w.-]+(?::\d+)?", plain(self.goal.text))}
        return origin.partition("://")[2] in hosts

    def points_at(self, name: str) -> bool:
        """Whether the goal has a control of this very name pressed: it quotes the name, or says it behind such a verb."""
        said = plain(name)
        if not content(name):
            return False
        if any(plain(each) == said for each in quotations(self.goal.text)):
            return True
        behind = rf"\b(?:{_POINTS}) (?:on )?(?:the )?{re.escape(said)}(?!\w)"
        return re.search(behind, FORBIDDEN.sub(" ", plain(self.goal.text))) is not None

    def asks_for(self, verb: str) -> bool:
        """Whether it asks for a deed: by its verb or a synonym; one that changes something also by a noun of that verb."""
        wanted = stem(verb)
        same = {*map(stem, SYNONYMS.get(root(verb), ()))} - _FINISHES
        alike = [group for group in (_SETS, _EMPTIES) if wanted in group]
        # "Return the book" may want it given back.
        if wanted == self.begins or self.verbs & frozenset((wanted,)).union(same, *alike):
            return True
        if wanted in _SPENDS and (self.verbs & _SPENDS or (self.verbs & _FINISHES and self.said & _COSTS)):
            return True
        return not self.looks and verb not in NAMES_TOO and any(_of(wanted, each) for each in self.said)


_COSTS: Final = _SPENDS | OF_DEEDS


def _of(verb: str, other: str) -> bool:
    """Whether a word is a verb or its noun: pay and payment, delete and deletion."""
    return other == verb or other == verb + "ment" or (len(verb) > 4 and other.startswith(verb))


def _words(name: str) -> list[str]:
    return words(SIGNS.get(name, PICTURES.get(name, name)))


def _verb(name: str) -> str:
    """What a control does, by its name: "buy" of "Buy now", "order" of "Confirm the order", "delete" of "Really delete it"."""
    said = _words(name.replace("&", " and "))
    lead = said[0] if said else ""
    goes_on = stem(lead) in _FINISHES
    if negated(name) or (lead in _HEAVY and not goes_on):
        return lead
    # "My order" only names one; behind another deed stands a second one: "Review and pay".
    rest = (
        said
        if goes_on or lead not in DEEDS
        else [word for at, word in enumerate(said) if said[at - 1] == "and"]
    )
    verbs = WEIGHTY | SPENDING if goes_on else (WEIGHTY | SPENDING) - NAMES_TOO
    heavy = (
        each for each in rest if (each in verbs and stem(each) not in _FINISHES) or stem(each) in LAST_ABROAD
    )
    return next(heavy, lead)


def _passing(deed: Deed) -> frozenset[str]:
    """The words of names that are pressed in passing. "Close" and "Reject" that send something do what they say."""
    said = words(deed.name)
    does = deed.sends == "POST" and len(said) == 1 and said[0] in WEIGHTY
    return CALLS_OFF if does else IN_PASSING | CALLS_OFF


def _heavy(wish: _Wish, deed: Deed) -> str:
    """Catches a press on what destroys, spends or reaches others."""
    verb, name = _verb(deed.name), frozenset(map(stem, _words(deed.name)))
    if wish.unread or deed.opens or deed.role not in BUTTONS | {"link"} or (name and name <= _passing(deed)):
        return ""
    if stem(verb) in LAST_ABROAD and wish.looks:
        return f"the goal does not ask for {quoted(deed.name)}"
    if verb not in _HEAVY or stem(verb) in _FINISHES or wish.asks_for(verb):
        return ""
    sends = verb in _SENDS and deed.touched and not wish.looks
    return "" if sends else f"the goal does not ask to {verb}"


def _sent(wish: _Wish, deed: Deed) -> str:
    """Catches what is sent and was not filled in, or for a goal that only looks."""
    if wish.unread or deed.risk != "HIGH" or deed.sends == "GET" or (deed.sends == "" and deed.role):
        return ""
    if not deed.role and deed.sends is None:
        asked = not wish.looks or content(deed.tool.replace("_", " ")) <= wish.said
        return "" if asked else f"the goal does not ask for what {deed.tool} does"
    verb, name = _verb(deed.name), frozenset(map(stem, _words(deed.name)))
    if wish.looks:
        told = quoted(deed.name) if deed.name else f"what {deed.tool} sends"
        return "" if _only_looks(wish, deed, verb, name) else f"the goal does not ask for {told}"
    does = tells_a_deed(verb) and stem(verb) not in _FINISHES | SUBMIT and not wish.asks_for(verb)
    told = f"the goal does not ask to {verb}, and nothing was filled in there"
    return (
        told if does and not deed.touched and deed.role not in FIELDS and not name <= _passing(deed) else ""
    )


def _only_looks(wish: _Wish, deed: Deed, verb: str, name: frozenset[str]) -> bool:
    """Whether what sends something only looks, or is asked for by name all the same."""
    if deed.role in FIELDS:
        return deed.role == "searchbox" or bool(name & (SEARCHING | wish.said))
    searches = deed.touched and bool(wish.verbs & SEARCHING)
    return (
        bool(name and name <= _passing(deed))
        or stem(verb) in SEARCHING | GOES_ON | (IN_PASSING & _LOOKS)
        or (searches and (verb not in DEEDS or verb == "apply"))
        or (
            bool(name)
            and (wish.asks_for(verb) or (content(deed.name) <= wish.said and verb not in DEEDS | WEIGHTY))
        )
    )

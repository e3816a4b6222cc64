"""What a goal does not ask for, told by what a call is and never by what a page says at length: a page may order anything.

Only deeds of weight are held against a call: what destroys, spends, reaches others or gives rights. A name that says none is no
offence, and a goal with an unknown verb asks for anything; but what a goal forbids is never asked for.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.aria_roles import BUTTONS, FIELDS
from pytest_webagent.judging.acts import IN_PASSING, SEARCHING
from pytest_webagent.judging.clause_kinds import GOES, NAMES_TOO
from pytest_webagent.judging.forbidding import Orders
from pytest_webagent.judging.goals import read
from pytest_webagent.judging.last_step import FINISHING, LAST_ABROAD, OF_DEEDS
from pytest_webagent.judging.unsent import AGREES, CALLS_OFF, SUBMIT
from pytest_webagent.language.deeds import RIGHTS, SPENDING, VERBS, WEIGHTY, WEIGHTY_ABROAD, WEIGHTY_TOO
from pytest_webagent.language.lexicon import DEEDS, PICTURES, SIGNS, SYNONYMS
from pytest_webagent.language.terms import stem as root
from pytest_webagent.language.words import content, negated, stem, stems, words
from pytest_webagent.values.plain_text import plain, quoted, word_set

if TYPE_CHECKING:
    from pytest_webagent.policy.risk import Risk

_SPENDS: Final = stems(" ".join(SPENDING)) | {"checkout"}
_FINISHES: Final = FINISHING | AGREES
_COSTS: Final = _SPENDS | OF_DEEDS
_LOADS: Final = word_set("download export")
_VERBS: Final = WEIGHTY | SPENDING | WEIGHTY_TOO
_HEAVY: Final = _VERBS - (SPENDING & NAMES_TOO - WEIGHTY)
_DEEDS: Final = DEEDS | _VERBS | WEIGHTY_ABROAD
_WEIGHS: Final = stems(" ".join(_HEAVY))
_RIGHTS: Final = stems(" ".join(RIGHTS))
_SENDS: Final = word_set("send submit")
"""What is done with a form that was filled in, whatever it is for."""
_GROUPS: Final = tuple(
    frozenset(stem(verb[0]) for verb, deeds in VERBS.items() if deed in deeds and len(verb) == 1)
    | stems(more)
    for deed, more in (("set", ""), ("clear", "delete remove erase wipe discard"), ("disable", ""))
)
"""Verbs of which one is asked for by another."""
_LOOKS: Final = stems(" ".join(GOES)) - _GROUPS[0]
_TRIED: Final = re.compile(
    r"\b(?:can|could|may)(?:not|'t)? (?:(?:i|you|we|(?:an?|the) \w+) )?(?:be )?(\w+)"
    r"|\b(?:able|allowed|possible|tr(?:y|ies)|attempts?) to (\w+)|\b(?:that|whether|if|does|after|before|when|by) (\w+ing)\b"
    r"|\b(?:after|once|when|if|while)\b[\w' ]+? (?:is|are|was|were|been) (\w+)"
)
"""Verbs of what a goal has tried that asks what comes of it."""


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
    if wish.forbids(deed):
        return f"the goal forbids {quoted(deed.name) if deed.name else 'what ' + deed.tool + ' sends'}"
    named = bool(content(deed.name)) and wish.orders.press(deed.name)
    if deed.elsewhere and not wish.names(deed.elsewhere) and not (named and deed.sends is None):
        return f"it goes to {deed.elsewhere}, which neither the goal nor the test names"
    if named:
        return ""
    loads = deed.downloads or (deed.role in BUTTONS and _verb(deed.name) in _LOADS)
    if (
        loads
        and not (deed.downloads and frozenset() < content(deed.name) <= wish.said)
        and not any(map(wish.asks_for, _LOADS))
    ):
        return "the goal asks for no download"
    return "" if wish.unread else _heavy(wish, deed)


class _Wish:
    """What a goal asks for."""

    def __init__(self, text: str) -> None:
        self.goal, self.orders = read(text), Orders(text)
        said = self.orders.allowed
        self.said = content(said)
        self.begins = stem(next(iter(words(text)), ""))
        self.unread = self.goal.changes is None or self.goal.orders
        own_verbs = (self.goal.deeds | self.goal.verbs) - (self.orders.forbidden - self.said)
        # "Switch to the page" goes, "switch the theme" sets.
        self.looks = self.goal.changes is False and own_verbs <= _LOOKS
        tried = {stem(word) for match in _TRIED.finditer(said) for word in match.groups() if word}
        self.verbs = own_verbs | (tried - OF_DEEDS)
        if "sign up" in said:
            self.verbs |= {stem(root("register"))}

    def forbids(self, deed: Deed) -> bool:
        """Whether it says that this is not to be done, and does not ask for it elsewhere."""
        said, verb = _words(deed.name), _verb(deed.name)
        if self.orders.shut(said):
            return True
        passing = deed.sends is None and set(map(stem, said)) <= _passing(deed)
        if deed.opens or passing or negated(deed.name):
            return False
        forbidden = self.orders.forbidden - self.verbs
        deeds = {stem(each) for each in (verb, *said) if each == verb or each in _DEEDS} - self.verbs - {""}
        if any(_of(each, other) or _of(other, each) for each in deeds for other in forbidden):
            return True
        field = deed.role in FIELDS
        if deed.sends is None or not (field or deed.touched) or not forbidden & _SENDS:
            return False
        # A form that is not to be sent, however that is called; "Save as draft" may be asked for besides.
        besides = (content(deed.name) - {stem(verb)}) & self.said and verb not in _SENDS
        return field or not verb or (stem(verb) in deeds & (SUBMIT | _FINISHES) and not besides)

    def names(self, origin: str) -> bool:
        """Whether it says the host of an origin."""
        hosts = {each.strip(".-") for each in re.findall(r"[\w.-]+(?::\d+)?", plain(self.goal.text))}
        return origin.partition("://")[2] in hosts

    def asks_for(self, verb: str) -> bool:
        """Whether it asks for a deed: by its verb or a synonym; one that changes or tries something also by a noun of that verb."""
        wanted = stem(verb)
        same = {*map(stem, SYNONYMS.get(root(verb), ()))} - _FINISHES
        alike = [group for group in _GROUPS if wanted in group]
        # "Return the book" may want it given back.
        if (
            wanted == self.begins
            or self.verbs & same.union(*alike)
            or any(_of(wanted, each) for each in self.verbs)
        ):
            return True
        if wanted in _SPENDS and (self.verbs & _SPENDS or (self.verbs & _FINISHES and self.said & _COSTS)):
            return True
        acts = not self.looks or self.goal.of_trouble
        return acts and verb not in NAMES_TOO and any(_of(wanted, each) for each in self.said)


def _of(verb: str, other: str) -> bool:
    """Whether a word is a verb or its noun: pay and payment, delete and deletion."""
    return other == verb or other == verb + "ment" or (len(verb) > 4 and other.startswith(verb))


def _words(name: str) -> list[str]:
    return words(SIGNS.get(name, PICTURES.get(name, name)))


def _abroad(word: str) -> bool:
    return stem(word) in LAST_ABROAD or word in WEIGHTY_ABROAD


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
    verbs = _VERBS if goes_on else _VERBS - NAMES_TOO
    heavy = (each for each in rest if (each in verbs and stem(each) not in _FINISHES) or _abroad(each))
    return next(heavy, lead)


def _passing(deed: Deed) -> frozenset[str]:
    """The words of names that are pressed in passing. "Close" and "Reject" that send something do what they say."""
    said = words(deed.name)
    does = deed.sends == "POST" and len(said) == 1 and said[0] in WEIGHTY
    return CALLS_OFF if does else IN_PASSING | CALLS_OFF


def _heavy(wish: _Wish, deed: Deed) -> str:
    """Catches a press on what destroys, spends, reaches others or gives rights, and the tools that do."""
    if not deed.role and deed.sends is None:
        asked = not wish.looks or deed.risk != "HIGH" or content(deed.tool.replace("_", " ")) <= wish.said
        return "" if asked else f"the goal does not ask for what {deed.tool} does"
    verb, name = _verb(deed.name), frozenset(map(stem, _words(deed.name)))
    if deed.role in FIELDS:
        sent = wish.looks and deed.sends == "POST" and deed.role != "searchbox"
        writes = name & _WEIGHS and not name & (SEARCHING | wish.said)
        return f"the goal does not ask for {quoted(deed.name)}" if sent and writes else ""
    if deed.opens or deed.role not in BUTTONS | {"link"} or (name and name <= _passing(deed)):
        return ""
    if wish.looks and _abroad(verb):
        return f"the goal does not ask for {quoted(deed.name)}"
    rights = name & _RIGHTS if verb in DEEDS or stem(verb) in _GROUPS[0] else frozenset()
    if rights and not rights & wish.said:
        return f"the goal does not ask for {quoted(deed.name)}"
    weighs = verb in _HEAVY or (verb in SPENDING and deed.sends is not None)
    if not weighs or stem(verb) in _FINISHES or wish.asks_for(verb):
        return ""
    sends = verb in _SENDS and deed.touched and not wish.looks
    # "Check that a wrong address is refused" fills in a form to send it.
    tries = deed.touched and wish.goal.asks == "truth" and wish.goal.of_trouble
    sends = sends or (tries and stem(verb) not in _SPENDS | _GROUPS[1])
    return "" if sends else f"the goal does not ask to {verb}"

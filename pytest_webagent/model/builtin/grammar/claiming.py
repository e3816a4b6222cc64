"""One claim about a page: "the total is below $20", "there are 3 orders", "the red mug is not in the cart"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar.asking import question
from pytest_webagent.model.builtin.grammar.relating import asked, numbered, related, same_as, valued
from pytest_webagent.model.builtin.phrase import is_empty, target
from pytest_webagent.model.builtin.statement import All, Before, Dialog, Empty, InState, Is, On, Stands, There
from pytest_webagent.model.builtin.states import CONTROL_STATES
from pytest_webagent.model.builtin.words import VEILED, Words, unveil, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.model.builtin.statement import Claim, Part
    from pytest_webagent.values.relations import Relation

_THINGS = "items?|entries|entry|rows?|results?|records?|products?|things?|elements?"
PAGE = rf"(?:(?:the|this)\s+)?(?:(?:current|whole)\s+)?(?:page|screen|site|app|website|{VEILED}\s+page)"
SEEN = r"(?:shown|visible|displayed|present|listed|there|available|found|offered|on\s+(?:the|this)\s+(?:page|screen)|to\s+be\s+seen|in\s+sight)"
IN = r"(?:in|inside|within|on|under|among)"

TRAITS = r"in\s+stock|out\s+of\s+stock|sold\s+out|on\s+sale|in\s+progress|on\s+hold|on\s+leave"
_COMPARING = re.compile(
    r"\b(?:than|more|fewer|less|as\s+many|each|both|at\s+least|at\s+most|between)\b", re.IGNORECASE
)
_STATUS = re.compile(r"(?:the\s+)?status(?:\s+(?:text|line|bar))?", re.IGNORECASE)


def _part_of_page(words: str) -> say.Target | None:
    """Where something stands, if a part of the page is named; the page as a whole is none."""
    words = words.strip()
    return None if re.fullmatch(PAGE, words, re.IGNORECASE) else target(words)


def _there(words: str, *, negated: bool = False, within: str = "") -> tuple[Claim, ...] | None:
    thing = re.sub(r"^(?:any|an?|some)\s+", "", words.strip(), flags=re.IGNORECASE)
    if _COMPARING.search(thing):
        return None
    what = target(thing)
    if is_empty(what) or re.match(
        r"(?:all|every|each|no|none|nothing|everything|something|anything|it|this|that)\b",
        thing,
        re.IGNORECASE,
    ):
        return None
    return (There(target=what, negated=negated, within=_part_of_page(within) if within else None),)


def _placed(words: str) -> tuple[str, str]:
    """A thing and the part of the page it is in: "mugs in the cart"."""
    found = re.match(rf"^(?P<x>.+?)\s+{IN}\s+(?P<p>(?:the|my|your|this)\s+.+)$", words, re.IGNORECASE)
    return (found["x"], found["p"]) if found else (words, "")


def _counted(slots: Mapping[str, str | None], things: str, place: str = "") -> tuple[Claim, ...] | None:
    """So many of something, perhaps in a part of the page."""
    things, inner = (things, place) if place else _placed(things)
    things = re.sub(rf"\s+{SEEN}$", "", things.strip(), flags=re.IGNORECASE)
    bounds = numbered(slots["rel"] or "", slots["n"] or "")
    what = target(things)
    if bounds is None or is_empty(what) or re.match(r"(?:of|%|percent|stars?\b)", things, re.IGNORECASE):
        return None
    within = _part_of_page(inner) if inner else None
    return tuple(
        Is(question=say.Count(target=what), relation=relation, to=number, within=within)
        for relation, number in bounds
    )


def there_are(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """So many things are there."""
    return _counted(slots, slots["x"] or "")


def none_of(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """There are no such things; "no items in the cart" is an empty cart."""
    thing, place = _placed(re.sub(rf"\s+{SEEN}$", "", slots["x"] or "", flags=re.IGNORECASE))
    place = slots.get("p") or place
    thing = re.sub(r"^(?:longer\s+)?(?:an?\s+|any\s+)?", "", thing, flags=re.IGNORECASE)
    if place and re.fullmatch(rf"{_THINGS}|nothing", thing, re.IGNORECASE) and _part_of_page(place):
        return (Empty(target=target(place)),)
    return _there(thing, negated=True, within=place)


def has_count(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """A part of the page has so many things."""
    place = slots["p"] or ""
    return _counted(slots, slots["x"] or "", "" if re.fullmatch(PAGE, place, re.IGNORECASE) else place)


def count_is(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """So many things are shown, perhaps in a part of the page."""
    return _counted(slots, slots["x"] or "", slots.get("p") or "")


def count_so(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """So many things are so: "2 orders are shipped"."""
    if slots["v"] in CONTROL_STATES | {"empty", "open", "closed", "sorted", "ticked"}:
        return None
    return _counted(slots, f"{slots['v']} {slots['x']}")


def none_is(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """None of several is so: "no order is open"."""
    word = (slots["v"] or "").lower()
    found = question(f"whether it is {word}")
    state = found.state if isinstance(found, say.State) else word
    what = target(slots["x"] or "")
    if is_empty(what):
        return None
    return (InState(question=say.State(target=what, state=state, some=True), negated=True, word=word),)


def trait(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """Something is in stock, on hold, or not."""
    state = say.State(target=target(slots["x"] or ""), state=" ".join((slots["v"] or "").lower().split()))
    return (InState(question=state, negated=bool(slots.get("not"))),)


def is_there(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """Something is there, or not."""
    negated = bool(slots.get("not"))
    if re.match(r"no\s", slots["x"] or "", re.IGNORECASE):
        return (
            None
            if negated
            else none_of(
                {"x": re.sub(r"^no\s+", "", slots["x"] or "", flags=re.IGNORECASE), "p": slots.get("p")}
            )
        )
    return _there(slots["x"] or "", negated=negated, within=slots.get("p") or "")


def is_gone(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """Something is not there any more, or is."""
    return _there(slots["x"] or "", negated=not slots.get("not"), within=slots.get("p") or "")


def shows(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """The page, or a part of it, shows something; a field, a heading or a message that does holds it as a part."""
    place, thing, negated = slots["p"] or "", slots["x"] or "", bool(slots.get("not"))
    if re.fullmatch(PAGE, place, re.IGNORECASE):
        return _there(thing, negated=negated)
    about = asked(place)
    if isinstance(about, say.PageFact) and (about.fact != "dialog" or re.fullmatch(VEILED, thing)):
        return None
    found = _there(thing, negated=negated, within=place)
    return tuple(replace(each, about=about) for each in found if isinstance(each, There)) if found else None


def has_property(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """A property of something: "order 1002 has the status 'Open'", "the cart shows a total below $20"."""
    about = asked(slots["a"] or "")
    place = slots["p"] or ""
    if not isinstance(about, say.Attribute) or about.of is not None:
        return None
    if not re.fullmatch(PAGE, place, re.IGNORECASE):
        about = replace(about, of=target(place))
    return _value_claims(about, slots["v"] or "")


def _value_claims(about: say.Question, rest: str) -> tuple[Claim, ...] | None:
    bounds = related(rest)
    if bounds is None and (other := same_as(rest)) is not None:
        relation, second = other
        return (Stands(first=about, relation=relation, second=second),)
    if bounds is None and (value := valued(rest)):
        bounds = (("=", value),)
    return tuple(Is(question=about, relation=relation, to=to) for relation, to in bounds) if bounds else None


def bounded(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """A value that is above or below another one."""
    rest = slots["v"] or ""
    bounds, other = related(rest), same_as(rest)
    if bounds is None and other is None:
        return None
    every = re.match(
        r"^(?:all|every|each)(?:\s+of)?(?:\s+the)?\s+(?P<x>.+)$", slots["x"] or "", re.IGNORECASE
    )
    if every:
        return _all(every["x"], bounds) if bounds else None
    about = asked(slots["x"] or "")
    if about is None or isinstance(about, say.Names):
        return _all(about, bounds) if isinstance(about, say.Names) and bounds else None
    return _value_claims(about, rest)


def _all(things: str | say.Names, bounds: tuple[tuple[Relation, str], ...]) -> tuple[Claim, ...] | None:
    if isinstance(things, say.Names):
        found = [(things.attribute, things.target)] if things.attribute else []
    else:
        of = re.match(r"^(?P<a>[\w-]+)\s+(?:of|in)\s+(?P<x>.+)$", things, re.IGNORECASE)
        found = [(words_of(of["a"] if of else things), target(of["x"] if of else "items"))]
    return (
        tuple(
            All(attribute=words, target=what, relation=relation, to=to)
            for words, what in found
            for relation, to in bounds
        )
        or None
    )


def costs(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """The price of something, or of each of several."""
    price = Words("price")
    every = re.match(
        r"^(?:all|every|each)(?:\s+of)?(?:\s+the)?\s+(?P<x>.+)$", slots["x"] or "", re.IGNORECASE
    )
    bounds = related(slots["v"] or "")
    if every:
        return (
            tuple(
                All(attribute=price, target=target(every["x"]), relation=relation, to=to)
                for relation, to in bounds or ()
            )
            or None
        )
    return _value_claims(say.Attribute(words=price, of=target(slots["x"] or "")), slots["v"] or "")


def priced_beside(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """A price beside another one: "the Blue Mug is cheaper than the Red Mug", or than $10."""
    relation: Relation = (
        "<" if slots["how"] and slots["how"].lower() in ("cheaper", "less expensive") else ">"
    )
    price = say.Attribute(words=Words("price"), of=target(slots["x"] or ""))
    if re.search(r"\d", slots["y"] or "") and (
        value := related(f"{'less' if relation == '<' else 'more'} than {slots['y']}")
    ):
        return tuple(Is(question=price, relation=bound, to=to) for bound, to in value)
    other = say.Attribute(words=Words("price"), of=target(slots["y"] or ""))
    return (Stands(first=price, relation=relation, second=other),)


def chosen(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """What a field is set to."""
    field = say.Attribute(words=Words("value", exact=True), of=target(slots["p"] or ""))
    relation: Relation = "!=" if slots.get("not") else "="
    return (Is(question=field, relation=relation, to=words_of(slots["x"] or "").text),)


_PARTS: Mapping[str, Part] = {
    "contain": "contains",
    "include": "contains",
    "mention": "contains",
    "start": "starts",
    "begin": "starts",
    "end": "ends",
}


def worded(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """A text that contains, starts or ends with another one."""
    about = asked(slots["x"] or "")
    if about is None or isinstance(about, say.Names):
        return None
    relation: Relation = "!=" if slots.get("not") else "="
    part = next(part for verb, part in _PARTS.items() if (slots["how"] or "").lower().startswith(verb))
    return (Is(question=about, relation=relation, to=words_of(slots["v"] or "").text, part=part),)


def says(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """A message, the address, the title, a field or a labelled value says something."""
    about, said = asked(slots["x"] or ""), slots["v"] or ""
    if about is None or isinstance(about, say.Names):
        return None
    if slots.get("how") and _STATUS.fullmatch(slots["x"] or ""):
        about = say.PageFact(fact="message", tone="status")
    spoken = isinstance(about, say.PageFact) and about.fact in ("message", "dialog")
    if not spoken and not isinstance(about, say.PageFact) and not slots.get("not"):
        return _value_claims(about, said)
    relation: Relation = "!=" if slots.get("not") else "="
    bounds, value = None if spoken else related(said), valued(said)
    if not value:
        return None
    if bounds and not slots.get("not"):
        return tuple(Is(question=about, relation=bound, to=to) for bound, to in bounds)
    return (
        Is(
            question=about,
            relation=relation,
            to=value,
            part="contains" if spoken else "",
        ),
    )


def is_not(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """A value is not what is said."""
    about = asked(slots["x"] or "")
    if not isinstance(about, (say.Attribute, say.Name, say.PageFact)):
        return None
    value = valued(slots["v"] or "")
    return (Is(question=about, relation="!=", to=value),) if value else None


def valued_so(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """A value is what is said."""
    about = asked(slots["x"] or "")
    if not isinstance(about, (say.Attribute, say.Name, say.PageFact, say.Total, say.Difference, say.Names)):
        return None
    return _value_claims(about, slots["v"] or "")


def dated(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """Something was done on a day."""
    about = question(f"when was {slots['x']} {slots['v']}")
    if not isinstance(about, say.Attribute):
        return None
    return (Is(question=about, relation="=", to=valued(slots["d"] or "")),)


def on_page(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """The page is one of a name or an address, or not."""
    where, negated = slots["p"] or "", bool(slots.get("not"))
    if re.match(r"/|https?://", unveil(where)):
        return (Is(question=say.PageFact(fact="url"), relation="!=" if negated else "=", to=unveil(where)),)
    return (
        On(
            words=words_of(re.sub(r"^(?:the|my|your|an?)\s+", "", where, flags=re.IGNORECASE)),
            negated=negated,
        ),
    )


def emptied(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """Something is empty, or not."""
    return (Empty(target=target(slots["p"] or ""), negated=bool(slots.get("not"))),)


def nothing(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """There is nothing in a part of the page."""
    return (Empty(target=target(slots["p"] or "")),)


def before(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """Something stands before something else."""
    first, second = slots["x"] or "", slots["y"] or ""
    named = bool(slots.get("order")) or (re.search(VEILED, first) and re.search(VEILED, second))
    if (related(f"below {second}") and not named) or is_empty(target(second)):
        return None
    if (slots["how"] or "").lower() in ("after", "below", "under", "underneath", "behind"):
        first, second = second, first
    return (Before(first=target(first), second=target(second)),)


def dialog(slots: Mapping[str, str | None]) -> tuple[Claim, ...] | None:
    """A dialog is open, or not."""
    return (Dialog(negated=bool(slots.get("not")) or bool(slots.get("no"))),)

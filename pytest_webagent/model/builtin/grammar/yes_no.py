"""Questions for a yes or no: is there a banner, is the box ticked, is Anna an admin."""

from __future__ import annotations

import re

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar.pattern import QuestionRule, Slots, asks, read
from pytest_webagent.model.builtin.phrase import is_empty, target
from pytest_webagent.model.builtin.words import plain

_STATES = {
    said: state
    for state, wordings in {
        "checked": "checked|ticked|on",
        "selected": "selected|chosen",
        "enabled": "enabled|clickable",
        "disabled": "disabled|greyed out|grayed out",
        "active": "active",
        "expanded": "expanded|open",
        "collapsed": "collapsed|closed",
        "unchecked": "unchecked|unticked|off",
        "pressed": "pressed",
        "required": "required",
        "empty": "empty",
    }.items()
    for said in wordings.split("|")
}
_STATE = "|".join(state.replace(" ", "_") for state in _STATES)
_SHOWN = "shown|visible|displayed|present|listed|there|available|mentioned|on_the_page|on_this_page|in_the_list|shown_on_the_page|visible_on_the_page|in_the_table|still_there|still_shown|still_listed|found|in_the_cart|to_be_seen|offered"
_PAGE = "page|screen|site|app|website|list|table|it|cart|basket|shop"


def _exists(slots: Slots, *, negated: bool = False) -> say.Question | None:
    words = re.sub(r"^(?:any|some|a|an|the)\s+", "", slots["x"], flags=re.IGNORECASE)
    return None if is_empty(target(words)) else say.Exists(target=target(words), negated=negated)


def _state(slots: Slots, *, negated: bool = False) -> say.Question | None:
    if re.match(r"(?:there|it)\b", slots["x"], re.IGNORECASE) and not re.match(
        r"it$", slots["x"], re.IGNORECASE
    ):
        return None
    state = _STATES[" ".join(slots["state"].lower().split())]
    if re.match(r"(?:any|some|no|none)\b", slots["x"], re.IGNORECASE):
        return _some(slots["x"], state) if state == "active" and not negated else None
    return say.State(target=target(slots["x"]), state=state, negated=negated)


def _some(phrase: str, state: str) -> say.Question | None:
    """Whether any of them is so: "any user", "no user", "none of the users"."""
    match = re.match(r"^(?P<which>any|some|no|none)(?:\s+of)?(?:\s+the)?\s+(?P<x>.+)$", phrase, re.IGNORECASE)
    if match is None or is_empty(target(match["x"])):
        return None
    no = match["which"].lower() in ("no", "none")
    return say.State(target=target(match["x"]), state=state, negated=no, some=True)


def _claim(slots: Slots) -> say.Question | None:
    """Whether a thing is what one word, or a noun with its article, says of it: "Is Anna an admin"."""
    said, about = slots.words("v"), slots["x"].strip()
    if (
        not said
        or len(said.text.split()) > 2
        or plain(said.text) in _STATES
        or (
            re.match(r"(?:there|it|this|that|they|the|in|on|at|of|a|an)\b(?!-)", about, re.IGNORECASE)
            and " " not in about
        )
    ):
        return None
    if re.match(r"(?:not|no|now|still|there|in|on|at|of|the|more|less|than)\b", slots["v"], re.IGNORECASE):
        return None
    if re.match(r"(?:any|some|no|none)\b", about, re.IGNORECASE):
        return _some(about, said.text)
    return say.State(target=target(about), state=said.text)


def _trait(slots: Slots) -> say.Question | None:
    return say.State(target=target(slots["x"]), state=" ".join(slots["v"].lower().split()))


RULES: tuple[QuestionRule, ...] = (
    asks("is|are there <x>", _exists),
    asks("whether|if there is|are no <x>", lambda s: _exists(s, negated=True)),
    asks("whether|if there is|are <x>", _exists),
    asks("there is|are no <x>", lambda s: _exists(s, negated=True)),
    asks("there is|are|exists <x>", _exists),
    asks(f"does|do the|this {_PAGE} show|contain|have|list|mention|say|include|offer <x>", _exists),
    asks(f"whether|if the|this {_PAGE} shows|contains|has|lists|mentions|says|includes|offers <x>", _exists),
    asks(f"whether|if <x> is|are not <state:{_STATE}>", lambda s: _state(s, negated=True)),
    asks(f"whether|if <x> is|are [now|still|currently] <state:{_STATE}>", _state),
    asks(f"is|are <x> [now|still|currently] <state:{_STATE}>", _state),
    asks(
        "is|are|was|whether|if <x> [still|now] <v:in_stock|out_of_stock|in_progress|on_sale|on_leave|sold_out|on_hold>",
        _trait,
    ),
    asks(f"whether|if <x> is|are [still|now] {_SHOWN}", _exists),
    asks(f"is|are <x> [still|now] {_SHOWN}", _exists),
    asks("is|are <x> a|an <v>", _claim),
    asks("has <x> <v>", _claim),
    asks(
        "is|are|was|were <x>", lambda s: _claim(Slots(dict(zip("xv", s["x"].rsplit(None, 1), strict=False))))
    ),
)


def question(words: str) -> say.Question | None:
    """The question for a yes or no in (veiled) words; None where they ask for something else."""
    return read(RULES, words)

"""Questions: what is, how many, which, is there."""

from __future__ import annotations

import re
from dataclasses import replace

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar import describing
from pytest_webagent.model.builtin.grammar.noticing import notice
from pytest_webagent.model.builtin.grammar.pattern import QuestionRule, Slots, asks
from pytest_webagent.model.builtin.phrase import is_empty, superlative, target
from pytest_webagent.model.builtin.words import Words, plain, tokens, words_of
from pytest_webagent.values.plain_text import word_set

ASKING = re.compile(
    r"^(?:what|which|how|is|are|does|do|whether|if|who|when|where|was|were|can|has|have|did|what's|whats|how's|who's|it|there)\b",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"\s+(?:is\s+)?(?:shown|displayed|listed|given|on\s+(?:the|this)\s+(?:page|screen)|(?:that|which)\s+(?:is|are)\s+(?:shown|displayed|listed)|(?:that|which)\s+appears?|you\s+(?:see|find|get)|as\s+(?:the|your)\s+answer|now|there|at\s+the\s+(?:end|top|bottom)|to\s+me)$",
    re.IGNORECASE,
)
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
_SIMPLE = word_set(
    "name price rating title cost status date author stock total email city address phone role "
    "quantity description category brand number size colour color amount"
)


def _count(slots: Slots, *, listed: bool = False) -> say.Question | None:
    words = re.sub(
        r"\s+(?:in total|altogether|overall|now|left|remaining|(?:was|were) found)$",
        "",
        slots["x"],
        flags=re.IGNORECASE,
    )
    seen = re.sub(r"\s+(?:listed|shown|displayed|visible)$", "", words, flags=re.IGNORECASE)
    return None if is_empty(target(seen)) else say.Count(target=target(seen), listed=listed or seen != words)


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


def _number_of(slots: Slots) -> say.Question | None:
    if re.fullmatch(rf"(?:(?:the|my|this)\s+)?(?:{_PAGE})", slots["x"], re.IGNORECASE):
        return None
    return say.Attribute(words=slots.words("a"), of=target(slots["x"]), number=True)


def _name(slots: Slots) -> say.Question | None:
    return say.Name(target=target(slots["x"]))


def _best(phrase: str) -> say.Target | None:
    """The target of a phrase that holds a superlative: "mug is the cheapest", "the cheapest mug"."""
    turned = re.match(r"^(?P<what>.+?)\s+(?:is|are|was)\s+(?:the\s+)?(?P<best>.+)$", phrase, re.IGNORECASE)
    for words in ([f"{turned['best']} {turned['what']}"] if turned else []) + [
        re.sub(r"^(?:is\s+)?the\s+", "", phrase, flags=re.IGNORECASE)
    ]:
        found = target(words)
        if any(reading.superlative for reading in found.readings):
            return found
    return None


def _which(slots: Slots) -> say.Question | None:
    cost = re.match(r"^(?P<what>.+?)\s+costs?\s+(?:the\s+)?(?P<end>least|most)$", slots["x"], re.IGNORECASE)
    words = (
        f"{'cheapest' if cost['end'].lower() == 'least' else 'most expensive'} {cost['what']}"
        if cost
        else slots["x"]
    )
    best = _best(words)
    return None if best is None else say.Name(target=best)


def _attribute(slots: Slots) -> say.Question | None:
    words = slots.words("a")
    if not words or is_empty(target(slots["x"])):
        return None
    return say.Attribute(words=words, of=target(slots["x"]))


def _who(slots: Slots) -> say.Question | None:
    found = question(slots["x"])
    return replace(found, person=True) if isinstance(found, say.Attribute) and found.of is None else found


def _price(slots: Slots) -> say.Question | None:
    return say.Attribute(words=Words("price"), of=target(slots["x"]))


def _value(slots: Slots) -> say.Question | None:
    return say.Attribute(words=Words("value", exact=True), of=target(slots["x"]))


def _names(slots: Slots) -> say.Question | None:
    attribute = slots["a"].strip()
    if re.fullmatch(r"(?:the\s+)?(?:sum|(?:grand\s+)?total)", attribute, re.IGNORECASE):
        return say.Total(attribute=Words("total"), target=target(slots["x"]))
    plural = re.fullmatch(r"(?:the\s+)?(?:names?|titles?)", attribute, re.IGNORECASE) or not attribute
    return say.Names(
        target=target(slots["x"]),
        attribute=Words("") if plural else words_of(re.sub(r"^the\s+", "", attribute, flags=re.IGNORECASE)),
    )


def _of_the_list(slots: Slots) -> say.Question | None:
    """One property of each thing of the list: "the prices in the table"."""
    *_, last = slots["a"].lower().split()
    # "The price in the list" is one, and "the prices of 'Mort' in the list" are those of one thing.
    if tokens(last) == (last,) or " of " in slots["a"]:
        return None
    return say.Names(target=target("items"), attribute=slots.words("a"))


def _total(slots: Slots) -> say.Question | None:
    attribute = (
        words_of(re.sub(r"^(?:the\s+)", "", slots["a"], flags=re.IGNORECASE))
        if slots["a"]
        else Words("price")
    )
    return say.Total(attribute=attribute, target=target(slots["x"]))


def _difference(slots: Slots) -> say.Question | None:
    first, second = question(slots["a"]), question(slots["b"])
    if (
        isinstance(second, say.Attribute)
        and isinstance(first, say.Attribute)
        and first.of is None
        and second.of is not None
    ):
        first = say.Attribute(words=first.words, of=second.of)
    return say.Difference(first=first, second=second) if first and second else None


def _options(slots: Slots) -> say.Question | None:
    return say.Names(target=target(f"options of {slots['x']}"))


def _several(slots: Slots) -> say.Question | None:
    parts = [part for part in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", slots["a"]) if part]
    simple = [re.sub(r"^the\s+|^its\s+", "", part, flags=re.IGNORECASE).lower() for part in parts]
    if len(parts) < 2 or not all(part in _SIMPLE for part in simple):
        return None
    of = f" of {slots['x']}" if slots["x"] else ""
    own = "its " if re.match(r"its\s", parts[0], re.IGNORECASE) else ""
    questions = [question(f"{own}{part}{of}") for part in simple]
    return say.Several(questions=tuple(item for item in questions if item is not None))


def _labelled(slots: Slots) -> say.Question | None:
    phrase = slots["x"].strip()
    own = re.match(r"^its\s+(?P<a>.+)$", phrase, re.IGNORECASE)
    if own:
        return say.Attribute(words=words_of(own["a"]), of=target("it"))
    owner = re.match(r"^(?P<x>.+?)(?:'s|’s)\s+(?P<a>[\w -]+)$", phrase)
    if owner:
        return say.Attribute(words=words_of(owner["a"]), of=target(owner["x"]))
    bare = re.sub(r"^(?:the|a|an)\s+", "", phrase, flags=re.IGNORECASE)
    extreme = re.fullmatch(
        r"(?P<end>highest|lowest|largest|smallest|biggest|greatest)\s+(?P<a>[\w -]+)", bare, re.IGNORECASE
    )
    if extreme:
        return say.Attribute(
            words=words_of(extreme["a"]), of=target(f"one with the {extreme['end']} {extreme['a']}")
        )
    what = target(phrase)
    if is_empty(what):
        return None
    if re.match(r"(?:all|every|each)\b", bare, re.IGNORECASE):
        return say.Names(target=what)
    if superlative(bare) or any(reading.ordinal for reading in what.readings):
        return say.Name(target=what)
    return say.Attribute(words=words_of(bare))


RULES: tuple[QuestionRule, ...] = (
    *describing.RULES,
    asks("the|its <a> of <x>", lambda s: _several(s) if " and " in s["a"] else None),
    asks("the|its <a>", lambda s: _several(s) if " and " in s["a"] else None),
    asks("[the|what_is_the] difference between <a> and <b>", _difference),
    asks("how many tabs are [there] [open]", lambda _: say.PageFact(fact="tabs")),
    asks(
        "how many <x> are|is [there|left|now|still|currently|shown|listed] <p:in|on|at|under|inside|below> <y>",
        lambda s: _count(Slots({"x": f"{s['x']} {s['p']} {s['y']}"})),
    ),
    asks("how many <x> are|is [there] shown|listed|displayed|visible", lambda s: _count(s, listed=True)),
    asks("how many <x> do|did i|you|we|they have|see", _count),
    asks("how many <a> does|do|did <x> have|has|include|includes|contain|contains", _number_of),
    asks("how many <x> does|do the list|table|page show|list", lambda s: _count(s, listed=True)),
    asks("how many <x> are|is [there] [shown|listed|displayed|left|visible|found]", _count),
    asks("how many <x> there are [shown|listed]", _count),
    asks(
        "how many <x> does|do|did|has|have [it|the_page|the_list|the_table|the_shop|it_show|the_page_show|the_list_show|the_table_show|the_page_list] [have|show|list|contain]",
        _count,
    ),
    asks("how many <x>", _count),
    asks("[the] number|count of <x>", _count),
    asks("[what_is] the number|count of <x>", _count),
    asks("[the] sum|total|grand_total of [all] [the] <a> of <x>", _total),
    asks("[the] sum|total of all [the] <a> in|on|for <x>", _total),
    asks("[the] total|summed|combined <a> of all|every|each [the] <x>", _total),
    asks("[what] is|are there <x>", lambda s: _exists(s)),
    asks("whether|if there is|are no <x>", lambda s: _exists(s, negated=True)),
    asks("whether|if there is|are <x>", _exists),
    asks("there is|are no <x>", lambda s: _exists(s, negated=True)),
    asks("there is|are|exists <x>", _exists),
    asks(f"does|do the|this {_PAGE} show|contain|have|list|mention|say|include|offer <x>", _exists),
    asks(f"whether|if the|this {_PAGE} shows|contains|has|lists|mentions|says|includes|offers <x>", _exists),
    asks(f"[whether|if] <x> is|are not <state:{_STATE}>", lambda s: _state(s, negated=True)),
    asks(f"whether|if <x> is|are [now|still|currently] <state:{_STATE}>", _state),
    asks(f"is|are <x> [now|still|currently] <state:{_STATE}>", _state),
    asks(
        "is|are|was|whether|if <x> [still|now] <v:in_stock|out_of_stock|in_progress|on_sale|on_leave|sold_out|on_hold>",
        _trait,
    ),
    asks(f"whether|if <x> is|are [still|now] {_SHOWN}", _exists),
    asks(f"is|are <x> [still|now] {_SHOWN}", _exists),
    asks("which|what is|are selected|chosen|entered|typed|written|filled_in in|for|as [the] <x>", _value),
    asks(
        "which|what [option|value] is selected|chosen|entered|typed|written|filled_in in|for|as|under <x>",
        _value,
    ),
    asks("[the] value|content|contents|text|entry of|in [the] <x> field|box|input|dropdown|textarea", _value),
    asks("[the] value|content|contents of|in [the] [field|input] <x>", _value),
    asks("[the] selected|chosen|current value|option of|in|for <x>", _value),
    asks("[the] selected|chosen <x>", _value),
    asks("what is in [the] <x> field|box|input|dropdown", _value),
    asks("which|what <x> is|are selected|chosen|entered|picked", _value),
    asks("who|who's [is|are|was|were] <x>", _who),
    asks("what|when|where is|are|was|were <x>", lambda s: question(s["x"])),
    asks("what's|whats <x>", lambda s: question(s["x"])),
    asks(
        "which|what <a> it|the_order|the_page got|has|was_given|gets|shows|gave",
        lambda s: say.Attribute(words=s.words("a")),
    ),
    asks("which|what <a> the <x> has|have|shows|got|gets", _attribute),
    asks("which of the <x>", _which),
    asks("which [one] <x>", _which),
    asks(
        "what <x>",
        lambda s: (
            _which(s)
            if re.search(r"\b(?:is|has|costs?)\b", s["x"]) and not re.match(r"(?:is|are)\b", s["x"])
            else None
        ),
    ),
    asks("how much is|are|does|do <x> [cost|now]", _price),
    asks("how much|what <x> costs", _price),
    asks("what does|do <x> cost", _price),
    asks(
        "[the] [page] title [of] [the|this] [page|document|tab|browser_tab]",
        lambda _: say.PageFact(fact="title"),
    ),
    asks("[the] [page] url|address [of] [the|this] [page|tab]", lambda s: say.PageFact(fact="url")),
    asks(
        "[the|the_page's|the_page|the_main|the_page_main] heading|headline [of] [the|this] [page]",
        lambda _: say.PageFact(fact="heading"),
    ),
    asks("what the page is called", lambda _: say.PageFact(fact="heading")),
    asks(
        "[what] [the] [text|message|question] [of] [the] dialog|confirm_dialog|confirmation_dialog|alert_dialog|prompt [text|message|says]",
        lambda _: say.PageFact(fact="dialog"),
    ),
    asks(
        "what [does] the dialog|confirmation_dialog|confirm_dialog|prompt|confirmation [dialog] say|says|asks|ask",
        lambda _: say.PageFact(fact="dialog"),
    ),
    asks(
        "what [does|do] [the] status [text|line|bar] say|says|read|reads|show|shows",
        lambda _: say.PageFact(fact="message", tone="status"),
    ),
    asks(
        "what [does|do] <x> say|says|read|reads|show|shows|state|states",
        lambda s: question(s["x"]) if re.match(r"(?:the|its)\s", s["x"], re.IGNORECASE) else None,
    ),
    asks("what|which <x> is|are|was shown|displayed|given|reported|there|printed", lambda s: notice(s["x"])),
    asks(
        "what|which <x> is|are|was shown|displayed|given|reported <p:for|under|at|next_to|below|beside|on> <y>",
        lambda s: notice(f"{s['x']} for {s['y']}"),
    ),
    asks(
        "what|which <x> appears|appear|do_you_get|do_you_see|comes_up|pops_up|is_it|it_shows|the_page_shows|the_page_gives",
        lambda s: notice(s["x"]),
    ),
    asks("what [is] went|goes wrong", lambda _: say.PageFact(fact="message", tone="error")),
    asks("<x>", lambda s: notice(s["x"])),
    asks(
        "what [does] it|the_page|the_site|the_app|the_shop say|says [now]",
        lambda _: say.PageFact(fact="message"),
    ),
    asks(
        "[the] name|names|title|titles|label|text of <x>",
        lambda s: (
            _names(s)
            if re.match(r"(?:all|every|each|the \w+s$)", s["x"], re.IGNORECASE)
            and not superlative(re.sub(r"^the ", "", s["x"]))
            else _name(s)
        ),
    ),
    asks("[the] names|titles of [the] <x>", lambda s: say.Names(target=target(s["x"]))),
    asks("[the] <a> of all|every|each [the|of_the] <x>", _names),
    asks("[the] <a> in|from|of the list|table", _of_the_list),
    asks("[the] options|choices of|in|for [the] <x>", _options),
    asks("all [of] [the] <x>", _names),
    asks("[the] <a> of <x>", _attribute),
    asks("[the] <a> for <x>", lambda s: None if ASKING.match(s["a"]) else _attribute(s)),
    asks("what <a> <x> has", lambda s: _attribute(s) if s["a"].lower() in _SIMPLE else None),
    asks("what <x> says|reads|shows", _name),
    asks("what does|do <x> say|read|show", _name),
    asks("what <x> is|are|was", lambda s: question(s["x"])),
    asks("is|are <x> a|an <v>", _claim),
    asks("has <x> <v>", _claim),
    asks(
        "is|are|was|were <x>", lambda s: _claim(Slots(dict(zip("xv", s["x"].rsplit(None, 1), strict=False))))
    ),
    asks("<x>", lambda s: None if ASKING.match(s["x"]) else _labelled(s)),
)


def question(words: str) -> say.Question | None:
    """The question in (veiled) words that are known to ask something, or None."""
    words = words.strip(" ,.?!:")
    shorter = _TRAILING.sub("", words)
    for candidate in dict.fromkeys((words, shorter)):
        for line in RULES:
            found = line.read(candidate)
            if found is not None and not (
                candidate == words != shorter and isinstance(found, (say.Attribute, say.Name))
            ):
                return found
    return None

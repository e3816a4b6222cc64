"""What the subject of a statement asks for: the price of a thing, how many there are, what a field holds."""

from __future__ import annotations

import re

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar import noticing, yes_no
from pytest_webagent.model.builtin.grammar.pattern import QuestionRule, Slots, asks, readings
from pytest_webagent.model.builtin.grammar.reporting import ASKING
from pytest_webagent.model.builtin.phrase import is_empty, superlative, target
from pytest_webagent.model.builtin.words import Words, tokens, words_of
from pytest_webagent.values.plain_text import word_set

_DONE = re.compile(r"^(?P<x>.+?)\s+(?P<v>(?:(?:last|first|next|originally)\s+)?\w+)$", re.IGNORECASE)
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


def _when_done(slots: Slots) -> say.Question | None:
    done = _DONE.match(slots["x"])
    return None if done is None else say.Attribute(words=Words(done["v"]), of=target(done["x"]), date=True)


def _name(slots: Slots) -> say.Question | None:
    return say.Name(target=target(slots["x"]))


def _attribute(slots: Slots) -> say.Question | None:
    words = slots.words("a")
    if not words or is_empty(target(slots["x"])):
        return None
    return say.Attribute(words=words, of=target(slots["x"]))


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
    *yes_no.RULES,
    asks("when was <x>", _when_done),
    asks("the|its <a> of <x>", lambda s: _several(s) if " and " in s["a"] else None),
    asks("the|its <a>", lambda s: _several(s) if " and " in s["a"] else None),
    asks("[the] difference between <a> and <b>", _difference),
    asks("how many tabs are [there] [open]", lambda _: say.PageFact(fact="tabs")),
    asks("how many <x> are there", _count),
    asks("[the] number|count of <x>", _count),
    asks("[the] sum|total|grand_total of [all] [the] <a> of <x>", _total),
    asks("[the] sum|total of all [the] <a> in|on|for <x>", _total),
    asks("[the] total|summed|combined <a> of all|every|each [the] <x>", _total),
    asks("[the] value|content|contents|text|entry of|in [the] <x> field|box|input|dropdown|textarea", _value),
    asks("[the] value|content|contents of|in [the] [field|input] <x>", _value),
    asks("[the] selected|chosen|current value|option of|in|for <x>", _value),
    asks("[the] selected|chosen <x>", _value),
    asks(
        "[the] [page] title [of] [the|this] [page|document|tab|browser_tab]",
        lambda _: say.PageFact(fact="title"),
    ),
    asks("[the] [page] url|address [of] [the|this] [page|tab]", lambda s: say.PageFact(fact="url")),
    asks(
        "[the|the_page's|the_page|the_main|the_page_main] heading|headline [of] [the|this] [page]",
        lambda _: say.PageFact(fact="heading"),
    ),
    *noticing.RULES,
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
    asks("<x>", lambda s: None if ASKING.match(s["x"]) else _labelled(s)),
)


def question(words: str) -> say.Question | None:
    """The question in (veiled) words that are known to ask something, or None."""
    full, *shorter = readings(words)
    for candidate in (full, *shorter):
        for line in RULES:
            found = line.read(candidate)
            if found is not None and not (
                shorter and candidate == full and isinstance(found, (say.Attribute, say.Name))
            ):
                return found
    return None

"""Clearing, searching, logging in, sorting, uploading: what goes into forms in a way of its own."""

from __future__ import annotations

import re

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar.pattern import Slots, rule
from pytest_webagent.model.builtin.grammar.pointing import thing
from pytest_webagent.model.builtin.words import VEILED, unveil, words_of
from pytest_webagent.values.number_words import NUMBERS

_ARTICLE = re.compile(r"^(?:the|a|an)\s+", re.IGNORECASE)
_LOOSE = re.compile(
    r"^(?:something|anything|someone|whatever|some \w+|an? (?:random|valid|good|nice|suitable|new)\b.*)$",
    re.IGNORECASE,
)
_VALUE_NOUN = re.compile(
    rf"^(?:the\s+)?(?:text|value|words?|string|number|query|term|phrase|date|option|size|quantity|message)\s+(?P<v>{VEILED}|\S+)$",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"(?:it|its|this|that|them|these|those|him|her|he|she|mine|yours|same|likewise|today|tomorrow|yesterday|now|myself|me|nothing|everything|all|both|"
    r"(?:the|this|that|these|those|my|your|his|her|its|our|their|today|tomorrow|yesterday|half|double|twice|thrice|triple|same|next|last|previous|current|now)\b.+|"
    r".*\w['’]s\s+\w.*|"
    r".*\b(?:plus|minus|times|divided by|multiplied by|half of|half the|sum of|more than|less than|percent of|per cent of|% of|ago|from now)\b.*|"
    r"[$€£]?\d[\d.,]*\s*%?\s+(?:more|less|higher|lower|extra)|[$€£]?\d[\d.,]*\s*(?:\s[-/]\s|[+*×÷])\s*[$€£]?\d.*)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"(?:it|this|that|them|these|those|him|her|the same|same|the (?:first|second|last|other) one)",
    re.IGNORECASE,
)


def _text(slots: Slots, name: str = "v") -> str | None:
    """The text to type, or None where the goal leaves it open what to type."""
    piece = slots[name].strip()
    if not re.fullmatch(VEILED, piece):
        if _LOOSE.match(piece):
            return None
        if re.search(VEILED, piece) and not _VALUE_NOUN.match(piece):
            return None
        noun = _VALUE_NOUN.match(piece)
        if noun:
            return unveil(noun["v"])
    return slots.value(name)


def refers(value: str) -> bool:
    """Whether an unquoted (veiled) value speaks of a text instead of being one: "the same", "half of the fee"."""
    return not re.search(VEILED, value) and _REFERENCE.fullmatch(unveil(value).strip()) is not None


def _have(slots: Slots) -> say.Instruction | None:
    """Read "have it wrapped as a gift": a box with that name is ticked."""
    what = thing(slots["x"])
    return say.Tick(target=what, on=True) if what is not None and re.match(r"\w+ed\b", slots["x"]) else None


def _search(slots: Slots) -> say.Instruction | None:
    value = _text(slots)
    field = thing(slots["f"]) if slots["f"] else None
    if not value or (slots["f"] and field is None) or _PRONOUN.fullmatch(slots["v"].strip()):
        return None
    return say.Search(value=value, field=field)


def _login(slots: Slots) -> say.Instruction | None:
    user, password = _credential(slots["u"]), _credential(slots["p"])
    return say.LogIn(user=user, password=password) if user else None


def _credential(piece: str) -> str:
    return unveil(
        re.sub(
            r"^(?:the\s+)?(?:user\s*name|user|e-?mail(?: address)?|account|password)\s+(?=\S)",
            "",
            piece.strip(" ,"),
            flags=re.IGNORECASE,
        )
    )


def _sort(slots: Slots) -> say.Instruction | None:
    return say.Sort(by=words_of(_ARTICLE.sub("", slots["v"].strip()))) if slots["v"] else None


def _filter(slots: Slots) -> say.Instruction | None:
    value = slots["v"]
    parts = re.fullmatch(
        rf"(?:the\s+)?(?P<by>.+?)(?::|\s+(?:is|=|to|of|equals|for))?\s*(?P<v>{VEILED})", value
    ) or re.fullmatch(r"(?:the\s+)?(?P<by>.+?)(?::\s*|\s+(?:is|=|to|equals)\s+)(?P<v>.+)", value)
    if parts:
        return say.Filter(value=words_of(parts["v"]), by=words_of(parts["by"]))
    return say.Filter(value=words_of(_ARTICLE.sub("", value)))


def _filter_both(slots: Slots) -> say.Instruction | None:
    return say.Filter(value=words_of(slots["v"]), by=words_of(_ARTICLE.sub("", slots["b"])))


def _upload(slots: Slots) -> say.Instruction | None:
    path = re.sub(
        r"^(?:the\s+)?(?:file|image|picture|document|photo)\s+", "", slots["v"].strip(), flags=re.IGNORECASE
    )
    field = thing(slots["f"]) if slots["f"] else None
    plain = unveil(path).strip()
    named = re.fullmatch(VEILED, path) or re.fullmatch(r"[\w./\\~-]+\.\w+", plain)
    return say.Upload(path=plain, field=field) if named and plain else None


def _rate(slots: Slots) -> say.Instruction | None:
    word = unveil(slots["n"]).strip().lower()
    stars = NUMBERS.get(word) or (int(word) if word.isdigit() else 0)
    if not 1 <= stars <= 10:
        return None
    what: say.Target | None = thing(slots["x"]) if slots["x"] else None
    return say.Rate(stars=stars, object=what)


def _submit(_: Slots) -> say.Instruction | None:
    return say.Submit()


_LOG_IN = "log_in|login|log_on|sign_in|sign_on|authenticate"
RULES = (
    rule("have|get it|them <x>", _have),
    rule(
        "search|look|find|query [for] <v> in|using|with|via|through <f>",
        lambda s: _search(s) if re.search(r"search|field|box|bar", s["f"], re.IGNORECASE) else None,
    ),
    rule(
        "search|look|hunt for <v> in|on|through [the|this|your] shop|site|store|website|catalogue|catalog|page|list",
        _search,
    ),
    rule(
        "search|do_a_search|run_a_search|perform_a_search [the] [shop|site|store|page|website|catalog|catalogue|list] for <v>",
        _search,
    ),
    rule("search <v>", lambda s: _search(s) if re.fullmatch(VEILED, s["v"]) else None),
    rule(
        f"{_LOG_IN} [in|on] as|with|using [the] [username|user|user_name|email|e-mail|account|credentials] <u> with|and|using|/|, [with|and] [the] password|pass|password: <p>",
        _login,
    ),
    rule(f"{_LOG_IN} as|with|using <u> / <p>", _login),
    rule(
        f"{_LOG_IN} as|with|using <u> with|and|using <p>",
        lambda s: _login(s) if re.fullmatch(VEILED, s["p"]) and re.fullmatch(VEILED, s["u"]) else None,
    ),
    rule("rate <x> with|at|as <n:1|2|3|4|5|6|7|8|9|10|one|two|three|four|five> stars|star", _rate),
    rule("rate <x> <n:1|2|3|4|5|6|7|8|9|10|one|two|three|four|five> stars|star", _rate),
    rule("give <x> <n:1|2|3|4|5|6|7|8|9|10|one|two|three|four|five> stars|star", _rate),
    rule(
        "give|choose|select|set|pick|click [a] [rating|rating_of|the_rating_to] [of] <n:1|2|3|4|5|6|7|8|9|10|one|two|three|four|five> stars|star [for] [rating]",
        _rate,
    ),
    rule(
        "set|choose|change [the] rating to <n:1|2|3|4|5|6|7|8|9|10|one|two|three|four|five> [stars|star]",
        _rate,
    ),
    rule("upload|attach <v> to|in|into|as|for|using|with <f>", _upload),
    rule("upload|attach <v>", _upload),
    rule(
        "sort|order|arrange [the] [list|products|results|items|table|rows|page|entries|them|it|everything|by] by|on|from <v>",
        _sort,
    ),
    rule("sort|order [the] <x> by <v>", _sort),
    rule(
        "filter|narrow|restrict|limit [the] [list|products|results|items|table|rows|entries|it|them|down] by|on|for|to|with|down_to <v>",
        _filter,
    ),
    rule("filter|narrow [the] [list|products|results|items|table] <x> by|on|to <v>", _filter),
    rule("filter <b> by|to <v>", _filter_both),
    rule("submit|send|submit_the|send_off [the|it] [form|login_form|it|page|search]", _submit),
)

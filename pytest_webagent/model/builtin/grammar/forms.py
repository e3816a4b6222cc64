"""The forms of claims about a page, and which of them a statement has."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.grammar import checking, claiming, sorting
from pytest_webagent.model.builtin.grammar.asking import question
from pytest_webagent.model.builtin.grammar.claiming import IN, PAGE, SEEN, TRAITS
from pytest_webagent.model.builtin.grammar.relating import valued
from pytest_webagent.model.builtin.statement import InState, Is, There
from pytest_webagent.model.builtin.states import CONTROL_STATES
from pytest_webagent.model.builtin.words import VEILED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

from pytest_webagent.model.builtin.statement import Claim
from pytest_webagent.values.number_words import ANY_NUMBER

_BE = r"(?:is|are|was|were|stays?|remains?)(?:\s+(?:now|still|currently|already))?"
_NOT = r"(?P<not>\s+not|\s+no\s+longer|n't)?"
_UNSEEN = r"(?:hidden|invisible|gone|missing|absent|not\s+there)"
_SHOWS = r"(?:shows?|displays?|lists?|contains?|has|have|holds?|includes?|mentions?|offers?)"
_SHOW = r"(?:show|display|list|contain|have|hold|include|mention|offer|say)"
_COUNT = r"(?P<rel>(?:exactly|only|just|at\s+least|at\s+most|no\s+more\s+than|not\s+more\s+than|more\s+than|(?:less|fewer)\s+than|no\s+(?:less|fewer)\s+than|up\s+to|over|between)\s+)?"
_N = rf"(?P<n>(?:\d[\d.,]*|{ANY_NUMBER})(?:\s+and\s+(?:\d[\d.,]*|{ANY_NUMBER}))?)"
_GAP = r"(?<!\bthe)(?<!\ban)(?<!\ba)(?<!\bmy)(?<!\byour)(?<!\bthis)(?<!\bits)(?<!\bnot)\s+"
"""The space before a verb that may also be a noun: "the list"."""
_EMPTY_PLACE = r"(?P<p>(?:the|my|your|its)\s+.+?)"


def _state(words: str) -> tuple[Claim, ...] | None:
    found = checking.of_many(words) or question(f"whether {words}")
    if not isinstance(found, say.State):
        return None
    word = words.split()[-1] if found.state in CONTROL_STATES else ""
    return (InState(question=replace(found, negated=False), negated=found.negated, word=word),)


def _checked(words: str) -> tuple[Claim, ...] | None:
    """What a check within a goal says."""
    found = checking.statement(words)
    match found.question if found else None:
        case say.Exists(target=what) if found:
            return (There(target=what, negated=found.expected == "no"),)
        case say.State() as state if found:
            return (InState(question=state, negated=found.expected == "no"),)
        case None:
            return None
        case about if found and valued(found.expected):
            return (Is(question=about, relation="=", to=found.expected),)
    return None


_Form = tuple[str, "Callable[[Mapping[str, str | None]], tuple[Claim, ...] | None]"]
# Each line: how something is claimed, and what it claims. The first that can be read is meant.
_FORMS: tuple[_Form, ...] = (
    (
        rf"there\s+(?:is|are)\s+(?:now\s+|still\s+|currently\s+)?{_COUNT}{_N}\s+(?P<x>\D.*)",
        claiming.there_are,
    ),
    (r"there\s+(?:is|are)\s+(?:now\s+)?(?:no|not\s+any|n't\s+any)\s+(?P<x>.+)", claiming.none_of),
    (r"there\s+(?:isn't|aren't)\s+(?:an?|any)\s+(?P<x>.+)", claiming.none_of),
    (
        rf"{_COUNT}{_N}\s+(?P<x>\D.*?)\s+(?:is|are|was|were)\s+(?:now\s+|still\s+)?(?:{SEEN}|left)(?:\s+{IN}\s+(?P<p>(?:the|my|your|this)\s+.+))?",
        claiming.count_is,
    ),
    (
        rf"{_COUNT}{_N}\s+(?P<x>\D.*?)\s+(?:is|are|was|were)\s+(?:now\s+|still\s+)?{IN}\s+(?P<p>(?:the|my|your|this)\s+.+)",
        claiming.count_is,
    ),
    (
        rf"{_COUNT}{_N}\s+(?P<x>\D.*?)\s+(?:is|are)\s+(?:now\s+|still\s+)?(?P<v>[a-z]+|{TRAITS})",
        claiming.count_so,
    ),
    (rf"(?P<x>.+?)\s+{_BE}{_NOT}\s+(?P<v>{TRAITS})", claiming.trait),
    (rf"(?P<p>.+?){_GAP}{_SHOWS}\s+(?:now\s+|still\s+)?{_COUNT}{_N}\s+(?P<x>\D.*)", claiming.has_count),
    (rf"(?P<p>.+?){_GAP}{_SHOWS}\s+(?:no|not\s+any)\s+(?P<x>.+)", claiming.none_of),
    (rf"(?:nothing\s+is|there\s+is\s+nothing)\s+{IN}\s+{_EMPTY_PLACE}", claiming.nothing),
    (rf"(?P<p>(?:the|my|your|its)\s+.+?|{VEILED}.*?)\s+{_BE}{_NOT}\s+empty", claiming.emptied),
    (
        rf"(?P<no>no\s+)?(?:an?\s+|the\s+)?(?:dialog|popup|pop-up|modal)(?:\s+window)?\s+(?:{_BE}{_NOT}\s+(?:open(?:ed)?|shown|visible|displayed)|opens|appears)",
        claiming.dialog,
    ),
    (
        rf"(?:no|none\s+of\s+the|not\s+one\s+of\s+the)\s+(?P<x>.+?)\s+(?:is|are)\s+(?:now\s+)?(?:an?\s+)?(?P<v>(?!{SEEN}$)[\w-]+)",
        claiming.none_is,
    ),
    (
        rf"(?:we|you|i|the\s+(?:user|browser|page))\s+(?:am|are|is){_NOT}\s+(?:now\s+|still\s+)?(?:on|at)\s+(?P<p>(?:the\s+|my\s+|your\s+)?.+?)(?:\s+page|\s+screen)?",
        claiming.on_page,
    ),
    (
        rf"(?:this|it|the\s+page)\s+is{_NOT}\s+(?P<p>(?:the\s+|my\s+|your\s+).+?)\s+(?:page|screen)",
        claiming.on_page,
    ),
    (
        rf"(?:the\s+|my\s+|your\s+)(?P<p>(?!current\b|whole\b).+?)\s+(?:page|screen)\s+(?:is{_NOT}\s+(?:now\s+)?(?:open(?:ed)?|shown|displayed|loaded|visible)|has\s+(?:opened|loaded)|opens|appears|loads)",
        claiming.on_page,
    ),
    (
        rf"(?P<x>.+?)\s+{_BE}{_NOT}\s+(?:selected|chosen|picked)\s+(?:in|as|for|from|under)\s+(?P<p>.+)",
        claiming.chosen,
    ),
    (rf"(?P<p>.+?)\s+{_BE}{_NOT}\s+set\s+to\s+(?P<x>.+)", claiming.chosen),
    (r"(?P<p>.+?)\s+has\s+the\s+value\s+(?P<x>.+)", claiming.chosen),
    (r"(?P<x>.+?)\s+(?:costs?|is\s+priced\s+at|sells\s+for)\s+(?P<v>.+)", claiming.costs),
    (
        rf"(?P<x>.+?)\s+{_BE}\s+(?P<how>cheaper|less\s+expensive|more\s+expensive|dearer)\s+than\s+(?P<y>.+)",
        claiming.priced_beside,
    ),
    (
        r"(?P<x>.+?)\s+(?:was\s+|were\s+)?(?P<v>\w+ed|paid|sent|sold)\s+(?:on|at)\s+(?P<d>.*\d.*)",
        claiming.dated,
    ),
    (
        rf"(?P<x>.+?)\s+(?:{_BE}|comes?\s+to|amounts?\s+to|shows?|says?|reads?|equals?|has|have)\s+(?P<v>.+)",
        claiming.bounded,
    ),
    (
        r"(?P<x>.+?)\s+(?:does\s+not|doesn't)\s+exceed\s+(?P<v>.+)",
        lambda slots: claiming.bounded({**slots, "v": f"at most {slots['v']}"}),
    ),
    (
        r"(?P<x>.+?)\s+exceeds?\s+(?P<v>.+)",
        lambda slots: claiming.bounded({**slots, "v": f"above {slots['v']}"}),
    ),
    (
        rf"(?P<p>.+?){_GAP}(?:has|have|shows?)\s+(?:an?|the)\s+(?P<a>[\w-]+)\s+(?:of\s+)?(?P<v>(?:(?:below|above|under|over|at|less|more|between)\s.+)|[^\w\s]?\d\S*|{VEILED})",
        claiming.has_property,
    ),
    (
        r"(?P<p>.+?)\s+has\s+the\s+(?P<a>role|status|name|title|price|rating|author|date|total|category|colou?r|size|type)\s+(?P<v>.+)",
        claiming.has_property,
    ),
    (
        rf"(?P<x>.+?)\s+(?:{_BE}|comes?|stands?|appears?)\s+(?P<order>listed\s+|shown\s+|placed\s+)?(?P<how>before|above|ahead\s+of|after|below|under|underneath|behind)\s+(?P<y>.+)",
        claiming.before,
    ),
    (rf"(?P<x>.+?)\s+{_BE}{_NOT}\s+(?:{SEEN}\s+)?{IN}\s+(?P<p>(?:the|my|your|this)\s+.+)", claiming.is_there),
    (rf"(?P<x>.+?)\s+{_BE}{_NOT}\s+{SEEN}", claiming.is_there),
    (rf"(?P<x>.+?)\s+{_BE}{_NOT}\s+{_UNSEEN}(?:\s+(?:from|in|on)\s+(?P<p>.+))?", claiming.is_gone),
    (r"(?P<x>.+?)\s+has\s+(?:disappeared|vanished)(?:\s+from\s+(?P<p>.+))?", claiming.is_gone),
    (
        rf"(?P<x>.+?)\s+(?P<not>does\s+not|doesn't|do\s+not|don't)\s+(?:appear|exist|show\s+up)(?:\s+{IN}\s+(?P<p>.+))?",
        claiming.is_there,
    ),
    (rf"(?P<x>.+?)\s+(?:appears?|exists?|shows?\s+up)(?:\s+{IN}\s+(?P<p>.+))?", claiming.is_there),
    (rf"(?P<p>.+?)\s+(?P<not>does\s+not|doesn't|do\s+not|don't)\s+{_SHOW}\s+(?P<x>.+)", claiming.shows),
    (rf"(?P<p>.+?){_GAP}{_SHOWS}\s+(?P<x>.+)", claiming.shows),
    (rf"(?P<p>{PAGE})\s+(?:says?|reads?)\s+(?P<x>.+)", claiming.shows),
    (
        r"(?P<x>.+?)\s+(?P<not>does\s+not|doesn't|do\s+not|don't)\s+(?P<how>contain|include|mention|start|begin|end)(?:\s+with)?\s+(?P<v>.+)",
        claiming.worded,
    ),
    (
        rf"(?P<x>.+?){_GAP}(?P<how>contains?|includes?|mentions?|starts?\s+with|begins?\s+with|ends?\s+(?:with|in))\s+(?P<v>.+)",
        claiming.worded,
    ),
    (r"(?:i|we|you)\s+(?:can\s+)?see\s+(?P<x>.+)", claiming.is_there),
    (
        rf"(?P<x>(?:the\s+)?(?:page\s+|current\s+)?(?:url|address|title)|the\s+page\s+title|.*\b(?:message|alert|toast|notification|error|dialog|heading|headline|status(?:\s+(?:text|line|bar))?))\s+(?:{_BE}{_NOT}|(?P<how>says?|shows?|reads?|displays?)|equals?)\s+(?P<v>.+)",
        claiming.says,
    ),
)
_READ = tuple((re.compile(pattern, re.IGNORECASE), meaning) for pattern, meaning in _FORMS)
_VALUE_FORMS = tuple(
    (re.compile(pattern, re.IGNORECASE), meaning)
    for pattern, meaning in (
        (rf"(?P<x>.+?){_GAP}(?:says?|shows?|reads?|displays?|equals?|holds?)\s+(?P<v>.+)", claiming.says),
        (rf"(?P<x>.+?)\s+{_BE}(?:\s+not|n't)\s+(?P<v>.+)", claiming.is_not),
        (rf"(?P<x>.+?)\s+{_BE}\s+(?P<v>.+)", claiming.valued_so),
    )
)


def claimed(words: str) -> tuple[Claim, ...] | None:
    """What one (veiled) statement claims, or None where it is not understood."""
    words = words.strip(" ,.")
    if (ordered := sorting.claimed(words)) is not None:
        return ordered
    for pattern, meaning in _READ:
        match = pattern.fullmatch(words)
        found = meaning(match.groupdict()) if match else None
        if found:
            return found
    return _state_or_value(words)


def _state_or_value(words: str) -> tuple[Claim, ...] | None:
    if (told := checking.of_property(words)) is not None:
        return (Is(question=told.question, relation="=", to=told.expected),)
    if (state := _state(words)) is not None:
        return state
    for pattern, meaning in _VALUE_FORMS:
        match = pattern.fullmatch(words)
        found = meaning(match.groupdict()) if match else None
        if found:
            return found
    return _checked(words)

"""Messages of a page: 'the error message of the Name field'."""

from __future__ import annotations

import re

from pytest_webagent.model.builtin.grammar.pattern import MessageRule, asks, readings
from pytest_webagent.model.builtin.grammar.pointing import target
from pytest_webagent.model.builtin.instruction import Message

_NOTICE = re.compile(
    r"(?:(?:the|any|an?|that|this)\s+)?(?:(?P<y>[^\s,]+(?:\s+field)?)\s+(?=(?:field\s+)?error\b))?(?:(?:validation|error|success|status|confirmation|warning|failure|alert|info|flash|field)\s+)*"
    r"(?:errors?|messages?|alert|notification|notice|confirmation|toast|feedback|warning|problem|complaint|failure)(?:\s+(?:message|text))?"
    r"(?:\s+(?:of|for|under|below|at|next\s+to|beside|about|on|in|from)\s+(?:the\s+)?(?:field\s+)?(?P<x>.+?)(?:\s+(?:field|input|box))?)?",
    re.IGNORECASE,
)


def notice(words: str) -> Message | None:
    """The question for a message of the page, if that is what the words name."""
    match = _NOTICE.fullmatch(
        re.sub(r"\s+(?:that|which)\s+(?:is\s+)?(?:appears?|shown|displayed)$", "", words, flags=re.IGNORECASE)
    )
    if match is None:
        return None
    about = re.sub(
        r"^(?:the\s+)?(?:page|screen|form|site|dialog|dialogue|popup|window|modal)$",
        "",
        match["x"] or match["y"] or "",
        flags=re.IGNORECASE,
    )
    tone = "error" if re.search(r"error|validation|problem|complaint|failure", words, re.IGNORECASE) else ""
    return Message(tone=tone, about=target(about) if about else None)


RULES: tuple[MessageRule, ...] = (
    asks(
        "[what] [the] [text|message|question] [of] [the] dialog|confirm_dialog|confirmation_dialog|alert_dialog|prompt [text|message|says]",
        lambda _: Message(of_dialog=True),
    ),
    asks(
        "what [does] the dialog|confirmation_dialog|confirm_dialog|prompt|confirmation [dialog] say|says|asks|ask",
        lambda _: Message(of_dialog=True),
    ),
    asks(
        "what [does|do] [the] status [text|line|bar] say|says|read|reads|show|shows",
        lambda _: Message(tone="status"),
    ),
    asks("what [is] went|goes wrong", lambda _: Message(tone="error")),
    asks(
        "what [does] it|the_page|the_site|the_app|the_shop say|says [now]",
        lambda _: Message(),
    ),
    asks(
        "what|which <x> [is|are|was] shown|displayed|given|reported|appears|appear|stands|comes_up <p:for|under|at|next_to|below|beside|on|in> <y>",
        lambda s: notice(f"{s['x']} for {s['y']}"),
    ),
    asks(
        "what|which [does|do] <x> is_shown|are_shown|was_shown|is_displayed|is_given|is_reported|is_there|says|say|read|reads|show|shows|state|states|"
        "appears|appear|do_you_get|do_you_see|comes_up|pops_up|is_it|it_shows|the_page_shows|the_page_gives",
        lambda s: notice(s["x"]),
    ),
    asks("[what|what's|whats] [is|are|was|were] <x> [is|are|was]", lambda s: notice(s["x"])),
)


def question(words: str) -> Message | None:
    """The question for a message or a dialog in (veiled) words; None where they ask for something else."""
    found = (line.read(each) for each in readings(words) for line in RULES)
    return next((each for each in found if each is not None), None)

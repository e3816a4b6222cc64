"""Names said in short: "Apply" for "Apply for a permit", but never "account" for "Delete account"."""

from __future__ import annotations

import re
from itertools import dropwhile
from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import TOGGLES
from pytest_webagent.language.deeds import WEIGHTY, tells_a_deed
from pytest_webagent.model.builtin.words import begins, content, plain
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.view import View

_HEADLINE = 5
"""As many words make a name a headline rather than a command."""
_PREPOSITION = re.compile(r"(?:to|for|of|in|on|at|by|with|from|about)\b")
_ENGLISH = re.compile(r"(?:to|for|by|with|from|about|and|or)\b")
"""What is a small word in no other language that puts its verbs last."""
_AND = re.compile(r"\s*[/|·&]\s*|\s+(?:and|or|und|oder|et|ou|y|e|o|i|och|og|en)\s+")
_JOINED = re.compile(
    r"(?:zu|zum|zur|für|von|vom|im|auf|über|de|du|des|pour|sur|dans|aux?|del|para|con|sobre|per|di|da|voor|van)\b"
)
"""What joins the rest of a name to its beginning, in languages with an alphabet like ours."""
_VERB_LAST = re.compile(r"\s[^\W\dA-ZÄÖÜ]\w*(?:en|ern|eln|ar|er|ir)\W*$")
"""A last word in small letters that may be an infinitive: German and Dutch commands end with one."""
_MATTERS = word_set("policy rule setting option overview detail info information notice us")
"""Nouns that say no deed where no verb stands before them."""
_AGREES = word_set(
    "me yes remind agree accept have understand receive get send want like would subscribe condition policy"
)
"""What a box may say around its matter without meaning anything else than yes to it."""


def weighs(said: str) -> bool:
    """Whether words say a deed that destroys, spends or reaches others: it is not done with less than the whole name."""
    return bool(WEIGHTY & set(content(said)))


def is_short_for(view: View, said: str, index: int) -> bool:
    """Whether what is said is a name in short that leaves out no other deed.

    The name begins with them, and goes on with a noun that says no deed ("Privacy policy"), a preposition known here
    ("Subscribe to newsletter"), or what is chosen ("Sort: newest"). A link, which only opens something, may also join
    them to something else in any language ("Terms and conditions"), or go on as a headline does. What sounds like a
    verb in the rest, and what weighs heavily among the words said, is never left to chance.
    """
    name, role = view.name(index), view[index].role
    if role in TOGGLES:
        name = " ".join(dropwhile(lambda word: set(content(word)) <= _AGREES, name.split()))
    rest, deed = begins(said, name), tells_a_deed(name)
    told = set(content(rest))
    if weighs(said) or (_VERB_LAST.search(name) and not _ENGLISH.match(rest)):
        return False
    if role == "link" and not deed and rest and len(name.split()) >= _HEADLINE:
        return True
    if any(tells_a_deed(word) for word in (*told, *told & WEIGHTY)):
        return False
    if told and (
        (told <= _MATTERS and not deed) or _PREPOSITION.match(rest) or (rest[0] == ":" and not deed)
    ):
        return deed or role != "button" or not rest.startswith("to ")
    joined = plain(said) in _AND.split(plain(name)) or _JOINED.match(rest) is not None
    return role == "link" and not deed and joined

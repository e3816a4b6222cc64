"""What a goal has pressed by its name, and what it forbids: "click 'Save'", "do not press 'Send'", "without paying"."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from pytest_webagent.judging.last_step import FINISHING
from pytest_webagent.language.deeds import VERBS
from pytest_webagent.language.lexicon import DEEDS, NAMING, PREPOSITIONS
from pytest_webagent.language.quotations import masked, quotations
from pytest_webagent.language.words import STOP, content, stem, stems, words
from pytest_webagent.values.plain_text import plain, word_set

_POINTS: Final = "|".join(
    re.escape(" ".join(verb)) for verb, deeds in VERBS.items() if {"press", "open", "choose"} & set(deeds)
)
_POINTS_AT: Final = re.compile(rf"\b(?:{_POINTS})\b([^\ue000]*)((?:\W*\ue000)+)")
_AWAY: Final = PREPOSITIONS - NAMING - {"on", "to"}
"""Words behind such a verb that make what is quoted then another thing: "open the mail with 'Delete it'"."""
_LIGHT: Final = FINISHING | stems("make do start use perform run begin execute")
"""Verbs of which the object tells what is done: "place the order"."""
_PARTS: Final = re.compile(
    r"[.,;:!?](?=\s|$)|[()\n]|\s[-–—]\s|\b(?:and|but|then|und|aber|et|mais|y|pero)\b", re.IGNORECASE
)
_FORBIDS: Final = re.compile(
    r"(?:^\W*(?:(?:please|also|just|so|bitte)\s+)*|\byou\s+)(?:do not|don't|never|(?:must|should|may)(?: not|n't)|avoid|refrain from|no)\b"
    r"|\byou(?: are|'re) not \w+ to\b|\b(?:without|neither|not to|stop before(?: you)?)\b|^(?=\w+ (?:to )?(?:nothing|nobody)\b(?! \w+(?:s|ed)\b))"
    r"|^(?=.*\b(?:nicht|niet|pas|nichts|rien|nada)\b)|(?=\b(?:ohne|sans|sin|senza|zonder)\b)"
)
"""What stands before a deed that is forbidden; empty where all words beside it may say that deed."""
_FILLERS: Final = word_set("ever even yet to zu actually really again")


class Orders:
    """A goal in parts."""

    def __init__(self, text: str) -> None:
        """Read `text`."""
        self.allowed = ""
        """All but what it forbids, without what it quotes."""
        self.forbidden: set[str] = set()
        """The words of the deeds that it forbids, without their endings."""
        self._shut: list[list[str]] = []
        self._pressed: set[str] = set()
        rest, names, pressing = masked(text), iter(quotations(text)), False
        for part, joint in zip(_PARTS.split(rest), [*_PARTS.findall(rest), ""], strict=True):
            said, own = plain(part), [next(names, "") for _ in range(part.count("\ue000"))]
            if found := _FORBIDS.search(said):
                self._forbid(said[found.end() :], own, abroad=not found[0])
                said = said[: found.start()]
            elif own and (at := _POINTS_AT.search(said)):
                first, pressing = said.count("\ue000", 0, at.start()), not _AWAY & set(words(at[1]))
                own = own[first : first + at[2].count("\ue000")]
            elif content(said):
                pressing = False
            # "Click 'Edit' and 'Save'".
            self._pressed.update(map(plain, own if pressing and not found else ()))
            self.allowed += f"{said} {joint.lower()} "

    def _forbid(self, behind: str, names: list[str], *, abroad: bool) -> None:
        """Take in what is not to be done: "press 'Buy'" shuts a name, "place the order" its object, "buy or sell" verbs."""
        # "L'envoyer", "abzusenden".
        spelt = re.sub(r"\bl'|(?<=\w)zu(?=\w)", "", behind) if abroad else behind
        said = [
            stem(word)
            for word in words(spelt)
            if word not in _FILLERS and (not word.endswith("ly") or word in DEEDS)
        ]
        if re.match(rf"\s*(?:{_POINTS})\b", behind):
            self._shut += [words(name) for name in names] or [words(behind)]
        elif abroad or (said[:1] and said[0] in _LIGHT):
            self.forbidden.update(said)
        else:
            self.forbidden |= {*said[:1], *(then for word, then in pairwise(said) if word in ("or", "nor"))}

    def press(self, name: str) -> bool:
        """Whether a control of this very name is to be pressed: the goal says so behind such a verb, quoted or not."""
        behind = rf"\b(?:{_POINTS}) (?:on )?(?:the )?{re.escape(plain(name))}(?!\w)"
        return plain(name) in self._pressed or re.search(behind, self.allowed) is not None

    def shut(self, name: list[str]) -> bool:
        """Whether a control whose name has these words is not to be pressed."""
        for said in self._shut if name else ():
            at = said.index(name[0]) if name[0] in said else len(said)
            # "Click on the send button".
            if said[at : at + len(name)] == name and (said == name or set(said[1:at]) <= STOP):
                return True
        return False

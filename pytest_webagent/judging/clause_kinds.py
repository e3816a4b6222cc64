"""What kind of thing a clause of a goal says: a deed, something to fill in, to go to, to tell, or to find true."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from pytest_webagent.language.deeds import PLACING
from pytest_webagent.language.lexicon import DEEDS
from pytest_webagent.language.words import words
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind: TypeAlias = Literal["deed", "fill", "go", "value", "truth", "order", "unknown", ""]
"""An order is a verb that no table has, before what it is done to."""

_FILLS: Final = word_set("""choose check clear deselect enter fill insert overwrite paste pick put replace select set tick
    toggle type uncheck unselect untick use attach""")
"""Verbs of filling in."""
GOES: Final = word_set("""access back browse close collapse continue dismiss display expand filter find follow go hide
    hover inspect jump load locate look navigate next open preview proceed refresh reload search
    scroll see show skip sort switch view visit wait walk track wander swipe zoom focus explore""")
"""Verbs of going somewhere and looking."""
_LOOKS: Final = word_set("look find see inspect")
_CLICKS: Final = word_set("click press tap hit push double-click doubleclick")
_TELLS: Final = word_set("""answer calculate compare compute count describe determine extract get list name note output
    print quote read report retrieve return say state summarise summarize tell identify remember
    nenne nenn sag sage berichte lies zähle gib dis donne indique di dime indica informa""")
WHAT: Final = word_set("""what which who whom whose when where why how was wer welche welcher welches welchen wie wieviel
    wieviele wann wo quel quelle quels quelles combien qui quand où que qué cuál cuánto cuántos
    cuántas quién cuándo dónde quale quanto quanti quante chi quando dove wat welke hoeveel wie""")
_GERMAN: Final = word_set(
    "ist sind der die das den dem ein eine kostet kosten hat haben wird steht sagt zeigt bedeutet für von auf bei mit ich wir"
)
"""Words by one of which "was" is German for "what"."""
_CHECKS: Final = word_set("""assert verify validate ensure test prüfe überprüfe vérifie verifica comprueba""")
_WHETHER: Final = frozenset(["that", "whether", "if", "ob"])
IS: Final = word_set("""is are was were does do did has have had can could will would should isn't aren't doesn't ist
    sind hat gibt kann est est-ce es hay è""")
_NOTHING: Final = word_set("nothing nobody nichts niemanden niemandem rien nada")
"""Whose deeds are none: "change nothing", "reply to nobody"."""
_HOLDS: Final = word_set("is are was were has have contains shows says reads equals")
"""Verbs of what is stated: "confirm the title is ..." changes nothing, "confirm the order" does."""
NAMES_TOO: Final = word_set(
    """order book post share place like star list mark quote copy track return rate"""
)
"""Verbs that are as often the name of a thing."""
CONDITION: Final = word_set("if when once until while unless wenn falls sobald")
LEADING = re.compile(
    r"^(?:[-*•]\s+|\d+[.)]\s+|(?:please|then|now|next|finally|lastly|also|first|firstly|second|afterwards|again|just|"
    r"after that|and|your task is to|your goal is to|the goal is to|i want you to|i'd like you to|you should|you must|"
    r"can you|could you|would you|try to|to|bitte|dann|let's|let us|as a \w+)\b[,:]?\s+)+"
)


QUOTATION: Final = "\ue000"
"""What `masked` puts in the place of a quotation."""


_IDIOMS: Final[Mapping[str, tuple[Kind, str]]] = {
    "make sure": ("truth", ""),
    "see if": ("truth", ""),
    "see whether": ("truth", ""),
    "add up": ("value", ""),
    "get rid of": ("deed", "remove"),
    "call off": ("deed", "cancel"),
}
"""Verbs of several words of which the first alone says something else."""


def kind_of_clause(clause: str, names: list[str]) -> tuple[Kind, str]:
    """The kind of a clause, whose quotations are masked and given as `names`, and the verb of one that changes something."""
    bare = LEADING.sub("", plain(clause))
    found = re.findall(r"[^\W\d_]+(?:[-'][^\W\d_]+)*|\ue000|\d+", bare)
    if not found:
        return "", ""
    first, rest = found[0], found[1:]
    english_was = first == "was" and not _GERMAN & set(rest)
    if first in WHAT and not english_was and not (first in CONDITION and not IS & set(rest[:1])):
        return "value", ""
    if first in CONDITION or _NOTHING & set(rest[:2]) or bare.startswith(("do not", "don't", "never")):
        return "", ""
    idiom = next((meant for said, meant in _IDIOMS.items() if bare.startswith(said)), None)
    return idiom or _told(first, rest, names) or _worked(first, rest, names, bare)


def _told(first: str, rest: list[str], names: list[str]) -> tuple[Kind, str] | None:
    """What a verb of telling, checking or being asks for; None where it is none."""
    if first in _CHECKS | IS | {"dass", "ob"}:
        return "truth", ""
    if first in ("check", "confirm") and (_WHETHER & set(rest[:2]) or _HOLDS & set(rest)):
        return "truth", ""
    if first in ("return", "report") and (names or "as" in rest) and rest[:1] != ["the"]:
        # A book is returned and a sender reported; of a value there is no name yet.
        return "deed", first
    if (first == "give" and _gives(rest)) or (first == "write" and rest[:1] == ["down"]):
        return "value", ""
    if first in _TELLS and not (first == "return" and "to" in rest[:1]):
        return ("truth" if _WHETHER & set(rest[:3]) - {"that"} else "value"), ""
    return None


def _worked(first: str, rest: list[str], names: list[str], bare: str) -> tuple[Kind, str]:
    """What a verb of doing wants done."""
    if first in _CLICKS:
        return _click(rest, names)
    if first in _LOOKS and WHAT & set(rest[:2]):
        # "Look up what I paid".
        return "value", ""
    boxes = {"box", "checkbox", "option", "radio", "off", "out"}
    if first == "check" and not names and not boxes & set(rest):
        return "truth", ""
    return (_behind_place(bare, names) if first in PLACING else None) or _deed(first, rest)


def _behind_place(clause: str, names: list[str]) -> tuple[Kind, str] | None:
    """What a clause says that begins with a place: "in the row of Bob, click 'Edit'"; None where no verb follows it."""
    for word in re.finditer(r"(?<=[\s\ue000])[^\W\d_]+", clause):
        if word[0] in WHAT | IS:
            return None
        if word[0] in _FILLS | _CLICKS | (DEEDS - NAMES_TOO):
            before = clause[: word.start()].count(QUOTATION)
            return kind_of_clause(clause[word.start() :], names[before:])
    return None


_SHOWN: Final = word_set(
    "dialog dialogue popup pop window modal tab menu banner panel drawer sidebar message notice toast details section box it"
)
"""What is closed without changing anything."""
_ONE_THING: Final = 5
"""One more than the most words, with the article, of the name of one thing: what is given to somebody has two."""


def _gives(rest: list[str]) -> bool:
    """Whether what is to be given is an answer: "give me the price", "give their numbers"."""
    return (
        rest[:1] in (["me"], ["us"])
        or "of" in rest[2:5]
        or (rest[:1] in (["its"], ["their"]) and "to" not in rest)
        or (rest[:1] == ["the"] and len(rest) < _ONE_THING and not {"to", "a", "an", "\ue000"} & set(rest))
    )


_OBJECTS: Final = word_set(
    "the a an it them my your all every this that die das den der el la los las le les un une una ein eine einen il lo"
) | {QUOTATION}
"""Words behind a verb, before what it is done to."""


def _deed(first: str, rest: list[str]) -> tuple[Kind, str]:
    if first == "return" and rest[:1] == ["to"]:
        return "go", ""
    if first == "check" and rest[:1] == ["out"]:
        return "deed", "checkout"
    if first == "close" and not _SHOWN & set(rest):
        # A ticket is closed for good, a panel only out of sight.
        return "deed", first
    if first in _FILLS:
        return "fill", first
    if first in DEEDS:
        return "deed", first
    if first in GOES:
        return "go", first
    # A verb is followed by something; "the Ramen Bowl", "in its row" and "colour" go on with what stood before.
    follows = rest[:1] and rest[0] in _OBJECTS
    return ("order" if follows and first not in _CONTINUES else ""), ""


_CONTINUES: Final = word_set("""the a an it its this that these those my your our their his her all both every each any some in
    on at of for from to with by as into under over below above next after before during through
    until and or not no  than between via without""")


def _click(rest: list[str], names: list[str]) -> tuple[Kind, str]:
    """A click does what is written on what is clicked."""
    name = [word for quotation in names[:1] for word in words(quotation)[:1]]
    bare = [word for word in rest if word not in {"the", "on", "a", "an"} and word != "\ue000"][:1]
    for word in name:
        if word in DEEDS:
            return "deed", word
    for word in bare if not name else ():
        if word in DEEDS - NAMES_TOO:
            return "deed", word
    return "go", ""

"""What a question asks for: the words of each thing that is asked, and how many of them are to be told."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from pytest_webagent.language.quotations import masked, quotations
from pytest_webagent.language.superlatives import OF_A_COLUMN, superlatives
from pytest_webagent.language.words import STOP, stem, stems, words
from pytest_webagent.values.plain_text import plain, word_set

Wanted: TypeAlias = Literal["value", "count", "sum", "difference", "best"]

_CUES: Final = word_set(
    "what what's which report tell give read return say state note print output find get list name show determine extract "
    "retrieve identify check look provide calculate compute welcher welche welches welchen nenne nenn sag lies gib "
    "berichte quel quelle quels quelles indique donne dis lis qué cuál cuáles dime indica di quale quali dimmi"
)
"""Words before what is asked for."""
_WHAT: Final = word_set(
    "what what's which welcher welche welches welchen quel quelle quels quelles qué cuál cuáles quale quali"
)
ASKS: Final = _WHAT | word_set(
    "who whom whose when where why how wann wo wer wie quand où qui combien cuándo dónde quién quando chi"
)
"""Words that begin a question."""
_JOINING: Final = word_set("and then please und bitte et y e")
_SEEN: Final = word_set("much many listed shown displayed visible see page answer please")
"""Words of a question that do not tell what is asked for."""
_COPULAS: Final = word_set(
    "is are was were 's ist sind war waren est sont es son è sono me us you mir uns moi out"
)
_ARTICLES: Final = word_set(
    "the a an its their his her your my this that der die das den le la les el los las il lo gli i un una ein eine"
)
_ENDS: Final = word_set(
    "of for in on at from with whose that which who where when by under per after before is are was were has have had do does did "
    "will can if because as than among between over above below within without shown listed displayed von vom des bei für im "
    "auf mit aus de du del della dello di da dans en sur pour para por con su nel nella al to if"
)
"""Words behind what is asked for: they begin what it is asked of."""
_HOW_MANY = re.compile(
    r"\b(?:how many|number of|count (?:of|the|all|how)|wie ?viele|anzahl|combien d|cuánt[oa]s|número de|nombre d|quant[ie]|numero di)\b"
)
_SUM = re.compile(
    r"\b(?:(?:sum|total) (?:of (?:all|every|both|the \w+s)\b)|sum (?:up|of)|add(?:ed)? up|altogether|combined|together|in total|"
    r"zusammen|insgesamt|au total|en total|in totale)\b"
)
_DIFFERENCE = re.compile(
    r"\b(?:difference|differ|how (?:much|many)(?: \w+)? (?:more|less|fewer|higher|lower|cheaper|longer|shorter|older|larger|bigger)|unterschied|diferencia|"
    r"différence|differenza)\b"
)
_COMPARES = re.compile(
    r"\b(?:cheaper|dearer|more expensive|less expensive|older|newer|larger|bigger|smaller|higher|lower|longer|shorter|faster|slower|"
    r"more|fewer|less|earlier|later|heavier|lighter|better|worse)\b"
)
_BEST = re.compile(rf"\b(?:{superlatives('least')}|{superlatives('most')}|{'|'.join(sorted(OF_A_COLUMN))})\b")
_KINDLESS: Final = stems(
    "cost charge pay count value many much thing altogether difference all each every whole entire overall"
)
"""Words of how much is asked, that name nothing."""


_CAPITAL = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-ZÄÖÜÉÀÁÍÓÚÑÇ][\w.'’-]*")
_CODE = re.compile(r"(?<![\w.,])[\w-]*\d[\w.,:-]*\w{2}(?!\w)")
"""A number of at least three characters, which names a thing rather than counting some."""


def proper(text: str) -> tuple[str, ...]:
    """What a text writes as names are: in quotes, with a capital within a sentence, or with figures."""
    plainly = masked(text)
    return (*quotations(text), *_CAPITAL.findall(plainly), *_CODE.findall(plainly))


class Asked(NamedTuple):
    """One thing that is asked for."""

    head: frozenset[str]
    """The words of its name, without their endings: "price" of "the price of the Blue Mug"."""
    noun: str
    """The last of them."""
    first: str
    """The first of them."""


class Question(NamedTuple):
    """A question in parts."""

    text: str
    words: frozenset[str]
    """All its words that say something, without their endings."""
    wanted: Wanted
    parts: tuple[Asked, ...]
    """What is asked for; empty where that cannot be told."""


@lru_cache(maxsize=64)
def question(asking: str) -> Question:
    """The parts of the clauses of a goal that ask."""
    text = plain(masked(asking))
    said = frozenset(stem(each) for each in words(asking) if each not in STOP | _CUES | _SEEN)
    return Question(asking, said - _KINDLESS, _wanted(text), tuple(_parts(text)))


def _wanted(text: str) -> Wanted:
    if _DIFFERENCE.search(text):
        return "difference"
    if _HOW_MANY.search(text):
        return "count"
    if _SUM.search(text):
        return "sum"
    return "best" if _BEST.search(text) or (_COMPARES.search(text) and " or " in text) else "value"


def _parts(text: str) -> list[Asked]:
    found: list[Asked] = []
    said = words(text)
    asks = bool(ASKS & set(said))
    at = 0
    while at < len(said):
        first = at == 0 or said[at - 1] in _JOINING
        begins = (
            said[at] in _WHAT
            or (said[at] in ASKS and said[at + 1 : at + 2] and said[at + 1] in _COPULAS)
            or (first and (at == 0 or said[at] in _CUES) and not (asks and at == 0))
            or (found and said[at] in _JOINING)
        )
        at += 1
        if not begins:
            continue
        while at < len(said) and said[at] in _COPULAS | _ARTICLES | _CUES:
            at += 1
        start = at
        while (
            at < len(said)
            and said[at] not in _ENDS | _CUES
            and said[at] not in ("and", "und", "et", "y", "e", "or")
        ):
            at += 1
        head = [stem(each) for each in said[start:at] if each not in STOP | _SEEN]
        if head:
            found.append(Asked(frozenset(head), head[-1], head[0]))
    return found

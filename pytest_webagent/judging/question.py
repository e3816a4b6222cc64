"""What the words of a question ask for: a value, a count, a sum, the end of an order; and the names of what is asked."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from pytest_webagent.language import lexicon
from pytest_webagent.language.quotations import masked
from pytest_webagent.language.superlatives import COMPARATIVES, OF_A_COLUMN, SUPERLATIVES, superlatives
from pytest_webagent.language.words import STOP, stem, stems, words
from pytest_webagent.values.number_words import ANY_NUMBER, NUMBERS
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from pytest_webagent.language.superlatives import End, Kind

Wanted: TypeAlias = Literal["value", "count", "sum", "difference", "best"]

_WHAT: Final = word_set(
    "what what's which welcher welche welches welchen quel quelle quels quelles qué cuál cuáles quale quali"
)
ASKS: Final = (
    _WHAT
    | lexicon.QUESTION_WORDS
    | word_set("why wann wo wer wie quand où qui combien cuándo dónde quién quando chi")
)
"""Words that begin a question."""
_CUES: Final = (
    ASKS
    | (lexicon.ASKING - word_set("display record copy fetch down up off"))
    | word_set(
        "calculate compute nenne nenn sag lies gib berichte indique donne dis lis dime indica di dimmi and then und bitte et y e"
    )
)
"""Words before what is asked for."""
_PASSED: Final = (
    lexicon.ARTICLES
    | lexicon.AUXILIARIES
    | word_set(
        "der die das den le la les el los las il lo gli i un una ein eine ist sind war est sont es son è mir uns moi"
    )
)
"""Words between them and it."""
_ENDS: Final = (
    lexicon.PREPOSITIONS
    | lexicon.RELATIVES
    | lexicon.AUXILIARIES
    | lexicon.SEEN
    | word_set(
        "if because than and or over without von vom des bei für im auf mit aus und oder de du del della dello da dans sur pour por "
        "para con su nel nella al et y e"
    )
)
"""Words behind it: they begin what it is asked of."""
_EMPTY: Final = STOP | _CUES | word_set("much many listed shown displayed visible page answer")
_KINDLESS: Final = stems(
    "cost charge pay count value many much thing altogether difference all each every whole entire overall"
)
"""Words of how much is asked, that name nothing."""
_OPERATIONS: Final[tuple[tuple[Wanted, str], ...]] = (
    (
        "difference",
        r"difference|differ|how (?:much|many)(?: \w+)? (?:more|less|fewer|higher|lower|cheaper|longer|shorter|older|larger|bigger)"
        r"|unterschied|diferencia|différence|differenza",
    ),
    (
        "count",
        r"how many|number of|count (?:of|the|all|how)|wie ?viele?|anzahl|combien d|cuánt[oa]s|número de|nombre d|quant[ie]|numero di",
    ),
    (
        "sum",
        r"(?:sum|total) (?:of (?:all|every|both|the \w+s)\b)|sum (?:up|of)|add(?:ed)? up|altogether|combined|together|in total"
        r"|zusammen|insgesamt|au total|en total|in totale",
    ),
    ("best", rf"{superlatives('least')}|{superlatives('most')}|{'|'.join(sorted(OF_A_COLUMN))}"),
)
"""How a question speaks of what is worked out."""
SPEAKS_OF_ALL = re.compile(r"\b(?:all|every|each|alle|jede\w*|tous|toutes|todos|todas|tutti|tutte)\b")
BESIDE = re.compile(
    r"\b(?:(?:below|above)(?! [^\w\s]?\d)|next to|right after|right before|previous|following|(?:comes?|listed|stands?|right|directly) (?:before|after)|except|other than|another|instead of|besides|beside|"
    r"neben|außer|à côté)\b"
)
"""How a question speaks of what stands beside the thing it names."""
_OF_OLD: Final = re.compile(
    r"\bbefore(?: (?:that|now|(?:(?:the|it|its|a|an) )?(?:\w+ )?(?:sale|discount|reduction|offer|change|move|update|delay|\w+ed)))?\W*$"
    r"|\bat first\b|\binitial(?:ly)?\b|\b(?:regular|usual|full|list) (?:price|rate|cost|fee)s?\b|\b(?:crossed|struck)\b"
)
"""How a question speaks of what was before; "before tax" does not."""
_NOT: Final = re.compile(
    r"(?:^|[(,;–-]\s*|\b(?:and|but|und|aber|et|mais)\s+)(?:not|nicht|pas)(?: for| to| in| on)? $"
)
_OTHERWISE: Final = re.compile(
    r"(?:\s*[(,;–-]\s*|\s+(?:and|but|und|aber|et|mais)\s+)(?:not|nicht|pas)(?: for| to| in| on)?"
    r" (?:[a-z]+ ){0,2}[\"'“«]?[A-Z0-9#](?:[^),;?!.]|\.(?=\w))*\)?"
)
"""A thing that a question names only to say that it is not meant: "(not the Deluxe)"."""
_OR = re.compile(r"\b(?:or|oder|ou|o)\b")
_AT_LEAST = re.compile(r"\bat (?:least|most)\b")
_AN_END: Final = rf"{superlatives('least')}|{superlatives('most')}|most \w+|least \w+|first|last|top"
_SO_MANY = re.compile(
    rf"\b(?:(?:{_AN_END}) (?P<after>\d+|{{0}})|(?P<before>\d+|{{0}}) (?:{_AN_END}))\b".format(ANY_NUMBER)
)


class Asked(NamedTuple):
    """One thing that is asked for."""

    head: frozenset[str]
    """The words of its name, without their endings: "price" of "the price of the Blue Mug"."""
    noun: str
    """The last of them."""
    first: str


def of_old(asking: str) -> bool:
    """Whether a question asks for what was before."""
    said = plain(masked(asking))
    return not lexicon.FORMER.isdisjoint(words(said)) or _OF_OLD.search(said) is not None


def telling(asking: str) -> frozenset[str]:
    """The words of a question that say something, without their endings."""
    return frozenset(stem(each) for each in words(asking) if each not in _EMPTY) - _KINDLESS


def wanted(asking: str) -> Wanted:
    """What the words of a question ask for."""
    text = plain(masked(asking))
    found: Wanted = next(
        (each for each, pattern in _OPERATIONS if re.search(rf"\b(?:{pattern})\b", text)), "value"
    )
    compares = any(re.search(rf"\b(?:{pattern})\b", text) for pattern, _, _ in COMPARATIVES)
    return "best" if found == "value" and compares and " or " in text else found


def is_of_two(asking: str) -> bool:
    """Whether a question offers two things."""
    return _OR.search(plain(masked(asking))) is not None


def number_wanted(asking: str) -> int:
    """How many from one end of an order are asked for: 3 of "the three cheapest"."""
    found = _SO_MANY.search(plain(asking))
    said = found["after"] or found["before"] if found else "1"
    return int(said) if said.isdigit() else int(NUMBERS[said])


def ends(asking: str) -> tuple[End | None, Kind | None, str]:
    """Which end of an order a question asks for, of what kind of value, and the question without words for ends."""
    text = _AT_LEAST.sub(" ", plain(masked(asking)))
    known = [*SUPERLATIVES, *(COMPARATIVES if _OR.search(text) else ())]
    found = next(
        ((end, kind) for pattern, kind, end in known if re.search(rf"\b(?:{pattern})\b", text)), None
    )
    word = next((each for each in words(text) if each in OF_A_COLUMN), None)
    every = "|".join([*(pattern for pattern, _, _ in SUPERLATIVES), *OF_A_COLUMN])
    rest = re.sub(rf"\b(?:{every})\b(?: single)?", " ", plain(asking))
    return (*(found or (OF_A_COLUMN[word] if word else None, None)), rest)


@lru_cache(maxsize=64)
def parts(asking: str) -> tuple[Asked, ...]:
    """What a question asks for; nothing where that cannot be told."""
    said, found, at = words(plain(masked(asking))), list[Asked](), 0
    questioned = bool(ASKS & set(said))
    while at < len(said):
        joined = at == 0 or said[at - 1] in ("and", "und", "et", "y", "e", "then", "please", "bitte")
        begins = (
            said[at] in _WHAT
            or (said[at] in ASKS and set(said[at + 1 : at + 2]) & _PASSED)
            or (joined and (at == 0 or said[at] in _CUES) and not (questioned and at == 0))
            or (found and said[at] in ("and", "und", "et", "y", "e"))
        )
        at += 1
        if begins:
            while at < len(said) and said[at] in _PASSED | _CUES:
                at += 1
            start = at
            while at < len(said) and said[at] not in _ENDS | _CUES:
                at += 1
            if head := [stem(each) for each in said[start:at] if each not in _EMPTY]:
                found.append(Asked(frozenset(head), head[-1], head[0]))
    return tuple(found)


def without_excluded(asking: str) -> str:
    """A question without the things that it names only to say that they are not meant."""
    return _OTHERWISE.sub("", asking)


def is_excluded(name: str, scope: str) -> bool:
    """Whether a goal names a thing only to say that it is not meant: ", not the Windrose II"."""
    if not name.strip():
        return False
    called = rf"(?<!\w)(?:the |my |our |his |her |their )?{re.escape(plain(name))}(?!\w)"
    named_at = [each.start() for each in re.finditer(called, plain(scope))]
    return bool(named_at) and all(_NOT.search(plain(scope)[:at]) for at in named_at)

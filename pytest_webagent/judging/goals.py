"""What a goal wants: whether it changes something, asks something, or merely goes somewhere.

It is read from the verbs its clauses begin with, by tables. What the tables do not know stays unknown: then the run
tells whether something was to be changed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from pytest_webagent.judging.clause_kinds import CONDITION, IS, LEADING, QUOTATION, WHAT, kind_of_clause
from pytest_webagent.language.quotations import masked, quotations
from pytest_webagent.language.words import LIST_MARK, STOP, negated, stem, words
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_webagent.judging.clause_kinds import Kind

Asks: TypeAlias = Literal["", "value", "truth"]

_FINDS: Final = word_set("access browse find go locate look navigate open scroll search visit")
_FINDS_OUT = re.compile(r"(?:find(?: out)?|look up)\b.*?(?:'s| of) ")
"""How a goal that has nothing else asks: "find the score of Ann"."""
_PLAINLY: Final = WHAT | word_set("calculate compute count determine report return tell")
_AS_WRITTEN = re.compile(LEADING.pattern, re.IGNORECASE)
_PARTS = re.compile(r"[,;]\s+|\s+(?:and|then|und|dann|et|puis|y|luego)\s+|:\s+")
_OR = re.compile(r"\b(?:or|oder|ou|o)\b")
_NAME = re.compile(r"(?<=\s)(?:[A-Z#]|\w*\d)[\w'&#-]*\w(?: (?:& )?[A-Z][\w'-]*)*|^\w+-\d+")
_SENTENCES = re.compile(r"(?<=[.!?])(?<!\b[A-Z]\.)(?<!\b(?:Dr|Mr|Ms|St)\.)(?<!\bMrs\.)\s+|\n+")
_TROUBLE = re.compile(
    r"\b(?:error\w*|refus\w*|invalid\w*|fail\w*|not|\w+n't|cannot|messages?|warn\w*|what happens|wrong\w*|reject\w*|declin\w*|"
    r"den(?:y|ied|ies)|alerts?|notices?|validation|problems?|complain\w*|without|incorrect|expired?|"
    r"fehler\w*|nicht|meldung|ungültig\w*|falsch\w*|erreur|message|mensaje)\b"
)
FORBIDDEN = re.compile(r"\b(?:do not|don't|never|without)\b[^.;,]*")
_CALLED_OFF = re.compile(
    r"\b(?:click|press|choose|select|tap|hit)\s+(?:on\s+)?(?:the\s+)?\W?(?:cancel|no|dismiss|discard|abort|abbrechen)\b(?!\s+\w*order)"
    r"|\b(?:dialog|pop-?up|confirmation)\b[^.;]*\b(?:cancel|dismiss|close) it\b"
    r"|\bbrich\b[^.;]*\bab\b|\bwieder abbrechen\b"
    r"|\b(?:dismiss|cancel (?:the|it in the) (?:dialog|confirmation)|abort)\b"
)
_STILL = re.compile(r"\b(?:still|unchanged|remains?|kept|keeps?|same|not|\w+n't|no|immer noch|unverändert)\b")
_RETURN = re.compile(
    r"\b(?:again|as before|undo\w*|undone|revert\w*|reset\w*|restore\w*|clear|(?:log|sign)(?:s|ged)?[ -]?out|abmelden|wieder|zurück\w*)\b"
)
_EARLIER = re.compile(
    r"\b(?:before|previous\w*|was|were|initial\w*|original\w*|at first|old|earlier|differ\w*|difference|how much (?:more|less)|"
    r"change[sd]? by|compare\w*|vorher|zuvor|unterschied)\b"
)
_NEGATIVE = re.compile(
    r"\b(?:gone|removed?|deleted?|empty|missing|absent|hidden|disabled|closed|disappear\w*|free of|vanish\w*|cleared|"
    r"unchecked|unticked|off|out|leer|weg|gelöscht|entfernt|vide|vacío|vuoto)\b"
)
_NUMBER_WANTED = re.compile(
    r"\b(?:how many|how much|number of|count|wie ?viele?|combien|cuánt[oa]s?|quant[ioe]|total|sum|price|quantity|amount)\b"
)


class Query(NamedTuple):
    """A question of a goal."""

    text: str
    """As the goal writes it."""
    subject: str = ""
    """What the clause before it is about, which "it" stands for."""


class _Clause(NamedTuple):
    kind: Kind
    verb: str
    text: str
    joint: str = ""
    """What stands between it and the clause before it in its sentence."""
    joined: bool = False
    """It goes on with that."""


class Goal(NamedTuple):
    """What a goal wants, as far as its words tell."""

    text: str
    asks: Asks = ""
    changes: bool | None = None
    """None: its words do not tell."""
    fills_only: bool = False
    """What it changes is only what stands in fields."""
    deeds: frozenset[str] = frozenset()
    """The verbs of what it changes, without their endings."""
    asks_first: bool = False
    """It asks before it changes."""
    asking: str = ""
    """The clauses that ask."""
    orders: bool = False
    """It wants something done, by a verb that no table has."""
    goes: bool = False
    """It begins with going or looking somewhere."""
    doing: str = ""
    """The clauses that do not ask."""
    clauses: tuple[str, ...] = ()
    """Those of them that change something."""
    verbs: frozenset[str] = frozenset()
    """The words these begin with, without their endings."""
    questions: tuple[Query, ...] = ()
    """What it asks, a question for each sentence that does."""

    @property
    def of_trouble(self) -> bool:
        """Whether it speaks of errors, messages or refusals itself."""
        return _TROUBLE.search(FORBIDDEN.sub(" ", plain(self.text))) is not None

    @property
    def asks_plainly(self) -> bool:
        """Whether it surely asks for a value; "name the list" and "note it down" may mean something else."""
        return self.asks == "value" and bool(_PLAINLY & set(words(self.asking)))

    @property
    def calls_off(self) -> bool:
        """Whether it begins something only to call it off."""
        return _CALLED_OFF.search(plain(self.text)) is not None

    @property
    def of_stillness(self) -> bool:
        """Whether it speaks of what is to stay as it is."""
        return _STILL.search(plain(self.text)) is not None

    @property
    def of_return(self) -> bool:
        """Whether it brings back what was before."""
        return _RETURN.search(plain(self.text)) is not None

    @property
    def of_earlier(self) -> bool:
        """Whether it asks for what was before."""
        return self.asks_first or _EARLIER.search(plain(self.text)) is not None

    @property
    def of_absence(self) -> bool:
        """Whether it asks for something not to be there."""
        return negated(self.text) or _NEGATIVE.search(plain(self.text)) is not None

    @property
    def of_number(self) -> bool:
        """Whether it asks for a number."""
        return bool(self.asks) and _NUMBER_WANTED.search(plain(self.asking)) is not None


def asked(question: str) -> str:
    """A question as a goal: "the cart total" is to be reported."""
    if read(question).asks:
        return question
    return f"Report {question}"


@lru_cache(maxsize=64)
def read(text: str) -> Goal:
    """What a goal wants."""
    every: list[_Clause] = []
    # The numbers of steps are said of nothing.
    text = LIST_MARK.sub("", text)
    plainly = text.replace(QUOTATION, " ").strip()
    names = iter(quotations(plainly))
    # A sentence or a comma within a quotation is part of a name.
    for sentence in _SENTENCES.split(masked(plainly)):
        clauses = list(_clauses(sentence, names))
        if sentence.rstrip("\"') ").endswith("?") and not {"value", "truth"} & {
            each.kind for each in clauses
        }:
            asked: Kind = "value" if WHAT & set(words(sentence)) else "truth"
            whole = "".join(each.joint + each.text for each in clauses)
            clauses = [
                *(each for each in clauses if each.kind not in ("order", "unknown", "")),
                _Clause(asked, "", whole),
            ]
        if CONDITION & set(words(sentence)[:1]):
            # Whether it is to be done is only known from what was done.
            clauses = [
                each._replace(kind="unknown") if each.kind in ("deed", "fill", "order") else each
                for each in clauses
            ]
        every += clauses
    if len(every) == 1 and _FINDS_OUT.match(plain(every[0].text)):
        every = [every[0]._replace(kind="value")]
    kinds = [each.kind for each in every]
    asking = [at for at, kind in enumerate(kinds) if kind in ("value", "truth")]
    changing = [at for at, kind in enumerate(kinds) if kind in ("deed", "fill")]
    unknown = bool({"order", "unknown"} & set(kinds)) or not any(kinds)
    deeds = frozenset(stem(each.verb) for each in every if each.kind == "deed")
    doing = [clause.text for clause, asks in _told_apart(every) if not asks]
    asks: Asks = "" if not asking else "value" if "value" in kinds else "truth"
    return Goal(
        text,
        asks=asks,
        changes=True if changing else None if unknown else False,
        fills_only=bool(changing) and not unknown and not deeds,
        deeds=deeds,
        asks_first=bool(asking) and bool(changing) and asking[-1] < changing[-1],
        asking=" and ".join(clause.text for clause, asks in _told_apart(every) if asks),
        orders="order" in kinds,
        goes=every[0].verb in _FINDS if every else False,
        doing=". ".join(doing),
        clauses=tuple(each.text for each in every if each.kind in ("deed", "fill", "order")),
        verbs=frozenset(map(_first_word, doing)) - {""},
        questions=tuple(_queries(every)),
    )


def _told_apart(clauses: list[_Clause]) -> list[tuple[_Clause, bool]]:
    """Each clause, and whether it asks; what goes on with a question ("and B") belongs to it."""
    found, asks = [], False
    for clause in clauses:
        asks = clause.kind in ("value", "truth") or (asks and clause.joined and not clause.kind)
        found.append((clause, asks))
    return found


def _queries(clauses: list[_Clause]) -> Iterator[Query]:
    """The questions, each with what its sentence says besides that is not to be done: "with a tip, what is the total?"."""
    text = subject = ""
    asking = False
    for clause, asks in (*_told_apart(clauses), (_Clause("unknown", "", ""), False)):
        # "List them all." and "Give the currency, too." go on with the question before them.
        said = words(LEADING.sub("", plain(clause.text)))
        # "Who opened it, and by when is it due?" asks twice.
        begins = bool(WHAT & set(said[:2]) and IS & set(said))
        again = asking and asks and not WHAT & set(said[:2])
        asks = asks or begins
        if begins and asking and clause.joint:
            yield Query(text, subject)
            subject, text = _name_in(text) or subject, ""
        if text and ((clause.joint and (asks or not clause.kind)) or again):
            text, asking = text + (clause.joint or " ") + clause.text, asking or asks
            continue
        if asking and text:
            yield Query(text, subject)
        bare = _AS_WRITTEN.sub("", clause.text).strip()
        text, asking = bare if asks or not clause.kind else "", asks
        if not text:
            subject = _name_in(bare.partition(" ")[2]) or bare.partition(" ")[2]


def _name_in(text: str) -> str:
    """The last name that a clause has, in quotes, with capitals or with figures; empty where it has none."""
    quoted = quotations(text)
    found = quoted or [match[0] for match in _NAME.finditer(text)]
    return found[-1] if found else ""


def _first_word(clause: str) -> str:
    first = next(iter(words(LEADING.sub("", plain(clause)))), "")
    return stem(first) if len(first) > 2 and first not in STOP and first.isalpha() else ""


def _clauses(sentence: str, quotations: Iterator[str]) -> Iterator[_Clause]:
    """The clauses of a sentence."""
    ends = list(_PARTS.finditer(sentence))
    starts = [0, *(each.end() for each in ends)]
    joints = ["", *(each[0] for each in ends)]
    for at, (start, joint) in enumerate(zip(starts, joints, strict=True)):
        part = sentence[start : ends[at].start() if at < len(ends) else None]
        quoted = [next(quotations) for _ in range(part.count(QUOTATION))]
        # "Which is larger, the one or the other?"
        offers = at and at == len(ends) and sentence.rstrip().endswith("?") and _OR.search(part)
        yield _Clause(
            *kind_of_clause(part, quoted),
            _restored(part, quoted),
            joint,
            joint.strip().isalpha() or bool(offers),
        )


def _restored(clause: str, names: list[str]) -> str:
    for name in names:
        clause = clause.replace(QUOTATION, f"'{name}'", 1)
    return clause

"""What a goal wants: whether it changes something, asks something, or merely goes somewhere.

It is read from the verbs its clauses begin with, by tables. What the tables do not know stays unknown: then the run
tells whether something was to be changed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from pytest_webagent.language.deeds import PLACING
from pytest_webagent.language.lexicon import DEEDS
from pytest_webagent.language.quotations import masked, quotations
from pytest_webagent.language.words import STOP, negated, stem, words
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

Asks: TypeAlias = Literal["", "value", "truth"]
Kind: TypeAlias = Literal["deed", "fill", "go", "value", "truth", "order", "unknown", ""]

_FILLS: Final = word_set("""choose check clear deselect enter fill insert paste pick put select set tick toggle type uncheck
    unselect untick use attach""")
"""Verbs of filling in."""
_GOES: Final = word_set("""access back browse close collapse continue dismiss display expand filter find follow go hide
    hover inspect jump load locate look navigate next open preview proceed refresh reload search
    scroll see show skip sort switch view visit wait walk track wander swipe zoom focus explore""")
"""Verbs of going somewhere and looking."""
_FINDS: Final = word_set("access browse find go locate look navigate open scroll search visit")
_FINDS_OUT = re.compile(r"(?:find(?: out)?|look up)\b.*?(?:'s| of) ")
"""How a goal that has nothing else asks: "find the score of Ann"."""
_CLICKS: Final = word_set("click press tap hit push double-click doubleclick")
_TELLS: Final = word_set("""answer calculate compare compute count describe determine extract get list name note output
    print quote read report retrieve return say state summarise summarize tell identify remember
    nenne nenn sag sage berichte lies zähle gib dis donne indique di dime indica informa""")
_WHAT: Final = word_set("""what which who whom whose when where why how was wer welche welcher welches welchen wie wieviel
    wieviele wann wo quel quelle quels quelles combien qui quand où que qué cuál cuánto cuántos
    cuántas quién cuándo dónde quale quanto quanti quante chi quando dove wat welke hoeveel wie""")
_GERMAN: Final = word_set(
    "ist sind der die das den dem ein eine kostet kosten hat haben wird steht sagt zeigt bedeutet für von auf bei mit ich wir"
)
"""Words by one of which "was" is German for "what"."""
_PLAINLY: Final = _WHAT | word_set("calculate compute count determine report return tell")
_CHECKS: Final = word_set("""assert verify validate ensure test prüfe überprüfe vérifie verifica comprueba""")
_WHETHER: Final = frozenset(["that", "whether", "if", "ob"])
_IS: Final = word_set("""is are was were does do did has have had can could will would should isn't aren't doesn't ist
    sind hat gibt kann est est-ce es hay è""")
_NOTHING: Final = word_set("nothing nobody nichts niemanden niemandem rien nada")
"""Whose deeds are none: "change nothing", "reply to nobody"."""
_HOLDS: Final = word_set("is are was were has have contains shows says reads equals")
"""Verbs of what is stated: "confirm the title is ..." changes nothing, "confirm the order" does."""
_NAMES_TOO: Final = word_set(
    """order book post share place like star list mark quote copy track return rate"""
)
"""Verbs that are as often the name of a thing."""
_CONDITION: Final = word_set("if when once until while unless wenn falls sobald")
_LEADING = re.compile(
    r"^(?:[-*•]\s+|\d+[.)]\s+|(?:please|then|now|next|finally|lastly|also|first|firstly|second|afterwards|again|just|"
    r"after that|and|your task is to|your goal is to|the goal is to|i want you to|i'd like you to|you should|you must|"
    r"can you|could you|would you|try to|to|bitte|dann|let's|let us|as a \w+)\b[,:]?\s+)+"
)
_LEADING_AS_WRITTEN = re.compile(_LEADING.pattern, re.IGNORECASE)
_PARTS = re.compile(r"[,;]\s+|\s+(?:and|then|und|dann|et|puis|y|luego)\s+|:\s+")
_OR = re.compile(r"\b(?:or|oder|ou|o)\b")
_NAME = re.compile(r"(?<=\s)(?:[A-Z#]|\w*\d)[\w'&#-]*\w(?: (?:& )?[A-Z][\w'-]*)*|^\w+-\d+")
_SENTENCES = re.compile(r"(?<=[.!?])(?<!\b[A-Z]\.)(?<!\b(?:Dr|Mr|Ms|St)\.)(?<!\bMrs\.)\s+|\n+")
_TROUBLE = re.compile(
    r"\b(?:error\w*|refus\w*|invalid\w*|fail\w*|not|\w+n't|cannot|messages?|warn\w*|what happens|wrong\w*|reject\w*|declin\w*|"
    r"den(?:y|ied|ies)|alerts?|notices?|validation|problems?|complain\w*|without|incorrect|expired?|"
    r"fehler\w*|nicht|meldung|ungültig\w*|falsch\w*|erreur|message|mensaje)\b"
)
_FORBIDDEN = re.compile(r"\b(?:do not|don't|never|without)\b[^.;,]*")
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


_QUOTATION: Final = "\ue000"
"""What `masked` puts in the place of a quotation."""


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
        return _TROUBLE.search(_FORBIDDEN.sub(" ", plain(self.text))) is not None

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
    plainly = text.replace(_QUOTATION, " ").strip()
    names = iter(quotations(plainly))
    # A sentence or a comma within a quotation is part of a name.
    for sentence in _SENTENCES.split(masked(plainly)):
        clauses = list(_clauses(sentence, names))
        if sentence.rstrip("\"') ").endswith("?") and not {"value", "truth"} & {
            each.kind for each in clauses
        }:
            asked: Kind = "value" if _WHAT & set(words(sentence)) else "truth"
            whole = "".join(each.joint + each.text for each in clauses)
            clauses = [
                *(each for each in clauses if each.kind not in ("order", "unknown", "")),
                _Clause(asked, "", whole),
            ]
        if _CONDITION & set(words(sentence)[:1]):
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
        said = words(_LEADING.sub("", plain(clause.text)))
        # "Who opened it, and by when is it due?" asks twice.
        begins = bool(_WHAT & set(said[:2]) and _IS & set(said))
        again = asking and asks and not _WHAT & set(said[:2])
        asks = asks or begins
        if begins and asking and clause.joint:
            yield Query(text, subject)
            subject, text = _name_in(text) or subject, ""
        if text and ((clause.joint and (asks or not clause.kind)) or again):
            text, asking = text + (clause.joint or " ") + clause.text, asking or asks
            continue
        if asking and text:
            yield Query(text, subject)
        bare = _LEADING_AS_WRITTEN.sub("", clause.text).strip()
        text, asking = bare if asks or not clause.kind else "", asks
        if not text:
            subject = _name_in(bare.partition(" ")[2]) or bare.partition(" ")[2]


def _name_in(text: str) -> str:
    """The last name that a clause has, in quotes, with capitals or with figures; empty where it has none."""
    quoted = quotations(text)
    found = quoted or [match[0] for match in _NAME.finditer(text)]
    return found[-1] if found else ""


def _first_word(clause: str) -> str:
    first = next(iter(words(_LEADING.sub("", plain(clause)))), "")
    return stem(first) if len(first) > 2 and first not in STOP and first.isalpha() else ""


def _clauses(sentence: str, quotations: Iterator[str]) -> Iterator[_Clause]:
    """The clauses of a sentence."""
    ends = list(_PARTS.finditer(sentence))
    starts = [0, *(each.end() for each in ends)]
    joints = ["", *(each[0] for each in ends)]
    for at, (start, joint) in enumerate(zip(starts, joints, strict=True)):
        part = sentence[start : ends[at].start() if at < len(ends) else None]
        quoted = [next(quotations) for _ in range(part.count(_QUOTATION))]
        # "Which is larger, the one or the other?"
        offers = at and at == len(ends) and sentence.rstrip().endswith("?") and _OR.search(part)
        yield _Clause(
            *_kind(part, quoted), _restored(part, quoted), joint, joint.strip().isalpha() or bool(offers)
        )


def _restored(clause: str, names: list[str]) -> str:
    for name in names:
        clause = clause.replace(_QUOTATION, f"'{name}'", 1)
    return clause


def _kind(clause: str, names: list[str]) -> tuple[Kind, str]:
    bare = _LEADING.sub("", plain(clause))
    found = re.findall(r"[^\W\d_]+(?:[-'][^\W\d_]+)*|\ue000|\d+", bare)
    if not found:
        return "", ""
    first, rest = found[0], found[1:]
    english_was = first == "was" and not _GERMAN & set(rest)
    if first in _WHAT and not english_was and not (first in _CONDITION and not _IS & set(rest[:1])):
        return "value", ""
    if first in _CONDITION or _NOTHING & set(rest[:2]) or bare.startswith(("do not", "don't", "never")):
        return "", ""
    if bare.startswith(("make sure", "see if", "see whether")) or first in _CHECKS | {"dass", "ob"}:
        return "truth", ""
    if first in ("check", "confirm") and (_WHETHER & set(rest[:2]) or _HOLDS & set(rest)):
        return "truth", ""
    if first in ("return", "report") and (names or "as" in rest) and rest[:1] != ["the"]:
        # A book is returned and a sender reported; of a value there is no name yet.
        return "deed", first
    if (first == "give" and _gives(rest)) or (first == "write" and rest[:1] == ["down"]):
        return "value", ""
    if first in _IS:
        return "truth", ""
    if (first, *rest[:1]) == ("add", "up"):
        return "value", ""
    if first in _TELLS and rest[:1] != ["rid"] and not (first == "return" and "to" in rest[:1]):
        return ("truth" if _WHETHER & set(rest[:3]) - {"that"} else "value"), ""
    if first in _CLICKS:
        return _click(rest, names)
    if (
        first == "check"
        and not names
        and not {"box", "checkbox", "option", "radio", "off", "out"} & set(rest)
    ):
        return "truth", ""
    return (_behind_place(bare, names) if first in PLACING else None) or _deed(first, rest)


def _behind_place(clause: str, names: list[str]) -> tuple[Kind, str] | None:
    """What a clause says that begins with a place: "in the row of Bob, click 'Edit'"; None where no verb follows it."""
    for word in re.finditer(r"(?<=[\s\ue000])[^\W\d_]+", clause):
        if word[0] in _WHAT | _IS:
            return None
        if word[0] in _FILLS | _CLICKS | (DEEDS - _NAMES_TOO):
            before = clause[: word.start()].count(_QUOTATION)
            return _kind(clause[word.start() :], names[before:])
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
) | {_QUOTATION}
"""Words behind a verb, before what it is done to."""


def _deed(first: str, rest: list[str]) -> tuple[Kind, str]:
    if first == "return" and rest[:1] == ["to"]:
        return "go", ""
    if (first, *rest[:2]) == ("get", "rid", "of"):
        return "deed", "remove"
    if first == "check" and rest[:1] == ["out"]:
        return "deed", "checkout"
    if first == "close" and not _SHOWN & set(rest):
        # A ticket is closed for good, a panel only out of sight.
        return "deed", first
    if first in _FILLS:
        return "fill", first
    if first in DEEDS:
        return "deed", first
    if first in _GOES:
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
        if word in DEEDS - _NAMES_TOO:
            return "deed", word
    return "go", ""

"""What an answer is: a word of agreement, or something of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from pytest_webagent.judging.answer_values import claims, given
from pytest_webagent.judging.offered import choice
from pytest_webagent.language.words import content, negated, stem, words
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from pytest_webagent.judging.goals import Goal

Agreement: TypeAlias = Literal["", "yes", "no", "done"]

_YES: Final = word_set(
    """yes yep yeah true correct right ja oui sí si sì sim tak да はい 是 correcto vrai wahr richtig vero"""
)
_NO: Final = word_set(
    """no nope false incorrect wrong nein non não nee nie нет いいえ 否 falsch faux falso"""
)
_NONE: Final = word_set(
    "nothing none nobody nichts keine keiner niemand rien aucun aucune nada ninguno nessuno niente"
)
_DONE: Final = word_set("""done ok okay success successful successfully succeeded pass passed passes complete completed
    finished fine good ready achieved accomplished fulfilled worked works performed verified
    confirmed saved submitted sent executed fertig erledigt erfolgreich gespeichert bestanden
    abgeschlossen fait terminé réussi succès hecho listo éxito completado terminado fatto completato
    riuscito klaar gelukt feito pronto concluído gotowe zrobione готово 完了 完成 成功""")
_BEGINS = re.compile(r"\s*(?P<word>\w+)\s*[,:.!]\s*(?P<rest>\S.*)", re.DOTALL)
_AROUND: Final = word_set("""task goal test step steps action everything all request requested result as expected status now
    user agent has have been was were it is i aufgabe ziel alles wurde ist""")


def agreement(answer: str, goal: Goal) -> Agreement:
    """Which word of agreement an answer is; empty if it says something of its own.

    An answer that only says again what the goal says ("The mug was added to the cart") is one, too; for a goal that asks
    for a value it is not.
    """
    said = words(answer)
    if not said:
        return ""
    if len(said) == 1 or goal.asks != "value":
        if said[0] in _YES:
            return "yes"
        if said[0] in _NO and (len(said) == 1 or goal.asks == "truth"):
            return "no"
    own = {word for word in said if word not in _AROUND}
    if own <= _DONE:
        return "done"
    if goal.asks == "value":
        return ""
    known = content(goal.text) | {stem(word) for word in _DONE | _AROUND}
    repeats = all(given(claim, (goal.text,)) for claim in claims(answer))
    if not repeats or not content(answer) <= known:
        return ""
    if goal.asks == "truth":
        # "Is it checked or not?"
        offered = choice(answer, goal.asking)
        return "yes" if negated(answer) == negated(offered.asked if offered else goal.asking) else "no"
    return "done"


def says_yes_or_no(answer: str) -> bool:
    """Whether an answer begins with a yes or a no."""
    return bool({*words(answer)[:1]} & (_YES | _NO))


def told_besides(answer: str) -> str:
    """An answer without the word of agreement it begins with: "Yes, Write docs", "Verified: the cart is empty"."""
    begins = _BEGINS.match(answer)
    return begins["rest"] if begins and plain(begins["word"]) in _YES | _DONE | _NONE else answer

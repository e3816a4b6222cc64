"""What has several steps, and waits for the last of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.language.deeds import SPENDING
from pytest_webagent.language.words import content, stem, stems, words
from pytest_webagent.page.places import seen
from pytest_webagent.values.plain_text import plain

if TYPE_CHECKING:
    from pytest_webagent.judging.case import Case

_ENDING: Final = stems(" ".join(SPENDING)) | stems("register transfer submit confirm complete finish place")
"""Deeds that are done only when the last step of several is."""
FINISHING: Final = stems("confirm complete finish finalize place submit next continue")
"""Verbs of a last step, whatever it is the last step of."""
_LAST_STEP: Final = FINISHING | _ENDING
LAST_ABROAD: Final = stems("""bestellen kaufen buchen bezahlen bestätigen abschließen absenden reservieren commander payer
    confirmer valider réserver acheter comprar pagar confirmar reservar pedir acquista paga conferma prenota bestel betaal
    bevestig""")
OF_DEEDS: Final = stems("""order booking purchase payment reservation registration transfer now step and""")
ANOTHER: Final = stems("another again more new noch weitere neu neue autre nuevo otra")
GOES_ON: Final = stems("next continue")
_ENDED = re.compile(
    r"\b(?:thanks?|confirmed|placed|booked|reserved|received|paid|sent|completed|success\w*|danke?|bestätigt|erfolgreich"
    r"|eingegangen|merci|gracias|grazie|bedankt)\b"
)
"""What a page says once the last step is done."""
_UP_TO = re.compile(r"\b(?:without|before|until|up to|do not|don't|not|never|stop)\b")


def last_step(case: Case) -> str:
    """Catches "booked" on the page that waits for the booking to be confirmed."""
    goal, now = case.goal, case.now
    if not goal.deeds & _ENDING or goal.calls_off or _UP_TO.search(plain(goal.text)):
        return ""
    # Below "Thank you for your order" stands a form for something else.
    if any(_ENDED.search(plain(finding.text or finding.derivation.text)) for finding in case.held):
        return ""
    known = content(goal.text) | OF_DEEDS | _LAST_STEP
    seen_before = case.pressed | {place.element.name for page in case.pages[:1] for place in seen(page)}
    fields = any(place.element.role == "textbox" for place in seen(now))
    for place in seen(now):
        name, said = place.element.name, [stem(word) for word in words(place.element.name)]
        if place.element.role != "button" or "disabled" in place.element.states or name in seen_before:
            continue
        if not said or set(said) & ANOTHER or (said[0] in GOES_ON and not fields):
            continue
        abroad = bool(LAST_ABROAD & set(said)) and now.language[:2] not in ("", "en")
        if abroad or (said[0] in _LAST_STEP and content(name) <= known):
            return f'the page waits for "{name}" to be pressed, so it is not done yet: go on to the end, and cite what the page says then'
    return ""

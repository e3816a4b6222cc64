"""What was begun and not finished: forms that were not sent, questions that were not answered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import FIELDS
from pytest_webagent.judging.acts import FILLING, LOOKING, typed
from pytest_webagent.judging.story import Story
from pytest_webagent.language.words import stem, stems, words
from pytest_webagent.page.places import CHOICES, Place, seen
from pytest_webagent.values.plain_text import plain, quoted

if TYPE_CHECKING:
    from pytest_webagent.judging.case import Case
    from pytest_webagent.judging.story import Act
    from pytest_webagent.observation import Element, Observation

SUBMIT: Final = stems(
    """save send submit update ok okay confirm create register publish post rename
    speichern senden absenden bestätigen anlegen erstellen enregistrer envoyer valider confirmer créer guardar enviar
    aceptar confirmar crear salva invia conferma opslaan verzenden bevestigen salvar zapisz"""
)
"""Words on buttons that send a form, wherever they stand."""
ACCEPTS: Final = SUBMIT | stems(
    """accept add apply change continue delete done finish login order pay place purchase remove sign upload yes buy book
    sure übernehmen löschen ja weiter bestellen kaufen anmelden hinzufügen supprimer ajouter oui eliminar añadir sí
    elimina aggiungi verwijderen"""
)
CALLS_OFF: Final = stems("cancel abort discard abbrechen annuler cancelar annulla annuleren anuluj")
_CANCEL: Final = CALLS_OFF | stems("no keep dismiss nein not later verwerfen zurück non descartar")
AGREES: Final = stems("yes ja oui sí sì sim tak ok confirm continue")
_CLOSES: Final = stems("close back schließen fermer cerrar chiudi sluiten x")
_ASKING_FIELDS: Final = FIELDS - {"spinbutton", "slider"}
_ASKS_FIELD = re.compile(
    r"\b(?:field|input|box|value|holds?|contains?|filled|entered|typed|form|prefilled|default|chosen|selected|feld)\b"
)
_SURE = re.compile(
    r"\b(?:are you sure|do you (?:really )?want to|really (?:delete|remove|cancel)|sind sie sicher|bist du sicher|wirklich"
    r"|êtes-vous sûre?|voulez-vous|está(?:s)? segur[oa]|sei sicur[oa]|weet je zeker)\b"
)


def calls_off(name: str) -> bool:
    """Whether a button is called what leads back from a question: "Cancel", "Keep it", "Go back"."""
    return bool({stem(word) for word in words(name)} & (_CANCEL | _CLOSES))


def asks(text: str) -> bool:
    """Whether a text does nothing but ask."""
    said = plain(text)
    return _SURE.search(said) is not None or (said.endswith("?") and re.search(r"[.!]\s", said) is None)


def dialog_asks(dialog: Place) -> bool:
    """Whether a dialog of the page waits for somebody to accept what it says."""
    inside = [dialog.page.elements[index] for index in dialog.page.descendants(dialog.at)]
    field = any(each.role in _ASKING_FIELDS for each in inside)
    names = [_name(each) for each in inside if each.role == "button" and not each.hidden]
    cancel = any(name & _CANCEL for name in names)
    # "Yes, cancel it" accepts.
    others = [name for name in names if name and (name & AGREES or not name & (_CANCEL | _CLOSES))]
    return any((field and name & SUBMIT) or cancel for name in others)


def sent_from(dialog: Place, story: Story) -> bool:
    """Whether a dialog took what was filled in: its button was pressed last, and none of its fields holds that any more."""
    texts, acts = typed(story), [each for each in story.acts if each.tool not in LOOKING]
    last = acts[-1].element if acts else None
    if last is None or last.id is None or last.role != "button" or not _name(last) & SUBMIT or not texts:
        return False
    pressed, page = dialog.page.find(last.id), dialog.page
    inside = tuple(page.descendants(dialog.at))
    held = any(page.elements[at].value in texts for at in inside if page.elements[at].role in FIELDS)
    return pressed is not None and page.index_of(pressed) in inside and not held


def pending(place: Place, story: Story) -> bool:
    """Whether a field holds what the agent filled in, nothing was done since to send it, and the page has a button for that."""
    element = place.element
    if element.role not in FIELDS | CHOICES or place.page is not story.now:
        return False
    sending = SUBMIT | {"apply"} if element.role in CHOICES else ACCEPTS
    return _last_fill_is_unsent(place, story) and _has_button(story.now, sending)


def unfinished(case: Case) -> str:
    """Catches "done" on a form that was filled in and not sent, and on a page that still asks whether to do it."""
    goal, story = case.goal, case.story
    if not goal.deeds or goal.calls_off or goal.asks:
        return ""
    for place in seen(story.now):
        element = place.element
        if (
            element.role in _ASKING_FIELDS
            and element.value
            and element.value in typed(story)
            and _last_fill_is_unsent(place, story)
            and _has_button(story.now, SUBMIT)
        ):
            return (
                f'the field "{element.name}" still holds what was filled in, and nothing was done since to send it: press the '
                "button that sends it, and look at what the page says then"
            )
    question = _question(story)
    if question:
        return f'the page still asks "{question}", so nothing has happened yet: answer it, and look at what the page says then'
    return ""


def asked_too_early(case: Case) -> str:
    """Catches a value of before a change that was filled in and not sent: the goal changes first and asks then.

    A page that updates by itself says something else than before, and is believed.
    """
    goal, story = case.goal, case.story
    if goal.asks != "value" or not goal.deeds or goal.asks_first or goal.calls_off:
        return ""
    places = [place for finding in case.held if finding.text for place in case.cited(finding)]
    for act in story.acts if places else ():
        before = story.page(act.step)
        field = next((each for each in seen(story.now) if _is_filled(each, act)), None)
        if before is None or field is None or not _last_fill_is_unsent(field, story):
            continue
        # Only a button that does what the goal wants sends it.
        sending = (SUBMIT | {stem("apply")}) & goal.deeds
        if _has_button(story.now, sending) and all(
            any(each.alike(old) for old in seen(before)) for each in places
        ):
            return (
                f'the field "{field.element.name}" holds what was filled in, but that was not sent, and "{places[0].said}" was there '
                "before: press the button that sends it, and look at what the page says then"
            )
    return ""


def own_words(case: Case) -> str:
    """Catches an answer read from where the agent itself put it: while the page was asked, or before it was sent."""
    goal, story = case.goal, case.story
    telling = [finding for finding in case.held if finding.text] if goal.asks == "value" else case.held
    if not telling or _ASKS_FIELD.search(plain(goal.asking)):
        return ""
    changes = goal.deeds and not goal.asks_first and not goal.calls_off
    if changes and all(any(_unsent(each, story) for each in case.cited(finding)) for finding in telling):
        return (
            f"the only evidence is {quoted(case.cited(telling[0])[0].holds)} in a field, where the run itself put it, before it "
            "was sent. Send it, and cite what the page says then"
        )
    own = {plain(text) for text in typed(story)}
    if goal.asks != "value" or not own:
        return ""
    for finding in telling:
        if plain(finding.text) not in own or not any(
            each.element.role in FIELDS for each in case.cited(finding)
        ):
            return ""
    return f'the only evidence is "{telling[0].text}" in a field, where it was typed by the run itself. Cite what the page says upon it'


def _unsent(place: Place, story: Story) -> bool:
    """Whether a field holds what the agent filled in, and that had not been sent when its page was seen."""
    step = next((at for at, page in enumerate(story.pages, start=1) if page is place.page), None)
    if place.page is story.now or step is None:
        return pending(place, story)
    acts = [act for act in story.acts if act.step < step]
    return pending(place, Story(story.goal, story.pages[:step], place.page, acts))


def _is_filled(place: Place, act: Act) -> bool:
    element = place.element
    filled = act.tool in FILLING and act.element is not None and element.role in FIELDS - {"searchbox"}
    return filled and bool(element.value) and act.element is not None and _same_field(act.element, element)


def _question(story: Story) -> str:
    """The question a page asks before it does something, with controls to accept and to cancel."""
    names = [_name(each.element) for each in seen(story.now) if each.element.role in ("button", "link")]
    if not any(name & _CANCEL for name in names) or not any(name & ACCEPTS for name in names):
        return ""
    before = {plain(place.said) for page in story.pages[:1] for place in seen(page)}
    for place in seen(story.now):
        if place.element.role in ("paragraph", "heading", "text", "generic") and len(place.said) < 300:
            said = plain(place.said)
            if "?" in said and _SURE.search(said) and said not in before:
                return place.said
    return ""


def _last_fill_is_unsent(place: Place, story: Story) -> bool:
    """Whether the agent filled in this field, and nothing since can have sent it."""
    unsent, element = False, place.element
    for act in story.acts:
        if act.tool in FILLING:
            if act.element is not None and _same_field(act.element, element):
                unsent = True
            unsent = unsent and act.arguments.get("submit") is not True
        elif act.kind == "action" and act.tool not in LOOKING and not act.page_ignored:
            unsent = unsent and _sent_elsewhere(act, place, story)
    return unsent


def _sent_elsewhere(act: Act, field: Place, story: Story) -> bool:
    """Whether what was pressed belongs to another form than a field: each has its own fields and its own button."""
    page = story.page(act.step)
    if act.element is None or page is None or act.element.role != "button" or act.element.id is None:
        return False
    pressed = page.find(act.element.id)
    there = page.find(field.element.id) if field.element.id is not None else None
    if pressed is None or there is None or page.url != field.page.url:
        return False
    button, at = page.index_of(pressed), page.index_of(there)
    own = next((each for each in page.ancestors(at) if _holds_button(page, each)), None)
    theirs = next((each for each in page.ancestors(button) if _holds_field(page, each)), None)
    return (
        own is not None
        and theirs is not None
        and button not in set(page.descendants(own))
        and at not in set(page.descendants(theirs))
    )


def _holds_button(page: Observation, at: int) -> bool:
    below = (page.elements[each] for each in page.descendants(at))
    return any(each.role == "button" and _name(each) & SUBMIT for each in below)


def _holds_field(page: Observation, at: int) -> bool:
    return any(page.elements[each].role in FIELDS | CHOICES for each in page.descendants(at))


def _same_field(one: Element, two: Element) -> bool:
    return one.id == two.id or (one.role, one.name) == (two.role, two.name)


def _has_button(page: Observation, sending: frozenset[str]) -> bool:
    return any(each.element.role == "button" and _name(each.element) & sending for each in seen(page))


def _name(element: Element) -> frozenset[str]:
    return frozenset(map(stem, words(element.name)))

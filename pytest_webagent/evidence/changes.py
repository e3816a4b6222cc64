"""Whether a run changed what its goal wants changed: what was done, and what is there only since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent.evidence.goals import DEEDS
from pytest_webagent.evidence.places import CHOICES, FIELDS, Place, cited, elsewhere, seen
from pytest_webagent.evidence.trouble import any_failed_request, is_error
from pytest_webagent.evidence.words import content, plain, says, stem, stems, word_set, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.evidence.derivation import Finding
    from pytest_webagent.evidence.goals import Goal
    from pytest_webagent.evidence.story import Act, Story
    from pytest_webagent.observation import Observation

LOOKING: Final = word_set("""goto_url go_back refresh open_tab switch_tab close_tab scroll scroll_to_text hover wait
    dismiss_dialog stop""")
"""Tools that go and look."""
FILLING: Final = word_set("type clear selection check uncheck upload_file")
"""Tools that fill in a form."""
_ACCEPT: Final = stems("""accept add apply change confirm continue create delete done finish login ok okay order pay place
    post publish purchase register remove rename save send sign submit update upload yes buy book
    speichern senden absenden bestätigen übernehmen anlegen erstellen löschen ja weiter bestellen
    kaufen anmelden hinzufügen enregistrer envoyer valider confirmer supprimer ajouter oui guardar
    enviar aceptar confirmar eliminar añadir crear sí salva invia conferma elimina aggiungi opslaan
    verzenden bevestigen verwijderen salvar zapisz""")
_SUBMIT: Final = stems("""save send submit update ok okay confirm create register publish post rename
    speichern senden absenden bestätigen anlegen erstellen enregistrer envoyer valider confirmer créer guardar enviar
    aceptar confirmar crear salva invia conferma opslaan verzenden bevestigen salvar zapisz""")
"""Words on buttons that send a form, wherever they stand."""
_CANCEL: Final = stems("""cancel no keep discard abort dismiss abbrechen nein verwerfen zurück annuler non cancelar
    descartar annulla annuleren anuluj""")
_ASKING_FIELDS: Final = FIELDS - {"spinbutton", "slider"}


def wanted(goal: Goal, story: Story) -> bool:
    """Whether a goal changes something: by its words, or where these do not tell, by what was done for it."""
    if goal.changes is not None:
        return goal.changes
    return any(
        act.kind == "action" and act.tool not in LOOKING and _role(act) != "link" for act in story.acts
    )


def can_change(act: Act, goal: Goal, story: Story) -> bool:
    """Whether a call can have changed something: not by merely looking, nor by following a plain link."""
    if act.kind != "action" or act.tool in LOOKING:
        return False
    if act.tool != "click" or act.element is None or act.element.role != "link":
        return True
    name = words(act.element.name or act.element.text or act.element.description)
    address = act.element.url
    if not name or address in ("", "#") or address.startswith(("javascript:", "#")):
        return True
    named = {
        stem(word)
        for word in (*name, *words(address.rpartition("//")[2].partition("/")[2].replace("_", " ")))
    }
    page = story.page(act.step)
    foreign = page is not None and page.language[:2].lower() not in ("", "en")
    if goal.fills_only and content(" ".join(name)) & content(goal.text):
        # What is chosen or ticked may be a link.
        return True
    return foreign or name[0] in DEEDS or bool(named & goal.deeds)


def idle(goal: Goal, story: Story) -> str:
    """Catches "done" where nothing was done, or nothing the page took notice of."""
    doing = [act for act in story.acts if can_change(act, goal, story)]
    if any(not act.page_ignored for act in doing):
        return ""
    if doing:
        last = doing[-1]
        name = f' on "{last.element.name}"' if last.element is not None and last.element.name else ""
        return (
            f"the goal changes something, but the page ignored what was done (the last was {last.tool}{name}). Do it in "
            'another way, or stop with "goal_not_met" and cite what is in the way'
        )
    return (
        "the goal changes something, but nothing was done that could change it: the run only looked around. Do what the goal "
        'asks, or stop with "goal_not_met" and cite what is in the way'
    )


def filled(goal: Goal, findings: Sequence[Finding], story: Story) -> bool:
    """Whether a field is shown to be as a goal of filling in wants it; it may have been so from the beginning."""
    for finding in findings if goal.fills_only else ():
        derivation = finding.derivation
        right = says(goal.text, finding.text) if derivation.op == "value" else bool(derivation.state)
        if finding.holds and right and derivation.step is None:
            for place in cited(finding, story):
                known = content(place.element.name) & content(goal.text)
                if place.element.role in FIELDS | CHOICES and (known or derivation.op == "value"):
                    return True
    return False


def first_change(goal: Goal, story: Story) -> int:
    """The step of the first call that can have changed something; the first step if there is none."""
    return next((act.step for act in story.acts if can_change(act, goal, story) and not act.page_ignored), 1)


def last_change(goal: Goal, story: Story) -> int:
    """The step of the last call that can have changed something; the first step if there is none."""
    return next(
        (act.step for act in reversed(story.acts) if can_change(act, goal, story) and not act.page_ignored), 1
    )


def shown(goal: Goal, findings: Sequence[Finding], story: Story) -> str:
    """Catches evidence of a change that proves none: it was there all along, or it is not yet submitted."""
    held = [finding for finding in findings if finding.holds]
    why = [_no_change(finding, goal, story) for finding in held]
    if not held or "" in why:
        return ""
    return (
        f"the goal changes something, but the evidence does not show the change: {why[0]}. Cite what the page says only since "
        "it was done: a message, a new or changed element, a count, an address; or not_exists for what is gone"
    )


def _no_change(finding: Finding, goal: Goal, story: Story) -> str:
    """Why a finding is no evidence that something was changed; empty if it is."""
    derivation, since = finding.derivation, first_change(goal, story)
    before = story.pages[:since]
    there_before = f"{finding.where or derivation.told} was so before anything was done"
    if derivation.step is not None and derivation.step <= since:
        return f"step {derivation.step} was before anything was done"
    if derivation.op == "dialog":
        return "the dialog still asks, and nothing has happened yet" if story.now.dialog else ""
    if not goal.of_trouble and is_error(finding.text):
        return f'"{finding.text}" reads like an error'
    if derivation.op == "note":
        return f"{finding.text} tells a request that failed" if any_failed_request(finding.text) else ""
    if derivation.op == "not_exists" and not derivation.elements:
        earlier = story.pages[: derivation.step or len(story.pages)]
        was = any(not _holds(finding, page, story) for page in earlier)
        return "" if was else f"{derivation.told} was so on every page before, too"
    places = cited(finding, story)
    if derivation.op in ("url", "title", "tabs", "not_exists") or not places:
        return there_before if any(_same(finding, page, story) for page in before) else ""
    reasons = [_not_since(place, finding, before, goal, story) for place in places]
    if derivation.op == "count" and "" not in reasons:
        kind = places[0].element.role
        if all(sum(each.element.role == kind for each in seen(page)) != len(places) for page in before[-1:]):
            return ""
    return "" if "" in reasons else reasons[0] or there_before


def _not_since(
    place: Place, finding: Finding, before: Sequence[Observation], goal: Goal, story: Story
) -> str:
    dialog = place.dialog()
    if dialog is not None and place.page is story.now and _asks(dialog):
        return f'it stands in the dialog "{dialog.element.name}", which still asks: nothing is done before it is accepted'
    if not goal.fills_only and _pending(place, story):
        return f'the field "{place.element.name}" holds what was filled in, but that was not submitted'
    if place.whole and not finding.derivation.pattern:
        return f"the {place.element.role} of a page is always there"
    if any(_was(place, finding, page) for page in before):
        return f'"{finding.text or place.said}" was there before anything was done'
    return ""


def _was(place: Place, finding: Finding, page: Observation) -> bool:
    """Whether an earlier page says the same at a place like this one; for a row, in a row that says the same."""
    item = place.item()
    around = item.said if item is not None and item.at != place.at else None
    part = finding.text if finding.derivation.pattern else ""
    for other in seen(page):
        same = place.alike(other) or (
            part and other.element.role == place.element.role and says(other.said, part)
        )
        if not same:
            continue
        other_item = other.item() if around is not None else None
        if around is None or (other_item is not None and plain(other_item.said) == plain(around)):
            return True
    return False


def _holds(finding: Finding, page: Observation, story: Story) -> bool:
    found = elsewhere(finding, page, story)
    return found is None or found.holds


def _same(finding: Finding, page: Observation, story: Story) -> bool:
    """Whether the same derivation comes to the same on an earlier page."""
    if finding.derivation.op == "not_exists":
        state, ids = finding.derivation.state, finding.derivation.elements
        here = story.page(finding.derivation.step)
        place = here.find(ids[0]) if here is not None and ids else None
        return place is None or any(
            each.element.role == place.role
            and each.element.name == place.name
            and state not in each.element.states
            for each in seen(page)
        )
    found = elsewhere(finding, page, story)
    return found is not None and found.holds and found.text == finding.text


def _asks(dialog: Place) -> bool:
    """Whether a dialog of the page waits for somebody to accept what it says."""
    inside = [dialog.page.elements[index] for index in dialog.page.descendants(dialog.at)]
    buttons = [
        frozenset(map(stem, words(each.name))) for each in inside if each.role == "button" and not each.hidden
    ]
    field = any(each.role in _ASKING_FIELDS for each in inside)
    cancel = any(name & _CANCEL for name in buttons)
    return any((field and name & _SUBMIT) or (cancel and name & _ACCEPT) for name in buttons)


def _pending(place: Place, story: Story) -> bool:
    """Whether a field holds what the agent filled in, nothing was done since to send it, and the page has a button for that."""
    element = place.element
    if element.role not in FIELDS | CHOICES or place.page is not story.now:
        return False
    filled = [
        at
        for at, act in enumerate(story.acts)
        if act.tool in FILLING and act.element is not None and _same_field(act, place)
    ]
    if not filled:
        return False
    later = story.acts[filled[-1] :]
    sent = later[0].arguments.get("submit") is True or any(
        act.kind == "action" and act.tool not in LOOKING | FILLING and not act.page_ignored
        for act in later[1:]
    )
    sending = _SUBMIT | {"apply"} if element.role in CHOICES else _ACCEPT
    return not sent and any(
        each.element.role == "button" and frozenset(map(stem, words(each.element.name))) & sending
        for each in seen(story.now)
    )


def _same_field(act: Act, place: Place) -> bool:
    one, two = act.element, place.element
    return one is not None and (one.id == two.id or (one.role, one.name) == (two.role, two.name))


def _role(act: Act) -> str:
    return act.element.role if act.element is not None else ""

"""A zero, or that there is nothing, says nothing of a page that still loads, or that says it could not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pytest_webagent.aria_roles import CONTROLS, DIALOGS, TABLES
from pytest_webagent.judging import goals
from pytest_webagent.judging.absence import NONE_LISTED
from pytest_webagent.judging.trouble import LOUD, is_error, is_prose
from pytest_webagent.language.words import content
from pytest_webagent.page.places import seen
from pytest_webagent.values.amounts import amounts
from pytest_webagent.values.plain_text import plain, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.claims.derivation import Finding
    from pytest_webagent.judging.case import Case
    from pytest_webagent.observation import Observation
    from pytest_webagent.page.places import Place

_SHORT: Final = 8
"""Most words of a text that says that there is nothing."""
_APART: Final = DIALOGS | TABLES | {"form", "row", "listitem", "article", "region", "list"}
"""Roles of what loads by itself, and has errors of its own."""
_WAITS: Final = re.compile(
    r"(?:(?:load|updat|refresh|fetch|retriev|search|calculat|check|sync)ing|please wait|(?:wird|werden) geladen|lädt|bitte warten"
    r"|chargement|veuillez patienter|cargando|espere|caricamento|attendere|laden|carregando|aguarde)"
    r"(?: (?!more\b)[\w'’]+){0,3}(?:,? please wait| \d+ ?%| ?(?:…|\.{3}))+"
    r"|(?:[\w'’]+ ){1,3}(?:is|are) loading ?(?:…|\.{3})?"
    r"|loading|chargement|cargando|caricamento|carregando"
)
"""A text that is all that a page says while it is at work."""
_NOT_GOT: Final = re.compile(
    r"(?<!\bthat )(?<!\bwhich )\b(?:could not|couldn't|cannot|can't|unable to|failed to|did not|didn't|was not|wasn't|were not|weren't)"
    r" (?:be )?(?:load|fetch|retriev|reach|refresh|display)\w*"
    r"|\b(?:could not|couldn't|unable to|failed to) (?:get|show|connect to|sync) |\berror (?:while )?(?:load|fetch|retriev)ing\b"
    r"|\bkonnten? nicht \w*\s?(?:geladen|abgerufen)|\bfehler beim (?:laden|abrufen)|\bimpossible de (?:charger|récupérer)"
    r"|\bno se pud(?:o|ieron) (?:cargar|obtener)|\bimpossibile (?:caricare|recuperare)"
)
"""How a text says that the page did not get what it shows."""
_MESSAGES: Final = re.compile(r"\b(?:messages?|notices?|alerts?|meldung(?:en)?|mensajes?)\b", re.IGNORECASE)
"""What may be in trouble as well as tell of it."""


def unloaded(case: Case) -> str:
    """Catches "0 tickets" while they are fetched, and an empty cart below "We could not load your cart"."""
    cited = {place.at for place in case.places if place.page is case.now}
    for finding in case.held:
        page = case.page(finding)
        if page is None:
            continue
        places = case.cited(finding)
        why = loading(finding, places, page)
        if not why and not case.changing:
            why = failed(case.goal.asking, finding, places, page, cited)
        if why:
            return why
    return ""


def loading(finding: Finding, places: Sequence[Place], page: Observation) -> str:
    """Why something cited may not be there yet; empty where nothing tells that the page is at work."""
    held = (each for place in places for each in place.around())
    busy = next((each for each in held if "busy" in each.element.states), None)
    if busy is None and _says_nothing(finding, places):
        busy = next((each for each in seen(page) if _at_work(each, places)), None)
    if busy is None:
        return ""
    name = quoted(busy.said or busy.element.name or "busy", 60)
    return f"the page is still loading ({busy.element.role} {name}), so {finding.derivation.told} may change: wait until that is gone"


def failed(text: str, finding: Finding, places: Sequence[Place], page: Observation, cited: set[int]) -> str:
    """Why a zero or nothing may be so because the page could not load; empty where no alert says that something failed."""
    role = finding.derivation.role
    if (
        goals.read(_MESSAGES.sub(" ", text)).of_trouble
        or role in CONTROLS
        or not _says_nothing(finding, places)
    ):
        return ""
    for alert in seen(page):
        if not _says_failed(alert) or _apart(alert, places):
            continue
        # Who cites an error of something else has seen it.
        if alert.at not in cited or content(alert.said) & content(text):
            return (
                f"the page says {quoted(alert.said, 120)}, so that {finding.derivation.told} says nothing or zero does not tell what is so: "
                'load the page again, or stop with "goal_not_met" and cite the error'
            )
    return ""


def _says_failed(place: Place) -> bool:
    """Whether it says that something failed: an alert whatever that was, any other text that the page did not get what it shows."""
    if place.element.role in LOUD:
        return is_error(place.said, announced=True)
    said = plain(place.element.text)
    return _tells(place) and _NOT_GOT.search(said) is not None and not said.startswith(("no ", "0 "))


def _tells(place: Place) -> bool:
    """Whether what it says is said of what stands around it."""
    return place.element.role == "status" or is_prose(place)


def _at_work(place: Place, places: Sequence[Place]) -> bool:
    """Whether a place says that the page is at work, so that something else is not there yet."""
    role, busy = place.element.role, "busy" in place.element.states
    # A bar that shows how far something is measures, and waits for nothing.
    waits = role == "progressbar" and not place.element.value
    # A drawn wheel may say what it is to screen readers alone.
    said = place.page.full_text(place.at) if role == "status" else place.element.text
    says = _WAITS.fullmatch(plain(said)) is not None and _tells(place)
    # What is missing could come anywhere.
    if not places:
        return waits or busy or (says and place.item() is None)
    return (waits or says) and not _apart(place, places)


def _apart(place: Place, places: Sequence[Place]) -> bool:
    """Whether a place stands in a part of the page, or in a thing of a list, that nothing else of these stands in."""
    part = place.item() or place.within(_APART)
    return part is not None and not any(part in each.around() for each in places)


def _says_nothing(finding: Finding, places: Sequence[Place]) -> bool:
    """Whether a finding says zero, or that there is nothing."""
    told = finding.derivation
    if told.op == "not_exists":
        return not told.elements and not told.state
    if told.op not in ("count", "exists") and not places:
        # An address or a title is there before what the page fetches.
        return False
    said = finding.text or told.text or " ".join(place.said for place in places)
    figures = amounts(said, finding.language)
    if figures or told.state or len(said.split()) > _SHORT:
        return bool(figures) and not any(each.quantity.value for each in figures)
    return NONE_LISTED.search(plain(said)) is not None

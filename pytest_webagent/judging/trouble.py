"""Texts that read like an error or a refusal, and notes of requests that failed."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from pytest_webagent.page.places import seen
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from publicsuffixlist import PublicSuffixList

    from pytest_webagent.observation import Observation
    from pytest_webagent.page.places import Place

_NONE = re.compile(
    r"\b(?:no|0|zero|without(?: any)?|keine?|ohne|sin|sans|aucune?)\s+(?:\w+\s+)?(?:errors?|problems?|failures?|issues?|fehler|errores|erreurs?)\b"
    r"|\berror-free\b"
)
_SUPPOSED = re.compile(r"(?:^|(?<=[.!?;,] ))(?:if|when|in case|wenn|falls)\b[^.!?]*")
_PLAIN_ERROR = re.compile(
    r"\b(?:could not|couldn't|cannot|can't|unable to|not able to|failed to|(?:has|have|was) failed|failed\b|went wrong"
    r"|is required|is invalid|are invalid|is not valid|not valid|is (?:wrong|incorrect)|incorrect"
    r"|(?:was|were|been) (?:declined|rejected|refused|denied)|access denied|permission denied|not allowed|not permitted"
    r"|try again|already (?:exists|taken|in use|registered)|unsuccessful|not (?:saved|sent|added|created|deleted|updated)"
    r"|please (?:correct|fix)|internal server error|bad request|forbidden"
    r"|(?:has|is) expired|enter a valid|too (?:short|long)"
    r"|(?:do|does|did) not match|(?:don't|doesn't|didn't) match|stimmt nicht|stimmen nicht"
    r"|konnte\w* nicht|kann nicht|fehlgeschlagen|nicht möglich|ungültig\w*|abgelehnt|nicht gefunden|erforderlich"
    r"|bitte korrigieren|erneut versuchen|schiefgelaufen|schiefgegangen|ist falsch"
    r"|a échoué|échec|impossible de|non valide|invalide|refusée?"
    r"|no se (?:pudo|ha podido)|falló|ha fallado|inválid[oa]|no (?:es )?válid[oa]|rechazad[oa]|obligatorio|inténtelo"
    r"|impossibile|non riuscit[oa]|non (?:è )?valid[oa]|fallit[oa]|rifiutat[oa]|obbligatorio"
    r"|mislukt|ongeldig|niet gelukt|verplicht|falhou|não foi possível|inválid[oa])\b"
    r"|^(?:error|fehler|erreur|errore|fout|erro)\b(?!s? (?:log|report|page|handling|code)s?\b)"
)
_ANY_ERROR = re.compile(
    r"^(?:enter|choose|select|provide|specify|fill in) (?:an?|the|your)\b"
    r"|\b(?:please (?:enter|choose|select|fill|provide|log in|sign in)|must (?:be|contain|have|not|match)|muss|bitte|veuillez)\b"
    r"|\b(?:out of stock|sold out|ausverkauft|errors?|fail\w*|invalid|wrong|denied|declined|rejected|refused|required|missing|problem|sorry|oops|whoops"
    r"|fehler|leider|erreur|désolé|errore|fout|erro|błąd|chyba|hiba|fel|feil|virhe|ошибка|помилка|エラー|错误|錯誤|오류|失败|失敗)\b"
    r"|エラー|错误|失败|失敗"
)
_REFUSING = re.compile(
    r"\b(?:sold out|out of stock|fully booked|ausgebucht|no \w+ (?:left|remaining)|none left|(?:not|no longer|currently un|temporarily un|un)\s?available|no longer|unavailable|discontinued"
    r"|no results?|nothing (?:was )?found|not found|no (?:matches|items|products|entries|data|such)|does not exist|doesn't exist"
    r"|closed|disabled|suspended|maintenance|only for|not (?:possible|supported|allowed|permitted|offered)|limit reached|at most|maximum"
    r"|ausverkauft|nicht (?:verfügbar|lieferbar|möglich|mehr|gefunden)|keine (?:ergebnisse|treffer)|épuisé|indisponible|aucun"
    r"|agotado|no disponible|sin resultados|esaurito|non disponibile|nessun|uitverkocht|niet beschikbaar|esgotado)\b"
)
_REQUEST = re.compile(r"request: (\S+) (\S+) (?:was answered (\d{3})|failed: )")
_SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))
_TELEMETRY = re.compile(
    r"analytic|beacon|collect|telemetry|metric|track|/logs?\b|sentry|/events?\b|/rum\b|ping\b|csp"
)
LOUD: Final = frozenset(("alert", "alertdialog"))
_SAYING: Final = LOUD | {"status", "log", "tooltip"}
_PROSE: Final = word_set("paragraph text generic listitem strong emphasis heading note")
_LONGEST: Final = 200


def is_error(text: str, *, announced: bool = False) -> bool:
    """Whether a text reads like an error; what is announced (an alert) needs only a word of it."""
    said = _SUPPOSED.sub(" ", _NONE.sub(" ", plain(text)))
    if _PLAIN_ERROR.search(said):
        return True
    return announced and _ANY_ERROR.search(said) is not None


def is_refusal(text: str) -> bool:
    """Whether a text reads like an error, or says that something is not to be had."""
    return is_error(text, announced=True) or _REFUSING.search(plain(text)) is not None


def failed_request(notes: Sequence[str], page: Observation) -> str:
    """The note of a request to the page's own site that was to change something and failed; else empty."""
    site = _site(page.url)
    for note in notes:
        found = _REQUEST.search(note)
        if (
            found
            and found[1].upper() not in _SAFE
            and _site(found[2]) in (site, "")
            and not _TELEMETRY.search(found[2])
        ):
            return note
    return ""


def any_failed_request(note: str) -> bool:
    """Whether a note tells a request that failed."""
    return _REQUEST.search(note) is not None


def new_errors(
    now: Observation, earlier: Sequence[Observation], *, announced_only: bool = False
) -> Iterator[Place]:
    """What reads like an error now and is new: an alert, since this address was first seen; a text, since the last page.

    An alert that stands there since an attempt before the last one still says that it failed.
    """
    before = earlier[-1] if earlier else None
    first = next((page for page in earlier if path_of(page.url) == path_of(now.url)), before)
    known, announced = _said(before), _said(first)
    same = before is not None and path_of(before.url) == path_of(now.url)
    for place in seen(now):
        said, role = place.said, place.element.role
        if not said or len(said) > _LONGEST or "?" in said:
            continue
        if role in _SAYING:
            if plain(said) not in announced and is_error(said, announced=role in LOUD):
                yield place
        elif (
            not announced_only
            and plain(said) not in known
            and (same or role == "heading")
            and reads_like_one(place)
        ):
            yield place


def reads_like_one(place: Place) -> bool:
    """Whether a text of its own reads like an error."""
    return is_prose(place) and is_error(place.said) and not _of_an_item(place)


def is_prose(place: Place) -> bool:
    """Whether it is a text of a few sentences that asks nothing and cannot be pressed."""
    said, element = place.said, place.element
    return element.role in _PROSE and not element.clickable and len(said) <= _LONGEST and "?" not in said


def _of_an_item(place: Place) -> bool:
    """Whether it holds rows or cards, or stands in one that says more: "failed" in a list of builds is no error of the page."""
    below = (place.page.elements[index].role for index in place.page.descendants(place.at))
    if any(role in ("list", "table", "row", "listitem", "article") for role in below):
        return True
    item = place.item()
    return item is not None and (
        len(place.page.children(item.at)) > 1 or plain(item.said) != plain(place.said)
    )


def _said(page: Observation | None) -> set[str]:
    return {plain(place.said) for place in seen(page)} if page is not None else set()


def _site(url: str) -> str:
    """What people can register of a host: ``shop.co.uk`` of ``www.shop.co.uk``."""
    host = urlsplit(url).hostname or ""
    return host if host.replace(".", "").isdigit() else _suffixes().privatesuffix(host) or host


@cache
def _suffixes() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


def path_of(url: str) -> str:
    """An address without its query and its fragment."""
    return url.partition("?")[0].partition("#")[0]

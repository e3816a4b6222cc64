"""The verbs of deeds, as data: what somebody does on a page, in each language that is spoken to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from pytest_webagent.language import lexicon
from pytest_webagent.values.plain_text import plain, word_set

if TYPE_CHECKING:
    from collections.abc import Mapping

Deed: TypeAlias = Literal[
    "press",
    "double",
    "open",
    "type",
    "fill",
    "set",
    "choose",
    "tick",
    "untick",
    "enable",
    "disable",
    "look",
    "copy",
    "do",
    "state",
    "hover",
    "fold",
    "unfold",
    "clear",
    "search",
    "sort",
    "filter",
    "upload",
]

_VERBS: Final[Mapping[Deed, str]] = {
    "press": "click|click on|press|press on|tap|tap on|hit|push|push on|trigger|activate "
    "|klicke|klicke auf|klick|klick auf|klicken sie|klicken sie auf|drücke|drücke auf|tippe auf|betätige "
    "|clique|clique sur|cliquez|cliquez sur|appuie sur|appuyez sur|haz clic en|haga clic en|pulsa|pulse",
    "double": "double-click|double-click on|double click|double click on|doppelklicke|doppelklicke auf|double-clique|double-clique sur",
    "type": "type|type in|enter|enter in|write|write down|input|key in|tippe|schreibe|schreiben sie|tape|tapez|écris|écrivez"
    "|saisis|saisissez|escribe|escriba",
    "fill": "put|put in|insert|paste|fill|fill in|fill out|fill up|complete|populate|provide|supply|replace|overwrite|give"
    "|note|specify|gib|geben sie|fülle|trage|tragen sie|remplis|remplissez|entre|entrez|introduce|rellena",
    "set": "set|set up|change|update|edit|adjust|modify|move|drag|slide|increase|decrease|raise|lower|switch|make|use|rename|turn|put|rate|let"
    "|stelle|stellen sie|setze|setzen sie|ändere|ändern sie|règle|réglez|mets|mettez|change|changez|cambia|cambie|pon|ponga",
    "choose": "choose|select|pick|pick out|opt for|go for|take "
    "|wähle|wählen sie|selektiere|choisis|choisissez|sélectionne|sélectionnez|elige|elija|selecciona|seleccione",
    "tick": "tick|tick off|check|check off|hake|hake an|setze ein häkchen bei|setze den haken bei|coche|cochez|marca|marque",
    "fold": "collapse|fold|fold up|klappe ein|réduis|contrae",
    "unfold": "expand|unfold|klappe auf|déplie|despliega",
    "clear": "clear|clear out|empty|empty out|blank|leere|leeren sie|vide|videz|vacía",
    "untick": "take out|untick|uncheck|unmark|deselect|unselect|entferne das häkchen bei|entferne den haken bei|décoche|décochez|desmarca",
    "enable": "enable|activate|turn on|switch on|agree to|accept"
    "|aktiviere|aktivieren sie|schalte ein|active|activez|activa",
    "disable": "disable|deactivate|turn off|switch off|hide"
    "|deaktiviere|deaktivieren sie|schalte aus|désactive|désactivez|desactiva",
    "look": "find|locate|look for|look at|look up|see|read|check out|scroll to|scroll down to|remember|memorize|memorise|keep in mind",
    "search": "search|search for|do a search for|run a search for|perform a search for|hunt for|query|suche|suche nach|cherche|busca",
    "sort": "sort|order|arrange|sortiere|trie|ordena",
    "filter": "filter|narrow|narrow down|restrict|limit|filtere|filtre|filtra",
    "upload": "upload|attach",
    "copy": "copy|take over|transfer|kopiere|kopieren sie|copie|copiez|copia|copie",
    "hover": "move the mouse over|move the mouse to|move the mouse onto|move the pointer over|move the pointer to|move the cursor over|move the cursor to"
    "|hover the mouse over|hover the mouse on|hover|hover over|hover on|mouse over|rest on|point at|point to",
    "open": "open|open up|visit|view|show|display|bring up|go to|go into|go back to|navigate to|head to|head over to|jump to"
    "|move to|move on to|follow the link|follow the link to|switch to|change to|turn to|follow|enter|access|call up|pull up|proceed to|browse to "
    "|öffne|öffnen sie|gehe zu|gehe auf|gehe in|gehen sie zu|geh zu|wechsle zu|wechsle in|zeige "
    "|ouvre|ouvrez|va à|va sur|va dans|allez à|allez sur|allez dans|affiche|affichez|abre|abra|ve a|vaya a",
}


def _by_verb() -> dict[tuple[str, ...], tuple[Deed, ...]]:
    found: dict[tuple[str, ...], tuple[Deed, ...]] = {}
    for deed, verbs in _VERBS.items():
        for verb in dict.fromkeys(verbs.split("|")):
            words = tuple(verb.split())
            found[words] = (*found.get(words, ()), deed)
    return found


_JUST_SHOW: Final = word_set("login register join post increase decrease extend book log sign")
"""Verbs of names that open what they speak of, though it may change something in the end."""


SPENDING: Final = word_set("book order buy purchase pay reserve rent")
"""Verbs of what costs money in the end; one of them is often done by the buttons of another."""
WEIGHTY: Final = word_set(
    "delete remove clear empty reset cancel wipe erase drop discard deactivate revoke terminate close leave block send post "
    "publish submit approve reject transfer sell buy order purchase pay stop restart deploy share place"
)
"""Verbs of deeds that destroy, spend or reach others."""
WEIGHTY_TOO: Final = word_set(
    "subscribe unsubscribe upgrade downgrade redeem refund reorder donate withdraw invite forward reply comment message notify "
    "follow restore grant promote demote suspend disable uninstall unpublish"
)
"""More of them, on buttons; as words of a text they seldom say a deed."""
WEIGHTY_ABROAD: Final = word_set(
    "löschen entfernen stornieren kündigen überweisen spenden supprimer effacer résilier virer eliminar borrar transferir "
    "elimina cancella trasferisci verwijderen opzeggen overmaken"
)
"""Such verbs on the buttons of other languages."""
RIGHTS: Final = frozenset(("password", "pin", "owner", "admin", "administrator", "permission", "role"))
"""What is given, taken or changed with weight, whatever the verb."""


def tells_a_deed(name: str) -> bool:
    """Whether a control's name starts with something it does to a thing, other than opening it."""
    first = plain(name).partition(" ")[0]
    return first in lexicon.DEEDS - _JUST_SHOW


VERBS: Final[Mapping[tuple[str, ...], tuple[Deed, ...]]] = _by_verb()
"""Each verb, in words, with the deeds it may say."""
OTHERS: Final = word_set(
    "dismiss answer drag drop scroll wait reload refresh close go come return log sign authenticate print skip"
)
"""Verbs of what is done in one way only, whatever the page calls its things."""
LONGEST: Final = max(map(len, VERBS))
"""Most words of a verb."""
INTO: Final = word_set(
    "in into inside to as for on onto at under within from of out against with using via through by "
    "across auf für bei als mit aus dans sur pour comme avec à de en para como con"
)
"""Words after which it is said where a value goes."""
WITH: Final = word_set("with to by as at on is = : be mit auf als durch zu avec par à sur en con por a")
"""Words after which the value itself is said."""
WITHIN: Final = word_set("in on at under within inside auf bei unter im dans sur sous en")
"""Words before the part of a site in which something is."""
PLACING: Final = INTO | word_set(
    "beside near next above below beneath behind between before after over neben unter über unten"
)

"""What the words around a name say: the kind of an element, its state, which one of several, and where it stands.

English, with the nouns for controls also in German, French and Spanish. Names themselves may be in any language.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from pytest_webagent.aria_roles import FIELDS, TEXT_FIELDS, TOGGLES
from pytest_webagent.values.number_words import ORDINALS
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Mapping


class Kind(NamedTuple):
    """What a noun can mean."""

    roles: frozenset[str]
    """The roles it is the word for."""
    also: frozenset[str] = frozenset()
    """What people call so, too."""


PARTLY_NAMED: Final = FIELDS | TOGGLES
"""Roles whose labels are sentences, of which people say the part that matters."""
HANDLED: Final = word_set(
    "listitem article row gridcell img image figure canvas video iframe option treeitem embed object"
)
"""Roles that are no controls and can be meant by a name alone; of the others it must be said what they are."""
UNSAID: Final = word_set(
    "address number code your my enter type here please optional required eg the a an of for to or"
)
"""Words of a field's label that people leave out, and that do not make another field of it."""
_PRESSED = word_set("button link menuitem tab switch")
_ITEMS = word_set("listitem article row option treeitem menuitem")
_ANY = Kind(frozenset())
"""A noun that leaves the kind open."""

_NOUNS: Final[tuple[tuple[str, Kind], ...]] = (
    (
        "button|btn|schaltfläche|knopf|bouton|botón",
        Kind(frozenset(("button",)), word_set("link menuitem tab switch generic img")),
    ),
    ("link|hyperlink|enlace|lien|verweis", Kind(frozenset(("link",)), word_set("button menuitem tab"))),
    (
        "field|input|box|input field|input box|entry field|feld|eingabefeld|champ|campo",
        Kind(TEXT_FIELDS, word_set("slider listbox")),
    ),
    (
        "textbox|text box|text field|text input|textarea|text area|editor|textfeld",
        Kind(frozenset(("textbox",)), word_set("searchbox combobox spinbutton")),
    ),
    (
        "search field|search box|search bar|search input|searchbox|search text box|search textbox|suchfeld",
        Kind(frozenset(("searchbox",))),
    ),
    (
        "spinbutton|spinner|stepper",
        Kind(frozenset(("spinbutton",)), word_set("textbox slider")),
    ),
    (
        "checkbox|check box|tick box|tickbox|kontrollkästchen|casilla",
        Kind(word_set("checkbox menuitemcheckbox"), word_set("switch")),
    ),
    ("switch|toggle|toggle switch|schalter", Kind(frozenset(("switch",)), word_set("checkbox button"))),
    ("radio|radio button|radiobutton|radio option", Kind(word_set("radio menuitemradio"))),
    (
        "dropdown|drop down|select|select box|selectbox|combobox|combo box|dropdown list|dropdown menu|drop down list"
        "|drop down menu|picker|selector|listbox|auswahlliste",
        Kind(word_set("combobox listbox"), word_set("button")),
    ),
    ("slider|range|range slider", Kind(frozenset(("slider",)), word_set("spinbutton"))),
    ("tab|reiter|onglet|pestaña", Kind(frozenset(("tab",)), word_set("link button"))),
    (
        "menu item|menuitem|menu entry|menu option",
        Kind(word_set("menuitem menuitemcheckbox menuitemradio"), word_set("link option button")),
    ),
    ("menu|menu button", Kind(word_set("menu menubar"), word_set("button menuitem combobox link"))),
    (
        "option|choice",
        Kind(word_set("option radio menuitemradio"), word_set("menuitem listitem link button checkbox")),
    ),
    ("radio group", Kind(word_set("radiogroup group"))),
    ("tree item|treeitem", Kind(frozenset(("treeitem",)))),
    ("heading|headline|überschrift", Kind(frozenset(("heading",)))),
    (
        "image|picture|photo|thumbnail|logo|img|bild|imagen",
        Kind(word_set("img image"), word_set("link button")),
    ),
    ("icon|symbol|glyph", Kind(word_set("button link img image"), word_set("generic menuitem"))),
    ("icon button|icon link", Kind(word_set("button link"))),
    ("row|table row|zeile|fila|ligne", Kind(frozenset(("row",)))),
    ("cell|table cell", Kind(word_set("cell gridcell rowheader"), word_set("columnheader"))),
    ("column header|columnheader|header cell", Kind(frozenset(("columnheader",)))),
    ("list item|listitem|card|tile", Kind(word_set("listitem article"), word_set("group option treeitem"))),
    ("item|entry|result", Kind(frozenset(), frozenset())),
    ("table|grid", Kind(word_set("table grid treegrid"))),
    ("list", Kind(word_set("list listbox"))),
    ("dialog|modal|popup|pop up|dialog box|dialogue", Kind(word_set("dialog alertdialog"))),
    ("canvas", Kind(frozenset(("canvas",)))),
    ("iframe|frame", Kind(frozenset(("iframe",)))),
    ("progress bar|progressbar", Kind(frozenset(("progressbar",)))),
    ("paragraph", Kind(frozenset(("paragraph",)))),
    ("element|control|label|widget|text|area|element", _ANY),
)
NOUNS: Final[Mapping[tuple[str, ...], Kind]] = {
    tuple(noun.split()): kind for nouns, kind in _NOUNS for noun in nouns.split("|")
}
"""What kind of element a noun says; one without roles leaves it open."""
SEARCH: Final = NOUNS["search", "field"]

_SECTIONS = word_set(
    "region form group dialog alertdialog main article complementary search tabpanel generic navigation"
)
_CONTAINERS: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    ("dialog|modal|popup|pop up|dialog box|dialogue|modal dialog", word_set("dialog alertdialog")),
    ("form", word_set("form search")),
    ("table|grid", word_set("table grid treegrid")),
    ("row|table row|line", frozenset(("row",))),
    ("column", frozenset(("column",))),
    ("list", word_set("list listbox menu tree")),
    ("item|list item|card|tile|entry|result|product", _ITEMS),
    ("header|page header|banner|top bar|header bar", frozenset(("banner",))),
    ("footer|page footer|fußzeile", frozenset(("contentinfo",))),
    (
        "navigation|nav|navigation bar|navbar|nav bar|navigation menu|main navigation|breadcrumb|breadcrumbs",
        frozenset(("navigation",)),
    ),
    ("sidebar|side bar|side panel", word_set("complementary navigation")),
    ("menu|menu bar|menubar", word_set("menu menubar navigation")),
    ("toolbar|tool bar", frozenset(("toolbar",))),
    ("main content|main area", frozenset(("main",))),
    ("tab|tab panel|tabpanel", frozenset(("tabpanel",))),
    ("tab bar|tab list|tablist", frozenset(("tablist",))),
    ("iframe|frame", frozenset(("iframe",))),
    ("group|fieldset|radio group", word_set("group radiogroup")),
    ("cell", word_set("cell gridcell rowheader columnheader")),
    ("section|area|panel|region|block|box|part|heading|tree|widget", frozenset()),
)
CONTAINERS: Final[Mapping[tuple[str, ...], frozenset[str]]] = {
    tuple(noun.split()): roles for nouns, roles in _CONTAINERS for noun in nouns.split("|")
}
"""The roles of what a place is called; none where anything may be called so."""
COUNTED_PLACES: Final = frozenset(("row", "listitem", "article"))
EVERYWHERE: Final = word_set("page screen site website app window view viewport browser form section area")
"""Places that are the whole page, or that a page need not mark as such."""

Side: TypeAlias = Literal["top", "bottom", "left", "right"]
SIDES: Final[Mapping[str, Side]] = {
    "top": "top", "upper": "top", "topmost": "top", "bottom": "bottom", "lower": "bottom",
    "left": "left", "leftmost": "left", "right": "right", "rightmost": "right",
}  # fmt: skip
SIDE_NOUNS: Final = word_set("corner side hand edge half part area end")

Relation: TypeAlias = Literal["in", "beside", "above", "below", "left", "right", "holding"]
_RELATIONS: Final[tuple[tuple[str, Relation], ...]] = (
    (
        "in|inside|inside of|within|of|on|for|from|at|belonging to|located in|found in|in the row of|in the row for",
        "in",
    ),
    ("next to|beside|near|adjacent to|close to|besides|alongside", "beside"),
    ("above|over", "above"),
    ("below|beneath|under|underneath", "below"),
    ("to the left of|left of|on the left of|on the left side of", "left"),
    ("to the right of|right of|on the right of|on the right side of", "right"),
    ("with|containing|showing|holding|that contains|that shows|that has|which contains", "holding"),
)
RELATIONS: Final[Mapping[tuple[str, ...], Relation]] = {
    tuple(wording.split()): relation for wordings, relation in _RELATIONS for wording in wordings.split("|")
}
LONGEST_PHRASE: Final = max(map(len, (*NOUNS, *CONTAINERS, *RELATIONS)))

_ORDINAL = re.compile(r"([1-9][0-9]{0,3})(?:st|nd|rd|th)")


def ordinal_of(word: str) -> int:
    """Which one of several a word says; -1 is the last, 0 says that it is no such word."""
    found = _ORDINAL.fullmatch(word)
    return int(found[1]) if found else ORDINALS.get(word, 0)


NO_ORDINAL_BEFORE: Final = word_set("name names initial")
""""First name" is a name, not the first of several."""

STATES: Final[Mapping[str, tuple[bool, frozenset[str]]]] = {
    "checked": (True, word_set("checked pressed")), "ticked": (True, frozenset(("checked",))),
    "unchecked": (False, word_set("checked checked=mixed")), "unticked": (False, word_set("checked checked=mixed")),
    "disabled": (True, frozenset(("disabled",))), "enabled": (False, frozenset(("disabled",))),
    "selected": (True, word_set("selected checked current")), "unselected": (False, word_set("selected checked current")),
    "expanded": (True, frozenset(("expanded",))), "collapsed": (True, frozenset(("collapsed",))),
    "focused": (True, frozenset(("active",))), "required": (True, frozenset(("required",))),
    "pressed": (True, frozenset(("pressed",))), "invalid": (True, frozenset(("invalid",))),
}  # fmt: skip
"""What a word says about states: whether one of these is there. One with a value behind it is meant, too."""

FILLERS: Final = word_set(
    "the a an this that which is are it its labelled labeled called named titled entitled reading saying says text "
    "label caption title marked tagged please der die das den dem le la les el los un une una ein eine and/or"
) - {"label", "text", "title"}
NAMING: Final = word_set("labelled labeled called named titled entitled reading saying says marked tagged")
"""Words that join a thing and its name."""
SAYS: Final = word_set(
    "labelled labeled called named titled entitled reading saying says marked label text title caption name"
)
"""Words after which a name stands."""
CONNECTORS: Final = word_set("for to of with") | SAYS
"""Words that may stand between a noun and the name of the thing: "the link to Home", "the field for Email"."""
DEEDS: Final = word_set("click tap press hit hover focus")
"""What a description that is a command begins with."""
AFTER_DEEDS: Final = word_set("on over")

LOOKS: Final = word_set(
    "red green blue yellow orange purple pink black white grey gray brown teal cyan dark light bright coloured colored "
    "big large small tiny little huge wide narrow round rounded circular square rectangular bold prominent primary "
    "secondary floating outlined highlighted underlined clickable visible interactive"
)
"""How a thing looks, which the words of a page do not tell."""
NEGATIONS: Final = word_set(
    "not no never don't dont won't cannot can't without except unless nicht kein keine ne pas sin"
)

LEADS: Final = (("go", "to"), ("proceed", "to"), ("continue", "to"), ("view",))
"""What a name may begin with and people leave out: it only leads there."""
ELSEWHERE: Final = word_set(
    "next beside near adjacent close alongside besides above over below beneath under underneath from after before between "
    "behind outside opposite around until instead than other another different neighbouring neighboring following "
    "preceding previous nearest closest against unlike like by then and or but in on at"
)
"""Words that say that not the named thing itself is meant, or not only it."""
PICTURE_PREFIXES: Final = word_set(
    "fa fas far fal fab icon icons bi mdi btn ic lucide material svg solid regular outline alt o"
)

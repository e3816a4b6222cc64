"""The words of questions and statements, as data: what asks, joins, counts, orders, and names kinds of things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_webagent import aria_roles
from pytest_webagent.aria_roles import BUTTONS, DATA_CELLS, FIELDS, ITEMS
from pytest_webagent.language.terms import stem
from pytest_webagent.values import number_words
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal, TypeAlias

    Relation: TypeAlias = Literal["beside", "above", "below", "left", "right"]


def stemmed(words: str) -> frozenset[str]:
    """The words of a table, without their endings."""
    return frozenset(map(stem, words.split()))


def nth(number: int) -> str:
    """An ordinal in figures: 3rd."""
    return f"{number}{'th' if number // 10 % 10 == 1 else ('th', 'st', 'nd', 'rd', *['th'] * 6)[number % 10]}"


ARTICLES: Final = word_set("the a an my your his her its their our this that these those of")
ALL: Final = word_set("all every each both everyone everybody")
EACH: Final = word_set("each every")
"""Those that ask for an answer for each of them, where the others ask for one for all."""
ANY: Final = word_set("any some")
NONE: Final = word_set("no none neither")
NOT: Final = word_set("not n't never cannot isn't aren't doesn't don't wasn't hasn't haven't can't no longer")
EXCEPT: Final = word_set("except excluding besides than")
"""Words before what is left out: "other than the first"."""
UNREAD: Final = word_set("or nor if unless while than")
"""Words that join what is asked for in a way that is not understood."""
PRONOUNS: Final = word_set("it them its their his her they he she him")
PREPOSITIONS: Final = word_set(
    "of in on for from at by with under below above within inside between beside during before after until to into about as "
    "per via behind near through among called named titled labelled labeled"
)
"""Words that join to a thing what it is of, or where it is."""
NAMING: Final = word_set("called named titled entitled labelled labeled says saying reads reading")
"""Words between what kind of thing something is and its name."""
_NEIGHBOURS: Final[tuple[tuple[Relation, str], ...]] = (
    ("left", "to the left of|on the left of|on the left side of|left of"),
    ("right", "to the right of|on the right of|on the right side of|right of"),
    ("beside", "next to|beside|near|adjacent to|close to|alongside"),
    ("above", "above"),
    ("below", "below|beneath|under|underneath"),
)
NEIGHBOURS: Final[Mapping[tuple[str, ...], Relation]] = {
    tuple(wording.split()): relation for relation, wordings in _NEIGHBOURS for wording in wordings.split("|")
}
"""Words that say on which side of something else a thing stands."""
BESIDE: Final = word_set("above below before after behind beside near")
"""Those that with the name of one thing mean another one."""
RELATIVES: Final = word_set("that which who whom whose where when")
AUXILIARIES: Final = word_set(
    "is are was were be been being am has have had do does did can could will would shall should may might must 's"
)
ASKING: Final = word_set(
    "report tell give show read list name return say state note print output find get determine extract retrieve identify "
    "look check provide write record fetch let know confirm verify see display copy me us please out down up off again exactly"
)
"""Words that begin a question in the imperative: "tell me"."""
FORMER: Final = word_set("old original originally former formerly previous previously")
"""Words for what was before."""
QUANTITIES: Final = stemmed("qty quantity pcs pieces units count number")
"""What a column is called that tells how many of a thing there are."""
CODES: Final = stemmed("number no id code reference key")
"""Words for what identifies a thing."""
DONE: Final[Mapping[str, bool]] = {
    **dict.fromkeys(stemmed("done completed ticked checked finished"), True),
    **dict.fromkeys(stemmed("open undone remaining pending unticked unchecked incomplete"), False),
}
"""What the box of a thing says of it where it is ticked, or is not."""
RATES: Final = stemmed(
    "month year week day night hour person user seat piece item each request demand monthly yearly from"
)
"""Words beside a price that say for what it is paid, or that it is the least of several."""
MEASURES: Final[Mapping[str, str]] = {
    "heavy": "weight",
    "far": "distance",
    "big": "size",
    "large": "size",
    "high": "height",
    "tall": "height",
    "deep": "depth",
    "wide": "width",
    "fast": "speed",
}
"""What is asked for by "how heavy"."""
DIMENSIONS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("space", "storage", "memory"), ("digital", "area", "volume")),
    "time": ("duration",),
    "weight": ("mass",),
    "distance": ("length",),
    "speed": ("speed",),
    "temperature": ("temperature",),
}
"""What is measured in units, by the names of their kinds in CLDR."""
TAKING: Final = word_set(
    "take takes took up cost costs need needs use uses weigh last make makes come comes go goes have has"
)
"""Verbs at the end of a question how much something comes to."""
SWITCHED: Final[Mapping[str, bool]] = {
    **dict.fromkeys(stemmed("ticked checked on enabled activated"), True),
    **dict.fromkeys(stemmed("unticked unchecked off disabled deactivated"), False),
}
"""Words for boxes and switches that are on, or off."""
SETTINGS: Final = stemmed("setting option box checkbox switch toggle extra preference choice")
"""Nouns for what has a box or a switch."""
OPPOSED: Final = tuple(
    frozenset(frozenset((stem(word),)) for word in words.split())
    for words in (
        "stock sold unavailable",
        "open closed",
        "active inactive",
        "paid unpaid",
        "available unavailable sold",
        "online offline",
        "free occupied booked taken",
        "read unread",
        "public private",
        "published draft",
        "complete incomplete",
        "enabled disabled",
        "on off",
    )
)
"""Words of which each says that the other is not so."""
GONE: Final = word_set("hidden gone missing absent invisible")
"""Words for what is not in sight."""
TIMES: Final = stemmed("time date day hour month year week moment deadline")
"""Words for what "when" asks for."""
QUESTION_WORDS: Final = word_set("what which who whom whose when where how what's who's where's when's")
SEEN: Final = word_set("listed shown displayed visible present there")
"""Words for what is in sight."""
PASSING: Final = word_set("found there now currently altogether overall total we you they i it still please")
"""Words of a question how many there are that say nothing else."""
LIGHT: Final = stemmed(
    "take taken place held hold kept keep happen get got go gone come came make made done allow run ran stand lie give given show use used "
    "need require say said mean already yet right actually just currently now still next possible able each per exact according "
    "go into begin start supposed planned scheduled belong appear mark marked flag flagged carry carrying live located based kind "
    "moment sort type name called state long often switch switched turn turned set filter full attend allow stay remain far altogether new"
)
"""Words of a question that a page seldom says: they need not be explained by anything on it."""
CHOSEN: Final = word_set("selected chosen entered picked")
ORDINALS: Final[Mapping[str, int]] = {
    **{word: number for word, number in number_words.ORDINALS.items() if word != "final"},
    **{nth(number): number for number in range(1, 1000)},
}
"""Which one of several is meant; -1 is the last."""
KINDS_OF_VALUES: Final[Mapping[str, str]] = {
    **dict.fromkeys(stemmed("price cost amount fee charge preis prix precio"), "money"),
    **dict.fromkeys(stemmed("rating star score"), "rating"),
    **dict.fromkeys(stemmed("date day"), "date"),
}
"""Words for values that need no label: their form tells them."""
ADD_NOTHING: Final = stemmed(
    "grand number no nr address current currently amount value full overall name date time id code text content"
)
"""Words that a label may have or lack without naming another thing: a phone is a phone number, a price is no old price."""
BESIDE_VALUES: Final = stemmed("price now only just star rated rating out 5 10 date today each")
"""Words beside a value that do not make it the value of something else: "$5 off" is no price."""
VALUES: Final = stemmed("value content contents text entry selected chosen current setting")
"""Words for what a field or label says."""
NAMES: Final = stemmed("name title")
TITLES: Final = stemmed("name title subject summary headline")
"""Labels of the field for what a thing is called."""
PEOPLE: Final = stemmed("person people")
HEADS: Final = stemmed("people person guest attendee participant visitor traveller passenger adult head")
"""What is counted where it is said for how many something is."""
PERSONS: Final = stemmed(
    "guest assignee owner customer client contact person member employee author responsible recipient attendee participant patient "
    "tenant passenger reviewer manager assigned to cc"
)
"""Labels of who something is for."""
PLACES: Final = stemmed(
    "where place location destination city town region country airport venue area office branch store"
)
"""Labels of where something is."""
RATINGS: Final = stemmed("rating rate star score")
COLOURS: Final = stemmed("colour color")
LASTING: Final = word_set("mute hide show remember keep allow receive include stay wrap play sync follow")
"""Verbs of what goes on as long as a box is ticked."""
STARTS: Final = word_set(
    "from start starts starting begin begins beginning since arrival arriving arrive checkin von ab de du desde"
)
ENDS: Final = word_set(
    "to until till end ends ending through departure departing depart checkout return returning finish finishes bis au hasta"
)
"""Words for the two ends of a time, as labels and before a value."""
THINGS: Final = stemmed(
    "one item product result row entry record article card listing element offer thing option hit line match list table"
)
"""Nouns for a thing of any list."""
ANYTHING: Final = stemmed("element control label widget text area")
"""Nouns that leave open what kind of thing something is."""
COLLECTIONS: Final = stemmed("list table all overview result recent latest new")
PAGES: Final = stemmed("page tab site website document browser screen")
HEADINGS: Final = stemmed("heading headline")
MESSAGES: Final = stemmed("message alert error warning notice notification toast banner")
DIALOGS: Final = stemmed("dialog popup modal")
BAD_NEWS: Final = stemmed("error warning problem")
ROLES: Final[Mapping[str, frozenset[str]]] = {
    word: roles
    for words, roles in (
        ("button btn schaltfläche knopf bouton botón", BUTTONS),
        ("link hyperlink enlace lien verweis", frozenset(("link",))),
        (
            "field input textbox textarea spinbutton feld eingabefeld textfeld suchfeld champ campo",
            FIELDS,
        ),
        ("searchbox", frozenset(("searchbox",))),
        ("dropdown select combobox listbox picker selector auswahlliste", frozenset(("combobox", "listbox"))),
        ("checkbox tickbox kontrollkästchen casilla", frozenset(("checkbox", "switch", "menuitemcheckbox"))),
        ("box", FIELDS | {"checkbox", "switch"}),
        ("switch toggle", frozenset(("switch", "checkbox", "button"))),
        ("tab reiter onglet pestaña", frozenset(("tab",))),
        ("heading headline", frozenset(("heading",))),
        ("row zeile ligne fila", ITEMS),
        ("table grid calendar", aria_roles.TABLES),
        ("list", frozenset(("list", "table", "grid", "listbox"))),
        ("dialog popup window modal", aria_roles.DIALOGS),
        (
            "section area part panel card tile column block",
            frozenset(
                (
                    "region",
                    "group",
                    "article",
                    "tabpanel",
                    "generic",
                    "columnheader",
                    "listitem",
                    "figure",
                    "form",
                    "complementary",
                )
            ),
        ),
        ("form", frozenset(("form", "group"))),
        ("group fieldset", frozenset(("group", "radiogroup"))),
        ("option", frozenset(("option", "radio"))),
        ("radio", frozenset(("radio",))),
        ("image picture icon", frozenset(("img",))),
        ("header", frozenset(("banner",))),
        (
            "banner",
            frozenset(("banner", "region", "complementary")) | aria_roles.DIALOGS | aria_roles.MESSAGES,
        ),
        ("footer", frozenset(("contentinfo",))),
        ("toolbar", frozenset(("toolbar",))),
        ("navbar breadcrumb", frozenset(("navigation",))),
        ("tree", frozenset(("tree", "treeitem"))),
        ("cell", DATA_CELLS),
        ("canvas", frozenset(("canvas",))),
        ("iframe frame", frozenset(("iframe",))),
        ("sidebar", frozenset(("complementary", "navigation"))),
        ("menu navigation", frozenset(("navigation", "menu", "menubar"))),
        ("slider", frozenset(("slider",))),
        ("entry item line", ITEMS),
    )
    for word in stemmed(words)
}
"""Words for kinds of elements, with their roles."""
DEEDS: Final = word_set("""accept activate add allow apply approve archive assign block book buy cancel change checkout
    clear complete confirm connect copy create deactivate decline decrease delete deny disable
    disconnect drag drop duplicate edit empty enable export extend favorite finish import increase
    install invite join leave like lock log login logout mark merge modify move mute order pay pin
    place post publish purchase redeem refund register reject remove rename renew reopen reorder
    reply reschedule reserve reset restore resume return revoke save schedule send share sign signup
    star start stop submit subscribe suspend transfer undo uninstall unarchive unblock unfollow
    uninvite unlock unmute unpin unpublish unsubscribe unstar update upgrade upload withdraw write
    book download generate pause play redo vote rate lend borrow give""")
"""Verbs of what changes something."""
YES_OR_NO: Final[Mapping[str, bool]] = {
    **dict.fromkeys(word_set("yes true ✓ ✔ ✅ ☑ y on ja oui sí"), True),
    **dict.fromkeys(word_set("no false ✗ ✘ ❌ ☒ n off nein non"), False),
}
"""What a cell says under a header that names a trait."""
GLUE: Final = (
    PREPOSITIONS
    | AUXILIARIES
    | RELATIVES
    | ALL
    | ANY
    | NONE
    | ARTICLES
    | {"and", "or", "but", "don't", "not", "first", "last"}
)
"""Words that a sentence is put together with; a name that has one must be known as a whole."""
SIGNS: Final[Mapping[str, str]] = {
    "×": "close", "✕": "close", "✖": "close", "✗": "close", "╳": "close", "❌": "close", "⨯": "close", "x": "close",
    "☰": "menu", "≡": "menu", "+": "add", "＋": "add", "➕": "add", "🔍": "search", "🔎": "search", "⚙": "settings",
    "⚙️": "settings", "🗑": "delete", "🗑️": "delete", "✎": "edit", "✏": "edit", "✏️": "edit", "←": "back", "🛒": "cart",
    "🏠": "home", "⋮": "more", "⋯": "more", "...": "more", "❤": "like", "♥": "like", "♡": "like", "👍": "like", "🔔": "notifications",
}  # fmt: skip
"""What people call the signs that stand for a name."""
ARROWS: Final = frozenset("‹›«»❮❯◀▶◂▸▲▼▴▾⌃⌄←→↑↓")
"""The signs that people call arrows."""
ICON_SETS: Final = word_set(
    "fa fas far fal fab icon icons bi mdi btn ic lucide material svg solid regular outline alt o"
)
"""What the names of icons begin or end with, whatever they show."""
ELSEWHERE: Final = word_set(
    "next near adjacent close left right neighbouring neighboring other another different following preceding previous nearest "
    "closest unlike like instead opposite outside"
)
"""Words that say that not the named thing itself is meant."""
LOOKS: Final = stemmed(
    "red green blue yellow orange purple pink black white grey gray brown teal cyan dark light bright coloured colored big large "
    "small tiny little huge wide narrow round rounded circular square rectangular bold prominent primary secondary floating "
    "outlined highlighted underlined clickable visible interactive"
)
"""How a thing looks, which the words of a page seldom tell."""
YES: Final = word_set("yes ok okay confirm accept agree")
"""How the names of buttons begin that say yes to a question."""
WHOLES: Final = stemmed("page screen site website app view form section area")
"""Nouns for the whole page, or for parts that a page need not mark as such."""
PICTURES: Final[Mapping[str, str]] = {
    "xmark": "close", "times": "close", "cross": "close", "dismiss": "close", "trash": "delete", "bin": "delete",
    "remove": "delete", "magnifier": "search", "magnifying": "search", "glass": "search", "gear": "settings",
    "cog": "settings", "pencil": "edit", "pen": "edit", "bars": "menu", "hamburger": "menu", "plus": "add",
    "house": "home", "bell": "notifications", "basket": "cart", "heart": "favourite", "envelope": "mail", "padlock": "lock",
    "dots": "more", "minus": "decrease", "star": "favourite", "x": "close",
}  # fmt: skip
"""What people call the pictures that icons are named after."""


def _groups(*wordings: str) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for group in map(stemmed, wordings):
        for word in group:
            found[word] = found.get(word, frozenset()) | group - {word}
    return found


SYNONYMS: Final[Mapping[str, frozenset[str]]] = _groups(
    "status state condition stage",
    "total sum overall",
    "price cost charge fee",
    "quantity qty count amount number",
    "piece pcs unit",
    "email mail",
    "phone telephone tel mobile",
    "start begin since",
    "end finish close expire until",
    "due deadline",
    "create add new compose",
    "register subscribe join enrol enroll",
    "like favourite favorite",
    "mail message",
    "add put place",
    "close dismiss",
    "assign assignee owner responsible",
    "author writer wrote written",
    "send post write",
    "delete remove",
    "delivery shipping shipment dispatch",
    "customer client buyer",
    "employee staff member",
    "company organisation organization firm",
    "type kind category",
    "location place room venue",
    "destination where city town place location",
    "description summary",
    "born birth birthday",
    "duration length",
    "comment reply remark note",
    "picture image photo",
    "free available left remaining vacant",
    "done completed finished",
    "supplier vendor seller",
    "manufacturer maker brand",
    "temperature degree",
    "rain precipitation",
    "salary wage pay",
    "speed fast",
    "deposit advance",
    "reason cause why",
    "tax vat",
    "subject topic",
    "id number code",
    "previous prev",
)
"""Words that pages and those who write of them use for the same."""

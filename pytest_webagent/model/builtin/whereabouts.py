"""Where something is said to be: which words of a step say so, and whether that is the part of the page that is open."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_webagent.claims.element_words import says
from pytest_webagent.claims.page_terms import COUNT
from pytest_webagent.language import deeds, lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin.step_clauses import cuts, words_of_step
from pytest_webagent.model.builtin.words import VEILED, plain, unveil, veil
from pytest_webagent.page.names import names
from pytest_webagent.page.places import Place
from pytest_webagent.values.plain_text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_webagent.model.builtin.step_clauses import Word
    from pytest_webagent.model.builtin.view import View

_LEADS: Final = deeds.WITHIN | {"of", "from", "about"}
"""Words before where something is."""
_ENDS: Final = lexicon.PREPOSITIONS | lexicon.RELATIVES | {",", ";", ":", "and", "then"}
_KINDS: Final = (
    lexicon.PAGES
    | lexicon.WHOLES
    | frozenset(lexicon.ROLES)
    | lexicon.stemmed("folder chapter category group space part area accordion tree submenu item")
)
"""What people call a part of a site beside its name."""
_SMALLER: Final = lexicon.stemmed(
    "row card line entry item dialog popup window modal table grid field dropdown"
)
"""Nouns for less than what is open as a whole."""
_WHOLE: Final = lexicon.stemmed("page screen")
VIEWS: Final = _WHOLE | lexicon.stemmed("category tab folder")
"""Nouns for what is gone to before anything is done there."""
DOORS: Final = word_set("link tab menuitem treeitem generic button disclosuretriangle")
"""Roles of what leads to another part of a site."""
_PATH: Final = re.compile(r"\s[>›»→]\s")
"""What stands between the names of a way: "Settings > Notifications"."""
_WAY: Final = re.compile(r"(['\"])[^'\"]+ > [^'\"]+\1")
_OPEN: Final = frozenset(("selected", "current"))


class Whereabouts(NamedTuple):
    """Words of a step that say where something is: "on the Expenses page"."""

    start: int
    end: int
    name: str
    exact: bool
    """Whether it is quoted."""
    kinds: frozenset[str]

    def surplus(self, called: str) -> int | None:
        """How many terms more a name has than what is said; None where it is not what is said."""
        called = COUNT.sub("", called)
        if self.exact:
            return 0 if plain(called) == plain(self.name) else None
        said, terms = term_set(self.name), term_set(called)
        # "The Page tab" is called so, "the page" is not.
        wanted = said - _KINDS or said - term_set(self.name.split()[-1])
        return len(terms - wanted) if wanted and all(says(terms, each) for each in wanted) else None


def whereabouts(text: str) -> Iterator[Whereabouts]:
    """The words of a (veiled) step that may say where something is, in their order."""
    words = words_of_step(text.replace("(", " ").replace(")", ","))
    for at, word in enumerate(words[:-1]):
        if word.low not in _LEADS or tuple(each.low for each in words[: at + 1]) in deeds.VERBS:
            # "Click on Billing" says what, not where.
            continue
        ends = (
            each for each in range(at + 1, len(words)) if words[each].low in _ENDS or _begins(words, each)
        )
        end = next(ends, len(words))
        if end == at + 1:
            continue
        said = text[words[at + 1].start : words[end - 1].end].strip(" ().")
        quoted = re.findall(VEILED, said)
        beside = term_set(unveil(re.sub(VEILED, " ", said)))
        if len(quoted) == 1 and beside <= _KINDS:
            yield Whereabouts(word.start, words[end - 1].end, unveil(quoted[0]), True, beside & _KINDS)
        elif not quoted and beside - lexicon.ARTICLES:
            yield Whereabouts(word.start, words[end - 1].end, said, False, beside & _KINDS)


def _begins(words: Sequence[Word], at: int) -> bool:
    """Whether a verb follows the noun of a place: "on the Billing tab click Renew"."""
    verb = words[at].low in lexicon.DEEDS or (words[at].low,) in deeds.VERBS
    return verb and bool(term_set(words[at - 1].text) & VIEWS)


def first_whereabouts(text: str) -> list[Whereabouts]:
    """Those of the first clause of a (veiled) step: where the next one is done is seen when the first is."""
    end = next(cuts(text))[0]
    return [each for each in whereabouts(text) if each.end <= end]


def along_path(said: str) -> str:
    """A step with the way to a thing the other way round: "open Settings > Mail" is "open Mail in Settings"."""
    text = veil(_WAY.sub(lambda found: found[0].replace(" > ", f"{found[1]} > {found[1]}"), said))
    end = next(cuts(text))[0]
    first, *others = _PATH.split(text[:end])
    words = words_of_step(first)
    lengths = (n for n in range(deeds.LONGEST, 0, -1) if tuple(each.low for each in words[:n]) in deeds.VERBS)
    verb = next(lengths, 0)
    if not others or not 0 < verb < len(words):
        return said
    way = (each.strip() for each in (*reversed(others), first[words[verb].start :]))
    return unveil(f"{first[: words[verb].start]}{' in '.join(way)}{text[end:]}", "'")


def without_here(view: View, said: str, opened: Sequence[str] = (), *, views: bool = False) -> str:
    """A step without the words that say where it is to be done, if that is where the page is, or what was `opened`; of `views` only."""
    text, here = veil(said), [*_here(view), *opened]
    places = first_whereabouts(text)
    for nth in reversed(range(len(places))):
        each, beside = places[nth], places[nth - 1 : nth] if nth else []
        aside = text[: each.start][-1:] == "("
        together = () if each.exact else (" ".join(here),)
        if each.kinds & _SMALLER or (views and not each.kinds & VIEWS and not aside):
            continue
        if not (
            any(each.surplus(name) is not None for name in (*here, *together))
            or (aside and any(_stands_in(view, one, each) for one in beside))
            or _goes_without_saying(view, each)
        ):
            continue
        before, after = text[: each.start].rstrip(" ("), text[each.end :].lstrip(" )")
        text = f"{before} {after}" if before else after.lstrip(" ,")
    return unveil(re.sub(r"\s+(?=[,\s])", "", text).strip(" ,"), "'")


def _stands_in(view: View, inner: Whereabouts, outer: Whereabouts) -> bool:
    """Whether what leads to one place stands in another: "the Budget page (in Finance)"."""
    found = (at for at in view.shown if view[at].role in DOORS and inner.surplus(view.name(at)) == 0)
    return any(
        outer.surplus(name) == 0 for at in found for _, name in names(view.page).around(Place(view.page, at))
    )


def _goes_without_saying(view: View, place: Whereabouts) -> bool:
    """Whether a page is only told of, by no name ("on the confirmation page"), and nothing in sight leads to another one called so."""
    told = bool(place.kinds & _WHOLE) and place.name.islower() and not place.exact
    return told and all(place.surplus(view.name(at)) is None for at in view.shown if view[at].role in DOORS)


def _here(view: View) -> Iterator[str]:
    """What tells which part of a site is open: headings of the page, tabs and entries that are chosen, the way to it."""
    main = next((view.name(at) for at in view.headings if not view.aside(at)), "")
    yield from (view.title, view.page.title, main)
    for at in view.shown:
        element = view[at]
        states = {each.partition("=")[0] for each in element.states}
        if states & _OPEN and element.role in ("tab", "link", "treeitem", "menuitem", "button"):
            yield view.name(at)
        if "breadcrumb" in plain(element.name):
            yield view.text(at)

"""What a page as a whole is about: what is done to that has its buttons beside all lists, and in the menus of the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin.short_names import weighs

if TYPE_CHECKING:
    from pytest_webagent.claims.resolver import Resolver
    from pytest_webagent.model.builtin.instruction import Target
    from pytest_webagent.model.builtin.view import View

SURE: Final = re.compile(r"\b(?:are you (?:really |quite )?sure|do you really want)\b", re.IGNORECASE)
"""How a page asks whether something is meant."""
_WHOLE: Final = lexicon.PAGES | lexicon.WHOLES
_JOINT: Final = re.compile(r"\s+[-–—|·•]\s+|:\s+")
"""What stands in a title between the thing, its kind and the application: "Editing Article: Tea - Wagtail"."""


def is_subject(look: Resolver, target: Target) -> bool:
    """Whether what is named is what the page is about: its title says so, or it is only called by its kind or "it".

    Where much depends on what is meant, the title has to name what was spoken of last, unless the page has no list of such things.
    """
    # The end of an address tells which one it is, or that it is a list.
    *above, _ = urlsplit(look.page.url).path.strip("/").split("/")
    kinds = _WHOLE | term_set(" ".join(above).replace("_", "-"))
    subjects = [term_set(part) - kinds for title in look.titles for part in _JOINT.split(title)]
    subjects = [each for each in subjects if each and not each <= look.kinds]
    bare = target.pronoun and not term_set(target.said) & kinds
    said = frozenset[str]() if bare else look.phrase(look.tokens(target.said)).words
    if said - kinds:
        return said - kinds in subjects
    last = term_set(look.remembered) - kinds
    if last in subjects:
        return True
    return not weighs(target.verb) if bare else bool(said) and not said & look.kinds


def asks_about(view: View, said: frozenset[str]) -> bool:
    """Whether the page asks something in which all of some terms are said: "Are you sure you want to move this page?"."""
    asking = [at for at in view.shown if SURE.search(view[at].text or view[at].name)]
    parts = [view.modal] if view.modal is not None else [view[at].parent for at in asking]
    text = " ".join(view.text(at) for at in parts if at is not None)
    return bool(text) and said <= term_set(f"{text} {view.title}")

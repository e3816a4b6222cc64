"""Runs up to their answer, written down by hand: pages as accessibility trees, what was done, what is cited."""

import dataclasses

from builtin_pages import page as tree_page

from pytest_webagent.claims.derivation import Derivation
from pytest_webagent.judging.story import Act, Story
from pytest_webagent.judging.verdict import judge

SHOP = "http://shop.test/"


def page(tree, *, url=SHOP, title="Page", language="en", notes=(), dialog=None, first=0):
    """A page; `first` sets its ids apart from those of another document."""
    made = tree_page(tree, url=url, title=title, dialog=dialog)
    elements = tuple(
        element
        if element.id is None
        else dataclasses.replace(element, id=element.id + first, url=element.url or _leads_to(element))
        for element in made.elements
    )
    return dataclasses.replace(made, elements=elements, language=language, notes=tuple(notes))


def _leads_to(element):
    return f"{SHOP}{element.name.lower().replace(' ', '-')}" if element.role == "link" else ""


def element(seen, role, says=""):
    """The first element of a role that says something."""
    for index, each in enumerate(seen.elements):
        said = (each.name, each.text, each.value or "", seen.full_text(index))
        if each.role == role and each.id is not None and (not says or says in said):
            return each
    for index, each in enumerate(seen.elements):
        if each.role == role and each.id is not None and says in f"{each.name} {seen.full_text(index)}":
            return each
    raise LookupError(f"no {role} says {says!r}")


def number(seen, role, says=""):
    return element(seen, role, says).id


def text(seen, role, says="", **more):
    return Derivation(op="text", elements=(number(seen, role, says),), **more)


def value(seen, role, says="", **more):
    return Derivation(op="value", elements=(number(seen, role, says),), **more)


def exists(seen=None, role="", says="", **more):
    if seen is not None:
        return Derivation(op="exists", elements=(number(seen, role, says),), **more)
    return Derivation(op="exists", role=role, text=says, **more)


def not_exists(says="", role="", **more):
    return Derivation(op="not_exists", role=role, text=says, **more)


def act(step, tool, seen=None, role="", says="", ignored=False, kind="action", **arguments):
    target = element(seen, role, says) if seen is not None else None
    return Act(step, tool, kind, arguments, target, ignored)


def click(step, seen, role, says="", **more):
    return act(step, "click", seen, role, says, **more)


def verdict(goal, answer, evidence, pages, acts=(), status="done"):
    """The judgement on an answer given on the last of `pages`, the others being the steps before."""
    story = Story(goal, (*pages[:-1], pages[-1]), pages[-1], tuple(acts))
    return judge(answer, status, list(evidence), story)


def doubts(*given, **more):
    """Why an answer is refused, or else the words of its goal that nothing explains."""
    found = verdict(*given, **more)
    return (
        "\n".join(found.problems) or "not tied to " + ", ".join(found.untied)
        if found.untied or found.problems
        else ""
    )


def problems(*given, **more):
    return "\n".join(verdict(*given, **more).problems)

"""Searching, logging in, submitting: forms that are sent off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.aria_roles import FIELDS, TEXT_FIELDS
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import term_set
from pytest_webagent.model.builtin.progress import Act, Again, Done, Scene
from pytest_webagent.model.builtin.refusal import Missing, ambiguous
from pytest_webagent.model.builtin.steps import pressing, row_deeds
from pytest_webagent.model.builtin.steps.entering import type_into
from pytest_webagent.model.builtin.steps.pressing import press
from pytest_webagent.model.builtin.words import Fit, Words, bare, fit, tokens, unsaid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.model.builtin import instruction as say
    from pytest_webagent.model.builtin.instruction import Target


_SUBMITS = (
    "submit",
    "send",
    "save",
    "continue",
    "ok",
    "apply",
    "search",
    "go",
    "login",
    "register",
    "next",
    "confirm",
    "create",
    "add",
    "sign in",
    "log in",
)


_SEARCHES = frozenset(["search", "go", "find"])
_ADDS = frozenset(["add", "create", "send", "post", "ok"])
_CHANGES = lexicon.stemmed("change everything entry")


_USER = frozenset(["username", "user", "email", "login", "account"])


_LOGIN_NAMES = tuple(Words(name) for name in ("log in", "sign in", "login", "log on", "sign on"))


def search(scene: Scene, what: say.Search) -> Act | Done | Again:
    """Type into the search field, then press its button, or Enter where it has none."""
    index = scene.by_id(scene.progress.field) if scene.progress.stage else None
    if index is None:
        index = _entry_field(scene) if what.adds else search_field(scene, what.field)
    if not scene.progress.stage:
        return type_into(scene, index, what.value, stage="typed")
    names = _ADDS if what.adds else _SEARCHES
    button = _button_of(scene, index, names) if scene.progress.stage == "typed" else None
    if button is not None:
        act = press(scene, button)
        return Act(tool=act.tool, arguments=act.arguments, says=act.says, on_error="enter")
    return Act(
        tool="press_key",
        arguments={"key": "Enter", "element_id": scene.id(index)},
        says=f"press Enter in {scene.name(index)}",
    )


def search_field(scene: Scene, field: say.Target | None) -> int:
    """The field to search with."""
    if field is not None and scene.finder.exists(field, "field"):
        return scene.finder.one(field, "field")
    fields = [at for at in scene.controls(TEXT_FIELDS) if not scene.view[at].options]
    named_so = [at for at in fields if any("search" in tokens(name) for name in scene.view.names(at))]
    beside = [
        at
        for at in fields
        if scene.view.ancestor(at, ("search",)) is not None or _button_of(scene, at, _SEARCHES) is not None
    ]
    # A navigation may have a field that only filters its links.
    meant_so = [
        at
        for at in fields
        if scene.view[at].role == "searchbox" and scene.view.ancestor(at, ("navigation",)) is None
    ]
    found = named_so or beside or meant_so
    if not found:
        raise Missing("the search field", "a field to search with", [scene.name(at) for at in fields[:3]])
    if len(found) > 1:
        main = [at for at in found if not scene.view.aside(at)]
        if len(main) != 1:
            raise ambiguous("the search field", [scene.name(at) for at in found])
        found = main
    return found[0]


def _entry_field(scene: Scene) -> int:
    """The one field for what is to be new: none to search with, of a row, or of the head of a column."""
    view = scene.view
    found = [
        at
        for at in scene.controls(("textbox",))
        if scene.finder.holder(at) is None and view.ancestor(at, ("search", "columnheader")) is None
    ]
    if (field := scene.sole(found, "the field for what is new")) is None:
        raise Missing("the field for what is new", "a field to type into")
    return field


def _button_of(scene: Scene, field: int, names: frozenset[str]) -> int | None:
    """The button that belongs to a field, by what it is called."""
    for above in list(scene.view.page.ancestors(field))[:3]:
        inside = scene.view.within(above)
        if sum(1 for at in inside if scene.view[at].role in FIELDS) > 1:
            return None
        buttons = [
            at
            for at in inside
            if scene.view[at].role == "button"
            and names & {*tokens(scene.view.name(at)), lexicon.SIGNS.get(scene.view.name(at))}
        ]
        if len(buttons) == 1:
            return buttons[0]
    return None


def log_in(scene: Scene, what: say.LogIn) -> Act | Done | Again:
    """Go to the login form if need be, fill it, send it."""
    stage, _, filled = scene.progress.stage.partition(" and ")
    if stage in ("password sent", "asked for more"):
        return _completed(scene, what.more[int(filled) :], int(filled), asked=stage == "asked for more")
    password = _password_field(scene)
    if password is None:
        if stage == "opened":
            raise Missing("the password field", "a login form")
        entry = _login_entry(scene)
        return press(scene, entry, stage="opened")
    if stage == "user sent":
        return type_into(scene, password, what.password, stage="password sent and 0")
    return type_into(scene, _user_field(scene, password), what.user, stage="user sent")


def _completed(scene: Scene, more: Sequence[say.Fill], filled: int, *, asked: bool) -> Act | Done | Again:
    """Type what else is asked for, and send the form; what is not asked for in it is asked for after that."""
    index = scene.by_id(scene.progress.field)
    asked = asked or index is None
    if more and (field := _field_of(scene, more[0], index, asked=asked)) is not None:
        return type_into(scene, field, more[0].value, stage=f"password sent and {filled + 1}")
    if index is None:
        return Done(remember="")
    stage = f"asked for more and {filled}" if more else None
    button = _form_button(scene, index, _LOGIN_NAMES)
    if button is not None:
        return press(scene, button, stage=stage)
    return Act(
        tool="press_key",
        arguments={"key": "Enter", "element_id": scene.id(index)},
        says=f"press Enter in {scene.name(index)}",
        stage=stage,
    )


def _field_of(scene: Scene, what: say.Fill, index: int | None, *, asked: bool) -> int | None:
    """The field that is named, or the only other one; None where it may come after the form is sent."""
    inside = scene.view.shown if index is None else _form_of(scene, index)
    fields = [at for at in scene.controls(TEXT_FIELDS) if at in inside and not scene.view[at].value]
    others = [at for at in fields if at not in (index, _password_field(scene))]
    try:
        if what.field is not None:
            return scene.finder.one(what.field, "field")
        if not others:
            raise Missing(what.said, "a field for it")
        return scene.sole(others, what.said)
    except Missing:
        # A form that lacks what it asks for is not sent.
        if asked or others:
            raise
        return None


def _password_field(scene: Scene) -> int | None:
    found = [
        at
        for at in scene.controls(("textbox", "searchbox"))
        if "password" in tokens(" ".join(scene.view.names(at)))
    ]
    return scene.sole(found, "the password field")


def _user_field(scene: Scene, password: int) -> int:
    fields = [at for at in scene.controls(TEXT_FIELDS) if at != password]
    form = scene.view.ancestor(password, ("form",))
    if form is not None:
        inside = set(scene.view.within(form))
        fields = [at for at in fields if at in inside]
    named_so = [at for at in fields if _USER & set(tokens(" ".join(scene.view.names(at))))]
    if len(named_so) == 1:
        return named_so[0]
    before = [at for at in named_so or fields if at < password]
    if not before:
        raise Missing("the user name field", "a field for the user name beside the password")
    return before[-1]


def _login_entry(scene: Scene) -> int:
    for words in _LOGIN_NAMES:
        distinct = scene.finder.distinct(scene.controls(("link", "button", "menuitem", "tab"), words))
        kinds = {(scene.view[at].role, scene.view[at].url.partition("?")[0]) for at in distinct}
        if len(kinds) == 1 and scene.view[distinct[0]].url:
            return distinct[0]
        if (entry := scene.sole(distinct, "log in")) is not None:
            return entry
    raise Missing("log in", "a login form or a link to one")


def _form_of(scene: Scene, index: int) -> tuple[int, ...]:
    """What stands in the same form as a field; browsers show unnamed forms as plain containers."""
    form = scene.view.ancestor(index, ("form", "search", "dialog"))
    if form is not None:
        return scene.view.within(form)
    for above in scene.view.page.ancestors(index):
        inside = scene.view.within(above)
        if any(scene.view[at].role == "button" for at in inside):
            return inside
    return scene.view.shown


def _form_button(scene: Scene, field: int, names: Sequence[Words]) -> int | None:
    buttons = [at for at in _form_of(scene, field) if scene.view[at].role == "button" and scene.view.name(at)]
    for words in names:
        found = [at for at in buttons if fit(words, scene.view.name(at)) >= Fit.PART]
        if len(found) == 1:
            return found[0]
    return buttons[0] if len(buttons) == 1 else None


def send_form(scene: Scene, what: Target) -> Act | None:
    """Press the button of the form or dialog that was worked on which begins with a verb; None where something else is spoken of."""
    view, verb = scene.view, tokens(what.verb)[:1]
    index = scene.by_id(scene.progress.field)
    if index is None and view.modal is None and verb != ("submit",):
        return None
    inside = view.within(view.modal) if index is None and view.modal is not None else view.shown
    inside = _form_of(scene, index) if index is not None else inside
    known = (
        term_set(" ".join(f"{view[at].name} {view.text(at)}" for at in inside)) | lexicon.WHOLES | _CHANGES
    )
    if not what.pronoun and term_set(what.said) - known - scene.finder.look.kinds - lexicon.THINGS:
        return None
    buttons = [
        at
        for at in sorted(inside)
        if view[at].role == "button" and view.name(at) and not (index is None and view.aside(at))
    ]
    sends = verb in (("submit",), ("send",))
    for name in _SUBMITS if sends else (what.verb,):
        found = [
            at
            for at in buttons
            if tokens(view.name(at))[:1] == tokens(name)[:1]
            # No form was worked on: then "Send to everyone" says more than to send it off.
            and (index is not None or not unsaid(f"{name} {what.said} form", view.name(at)))
        ]
        exact = [at for at in found if bare(view.name(at)) == name] or found
        if exact:
            return press(scene, scene.sole(exact, what.verb) or 0)
    if sends and len(buttons) == 1:
        return press(scene, buttons[0])
    if sends and index is not None and not buttons:
        arguments = {"key": "Enter", "element_id": scene.id(index)}
        return Act(tool="press_key", arguments=arguments, says=f"press Enter in {scene.name(index)}")
    return None


def _clicked(scene: Scene, what: say.Click) -> Act | Done | Again:
    try:
        return pressing.click(scene, what)
    except Missing as missing:
        if not what.behind:
            raise
        return row_deeds.behind(scene, what.target, missing)


def click(scene: Scene, what: say.Click) -> Act | Done | Again:
    """Click what is named; else the button of the form that was worked on, where the words say to send that."""
    try:
        return _clicked(scene, what)
    except Missing:
        sent = send_form(scene, what.target) if what.target.verb else None
        if sent is None:
            raise
        return sent

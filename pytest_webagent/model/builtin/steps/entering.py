"""Typing, choosing, ticking, searching, logging in, submitting, uploading."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_webagent.model.builtin import values
from pytest_webagent.model.builtin.instruction import Choose, Fill, Filter, LogIn, Rate, Reading, Search, Sort, Submit, Target, Tick, Upload
from pytest_webagent.model.builtin.phrase import named, target
from pytest_webagent.model.builtin.progress import Act, Again, Done, Scene, element
from pytest_webagent.model.builtin.refusal import Missing, Refusal, ambiguous
from pytest_webagent.model.builtin.steps.calendars import pick_day
from pytest_webagent.model.builtin.steps.pressing import press
from pytest_webagent.model.builtin.view import BUTTONS, FIELDS, TEXT_FIELDS, TOGGLES
from pytest_webagent.model.builtin.words import Fit, Words, bare, content, fit, plain, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

_SUBMITS = ("submit", "send", "save", "continue", "ok", "apply", "search", "go", "login", "register", "next", "confirm", "create", "add", "sign in", "log in")
_USER = frozenset("username user email login account".split())
_LOGIN_NAMES = tuple(Words(name) for name in ("log in", "sign in", "login", "log on", "sign on"))
_ORDER_WORDS = {"ascending": "low", "descending": "high"}
_SORT_PLACES = frozenset("sort order sorted ordering arrange".split())
_FILTER_PLACES = frozenset("filter refine narrow facet".split())


def fill(scene: Scene, what: Fill) -> Act | Done | Again:
    """Put a value into a field, in the way the field takes it."""
    if scene.page.dialog is not None and what.field is None:
        return Act(tool="accept_dialog", arguments={"text": what.value}, says=f"answer the dialog with '{what.value}'")
    index = _field(scene, what)
    element_here = scene.view[index]
    if scene.view.disabled(index) or "readonly" in element_here.states:
        raise Refusal(f"{scene.name(index)} cannot be changed", "goal_not_met")
    if element_here.role in ("combobox", "listbox") and element_here.options and not (what.value == ""):
        return _select(scene, index, Words(what.value, exact=True))
    if element_here.role not in TEXT_FIELDS | {"slider"}:
        return Again(instead=(Choose(said=what.said, option=named(what.value), field=what.field),))
    return type_into(scene, index, what.value, stage=None, on_error="date" if values.calendar_date(what.value) and not what.typed else None)


def type_into(scene: Scene, index: int, value: str, *, stage: str | None, submit: bool = False, on_error: str | None = None) -> Act:
    """Type a value into a field; an empty one clears it."""
    if not value:
        return Act(tool="clear", arguments=element(scene, index), says=f"clear {scene.name(index)}", stage=stage, field=scene.view[index].id)
    day = values.calendar_date(value)
    if day is not None and scene.progress.stage == "date":
        value = day.isoformat()
    arguments = {"text": value, "element_id": scene.id(index), "field_description": scene.name(index)}
    if submit:
        arguments["submit"] = True
    return Act(tool="type", arguments=arguments, says=f"type '{value}' into {scene.name(index)}", stage=stage, field=scene.view[index].id, on_error=on_error)


def _field(scene: Scene, what: Fill) -> int:
    if what.field is None:
        return _only_field(scene)
    try:
        return scene.finder.one(what.field, "field")
    except Missing:
        if what.typed and not values.calendar_date(what.value):
            raise
    return scene.finder.one(what.field, "choice" if not values.calendar_date(what.value) else "press")


def _only_field(scene: Scene) -> int:
    """The field meant where none is named: the one with the focus, else the only one."""
    fields = [at for at in scene.view.shown if scene.view[at].role in TEXT_FIELDS and scene.view[at].id is not None and not scene.view[at].options]
    focused = [at for at in fields if "active" in scene.view[at].states]
    if len(focused) == 1:
        return focused[0]
    if not fields:
        raise Missing("the field", "a field to type into")
    if len(fields) > 1:
        raise ambiguous("the field", [scene.name(at) for at in fields])
    return fields[0]


def _select(scene: Scene, index: int, option: Words) -> Act:
    """Choose an option of a select."""
    label = option_of(scene.view[index].options, option, scene.name(index))
    return Act(
        tool="selection", arguments=element(scene, index, text=label), says=f"choose '{label}' in {scene.name(index)}", field=scene.view[index].id
    )


def option_of(options: Sequence[str], wanted: Words, where: str) -> str:
    """The one option that is meant.

    Raises:
        Refusal: there is none (the field is there but does not offer it), or several fit.
    """
    levels = [(max(fit(wanted, option), fit(Words(wanted.text), option) if not wanted.exact or fit(Words(wanted.text), option) >= Fit.SAME else Fit.NONE), option) for option in options]
    best = max((level for level, _ in levels), default=Fit.NONE)
    found = list(dict.fromkeys(option for level, option in levels if level == best and level > Fit.NONE))
    if not found:
        raise Refusal(f"{where} has no option {str(wanted)!r}; it offers: {', '.join(options[:15])}", "goal_not_met")
    if len(found) > 1:
        raise ambiguous(str(wanted), [f"option '{option}'" for option in found])
    return found[0]


def choose(scene: Scene, what: Choose) -> Act | Done | Again:
    """Choose an option: of a select, a group of radio buttons, a list that opens, or a calendar."""
    day = values.calendar_date(what.option.main.words.text)
    if day is not None:
        moved = pick_day(scene, day, what.field)
        if moved is not None:
            return moved
    if what.field is None:
        return _choose_anywhere(scene, what)
    if scene.progress.stage in ("opened", "typed"):
        return _choose_opened(scene, what)
    options = _options_in_place(scene, what)
    if options is not None:
        return press(scene, options)
    index = scene.finder.one(what.field, "choice") if not scene.finder.exists(what.field, "field") else scene.finder.one(what.field, "field")
    if scene.view[index].options:
        return _select(scene, index, what.option.main.words)
    if scene.view[index].role in TEXT_FIELDS:
        return type_into(scene, index, what.option.main.words.text, stage="typed" if scene.view[index].role == "combobox" else None)
    if scene.view.disabled(index):
        raise Refusal(f"{scene.name(index)} is disabled", "goal_not_met")
    inside = [at for at in scene.view.within(index) if scene.view[at].id is not None and scene.finder.fit(what.option.main.words, at) >= Fit.PART]
    if len(inside) == 1:
        return press(scene, inside[0])
    return press(scene, index, stage="opened")


def _options_in_place(scene: Scene, what: Choose) -> int | None:
    """The option where the field's words name a place: suggestions, a group of radio buttons, a filter."""
    if what.field is None:
        return None
    from pytest_webagent.model.builtin.instruction import Place

    for reading in what.field.readings:
        for relation in ("in", "for"):
            inside = Reading(words=what.option.main.words, places=(Place(relation, reading),))  # type: ignore[arg-type] # both are relations
            try:
                index = scene.finder.one(Target(what.option.said, (inside,)))
            except Refusal:
                continue
            if scene.view[index].role not in FIELDS:
                return index
    if all(reading.hint in ("option", "list") or content(reading.words.text) == ("suggestion",) for reading in what.field.readings):
        roles = ("option", "menuitem", "listitem", "link", "button")
        found = [at for at in scene.view.shown if scene.view[at].role in roles and scene.view[at].id is not None and fit(what.option.main.words, scene.view.name(at)) >= Fit.SAME]
        if len(found) == 1:
            return found[0]
    return None


def _choose_opened(scene: Scene, what: Choose) -> Act:
    """The option in the list that opened, or among the suggestions for what was typed."""
    roles = ("option", "menuitem", "menuitemradio", "treeitem", "radio", "listitem")
    found = [at for at in scene.view.shown if scene.view[at].role in roles and scene.view[at].id is not None and scene.finder.fit(what.option.main.words, at) >= Fit.SET]
    if len(found) > 1:
        raise ambiguous(what.option.said, [scene.name(at) for at in found])
    if not found:
        raise Missing(what.option.said, "an option in the list that opened")
    return press(scene, found[0])


def _choose_anywhere(scene: Scene, what: Choose) -> Act:
    """An option whose field is not named: of the one select that has it, else something to press."""
    words = what.option.main.words
    holders = [
        at for at in scene.view.shown if scene.view[at].options and any(fit(words, option) >= Fit.SAME for option in scene.view[at].options)
    ]
    if len(holders) > 1:
        raise ambiguous(what.option.said, [f"an option of {scene.name(at)}" for at in holders])
    if holders:
        return _select(scene, holders[0], words)
    index = scene.finder.one(what.option)
    if scene.view[index].role in TOGGLES:
        return _set(scene, index, on=True)
    return press(scene, index, remember=scene.view.name(index) if scene.view[index].role == "link" else None)


def tick(scene: Scene, what: Tick) -> Act | Done | Again:
    """Set or unset a checkbox, or each of several."""
    found = scene.finder.find(what.target, "toggle")
    if found.every:
        left = [at for at in found.indexes if _ticked(scene, at) != what.on]
        if not left:
            return Done()
        act = _set(scene, left[0], on=what.on)
        return Act(tool=act.tool, arguments=act.arguments, says=act.says, stage="more")
    index = scene.finder.one(what.target, "toggle")
    return _set(scene, index, on=what.on)


def _ticked(scene: Scene, index: int) -> bool:
    return any(state in ("checked", "checked=true", "pressed") for state in scene.view[index].states)


def _set(scene: Scene, index: int, *, on: bool) -> Act:
    if scene.view.disabled(index):
        raise Refusal(f"{scene.name(index)} is disabled", "goal_not_met")
    return Act(tool="check" if on else "uncheck", arguments=element(scene, index), says=f"{'tick' if on else 'untick'} {scene.name(index)}", field=scene.view[index].id)


def search(scene: Scene, what: Search) -> Act | Done | Again:
    """Type into the search field, then press its button, or Enter where it has none."""
    index = scene.by_id(scene.progress.field) if scene.progress.stage else None
    if index is None:
        index = search_field(scene, what.field)
    if not scene.progress.stage:
        return type_into(scene, index, what.value, stage="typed")
    button = _search_button(scene, index) if scene.progress.stage == "typed" else None
    if button is not None:
        act = press(scene, button)
        return Act(tool=act.tool, arguments=act.arguments, says=act.says, on_error="enter")
    return Act(tool="press_key", arguments={"key": "Enter", "element_id": scene.id(index)}, says=f"press Enter in {scene.name(index)}")


def search_field(scene: Scene, field: Target | None) -> int:
    """The field to search with."""
    if field is not None and scene.finder.exists(field, "field"):
        return scene.finder.one(field, "field")
    fields = [at for at in scene.view.shown if scene.view[at].role in TEXT_FIELDS and scene.view[at].id is not None and not scene.view[at].options]
    named_so = [at for at in fields if scene.view[at].role == "searchbox" or any("search" in tokens(name) for name in scene.view.names(at))]
    beside = [at for at in fields if scene.view.ancestor(at, ("search",)) is not None or _search_button(scene, at) is not None]
    found = named_so or beside
    if not found:
        raise Missing("the search field", "a field to search with", [scene.name(at) for at in fields[:3]])
    if len(found) > 1:
        main = [at for at in found if not scene.view.aside(at)]
        if len(main) != 1:
            raise ambiguous("the search field", [scene.name(at) for at in found])
        found = main
    return found[0]


def _search_button(scene: Scene, field: int) -> int | None:
    """The search button that belongs to a field."""
    for above in list(scene.view.page.ancestors(field))[:3]:
        inside = scene.view.within(above)
        if sum(1 for at in inside if scene.view[at].role in FIELDS) > 1:
            return None
        buttons = [at for at in inside if scene.view[at].role == "button" and {"search", "go", "find"} & set(tokens(scene.view.name(at)))]
        if len(buttons) == 1:
            return buttons[0]
    return None


def log_in(scene: Scene, what: LogIn) -> Act | Done | Again:
    """Go to the login form if need be, fill it, send it."""
    stage = scene.progress.stage
    if stage == "password sent":
        index = scene.by_id(scene.progress.field)
        if index is None:
            return Done(remember="")
        button = _form_button(scene, index, _LOGIN_NAMES)
        if button is not None:
            return press(scene, button)
        return Act(tool="press_key", arguments={"key": "Enter", "element_id": scene.id(index)}, says="press Enter in the password field")
    password = _password_field(scene)
    if password is None:
        if stage == "opened":
            raise Missing("the password field", "a login form")
        entry = _login_entry(scene)
        return press(scene, entry, stage="opened")
    if stage == "user sent":
        return type_into(scene, password, what.password, stage="password sent")
    return type_into(scene, _user_field(scene, password), what.user, stage="user sent")


def _password_field(scene: Scene) -> int | None:
    found = [at for at in scene.view.shown if scene.view[at].role in ("textbox", "searchbox") and "password" in tokens(" ".join(scene.view.names(at)))]
    if len(found) > 1:
        raise ambiguous("the password field", [scene.name(at) for at in found])
    return found[0] if found else None


def _user_field(scene: Scene, password: int) -> int:
    fields = [at for at in scene.view.shown if scene.view[at].role in TEXT_FIELDS and at != password and scene.view[at].id is not None]
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
        found = [at for at in scene.view.shown if scene.view[at].role in ("link", "button", "menuitem", "tab") and fit(words, scene.view.name(at)) >= Fit.SET]
        distinct = scene.finder._distinct(found, every=False)
        if len(distinct) > 1:
            raise ambiguous("log in", [scene.name(at) for at in distinct])
        if distinct:
            return distinct[0]
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


def submit(scene: Scene, _: Submit) -> Act | Done | Again:
    """Press the button that sends the form last worked on."""
    index = scene.by_id(scene.progress.field)
    inside = set(_form_of(scene, index)) if index is not None else set(scene.view.shown)
    buttons = [at for at in sorted(inside) if scene.view[at].role == "button" and scene.view.name(at) and not (index is None and scene.view.aside(at))]
    for name in _SUBMITS:
        found = [at for at in buttons if tokens(scene.view.name(at))[:1] == tokens(name)[:1]]
        exact = [at for at in found if bare(scene.view.name(at)) == name] or found
        if len(exact) == 1:
            return press(scene, exact[0])
        if len(exact) > 1:
            raise ambiguous("submit", [scene.name(at) for at in exact])
    if len(buttons) == 1:
        return press(scene, buttons[0])
    if index is not None and not buttons:
        return Act(tool="press_key", arguments={"key": "Enter", "element_id": scene.id(index)}, says=f"press Enter in {scene.name(index)}")
    raise Missing("submit", "a button that sends the form", [scene.name(at) for at in buttons])


def upload(scene: Scene, what: Upload) -> Act | Done | Again:
    """Give a file to a file field."""
    if what.field is not None:
        index = _file_field(scene, what.field)
    else:
        index = _only_file_field(scene)
    return Act(tool="upload_file", arguments=element(scene, index, path=what.path), says=f"upload '{what.path}' to {scene.name(index)}", field=scene.view[index].id)


def _file_field(scene: Scene, field: Target) -> int:
    loose = Target(field.said, tuple(Reading(words=reading.words, places=reading.places, ordinal=reading.ordinal) for reading in field.readings if reading.words))
    for what in (field, loose):
        for purpose in ("press", "field"):
            if what.readings and scene.finder.exists(what, purpose):  # type: ignore[arg-type] # both are purposes
                return scene.finder.one(what, purpose)  # type: ignore[arg-type] # both are purposes
    try:
        return scene.finder.one(field)
    except Missing:
        return _only_file_field(scene)


def _only_file_field(scene: Scene) -> int:
    hints = {"file", "upload", "attachment", "picture", "photo", "image", "document", "browse"}
    found = [at for at in scene.view.shown if scene.view[at].role in ("button", "textbox") and hints & set(tokens(" ".join(scene.view.names(at))))]
    if len(found) > 1:
        raise ambiguous("the file field", [scene.name(at) for at in found])
    if not found:
        raise Missing("the file field", "a field for a file")
    return found[0]


def rate(scene: Scene, what: Rate) -> Act | Done | Again:
    """Press the star with this number."""
    roles = BUTTONS | TOGGLES | {"link", "option", "img"}
    scope = scene.view.shown
    if what.object is not None and not what.object.main.pronoun:
        item = next((scene.finder.lists.items_fitting(reading.words)[0] for reading in what.object.readings if reading.words), [])
        scope = scene.view.within(item[0][1].index) if len(item) == 1 else scope
    named_so = [
        at
        for at in scope
        if scene.view[at].role in roles
        and scene.view[at].id is not None
        and (scene.view[at].clickable or scene.view[at].role != "img")
        and (numbers := [int(word) for word in re.findall(r"\d+", scene.view.name(at))])
        and numbers[0] == what.stars
        and ({"star", "rate", "rating"} & set(tokens(scene.view.name(at))) or {"rating", "star", "rate"} & scene.view.context(at))
    ]
    starred = [at for at in named_so if {"star", "rate", "rating"} & set(tokens(scene.view.name(at)))] or named_so
    starred = list(scene.finder._distinct(starred, every=True))
    if len(starred) > 1:
        raise ambiguous(f"{what.stars} stars", [scene.name(at) for at in starred])
    if not starred:
        raise Missing(f"{what.stars} stars", "a star to press")
    return _set(scene, starred[0], on=True) if scene.view[starred[0]].role in TOGGLES else press(scene, starred[0])


def sort(scene: Scene, what: Sort) -> Act | Done | Again:
    """Bring a list into an order: by its dropdown, else by the head of a column, else by a link."""
    holders = [at for at in scene.view.shown if scene.view[at].options and _SORT_PLACES & set(tokens(" ".join(scene.view.names(at))))]
    if not holders:
        holders = [at for at in scene.view.shown if scene.view[at].options and any(fit(what.by, option) >= Fit.SET for option in scene.view[at].options)]
    if len(holders) == 1:
        return _select(scene, holders[0], _order_words(scene, holders[0], what.by))
    if len(holders) > 1:
        raise ambiguous(what.said, [scene.name(at) for at in holders])
    if {"ascending", "descending", "low", "high", "newest", "oldest"} & set(tokens(what.by.text)):
        heads = []
    else:
        heads = [at for at in scene.view.shown if scene.view[at].role == "columnheader" and fit(what.by, scene.view.name(at)) >= Fit.SET]
    if len(heads) == 1:
        inner = [at for at in scene.view.page.descendants(heads[0]) if scene.view[at].role in ("button", "link")]
        return press(scene, inner[0] if inner else heads[0])
    found = [
        at for at in scene.view.shown if scene.view[at].role in ("button", "link", "radio", "tab", "menuitem") and scene.finder.fit(what.by, at) >= Fit.SET and _SORT_PLACES & scene.view.context(at)
    ]
    if len(found) == 1:
        return press(scene, found[0])
    raise Missing(what.said, "a way to sort")


def _order_words(scene: Scene, index: int, by: Words) -> Words:
    """The words of an order in the way the options say it: "ascending" is "low to high" there."""
    options = scene.view[index].options
    if any(fit(by, option) > Fit.NONE for option in options):
        return by
    changed = " ".join(_ORDER_WORDS.get(word, word) for word in plain(by.text).split())
    if changed == plain(by.text):
        return by
    direction = re.search(r"\b(low|high)\b", changed)
    matching = [option for option in options if direction and set(content(changed)) <= set(content(option)) and re.search(rf"\b{direction[1]}\b.*\b(?:low|high)\b", plain(option))]
    return Words(matching[0], exact=True) if len(matching) == 1 else by


def filter_list(scene: Scene, what: Filter) -> Act | Done | Again:
    """Narrow a list: by a select named for it, else by a checkbox, radio button, link or button with the value."""
    if what.by:
        selects = [at for at in scene.view.shown if scene.view[at].options and scene.finder.fit(what.by, at) >= Fit.PART]
        if len(selects) == 1:
            return _select(scene, selects[0], what.value)
    holders = [at for at in scene.view.shown if scene.view[at].options and any(fit(what.value, option) >= Fit.SET for option in scene.view[at].options)]
    if len(holders) == 1 and not what.by:
        return _select(scene, holders[0], what.value)
    rows = {at for group in scene.finder.lists.groups if group.kind == "table" for item in group.items for at in scene.view.within(item.index)}
    found = [
        at for at in scene.view.shown if at not in rows and scene.view[at].role in ("link", "checkbox", "radio", "button", "option", "tab", "switch") and scene.finder.fit(what.value, at) >= Fit.SET
    ]
    if len(found) > 1:
        wanted = set(content(what.by.text)) if what.by else set(_FILTER_PLACES)
        closer = [at for at in found if wanted & _around(scene, at)]
        found = closer if len(closer) == 1 else found
    if len(found) > 1:
        raise ambiguous(what.said, [scene.name(at) for at in found])
    if not found:
        raise Missing(str(what.value), "a filter with this value")
    return _set(scene, found[0], on=True) if scene.view[found[0]].role in TOGGLES else press(scene, found[0])


def _around(scene: Scene, index: int) -> set[str]:
    """The words around a filter's value: what stands before the list it is in, and the names around."""
    said = set(scene.view.context(index))
    for above in scene.view.page.ancestors(index):
        parent = scene.view[above].parent
        earlier = [child for child in scene.view.page.children(parent) if child < above]
        if earlier:
            said |= set(content(scene.view.text(earlier[-1])))
    return said


__all__ = ["choose", "fill", "filter_list", "log_in", "rate", "search", "sort", "submit", "target", "tick", "upload"]

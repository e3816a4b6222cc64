"""Judges each call of a run right before it is done, by its goal and by what is known of the call: a page has no say in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from pytest_webagent.aria_roles import CONTROLS, FIELDS, TOGGLES
from pytest_webagent.judging.unasked import Deed, unasked
from pytest_webagent.observation import Element
from pytest_webagent.policy.network import names_host
from pytest_webagent.policy.origins import origin_of
from pytest_webagent.tools.core.wording import shortened

if TYPE_CHECKING:
    from pytest_webagent.observation import Observation
    from pytest_webagent.policy.risk import Risk
    from pytest_webagent.tools.core.context import CallState, ToolContext

_REMARK: Final = re.compile(r"\((\w+) (\S*)\)$")
"""Where a form goes, as the tools say it."""
_LONGEST_NAME: Final = 80
_NOTHING: Final = Element(id=None, role="")


class Critic:
    """Knows the goal of a run, and which fields it has filled in."""

    def __init__(self, goal: str) -> None:
        """Judge by `goal`."""
        self._goal = goal
        self._touched: set[int | None] = set()

    def objection(self, context: ToolContext, risk: Risk) -> str:
        """Why the goal does not ask for what the call that is under way is about to do; empty where nothing speaks against it."""
        call, seen, here = context.call, context.session.observation, context.session.page.url
        control = _control(call, seen)
        if control.role in FIELDS | TOGGLES and call.tool != "press_key":
            self._touched.add(control.id)
        sent = _REMARK.search(call.sends or "")
        leads = (call.leads or _joined(here, control.url)) if control.role == "link" else ""
        ways = (leads, sent[2] if sent else "", here if control.role else "", control.foreign)
        return unasked(
            self._goal,
            Deed(
                tool=call.tool,
                risk=risk,
                role=control.role,
                name=shortened(control.name or control.text or control.description, _LONGEST_NAME),
                sends=(sent[1] if sent else "") if call.sends is not None else None,
                touched=self._beside(control, seen),
                elsewhere=next(filter(None, (_elsewhere(context, each) for each in ways)), ""),
                downloads=call.downloads,
                opens=leads.startswith("http") and leads.partition("#")[0] != here.partition("#")[0],
            ),
        )

    def _beside(self, control: Element, seen: Observation | None) -> bool:
        """Whether a field was filled in of those next to a control: in the innermost part of the page that has some."""
        if control.id is None or seen is None or None in self._touched:
            return bool(self._touched)
        at = seen.index_of(control)
        for above in (at, *seen.ancestors(at)):
            below = [seen.elements[each] for each in (above, *seen.descendants(above))]
            if fields := {each.id for each in below if each.role in FIELDS | TOGGLES}:
                return bool(fields & self._touched)
        return False


def _control(call: CallState, seen: Observation | None) -> Element:
    """The control that a call acts on, as far as it is known: what is pointed at may be a part of it; a key goes to what has the focus."""
    found = call.on or _NOTHING
    if seen is None:
        return found
    if call.on is None and call.tool == "press_key":
        found = next((each for each in seen.elements if "active" in each.states), found)
    if found.id is None or seen.find(found.id) is None:
        return found
    around = (seen.elements[each] for each in seen.ancestors(seen.index_of(found)))
    return (
        found if found.role in CONTROLS else next((each for each in around if each.role in CONTROLS), found)
    )


def _elsewhere(context: ToolContext, address: str) -> str:
    """The origin of an address that is none of the test's; empty where it is one of them, or has none."""
    foreign = context.session.origins.foreign(address) if address.startswith("http") else ""
    if "://" not in foreign:
        return ""
    named = context.permissions.config.security_of(context.call.tool).allowed_domains
    return "" if names_host(named, origin_of(foreign).host) else foreign


def _joined(here: str, address: str) -> str:
    try:
        return urljoin(here, address or "#")
    except ValueError:
        # No browser opens it either.
        return ""

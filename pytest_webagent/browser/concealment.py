"""Secrets that a page shows: in what is seen of it, their names stand in their place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_webagent.policy.spellings import JOINT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_webagent.browser.aria_tree import AriaNode
    from pytest_webagent.observation import Observation
    from pytest_webagent.policy.secrets import Vault


def conceal(nodes: Sequence[AriaNode], vault: Vault) -> None:
    """Take the secrets out of all that the nodes say, also those that several of them say together."""
    if not vault:
        return
    for node in nodes:
        node.url, node.placeholder, node.description, node.value, node.options = vault.conceal(
            (node.url, node.placeholder, node.description, node.value, node.options)
        )
        node.states, node.shown = vault.conceal((node.states, node.shown))
    # What stands in several elements is read as one.
    said = [part.replace(JOINT, "") for node in nodes for part in (node.name, node.text)]
    told = iter(vault.conceal(JOINT.join(said)).split(JOINT))
    for node in nodes:
        node.name, node.text = next(told), next(told)


def concealed_page(page: Observation, vault: Vault) -> Observation:
    """The page without secrets in what is told of it beside its elements, which have none any more."""
    if not vault:
        return page
    url, title, tabs, notes, dialog, unreachable = vault.conceal(
        (page.url, page.title, page.tabs, page.notes, page.dialog, page.unreachable)
    )
    return replace(page, url=url, title=title, tabs=tabs, notes=notes, dialog=dialog, unreachable=unreachable)

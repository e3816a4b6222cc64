"""The parser of Playwright's snapshot text."""

from __future__ import annotations

from pytest_webagent.browser.aria_tree import compact, parse
from pytest_webagent.observation import Box


def test_marks_of_a_line_become_fields() -> None:
    (node,) = parse('- link "Home" [expanded] [level=2] [ref=f3e2] [cursor=pointer] [box=-5,10,20,30]')
    assert (node.role, node.name, node.ref, node.pointer) == ("link", "Home", "f3e2", True)
    assert node.states == ["expanded", "level=2"]
    assert node.box == Box(-5, 10, 20, 30)


def test_a_quoted_key_may_hold_anything() -> None:
    (node,) = parse(
        """- 'heading "it''s: \\"x\\" [ref=e9] # \\u00e9 \\\\" [ref=e1]': "a: \\"b\\" \\x07 \\\\"\n"""
    )
    assert node.name == 'it\'s: "x" [ref=e9] # é \\'
    assert node.text == 'a: "b" \x07 \\'
    assert node.ref == "e1"


def test_properties_belong_to_the_node_above_and_texts_are_nodes() -> None:
    nodes = parse(
        '- link "Go" [ref=e1]:\n  - /url: "/x?y=[1]: #2"\n  - text: see it\n- textbox:\n  - /placeholder: "1"'
    )
    assert [(n.role, n.text, n.parent) for n in nodes] == [
        ("link", "", None),
        ("text", "see it", 0),
        ("textbox", "", None),
    ]
    assert nodes[0].url == "/x?y=[1]: #2"
    assert nodes[2].placeholder == "1"


def test_what_stands_in_an_iframe_knows_it() -> None:
    nodes = parse("- main:\n  - iframe [ref=e1]:\n    - list:\n      - listitem: x\n- button")
    assert [n.frame for n in nodes] == [None, None, 1, 1, None]


def test_a_line_that_is_not_understood_stays_as_text() -> None:
    assert [(n.role, n.text) for n in parse("- ???\n- button~~")] == [("text", "???"), ("text", "button~~")]


def test_compacting_drops_inserts_and_renumbers() -> None:
    nodes = parse("- list:\n  - text: a\n  - text: b\n- button")
    nodes[1].dropped = True
    extra = parse("- text: c")
    extra[0].parent = 0
    kept, moved = compact(nodes, {1: extra})
    assert [(n.role, n.text, n.parent) for n in kept] == [
        ("list", "", None),
        ("text", "c", 0),
        ("text", "b", 0),
        ("button", "", None),
    ]
    assert kept[0].children == [1, 2]
    assert moved == {0: 0, 2: 2, 3: 3}

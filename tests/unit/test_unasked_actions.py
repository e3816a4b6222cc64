"""What a goal does not ask for is told from what it asks for, by what is known of a call before it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from unasked_pairs import HONEST, MISTAKEN, UNASKED, button, call, link, post

from pytest_webagent.errors import ConfigError
from pytest_webagent.judging.unasked import Deed, unasked
from pytest_webagent.policy.policy_file import read_policy
from pytest_webagent.policy.security import ToolConfig, ToolSettings

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("goal", "deed"), [each[1:] for each in HONEST], ids=[each[0] for each in HONEST])
def test_what_the_goal_asks_for_is_not_held_against_a_call(goal: str, deed: dict[str, Any]) -> None:
    assert unasked(goal, Deed(**deed)) == ""


@pytest.mark.parametrize(("goal", "deed"), [each[1:] for each in UNASKED], ids=[each[0] for each in UNASKED])
def test_what_the_goal_does_not_ask_for_is_told(goal: str, deed: dict[str, Any]) -> None:
    assert unasked(goal, Deed(**deed)) != ""


@pytest.mark.xfail(strict=True, reason="told wrong; whoever mends it moves it to the others")
@pytest.mark.parametrize(
    ("goal", "deed"), [each[1:] for each in MISTAKEN], ids=[each[0] for each in MISTAKEN]
)
def test_what_is_told_wrong(goal: str, deed: dict[str, Any]) -> None:
    honest = deed["name"] == "Transfer"
    assert (unasked(goal, Deed(**deed)) == "") == honest


@pytest.mark.parametrize(
    "goal", ["Ditch the second todo", "If a banner is shown, wipe it", "Bestelle einen Becher"]
)
def test_a_goal_that_is_not_understood_is_no_ground_to_deny_anything(goal: str) -> None:
    for deed in (button("Buy now"), post("Delete"), post("")):
        assert unasked(goal, Deed(**deed)) == ""


def test_an_origin_is_asked_for_by_its_whole_host() -> None:
    away = Deed(tool="click", role="link", name="More", elsewhere="https://evil.example", opens=True)
    assert unasked("Open evil.example and report the heading", away) == ""
    assert unasked("Open https://evil.example.org/ and report the heading", away) != ""
    assert unasked("Open notevil.example and report the heading", away) != ""


def test_a_form_that_goes_elsewhere_is_not_asked_for_by_the_name_of_its_button() -> None:
    sent = Deed(**post("Send", touched=True), elsewhere="https://evil.example")
    assert "https://evil.example" in unasked("Fill in the form and click 'Send'", sent)


def test_the_reason_says_what_is_not_asked_for() -> None:
    reasons = {
        "the goal does not ask to buy": post("Buy now"),
        "the goal asks for no download": link("List", downloads=True),
        'the goal does not ask for "Make owner"': post("Make owner"),
        "the goal does not ask for what file_delete does": call("file_delete"),
        "it goes to https://a.example, which neither the goal nor the test names": link(
            "List", elsewhere="https://a.example"
        ),
    }
    assert {unasked("Report the total", Deed(**deed)): deed for deed in reasons.values()} == reasons


@pytest.mark.parametrize(("policy", "of_click"), [({}, "off"), ({"unasked": "warn"}, "warn")])
def test_a_tool_has_the_word_of_the_policy_or_its_own(policy: dict[str, Any], of_click: str) -> None:
    config = ToolConfig(**policy, tool_settings={"type": ToolSettings(unasked="ask")})
    assert (config.unasked_of("click"), config.unasked_of("type")) == (of_click, "ask")


def test_a_word_that_is_none_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="unasked must be off or warn or ask or deny, not 'no'"):
        ToolConfig(unasked="no")  # type: ignore[arg-type]
    file = tmp_path / "policy.toml"
    file.write_text('unasked = "warn"\n[tools.click]\nunasked = "deny"\n')
    assert [read_policy(file).unasked_of(name) for name in ("type", "click")] == ["warn", "deny"]
    file.write_text('unasked = "Deny"\n')
    with pytest.raises(ConfigError, match="unasked"):
        read_policy(file)

"""Profiles of grounding models."""

from __future__ import annotations

import pytest

from pytest_webagent.errors import ConfigError
from pytest_webagent.geometry import CONVENTIONS
from pytest_webagent.grounding.point_answers import WANTED
from pytest_webagent.grounding.profiles import PLACE, PROFILES, Profile, profile_of


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_every_profile_can_be_used(profile: Profile):
    assert profile_of(profile.name) is profile
    assert profile.prompt.count(PLACE) == 1
    assert PLACE not in profile.system
    assert profile.form in WANTED
    assert profile.convention in CONVENTIONS
    assert profile.limits.factor in (28, 32)
    assert profile.limits.max_pixels >= 1920 * 1080 > profile.limits.min_pixels
    assert profile.weights.count("/") == 1


def test_the_models_the_settings_speak_of_are_known():
    assert {"ui-ins", "ui-tars-1.5", "qwen2.5-vl", "qwen3-vl"} <= set(PROFILES)


def test_a_description_stands_in_the_prompt_as_it_is():
    description = 'the {description} field, "100 %" {0} \\1'
    assert profile_of("qwen3-vl").asked(description) == (
        f"Locate {description}, output its bbox coordinates using JSON format."
    )


@pytest.mark.parametrize("name", ["ui-ins", "ui-ins-short"])
def test_weights_for_non_commercial_use_say_so(name: str):
    profile = profile_of(name)
    assert not profile.commercial
    assert profile.notice == (
        "the weights Tongyi-MiA/UI-Ins-7B are licensed CC-BY-NC-SA-4.0: for non-commercial use only"
    )


def test_at_least_two_models_are_free_for_all_uses():
    free = [profile for profile in PROFILES.values() if profile.commercial]
    assert len(free) >= 2
    assert [profile.notice for profile in free] == [""] * len(free)


@pytest.mark.parametrize("name", ["UI-Ins", " qwen3-vl "])
def test_names_are_taken_in_any_case(name: str):
    assert profile_of(name).name == name.strip().lower()


@pytest.mark.parametrize(
    ("name", "hint"), [("ui-inns", " (did you mean 'ui-ins'?)"), ("gpt-9", ""), ("", "")]
)
def test_an_unknown_model_is_an_error_that_names_the_known(name: str, hint: str):
    with pytest.raises(ConfigError) as caught:
        profile_of(name)
    assert str(caught.value) == (
        f"there is no grounding model {name!r}{hint}; known are ui-ins, ui-ins-short, ui-tars-1.5, qwen2.5-vl, qwen3-vl. "
        "For another one, override the fixture `grounder` with a VisionGrounder of a Profile of your own"
    )

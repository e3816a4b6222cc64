"""What is known of each grounding model: its prompt, the form of its answers, what its coordinates count.

Adding a model that speaks one of the known forms is adding a `Profile`; prompts are quoted as they were trained.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from pytest_webagent.errors import ConfigError
from pytest_webagent.grounding.coordinates import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_webagent.geometry import Convention
    from pytest_webagent.grounding.point_answers import Form

PLACE: Final = "{description}"
"""Stands in a prompt for the words of what is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """How one grounding model is asked and understood."""

    name: str
    weights: str
    """The name of the weights on the Hugging Face hub, which servers know them by, too."""
    licence: str
    """The licence of the weights, as an SPDX identifier."""
    convention: Convention
    limits: Limits
    """What its preprocessing makes of pictures; a server or loaded weights may be set up otherwise."""
    prompt: str
    """The user's message; `PLACE` stands for the description."""
    form: Form
    """How it writes its answer."""
    system: str = ""
    """The system message; none is sent if it is empty."""
    picture_first: bool = True
    """Whether it was trained on the picture before the words."""
    reply_tokens: int = 512
    """The most tokens of an answer, its reasoning included."""

    @property
    def commercial(self) -> bool:
        """Whether the licence allows commercial use."""
        return "-NC-" not in f"-{self.licence}-"

    @property
    def notice(self) -> str:
        """What people have to know of the licence before they use the model; empty if it allows all use."""
        if self.commercial:
            return ""
        return f"the weights {self.weights} are licensed {self.licence}: for non-commercial use only"

    def asked(self, description: str) -> str:
        """The user's message for a description."""
        return self.prompt.replace(PLACE, description)


# Qwen2.5-VL: patches of 14 pixels, 2x2 of them a token; min_pixels and max_pixels of the weights'
# preprocessor_config.json (as in huggingface.co/Yuqi-Zhou/GUI-G1-3B-v1/blob/main/preprocessor_config.json).
_QWEN2_5: Final = Limits(factor=28, min_pixels=3_136, max_pixels=12_845_056)
# The same pictures as at its training: max_pixels=4096*2160 (github.com/alibaba/UI-Ins, SFT/README.md).
_UI_INS: Final = Limits(factor=28, min_pixels=3_136, max_pixels=4096 * 2160)
# MIN_PIXELS = 100 * 28 * 28 and MAX_PIXELS = 16384 * 28 * 28 (github.com/bytedance/UI-TARS, codes/ui_tars/action_parser.py).
_UI_TARS: Final = Limits(factor=28, min_pixels=78_400, max_pixels=12_845_056)
# Patches of 16 pixels, 2x2 of them a token; shortest_edge and longest_edge of the weights' preprocessor_config.json, which
# count pixels in spite of their names (as in huggingface.co/cdreetz/Qwen3-VL-8B-Instruct/blob/main/preprocessor_config.json).
_QWEN3: Final = Limits(factor=32, min_pixels=65_536, max_pixels=16_777_216)

_PROFILES: Final = (
    Profile(
        name="ui-ins",
        weights="Tongyi-MiA/UI-Ins-7B",
        licence="CC-BY-NC-SA-4.0",
        convention="absolute_resized",
        limits=_UI_INS,
        # github.com/alibaba/UI-Ins, README.md and evaluation/eval/model.py (get_qwen2_5vl_prompt_msg): two pieces of text
        # that the chat template of Qwen2.5-VL puts together without a space between them.
        system=(
            "You are a helpful assistant."
            "You are a GUI agent. You are given a task and your action history, with screenshots. You need to perform the "
            "next action to complete the task.\n\n## Output Format\nReturn a json object with a reasoning process in "
            "<think></think> tags, a function name and arguments within <tool_call></tool_call> XML tags:\n```\n<think>\n"
            '...\n</think>\n<tool_call>\n{"name": "grounding", "arguments": <args-json-object>}\n</tool_call>\n```\n'
            "<args-json-object> represents the following item of the action space:\n## Action Space"
            '{"action": "click", "coordinate": [x, y]}\nYour task is to accurately locate a UI element based on the '
            "instruction. You should first analyze instruction in <think></think> tags and finally output the function in "
            "<tool_call></tool_call> tags.\n"
        ),
        # The `magic_prompt` of evaluation/eval/model.py, on in evaluation/eval/eval_all_benchmark.sh.
        prompt="Please complete the following tasks by clicking using `click` tool_call: {description}",
        form="tool_call",
    ),
    Profile(
        name="ui-ins-short",
        weights="Tongyi-MiA/UI-Ins-7B",
        licence="CC-BY-NC-SA-4.0",
        convention="absolute_resized",
        limits=_UI_INS,
        # Not what it was trained on: our own words, for an answer without reasoning in a tenth of the tokens.
        system="You find things on screenshots of user interfaces. Answer with nothing but the pixel to click, as [x, y].",
        prompt="Where is this: {description}\nAnswer with nothing but [x, y].",
        form="pair",
        reply_tokens=64,
    ),
    Profile(
        name="ui-tars-1.5",
        weights="ByteDance-Seed/UI-TARS-1.5-7B",
        licence="Apache-2.0",
        # "ui-tars-1.5 indeed uses absolute coordinate" (github.com/bytedance/UI-TARS/issues/157).
        convention="absolute_resized",
        limits=_UI_TARS,
        # The one its makers name for grounding alone: github.com/bytedance/UI-TARS/issues/138.
        prompt=(
            "You are a GUI agent. You are given a task and your action history, with screenshots. You need to perform the "
            "next action to complete the task.\n\n## Output Format\n```\nAction: ...\n```\n\n## Action Space\n\n"
            "click(start_box='<|box_start|>(x1,y1)<|box_end|>')\n\n## User Instruction\n{description}\n"
        ),
        form="action",
        system="You are a helpful assistant.",
        picture_first=False,
    ),
    Profile(
        name="qwen2.5-vl",
        weights="Qwen/Qwen2.5-VL-7B-Instruct",
        licence="Apache-2.0",
        # Its makers: "absolute coordinates based on the actual input size of the image", which is "the size after
        # processer" (github.com/QwenLM/Qwen3-VL/issues/676).
        convention="absolute_resized",
        limits=_QWEN2_5,
        # "Locate the top right brown cake, output its bbox coordinates using JSON format." and the order of words and
        # picture: github.com/QwenLM/Qwen2.5-VL, cookbooks/spatial_understanding.ipynb.
        prompt="Locate {description}, output its bbox coordinates using JSON format.",
        form="json",
        system="You are a helpful assistant",
        picture_first=False,
    ),
    Profile(
        name="qwen3-vl",
        weights="Qwen/Qwen3-VL-8B-Instruct",
        licence="Apache-2.0",
        # "relative coordinates ranging from 0 to 1000", divided by 1000: github.com/QwenLM/Qwen3-VL,
        # cookbooks/2d_grounding.ipynb, as is the prompt, which goes without a system message and behind the picture.
        convention="relative_1000",
        limits=_QWEN3,
        prompt="Locate {description}, output its bbox coordinates using JSON format.",
        form="json",
    ),
)

PROFILES: Final[Mapping[str, Profile]] = MappingProxyType({profile.name: profile for profile in _PROFILES})
"""The grounding models known by name."""


def profile_of(name: str) -> Profile:
    """The profile of a model.

    Raises:
        ConfigError: there is none of that name.
    """
    found = PROFILES.get(name.strip().lower())
    if found is None:
        near = difflib.get_close_matches(name.lower(), PROFILES, n=1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise ConfigError(
            f"there is no grounding model {name!r}{hint}; known are {', '.join(PROFILES)}. For another one, override the "
            "fixture `grounder` with a VisionGrounder of a Profile of your own"
        )
    return found

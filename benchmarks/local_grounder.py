"""What a grounding model in process takes: time per grounding, and memory.

The model is a Qwen2.5-VL with RANDOM weights: what it answers means nothing, and it hardly ever ends an answer by itself,
so each has all the tokens it may have. On a GPU it has the size of Qwen2.5-VL-7B; without one it is a tiny model, which only
shows that this script runs. It is written to a folder and loaded by the product's own code.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_webagent.geometry import Size
from pytest_webagent.grounding.local import LocalModel
from pytest_webagent.grounding.profiles import PROFILES
from pytest_webagent.messages import Image, Message
from pytest_webagent.observation import Observation
from pytest_webagent.ports import ModelRequest

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from tiny_vision import save_tiny_vision

if TYPE_CHECKING:
    from collections.abc import Sequence

# config.json of Qwen/Qwen2.5-VL-7B-Instruct.
TEXT: Final[dict[str, Any]] = {
    "vocab_size": 152064,
    "hidden_size": 3584,
    "intermediate_size": 18944,
    "num_hidden_layers": 28,
    "num_attention_heads": 28,
    "num_key_value_heads": 4,
    "max_position_embeddings": 128000,
    "initializer_range": 0.02,
    "rms_norm_eps": 1e-06,
    "rope_parameters": {"rope_type": "default", "mrope_section": [16, 24, 24], "rope_theta": 1000000.0},
}
VISION: Final[dict[str, Any]] = {
    "depth": 32,
    "hidden_size": 1280,
    "intermediate_size": 3420,
    "num_heads": 16,
    "out_hidden_size": 3584,
    "fullatt_block_indexes": [7, 15, 23, 31],
    "window_size": 112,
}
VIEWPORT: Final = Size(1280, 720)
REPLY: Final = 64
"""Tokens of an answer: a tool call has about 40, a box in JSON about 50."""
SHAPES: Final = (1, 4, 8)
"""Questions asked at once."""


def request(model: LocalModel) -> ModelRequest:
    """A question as a grounder asks it, about a screenshot of noise."""
    from PIL import Image as Pictures

    fitted = model.limits.fit(VIEWPORT)
    written = io.BytesIO()
    Pictures.effect_noise(fitted, 80).convert("RGB").save(written, "PNG")
    profile = PROFILES["ui-ins"]
    return ModelRequest(
        goal="",
        messages=(
            Message(role="system", text=profile.system),
            Message(
                role="user",
                text=profile.asked("the button that adds the blue mug to the cart"),
                images=(Image(written.getvalue(), "image/png"),),
                images_first=True,
            ),
        ),
        tools=(),
        observation=Observation(generation=1, url="", title="", elements=(), text="", viewport=VIEWPORT),
        seconds_left=600.0,
    )


async def seconds(model: LocalModel, at_once: int, rounds: int) -> tuple[float, int, int]:
    """The median seconds until all of so many questions are answered, and the tokens of one: read and written."""
    asked = request(model)
    found, usage = [], (0, 0)
    for _ in range(rounds):
        begin = time.perf_counter()
        answers = await asyncio.gather(*(model.complete(asked) for _ in range(at_once)))
        found.append(time.perf_counter() - begin)
        usage = answers[0].usage.input_tokens, answers[0].usage.output_tokens
    return statistics.median(found), *usage


def memory(torch: Any) -> str:
    """The most memory that was in use."""
    if torch.cuda.is_available():
        return f"{torch.cuda.max_memory_allocated() / 1e9:.1f} GB of the GPU"
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9:.1f} GB of the machine, all of Python included"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a table."""
    import torch

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (%(default)s)")
    given = parser.parse_args(arguments)
    on_gpu = torch.cuda.is_available()
    with tempfile.TemporaryDirectory() as folder:
        if on_gpu:
            save_tiny_vision(
                Path(folder), "qwen2_5_vl", text=TEXT, vision=VISION, dtype="bfloat16", device="cuda"
            )
            torch.cuda.empty_cache()
            torch.cuda.reset_peak_memory_stats()
            what = f"the size of Qwen2.5-VL-7B, on {torch.cuda.get_device_name()}, bfloat16"
        else:
            save_tiny_vision(Path(folder), "qwen2_5_vl")
            what = f"a TINY model, on {torch.get_num_threads()} CPU threads: figures that say nothing of a real one"
        model = LocalModel(folder, reply_tokens=REPLY)
        begin = time.perf_counter()
        asyncio.run(model.complete(request(model)))
        lines = [f"Random weights, {what}. PyTorch {torch.__version__}.", ""]
        lines += [f"Loading and the first answer: {time.perf_counter() - begin:.1f} s.", ""]
        lines += [
            "| asked at once | seconds until all are answered | tokens read | tokens written | memory |"
        ]
        lines += ["| --- | --- | --- | --- | --- |"]
        for at_once in SHAPES:
            took, read, said = asyncio.run(seconds(model, at_once, given.rounds))
            lines.append(f"| {at_once} | {took:.2f} | {read} | {said} | {memory(torch)} |")
        model.free()
        if on_gpu:
            lines += ["", f"After freeing: {torch.cuda.memory_allocated() / 1e9:.2f} GB of the GPU."]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

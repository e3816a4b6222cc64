"""Vision models of a few kilobytes with random weights, saved as the real ones are: what they say means nothing.

Configuration, preprocessing, special tokens and chat template are those of Qwen2.5-VL and Qwen3-VL; only the layers are
few and narrow, and the tokenizer knows nothing but single bytes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Family: TypeAlias = Literal["qwen2_5_vl", "qwen3_vl"]

_SEED: Final = 5
_SPECIAL: Final = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|object_ref_start|>",
    "<|object_ref_end|>",
    "<|box_start|>",
    "<|box_end|>",
    "<|quad_start|>",
    "<|quad_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|vision_pad|>",
    "<|image_pad|>",
    "<|video_pad|>",
)
# The models' own, as their repositories have it in chat_template.json.
_TEMPLATE: Final = (
    "{% set image_count = namespace(value=0) %}{% set video_count = namespace(value=0) %}"
    "{% for message in messages %}{% if loop.first and message['role'] != 'system' %}"
    "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n{% endif %}"
    "<|im_start|>{{ message['role'] }}\n"
    "{% if message['content'] is string %}{{ message['content'] }}<|im_end|>\n{% else %}"
    "{% for content in message['content'] %}"
    "{% if content['type'] == 'image' or 'image' in content or 'image_url' in content %}"
    "{% set image_count.value = image_count.value + 1 %}"
    "{% if add_vision_id %}Picture {{ image_count.value }}: {% endif %}"
    "<|vision_start|><|image_pad|><|vision_end|>"
    "{% elif content['type'] == 'video' or 'video' in content %}"
    "{% set video_count.value = video_count.value + 1 %}"
    "{% if add_vision_id %}Video {{ video_count.value }}: {% endif %}"
    "<|vision_start|><|video_pad|><|vision_end|>"
    "{% elif 'text' in content %}{{ content['text'] }}{% endif %}{% endfor %}<|im_end|>\n{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
_CLIP: Final = {
    "image_mean": [0.48145466, 0.4578275, 0.40821073],
    "image_std": [0.26862954, 0.26130258, 0.27577711],
}
_HALF: Final = {"image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5]}
PREPROCESSING: Final[dict[Family, dict[str, Any]]] = {
    "qwen2_5_vl": {
        "min_pixels": 3136,
        "max_pixels": 12845056,
        "patch_size": 14,
        "temporal_patch_size": 2,
        "merge_size": 2,
        **_CLIP,
        "image_processor_type": "Qwen2VLImageProcessor",
        "processor_class": "Qwen2_5_VLProcessor",
    },
    "qwen3_vl": {
        "size": {"longest_edge": 16777216, "shortest_edge": 65536},
        "patch_size": 16,
        "temporal_patch_size": 2,
        "merge_size": 2,
        **_HALF,
        "image_processor_type": "Qwen2VLImageProcessorFast",
        "processor_class": "Qwen3VLProcessor",
    },
}
"""What the models' repositories have in preprocessor_config.json."""


def save_tiny_vision(
    folder: Path,
    family: Family,
    *,
    text: Mapping[str, Any] | None = None,
    vision: Mapping[str, Any] | None = None,
    dtype: str = "float32",
    device: str = "cpu",
) -> None:
    """Write model, tokenizer, template and image processor into a folder, in the files the real ones have.

    Args:
        folder: Where to; it need not exist.
        family: Which model it is like.
        text: What the configuration of the language model says otherwise, for one that is not tiny.
        vision: The same for what sees.
        dtype: The type of the weights.
        device: Where they are made; a GPU makes large ones faster.
    """
    import torch
    import transformers

    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = _tokenizer(transformers)
    tokenizer.save_pretrained(folder)
    (folder / "chat_template.json").write_text(json.dumps({"chat_template": _TEMPLATE}))
    (folder / "preprocessor_config.json").write_text(json.dumps(PREPROCESSING[family]))
    config = _config(transformers, family, tokenizer, text or {}, vision or {})
    with torch.random.fork_rng(), torch.device(device):
        torch.manual_seed(_SEED)
        model = transformers.AutoModelForImageTextToText.from_config(config, dtype=getattr(torch, dtype))
    stops = tokenizer.convert_tokens_to_ids(["<|im_end|>", "<|endoftext|>"])
    model.generation_config = transformers.GenerationConfig(
        do_sample=True, temperature=0.1, top_p=0.001, eos_token_id=stops, pad_token_id=stops[1]
    )
    bars = transformers.utils.logging.is_progress_bar_enabled()
    transformers.utils.logging.disable_progress_bar()
    model.save_pretrained(folder)
    if bars:
        transformers.utils.logging.enable_progress_bar()


def _tokenizer(transformers: Any) -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    made = Tokenizer(models.BPE(vocab={letter: at for at, letter in enumerate(letters)}, merges=[]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    return transformers.Qwen2Tokenizer(
        tokenizer_object=made,
        vocab={letter: at for at, letter in enumerate(letters)},
        merges=[],
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        additional_special_tokens=list(_SPECIAL),
    )


def _config(
    transformers: Any, family: Family, tokenizer: Any, more: Mapping[str, Any], seeing: Mapping[str, Any]
) -> Any:
    ids = dict(zip(_SPECIAL, tokenizer.convert_tokens_to_ids(list(_SPECIAL)), strict=True))
    text: dict[str, Any] = {
        "vocab_size": len(tokenizer),
        "hidden_size": 32,
        "intermediate_size": 48,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "num_key_value_heads": 1,
        "max_position_embeddings": 4096,
        "initializer_range": 0.3,
        "bos_token_id": None,
        "eos_token_id": ids["<|im_end|>"],
    }
    vision = {"depth": 2, "hidden_size": 32, "intermediate_size": 48, "num_heads": 2, "out_hidden_size": 32}
    shared = {
        "image_token_id": ids["<|image_pad|>"],
        "video_token_id": ids["<|video_pad|>"],
        "vision_start_token_id": ids["<|vision_start|>"],
        "vision_end_token_id": ids["<|vision_end|>"],
        "tie_word_embeddings": False,
    }
    if family == "qwen2_5_vl":
        text["rope_parameters"] = {
            "rope_type": "default",
            "mrope_section": [2, 3, 3],
            "rope_theta": 1000000.0,
        }
        vision |= {"fullatt_block_indexes": [1], "tokens_per_second": 2}
        return transformers.Qwen2_5_VLConfig(
            text_config=text | dict(more), vision_config=vision | dict(seeing), **shared
        )
    text["head_dim"] = 16
    text["rope_parameters"] = {
        "rope_type": "default",
        "mrope_section": [4, 2, 2],
        "mrope_interleaved": True,
        "rope_theta": 5000000.0,
    }
    vision |= {"deepstack_visual_indexes": [0, 1]}
    return transformers.Qwen3VLConfig(
        text_config=text | dict(more), vision_config=vision | dict(seeing), **shared
    )


def _made(tmp_path_factory: pytest.TempPathFactory, family: Family) -> Path:
    folder = tmp_path_factory.mktemp("models") / f"tiny-{family}"
    save_tiny_vision(folder, family)
    return folder


@pytest.fixture(scope="session")
def tiny_qwen2_5_vl(vision: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny Qwen2.5-VL."""
    return _made(tmp_path_factory, "qwen2_5_vl")


@pytest.fixture(scope="session")
def tiny_qwen3_vl(vision: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny Qwen3-VL."""
    return _made(tmp_path_factory, "qwen3_vl")

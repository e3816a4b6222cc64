"""A CLIP model of a few kilobytes with random weights, saved as real ones are: what it says means nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

_SIDE = 32
_SEED = 11
"""Of weights with which pictures of different colours fit a text differently well, and not all of them not at all."""


def save_tiny_clip(folder: Path) -> None:
    """Write model, tokenizer and image processor into a folder, by the libraries that load them."""
    import torch
    from tokenizers import pre_tokenizers
    from transformers import CLIPConfig, CLIPModel, CLIPProcessor, CLIPTokenizer
    from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

    folder.mkdir(parents=True, exist_ok=True)
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    pieces = [*letters, *(letter + "</w>" for letter in letters), "<|startoftext|>", "<|endoftext|>"]
    vocabulary = {piece: number for number, piece in enumerate(pieces)}
    (folder / "vocab.json").write_text(json.dumps(vocabulary))
    (folder / "merges.txt").write_text("#version: 0.2\n")
    size = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    spread = {"initializer_range": 1.0, "initializer_factor": 1.0}
    config = CLIPConfig(
        text_config={
            **size,
            **spread,
            "vocab_size": len(vocabulary),
            "max_position_embeddings": 77,
            "bos_token_id": vocabulary["<|startoftext|>"],
            "eos_token_id": vocabulary["<|endoftext|>"],
        },
        vision_config={**size, **spread, "image_size": _SIDE, "patch_size": 16},
        projection_dim=8,
    )
    with torch.random.fork_rng():
        torch.manual_seed(_SEED)
        model = CLIPModel(config)
    model.save_pretrained(folder)
    CLIPProcessor(
        image_processor=CLIPImageProcessorPil(
            size={"shortest_edge": _SIDE}, crop_size={"height": _SIDE, "width": _SIDE}
        ),
        tokenizer=CLIPTokenizer(str(folder / "vocab.json"), str(folder / "merges.txt")),
    ).save_pretrained(folder)


@pytest.fixture(scope="session")
def tiny_clip(vision: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny CLIP model."""
    folder = tmp_path_factory.mktemp("models") / "tiny-clip"
    save_tiny_clip(folder)
    return folder

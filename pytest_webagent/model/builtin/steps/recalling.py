"""What a run is asked of its own deeds: to what the last thing was done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.claims.citations import Told
from pytest_webagent.claims.explanation import content
from pytest_webagent.language import lexicon
from pytest_webagent.language.terms import stem, term_set
from pytest_webagent.model.builtin import instruction as say
from pytest_webagent.model.builtin.closing import Closing

if TYPE_CHECKING:
    from pytest_webagent.model.builtin.progress import Scene

_READING = (say.Ask, say.Check, say.Find, say.WaitFor, say.ScrollTo)


def done_to(scene: Scene, question: str) -> Told | None:
    """The thing of a list to which was done what a question ends with: "whose password was reset", "the place you saved".

    None where it asks for anything else, or nothing on the page is what it was done to.
    """
    look, progress = scene.finder.look, scene.progress
    done = [each for each in progress.instructions[: progress.index] if not isinstance(each, _READING)]
    said = look.tokens(question)
    if not done or len(said) < 2 or said[0].word not in ("whose", "which", "what"):
        return None
    deed, verb = term_set(done[-1].said), stem(said[-1].word)
    wanted, free = content(look, said)
    of = wanted - free - lexicon.NAMES - {verb}
    found = [
        (name, each.kinds | each.words | term_set(" ".join(item.phrases())))
        for each in look.listings
        for item in each.items
        if (name := look.lists.name(item)) is not None and name.said == progress.remembered
    ]
    if verb not in deed or len(found) != 1:
        return None
    name, texts = found[0]
    # "Whose password" names what was done to it, "which place" what it is.
    if not of <= (deed if said[0].word == "whose" else texts):
        return None
    shown = Closing(scene).told().evidence
    return Told(name.said, (*scene.answers.citing.says(name.said, name.at).evidence, *shown))

"""The recordings of one attempt at a test: those that are replayed, and those that are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_webagent.errors import ConfigError
from pytest_webagent.recording.answer_text import sources_of
from pytest_webagent.recording.capture import Capture
from pytest_webagent.recording.healing import Healer
from pytest_webagent.recording.recorded_answer import NotRecordedError
from pytest_webagent.recording.replay import Replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_webagent.agent.assignment import Assignment
    from pytest_webagent.agent.run import Run
    from pytest_webagent.recording.playwright_flow import Flow
    from pytest_webagent.recording.recording import Recording

BUILTIN = "builtin"
"""The name of the model that is code: a run of it asks nobody, so that it needs no recording."""


class Recordings:
    """Replays what is known, and records what is not, run by run in the order of the test."""

    def __init__(
        self,
        mode: str,
        known: Iterable[Recording] = (),
        *,
        place: str = "",
        learns: bool = False,
        heals: str = "off",
        flow: Flow | None = None,
    ) -> None:
        """Begin an attempt.

        `mode` is ``none``, ``missing`` or ``all``: record nothing, what is not known, or everything anew; with ``verify``
        nothing, and a second opinion is asked for on what is replayed. `known` are the
        recordings there are; `place` is where they are kept, for messages; `learns` says that they are replayed for the
        first time; `heals` is ``off``, or what becomes of heals, ``propose`` or ``apply``; `flow` is what replays are to be
        written to as code.
        """
        self.flow = flow
        self.mode = mode
        self.known = tuple(known)
        """All that there are."""
        self._known = [] if mode == "all" else list(self.known)
        self._place = place
        self._learns = learns
        self.heals = heals
        """What becomes of elements that are not to be found as they were recorded."""
        self._runs: list[Recording | Capture] = []
        self._replays: list[Replay] = []
        self._kept: list[Recording] = []
        """What they replay, as it is kept."""
        self._failed = False
        self._live = False

    @property
    def is_new(self) -> bool:
        """Whether something was recorded, and nothing went wrong."""
        return not self._failed and any(isinstance(each, Capture) for each in self._runs)

    def instead_of(self, run: Run) -> Replay | None:
        """The replay of a run, or None, which begins to record it if runs are recorded.

        Raises:
            ConfigError: there is no recording of it, and none is to be made.
        """
        asked = run.assignment
        kept, found = self._found(asked)
        if kept is not None and found is not None:
            self._known.remove(kept)
            self._runs.append(found)
            # A grounder is a model, too.
            grounds = self.mode != "none"
            healer = (
                Healer(asked.context, found, asked.asked, grounds=grounds) if self.heals != "off" else None
            )
            verifier = run.verifier if self.mode == "verify" else None
            watch = None if self.flow is None else self.flow.watch(found, asked)
            self._replays.append(
                Replay(found, asked, learns=self._learns, healer=healer, verifier=verifier, watch=watch)
            )
            self._kept.append(kept)
            return self._replays[-1]
        if self.mode in ("missing", "all"):
            self._runs.append(Capture(run))
        elif self.mode == "none" and run.result().model != BUILTIN:
            raise ConfigError(
                f"there is no recording of {asked.asked!r} in {self._place}, and no model is asked: have it recorded where "
                "the model can be reached, with --webagent-record=missing, and keep the file with the test; or, to have the "
                "model asked here each time, say --webagent-record=off (none is the default where CI is set)"
            )
        return None

    def _found(self, asked: Assignment) -> tuple[Recording, Recording] | tuple[None, None]:
        """The recording of a run as it is kept, and with what varies as the run has it."""
        of_kind = [each for each in self._known if each.kind == asked.ending.kind]
        # Any two questions differ in something: what varies is only learned of a run that no recording is of as it is.
        for learns in (False, True) if self._learns else (False,):
            fitting = ((each, each.for_run(asked.asked, learns=learns)) for each in of_kind)
            found = [(each, now) for each, now in fitting if now is not None]
            if found:
                return min(found, key=lambda pair: pair[0] is not pair[1])
        return None, None

    def ended(self, run: Run, *, reached: bool) -> None:
        """A run that is not a replay has come to its end."""
        for each in self._runs[-1:]:
            if isinstance(each, Capture):
                each.end()
        self._failed = self._failed or not reached
        self._live = True

    @property
    def failed(self) -> bool:
        """Whether a run that was no replay did not reach its goal."""
        return self._failed

    @property
    def unrecorded(self) -> bool:
        """Whether code did what has no recording, where only recordings were to be replayed."""
        return self.mode == "none" and self._live

    @property
    def all_replayed(self) -> bool:
        """Whether all runs so far were replays."""
        return bool(self._replays) and not self._live

    def recorded(self, *, looks: bool) -> list[Recording]:
        """All runs of the attempt as recordings; `looks` says whether with what only showed something.

        Raises:
            NotRecordedError: one of them cannot be recorded.
        """
        told: list[Recording] = []
        for each in self._runs:
            made = each.recording(looks=looks) if isinstance(each, Capture) else each
            # What was only read is read again; a text of its own would hold whatever the page says.
            if made is each or made.steps or made.kind != "run" or sources_of(made.answer):
                told.append(made)
                continue
            raise NotRecordedError(f"nothing was done for {made.asked!r}, so that there is nothing to replay")
        return told

    def learned(self) -> list[Recording]:
        """The recordings that were replayed, with what the replays have learned."""
        return [each.recording_learned() for each in self._replays]

    @property
    def has_replayed_all(self) -> bool:
        """Whether all recordings there are were replayed to their end."""
        return len(self._replays) == len(self.known) and self._reached

    @property
    def _reached(self) -> bool:
        return all(each.result().status == "done" for each in self._replays)

    @property
    def has_healed(self) -> bool:
        """Whether a step was done at what its element has become, and all was replayed to its end."""
        return any(each.healed for each in self._replays) and self._reached

    def healed(self) -> list[Recording]:
        """All recordings there are, those that were replayed with the steps as they were done."""
        now: dict[int, Recording] = {}
        for kept, replay in zip(self._kept, self._replays, strict=True):
            healed = replay.recording_healed()
            own = dict(zip(healed.varies, kept.varies, strict=True))
            now[id(kept)] = healed if replay.recording is kept else healed.varied(own)
        return [now.get(id(each), each) for each in self.known]

    @property
    def replayed(self) -> Sequence[Replay]:
        """The replays so far."""
        return self._replays

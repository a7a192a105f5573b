"""Drive the game from one decision to the next: record it, act it out, begin the next work."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from controller.games.game import DiceRolled, GoOn, PieceMoved, Requirement
from controller.table.core.computer_turns import next_thought
from controller.table.core.context import TableContext
from controller.table.core.phases import WANTED, Phase, Signal
from controller.table.core.record.entries import (
    Controlled,
    DiceThrown,
    Event,
    MovePlayed,
    PairingEnded,
    ProgramsTaken,
    RowPlayed,
)
from controller.table.core.requirements import asked_of, computers, faces_from_seed, numbers_of, thrower
from controller.table.core.row_timing import until_go, wait_for_row
from controller.table.core.screen_hands import ScreenHands
from controller.table.core.state import TableState
from controller.table.core.worker import Work
from controller.table.motion.hand_tasks import HandTask, hand_notices, tasks
from controller.table.motion.motion_plan import Failures
from controller.table.motion.robot_reassignment import answering
from controller.table.perception.camera_work import CameraWork
from controller.table.perception.differences import expected_pose
from controller.table.view.notices import failure_notices

FRESH_S = 1.5
"""A look that is older than this does not count any more: a hand may have moved a golem since. While a row waits for
its time, the cards and golems are looked at more often."""
WAITED_S = 0.5
"""The same where people say when the row goes."""


class GameFlow:
    """Plays one game for the table's actor, which alone calls it. Whatever is recorded may raise JournalFailed."""

    def __init__(
        self, context: TableContext, looking: CameraWork | None, stage: CameraWork | None, screen_hands: ScreenHands
    ) -> None:
        """Take ``looking`` for looks at pieces and cards, ``stage`` for looks at the mat of a small fleet."""
        self._game = context.game
        self._tabletop = context.tabletop
        self._ledger = context.ledger
        self._fleet = context.fleet
        self._grid = context.playfield.grid
        self._settings = context.settings
        self._computer_players = context.computer_players
        self._memory = context.memory
        self._driving = context.driving
        self._worker = context.worker
        self._guard = context.guard
        self._looking = looking
        self._screen_hands = screen_hands
        self._acting = context.playfield.acting
        self._reading = stage if self._acting is not None and self._acting.stage.programmed else looking

    @property
    def _state(self) -> TableState:
        return self._ledger.state

    @property
    def busy(self) -> bool:
        """Whether work is under way."""
        return self._worker.busy

    def drive(self, work: Work) -> None:
        """Robots drive, watched over."""
        if self._settings.guard:
            self._guard.start()
        self._worker.begin(work)

    def next(self) -> None:
        """Begin what the game asks for next."""
        requests = self._game.requests(self._state.game)
        self._memory.ready_cards = {}
        self._memory.go_at = None
        self._memory.reading_again = frozenset()
        self._memory.go_wanted = False
        self._memory.die = None
        self._ledger.signal(WANTED[requests[0].requirement])

    def roll(self, faces: Mapping[str, str]) -> None:
        """Take what the players' dice show."""
        if self._tabletop.dice == "turn":
            self._act(DiceRolled(faces))
            return
        self._ledger.write(DiceThrown(dict(faces)))
        self.next()
        self.start_work()

    # Rows and motions

    def go(self, fresh_s: float = FRESH_S) -> None:
        """Have the next row acted out, if one is ready and the golems stand where they should.

        A look of the last `fresh_s` seconds says whether they do; else it is looked once more.
        """
        if self._state.phase.shown is not Phase.READY:
            return
        if self._memory.reading_again:
            self.start_work()
            return
        self._memory.go_wanted = self._looking is not None and self._tabletop.pieces_drive
        if not self._memory.go_wanted:
            self._act(GoOn())
        elif self._seen_within(fresh_s):
            self.go_as_seen()
        else:
            self.start_work()

    def go_as_seen(self) -> None:
        """Have the row acted out from where the last look showed the golems."""
        self._memory.go_wanted = False
        self._ledger.seen(self._memory.stands)
        self._act(GoOn())

    def _seen_within(self, seconds: float) -> bool:
        """Whether a look has just shown that all stand where they should."""
        seen_at = self._memory.stands_at
        return seen_at is not None and asyncio.get_running_loop().time() - seen_at <= seconds

    def move(self, player: str, move: str) -> None:
        """Play a player's legal move of a piece."""
        self._act(PieceMoved(player, move))

    def pair(self) -> None:
        """Have the robots show which golem they carry."""
        self.cancel_work()
        self._worker.begin(self._driving.pairing(answering(self._state, self._fleet)))

    def _act(self, decision: DiceRolled | PieceMoved | GoOn) -> None:
        """Record what was decided with what comes of it, and have it acted out."""
        self.cancel_work()
        self._memory.reread = ()
        before = self._state.game
        step = self._game.advance(before, decision)
        number, row = numbers_of(self._tabletop, self._state, step.state)
        events = tuple(dict(self._game.event_json(event)) for event in step.events)
        self._ledger.write(_played(decision, number, row, events))
        if self._acting is not None:
            post = self._worker.post
            self.drive(self._acting.row(before, step, self._guard, post, post))
        elif self._tabletop.pieces_drive:
            stands = {name: expected_pose(stand, self._grid) for name, stand in self._game.stands(before).items()}
            poses = {name: self._state.seen.get(name, pose) for name, pose in stands.items()}
            self.drive(self._driving.row(self._game.motion_groups(before, step.events), poses))
        else:
            # What hands have to do follows from where the pieces stand.
            self._worker.begin(self._driving.row((), {}))

    def tell_failures(self, failures: Failures) -> None:
        """Say which robots did not do their part."""
        if any(failures):
            self._ledger.tell(failure_notices(failures))

    def homed(self, failures: Failures) -> None:
        """Take the end of a fleet's way to its cells; while not all have arrived, the game waits for people."""
        if not failures:
            self._ledger.signal(Signal.HOMED)
        else:
            self._fleet.pause()
            self._ledger.tell(failure_notices(failures, "stage-stuck"))
            self._ledger.write(Controlled("pause"))
        self.start_work()

    # Work: one task at a time

    def start_work(self) -> None:
        """Begin what is to be done now, instead of what was under way."""
        if self._state.paused:
            return
        if self._state.pairing:
            # It failed; what people asked for since begins instead.
            self._ledger.write(PairingEnded())
        self.cancel_work()
        phase = self._state.phase
        deciding = self._computers(Requirement.MOVE if phase is Phase.MOVE else Requirement.PROGRAMS)
        thought = next_thought(self._state, deciding, self._computer_players, self._settings.reveal_s)
        if thought is not None:
            self._worker.begin(thought)
            return
        match phase.shown:
            case Phase.OVER:
                pass
            case Phase.MOVE | Phase.HANDS:
                self._watch_people()
            case Phase.DICE if thrower(self._game, self._state) is not None:
                self._watch_people()
            case Phase.DICE if self._settings.dice == "seed":
                self._throw()
            case Phase.READY:
                self._wait_for_row()
            case Phase.PROGRAMS if self._screen_hands.used:
                if self._screen_hands.locked():
                    self.next()
                    self.start_work()
            case Phase.PROGRAMS if not self._tabletop.programs_together:
                self._collect_programs()
            case _:
                self._look()

    def _watch_people(self) -> None:
        """Look at what people have to do; without an eye they have to say that it is done."""
        if self._looking is not None:
            self._worker.begin(self._looking.again)

    def _throw(self) -> None:
        """Throw the dice on the screen, or wait for whose turn it is; the computer throws after a moment."""
        if self._tabletop.dice == "round" or self._state.phase is Phase.ROLLING:
            self.roll(faces_from_seed(self._game, self._tabletop, self._state))
        elif set(self._asked(Requirement.DICE)) <= set(self._computers(Requirement.DICE)):
            self._worker.begin(until_go(asyncio.get_running_loop().time() + self._settings.reveal_s))

    def _wait_for_row(self) -> None:
        """Wait until the next row is to be played, and watch the locked cards."""
        look = None if self._looking is None else self._looking.once
        if self._memory.go_wanted and look is not None:
            self._worker.begin(look)
            return
        waiting = wait_for_row(self._game, self._state, self._settings, self._memory, look)
        if waiting is not None:
            self._worker.begin(waiting)

    def _collect_programs(self) -> None:
        """Take the programs once all are there; until then look for the next one."""
        # Where robots drive next, no card may lie.
        free = self._acting is None or not self._memory.locked
        if free and set(self._asked(Requirement.PROGRAMS)) <= set(self._state.committed):
            self._ledger.write(ProgramsTaken(dict(self._state.committed)))
            self.next()
            self.start_work()
        elif self._reading is not None:
            self._worker.begin(self._reading.again)

    def _look(self) -> None:
        """Look at the table, where there is an eye."""
        if self._looking is not None:
            self._worker.begin(self._looking.once)
        elif self._state.phase.shown in (Phase.SETUP, Phase.CHECK):
            self._unseen()

    def _asked(self, requirement: Requirement) -> tuple[str, ...]:
        return asked_of(self._game, self._state, requirement)

    def _computers(self, requirement: Requirement) -> Mapping[str, str]:
        return computers(self._game, self._tabletop, self._state, requirement)

    def _unseen(self) -> None:
        """Go on without a look: people are asked for what no robot does, and are believed. A fleet goes home first."""
        if self._acting is not None and self._acting.waits and self._state.phase.drives_home:
            self.drive(self._acting.home(self._state.game, self._guard))
            return
        todo: tuple[HandTask, ...] = ()
        if self._settings.pieces == "hands":
            todo = tasks(self._state.laid, self._tabletop.laid(self._state.game))
        self._ledger.tell(hand_notices(self._tabletop, todo))
        if todo:
            self._ledger.signal(Signal.NEEDS_HANDS)
        elif self._game.outcome(self._state.game) is not None:
            self._ledger.signal(Signal.ENDED)
        else:
            self.next()
        self.start_work()

    def confirm(self) -> None:
        """People did what they were asked to in robots' stead."""
        for name in self._ledger.asked:
            if name in self._fleet:
                self._fleet[name].confirm()

    def forget_work(self) -> None:
        """Give up what was found while the game is paused: a program for somebody who does not play any more."""
        if self._state.paused:
            self.cancel_work()
            self._memory.deferred = None

    def cancel_work(self) -> None:
        """Give up what is under way, unless robots act out a row."""
        if self._state.phase.shown is not Phase.ROW:
            self._worker.cancel()


def _played(
    decision: DiceRolled | PieceMoved | GoOn, number: int, row: int, events: tuple[Event, ...]
) -> DiceThrown | MovePlayed | RowPlayed:
    """Return what is recorded of a decision and of what came of it."""
    match decision:
        case DiceRolled(faces):
            return DiceThrown(dict(faces), number, row, events)
        case PieceMoved(player, move):
            return MovePlayed(player, move, number, row, events)
        case GoOn():
            return RowPlayed(number, row, events)

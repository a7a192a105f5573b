"""What the eye sees, taken by the table: its golems, its dice, its programs, and whether locked cards lie still."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from boards.geometry import Cell, Pose
from boards.kit.thing_keys import GolemKey
from controller.games.game import Requirement
from controller.table.core.context import TableContext
from controller.table.core.phases import Phase, Signal
from controller.table.core.record.entries import HandLaid, ProgramsLocked
from controller.table.core.record.ledger import Ledger
from controller.table.core.record.recorded_text import recorded_text
from controller.table.core.requirements import asked_of, programmers
from controller.table.core.row_timing import watched_rows
from controller.table.core.state import TableState
from controller.table.core.transient_state import TransientState
from controller.table.core.worker import Work
from controller.table.perception.card_statements import with_statements
from controller.table.perception.differences import Comparison, compare, tokens_lying
from controller.table.perception.hand_status import Hand, hand_of
from controller.table.perception.program_lock import Watch, lock, locked_programs, sums, watch
from controller.table.perception.program_reading import TableReading, read_table
from controller.table.perception.reading_again import read_again
from controller.table.perception.ready_cards import ReadyCard, seen_again
from controller.table.view.notices import (
    camera_bumped,
    camera_late,
    camera_out,
    die_unread,
    die_unseen,
    drive_faults,
    places_unsure,
    ready_left,
    ready_unread,
    trouble_notice,
    walled_in,
)
from controller.table.view.view import Notice
from controller.vision.scene import Scene

MOVED_MM = 5.0
"""A golem that is seen so far from where it was has been moved."""
BUMP_TOLD_S = 8.0
"""How long people are told that the camera was bumped."""
UNSURE_MM = 3.0
"""Golems whose places are not surer than this are driven with too little care; people are told."""
ESTIMATED_FRAMES = 150
"""After so many pictures the estimate of a lens is as good as what lies on the table lets it be."""


@dataclass(frozen=True)
class Effect:
    """What comes after a look; nothing of it: the work of the phase goes on, which may be another look."""

    drive: Work | None = None
    """Robots have to drive."""
    faces: Mapping[str, str] | None = None
    """All dice are thrown, and show this."""
    move: tuple[str, str] | None = None
    """A player made this legal move on the board."""
    go: bool = False
    """The row that is ready goes."""
    go_on: bool = False
    """The game may ask for what it wants next."""


LOOK_AGAIN = Effect()


def _by_key(lying: Sequence[tuple[str, Cell]]) -> dict[str, tuple[str, ...]]:
    """Return the cells of tokens by their keys in files (`walls`), sorted."""
    kinds = sorted({kind for kind, _cell in lying})
    return {f"{kind}s": tuple(str(cell) for each, cell in sorted(lying) if each == kind) for kind in kinds}


def _places_unsure(scene: Scene) -> tuple[Notice, ...]:
    """Return a notice if a golem's place is not sure enough."""
    unsure = [seen.within_mm or 0.0 for seen in scene.things if isinstance(seen.thing, GolemKey)]
    return (places_unsure(max(unsure)),) if unsure and max(unsure) > UNSURE_MM else ()


def picture_in_order(scene: Scene, ledger: Ledger, memory: TransientState, now: float) -> bool:
    """Whether something may follow from a look at the table; people are told what is wrong with it."""
    if scene.settled and scene.camera_moved:
        memory.bumped_until = now + BUMP_TOLD_S
    bumped = (camera_bumped(),) if now < memory.bumped_until else ()
    unsure = _places_unsure(scene) if scene.settled and scene.frame >= ESTIMATED_FRAMES else ()
    late = memory.drives.latency.told_s
    faults = (*(() if late is None else (camera_late(late),)), *drive_faults(memory.drives.faults()), *unsure)
    ledger.standing_notices = (*bumped, *faults) if scene.trouble else (*bumped, *map(camera_out, scene.blind), *faults)
    if scene.trouble:
        ledger.tell(tuple(trouble_notice(trouble, scene.blind) for trouble in scene.trouble))
    return scene.settled and not scene.trouble


class GolemPerception:
    """Takes looks for the table's actor, writes down what they change, and says what follows."""

    def __init__(self, context: TableContext, chance: random.Random) -> None:
        """``chance`` salts the commitments to the programs."""
        self._game = context.game
        self._tabletop = context.tabletop
        self._ledger = context.ledger
        self._kit = context.playfield.kit
        self._grid = context.playfield.grid
        self._settings = context.settings
        self._memory = context.memory
        self._driving = context.driving
        self._guard = context.guard
        self._chance = chance

    @property
    def _state(self) -> TableState:
        return self._ledger.state

    def looked(self, scene: Scene, now: float) -> Effect:
        """Return what follows from a look at the table; ``now`` on the loop's clock, s."""
        if not picture_in_order(scene, self._ledger, self._memory, now):
            return LOOK_AGAIN
        reading = with_statements(read_table(scene, self._kit), self._state.said)
        self._memory.watch = watch(self._memory.watch, watched_rows(self._game, self._state), scene)
        if self._memory.reading_again:
            self._read_again(reading, scene)
        differences = self._differences(reading)
        self._note(differences, now)
        match self._state.phase.shown:
            case Phase.SETUP | Phase.CHECK | Phase.DIFFERS:
                return self._checked(differences)
            case Phase.DICE:
                return self._dice_read(reading)
            case Phase.PROGRAMS:
                return self._programs_read(reading, scene)
            case Phase.READY:
                self._ledger.tell((*self._memory.watch.notices, *self._memory.reread))
                if self._memory.watch.breaches:
                    self._ledger.signal(Signal.ASTRAY)
                else:
                    return self._ready(differences)
        return LOOK_AGAIN

    def _read_again(self, reading: TableReading, scene: Scene) -> None:
        """Take locked cards as they lie now, as somebody wants it."""
        players, self._memory.reading_again = self._memory.reading_again, frozenset()
        entry, self._memory.reread = read_again(self._tabletop, self._state, players, reading, scene, self._chance)
        if entry is not None:
            self._ledger.write(entry)
            self._memory.watch = Watch()

    def _note(self, found: Comparison, now: float) -> None:
        """Bear in mind whether all stand where they should: nobody drives from where he does not stand."""
        right = found.same and not self._driving.with_robots(found.corrections)
        self._memory.stands_at, self._memory.stands = (now, found.poses) if right else (None, {})

    def _ready(self, found: Comparison) -> Effect:
        """Return what follows from a look before a row."""
        corrections = self._driving.with_robots(found.corrections)
        if not found.same:
            self._ledger.tell(found.notices)
            self._ledger.signal(Signal.ASTRAY)
        elif corrections and self._memory.corrections < self._settings.corrections:
            if self._memory.go_wanted:
                return Effect(drive=self._driving.corrections(replace(found, corrections=corrections)))
        else:
            self._memory.stands = found.poses
            return Effect(go=self._memory.go_wanted)
        return LOOK_AGAIN

    def _tokens(self) -> dict[Cell, str]:
        """Return the tokens that the mat must show, by cell."""
        return {Cell.parse(token.spot): token.kind for token in self._tabletop.tokens(self._state.game)}

    def _differences(self, reading: TableReading) -> Comparison:
        ghosts = [golem for golem, by in self._state.replaced.items() if by == "ghost"]
        living = self._game.stands(self._state.game)
        stands = {name: stand for name, stand in living.items() if name not in ghosts}
        tokens = self._tokens()
        playing = self._game.stands(self._state.start)
        self._memory.lying = _by_key(tokens_lying(reading, self._grid))
        self._memory.cells_unread = reading.cells_unread
        fallen = tuple(name for name in playing if name not in living)
        # A ghost plays on the screen only: its body is not wanted on the board.
        ghosts = [name for name in ghosts if name in living]
        absent = (*(name for name in self._state.players if name not in playing), *ghosts)
        return compare(reading, stands, tokens, fallen, self._grid, self._settings.tolerance, absent)

    def _checked(self, found: Comparison) -> Effect:
        found = replace(found, notices=(*self._memory.watch.notices, *found.notices))
        # Only robots drive; a golem without one is put right by hand, and need not stand as exactly.
        with_robots = self._driving.with_robots
        found = replace(found, corrections=with_robots(found.corrections), astray=with_robots(found.astray))
        self._ledger.seen(found.poses)
        over = self._game.outcome(self._state.game) is not None
        only_golems = all(notice.code == "golem-astray" for notice in found.notices)
        homing = self._state.phase.drives_home and only_golems
        if self._state.phase.shown is Phase.CHECK and over:
            # Who has won is clear; nobody needs to stand exactly any more.
            self._ledger.tell(())
            self._ledger.signal(Signal.ENDED)
        elif found.astray and homing and (way := self._way_home(found)) is not None:
            self._as_people_left_it()
            return Effect(drive=way)
        elif not found.same:
            walled = self._memory.walled_in if homing else ()
            self._ledger.tell((*(walled_in(name) for name in walled), *found.notices))
            if self._state.phase.shown is Phase.CHECK:
                self._ledger.signal(Signal.ASTRAY)
        elif found.corrections and self._memory.corrections < self._settings.corrections:
            self._ledger.tell(())
            self._as_people_left_it()
            return Effect(drive=self._driving.corrections(found))
        elif self._state.phase.shown is Phase.DIFFERS:
            self._memory.corrections = 0
            self._ledger.signal(Signal.MENDED)
        elif not self._memory.watch.doubtful:
            self._guard.in_order()
            self._ledger.tell(())
            return Effect(go_on=True)
        return LOOK_AGAIN

    def _as_people_left_it(self) -> None:
        """Take a field as in order on which people have put tokens right: what they took off is no hand."""
        if self._state.phase.shown is Phase.DIFFERS:
            self._guard.in_order()

    def _way_home(self, found: Comparison) -> Work | None:
        if self._memory.corrections >= 4 * self._settings.corrections:
            return None
        if self._memory.walled_in and not _moved(self._memory.walled_at, found.poses):
            return None
        self._memory.walled_in = ()
        playing = self._game.stands(self._state.game)
        return self._driving.home(found, tuple(playing), frozenset(self._tokens()))

    def _dice_read(self, reading: TableReading) -> Effect:
        wanted = asked_of(self._game, self._state, Requirement.DICE)
        told = [die_unread(name, why) for name, why in reading.dice_unread.items() if name in wanted]
        if self._state.phase is Phase.ROLLING:
            told += [die_unseen(name) for name in wanted if name not in (*reading.dice, *reading.dice_unread)]
        self._ledger.tell(tuple(told))
        faces = {name: face for name, face in sorted(reading.dice.items()) if name in wanted}
        if self._state.phase is Phase.ROLLING and len(faces) == len(wanted):
            return Effect(faces=faces)
        return LOOK_AGAIN

    def _programs_read(self, reading: TableReading, scene: Scene) -> Effect:
        wanted = programmers(self._game, self._state)
        computers = [name for name in wanted if name in self._state.seats]
        hands = {name: hand_of(self._game, self._state.game, reading, name) for name in wanted if name not in computers}
        for name, hand in hands.items():
            self._show_hand(name, hand)
        unread = {name: why for name, why in reading.ready_unread.items() if name in hands}
        self._memory.ready_cards = cards = seen_again(self._memory.ready_cards, hands, reading.ready, unread)
        left = [name for name in reading.ready if name in hands and cards[name] is ReadyCard.LEFT]
        self._ledger.tell((*map(ready_left, left), *(ready_unread(name, why) for name, why in unread.items())))
        programs = {name: list(hand.rows) for name, hand in hands.items() if hand.rows is not None}
        by_cards = self._settings.lock == "ready-cards" and all(cards[name] is ReadyCard.LAID for name in hands)
        if len(programs) == len(hands) and (self._state.phase is Phase.LOCKING or by_cards):
            programs |= {name: list(self._state.committed[name]) for name in computers}
            locks = lock(programs, reading.laid, scene, self._chance)
            self._ledger.write(ProgramsLocked(sums(locks)))
            self._ledger.write(locked_programs(programs, locks))
            return Effect(go_on=True)
        return LOOK_AGAIN

    def _show_hand(self, name: str, hand: Hand) -> None:
        view = hand.view
        if self._state.hands.get(name) != view:
            self._ledger.write(
                HandLaid(name, view.cards, view.rows_laid, view.complete, tuple(map(recorded_text, view.problems)))
            )


def _moved(before: Mapping[str, Pose], now: Mapping[str, Pose]) -> bool:
    """Whether golems stand otherwise than before, by more than a look's own error."""
    return {*before} != {*now} or any(before[name].point.distance(pose.point) > MOVED_MM for name, pose in now.items())

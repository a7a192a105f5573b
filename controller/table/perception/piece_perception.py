"""Take what the camera sees of a game of pieces: moves by hand, pieces in the wrong place, dice.

Nothing follows from one look alone: a hand on its way puts pieces down and hides others.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.geometry import Pose, wrap_degrees
from boards.kit.piece_set import PieceSet
from boards.kit.thing_keys import DieKey
from controller.games.game import Requirement
from controller.games.game_registry import AnyTabletop
from controller.table.core.phases import Phase, Signal
from controller.table.core.record.entries import PiecesPlaced
from controller.table.core.record.ledger import Ledger
from controller.table.core.requirements import asked_of
from controller.table.core.settings import Settings
from controller.table.core.state import TableState
from controller.table.core.transient_state import TransientState
from controller.table.motion.hand_tasks import HandTask, hand_notices, tasks
from controller.table.perception.board_reading import BoardReading, called, named, read_board, still_ghosts
from controller.table.perception.golem_perception import LOOK_AGAIN, Effect, picture_in_order
from controller.table.perception.hand_moves import hand_move
from controller.table.perception.step_perception import StepPerception
from controller.table.view.table_messages import say
from controller.table.view.view import Notice
from controller.vision.scene import Scene, Seen
from controller.vision.unread.remedies import WHY_WORDS

SURE = 1
"""What the board shows counts when it was so in as many looks before."""
PATIENT = 2
"""What is wrong with it is told later: a hand that is still over it hides pieces."""

MOVED_MM = 10.0
TURNED_DEGREES = 8.0
"""A die that was thrown lies at least so far from where it lay, or is turned by so much, or shows another face."""


class PiecePerception:
    """Takes looks for the table's actor, as `Seeing` does for golems."""

    def __init__(
        self, tabletop: AnyTabletop, ledger: Ledger, pieces: PieceSet, settings: Settings, memory: TransientState
    ) -> None:
        self._tabletop = tabletop
        self._ledger = ledger
        self._pieces = pieces
        self._settings = settings
        self._memory = memory
        self._programs = StepPerception(tabletop, ledger, memory)

    @property
    def _state(self) -> TableState:
        return self._ledger.state

    def looked(self, scene: Scene, now: float) -> Effect:
        """Return what follows from a look at the table; ``now`` on the loop's clock, s."""
        if not picture_in_order(scene, self._ledger, self._memory, now):
            return LOOK_AGAIN
        if self._state.phase.shown is Phase.DICE:
            return self._dice(scene)
        if self._state.phase.shown is Phase.PROGRAMS:
            self._programs.read(scene)
            return LOOK_AGAIN
        if self._settings.pieces == "ghosts":
            return self._unseen()
        reading = read_board(scene, self._pieces, self._tabletop.headings)
        self._memory.held = self._memory.held + 1 if reading == self._memory.board else 0
        self._memory.board = reading
        match self._state.phase.shown:
            case Phase.SETUP | Phase.CHECK:
                return self._checked(reading)
            case Phase.HANDS if self._memory.held >= SURE:
                return self._helped(reading)
            case Phase.MOVE if self._memory.held >= SURE:
                return self._moved(reading)
        return LOOK_AGAIN

    def _unseen(self) -> Effect:
        """Go on without a look at the board: the pieces are on the screen only."""
        if self._state.phase.shown not in (Phase.SETUP, Phase.CHECK):
            return LOOK_AGAIN
        if self._over():
            self._ledger.signal(Signal.ENDED)
            return LOOK_AGAIN
        return Effect(go_on=True)

    def _over(self) -> bool:
        return self._tabletop.game.outcome(self._state.game) is not None

    def _wanted(self) -> Mapping[str, str]:
        return self._tabletop.laid(self._state.game)

    def _ghosts(self, reading: BoardReading) -> tuple[str, ...]:
        return still_ghosts(self._tabletop, reading.standing, self._wanted(), self._state.ghosts)

    def _todo(self, reading: BoardReading) -> tuple[HandTask, ...]:
        """Return what hands have to do, so that the board is the game's."""
        ghosts = self._ghosts(reading)
        visible = {name: place for name, place in self._wanted().items() if name not in ghosts}
        todo = tasks(named(self._tabletop, reading.standing, visible), visible)
        return tuple(HandTask(called(task.piece), task.origin, task.target) for task in todo)

    def _checked(self, reading: BoardReading) -> Effect:
        todo = self._todo(reading)
        # A ghost that was found, or left the game, is none any more: that is on record once hands were waited for.
        ghosts_stay = self._ghosts(reading) == self._state.ghosts
        if todo or reading.doubtful or not ghosts_stay:
            self._tell(reading, todo)
            self._ledger.signal(Signal.NEEDS_HANDS)
            return LOOK_AGAIN
        self._ledger.tell(())
        if self._over():
            self._ledger.signal(Signal.ENDED)
            return LOOK_AGAIN
        return Effect(go_on=True)

    def _helped(self, reading: BoardReading) -> Effect:
        """People put pieces where the game has them; who says that it is done is believed of what can't be seen."""
        todo = self._todo(reading)
        missing = [task for task in todo if task.origin is None]
        ghosts = self._ghosts(reading)
        confirmed = self._state.phase is Phase.CONFIRMED
        if confirmed and len(missing) == len(todo) and not reading.doubtful:
            ghosts, todo = tuple(sorted({*ghosts, *(task.piece for task in missing)})), ()
        if todo or reading.doubtful:
            still = (Notice("hand-still", "warning", say("hand-still")),) if confirmed else ()
            if still or not self._told_still(todo):
                self._tell(reading, todo, still)
            if confirmed:
                self._ledger.signal(Signal.NOT_DONE)
            return LOOK_AGAIN
        self._ledger.write(PiecesPlaced(dict(self._wanted()), ghosts))
        self._ledger.tell(self._ghost_notices(ghosts))
        return LOOK_AGAIN

    def _moved(self, reading: BoardReading) -> Effect:
        """Take a move that the player who is asked for one has made on the board."""
        player = self._tabletop.mover(self._state.game)
        if reading.doubtful:
            if self._memory.held >= PATIENT:
                self._tell(reading, ())
            return LOOK_AGAIN
        found = hand_move(self._tabletop, self._state.game, reading.standing, self._ghosts(reading))
        if found.move is not None and player is not None and player not in self._state.seats:
            return Effect(move=(player, found.move))
        if found.notices and self._memory.held < PATIENT:
            return LOOK_AGAIN
        self._ledger.tell((*found.notices, *self._ghost_notices(self._ghosts(reading))))
        return LOOK_AGAIN

    def _told_still(self, todo: tuple[HandTask, ...]) -> bool:
        """Whether people are told already that these tasks are left, and that the camera sees so."""
        told = self._state.notices
        return bool(told) and told[0].code == "hand-still" and told[1:] == hand_notices(self._tabletop, todo)

    def _tell(self, reading: BoardReading, todo: tuple[HandTask, ...], first: tuple[Notice, ...] = ()) -> None:
        words = self._tabletop.piece_words
        doubts = [
            Notice("hand-between", "warning", say("hand-between", piece=words(kind), spot=spot), {"to": spot})
            for kind, spot in sorted(reading.between.items())
        ]
        for kind, why in sorted(reading.unread.items(), key=lambda item: item[0]):
            doubts.append(Notice("hand-unread", "warning", say("hand-unread", piece=words(kind), why=WHY_WORDS[why])))
        self._ledger.tell((*first, *doubts, *hand_notices(self._tabletop, todo)))

    def _ghost_notices(self, ghosts: tuple[str, ...]) -> tuple[Notice, ...]:
        if not ghosts:
            return ()
        laid = self._wanted()
        named_there = ", ".join(f"{laid[name].partition(' ')[0]}" for name in ghosts if name in laid)
        return (Notice("hand-ghosts", "info", say("hand-ghosts", pieces=named_there)),)

    # Dice

    def _dice(self, scene: Scene) -> Effect:
        """Return a real die: its face counts once it lies otherwise than when it was asked for."""
        players = asked_of(self._tabletop.game, self._state, Requirement.DICE)
        die, face = next(((s, s.thing.face) for s in scene.things if isinstance(s.thing, DieKey)), (None, ""))
        if self._memory.die is None:
            self._memory.die = (die,)
        (before,) = self._memory.die
        unread = next((item for item in scene.unread if isinstance(item.thing, DieKey)), None)
        if unread is not None:
            text = say("piece-die-unread", why=WHY_WORDS[unread.why])
            self._ledger.tell((Notice("piece-die-unread", "warning", text, {"why": unread.why.value}),))
        elif die is None or len(players) != 1:
            self._ledger.tell(())
        elif before is not None and _same(before, die):
            text = say("piece-die-old", player=self._tabletop.player_words(players[0]))
            self._ledger.tell((Notice("piece-die-old", "info", text),))
        else:
            self._ledger.tell(())
            return Effect(faces={players[0]: face})
        return LOOK_AGAIN


def _same(before: Seen, now: Seen) -> bool:
    return (
        before.thing == now.thing
        and before.pose.point.distance(now.pose.point) < MOVED_MM
        and _turned(before.pose, now.pose) < TURNED_DEGREES
    )


def _turned(before: Pose, now: Pose) -> float:
    return abs(wrap_degrees(now.heading - before.heading))

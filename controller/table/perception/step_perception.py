"""Take programs that are laid as cards on the field, one robot's after the other, before the robots stand there."""

from __future__ import annotations

from boards.base.errors import Problems
from boards.base.message import Message
from controller.games.game import ProgramsLaid, Requirement
from controller.games.game_registry import AnyTabletop
from controller.table.core.phases import Phase, Signal
from controller.table.core.record.entries import HandLaid, ProgramCommitted
from controller.table.core.record.ledger import Ledger
from controller.table.core.requirements import asked_of
from controller.table.core.state import TableState
from controller.table.core.transient_state import TransientState
from controller.table.perception.golem_perception import LOOK_AGAIN, Effect, picture_in_order
from controller.table.perception.step_reading import StepReading, read_steps
from controller.table.view.notices import problems_told
from controller.table.view.table_messages import say
from controller.table.view.view import HandView, Notice
from controller.vision.scene import Scene


class StepPerception:
    """Takes looks for the table's actor. Where a small fleet acts, this is all that it takes from its eye."""

    def __init__(self, tabletop: AnyTabletop, ledger: Ledger, memory: TransientState) -> None:
        self._tabletop = tabletop
        self._ledger = ledger
        self._memory = memory

    @property
    def _state(self) -> TableState:
        return self._ledger.state

    def looked(self, scene: Scene, now: float) -> Effect:
        """Return what follows from a look at the table; ``now`` on the loop's clock, s."""
        if self._state.phase.shown is Phase.PROGRAMS and picture_in_order(scene, self._ledger, self._memory, now):
            self.read(scene)
        return LOOK_AGAIN

    def read(self, scene: Scene) -> None:
        """Take the cards of the robot whose turn it is from a usable picture."""
        found = read_steps(scene)
        held, self._memory.steps = found == self._memory.steps, found
        player = self._next()
        if not held:
            return
        if found.steps and found.steps == self._memory.locked:
            self._locked()
            self._ledger.tell((_left(self._tabletop, player),))
            return
        self._memory.locked = ()
        if player is not None:
            self._take(player, found)

    def _locked(self) -> None:
        """Take the word to lock as obeyed."""
        if self._state.phase is Phase.LOCKING:
            self._ledger.signal(Signal.READ)

    def _next(self) -> str | None:
        """Whose program people lay now."""
        asked = asked_of(self._tabletop.game, self._state, Requirement.PROGRAMS)
        by_hand = [name for name in asked if self._tabletop.owner(self._state.game, name) not in self._state.seats]
        return next((name for name in by_hand if name not in self._state.committed), None)

    def _take(self, player: str, found: StepReading) -> None:
        words = self._tabletop.piece_words(player)
        rows, refused = self._rows(player, found)
        code = f"steps-{found.doubt}" if found.doubt else ("steps-count" if found.steps else "steps-lay")
        notices = [Notice(code, "info", say(code, piece=words, count=str(len(found.steps))), {"golem": player})]
        if refused is not None:
            notices.append(Notice("steps-refused", "warning", refused))
        self._show(player, HandView(len(found.steps), len(found.steps), bool(rows)))
        if rows and self._state.phase is Phase.LOCKING:
            self._memory.locked = found.steps
            self._locked()
            self._ledger.write(ProgramCommitted(player, rows))
        else:
            self._ledger.tell(tuple(notices))

    def _rows(self, player: str, found: StepReading) -> tuple[tuple[str, ...], Message | None]:
        """Return the program that the game takes, or none and why it takes none."""
        if found.doubt or not found.steps:
            return (), None
        try:
            rows = self._tabletop.rows(found.steps)
            self._tabletop.game.advance(self._state.game, ProgramsLaid({player: rows}))
        except Problems as refused:
            return (), problems_told(refused.problems)
        return rows, None

    def _show(self, player: str, view: HandView) -> None:
        if self._state.hands.get(player) != view:
            self._ledger.write(HandLaid(player, view.cards, view.rows_laid, view.complete, ()))


def _left(tabletop: AnyTabletop, player: str | None) -> Notice:
    """Locked cards still lie there; ``player`` is next."""
    if player is None:
        return Notice("steps-over", "info", say("steps-over"))
    return Notice("steps-left", "info", say("steps-left", piece=tabletop.piece_words(player)))

"""What the parts of a table share: ledger, fleet, playfield, settings, computer players."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from boards.geometry import SquareGrid
from boards.kit.kit import Kit
from boards.kit.piece_set import PieceSet
from controller.games.game_registry import AnyTabletop
from controller.table.core.ports import ComputerPlayerPort, FleetPort, VisionPort
from controller.table.core.record.ledger import Ledger
from controller.table.core.settings import Settings
from controller.table.core.state import AnyGame, TableState
from controller.table.core.transient_state import TransientState
from controller.table.core.worker import Worker
from controller.table.motion.execution import MotionWork
from controller.table.motion.learning.learned_drives import LearnedDrives
from controller.table.motion.learning.learning_camera import LearningCamera
from controller.table.motion.learning.learning_robot import LearningFleet
from controller.table.motion.safety_monitor import SafetyMonitor
from controller.table.motion.stage_executor import StageExecutor


@dataclass(frozen=True)
class Playfield:
    """What lies on a table, what looks at it, and who acts on it."""

    kit: Kit
    grid: SquareGrid
    """Of the mat, or of the board's places."""
    eye: VisionPort | None = None
    """None at a table without a camera, where people say what they have done: on boards without a mat only."""
    pieces: PieceSet | None = None
    """What the eye sees of a board; None: it sees a mat, or nothing."""
    acting: StageExecutor | None = None
    """The small fleet that acts out a part of the board."""
    drives: LearnedDrives = field(default_factory=LearnedDrives)
    """What is known of the robots' wheels."""

    @property
    def watching(self) -> VisionPort | None:
        """The eye that sees the robots."""
        return self.eye if self.acting is None else self.acting.eye

    def learning(self, fleet: FleetPort) -> tuple[Playfield, FleetPort]:
        """Return the same with eyes and robots from whose looks and motions the drives are learned, and a fleet."""
        eye = None if self.eye is None else LearningCamera(self.eye, self.drives)
        if self.acting is None:
            return replace(self, eye=eye), LearningFleet(fleet, self.drives)
        seen_by = LearningCamera(self.acting.eye, self.drives)
        learning = LearningFleet(self.acting.fleet, self.drives)
        acting = replace(self.acting, eye=seen_by, fleet=learning, latency=self.drives.latency)
        # Such a game's own eye sees pieces, or cards.
        return replace(self, acting=acting), fleet


@dataclass(frozen=True)
class TableContext:
    """What the parts of one table share. Only the table's actor calls them."""

    tabletop: AnyTabletop
    ledger: Ledger
    fleet: FleetPort
    playfield: Playfield
    settings: Settings
    computer_players: ComputerPlayerPort
    memory: TransientState
    driving: MotionWork
    worker: Worker
    guard: SafetyMonitor

    @property
    def game(self) -> AnyGame:
        """The rules that are played by."""
        return self.tabletop.game

    @property
    def state(self) -> TableState:
        """The newest state, folded from the journal."""
        return self.ledger.state

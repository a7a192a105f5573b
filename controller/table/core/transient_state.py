"""State that the table keeps between messages and does not record; a restart begins without it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from boards.geometry import Cell, Pose
from controller.table.core.mailbox import Message
from controller.table.motion.learning.learned_drives import LearnedDrives
from controller.table.perception.board_reading import BoardReading
from controller.table.perception.program_lock import Watch
from controller.table.perception.ready_cards import ReadyCard
from controller.table.perception.step_reading import StepReading
from controller.table.view.view import Notice
from controller.vision.scene import Seen, Why


@dataclass
class TransientState:
    """Belongs to the table's actor; nobody else reads or writes it."""

    deferred: Message | None = None
    """What came of work behind a closed gate: handled when it opens."""
    corrections: int = 0
    """How many small corrections were driven since the last row."""
    walled_in: tuple[str, ...] = ()
    """Golems that had no way home when the planner was last asked, until something is moved."""
    walled_at: Mapping[str, Pose] = field(default_factory=dict)
    """Where all golems were then."""
    eye_failed: bool = False
    """The camera must be opened again before the next look."""
    reading_again: frozenset[str] = frozenset()
    """Players whose locked cards are read once more at the next look."""
    reread: tuple[Notice, ...] = ()
    """What people are told of cards that were read once more, until the next row."""
    ready_cards: Mapping[str, ReadyCard] = field(default_factory=dict)
    """Where each player's ready card is, since programs are laid."""
    watch: Watch = field(default_factory=Watch)
    """What the last looks said of the locked cards."""
    bumped_until: float = 0.0
    """On the loop's clock, s: so long people are told that the camera was bumped."""
    lying: Mapping[str, tuple[str, ...]] | None = None
    """The tokens that the last look at the mat saw, by their keys in files; None: it was not looked at yet."""
    cells_unread: Mapping[Cell, Why] = field(default_factory=dict)
    """The cells of which that look could not say what lies in them, and why."""
    go_wanted: bool = False
    """The row that is ready goes as soon as a look shows that golems and tokens stand as they should."""
    stands_at: float | None = None
    """On the loop's clock, s: when a look last showed that, while the row waits."""
    stands: Mapping[str, Pose] = field(default_factory=dict)
    """Where the golems were then."""
    go_at: float | None = None
    """When the row that is ready goes by itself, on the loop's clock, s; None: not yet settled."""
    board: BoardReading | None = None
    """What the last look said of the pieces."""
    held: int = 0
    """How many looks before that one said the same."""
    die: tuple[Seen | None] | None = None
    """The die as it lay when it was asked for (None: nowhere); None: it was not looked at yet."""
    steps: StepReading | None = None
    """What the last look said of the cards of a program that lies on the field."""
    locked: tuple[str, ...] = ()
    """The steps that were locked last, while their cards still lie there."""
    drives: LearnedDrives = field(default_factory=LearnedDrives)
    """What is known of the robots' wheels; kept for the next game by whoever opened the table."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while the game is over and nothing is left to do."""

    def forget_row(self) -> None:
        """Forget what was found for a row that is undone."""
        self.deferred = None
        self.go_at = None
        self.go_wanted = False
        self.reading_again, self.reread = frozenset(), ()
        self.stands_at = None
        self.corrections = 0
        self.ended.clear()

"""How a table plays: who says go, where the dice come from, how exact the robots must stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from controller.table.motion.motion_plan import Pace
from controller.table.perception.differences import Tolerance


@dataclass(frozen=True)
class Settings:
    """The facilitator's choices."""

    dice: Literal["seed", "camera"] = "seed"
    """Where the bonus dice come from: the game's seed, or real dice that the camera reads."""
    lock: Literal["ready-cards", "button"] = "ready-cards"
    """When programs are locked: as soon as every player's ready card lies there, or by the console's button
    (which always works)."""
    go: Literal["auto", "button"] = "auto"
    """Whether the next row goes by itself after ``reveal_s`` seconds or waits for the button."""
    reveal_s: float = 3.0
    pieces: Literal["hands", "ghosts"] = "hands"
    """Games of pieces without robots: whether people have a board and move them, or only the page draws them."""
    hold_s: float = 0.6
    """How long after a look at the pieces the next one begins; what is taken for a move stands so in both."""
    watch_s: float = 1.0
    """How long after a look at the locked cards the next one begins, while the next row waits."""
    guard: bool = False
    """Whether the camera looks for hands over the field while robots drive."""
    settle_s: float = 5.0
    """How long the eye may wait for the table to come to rest."""
    corrections: int = 4
    """How many small corrections are tried after a row before people are asked."""
    pace: Pace = field(default_factory=Pace)
    tolerance: Tolerance = field(default_factory=Tolerance)

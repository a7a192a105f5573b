"""Write entries: into the state, then to the disk, then to screens and robots."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace

from msgspec import UNSET

from boards.geometry import Pose
from controller.games.game_registry import tabletop_named
from controller.journal import GroupCommit, Journal, JournalFailed
from controller.table.core.commands.command_registry import allowed_commands
from controller.table.core.mailbox import Message, RecordFailed, WorkBroke
from controller.table.core.phases import Phase, Signal
from controller.table.core.record.entries import (
    CamerasWatching,
    Content,
    DiceThrown,
    GolemsSeen,
    MovePlayed,
    Recorded,
    RobotHealth,
    RowPlayed,
    SignalGiven,
    recorded_notices,
)
from controller.table.core.record.entry_codec import encode_content
from controller.table.core.record.fold import fold
from controller.table.core.state import AnyGame, TableState
from controller.table.view.notices import battery_low, weak_batteries
from controller.table.view.row_progress import RowProgress
from controller.table.view.table_messages import say
from controller.table.view.view import CameraView, Notice, RobotView, View
from controller.table.view.view_builder import view_of

OnView = Callable[[View], None]


Written = Callable[[JournalFailed | None], None]
"""Hears that entries are on record, or why they are not yet."""


class Ledger:
    """Holds the journal, the state folded from it and the views made from that.

    An entry is folded at once and written beside the event loop. Until it is on the disk no screen is shown what comes
    of it, and whoever waits by :meth:`on_record` sends nothing. If the disk refuses, all that waits goes on waiting
    until :meth:`retry`; nothing is lost, and nobody has heard of anything.
    """

    def __init__(self, game: AnyGame, journal: Journal, state: TableState, post: Callable[[Message], None]) -> None:
        """``post`` takes :class:`RecordFailed`, and :class:`WorkBroke` for an error that nobody foresaw."""
        self._game = game
        self._commit = GroupCommit(
            journal,
            self._show_written,
            lambda error: self._refused(error, post),
            lambda error: post(WorkBroke(error)),
        )
        self._listeners: list[OnView] = []
        self._unshown: deque[tuple[int, View]] = deque()
        """Views by the number of their entry, which is not on the disk yet."""
        self._told_when_written: deque[tuple[int, Written]] = deque()
        self._held_until_written: deque[tuple[int, asyncio.Future[None]]] = deque()
        self.standing_notices: tuple[Notice, ...] = ()
        """What is told for a while, beside whatever else is told."""
        self.asked: dict[str, Notice] = {}
        """What people are asked to do in robots' stead, by golem; told beside whatever else is told."""
        self._plain: tuple[Notice, ...] = ()
        self._weak = weak_batteries(frozenset(), state.robots.values())
        """Robots whose batteries are low."""
        self._progress: RowProgress | None = None
        """Of the row that golems act out."""
        self.state = state
        self.view = self._newest = view_of(game, state)
        """What screens show."""

    def subscribe(self, listener: OnView) -> Callable[[], None]:
        """Hear every new view, in order. Returns a function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    @property
    def may(self) -> tuple[str, ...]:
        """What people may ask for now."""
        return self._newest.may if self._commit.error is None else self._may_unwritten()

    def write(self, content: Content) -> None:
        """Hand an entry in, and fold it."""
        kind, data = encode_content(content)
        entry = self._commit.append(kind, data, asyncio.get_running_loop().time())
        self.state = fold(self._game, self.state, Recorded(entry.n, entry.time, content))
        if isinstance(content, RowPlayed | MovePlayed | DiceThrown):
            self._progress = None
        self._make_view()

    def show_progress(self, progress: RowProgress) -> None:
        """Show what golems have done of the row that they act out. It is on no record: the row is."""
        if self.state.phase.shown is Phase.ROW:
            self._progress = progress
            self._make_view()

    def _make_view(self) -> None:
        """Make the newest view, and show it once all that it is made from is on the disk."""
        self._newest = view_of(self._game, self.state, self._progress)
        self._unshown.append((self.state.sequence, self._newest))
        if self._is_written(self.state.sequence):
            self._show_written()

    def when_written(self, heard: Written) -> None:
        """Call this once all entries up to now are on record; with the error, if the disk refuses one of them."""
        if self._is_written(self.state.sequence):
            heard(None)
        elif self._commit.error is not None:
            heard(self._commit.error)
        else:
            self._told_when_written.append((self.state.sequence, heard))

    def on_record(self) -> asyncio.Future[None] | None:
        """Return what ends when all entries up to now are on record, however often that is tried; None: they are."""
        if self._is_written(self.state.sequence):
            return None
        future = asyncio.get_running_loop().create_future()
        self._held_until_written.append((self.state.sequence, future))
        return future

    async def recorded(self) -> None:
        """Wait until all entries up to now are on record."""
        if (future := self.on_record()) is not None:
            await future

    def retry(self) -> None:
        """Try again to write what the disk has refused."""
        if self._commit.error is not None:
            self._commit.retry()

    def finish(self) -> None:
        """Wait for the disk at the end of play. Raises JournalFailed."""
        self._commit.finish()

    def _may_unwritten(self) -> tuple[str, ...]:
        return allowed_commands(tabletop_named(self._game.name), self.state, unwritten=True)

    def _is_written(self, n: int) -> bool:
        return n < self._commit.written

    def _show_written(self) -> None:
        while self._unshown and self._is_written(self._unshown[0][0]):
            self._publish(self._unshown.popleft()[1])
        while self._told_when_written and self._is_written(self._told_when_written[0][0]):
            self._told_when_written.popleft()[1](None)
        while self._held_until_written and self._is_written(self._held_until_written[0][0]):
            future = self._held_until_written.popleft()[1]
            if not future.done():
                future.set_result(None)

    def _refused(self, error: JournalFailed, post: Callable[[Message], None]) -> None:
        post(RecordFailed(error))
        while self._told_when_written:
            self._told_when_written.popleft()[1](error)

    def signal(self, signal: Signal, *, interrupted: bool | None = None) -> None:
        """Go to another phase; ``interrupted`` goes with a row that was acted out."""
        self.write(SignalGiven(signal, interrupted))

    def tell(self, notices: tuple[Notice, ...]) -> None:
        """Show what people should know or do now; it replaces earlier notices, except lasting ones."""
        self._plain = notices
        weak = (battery_low(name, self.state.robots[name].battery_v or 0.0) for name in sorted(self._weak))
        notices = (*notices, *self.asked.values(), *self.standing_notices, *weak)
        if notices == self.state.notices:
            return
        self.write(recorded_notices(notices))

    def ask(self, golem: str, asked: Notice | None) -> None:
        """Ask people to move a golem, or no more; what else was told stays."""
        self.asked = {name: notice for name, notice in self.asked.items() if name != golem}
        if asked is not None:
            self.asked[golem] = asked
        self.tell(self._plain)

    def seen(self, poses: Mapping[str, Pose]) -> None:
        """Where the golems are, to a tenth of a millimetre and degree."""
        rounded = {n: (round(p.x, 1), round(p.y, 1), round(p.heading, 1)) for n, p in sorted(poses.items())}
        if rounded != {n: (p.x, p.y, p.heading) for n, p in self.state.seen.items()}:
            self.write(GolemsSeen(rounded))

    def robot(self, robot: RobotView) -> None:
        """Record a robot's health if it has changed."""
        if self.state.robots.get(robot.name) != robot:
            self.write(
                RobotHealth(
                    robot.name, robot.link, robot.battery_v, robot.reason, dict(robot.told) if robot.told else UNSET
                )
            )
            weak = weak_batteries(self._weak, self.state.robots.values())
            if weak != self._weak:
                self._weak = weak
                self.tell(self._plain)

    def cameras(self, cameras: tuple[CameraView, ...]) -> None:
        """Record the cameras if something about them has changed."""
        if self.state.cameras != cameras:
            self.write(CamerasWatching(cameras))

    def show_unwritten(self, error: JournalFailed) -> None:
        """Show that the journal cannot be written: the one view that is not made from it."""
        notice = Notice("record-failed", "stop", say("record-failed", how=error.reason), {})
        self._publish(replace(self.view, notices=(notice,), may=self._may_unwritten()))

    def _publish(self, view: View) -> None:
        self.view = view
        for listener in list(self._listeners):
            listener(view)

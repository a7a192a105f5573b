"""The table's own record: an entry is on the disk, then in the state, then on the screens. In this order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace

from boards.geometry import Pose
from controller.journal import Journal, JournalFailed
from controller.table.core.entries import (
    CamerasWatching,
    Content,
    GolemsSeen,
    NoticesTold,
    Recorded,
    RobotHealth,
    SignalGiven,
    encode_content,
    told_notice,
)
from controller.table.core.fold import fold
from controller.table.core.phases import Signal
from controller.table.core.state import AnyGame, TableState
from controller.table.view.table_messages import say
from controller.table.view.view import CameraView, Notice, RobotView, View
from controller.table.view.view_builder import view_of

OnView = Callable[[View], None]


class Ledger:
    """Holds the journal, the state folded from it and the view made from that. Every `write` may raise
    :class:`JournalFailed`; then nothing has changed and nobody has heard of anything."""

    def __init__(self, game: AnyGame, journal: Journal, state: TableState) -> None:
        self._game = game
        self._journal = journal
        self._listeners: list[OnView] = []
        self.lasting: tuple[Notice, ...] = ()
        """What is told for a while, beside whatever else is told."""
        self.asked: dict[str, Notice] = {}
        """What people are asked to do in robots' stead, by golem; told beside whatever else is told."""
        self._plain: tuple[Notice, ...] = ()
        self.state = state
        self.view = view_of(game, state)

    def subscribe(self, listener: OnView) -> Callable[[], None]:
        """Hear every new view, in order. Returns a function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def write(self, content: Content) -> None:
        """Write an entry, fold it, and show what comes of it."""
        kind, data = encode_content(content)
        entry = self._journal.append(kind, data, asyncio.get_running_loop().time())
        self.state = fold(self._game, self.state, Recorded(entry.n, entry.time, content))
        self._publish(view_of(self._game, self.state))

    def signal(self, signal: Signal, *, interrupted: bool | None = None) -> None:
        """Go to another phase; ``interrupted`` goes with a row that was acted out."""
        self.write(SignalGiven(signal, interrupted))

    def tell(self, notices: tuple[Notice, ...]) -> None:
        """What people should know or do now; replaces what was told before, but for what lasts."""
        self._plain = notices
        notices = (*notices, *self.asked.values(), *self.lasting)
        if notices == self.state.notices:
            return
        self.write(NoticesTold(tuple(map(told_notice, notices))))

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
        """A robot's health, if it is another."""
        if self.state.robots.get(robot.name) != robot:
            self.write(RobotHealth(robot.name, robot.link, robot.battery_v, robot.reason))

    def cameras(self, cameras: tuple[CameraView, ...]) -> None:
        """The cameras that watch, if something about them is otherwise."""
        if self.state.cameras != cameras:
            self.write(CamerasWatching(cameras))

    def show_unwritten(self, error: JournalFailed) -> None:
        """The one view that is not from the journal: that the journal can't be written."""
        notice = Notice("record-failed", "stop", say("record-failed", how=error.reason), {})
        self._publish(replace(self.view, notices=(notice,), may=("resume", "stop", "estop")))

    def _publish(self, view: View) -> None:
        self.view = view
        for listener in list(self._listeners):
            listener(view)

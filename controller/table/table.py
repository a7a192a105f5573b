"""The table: an actor with one mailbox, the only one that changes the game.

It writes every change to the journal, and only then lets robots and screens hear of it. What takes time (a look
of the eye, a row of motions) is *work*: one task at a time, which posts its result into the mailbox.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from boards.errors import GolemError, Problem
from boards.geometry import Pose, SquareGrid
from boards.kit import Kit
from calibration.frames import CameraError
from controller.games.game import GoOn, Want
from controller.journal import Journal, JournalFailed
from controller.table.choreography import Acted, Choreography
from controller.table.differences import Comparison, compare, expected_pose
from controller.table.homing import correction_plans, way_home
from controller.table.intake import Hand, hand_of, tokens_of
from controller.table.ledger import Ledger, OnView
from controller.table.messages import (
    Asked,
    CommandAnswer,
    Corrected,
    GoNow,
    Judged,
    Looked,
    Message,
    RobotChanged,
    RowActed,
    Thought,
    WorkBroke,
    WorkFailed,
)
from controller.table.notices import failure_notices, halted, in_all_languages, not_stopped, ready_left, trouble_notice
from controller.table.phases import WANTED, Phase, Signal
from controller.table.ports import EyePort, FleetPort, MindPort
from controller.table.reading import TableReading, read_table
from controller.table.settings import Settings
from controller.table.state import CHILD, AnyGame, TableState
from controller.table.thinking import next_thought
from controller.table.view import RobotView, View, Words
from controller.table.words import say
from controller.table.worker import Worker
from controller.vision.scene import Scene

RECHARGE_UNITS = 5
"""What the rulebook gives as its example for playing on after a draw (3.1, "Next round")."""


class Table:
    """One game on one table. :meth:`run` plays it; everything else may be called at any time from the loop."""

    def __init__(
        self,
        *,
        game: AnyGame,
        state: TableState,
        journal: Journal,
        eye: EyePort,
        fleet: FleetPort,
        kit: Kit,
        grid: SquareGrid,
        settings: Settings,
        mind: MindPort,
    ) -> None:
        self._game = game
        self._ledger = Ledger(game, journal, state)
        self._eye = eye
        self._fleet = fleet
        self._kit = kit
        self._grid = grid
        self._settings = settings
        self._mind = mind
        self._choreography = Choreography(fleet, grid, settings.pace)
        self._mailbox: asyncio.Queue[Message] = asyncio.Queue()
        self._worker = Worker(self._mailbox.put_nowait)
        self._stalled: Message | None = None
        self._corrections = 0
        self._drive_home = False
        self._eye_failed = False
        self._armed: set[str] = set()
        self._ended = asyncio.Event()

    @property
    def _state(self) -> TableState:
        return self._ledger.state

    def latest(self) -> View:
        """The newest picture of the game."""
        return self._ledger.view

    @property
    def header(self) -> Mapping[str, Any]:
        """What was settled before the game began: the journal's first entry."""
        return self._state.header

    @property
    def game_state(self) -> Any:
        """The state of the game itself, for players who think ahead (see :class:`controller.games.game.Game`)."""
        return self._state.game

    def subscribe(self, listener: OnView) -> Callable[[], None]:
        """Hear every new view, in order. Returns a function that ends it."""
        return self._ledger.subscribe(listener)

    async def submit(self, name: str, args: Mapping[str, Any] | None = None) -> CommandAnswer:
        """Ask something of the table. Stop and emergency stop reach the robots before anything else."""
        silent: Sequence[Problem] = ()
        if name == "estop":
            silent = await self._fleet.estop_all()
        elif name == "stop":
            await self._fleet.stop_all()
        elif name == "pause":
            self._fleet.pause()
        answer: asyncio.Future[CommandAnswer] = asyncio.get_running_loop().create_future()
        self._mailbox.put_nowait(Asked(name, answer, args or {}))
        done = await answer
        return not_stopped(silent) if silent else done

    def robot_changed(self, robot: RobotView) -> None:
        """The driver layer tells of a robot's health."""
        self._mailbox.put_nowait(RobotChanged(robot))

    def record(self, robot: str, data: Mapping[str, Any]) -> None:
        """The driver's commands go into the journal before they go over the wire.

        Raises :class:`JournalFailed`; then the command is not sent.
        """
        self._ledger.write("command", {"robot": robot, **data})

    async def run(self) -> None:
        """Play, and go on answering after the end, until it is cancelled."""
        if self._state.paused:
            self._fleet.pause()
        if self._state.sequence > 0:
            self._drive_home = self._state.interrupted or self._state.phase is Phase.ROW
            self._ledger.signal(Signal.RESTARTED)
        self._start_work()
        try:
            while True:
                if self._state.phase is Phase.OVER and not self._worker.busy:
                    self._ended.set()
                await self._handle(await self._mailbox.get())
        finally:
            self._worker.cancel()

    async def over(self) -> View:
        """Wait for the end of the game."""
        await self._ended.wait()
        return self._ledger.view

    # Messages

    async def _handle(self, message: Message) -> None:
        try:
            match message:
                case Asked():
                    await self._asked(message)
                case RobotChanged(robot):
                    self._ledger.robot(robot)
                case WorkBroke(error):
                    raise error
                case _ if self._state.paused or self._stalled is not None:
                    self._stalled = message
                case Looked(scene):
                    self._looked(scene)
                case RowActed(acted):
                    self._tell_failures(acted.failures)
                    self._ledger.seen(acted.poses)
                    self._ledger.signal(Signal.ACTED, interrupted=acted.interrupted)
                    self._drive_home = self._drive_home or acted.interrupted
                    self._corrections = 0
                    self._start_work()
                case Corrected(failures):
                    self._tell_failures(failures)
                    self._corrections += 1
                    self._start_work()
                case GoNow():
                    self._go()
                case Thought(player, rows, game):
                    if game is self._state.game:
                        self._ledger.write("committed", {"player": player, "rows": list(rows)})
                    self._start_work()
                case Judged(sentences, game):
                    if game is self._state.game:
                        self._ledger.write("verdict", {"sentences": [dict(words) for words in sentences]})
                    self._start_work()
                case WorkFailed(error):
                    self._work_failed(error)
        except JournalFailed as error:
            # The change did not happen. It is tried again when somebody says so.
            self._fleet.pause()
            await self._fleet.stop_all()
            if not isinstance(message, Asked | RobotChanged):
                self._stalled = self._again(message)
            self._ledger.show_unwritten(error)
            if isinstance(message, Asked) and not message.answer.done():
                message.answer.set_result(CommandAnswer(False, say("record-failed", how=error.reason)))

    def _again(self, message: Message) -> Message:
        """What to do with a message that could not be recorded, once that works again."""
        if not isinstance(message, WorkFailed):
            return message
        if self._state.phase is Phase.ROW:
            return RowActed(Acted(self._state.seen, {"": str(message.error)}))
        return Corrected({})

    async def _asked(self, asked: Asked) -> None:
        may = self._ledger.view.may
        # A second emergency stop is as good as the first: the robots have heard it, the journal has it.
        again = asked.name == "estop" and asked.name not in may
        ok = again or (asked.name in may and self._means_now(asked))
        text = await self._obey(asked.name, asked.args) if ok and not again else say("done" if ok else "not-now")
        if not asked.answer.done():
            asked.answer.set_result(CommandAnswer(ok, text or say("done")))

    def _means_now(self, asked: Asked) -> bool:
        """Whether a command that names a row (undo) still means the newest one, as the game may have gone on; and one
        that names a seat (seat) means one that there is."""
        if asked.name == "seat":
            seated = asked.args.get("player") in self._state.players
            return seated and asked.args.get("who") in (CHILD, *self._mind.strengths)
        if asked.name != "undo" or not asked.args:
            return True
        newest = self._state.story[-1]
        return (asked.args.get("round"), asked.args.get("row")) == (newest.round, newest.row)

    async def _obey(self, name: str, args: Mapping[str, Any]) -> Words | None:
        if name in ("pause", "stop", "estop"):
            self._fleet.pause()
            self._ledger.write("control", {"do": name})
            self._drive_home = self._drive_home or name != "pause"
        elif name == "clear":
            held = await self._fleet.clear_all()
            self._ledger.write("control", {"do": "clear"})
            return in_all_languages(held) if held else None
        elif name == "resume":
            await self._resume()
        elif name == "go":
            self._go()
        elif name == "drive":
            self._drive_home = True
            self._ledger.signal(Signal.MENDED)
            self._start_work()
        elif name == "undo":
            return await self._undo()
        elif name == "recharge":
            self._ended.clear()
            self._ledger.write("recharge", {"units": RECHARGE_UNITS})
            self._start_work()
        elif name in ("again", "next"):
            return self._take_up(int(name == "next"))
        elif name == "seat":
            return self._seat(args["player"], args["who"])
        elif name in ("lock", "roll"):
            # What lies there is read once more, now on purpose.
            self._armed.add("button")
            self._start_work()
        return None

    def _take_up(self, further: int) -> Words:
        """The same puzzle once more, or the next one of the book; the golems go to where it begins."""
        number = self._game.picture(self._state.game)["task"]["number"]
        self._ended.clear()
        self._cancel_work()
        self._ledger.tell(())
        self._ledger.write("taken-up", {"number": number + further})
        self._corrections = 0
        self._drive_home = True
        self._start_work()
        return say("taken-up")

    def _seat(self, player: str, who: str) -> Words:
        """Who plays for a golem from now on; for the computer the cards that lie there count no more."""
        self._ledger.write("seat", {"player": player, "who": who})
        self._start_work()
        return say("seat-child" if who == CHILD else "seat-computer", golem=player)

    async def _resume(self) -> None:
        self._ledger.write("control", {"do": "resume"})
        self._fleet.resume()
        stalled, self._stalled = self._stalled, None
        if stalled is not None:
            await self._handle(stalled)
        elif not self._worker.busy:
            self._start_work()

    async def _undo(self) -> Words:
        """Back by a row. The table stays paused, so that people can say what comes instead."""
        undone = self._state.story[-1]
        await self._fleet.stop_all()
        self._fleet.pause()
        self._cancel_work()
        self._stalled = None
        self._ledger.write("undo", {})
        self._ledger.write("control", {"do": "pause"})
        self._drive_home = True
        return say("undo", round=str(undone.round), row=str(undone.row))

    # What the eye sees

    def _looked(self, scene: Scene) -> None:
        if scene.trouble:
            self._ledger.tell(tuple(trouble_notice(trouble) for trouble in scene.trouble))
        elif scene.settled:
            reading = read_table(scene, self._kit)
            match self._state.phase:
                case Phase.SETUP | Phase.CHECK | Phase.DIFFERS:
                    self._checked(self._compare(reading))
                    return
                case Phase.DICE:
                    self._dice_read(reading)
                case Phase.PROGRAMS:
                    self._programs_read(reading)
                case _:
                    pass
        self._start_work()

    def _compare(self, reading: TableReading) -> Comparison:
        stands = self._game.stands(self._state.game)
        tokens = tokens_of(self._game.picture(self._state.game)["board"])
        playing = self._game.stands(self._state.start)
        fallen = tuple(name for name in playing if name not in stands)
        absent = tuple(name for name in self._state.players if name not in playing)
        return compare(reading, stands, tokens, fallen, self._grid, self._settings.tolerance, absent)

    def _checked(self, found: Comparison) -> None:
        # Only robots drive; a golem without one is put right by hand, and need not stand as exactly.
        found = replace(found, corrections=self._with_robots(found.corrections), astray=self._with_robots(found.astray))
        self._ledger.seen(found.poses)
        over = self._game.outcome(self._state.game) is not None
        only_golems = all(notice.code == "golem-astray" for notice in found.notices)
        if self._state.phase is Phase.CHECK and over:
            # Who has won is clear; nobody needs to stand exactly any more.
            self._ledger.tell(())
            self._ledger.signal(Signal.ENDED)
        elif found.astray and self._drive_home and only_golems and self._send_home(found):
            return
        elif not found.same:
            self._ledger.tell(found.notices)
            if self._state.phase is Phase.CHECK:
                self._ledger.signal(Signal.ASTRAY)
        elif found.corrections and self._corrections < self._settings.corrections:
            self._ledger.tell(())
            self._correct(found)
            return
        elif self._state.phase is Phase.DIFFERS:
            self._corrections = 0
            self._ledger.signal(Signal.MENDED)
        else:
            self._ledger.tell(())
            self._drive_home = False
            self._next()
        self._start_work()

    def _with_robots(self, poses: Mapping[str, Pose]) -> dict[str, Pose]:
        return {name: pose for name, pose in poses.items() if name in self._fleet}

    def _next(self) -> None:
        requests = self._game.requests(self._state.game)
        self._armed = set()
        self._ledger.signal(WANTED[requests[0].want])

    def _dice_read(self, reading: TableReading) -> None:
        self._ledger.tell(())
        wanted = self._players_of(Want.DICE)
        faces = {name: face for name, face in sorted(reading.dice.items()) if name in wanted}
        if "button" in self._armed and len(faces) == len(wanted):
            self._roll(faces)

    def _roll(self, faces: Mapping[str, str]) -> None:
        self._ledger.write("dice", {"faces": dict(faces)})
        self._next()

    def _programs_read(self, reading: TableReading) -> None:
        wanted = self._players_of(Want.PROGRAMS)
        computers = [name for name in wanted if name in self._state.seats]
        hands = {name: hand_of(self._game, self._state.game, reading, name) for name in wanted if name not in computers}
        for name, hand in hands.items():
            self._show_hand(name, hand)
            if name not in reading.ready:
                # A ready card of the last round does not count: it must have been away.
                self._armed.add(name)
        self._ledger.tell(
            tuple(ready_left(name) for name in reading.ready if name in hands and name not in self._armed)
        )
        programs = {name: list(hand.rows) for name, hand in hands.items() if hand.rows is not None}
        by_cards = self._settings.lock == "ready-cards" and set(hands) <= self._armed & set(reading.ready)
        if len(programs) == len(hands) and ("button" in self._armed or by_cards):
            programs |= {name: list(self._state.committed[name]) for name in computers}
            self._ledger.write("programs", {"programs": programs})
            self._next()

    def _show_hand(self, name: str, hand: Hand) -> None:
        view = hand.view
        if self._state.hands.get(name) != view:
            data = {"player": name, "cards": view.cards, "rows": view.rows_laid, "complete": view.complete}
            self._ledger.write("hand", {**data, "problems": [dict(words) for words in view.problems]})

    def _players_of(self, want: Want) -> tuple[str, ...]:
        return next((r.players for r in self._game.requests(self._state.game) if r.want is want), ())

    # Rows and motions

    def _go(self) -> None:
        if self._state.phase is not Phase.READY:
            return
        self._cancel_work()
        before = self._state.game
        step = self._game.advance(before, GoOn())
        picture = self._game.picture(step.state)
        events = [dict(self._game.event_json(event)) for event in step.events]
        self._ledger.write("row", {"round": picture["round"], "row": picture["row"], "events": events})
        beats = self._game.beats(before, step.events)
        stands = self._game.stands(before)
        poses = {name: self._state.seen.get(name, expected_pose(stand, self._grid)) for name, stand in stands.items()}

        async def act() -> Message:
            return RowActed(await self._choreography.act(beats, poses))

        self._worker.begin(act)

    def _correct(self, found: Comparison) -> None:
        plans = correction_plans(found.corrections, found.poses, self._settings.pace)

        async def correct() -> Message:
            return Corrected(await self._choreography.perform(plans))

        self._worker.begin(correct)

    def _send_home(self, found: Comparison) -> bool:
        if self._corrections >= 4 * self._settings.corrections:
            return False
        tokens = frozenset(tokens_of(self._game.picture(self._state.game)["board"]))
        way = way_home(found.astray, found.poses, tokens, self._grid, self._settings.pace)
        if way is None:
            return False

        async def drive() -> Message:
            return Corrected(await self._choreography.perform({way.golem: way.orders}))

        self._worker.begin(drive)
        return True

    def _tell_failures(self, failures: Mapping[str, str]) -> None:
        if any(failures):
            self._ledger.tell(failure_notices(failures))

    # Work: one task at a time

    def _start_work(self) -> None:
        if self._state.paused or self._stalled is not None:
            return
        self._cancel_work()
        phase = self._state.phase
        thought = next_thought(self._state, self._players_of(Want.PROGRAMS), self._mind)
        if thought is not None:
            self._worker.begin(thought)
            return
        if phase is Phase.OVER:
            return
        if phase is Phase.DICE and self._settings.dice == "seed":
            self._roll(self._faces_from_seed())
            self._start_work()
            return
        if phase is Phase.READY:
            if self._settings.go == "auto":
                self._worker.begin(self._wait_to_go)
            return
        self._worker.begin(self._look)

    def _faces_from_seed(self) -> dict[str, str]:
        chance = random.Random(f"{self._state.header['seed']}/{self._state.rolled}")
        faces = tuple(self._state.header["faces"])
        return {name: chance.choice(faces) for name in self._players_of(Want.DICE)}

    async def _look(self) -> Message:
        if self._eye_failed:
            await self._eye.open()
            self._eye_failed = False
        return Looked(await self._eye.settled(self._settings.settle_s))

    async def _wait_to_go(self) -> Message:
        await asyncio.sleep(self._settings.reveal_s)
        return GoNow()

    def _cancel_work(self) -> None:
        if self._state.phase is not Phase.ROW:
            self._worker.cancel()

    def _work_failed(self, error: GolemError) -> None:
        if isinstance(error, JournalFailed):
            raise error
        self._eye_failed = isinstance(error, CameraError)
        self._ledger.tell((halted(str(error)),))
        if self._state.phase is Phase.ROW:
            self._ledger.signal(Signal.ACTED, interrupted=True)
            self._drive_home = True
        self._ledger.write("control", {"do": "pause"})
        self._fleet.pause()

"""`golem demo --act FILE`: the programs of a position, acted out on the simulated table, once or many times.

The table is the real thing (camera, rules, robots on their wires); the programs do not come from cards but from the
position, and the golems stand where it says, with the errors of the fault file.
"""

from __future__ import annotations

import asyncio
import math
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, TextIO

from boards.base.catalogue import Language, translate
from boards.base.message import Message
from boards.geometry import Cell, Heading, Pose, SquareGrid
from boards.mats import mat
from controller.app.compose.game_setup import GamePlan, mat_of
from controller.app.compose.robot_connection import connect
from controller.app.compose.session import GameSession, Recorder, make_table, play, start_again, start_new
from controller.app.simulated_players.mat_people import MatPeople
from controller.app.simulation.fault_setup import cells_of, scripted, truth_file
from controller.app.simulation.simulated_table import Link, SimulatedTable, simulated_table
from controller.app.terminal.story import TerminalNarrator
from controller.games.golems.documents.document_reader import read_task
from controller.games.golems.rules.position import BARREL, WALL, WATER, Position, dump_position
from controller.games.golems.rules.program import ROWS, program_texts
from controller.table.core.actor import Table
from controller.table.core.phases import Phase, Signal
from controller.table.core.record.entries import Content, ProgramsTaken, SignalGiven
from controller.table.core.record.entry_codec import encode_content
from controller.table.core.settings import Settings
from controller.table.motion.drive_messages import DRIVE_TEXTS
from controller.table.view.view import View
from hardware.simulated.script.fault_file import Table as Named
from hardware.simulated.script.fault_file import read_fault_file
from hardware.simulated.script.fault_plan import NO_FAULTS, FaultPlan
from hardware.simulated.virtual_clock import VirtualTimeLoop
from hardware.simulated.world import World

REVEAL_S = 0.5
"""Between a row's check and the next row."""

LONGEST_S = 900.0
"""Of the loop's clock: a run that takes longer has come to a stand."""

_ENDS = (Phase.PROGRAMS.value, Phase.READY.value, Phase.DICE.value, Phase.OVER.value)


@dataclass(frozen=True)
class ActPlan:
    """What was asked for."""

    document: Any
    """The position with its programs, as it was read."""
    seed: int = 7
    repeat: int = 1
    link: Link = "serial"
    real_time: bool = False
    faults: Path | None = None
    truth: Path | None = None
    language: Language = "en"


@dataclass(frozen=True)
class Act:
    """A position and its programs, ready to be acted out."""

    position: Position
    programs: Mapping[str, tuple[str, ...]]

    @property
    def starts(self) -> dict[str, Pose]:
        """Where the golems should stand."""
        grid = mat(mat_of(self.position, "position")).grid
        return {golem.colour: _stand(golem.at, golem.facing, grid) for golem in self.position.golems}


@dataclass
class ActReport:
    """What was seen of one run."""

    rows: int = 0
    seconds: float = 0.0
    """Of the loop's clock, all looks and corrections included."""
    least_mm: float = math.inf
    """The least distance of two middles."""
    contacts: int = 0
    finished: bool = False
    notices: tuple[Message, ...] = field(default_factory=tuple)
    """What the table asked for when it came to a stand."""
    told: list[Message] = field(default_factory=list)
    """All that people were told on the way, each once."""
    faults: dict[tuple[str, str], Message] = field(default_factory=dict)
    """What is wrong with a golem's drive or with the camera, as it was told last, by code and golem."""

    def hear(self, view: View) -> None:
        """Take note of what people are told."""
        self.told += [notice.text for notice in view.notices if notice.text not in self.told]
        for notice in view.notices:
            if notice.code in DRIVE_TEXTS:
                self.faults[notice.code, str(notice.facts.get("golem", ""))] = notice.text


def read_act(document: Any) -> Act:
    """Return a position and its programs in the form of `golem resolve`. Raises Problems."""
    position, programs = read_task(document)[:2]
    mat_of(position, "position")
    return Act(position, {colour: tuple(program_texts(rows)) for colour, rows in programs.items()})


def play_act(plan: ActPlan, tell: Callable[[str], None]) -> int:
    """Act it out, tell each run in a line, and return the exit status: 1 if a run came to no end.

    Raises Problems for a position or a fault file that is wrong.
    """
    act = read_act(plan.document)
    faults = NO_FAULTS
    if plan.faults is not None:
        columns, rows = act.position.grid.columns, act.position.grid.rows
        faults = read_fault_file(plan.faults, Named(act.position.colours, cells_of(columns, rows), act.starts))
    well = True
    with truth_file(plan.truth) as file:
        for run in range(plan.repeat):
            acted = act_once(act, plan, faults, file, run)
            well &= acted.finished
            for line in lines_of(run, acted, plan.language):
                tell(line)
    return 0 if well else 1


def act_once(act: Act, plan: ActPlan, faults: FaultPlan, file: TextIO | None, run: int) -> ActReport:
    """Act it out once; the seed of a run is the plan's and its number together."""
    loop_factory = asyncio.new_event_loop if plan.real_time else VirtualTimeLoop
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        return runner.run(_once(act, plan, faults, file, run))


async def _once(act: Act, plan: ActPlan, faults: FaultPlan, file: TextIO | None, run: int) -> ActReport:
    seed, recorder, loop = plan.seed + run, Recorder(), asyncio.get_running_loop()
    acted = ActReport()
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        started = begin_act(act, seed, Path(folder) / "act.jsonl")
        stack.callback(started.journal.close)
        hardware = await stack.enter_async_context(simulated_table(started, seed, plan.link, recorder, plan=faults))
        chance = Random(f"start/{seed}")
        for name, pose in faults.starts(act.starts, chance).items():
            hardware.world.body(name).pose, hardware.world.body(name).present = pose, True
        settings = Settings(pace=hardware.pace, guard=faults.guard, reveal_s=REVEAL_S)
        table = make_table(
            started,
            started.playfield(hardware.eye),
            hardware.fleet,
            recorder,
            settings,
            Random(f"salt/{seed}"),
        )
        table.subscribe(lambda view: acted.hear(view))
        _people(hardware, table, started, seed, act.position)
        teller = TerminalNarrator(sys.stderr, plan.language, colour=False, progress=False)
        (await connect(hardware.fleet, started, teller, plan.language)).check()
        watch = _Watch(hardware.world, acted)
        stack.callback(watch.close)
        stack.enter_context(scripted(table, hardware.handles, faults, file, run))
        began = loop.time()
        view = await _played(table, hardware)
        acted.seconds = loop.time() - began
        acted.rows = len(view.story)
        acted.finished = view.phase in _ENDS and (acted.rows >= ROWS or view.phase == Phase.OVER.value)
        acted.notices = tuple(notice.text for notice in view.notices)
    return acted


async def _played(table: Table, hardware: SimulatedTable) -> View:
    """Play the rows of one round."""

    async def until(table: Table) -> None:
        over = asyncio.get_running_loop().create_future()

        def look(view: View) -> None:
            ended = view.phase == Phase.OVER.value or (len(view.story) >= ROWS and view.phase in _ENDS)
            if ended and not over.done():
                over.set_result(None)

        end = table.subscribe(look)
        try:
            async with asyncio.timeout(LONGEST_S):
                await over
        except TimeoutError:
            pass
        finally:
            end()

    return await play(table, hardware.fleet, until)


def begin_act(act: Act, seed: int, path: Path, contents: Sequence[Content] | None = None) -> GameSession:
    """Return a table whose programs are taken: its record goes on from there, as after a restart.

    `contents`: other entries that its record is to have.
    """
    position = act.position
    # Nobody rolls dice: what the bonus cards may do was judged with the position.
    way = "scenario" if position.way == "standard" else position.way
    plan = GamePlan(
        players=position.colours,
        mat=mat_of(position, "position"),
        rules=position.rules,
        way=way,
        seed=seed,
        setup={**dump_position(position), "way": way},
    )
    now = asyncio.get_running_loop().time()
    new = start_new(plan, path, now)
    try:
        for content in contents or (SignalGiven(Signal.WANTS_PROGRAMS), ProgramsTaken(dict(act.programs))):
            new.journal.append(*encode_content(content), now)
    finally:
        new.journal.close()
    return start_again(path)


def _people(hardware: SimulatedTable, table: Table, started: GameSession, seed: int, position: Position) -> None:
    """People who lay no cards, but put right what the table asks for."""
    people = MatPeople(hardware.world, table, hardware.trays, started.grid, {}, seed)
    table.subscribe(people.on_view)
    for kind, cells in ((WALL, position.walls), (WATER, position.waters), (BARREL, position.barrels)):
        for cell in cells:
            people.put_token(kind, Cell.parse(cell))


def _stand(at: str, facing: str, grid: SquareGrid) -> Pose:
    centre = grid.centre(Cell.parse(at))
    return Pose(centre.x, centre.y, float(Heading[facing].value))


class _Watch:
    """Sees how near the golems come to each other."""

    def __init__(self, world: World, acted: ActReport) -> None:
        self._world, self._acted = world, acted
        self._loop = asyncio.get_running_loop()
        self._contacts = len(world.contacts)
        self._look()

    def _look(self) -> None:
        self._world.write_truth()
        bodies = [body.pose.point for body in self._world.bodies.values() if body.present]
        for one, other in combinations(bodies, 2):
            self._acted.least_mm = min(self._acted.least_mm, one.distance(other))
        self._acted.contacts = len(self._world.contacts) - self._contacts
        self._timer = self._loop.call_later(0.005, self._look)

    def close(self) -> None:
        """Stop watching."""
        self._timer.cancel()


def lines_of(run: int, acted: ActReport, language: Language) -> Iterator[str]:
    """Yield what is told of a run: a line of figures, then, set in, what is wrong and what the table asks for."""
    near = "" if acted.least_mm == math.inf else f", nearest {acted.least_mm:.1f} mm, {acted.contacts} contacts"
    yield f"run {run}: {acted.rows} rows in {acted.seconds:.1f} s{near}{'' if acted.finished else ', not finished'}"
    asked = () if acted.finished else acted.notices
    for text in dict.fromkeys((*acted.faults.values(), *asked)):
        yield f"  {translate(text, language)}"

"""A robot's turn and a side's turn: the pointer, the steps, what they do on the field, the end of the game.

Source: the rules of Robots on hexagons, "Programs", "Board" and the fine print.
"""

from __future__ import annotations

from typing import NamedTuple

from boards.hex_grid import opposite, turned
from controller.games.game import Outcome
from controller.games.robots_hex.events import Event
from controller.games.robots_hex.position import COMPUTER, INVASION, Position, Robot, Signal
from controller.games.robots_hex.program import ACTIONS, Instruction, Kind, parse_step
from controller.games.robots_hex.questions.evaluation import REACH, answer
from controller.games.robots_hex.questions.parser import parse_question

LAST_STANDING = "last-standing"
INVADED = "invasion"
SHOT_COMPUTER = "computer"


class Played(NamedTuple):
    """What a turn led to."""

    position: Position
    events: tuple[Event, ...]
    outcome: Outcome | None = None


def play_side(position: Position) -> Played:
    """Return the whole turn of the side whose turn it is; it ends at once when the game does."""
    opened = open_turn(position)
    position, events = opened.position, opened.events
    outcome = None
    for name in position.robots_of(position.turn):
        if name in position.robots and outcome is None:
            position, told, outcome = play_robot(position, name, opened.orders.get(name))
            events += told
    return Played(close_turn(position), events, outcome)


class Opened(NamedTuple):
    """The start of a side's turn."""

    position: Position
    events: tuple[Event, ...]
    orders: dict[str, int]
    """Robot -> the step that it carries out on a signal."""


def open_turn(position: Position) -> Opened:
    """Return the signal of the side whose turn it is, if one waits, is shown and counted."""
    signal = position.signals[position.turn]
    if signal.robot is None or signal.step is None:
        return Opened(position, (), {})
    shown = {**position.signals, position.turn: Signal(signal.left - 1)}
    position = position._replace(signals=shown)
    if signal.robot not in position.robots:
        return Opened(position, (Event(position.turn, "spent", (signal.step,)),), {})
    return Opened(position, (Event(signal.robot, "signalled", (signal.step,)),), {signal.robot: signal.step})


def close_turn(position: Position) -> Position:
    """Return the position with the turn of the next side by name that still has robots, if there is another."""
    others = [side for side in position.sides() if side != position.turn]
    later = [side for side in others if side > position.turn]
    return position._replace(turn=(later or others or [position.turn])[0])


def play_robot(position: Position, name: str, order: int | None = None) -> Played:
    """Return the turn of one robot: its next step, or the step that a signal orders; then whether the game is over."""
    turn = _Turn(position, name)
    if order is None:
        turn.own_step()
    else:
        turn.ordered_step(order)
    return Played(turn.position, tuple(turn.events), turn.outcome or _end(turn.position, name))


def _end(position: Position, name: str) -> Outcome | None:
    """Whether the game is over after the turn of this robot, apart from a computer that was shot."""
    robot = position.robots.get(name)
    if position.scenario == INVASION and robot and position.board.in_opposing_camp(robot.side, robot.at):
        return Outcome((robot.side,), INVADED)
    sides = position.sides()
    return None if len(sides) > 1 else Outcome(tuple(sides), LAST_STANDING)


class _Turn:
    """One robot's turn while it is played."""

    def __init__(self, position: Position, name: str) -> None:
        self.position = position
        self.name = name
        self.events: list[Event] = []
        self.outcome: Outcome | None = None

    @property
    def robot(self) -> Robot:
        """The robot whose turn it is, as it is now."""
        return self.position.robots[self.name]

    def tell(self, name: str, *values: int | str, robot: str = "", by: str = "") -> None:
        """Add an event; of this robot, unless another is named."""
        self.events.append(Event(robot or self.name, name, values, by))

    def own_step(self) -> None:
        """Move the pointer on until a step ends the turn."""
        robot = self.robot
        read: dict[int, bool] = {}
        number = robot.pointer + 1
        while number <= len(robot.program):
            if number in read:
                # The pointer is back where it was before the turn.
                return self.tell("forfeited", number)
            read[number] = True
            if number in robot.destroyed:
                self.point(number)
                return self.tell("nothing", number, "destroyed")
            text = robot.program[number - 1]
            step = parse_step(text)
            self.tell("read", number, text)
            if step.kind in ACTIONS:
                self.point(number)
                return self.act(step, number)
            number = self.jump(robot, number, step)
        self.point(len(robot.program) + 1)
        return self.tell("idle")

    def jump(self, robot: Robot, number: int, step: Instruction) -> int:
        """Return the step that is read after a test, RAZ or go-to."""
        if step.kind is Kind.RESET:
            return 1
        if step.kind is Kind.GO_TO:
            return step.number
        found = answer(parse_question(dict(robot.tests)[str(step.number)]), self.position, robot)
        self.events.append(Event(robot.name, "answered", (number, step.number, found.yes), answer=found))
        return number + (1 if found.yes else 2)

    def ordered_step(self, number: int) -> None:
        """Play a step on a signal. The pointer does not move."""
        step = self.robot.step(number)
        if step is None:
            self.tell("nothing", number, "destroyed" if number <= len(self.robot.program) else "empty")
        elif step.kind in ACTIONS:
            self.act(step, number)
        else:
            self.tell("nothing", number, "program")

    def point(self, number: int) -> None:
        """Set the robot's pointer to a step, by number from 1."""
        self.position = self.position.with_robot(self.robot._replace(pointer=number))

    # --- what a step does on the field

    def act(self, step: Instruction, number: int) -> None:
        """Do what an action step says."""
        if step.kind is Kind.MOVE:
            self.move(step.number, number)
        elif step.kind is Kind.TURN:
            facing = turned(self.robot.facing, step.number)
            self.position = self.position.with_robot(self.robot._replace(facing=facing))
            self.tell("turned", facing)
        elif step.kind is Kind.SHOT:
            self.shoot()
        else:
            self.explode()

    def move(self, cells: int, number: int) -> None:
        """Cell by cell. Blocking comes first; `number` is the step that lightning destroys."""
        robot, board = self.robot, self.position.board
        way = robot.facing if cells > 0 else opposite(robot.facing)
        path = board.field.line(robot.at, way, abs(cells))
        for cell in path:
            reason = "robot" if self.position.robot_at(cell) else board.obstacles.get(cell)
            if reason:
                return self.tell("blocked", cell, reason if reason in ("robot", "computer") else "shape")
        struck = False
        for cell in path:
            self.tell("moved", self.robot.at, cell)
            self.position = self.position.with_robot(self.robot._replace(at=cell))
            if cell in board.lake_at:
                return self.destroy(self.robot, "lake")
            struck = struck or cell in board.lightning_at
        if len(path) < abs(cells):
            return self.destroy(self.robot, "edge")
        if struck:
            self.lose_step(self.robot, number, "lightning")
        return None

    def shoot(self) -> None:
        """Shoot ahead: the next cell is hit, those behind it lose a step; a computer in reach is shot."""
        robot, board = self.robot, self.position.board
        if robot.shots == 0:
            return self.tell("no-shots")
        self.position = self.position.with_robot(robot._replace(shots=robot.shots - 1))
        self.tell("shot", robot.shots - 1)
        line = board.field.line(robot.at, robot.facing, REACH)
        self.damage([line[:1], line[1:]], "shot")
        if self.position.scenario == COMPUTER and board.in_opposing_camp(robot.side, robot.at):
            camp = board.camp_at[robot.at]
            if board.computers.get(camp) in line:
                self.tell("computer", camp, board.computers[camp])
                self.outcome = Outcome((robot.side,), SHOT_COMPUTER)
        return None

    def explode(self) -> None:
        """Explode: neighbours are destroyed, robots at distance 2 lose a step, and this robot is gone."""
        field, here = self.position.board.field, self.robot.at
        self.tell("exploded", here)
        self.damage([field.ring(here, 1), field.ring(here, 2)], "explosion")
        self.destroy(self.robot, "self")

    def damage(self, cells: list[tuple[str, ...]], cause: str) -> None:
        """Robots on the first cells are destroyed, those on the second lose the step under their pointer."""
        near, far = cells
        for cell in near:
            victim = self.position.robot_at(cell)
            if victim:
                self.destroy(victim, cause)
        for cell in far:
            victim = self.position.robot_at(cell)
            if victim:
                self.lose_step(victim, victim.pointer, cause)

    def destroy(self, robot: Robot, cause: str) -> None:
        """Take a robot off the field."""
        self.position = self.position.without(robot.name)
        self.tell("died", robot.at, cause, robot=robot.name, by="" if robot.name == self.name else self.name)

    def lose_step(self, robot: Robot, number: int, cause: str) -> None:
        """Destroy a step of a robot's program, if there is one that is whole."""
        left = robot.losing(number)
        if left is not robot:
            self.position = self.position.with_robot(left)
            by = "" if robot.name == self.name else self.name
            self.tell("lost-step", number, cause, robot=robot.name, by=by)

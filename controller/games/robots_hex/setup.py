"""Before the first turn: programs in secret, robots placed in turn, the lot; and signals between turns."""

from __future__ import annotations

import re
from collections.abc import Mapping

from boards.base.catalogue import languages
from boards.base.errors import Problem, Problems
from boards.base.message import Message, _, literal
from controller.games.robots_hex.events import Event
from controller.games.robots_hex.position import Robot, Signal
from controller.games.robots_hex.program import LONGEST, check_program
from controller.games.robots_hex.questions.parse_errors import PROGRAM_MISTAKES
from controller.games.robots_hex.questions.parser import NotAQuestion, format_question, parse_question
from controller.games.robots_hex.questions.question import Question
from controller.games.robots_hex.state import LOT, PLACING, PLAYING, State

_TEST_ROW = re.compile(r"test\s*([1-4])\s*:(.*)", re.IGNORECASE | re.DOTALL)
_PLACEMENT = re.compile(r"(\S+)\s+([a-z][0-9]{1,2})\s+([1-6])")
_SIGNAL = re.compile(r"(\S+)\s+([0-9]{1,2})")
NO_SIGNAL = "no signal"
"""What a player says who sends none after this turn."""
FACES: tuple[str, ...] = ("1", "2", "3", "4", "5", "6")


def lay(state: State, programs: Mapping[str, tuple[str, ...]]) -> State:
    """Programs by robot: a step a row, then `test 1: QUESTION` in any language that has a catalogue. None: no steps."""
    problems = [
        Problem(f"programs.{name}", _("there is no robot {name}", name=repr(name)))
        for name in programs
        if name not in [robot.name for robot in state.reserve]
    ]
    reserve: list[Robot] = []
    for robot in state.reserve:
        laid, found = _programmed(robot, programs.get(robot.name, ()), state.position.steps)
        reserve.append(laid)
        problems += found
    if problems:
        raise Problems(problems)
    return state._replace(reserve=tuple(reserve), stage=PLACING)


def _programmed(robot: Robot, rows: tuple[str, ...], most: int) -> tuple[Robot, list[Problem]]:
    at = f"programs.{robot.name}"
    steps: dict[int, str] = {}
    tests: dict[str, str] = {}
    problems: list[Problem] = []
    for index, row in enumerate(rows):
        match = _TEST_ROW.fullmatch(row.strip())
        if not match:
            steps[index] = row
            continue
        number, question = match[1], match[2].strip()
        if number in tests:
            message = PROGRAM_MISTAKES["twice"].bind(test=number)
            problems.append(Problem(f"{at}[{index}]", _("there is a test {number} already", number=number), message))
        try:
            tests[number] = in_english(question)
        except NotAQuestion as error:
            tests[number] = ""
            message = PROGRAM_MISTAKES["question"].bind(test=number, why=error.message)
            problems.append(Problem(f"{at}[{index}]", literal(error.translated(error.language or "en")), message))
    program = tuple(steps.values())
    problems += check_program(program, tuple(sorted(tests)), at, tuple(steps), most=most)
    return robot._replace(program=program, tests=tuple(sorted(tests.items()))), problems


def test_row(number: str, question: str) -> str:
    """The row of a program that asks a test's question."""
    return f"test {number}: {question}"


def question_of(row: str) -> tuple[str, Question] | None:
    """Return the test's number and its question, of a row that asks one; None for a step.

    Raises :class:`NotAQuestion`.
    """
    match = _TEST_ROW.fullmatch(row.strip())
    return (match[1], parse_question(in_english(match[2].strip()))) if match else None


def in_english(text: str) -> str:
    """Return a question of any language in English.

    Raises :class:`NotAQuestion` with the mistake of the language in which most of it can be read.
    """
    mistakes: list[NotAQuestion] = []
    english, *others = languages()
    for language in (*others, english):
        try:
            found = parse_question(text, language)
        except NotAQuestion as mistake:
            mistakes.append(mistake)
        else:
            return text if language == english else format_question(found)
    raise max(mistakes, key=lambda mistake: (mistake.word, mistake.language == english))


def next_to_place(state: State) -> str:
    """Return the side that places a robot now: in turn, one robot each."""
    left: dict[str, int] = {}
    for robot in state.reserve:
        left[robot.side] = left.get(robot.side, 0) + 1
    return max(sorted(left), key=left.__getitem__)


def place(state: State, player: str, move: str) -> tuple[State, Event]:
    """`green1 c3 2`: a robot, a free black point of the own camp or outside the camps, a direction."""
    match = _PLACEMENT.fullmatch(move.strip())
    if not match:
        raise _refused("move", _("a placement is a robot, a cell and a direction, such as green1 c3 2"))
    name, cell, facing = match[1], match[2], int(match[3])
    robot = next((robot for robot in state.reserve if robot.name == name and robot.side == player), None)
    position, board = state.position, state.position.board
    for wrong, why in (
        (player != next_to_place(state), _("it is {player}'s turn to place a robot", player=next_to_place(state))),
        (robot is None, _("{player} has no robot {name} to place", player=player, name=name)),
        (cell not in board.starts, _("{cell} is no black point", cell=cell)),
        (board.in_opposing_camp(player, cell), _("{cell} is in the opposing camp", cell=cell)),
        (position.robot_at(cell) is not None, _("{cell} is taken", cell=cell)),
        (
            is_needed(state, player, cell),
            _("{cell} is needed by others, who have no point left in a camp of their own", cell=cell),
        ),
        (cell in board.lake_at or cell in board.obstacles, _("nobody can stand on {cell}", cell=cell)),
    ):
        if wrong:
            raise _refused("move", why)
    reserve = tuple(other for other in state.reserve if other.name != name)
    placed = [other._replace(at=cell, facing=facing) for other in state.reserve if other.name == name]
    robots = dict(sorted({**position.robots, name: placed[0]}.items()))
    after = state._replace(
        position=position._replace(robots=robots), reserve=reserve, stage=PLACING if reserve else LOT
    )
    return after, Event(name, "placed", (cell, facing))


def is_needed(state: State, player: str, cell: str) -> bool:
    """Whether a black point outside of the camps must be left to others, whose own camps have not enough."""
    position, board = state.position, state.position.board
    if cell in board.camp_at:
        return False
    free = [other for other in board.starts if position.robot_at(other) is None]
    outside = len([other for other in free if other not in board.camp_at])
    wanting = 0
    for side in state.sides:
        left = len([robot for robot in state.reserve if robot.side == side]) - (side == player)
        wanting += max(0, left - len([other for other in free if board.camp_at.get(other) == side]))
    return wanting > outside - 1


def draw_lot(state: State, faces: Mapping[str, str]) -> tuple[State, tuple[Event, ...]]:
    """Every side rolls a die; the highest begins. Without a single highest all roll again."""
    sides = state.position.sides()
    problems = [Problem(f"faces.{side}", _("this side did not roll")) for side in sides if side not in faces]
    problems += [
        Problem(
            f"faces.{side}",
            _("a face of the die is one of {faces}, rolled by a side that plays", faces=", ".join(FACES)),
        )
        for side, face in faces.items()
        if side not in sides or face not in FACES
    ]
    if problems:
        raise Problems(problems)
    events = tuple(Event(side, "rolled", (faces[side],)) for side in sides)
    best = [side for side in sides if faces[side] == max(faces.values())]
    if len(best) > 1:
        return state, events
    return state._replace(position=state.position._replace(turn=best[0]), stage=PLAYING), events


def send_signal(state: State, player: str, move: str) -> tuple[State, Event]:
    """`green1 7`: a signal for a robot, to be shown at the start of the player's next turn; `no signal`: none.

    Everybody sees for which robot it is; the step is the player's secret until it is shown.
    """
    if move.strip() == NO_SIGNAL and player == state.sender:
        return state._replace(sender=""), Event(player, "no-signal")
    match = _SIGNAL.fullmatch(move.strip())
    if not match or not 1 <= int(match[2]) <= LONGEST:
        why = _(
            "a signal is a robot and a step from 1 to {longest}, such as green1 7, or {no_signal}",
            longest=LONGEST,
            no_signal=repr(NO_SIGNAL),
        )
        raise _refused("move", why)
    name, step = match[1], int(match[2])
    robot = state.position.robots.get(name)
    if player != state.sender or robot is None or robot.side != player:
        raise _refused("move", _("{player} can't signal {name} now", player=player, name=name))
    signal = Signal(state.position.signals[player].left, name, step)
    position = state.position._replace(signals={**state.position.signals, player: signal})
    return state._replace(position=position, sender=""), Event(player, "signal-laid", about=name)


def _refused(at: str, why: Message) -> Problems:
    return Problems([Problem(at, why)])

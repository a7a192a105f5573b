"""From a document to a position. Every mistake is found, each with its place, all at once."""

from __future__ import annotations

from boards.base.message import _, listed
from controller.games.document_paths import raise_in_input_order
from controller.games.game import Json
from controller.games.robots_hex.documents.board_reader import read_board
from controller.games.robots_hex.documents.value_checks import Checks
from controller.games.robots_hex.position import (
    CAMPS,
    DUEL,
    NAME,
    OBSTACLES,
    SCENARIOS,
    SHAPE_SWITCH,
    Board,
    Position,
    Robot,
    Signal,
)
from controller.games.robots_hex.program import LONGER, LONGEST, SHOTS, SIGNALS, TESTS, check_program
from controller.games.robots_hex.questions.parser import NotAQuestion, parse_question

_KEYS = ("game", "steps", "scenario", "shapes", "board", "robots", "turn", "signals")
_ROBOT_KEYS = ("side", "at", "facing", "pointer", "shots", "destroyed", "program", "tests")
_SIGNAL_KEYS = ("left", "robot", "step")
_LONGEST_NAME = 40


def read_position(document: Json) -> Position:
    """Return a position. Raises :class:`boards.base.errors.Problems`, in input order."""
    checks = Checks()
    position = _position(document, checks)
    raise_in_input_order(document, checks.problems)
    return position


def _position(document: Json, checks: Checks) -> Position:
    given = checks.keys(document, "", _KEYS, _("a position is an object with board, robots and turn"))
    if given.get("game", NAME) != NAME:
        checks.wrong("game", _("this is not a position of {name}", name=NAME))
    scenario = checks.whole(given.get("scenario", DUEL), SCENARIOS[0], SCENARIOS[-1], "scenario")
    shapes = checks.one_of(given.get("shapes", OBSTACLES), SHAPE_SWITCH, "shapes")
    board = read_board(given.get("board", {}), shapes == OBSTACLES, checks)
    before = len(checks.problems)
    steps = read_steps(given, checks)
    robots = read_robots(given.get("robots"), board, scenario, checks, steps)
    # Where the robots are not as they should be, nobody can say that the turn is wrong.
    any_side = len(checks.problems) > before
    turn = given.get("turn")
    if not isinstance(turn, str) or not (any_side or turn in [robot.side for robot in robots.values()]):
        checks.wrong("turn", _("this must be the name of a side that has robots"))
        turn = ""
    signals = _signals(given.get("signals", {}), robots, scenario, checks)
    return Position(scenario, board, robots, turn, signals, steps)


def read_steps(given: dict[str, Json], checks: Checks) -> int:
    """Return how long a program may be: 15, or as players have chosen."""
    return checks.whole(given["steps"], LONGER[0], LONGER[-1], "steps") if "steps" in given else LONGEST


def read_robots(given: Json, board: Board, scenario: int, checks: Checks, steps: int = LONGEST) -> dict[str, Robot]:
    """Return the robots by name, sorted by name."""
    if not isinstance(given, dict):
        checks.wrong("robots", _("the robots are an object by name"))
        return {}
    robots: dict[str, Robot] = {}
    taken: dict[str, str] = {}
    for name, item in given.items():
        at = f"robots.{name}"
        if not isinstance(name, str) or not 0 < len(name) <= 2 * _LONGEST_NAME:
            checks.wrong(at, _("a robot's name has 1 to {most} characters", most=2 * _LONGEST_NAME))
        elif not isinstance(item, dict):
            checks.wrong(at, _("a robot is an object with side, at, facing and program"))
        else:
            cell = _standing(item.get("at"), board, taken, f"{at}.at", checks)
            if cell:
                taken[cell] = name
            robots[name] = read_robot(name, item, scenario, checks, steps)._replace(at=cell)
    return dict(sorted(robots.items()))


def read_robot(name: str, given: dict[str, Json], scenario: int, checks: Checks, longest: int = LONGEST) -> Robot:
    """All of a robot but its place; its program has at most `longest` steps."""
    at = f"robots.{name}"
    checks.keys(given, at, _ROBOT_KEYS, _("a robot is an object with side, at, facing and program"))
    side = read_side(given.get("side"), scenario, f"{at}.side", checks)
    tests = _tests(given.get("tests", {}), f"{at}.tests", checks)
    program = given.get("program")
    checks.problems += check_program(program, tuple(tests), f"{at}.program", most=longest)
    steps = min(len(program), longest) if isinstance(program, list) else longest
    return Robot(
        name,
        side,
        "",
        checks.whole(given.get("facing"), 1, 6, f"{at}.facing"),
        checks.whole(given.get("pointer", 0), 0, steps + 1, f"{at}.pointer"),
        checks.whole(given.get("shots", SHOTS), 0, SHOTS, f"{at}.shots"),
        _destroyed(given.get("destroyed", []), steps, f"{at}.destroyed", checks),
        tuple(program) if isinstance(program, list) else (),
        tuple(sorted(tests.items())),
    )


def read_side(given: Json, scenario: int, at: str, checks: Checks) -> str:
    """Return the name of a side; outside of a duel, of a camp."""
    if not isinstance(given, str) or not 0 < len(given) <= _LONGEST_NAME:
        checks.wrong(at, _("a side is a name of 1 to {most} characters", most=_LONGEST_NAME))
        return ""
    if scenario != DUEL and given not in CAMPS:
        checks.wrong(at, _("the sides of scenario {scenario} are {camps}", scenario=scenario, camps=listed(CAMPS)))
    return given


def _standing(given: Json, board: Board, taken: dict[str, str], at: str, checks: Checks) -> str:
    """Return a cell in which a robot can stand; empty, if it is none."""
    cell = checks.cell(given, board.field, at)
    if cell in board.lake_at:
        checks.wrong(at, _("{cell} is a lake", cell=cell))
    elif cell in board.obstacles:
        checks.wrong(at, _("{cell} holds an obstacle: {obstacle}", cell=cell, obstacle=board.obstacles[cell]))
    elif cell in taken:
        checks.wrong(at, _("{other} stands on {cell} already", other=taken[cell], cell=cell))
    else:
        return cell
    return ""


def _tests(given: Json, at: str, checks: Checks) -> dict[str, str]:
    """Return the questions by number. Those that can't be read are kept, so that a program may name them."""
    if not isinstance(given, dict):
        checks.wrong(at, _("the tests are an object by number, 1 to 4"))
        return dict.fromkeys(TESTS, "")
    tests: dict[str, str] = {}
    for number, text in given.items():
        place = f"{at}.{number}"
        if number not in TESTS:
            checks.wrong(place, _("the tests are numbered {tests}", tests=", ".join(TESTS)))
            continue
        tests[number] = text if isinstance(text, str) else ""
        if not isinstance(text, str):
            checks.wrong(place, _("a test is a question in text form"))
            continue
        try:
            parse_question(text)
        except NotAQuestion as error:
            checks.wrong(place, error.message)
    return tests


def _destroyed(given: Json, steps: int, at: str, checks: Checks) -> tuple[int, ...]:
    found: dict[int, bool] = {}
    for index, item in enumerate(checks.items(given, at)):
        place = f"{at}[{index}]"
        if type(item) is not int or not 1 <= item <= steps:
            checks.wrong(place, _("this must be the number of a step, 1 to {steps}", steps=steps))
        elif item in found:
            checks.wrong(place, _("step {item} is destroyed already", item=item))
        else:
            found[item] = True
    return tuple(sorted(found))


def _signals(given: Json, robots: dict[str, Robot], scenario: int, checks: Checks) -> dict[str, Signal]:
    """Return the signals of every side that has robots or is named here, sorted."""
    signals = {robot.side: Signal() for robot in robots.values()}
    if not isinstance(given, dict):
        checks.wrong("signals", _("the signals are an object by side"))
        return signals
    for side, item in given.items():
        at = f"signals.{side}"
        if read_side(side, scenario, at, checks):
            signals[side] = _signal(side, item, robots, at, checks)
    return dict(sorted(signals.items()))


def _signal(side: str, given: Json, robots: dict[str, Robot], at: str, checks: Checks) -> Signal:
    item = checks.keys(given, at, _SIGNAL_KEYS, _("the signals of a side are an object with left, robot and step"))
    left = checks.whole(item.get("left", SIGNALS), 0, SIGNALS, f"{at}.left")
    if "robot" not in item and "step" not in item:
        return Signal(left)
    robot = item.get("robot")
    if not isinstance(robot, str):
        checks.wrong(f"{at}.robot", _("a signal is for a robot, by its name"))
        robot = ""
    elif robot in robots and robots[robot].side != side:
        checks.wrong(f"{at}.robot", _("{robot} is a robot of {side}", robot=robot, side=robots[robot].side))
    if left == 0:
        checks.wrong(f"{at}.left", _("there is no signal left to send"))
    return Signal(left, robot, checks.whole(item.get("step"), 1, LONGEST, f"{at}.step"))

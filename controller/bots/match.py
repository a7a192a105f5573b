"""A whole match between two bots: each turn both are asked at once, and the rules play what they answer.

A bot can spoil nothing but its own robots' turns: what it does wrong is a guard and a :class:`Slip`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from boards.errors import Problem, Problems
from controller.bots.arena_rules import RULES
from controller.bots.inside.frames import pack_text
from controller.bots.inside.player import CODES, GUARD, SUICIDE
from controller.bots.limits import Limits, Protection
from controller.bots.process import BotProcess, Gone, answers
from controller.bots.source import BotSource, printable
from controller.games.chance import mix
from controller.games.robot_game.actions import EXPLODING, GUARDING, Action
from controller.games.robot_game.arena import CELLS
from controller.games.robot_game.events import Event
from controller.games.robot_game.state import State, play, play_and_tell, scores
from controller.games.robot_game.turn import LAST_TURN

SLIP_KINDS: tuple[str, ...] = ("exception", "nonsense", "slow", "gone")
"""What can go wrong with an act: the bot raised, returned no action, took too long, or its process is gone."""

_ACT_SEEDS = 0x4143_5453

_PLACES = {cell: place for place, cell in CELLS.items()}
_ACTIONS: Mapping[int, Mapping[int, Action]] = {
    cell: {GUARD: GUARDING, SUICIDE: EXPLODING}
    | {
        code: Action(kind, CELLS[x + right, y + down])
        for kind, codes in CODES.items()
        for (right, down), code in codes.items()
        if (x + right, y + down) in CELLS
    }
    for (x, y), cell in CELLS.items()
}
"""Cell -> how a bot's process tells an act -> the action: it can tell no illegal one."""


@dataclass(frozen=True)
class Slip:
    """Something that a bot did wrong, and that became a guard."""

    turn: int
    player: int
    robot: int
    kind: str
    """One of :data:`SLIP_KINDS`."""
    text: str
    """The last line of the traceback, or what was wrong; printable."""
    line: int | None = None
    """The line in the bot's file."""


@dataclass(frozen=True)
class TurnPlayed:
    """One turn of a match: what a replay shows."""

    before: State
    actions: Mapping[int, Action]
    """Cell -> what the robot there did; guards that were not asked for are missing."""
    events: tuple[Event, ...]
    slips: tuple[Slip, ...]
    after: State


@dataclass(frozen=True)
class Match:
    """How a match ended."""

    seed: int
    names: tuple[str, str]
    scores: tuple[int, int]
    """Robots left after the last turn."""
    slips: tuple[Mapping[str, int], Mapping[str, int]]
    """By player: kind -> how many acts."""
    first_slips: tuple[tuple[Slip, ...], tuple[Slip, ...]]
    """By player: the first of each kind."""
    gone: tuple[tuple[int, str] | None, tuple[int, str] | None]
    """By player: the turn in which its process was lost, and why. Its robots guarded from then on."""

    @property
    def winner(self) -> int | None:
        """0 or 1; None: a draw."""
        first, second = self.scores
        return None if first == second else int(second > first)


Watch = Callable[[TurnPlayed], None]


def act_seed(seed: int, turn: int, player: int) -> int:
    """The seed of one player's chances in one turn; a robot's is this and its id, as in rgkit."""
    return mix(mix(seed ^ _ACT_SEEDS) + 2 * turn + player) >> 33


class Arena:
    """Two bots' processes, kept over several matches. Each match begins with clean modules."""

    def __init__(self, sources: Sequence[BotSource], limits: Limits) -> None:
        self.bots = tuple(BotProcess(source, limits, RULES) for source in sources)
        self.limits = limits
        self.in_force: tuple[str, ...] = ()
        """Of :data:`controller.bots.limits.LAYERS`, those that hold every bot."""

    def close(self) -> None:
        for bot in self.bots:
            bot.close()

    @property
    def protection(self) -> Protection:
        return Protection.of(self.in_force)

    def check(self) -> None:
        """Load every bot once. Raises :class:`boards.errors.Problems` with what is wrong with all of them."""
        problems = [Problem(at, message) for at, message in self._load()]
        for bot in self.bots:
            bot.end()
        unique = list(dict.fromkeys(problems))
        if unique:
            raise Problems(unique)

    def play(self, seed: int, watch: Watch | None = None) -> Match:
        """One match. A bot that can't be loaded guards all the time."""
        return _Play(self, seed, watch).run()

    def turn_round(self) -> None:
        """The bots change sides."""
        self.bots = self.bots[::-1]

    def begin(self) -> list[str | None]:
        """Begin a game in both processes; by player, why not."""
        failures = dict(self._load_by_player())
        return [failures.get(player) for player in range(len(self.bots))]

    def _load(self) -> Iterator[tuple[str, str]]:
        for player, message in self._load_by_player():
            file, line, text = self.bots[player].source.file, *message.partition(": ")[::2]
            # "12: text" is a place in the file.
            yield (f"{file}:{line}", text) if line.isdigit() else (file, message)

    def _load_by_player(self) -> Iterator[tuple[int, str]]:
        starting = [bot for bot in self.bots if not bot.alive]
        for bot in starting:
            bot.start()
        failed: dict[int, str] = {}
        if starting:
            for bot, report in zip(starting, answers(starting, self.limits.load_s), strict=True):
                player = self.bots.index(bot)
                if isinstance(report, Gone):
                    failed[player] = f"it can't be compiled: {report}"
                    continue
                self.in_force = tuple(report[1])
                if report[2] is not None:
                    line, text, code = report[2]
                    failed[player] = _located(line, f"{text}: {code}" if code else text)
        loading = [bot for player, bot in enumerate(self.bots) if player not in failed]
        for bot in loading:
            bot.begin()
        for bot, answer in zip(loading, answers(loading, self.limits.load_s), strict=True):
            problem = _refusal(answer)
            if problem is not None:
                failed[self.bots.index(bot)] = problem
        yield from sorted(failed.items())


def _refusal(answer: Any) -> str | None:
    """Why a bot was not loaded, from its own first frame."""
    if isinstance(answer, Gone):
        return f"it can't be loaded: {answer}"
    if answer == ["ready"]:
        return None
    match answer:
        case ["refused", int() | None as line, str() as text]:
            return _located(line, text)
    return "it can't be loaded: it wrote something else than answers"


def _located(line: int | None, text: str) -> str:
    return printable(text) if line is None else f"{line}: {printable(text)}"


@contextmanager
def arena(sources: Sequence[BotSource], limits: Limits | None = None) -> Iterator[Arena]:
    """An arena that ends its bots' processes, whatever happens."""
    made = Arena(sources, Limits() if limits is None else limits)
    try:
        yield made
    finally:
        made.close()


@dataclass
class _Tally:
    """One player's mistakes as they come."""

    counts: dict[str, int] = field(default_factory=dict)
    first: list[Slip] = field(default_factory=list)
    gone: tuple[int, str] | None = None

    def add(self, slip: Slip) -> None:
        if slip.kind not in self.counts:
            self.first.append(slip)
        self.counts[slip.kind] = self.counts.get(slip.kind, 0) + 1


class _Play:
    """A match under way."""

    def __init__(self, place: Arena, seed: int, watch: Watch | None) -> None:
        self.bots = place.bots
        self.place = place
        self.seed = seed
        self.watch = watch
        self.tallies = [_Tally() for _ in self.bots]

    def run(self) -> Match:
        for tally, failure in zip(self.tallies, self.place.begin(), strict=True):
            tally.gone = None if failure is None else (0, failure)
        state = State(0, {}, seed=self.seed)
        try:
            while state.turn <= LAST_TURN:
                state = self._turn(state)
        finally:
            for bot in self.bots:
                bot.end()
        first, second = self.tallies
        return Match(
            self.seed,
            (self.bots[0].source.name, self.bots[1].source.name),
            scores(state.robots),
            (first.counts, second.counts),
            (tuple(first.first), tuple(second.first)),
            (first.gone, second.gone),
        )

    def _turn(self, state: State) -> State:
        actions: dict[int, Action] = {}
        slips: list[Slip] = []
        if state.robots:
            self._ask(state, actions, slips)
        for slip in slips:
            self.tallies[slip.player].add(slip)
        if self.watch is None:
            return play(state, actions)
        after, events = play_and_tell(state, actions)
        self.watch(TurnPlayed(state, actions, events, tuple(slips), after))
        return after

    def _ask(self, state: State, actions: dict[int, Action], slips: list[Slip]) -> None:
        in_order = sorted([(robot, cell) for cell, robot in state.robots.items()])
        asked = [player for player, tally in enumerate(self.tallies) if tally.gone is None]
        mine: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
        numbers: list[int] = []
        for (number, owner, hp), cell in in_order:
            mine[owner].append((number, cell))
            numbers += (*_PLACES[cell], hp, owner)
        view = "".join(str(numbers).split())
        for player in asked:
            seed = act_seed(state.seed, state.turn, player)
            ids = [number for number, _ in mine[player]]
            self.bots[player].send_frame(pack_text(f'["turn",{state.turn},{seed},{player},{view},{ids}]'))
        found = answers([self.bots[player] for player in asked], self.place.limits.turn_s)
        for player, answer in zip(asked, found, strict=True):
            heard = _acts(answer, state.turn, len(mine[player]))
            if isinstance(heard, Gone):
                self.bots[player].close()
                self.tallies[player].gone = (state.turn, str(heard))
            else:
                acts, reports = heard
                slips += _read_acts(acts, reports, mine[player], actions, state.turn, player)
        for player, tally in enumerate(self.tallies):
            if tally.gone is not None:
                slips += [Slip(state.turn, player, number, "gone", tally.gone[1]) for number, _ in mine[player]]


def _acts(answer: Any, turn: int, robots: int) -> tuple[list[Any], list[Any]] | Gone:
    """The acts and reports of an answer, if it is one."""
    if isinstance(answer, Gone):
        return answer
    match answer:
        case ["acts", int() as said, list() as acts, list() as reports]:
            if said == turn and len(acts) == robots and len(reports) <= robots:
                return acts, reports
    return Gone("it wrote something else than answers")


def _read_acts(
    codes: list[Any],
    reports: list[Any],
    mine: Sequence[tuple[int, int]],
    actions: dict[int, Action],
    turn: int,
    player: int,
) -> Iterator[Slip]:
    """Put the acts into `actions`; what went wrong, by robot."""
    told = {}
    for report in reports:
        match report:
            case [int() as number, str() as kind, int() | None as line, str() as text] if kind in SLIP_KINDS:
                told[number] = Slip(turn, player, number, kind, printable(text), line)
    for (number, cell), code in zip(mine, codes, strict=True):
        action = _ACTIONS[cell].get(code) if type(code) is int else None
        if number in told:
            yield told[number]
        elif action is None:
            yield Slip(turn, player, number, "nonsense", "it wrote something that is no action")
        else:
            actions[cell] = action

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
from controller.bots.asking import NOTHING, Heard, Slip, ask, gone_slips
from controller.bots.limits import Limits, Protection
from controller.bots.process import BotProcess, Gone, answers
from controller.bots.source import BotSource, printable
from controller.games.robot_game.actions import Action
from controller.games.robot_game.events import Event
from controller.games.robot_game.state import State, play, play_and_tell, scores
from controller.games.robot_game.turn import LAST_TURN


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
        heard = self._ask(state) if state.robots else NOTHING
        for slip in heard.slips:
            self.tallies[slip.player].add(slip)
        if self.watch is None:
            return play(state, heard.actions)
        after, events = play_and_tell(state, heard.actions)
        self.watch(TurnPlayed(state, heard.actions, events, tuple(heard.slips), after))
        return after

    def _ask(self, state: State) -> Heard:
        there = {player: self.bots[player] for player, tally in enumerate(self.tallies) if tally.gone is None}
        heard = ask(there, state, self.place.limits.turn_s)
        for player, why in heard.gone.items():
            self.tallies[player].gone = (state.turn, why)
        for player, tally in enumerate(self.tallies):
            if tally.gone is not None:
                heard.slips.extend(gone_slips(state, player, tally.gone[1]))
        return heard

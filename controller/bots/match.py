"""A whole match between two bots: each turn both are asked at once, and the rules play what they answer.

A bot can spoil nothing but its own robots' turns: what it does wrong is a guard and a :class:`BotMistake`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from boards.base.errors import Problem, Problems
from boards.base.reasons import Reason, foreign_words
from controller.bots.arena_rules import RULES
from controller.bots.bot_process import BotProcess, Gone, Lane, start_all
from controller.bots.bot_reasons import BotReason, LoadFailure, told_reason
from controller.bots.bot_source import BotSource, printable
from controller.bots.limits import Limits, Protection
from controller.bots.multiplexing import AwaitedAnswers, Task, run_task
from controller.bots.turn_request import BotMistake, asking, credible_line, mistakes_of_the_gone
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
    mistakes: tuple[BotMistake, ...]
    after: State


@dataclass(frozen=True)
class Match:
    """How a match ended."""

    seed: int
    names: tuple[str, str]
    scores: tuple[int, int]
    """Robots left after the last turn."""
    mistakes: tuple[Mapping[str, int], Mapping[str, int]]
    """By player: kind -> how many acts."""
    first_mistakes: tuple[tuple[BotMistake, ...], tuple[BotMistake, ...]]
    """By player: the first of each kind."""
    gone: tuple[tuple[int, Reason] | None, tuple[int, Reason] | None]
    """By player: the turn in which its process was lost, and why. Its robots guarded from then on."""

    @property
    def winner(self) -> int | None:
        """0 or 1; None: a draw."""
        first, second = self.scores
        return None if first == second else int(second > first)


Watch = Callable[[TurnPlayed], None]

_FAREWELL_S = 1.0
"""How long a child may take to end after its game, by the clock."""
_KILLED_S = 10.0
"""How long the system may take to end one."""


class Arena:
    """Two bots' processes, kept over several matches. Each match begins with clean modules, and has a lane in both."""

    def __init__(self, sources: Sequence[BotSource], limits: Limits, lanes: int = 1) -> None:
        """`lanes`: how many matches may be under way at once."""
        self.bots = tuple(BotProcess(source, limits, RULES, lanes) for source in sources)
        self.limits = limits
        self.in_force: tuple[str, ...] = ()
        """Of :data:`controller.bots.limits.LAYERS`, those that hold every bot."""

    def close(self) -> None:
        """Let go of the bots."""
        for bot in self.bots:
            bot.close()

    @property
    def protection(self) -> Protection:
        """Return the layers of protection that are in force."""
        return Protection.of(self.in_force)

    def lanes(self, lane: int = 0) -> list[Lane]:
        """Return one match's places, by player."""
        return [bot.lanes[lane] for bot in self.bots]

    def check(self) -> None:
        """Load every bot once. Raises :class:`boards.base.errors.Problems` with what is wrong with all of them."""
        failures = self.failures()
        if failures:
            raise Problems(dict.fromkeys(failures[player] for player in sorted(failures)))

    def failures(self) -> dict[int, Problem]:
        """Load every bot once; what is wrong with those that can't be, by their number."""
        failed = run_task(self.beginning(self.lanes()))
        self.end()
        found = {}
        for player, failure in failed.items():
            file = self.bots[player].source.file
            found[player] = Problem(file if failure.line is None else f"{file}:{failure.line}", failure.reason)
        return found

    def play(self, seed: int, watch: Watch | None = None) -> Match:
        """One match. A bot that can't be loaded guards all the time."""
        return run_task(self.playing(seed, watch))

    def playing(self, seed: int, watch: Watch | None = None, lane: int = 0, swapped: bool = False) -> Task[Match]:
        """One match, beside others on other lanes; `swapped`: the second bot is the first player."""
        lanes = self.lanes(lane)
        return _Play(self, seed, watch, lanes[::-1] if swapped else lanes).run()

    def begin(self) -> list[LoadFailure | None]:
        """Begin a game in both processes; by player, why not."""
        failures = run_task(self.beginning(self.lanes()))
        return [failures.get(player) for player in range(len(self.bots))]

    def end(self) -> None:
        """End the game."""
        run_task(ending(self.lanes()))

    def beginning(self, lanes: Sequence[Lane]) -> Task[dict[int, LoadFailure]]:
        """Begin a game; by player, why it can't be."""
        yield from ending(lanes)
        failed = self._start([lane.bot for lane in lanes])
        loading = [player for player in range(len(lanes)) if player not in failed]
        if loading:
            for player in loading:
                lanes[player].begin()
            answers = yield AwaitedAnswers([lanes[player] for player in loading], self.limits.load_s)
            for player, answer in zip(loading, answers, strict=True):
                problem = _refusal(answer)
                if problem is not None:
                    failed[player] = problem
        return failed

    def _start(self, bots: Sequence[BotProcess]) -> dict[int, LoadFailure]:
        """See that all processes are there; by player, why not."""
        starting = [player for player, bot in enumerate(bots) if not bot.alive]
        failed: dict[int, LoadFailure] = {}
        reports = start_all([bots[player] for player in starting])
        for player, report in zip(starting, reports, strict=True):
            if isinstance(report, Gone):
                failed[player] = LoadFailure(None, BotReason.NOT_COMPILED(reason=report.reason.message))
                continue
            self.in_force = tuple(report[1])
            if report[2] is not None:
                line, text, code = report[2]
                failed[player] = LoadFailure(line, foreign_words(printable(f"{text}: {code}" if code else text)))
                bots[player].close()
        return failed


def ending(lanes: Sequence[Lane]) -> Task[None]:
    """End a game. A child that does not end is killed and, if that fails, its whole process."""
    for lane in lanes:
        if lane.playing:
            lane.finish()
    for patience_s in (_FAREWELL_S, _KILLED_S):
        waiting = [lane for lane in lanes if lane.playing]
        if waiting:
            yield AwaitedAnswers(waiting, patience_s, farewell=True)
        for lane in lanes:
            if lane.playing:
                lane.kill()
    for lane in lanes:
        if lane.playing:
            lane.bot.close()
        elif lane.bot.alive:
            lane.clear()


def _refusal(answer: Any) -> LoadFailure | None:
    """Why a bot was not loaded, from its own first frame."""
    if isinstance(answer, Gone):
        return _not_loaded(answer.reason)
    match answer:
        case ["ready"]:
            return None
        case ["refused", int() | None as line, code, facts]:
            return LoadFailure(credible_line(line), told_reason(code, facts, BotReason.NO_ANSWER()))
    return _not_loaded(BotReason.NO_ANSWER())


def _not_loaded(reason: Reason) -> LoadFailure:
    return LoadFailure(None, BotReason.NOT_LOADED(reason=reason.message))


@contextmanager
def arena(sources: Sequence[BotSource], limits: Limits | None = None, lanes: int = 1) -> Iterator[Arena]:
    """Return an arena that ends its bots' processes, whatever happens."""
    made = Arena(sources, Limits() if limits is None else limits, lanes)
    try:
        yield made
    finally:
        made.close()


@dataclass
class _Tally:
    """One player's mistakes as they come."""

    counts: dict[str, int] = field(default_factory=dict)
    first: list[BotMistake] = field(default_factory=list)
    gone: tuple[int, Reason] | None = None

    def add(self, mistake: BotMistake) -> None:
        """Count a mistake, and keep the first of each kind."""
        if mistake.kind not in self.counts:
            self.first.append(mistake)
        self.counts[mistake.kind] = self.counts.get(mistake.kind, 0) + 1


class _Play:
    """A match under way."""

    def __init__(self, place: Arena, seed: int, watch: Watch | None, lanes: Sequence[Lane]) -> None:
        self.names = (lanes[0].bot.source.name, lanes[1].bot.source.name)
        self.lanes = lanes
        self.begun = place.beginning(lanes)
        self.there = dict(enumerate(lanes))
        """By player: who is asked."""
        self.patience_s = place.limits.turn_s
        self.seed = seed
        self.watch = watch
        self.tallies = (_Tally(), _Tally())

    def run(self) -> Task[Match]:
        """Play turn by turn; a generator that yields whose answers it waits for."""
        failures = yield from self.begun
        for player, failure in failures.items():
            self._lost(player, 0, failure.located)
        state = State(0, {}, seed=self.seed)
        while state.turn <= LAST_TURN:
            state = yield from self._turn(state)
        yield from ending(self.lanes)
        first, second = self.tallies
        return Match(
            self.seed,
            self.names,
            scores(state.robots),
            (first.counts, second.counts),
            (tuple(first.first), tuple(second.first)),
            (first.gone, second.gone),
        )

    def _turn(self, state: State) -> Task[State]:
        heard = yield from asking(self.there, state, self.patience_s)
        for player, why in heard.gone.items():
            self._lost(player, state.turn, why)
        if len(self.there) < len(self.lanes):
            for player, tally in enumerate(self.tallies):
                if tally.gone is not None:
                    heard.mistakes.extend(mistakes_of_the_gone(state, player, tally.gone[1]))
        for mistake in heard.mistakes:
            self.tallies[mistake.player].add(mistake)
        if self.watch is None:
            return play(state, heard.actions)
        after, events = play_and_tell(state, heard.actions)
        self.watch(TurnPlayed(state, heard.actions, events, tuple(heard.mistakes), after))
        return after

    def _lost(self, player: int, turn: int, why: Reason) -> None:
        self.tallies[player].gone = turn, why
        del self.there[player]

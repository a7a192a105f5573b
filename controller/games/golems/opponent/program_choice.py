"""Choose the computer golem's program: try candidates against programs that the others might lay.

1. Habits: what would each of the others do, if nobody else moved?
2. Own programs are tried against draws of such habits and of any programs; who does badly early is dropped. Those that
   did best are changed a little and tried again.
3. In a duel the other looks for answers to the best of them in between, and regret matching finds how often to lay
   which program.

It knows what a player may know: the position, its own die, its deck. Dice and programs of the others are guessed.
Source: double oracle (McMahan, Gordon, Blum: Planning in the presence of cost functions controlled by an adversary,
2003) with sampled answers, and :mod:`controller.games.golems.opponent.regret_matching`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from boards.colours import COLOURS
from controller.games.golems.opponent.candidate_programs import Hand, Laid, Program
from controller.games.golems.opponent.regret_matching import Mix, equilibrium
from controller.games.golems.opponent.simulation import Others, Rollout
from controller.games.golems.rules.position import Position
from controller.games.golems.rules.program import DIE_FACES, STANDING, Terms, program_texts
from controller.games.seeded_random import Numbers

_T = TypeVar("_T")


@dataclass(frozen=True)
class Strength:
    """How hard a computer golem thinks."""

    playouts: int
    """Rounds that it plays in its head, at most, before it chooses. Time is no input of a rule, a count is."""
    columns: int
    """How many things that the others might do it thinks of at first."""
    generations: int
    """How often it changes its best programs and tries them again."""
    habits: bool
    """Whether it asks what the others want, or thinks that they do anything."""


STRENGTHS: Mapping[str, Strength] = MappingProxyType(
    {
        "easy": Strength(playouts=24, columns=2, generations=1, habits=False),
        "medium": Strength(playouts=240, columns=6, generations=1, habits=True),
        "hard": Strength(playouts=5000, columns=12, generations=3, habits=True),
    }
)

"""What the dice of the others may show."""
_HABIT_SHARE = 0.15
"""The part of the playouts that goes into habits."""
_ANSWER_SHARE = 0.35
"""The part of a generation that the other's answers take in a duel."""
_HABIT_OFTEN = 0.4
"""How often the others are thought to do what they want; else they do anything."""
_HABIT_WEIGHT = 0.85
"""How far the other in a duel is thought to keep to its habits, instead of answering well."""
_KEPT = 8
"""Programs that are kept of a generation."""
_CUTS = (2, 4, 8)
"""After so many columns the worse half is dropped."""


def choose(
    position: Position,
    colour: str,
    strength: str,
    seed: int,
    *,
    face: str | None = None,
    playouts: int | None = None,
    laid: Laid = (),
) -> tuple[str, ...]:
    """Return a legal program for this golem, as text, a row an entry.

    `strength` is one of :data:`STRENGTHS`, `face` what the golem's own bonus die shows (None: none was rolled).
    The same arguments lead to the same program; another seed plays another game. `playouts` replaces the
    strength's own bound of thinking; below some dozens it is not kept to. `laid` are cards that
    lie in the rows already and stay. Raises KeyError for an unknown strength or a golem that does not stand.
    """
    thinking = STRENGTHS[strength]
    if colour not in position.colours:
        raise KeyError(colour)
    most = thinking.playouts if playouts is None else playouts
    search = _Search(position, colour, face, thinking, most, Numbers(seed, COLOURS.index(colour)), laid)
    return tuple(program_texts(search.program()))


class _Search:
    """One choice of one golem."""

    def __init__(
        self,
        position: Position,
        colour: str,
        face: str | None,
        strength: Strength,
        playouts: int,
        chance: Numbers,
        laid: Laid = (),
    ) -> None:
        self._position = position
        self._colour = colour
        self._strength = strength
        self._chance = chance
        self._foresight = Rollout(position, playouts)
        self._playouts = playouts // self._foresight.rounds
        self._face = face
        self._hand = self._hand_with(face, laid)
        self._others = [other for other in position.colours if other != colour]
        sides = {golem.side for golem in position.golems}
        self._duel = len(position.golems) == 2 and len(sides) == 2

    def program(self) -> Program:
        """Return the program to lay."""
        columns = self._first_columns()
        habit = [1.0 / len(columns)] * len(columns)
        share = int(self._playouts * (1.0 - _HABIT_SHARE * self._strength.habits)) // self._strength.generations
        best = self._best(self._candidates((), share, len(columns)), columns, habit)
        for _ in range(1, self._strength.generations):
            weights = habit
            if self._duel:
                columns += self._answers(best, columns, habit, int(share * _ANSWER_SHARE))
                habit += [0.0] * (len(columns) - len(habit))
                _, weights = self._mixed(best, columns, habit)
            left = int(share * (1.0 - _ANSWER_SHARE * self._duel)) - len(best) * len(columns)
            found = self._best(self._candidates(best, left, len(columns)), columns, weights)
            best = list(dict.fromkeys((*best, *found))) if self._duel else found
        if not self._duel or self._strength.generations == 1:
            return best[0]
        often, _ = self._mixed(best, columns, habit)
        return self._drawn(best, often)

    # What the others might do

    def _first_columns(self) -> list[Others]:
        if not self._others:
            return [()]
        habits = {other: self._preferred_programs(other) for other in self._others} if self._strength.habits else {}
        return [self._draw(habits) for _ in range(self._strength.columns)]

    def _preferred_programs(self, other: str) -> list[Program]:
        """Return what this golem would like to do best, if all others stood."""
        still: Others = tuple((each, STANDING) for each in self._position.colours if each != other)
        tries = int(self._playouts * _HABIT_SHARE) // len(self._others)
        programs = dict.fromkeys(self._hand_of(other).program(self._chance) for _ in range(tries))
        return sorted(programs, key=lambda program: -self._foresight.worth(other, program, still))[:_KEPT]

    def _draw(self, habits: Mapping[str, Sequence[Program]]) -> Others:
        """Something that the others might do together."""
        return tuple(
            (
                other,
                self._chance.pick(habits[other])
                if habits.get(other) and self._chance.fraction() < _HABIT_OFTEN
                else self._hand_of(other).program(self._chance),
            )
            for other in self._others
        )

    def _answers(
        self, best: Sequence[Program], columns: Sequence[Others], habit: Sequence[float], playouts: int
    ) -> list[Others]:
        """Return what the other in a duel would do best against what this golem would do now."""
        often, _ = self._mixed(best, columns, habit)
        (other,) = self._others
        hand = self._hand_of(other)
        count = _candidates_for(playouts, len(best))
        tries = [hand.program(self._chance) for _ in range(count // 2)]
        tries += [self._changed(self._chance.pick(columns)[0][1], other) for _ in range(count - len(tries))]
        new = [((other, program),) for program in dict.fromkeys(tries)]
        answers = _race(new, often, lambda answer, row: -self._worth(best[row], answer))
        return [answer for answer in answers if answer not in columns]

    # What this golem might do

    def _candidates(self, parents: Sequence[Program], playouts: int, columns: int) -> list[Program]:
        """Return new programs; half of them are variations of those that did well."""
        count = max(1, _candidates_for(playouts, columns))
        made = [self._changed(self._chance.pick(parents), self._colour) for _ in range(count // 2 if parents else 0)]
        made += [self._hand.program(self._chance) for _ in range(count - len(made))]
        return list(dict.fromkeys((*(() if self._duel else parents), *made)))

    def _best(self, programs: Sequence[Program], columns: Sequence[Others], weights: Sequence[float]) -> list[Program]:
        return _race(programs, weights, lambda program, column: self._worth(program, columns[column]))

    def _mixed(self, rows: Sequence[Program], columns: Sequence[Others], habit: Sequence[float]) -> tuple[Mix, Mix]:
        payoffs = [[self._worth(row, column) for column in columns] for row in rows]
        return equilibrium(payoffs, habit, _HABIT_WEIGHT)

    def _drawn(self, programs: Sequence[Program], often: Sequence[float]) -> Program:
        """One of the programs, as often as it should come; those that should hardly come don't."""
        least = max(often) / 4
        likely = [(program, part) for program, part in zip(programs, often, strict=True) if part >= least]
        rest = self._chance.fraction() * sum(part for _, part in likely)
        for program, part in likely:
            rest -= part
            if rest < 0.0:
                return program
        return likely[-1][0]

    def _worth(self, program: Program, others: Others) -> float:
        return self._foresight.worth(self._colour, program, others)

    # Hands

    def _hand_with(self, face: str | None, laid: Laid = ()) -> Hand:
        terms = Terms(self._position.rules, self._position.way, face)
        return Hand(terms, barrels=bool(self._position.barrels), laid=laid)

    def _hand_of(self, other: str) -> Hand:
        """Return what another golem may lay: its die is guessed anew each time."""
        return self._hand_with(None if self._face is None else self._chance.pick(DIE_FACES))

    def _changed(self, program: Program, colour: str) -> Program:
        """Return a program that is like this one, with cards that the golem might have."""
        hand = self._hand if colour == self._colour else self._hand_of(colour)
        return hand.changed(program, self._chance)


def _race(candidates: Sequence[_T], weights: Sequence[float], worth: Callable[[_T, int], float]) -> list[_T]:
    """Return the best of the candidates, best first.

    They meet the weightiest columns first, and the worse half goes early.
    """
    totals = dict.fromkeys(candidates, 0.0)
    field = list(candidates)
    order = sorted((column for column, weight in enumerate(weights) if weight), key=lambda column: -weights[column])
    for number, column in enumerate(order, start=1):
        for candidate in field:
            totals[candidate] += weights[column] * worth(candidate, column)
        if number in _CUTS and number < len(order):
            field = sorted(field, key=lambda candidate: -totals[candidate])[: max(_KEPT, len(field) // 2)]
    return sorted(field, key=lambda candidate: -totals[candidate])[:_KEPT]


def _candidates_for(playouts: int, columns: int) -> int:
    """How many candidates can run a race over so many columns."""
    cost, part, last = 0.0, 1.0, 0
    for cut in (*(cut for cut in _CUTS if cut < columns), columns):
        cost += part * (cut - last)
        part, last = part / 2, cut
    return max(1, int(playouts / cost) - _KEPT)

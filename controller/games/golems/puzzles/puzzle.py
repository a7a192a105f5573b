"""A puzzle: a scenario for one player, with conditions on the program and a solution.

Source: `Battle of Golems` 3.1, "Puzzles": a given number of moves, all cards, repeats or conditions used.
What this project adds: golems that the player does not program follow a program of the file, round after
round; in an autonomous puzzle the player's programs are laid once and repeated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from boards.base.message import _
from boards.base.yaml_reader import Section
from boards.colours import COLOURS
from boards.kit.decks import deck_counts
from controller.games.game import Json
from controller.games.golems.documents.document_reader import read_programs
from controller.games.golems.puzzles import scenario as scenarios
from controller.games.golems.puzzles.scenario import Scenario
from controller.games.golems.rules.goals import SURVIVE, Goal
from controller.games.golems.rules.position import ENERGY, OUT_OF_CHARGE, Position
from controller.games.golems.rules.program import ACTIONS, BONUS_CARDS, ROWS, If, Row, cards_of

IDEAS: tuple[str, ...] = (
    "sequence",
    "turning",
    "obstacle",
    "barrel",
    "repeat",
    "condition",
    "repeat-condition",
    "two-programs",
)
"""What a puzzle teaches."""

CARDS: tuple[str, ...] = (*ACTIONS, *BONUS_CARDS)

MOST_ROUNDS = ENERGY - OUT_OF_CHARGE
"""As many as full energy lasts for."""
MOST_CARDS = 999

Round = Mapping[str, tuple[Row, ...]]
"""What the player lays in a round: a program for each golem that is the player's, by colour."""
Try = tuple[Round, ...]
"""Programs round after round; one alone in an autonomous puzzle, where it is repeated."""


class Limit(NamedTuple):
    """At most so many, or exactly so many."""

    number: int
    exactly: bool = False

    def allows(self, number: int) -> bool:
        """Return whether this number is allowed."""
        return number == self.number if self.exactly else number <= self.number


AS_LONG_AS_ENERGY = Limit(MOST_ROUNDS)


@dataclass(frozen=True)
class Conditions:
    """What the program must keep to. A card is *used* if it lies in a row that was played."""

    rounds: Limit = AS_LONG_AS_ENERGY
    """In which the goal is reached."""
    cards: Limit | None = None
    """Laid in all rounds together, in rows that were not played as well."""
    all_actions_used: bool = False
    """Each of the eight action cards at least once."""
    repeat_used: bool = False
    if_used: bool = False
    forbidden: tuple[str, ...] = ()
    """Cards by name, in the order of :data:`CARDS`."""


class Size(NamedTuple):
    """How long a solution is: it is compared by rounds, then by cards."""

    rounds: int
    cards: int


@dataclass(frozen=True)
class Puzzle:
    """A puzzle. It is played by the rules as the scenario that it contains."""

    scenario: Scenario
    idea: str
    plays: tuple[str, ...]
    """The golems that the player programs, in the order of the colours."""
    programs: Round = field(default_factory=dict)
    """What other golems do, every round; who has no program stands."""
    conditions: Conditions = Conditions()
    solution: Try = ()
    """A shortest one; empty, if the file has none."""
    minimal: Size | None = None

    @property
    def start(self) -> Position:
        """Return the position at the start."""
        return self.scenario.position

    @property
    def autonomous(self) -> bool:
        """Return whether the program repeats for ever."""
        return self.start.way == "autonomous"

    @property
    def side(self) -> str:
        """Whose goals count."""
        return next(golem.side for golem in self.start.golems if golem.colour in self.plays)

    @property
    def goals(self) -> tuple[Goal, ...]:
        """Return the goals by side."""
        return self.scenario.goals.get(self.side, ())

    @property
    def last_round(self) -> int:
        """The last round in which the goal can be reached: a condition, or the energy."""
        energy = self.start.energy
        rounds = self.conditions.rounds.number
        return rounds if energy is None else min(rounds, energy - OUT_OF_CHARGE)

    def deck(self) -> Mapping[str, int]:
        """How many copies of each card a golem's program may use in a round."""
        counts = {kind.value: count for kind, count in deck_counts(self.start.rules).items()}
        return {card: 0 if card in self.conditions.forbidden else counts[card] for card in CARDS}


def cards_laid(laid: Try) -> int:
    """Return the cards of all rounds. In v2.0 rows that stand for nothing laid are left out of a try."""
    return sum(len(cards_of(row)) for each in laid for rows in each.values() for row in rows)


def nested_repeat(row: Row) -> bool:
    """Whether a repeat stands in an If."""
    return isinstance(row, If) and row.yes.times + row.no.times > 2


def build(top: Section) -> Puzzle:
    """Return the puzzle that a YAML document says; its problems go to the section."""
    key, name, story = scenarios.read_head(top)
    position = scenarios.read_start(top)
    idea = top.text("idea", IDEAS)
    plays = _plays(top, position)
    conditions = _conditions(top)
    # Without a position that holds, programs have nothing to be checked against.
    programs = _programs(top, position, plays) if top.has("programs") and plays else {}
    solution = _solution(top, position, plays) if top.has("solution") and plays else ()
    minimal = _minimal(top, conditions) if top.has("minimal") else None
    scenario = Scenario(key, name, story, position)
    if solution and not top.has("minimal"):
        top.problem("solution", _("a solution comes with its size; add minimal: {rounds: ..., cards: ...}"))
    puzzle = Puzzle(scenario, idea, plays, programs, conditions, solution, minimal)
    if plays:
        _survivable(top, puzzle)
    if solution and minimal is not None:
        _agree(top, puzzle, minimal)
    return puzzle


def _plays(top: Section, position: Position) -> tuple[str, ...]:
    """Return the golems that the player programs; where nothing is said, all that have no program of their own."""
    colours = position.colours
    if top.has("plays"):
        named = top.texts("plays", COLOURS)
        for index, colour in enumerate(named):
            if colour in COLOURS and colour not in colours:
                top.problem(f"plays[{index}]", _("there is no golem {colour} on the board", colour=colour))
        plays = tuple(colour for colour in colours if colour in named)
    else:
        scripted = top.plain("programs") if top.has("programs") else None
        plays = tuple(colour for colour in colours if not isinstance(scripted, dict) or colour not in scripted)
    own = [golem for golem in position.golems if golem.colour in plays]
    if colours and not own:
        top.problem("plays", _("the player has no golem to program"))
    elif len({golem.side for golem in own}) > 1:
        top.problem("plays", _("the player's golems must be on one side; give them the same side"))
    elif own and not dict(position.goals or ()).get(own[0].side):
        top.problem("goals", _("the player's side {side} needs a goal", side=own[0].side))
    return plays


def _conditions(top: Section) -> Conditions:
    section = top.section("conditions") if top.has("conditions") else None
    if section is None:
        return Conditions()
    forbidden = section.texts("forbidden", CARDS) if section.has("forbidden") else ()
    rounds = _limit(section, "rounds", MOST_ROUNDS) if section.has("rounds") else AS_LONG_AS_ENERGY
    conditions = Conditions(
        rounds,
        _limit(section, "cards", MOST_CARDS) if section.has("cards") else None,
        section.truth("all-actions-used") if section.has("all-actions-used") else False,
        section.truth("repeat-used") if section.has("repeat-used") else False,
        section.truth("if-used") if section.has("if-used") else False,
        tuple(card for card in CARDS if card in forbidden),
    )
    banned = set(forbidden)
    for key, wanted, cards in (
        ("all-actions-used", conditions.all_actions_used, [card for card in ACTIONS if card in banned]),
        ("repeat-used", conditions.repeat_used, _if_all(banned, ("repeat 2", "repeat 3"))),
        ("if-used", conditions.if_used, _if_all(banned, ("if enemy", "if attacked"))),
    ):
        if wanted and cards:
            section.problem(key, _("this can't be kept to: {cards} may not be used", cards=", ".join(cards)))
    return conditions


def _if_all(banned: set[str], cards: tuple[str, ...]) -> list[str]:
    """Return these cards, if none of them is left."""
    return list(cards) if banned.issuperset(cards) else []


def _limit(section: Section, key: str, most: int) -> Limit:
    """``{at-most: 2}`` or ``{exactly: 2}``."""
    inner = section.section(key)
    if inner is None:
        return Limit(most)
    kinds = [kind for kind in ("at-most", "exactly") if inner.has(kind)]
    if len(kinds) != 1:
        section.problem(key, _("either at-most or exactly is wanted, with a number"))
        return Limit(most)
    return Limit(inner.integer(kinds[0], 1, most), kinds[0] == "exactly")


def _programs(top: Section, position: Position, plays: tuple[str, ...]) -> Round:
    given = top.plain("programs")
    found, problems = read_programs(given, position, None, "programs")
    for problem in problems:
        top.problem(problem.at, problem.message)
    for colour in found:
        if colour in plays:
            top.problem(f"programs.{colour}", _("the player programs this golem; it has no program of its own"))
    return found


def _solution(top: Section, position: Position, plays: tuple[str, ...]) -> Try:
    given: Json = top.plain("solution")
    if not isinstance(given, list) or not given:
        top.problem("solution", _("a solution is a list of rounds, each with a program by colour"))
        return ()
    rounds: list[Round] = []
    for index, laid in enumerate(given):
        at = f"solution[{index}]"
        found, problems = read_programs(laid, position, None, at)
        for problem in problems:
            top.problem(problem.at, problem.message)
        if isinstance(laid, dict):
            for colour in (*plays, *found):
                if colour not in plays:
                    top.problem(f"{at}.{colour}", _("the player does not program this golem"))
                elif colour not in laid:
                    top.problem(at, _("a program for {colour} is missing", colour=colour))
            # In v2.0 the reader fills programs up with rows for which no card is laid.
            found = {
                colour: rows[: len(laid[colour])] if isinstance(laid[colour], list) else ()
                for colour, rows in found.items()
            }
        rounds.append(found)
    return tuple(rounds)


def _minimal(top: Section, conditions: Conditions) -> Size | None:
    section = top.section("minimal")
    if section is None:
        return None
    size = Size(section.integer("rounds", 1, MOST_ROUNDS), section.integer("cards", 1, MOST_CARDS))
    if not conditions.rounds.allows(size.rounds):
        section.problem("rounds", _("the conditions do not allow so many rounds"))
    if conditions.cards is not None and not conditions.cards.allows(size.cards):
        section.problem("cards", _("the conditions do not allow so many cards"))
    return size


def _agree(top: Section, puzzle: Puzzle, minimal: Size) -> None:
    """Check the size of the written solution against the claimed one."""
    rounds = 1 if puzzle.autonomous else minimal.rounds
    if len(puzzle.solution) != rounds:
        wanted = (
            _("programs that are laid once")
            if puzzle.autonomous
            else _("as many rounds as minimal says, {rounds}", rounds=rounds)
        )
        top.problem(
            "solution", _("{count} rounds where {wanted} are wanted", count=len(puzzle.solution), wanted=wanted)
        )
    elif all(len(rows) <= ROWS for laid in puzzle.solution for rows in laid.values()):
        cards = cards_laid(puzzle.solution)
        if cards != minimal.cards:
            top.problem(
                "minimal.cards", _("the solution has {cards} cards, not {wanted}", cards=cards, wanted=minimal.cards)
            )


def _survivable(top: Section, puzzle: Puzzle) -> None:
    """Who must survive needs the time for it."""
    energy = puzzle.start.energy
    short = energy is not None and puzzle.conditions.rounds.number < energy - OUT_OF_CHARGE
    if short and {goal.name for goal in puzzle.goals} == {SURVIVE}:
        top.problem("goals", _("the energy is not out after so few rounds, so nobody survives it; lower the energy"))

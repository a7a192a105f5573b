"""The solver: what it finds is right, nothing shorter exists, and where it finds nothing, there is nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from typing import Any

import pytest

from boards import puzzles
from boards.base.yaml_reader import parse_document, read_document
from controller.games.golems.puzzles.judge import judge
from controller.games.golems.puzzles.puzzle import IDEAS, Puzzle, Size, Try, build
from controller.games.golems.puzzles.solution import Answer
from controller.games.golems.puzzles.solver import solve
from controller.games.golems.rules.program import (
    ACTIONS,
    BONUS_CARDS,
    ROWS,
    STAND,
    Do,
    If,
    Row,
    Terms,
    cards_of,
    check_program,
)
from controller.games.golems.rules.program import format_row as text_of
from controller.games.golems.rules.round import play_round

KEYS = puzzles.keys()


@cache
def shipped(key: str) -> Puzzle:
    return read_document(puzzles.path(key), build)


@cache
def solved(key: str) -> Answer:
    """A shipped puzzle's shortest solution."""
    return solve(shipped(key))


def as_texts(laid: Try) -> list[dict[str, list[str]]]:
    return [{colour: [text_of(row) for row in rows] for colour, rows in each.items()} for each in laid]


@pytest.mark.parametrize("key", KEYS)
def test_every_shipped_puzzle_is_solved_in_few_looks_and_its_minimal_solution_is_minimal(key: str) -> None:
    puzzle = shipped(key)
    answer = solved(key)
    # How long that takes is measured by the benchmarks; a test counts what does not depend on the machine.
    assert answer.looked_at <= 100_000
    assert answer.size == puzzle.minimal
    assert answer.solution is not None
    for laid in (puzzle.solution, answer.solution):
        verdict = judge(puzzle, as_texts(laid))
        assert (verdict.name, verdict.then) == ("solved", "shortest"), verdict.words("en")


def test_there_are_puzzles_for_every_idea_each_harder_than_the_one_before() -> None:
    assert len(KEYS) >= 24
    order = [IDEAS.index(shipped(key).idea) for key in KEYS]
    assert order == sorted(order)
    assert {*order} == {*range(len(IDEAS))}
    for idea in IDEAS:
        sizes = []
        for key in KEYS:
            if shipped(key).idea == idea:
                answer = solved(key)
                assert answer.size is not None
                sizes.append((answer.rows + answer.size.cards, answer.looked_at))
        assert sizes == sorted(sizes), idea


def test_puzzles_are_different_from_each_other() -> None:
    boards = [p.start._replace(energy=None) for p in map(shipped, KEYS)]
    assert len({*boards}) == len(KEYS)
    solutions = [str(as_texts(shipped(key).solution)) for key in KEYS]
    assert len({*solutions}) == len(KEYS)


@pytest.mark.parametrize("key", ["two-friends", "drummers"])
@pytest.mark.parametrize("absent", ["red", "yellow"])
def test_two_programs_are_needed_where_two_are_asked_for(key: str, absent: str) -> None:
    text = puzzles.path(key).read_text(encoding="utf-8").partition("solution:")[0]
    idle = f"programs: {{{absent}: [stand, stand, stand, defend]}}\n"
    assert solve(parse_document((text + idle).encode(), "alone", build)).solution is None


@pytest.mark.parametrize("key", ["night-watch", "along-the-wall", "postman", "sparks", "crab", "lighthouse"])
def test_a_condition_is_needed_where_the_idea_is_conditions(key: str) -> None:
    text = puzzles.path(key).read_text(encoding="utf-8").partition("solution:")[0]
    without = text.replace("forbidden: [", 'forbidden: ["if enemy", ')
    assert without != text
    assert solve(parse_document(without.encode(), "blind", build)).solution is None


# --- against brute force


@cache
def legal_programs(terms: Terms, allowed: tuple[str, ...]) -> list[tuple[Row, ...]]:
    """Every program of one golem that may be laid with these cards, found by trying all."""
    doing = [Do(action, n) for action in ACTIONS for n in (1, 2, 3)]
    rows: list[Row] = [*doing, *(If(test, yes, no) for test in ("enemy", "attacked") for yes in doing for no in doing)]
    rows = [row for row in rows if all(card in allowed for card in cards_of(row))]
    lengths = range(1, ROWS + 1) if terms.rules == "2.0" else (ROWS,)
    # Which cards a program takes does not depend on the order of its rows: a twentieth of the questions is enough.
    legal = {
        laid
        for length in lengths
        for laid in combinations_with_replacement(range(len(rows)), length)
        if is_legal([rows[number] for number in laid], terms)
    }
    return [
        tuple(rows[number] for number in laid)
        for length in lengths
        for laid in product(range(len(rows)), repeat=length)
        if tuple(sorted(laid)) in legal
    ]


def is_legal(program: Sequence[Row], terms: Terms) -> bool:
    return not check_program([text_of(row) for row in program], terms, "")[1]


@pytest.mark.parametrize("rules", ["2.0", "3.1"])
def test_whether_a_program_is_legal_does_not_depend_on_the_order_of_its_rows(rules: str) -> None:
    chance = random.Random(20)
    doing = [Do(action, n) for action in ACTIONS for n in (1, 2, 3)]
    rows: list[Row] = [*doing, *(If(test, yes, no) for test in ("enemy", "attacked") for yes in doing for no in doing)]
    answers = set()
    for way in ("scenario", "autonomous"):
        for _ in range(60):
            # Few kinds, so that cards run out.
            program = [*chance.sample(rows, 2), *chance.choices(doing[:6], k=2)]
            answer = {is_legal(other, Terms(rules, way, None)) for other in permutations(program)}
            assert len(answer) == 1, program
            answers |= answer
    assert answers == {True, False}


def brute_force(puzzle: Puzzle) -> Size | None:
    """The size of a shortest solution, by playing everything. It has the engine in common with the solver only."""
    allowed = tuple(card for card in (*ACTIONS, *BONUS_CARDS) if card not in puzzle.conditions.forbidden)
    programs = legal_programs(Terms(puzzle.start.rules, puzzle.start.way, None), allowed)
    (colour,) = puzzle.plays
    sizes = []

    def play(position: Any, rounds: int, laid: tuple[tuple[Row, ...], ...]) -> None:
        own = {colour: (*laid[-1], *(Do(STAND),) * (ROWS - len(laid[-1])))}
        played = play_round(position, {**puzzle.programs, **own})
        after, outcome = played.position, played.outcome
        if outcome is None and after.golems:
            if rounds < puzzle.last_round:
                for program in [laid[0]] if puzzle.autonomous else programs:
                    play(after, rounds + 1, (*laid, program))
            return
        if outcome is not None and puzzle.side in outcome.winners and outcome.reason != "energy":
            kept = laid[:1] if puzzle.autonomous else laid
            cards = sum(len(cards_of(row)) for program in kept for row in program)
            last = max((event.row for event in played.events), default=ROWS)
            if keeps_to(puzzle, laid, rounds, cards, last):
                sizes.append(Size(rounds, cards))

    for program in programs:
        play(puzzle.start, 1, (program,))
    return min(sizes, default=None)


def keeps_to(puzzle: Puzzle, laid: Sequence[Sequence[Row]], rounds: int, cards: int, last: int) -> bool:
    conditions = puzzle.conditions
    played = [row for program in laid[:-1] for row in program] + list(laid[-1][:last])
    used = {card for row in played for card in cards_of(row)}
    return (
        conditions.rounds.allows(rounds)
        and (conditions.cards is None or conditions.cards.allows(cards))
        and (not conditions.all_actions_used or used >= {*ACTIONS})
        and (not conditions.repeat_used or not used.isdisjoint(("repeat 2", "repeat 3")))
        and (not conditions.if_used or not used.isdisjoint(("if enemy", "if attacked")))
    )


def random_puzzle(rng: random.Random, kept: Sequence[str], rounds: int, autonomous: bool) -> Puzzle:
    cells = [f"{column}{row}" for column in "abc" for row in (1, 2, 3)]
    rng.shuffle(cells)
    at, blue = cells.pop(), cells.pop()
    barrels = [cells.pop() for _ in range(rng.randint(1, 3))]
    tokens = {kind: [cells.pop() for _ in range(rng.randint(0, 1))] for kind in ("walls", "waters")}
    goals = [f"{{reach: {cells.pop()}}}", f"{{bring-barrel: {at}}}", "{destroy-barrels: all}"]
    enemy = rng.random() < 0.5
    if enemy:
        goals.append("last-standing")
    limits = [f"rounds: {{{rng.choice(('at-most', 'at-most', 'exactly'))}: {rounds}}}"]
    if rng.random() < 0.4:
        limits.append(
            f"cards: {{{rng.choice(('at-most', 'exactly'))}: {rng.randint(4, 9) * (1 if autonomous else rounds)}}}"
        )
    for key, cards in (("repeat-used", ("repeat 2", "repeat 3")), ("if-used", ("if enemy", "if attacked"))):
        if rng.random() < 0.3 and {*cards} & {*kept}:
            limits.append(f"{key}: true")
    forbidden = [card for card in (*ACTIONS, *BONUS_CARDS) if card not in kept]
    text = f"""
id: random
name: {{en: a, ru: a, pl: a, fr: a}}
story: {{en: a, ru: a, pl: a, fr: a}}
idea: sequence
rules: "{"2.0" if rng.random() < 0.2 and not autonomous else "3.1"}"
way: {"autonomous" if autonomous else "scenario"}
board: {{size: [3, 3], walls: {tokens["walls"]}, waters: {tokens["waters"]}, barrels: {barrels}}}
golems:
  red: {{at: {at}, facing: {rng.choice("NESW")}, lives: {rng.randint(1, 3)}}}
  {f"blue: {{at: {blue}, facing: {rng.choice('NESW')}, lives: 1}}" if enemy else ""}
goals: {{red: [{", ".join(rng.sample(goals, rng.choice((1, 1, 2))))}]}}
conditions: {{{", ".join(limits)}, forbidden: {forbidden}}}
"""
    if enemy:
        doing = ("forward", "backward", "turn-left", "attack", "defend", "if enemy attack else turn-right")
        text += f"programs: {{blue: {rng.sample(doing, 4)}}}\n"
    return parse_document(text.encode(), "random", build)


BRUTE: list[tuple[tuple[str, ...], int, bool, int]] = [
    (("forward", "turn-left", "attack", "repeat 2"), 1, False, 8),
    (("forward", "backward", "take", "turn-right", "repeat 3"), 1, False, 4),
    (("forward", "take", "if enemy"), 1, False, 8),
    (("attack", "turn-left", "if attacked", "repeat 2"), 1, False, 4),
    (("forward", "turn-left", "attack"), 2, False, 2),
    (("forward", "turn-left", "attack"), 3, True, 10),
    (("forward", "turn-right", "if enemy"), 3, True, 6),
    (("attack", "turn-left", "if enemy", "repeat 2"), 2, True, 1),
]


def cases() -> Iterator[tuple[int, Puzzle]]:
    for seed, (kept, rounds, autonomous, count) in enumerate(BRUTE):
        rng = random.Random(seed)
        for _ in range(count):
            yield seed, random_puzzle(rng, kept, rounds, autonomous)


def test_the_solver_agrees_with_brute_force() -> None:
    found = 0
    for seed, puzzle in cases():
        answer = solve(puzzle)
        expected = brute_force(puzzle)
        assert answer.size == expected, (seed, puzzle)
        if answer.solution is not None:
            found += 1
            verdict = judge(puzzle, as_texts(answer.solution))
            assert verdict.solved, (seed, puzzle, verdict.words("en"))
    assert found >= 10


def test_a_solution_goes_on_from_what_was_begun() -> None:
    puzzle = shipped("labyrinth")
    whole = puzzle.solution
    assert solve(puzzle, whole).size == puzzle.minimal
    for rows in range(1, 12):
        begun = (*whole[: rows // 4], {colour: laid[: rows % 4] for colour, laid in whole[rows // 4].items()})
        answer = solve(puzzle, begun)
        assert answer.size == puzzle.minimal
        assert answer.solution is not None
        flat = [row for each in answer.solution for row in each["red"]]
        assert flat[:rows] == [row for each in whole for row in each["red"]][:rows]


def test_all_actions_used() -> None:
    puzzle = shipped("parade")
    assert puzzle.conditions.all_actions_used
    assert {row.action for each in puzzle.solution for row in each["red"] if isinstance(row, Do)} == {*ACTIONS}

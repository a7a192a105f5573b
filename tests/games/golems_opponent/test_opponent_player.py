"""The computer's programs at the table: what it may not know makes no difference to it."""

from __future__ import annotations

from controller.games.golems.documents.document_reader import read_position
from controller.games.golems.rules.program import STANDING, parse_row
from controller.games.golems.rules.setup import standard_setup
from controller.games.golems.rules.state import State
from controller.games.golems.tabletop import MEDIUM, TABLETOP

FACES = (("red", "if"), ("blue", "repeat 3"))
STATE = State(read_position(standard_setup(2, (4, 4))), began=2, faces=FACES)


def choose(state: State, seed: int = 8) -> tuple[str, ...]:
    return TABLETOP.program(state, "red", MEDIUM, seed)


def test_dice_and_programs_of_the_others_make_no_difference() -> None:
    chosen = choose(STATE)
    other_die = STATE._replace(faces=(FACES[0], ("blue", "blank")))
    assert choose(other_die) == chosen
    for rows in (STANDING, (parse_row("attack"),) * 4):
        assert choose(STATE._replace(laid=(("blue", rows),))) == chosen


def test_each_round_and_each_seed_have_their_own_chance() -> None:
    later = [choose(STATE._replace(round=number)) for number in range(1, 7)]
    seeds = [choose(STATE, seed) for seed in range(6)]
    assert len(set(later)) > 1 and len(set(seeds)) > 1

"""The simulated player at the table: what it may not know makes no difference to it."""

from __future__ import annotations

import pytest

from controller.app.simulated_players.program_players import SimulatedPlayer
from controller.games.golems.documents.document_reader import read_position
from controller.games.golems.rules.program import STANDING, parse_row
from controller.games.golems.rules.setup import standard_setup
from controller.games.golems.rules.state import State

FACES = (("red", "if"), ("blue", "repeat 3"))
STATE = State(read_position(standard_setup(2, (4, 4))), began=2, faces=FACES)


def test_dice_and_programs_of_the_others_make_no_difference() -> None:
    player = SimulatedPlayer("red", 8)
    chosen = player.choose(STATE)
    other_die = STATE._replace(faces=(FACES[0], ("blue", "blank")))
    assert player.choose(other_die) == chosen
    for rows in (STANDING, (parse_row("attack"),) * 4):
        assert player.choose(STATE._replace(laid=(("blue", rows),))) == chosen


def test_each_round_and_each_seed_have_their_own_chance() -> None:
    later = [SimulatedPlayer("red", 8).choose(STATE._replace(round=number)) for number in range(1, 7)]
    seeds = [SimulatedPlayer("red", seed).choose(STATE) for seed in range(6)]
    assert len(set(later)) > 1 and len(set(seeds)) > 1


def test_it_plays_no_other_game() -> None:
    with pytest.raises(TypeError, match="Battle of Golems"):
        SimulatedPlayer("red", 8).choose({"pieces": []})

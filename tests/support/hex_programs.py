"""Programs and places of Robots on hexagons, for tests."""

from __future__ import annotations

import pytest

from boards.base.errors import Problems
from boards.hexboards import hexboard
from controller.games.game import DiceRolled, PieceMoved, ProgramsLaid
from controller.games.robots_hex import GAME

SETUP = {"board": hexboard().document(), "scenario": 1}
PLAIN = dict.fromkeys(("green1", "green2", "violet1", "violet2"), ("R+1",))
PLACES = (("green", "green1 a5 2"), ("violet", "violet1 o5 6"), ("green", "green2 c6 1"), ("violet", "violet2 h11 4"))


def laid(programs=PLAIN, setup=SETUP):
    return GAME.advance(GAME.start(setup), ProgramsLaid(programs)).state


def placed(programs=PLAIN, setup=SETUP):
    state = laid(programs, setup)
    for player, move in PLACES:
        state = GAME.advance(state, PieceMoved(player, move)).state
    return state


def begun(programs=PLAIN, setup=SETUP, faces=(("green", "2"), ("violet", "5"))):
    return GAME.advance(placed(programs, setup), DiceRolled(dict(faces))).state


def refused(state, decision):
    with pytest.raises(Problems) as found:
        GAME.advance(state, decision)
    return found.value.problems[0].at

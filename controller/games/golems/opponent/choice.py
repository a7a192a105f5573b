"""How the computer golem chooses: it tries programs in its head against those that the others might lay.

1. Habits: what would each of the others do, if nobody else moved?
2. Own programs are tried against draws of such habits and of any programs; who does badly early is dropped.
3. Duel (two golems, the strongest): the other looks for answers to the best of them, and this golem for answers to
   those. On what came of it regret matching finds how often to lay which program.

It knows what a player may know: the position, its own die, its deck. Dice and programs of the others are guessed.
Source: double oracle (McMahan, Gordon, Blum: Planning in the presence of cost functions controlled by an adversary,
2003) with sampled answers, and :mod:`controller.games.golems.opponent.regret`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from boards.colours import COLOURS
from boards.dice import BONUS_FACES
from controller.games.chance import Numbers
from controller.games.golems.goals import BRING_BARREL, DESTROY_BARRELS
from controller.games.golems.opponent.foresight import Foresight, Others
from controller.games.golems.opponent.hand import Hand, Program
from controller.games.golems.opponent.regret import equilibrium
from controller.games.golems.position import Position
from controller.games.golems.program import Terms, program_texts

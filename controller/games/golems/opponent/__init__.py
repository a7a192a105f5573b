"""A computer golem at three strengths, for a player who is alone and for demonstrations.

``candidate_programs`` proposes programs, ``evaluation`` rates positions, ``simulation`` rolls programs out,
``regret_matching`` mixes answers when both choose at once, ``program_choice`` brings them together.
"""

from controller.games.golems.opponent.next_card import next_card
from controller.games.golems.opponent.program_choice import STRENGTHS, choose

__all__ = ["STRENGTHS", "choose", "next_card"]

"""A computer golem at three strengths, for a player who is alone and for demonstrations.

``hand`` what may be laid, ``outlook`` how good a position is, ``foresight`` what programs lead to, ``regret`` what to
do when nobody knows what the others do, ``choice`` all of it together.
"""

from controller.games.golems.opponent.next_card import next_card
from controller.games.golems.opponent.program_choice import STRENGTHS, choose

__all__ = ["STRENGTHS", "choose", "next_card"]

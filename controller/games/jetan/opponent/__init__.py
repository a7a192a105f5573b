"""A computer opponent for Jetan at three strengths.

``tables`` where pieces go, looked up; ``board`` a position to search on, with moves made and taken back; ``values``
what pieces are worth; ``search`` alpha-beta; ``choice`` the strengths.
"""

from controller.games.jetan.opponent.move_choice import STRENGTHS, Thought, choose, think

__all__ = ["STRENGTHS", "Thought", "choose", "think"]

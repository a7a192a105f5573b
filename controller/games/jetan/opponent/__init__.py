"""A computer opponent for Jetan at three strengths.

``lookup_tables`` hold where pieces go; ``search_board`` is a position to search on, with moves made and taken back;
``piece_values`` rate pieces; ``search`` is alpha-beta; ``move_choice`` has the strengths.
"""

from controller.games.jetan.opponent.move_choice import STRENGTHS, Thought, choose, think

__all__ = ["STRENGTHS", "Thought", "choose", "think"]

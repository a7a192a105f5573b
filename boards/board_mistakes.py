"""What is wrong with a file of a mat or of a hexagon board: codes and their texts."""

from __future__ import annotations

from boards.base.message import _
from boards.base.reasons import ReasonCode


class BoardMistake(ReasonCode):
    """A mistake in the YAML file of a mat or board."""

    MAT_PREFIX = "mat-prefix", _("a mat's key begins with mat:")
    MAT_KEY = "mat-key", _("a mat's key is mat: and a name, such as mat:5x5")
    MAT_TWICE = "mat-twice", _("there is another mat {key} already; choose another key")
    MAT_NAME = "mat-name", _("a mat of this name has the key {wanted}, not {found}")
    MARKERS_TAKEN = (
        "markers-taken",
        _("{mat} has {ids} at its corners; the camera could not tell them apart"),
    )
    SAME_IDS = "same-ids", _("the four ids must differ")
    NO_ROOM = (
        "no-room",
        _(
            "a marker of {side} mm and its quiet zone need {room} mm on both sides of their centre; "
            "there are {inside} to the field and {outside} to the edge"
        ),
    )
    HEX_PREFIX = "hex-prefix", _("a hexagon board's key begins with hex:")
    HEX_KEY = "hex-key", _("a hexagon board's key is hex: and a name, such as hex:9x7")
    HEX_TWICE = "hex-twice", _("there is another board {key} already; choose another key")
    ONE_COMPUTER = "one-computer", _("a camp has one central computer")
    OFF_BOARD = "off-board", _("{cell} is off the board of {columns} x {rows}")
    CELL_TAKEN = "cell-taken", _("{cell} is taken already: {by}")

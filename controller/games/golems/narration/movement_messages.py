"""How golems move, and what keeps them from it: data for the narration.

Clauses without a subject; :mod:`controller.games.golems.narration.sentence_parts` says how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.message import Message, _

MOVES: Mapping[str, Message] = {
    "go": _("goes from {from} to {to}: the cell is free"),
    "go on": _("goes {path}: the way is free"),
    "go follow": _("goes from {from} to {to}: {other} leaves that cell at the same moment"),
    "go ring": _("goes from {from} to {to} after {other}: all in this ring move on at once"),
    "stream": _("enters the stream from {from} and comes out at {to}"),
    "stream follow": _("enters the stream from {from} and comes out at {to}, which {other} leaves at the same moment"),
    "stream ring": _(
        "enters the stream from {from} and comes out at {to} after {other}: all in this ring move on at once"
    ),
    "stream back": _("enters the stream, which brings it back to its own cell {to}"),
    "turn": _("turns and now looks {facing}: a turn always succeeds"),
    "stand": _("stays in {at}"),
    # --- blocked
    "blocked edge": _("does not move: {facing} of {at} the board ends"),
    "blocked wall": _("does not move: a wall stands in {to}"),
    "blocked barrel": _("does not move: a barrel stands in {to}, and golems push no barrels"),
    "blocked water": _("does not move: {to} is water, and nobody walks on water"),
    "blocked bank": _("does not move: {to} is a stream, but from this side a bank bars it, and it is plain water"),
    "blocked swap": _("does not move: {other} in {to} comes the other way, and nobody swaps cells"),
    "blocked contested": _("does not move: {other} aims at the same cell {to}, so nobody gets it"),
    "blocked golem": _("does not move: {other} stands in {to} and does not leave it"),
    "blocked held": _("does not move: {other} in {to} wants to leave, but is stopped as well"),
    "stream blocked wall": _("is not carried by the stream: a wall stands at its exit {to}"),
    "stream blocked barrel": _("is not carried by the stream: a barrel stands at its exit {to}"),
    "stream blocked swap": _(
        "is not carried by the stream: {other} comes from its exit {to} the other way, and nobody swaps cells"
    ),
    "stream blocked contested": _(
        "is not carried by the stream: {other} aims at the same cell {to}, its exit, so nobody gets it"
    ),
    "stream blocked golem": _("is not carried by the stream: {other} stands at its exit {to} and does not leave it"),
    "stream blocked held": _(
        "is not carried by the stream: {other} at its exit {to} wants to leave, but is stopped as well"
    ),
}
"""Clauses about going, turning, standing, streams, and what is in the way."""

"""What golems do to each other and to barrels, and who does nothing: data for the narration.

Clauses without a subject; :mod:`controller.games.golems.narration.sentence_parts` says how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.message import Message, _

ACTION_TEXTS: Mapping[str, Message] = {
    # --- striking and being struck
    "struck life": _("strikes {whom} in {cell}, which costs a life"),
    "struck barrel": _("strikes {whom} in {cell}: the barrel takes it, and no life is lost"),
    "struck fell": _("strikes {whom} in {cell}, who falls under other strikes already"),
    "parried": _("strikes at {whom} in {cell} in vain: {other} defends"),
    "missed": _("strikes the air: neither a golem nor a barrel is in {cell}"),
    "missed left": _("strikes the air: {other} has left {cell} in this very row"),
    "missed wall": _("strikes the wall in {cell}: nothing happens"),
    "missed water": _("strikes the water in {cell}: nothing happens"),
    "missed edge": _("strikes the air: beyond {at} the board ends"),
    "destroyed": _("destroys the barrel in {cell}"),
    "guard": _("guards in {at} against every strike of this row"),
    "defended": _("wards off the strike of {whom}"),
    "lost life strike": _("loses a life to the strike of {whom} (lives left: {lives})"),
    "lost life water": _("loses a life, the price of water (lives left: {lives})"),
    "lost life stream": _("loses a life, the price of a stream (lives left: {lives})"),
    "died": _("has no lives left and leaves the board at {at}"),
    # --- barrels
    "took": _("picks up the barrel from {cell}"),
    "not taken nothing": _("takes nothing: no barrel stands in {cell}"),
    "not taken edge": _("takes nothing: beyond {at} the board ends"),
    "not taken carrying": _("takes nothing: a golem carries one barrel at most"),
    "not taken struck": _("takes nothing: {other} strikes the barrel in {cell} at the same moment"),
    "not taken contested": _("takes nothing: {other} reaches for the same barrel in {cell}, so nobody gets it"),
    "dropped struck": _("drops the barrel to {cell}: it takes the strike of {whom}, and no life is lost"),
    "dropped home": _("has brought the barrel home and sets it down in {cell}"),
    "dropped fallen": _("leaves the barrel behind in {cell}"),
    "lost-barrel struck": _(
        "loses the barrel to the strike of {whom}; there is no room for it around {cell}, so it is destroyed"
    ),
    "lost-barrel home": _("has brought the barrel home to {cell}; there is no room to set it down, so it is destroyed"),
    # --- nothing to do
    "no program": _("stays in {at}: it has no program"),
    "no card": _("stays in {at}: the program is over, and no card lies in this row"),
    "fallen": _("does not act: it has no lives left and is out of the game"),
    "fallen in": _("does not act: it lost its last life in row {row}"),
    "over": _("does not act: the game ended in row {row}"),
}
"""Clauses about strikes, guards, lives, barrels, and about golems that have nothing to do."""

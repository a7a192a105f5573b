"""The sentences of the story: data for :mod:`controller.games.golems.narration.event_text`.

A phrase is known by the event's name and what sets it apart. `{who}` is the golem, `{card}` the word on its
card, `{other}` and `{whom}` (accusative) the other golem; the rest are values of the event.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.message import Message, _, pgettext

GOLEMS: Mapping[str, Message] = {
    "red": pgettext("golem", "Red"),
    "blue": pgettext("golem", "Blue"),
    "yellow": pgettext("golem", "Yellow"),
    "green": pgettext("golem", "Green"),
}
"""A golem as the subject of a sentence."""

ACCUSATIVES: Mapping[str, Message] = {
    "red": pgettext("golem, accusative", "Red"),
    "blue": pgettext("golem, accusative", "Blue"),
    "yellow": pgettext("golem, accusative", "Yellow"),
    "green": pgettext("golem, accusative", "Green"),
}
"""A golem as the object; in Russian and Polish the genitive is the same word."""

FACINGS: Mapping[str, Message] = {
    "N": pgettext("looks …", "north"),
    "E": pgettext("looks …", "east"),
    "S": pgettext("looks …", "south"),
    "W": pgettext("looks …", "west"),
}

PHRASES: Mapping[str, Message] = {
    "moved": _("{who} ({card}) goes from {from} to {to}: the cell is free."),
    "carried": _("{who} ({card}) enters the stream at {from} and comes out at {to}."),
    "turned": _("{who} ({card}) turns and now looks {facing}: a turn always succeeds."),
    "stood": _("{who} ({card}) stays in place."),
    "blocked edge": _("{who} ({card}) does not move: the board ends here."),
    "blocked wall": _("{who} ({card}) does not move: a wall stands in {to}."),
    "blocked barrel": _("{who} ({card}) does not move: a barrel stands in {to}."),
    "blocked water": _("{who} ({card}) does not move: {to} is water, and nobody walks on water."),
    "blocked swap": _("{who} ({card}) does not move: {other} in {to} wants to come the other way, and nobody swaps."),
    "blocked contested": _("{who} ({card}) does not move: {other} aimed at the same cell {to}, so nobody gets it."),
    "blocked golem": _("{who} ({card}) does not move: {other} stands in {to} and does not leave it."),
    "lost-life strike": _("{who} loses a life: {other} strikes, and nothing protects {who} (lives left: {lives})."),
    "lost-life water": _("{who} ({card}) loses a life: water costs one (lives left: {lives})."),
    "lost-life stream": _("{who} ({card}) loses a life: a stream costs one (lives left: {lives})."),
    "condition enemy golem": _("{who} ({card}): yes, {other} stands ahead."),
    "condition enemy barrel": _("{who} ({card}): yes, a barrel stands ahead, and a barrel counts as an enemy."),
    "condition enemy ally": _("{who} ({card}): no, {other} ahead is on the same side."),
    "condition enemy nobody": _("{who} ({card}): no, neither a golem nor a barrel stands ahead."),
    "condition attacked yes": _("{who} ({card}): yes, {other} is about to strike {who}."),
    "condition attacked no": _("{who} ({card}): no, nobody is known to strike {who} in this row."),
    "guarded": _("{who} ({card}) guards against every strike of this row."),
    "struck": _("{who} ({card}) strikes {whom}, who stands in the cell ahead."),
    "parried": _("{who} ({card}) strikes at {whom} in vain: {other} defends."),
    "defended": _("{who} ({card}) wards off the strike of {whom}: defence works on every side."),
    "missed": _("{who} ({card}) strikes the air: neither a golem nor a barrel is in the cell ahead."),
    "destroyed": _("{who} ({card}) destroys the barrel in {at}."),
    "took": _("{who} ({card}) picks up the barrel from {from}."),
    "not-taken nothing": _("{who} ({card}) takes nothing: there is no barrel ahead."),
    "not-taken carrying": _("{who} ({card}) takes nothing: a golem carries one barrel at most."),
    "not-taken struck": _("{who} ({card}) takes nothing: {other} strikes the barrel at the same moment."),
    "not-taken contested": _("{who} ({card}) takes nothing: {other} reaches for the same barrel, so nobody gets it."),
    "dropped struck": _("{who} drops the barrel to {to}: it takes the strike of {whom}, and no life is lost."),
    "dropped home": _("{who} has brought the barrel home and sets it down in {to}."),
    "dropped fallen": _("{who} falls, and the barrel stays behind in {to}."),
    "lost-barrel struck": _(
        "{who} loses the barrel to the strike of {whom}; there is no room for it, so it is destroyed."
    ),
    "lost-barrel home": _("{who} has brought the barrel home; there is no room to set it down, so it is destroyed."),
    "died": _("{who} has no lives left and leaves the board at {at}."),
}

"""The sentences of the story: data for :mod:`controller.games.robots_hex.event_text`.

`{who}` is the robot or side, `{by}` the robot that caused it; the rest are values of the event.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.message import Message, _, pgettext

PHRASES: Mapping[str, Message] = {
    "signalled": _("{who} gets a signal: this turn it carries out step {step}, and its pointer stays."),
    "spent": _("The signal of {who} (step {step}) is spent: its robot is gone."),
    "read": _("{who} reads step {step}: {text}"),
    "answered yes": _("{who} answers test {test} with yes and goes on with the next step. {why}"),
    "answered no": _("{who} answers test {test} with no and skips one step. {why}"),
    "moved": _("{who} goes from {from} to {to}."),
    "turned": _("{who} turns and now looks in direction {facing}."),
    "blocked robot": _("{who} stays: on its way, on {at}, stands a robot."),
    "blocked shape": _("{who} stays: on its way, on {at}, is a shape, and shapes are obstacles."),
    "blocked computer": _("{who} stays: on its way, on {at}, is a central computer."),
    "shot": _("{who} shoots along its column of fire; shots left: {shots}."),
    "no-shots": _("{who} has no shot left: the step does nothing."),
    "exploded": _("{who} blows itself up on {at}."),
    "lost-step shot": _("{who} loses step {step} for good: {by} shot it from two cells away."),
    "lost-step explosion": _("{who} loses step {step} for good: {by} blew up two cells away."),
    "lost-step lightning": _("{who} loses step {step} for good: it entered lightning while reading it."),
    "died edge": _("{who} is out: from {at} it left the board."),
    "died lake": _("{who} is lost in the lake on {at}."),
    "died shot": _("{who} is destroyed on {at}: {by} shot it from the next cell."),
    "died explosion": _("{who} is destroyed on {at}: {by} blew up on the next cell."),
    "died self": _("{who} is gone: it blew itself up."),
    "computer": _(
        "{who} hits the central computer of the {camp} camp on {at}, from inside that camp: it is destroyed."
    ),
    "nothing destroyed": _("{who} stops on step {step}, which is destroyed: its turn is over."),
    "nothing empty": _("{who} does nothing: the signal names step {step}, which is empty."),
    "nothing program": _(
        "{who} does nothing: step {step} steers the program, and a signal only orders deeds on the field."
    ),
    "forfeited": _("{who} forfeits its turn: its program came back to step {step} without doing anything."),
    "idle": _("{who} stands idle: its program is at its end."),
    "placed": _("{who} is placed on {at} and looks in direction {facing}."),
    "signal-laid": _("{who} lays a folded paper on the table: a signal for {about}."),
    "no-signal": _("{who} sends no signal."),
    "rolled": _("{who} rolls {face} for the start; the highest begins, and if it is not alone, all roll again."),
}

FOUND: Message = _("“{question}”: {yes}, counted {count}{cells}.")
"""What a clause found that counts things."""

FACED: Message = _("“{question}”: {yes}, it faces direction {value}.")
"""What a clause found about the facing."""

STANDS: Message = _("“{question}”: {yes}, it stands on {cell}.")
"""What a clause found about the camp."""

LOADED: Message = _("“{question}”: {yes}, shots left: {value}.")
"""What a clause found about the shots."""

LOOKED: Message = _("“{question}”: {yes}, it looked at {cell}.")
"""What a clause found about a cell ahead."""

OFF_BOARD: Message = _("a place off the board")

CAMP_NAMES: Mapping[str, Message] = {
    "green": pgettext("camp", "green"),
    "violet": pgettext("camp", "violet"),
}

_COLOURS: Mapping[str, Message] = {
    "green": pgettext("colour of a robot", "green"),
    "violet": pgettext("colour of a robot", "violet"),
    "red": pgettext("colour of a robot", "red"),
    "blue": pgettext("colour of a robot", "blue"),
    "yellow": pgettext("colour of a robot", "yellow"),
    "orange": pgettext("colour of a robot", "orange"),
}
_COLOURED: Message = _("{colour} robot {number}")
_ROBOT: Message = _("robot {name}")


def robot_words(name: str) -> Message:
    """Name a robot as people do, as it stands in "move the ...": those of a side by its colour."""
    return side_robot_words(name) or _ROBOT.bind(name=name)


def side_robot_words(name: str) -> Message | None:
    """Name a side's robot, such as ``green1``; None for one that has a name of its own."""
    side = name.rstrip("0123456789")
    if side not in _COLOURS or side == name:
        return None
    return _COLOURED.bind(colour=_COLOURS[side], number=name.removeprefix(side))

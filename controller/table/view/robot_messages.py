"""What robots, links and ports say of themselves, as they say it in English -> in four languages.

The journal keeps their own words; screens show these. Whoever changes a sentence there must change it here.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.catalogue import languages
from boards.base.message import _
from boards.base.sentences import finder
from controller.table.view.view import Words

REASONS: tuple[Words, ...] = (
    _("the emergency stop is on"),
    _("the battery is too low to move; charge it"),
    _("the robot cannot do this"),
    _("a value is out of the robot's range"),
    _("the robot has a fault"),
    _("stopped"),
    _("emergency stop"),
    _("the robot heard nothing for 1 s and stopped"),
    _("the wheels stalled; look whether something is in the way"),
    _("the battery sank too low under way; charge it"),
    _("another session was begun"),
    _("a motor or its driver does not work"),
    _("the robot's program found a mistake in itself; switch it off and on"),
    _("the robot restarted"),
    _("another controller took the robot over"),
    _("the robot counts {0} commands, the record {1}"),
    _("the link is {0}"),
    _("{0} commands are waiting already"),
    _("stopped before it was sent"),
    _("no end within {0} s"),
    _("the robot has not answered for {0} s"),
    _("the robot does not answer"),
    _("the table closed the connection"),
    _("not connected yet"),
    _("this robot is not connected"),
    _("looking for the robot"),
    _("closed"),
    _("the robot says done, and counted {0} of {1} mm"),
    _("the robot says done, and counted {0} of {1} degrees"),
    _("the robot says done after {0} s, which takes {1} s at its speed"),
    _(
        "the robot's firmware {0} speaks protocol {1} (dictionary {2}), this program speaks {3} "
        "(dictionary {4}): flash the firmware that came with this program"
    ),
    _(
        "the robot's firmware {0} speaks protocol {1} (dictionary {2}) and does not know {3}; this program speaks "
        "{4} (dictionary {5})"
    ),
    _(
        "the robot's firmware {0} speaks protocol {1} (dictionary {2}) with another layout of {3}; this program speaks "
        "{4} (dictionary {5})"
    ),
    _("a robot without a name answers here, and not {0}: are two cables mixed up?"),
    _("the robot {0} answers here, and not {1}: are two cables mixed up?"),
    _("two robots call themselves {0}: this one ({1}) and {2}; rename one"),
    _("the robot on {0} is {1}, and not {2}: are two cables mixed up?"),
    _("two robots answer to the name {0}; switch one off, or give it another name"),
    _("the robot says more than can be read; some of it was thrown away"),
    _("no such port; there are {0}. Is the robot plugged in and switched on?"),
    _("no such port; no serial port is there at all. Is the robot plugged in and switched on?"),
    _("another program has this port open (a serial monitor? a second table?)"),
    _("you may not open this port; on Linux run `sudo usermod -aG dialout $USER`, then log out and in again"),
    _("this port cannot be used: it is no serial line; `golem robots list` shows which ports there are"),
    _("this port cannot be used: {0}"),
    _("the port went away; is the cable (or the Bluetooth link) still there?"),
    _("the broker has lost the robot"),
    _("no robot of this name has come to the broker yet"),
    _("the broker does not let us in: {0}"),
    _("the connection to the broker broke ({0})"),
)
"""Robots' and links' reasons, ports' and brokers' troubles. {0}, {1}... stand for their values."""

KINDS: Mapping[str, Words] = {
    "done": _("done"),
    "rejected": _("rejected"),
    "cancelled": _("cancelled"),
    "uncertain": _("uncertain"),
}
"""How a command ended."""


_find = finder(REASONS)


def robot_words(said: str) -> Words:
    """Return what a robot, its link or its port said, in all languages.

    Only the device's own words stay as they are. A place or an ending before it (``/dev/ttyUSB0: ...``, ``uncertain:
    ...``) is kept and told as well.
    """
    found = _find(said)
    if found is not None:
        return found
    place, colon, rest = said.partition(": ")
    if not colon:
        return KINDS.get(said, dict.fromkeys(languages(), said))
    first, then = KINDS.get(place, dict.fromkeys(languages(), place)), robot_words(rest)
    return {language: f"{first[language]}: {then[language]}" for language in languages()}

"""What people hear of a robot whose drive is wrong, or of a late camera: what it does, and the part to look at."""

from __future__ import annotations

from boards.base.message import Message, _

DRIVE_TEXTS: dict[str, Message] = {
    "drive-crossed": _("The {golem} golem drives backwards: the cables of its motors are swapped."),
    "drive-reversed": _("The {golem} golem drives and turns the wrong way round: turn the plugs of both motors."),
    "drive-left-reversed": _("The {golem} golem spins instead of driving: turn the plug of its left motor."),
    "drive-right-reversed": _("The {golem} golem spins instead of driving: turn the plug of its right motor."),
    "drive-still": _("The {golem} golem does not move, but believes it: is a wheel blocked, a motor unplugged?"),
    "drive-pulls-left": _("The {golem} golem pulls to the left ({amount} %): look at its left tyre."),
    "drive-pulls-right": _("The {golem} golem pulls to the right ({amount} %): look at its right tyre."),
    "drive-short": _(
        "The {golem} golem goes less far than it counts ({amount} %): charge its battery, clean its tyres."
    ),
    "drive-turns": _("The {golem} golem turns by wrong angles ({amount} %): look how its wheels sit on their axles."),
    "drive-play": _("The wheels of the {golem} golem have play ({amount} mm): look at its gears and hubs."),
    "camera-late": _("The camera’s pictures come {seconds} s late. The golems wait for them after every row."),
}

"""Notices of robots and the golems that they carry."""

from __future__ import annotations

from collections.abc import Mapping

from controller.table.motion.robot_identification import Pairing
from controller.table.view.table_messages import say
from controller.table.view.view import Notice


def notices_of(found: Pairing, ports: Mapping[str, str], exchanged: bool) -> tuple[Notice, ...]:
    """Return the result of an identification, robot by robot.

    `ports` says where each robot is, `exchanged` whether robots were assigned to their colours.
    """
    crossed = {name: colour for name, colour in found.colours.items() if name != colour}
    notices = [
        Notice("robot-carries", "info", say("robot-carries", golem=colour, port=ports[name]), {"golem": colour})
        for name, colour in crossed.items()
    ]
    if exchanged:
        notices.append(Notice("robots-exchanged", "info", say("robots-exchanged")))
    elif crossed:
        notices.append(Notice("robots-crossed", "warning", say("robots-crossed")))
    notices += [
        Notice("robot-unpaired", "warning", say("robot-unpaired", golem=name, why=why.message), {"golem": name})
        for name, why in found.unpaired.items()
    ]
    if not notices and found.colours:
        notices.append(Notice("robots-right", "info", say("robots-right")))
    return tuple(notices) or (Notice("robots-none", "warning", say("robots-none")),)

"""What is said of robots and the golems that they carry, in four languages."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.catalogue import languages
from boards.base.message import Message, _
from controller.table.motion.robot_identification import Pairing, Unpaired
from controller.table.view.robot_messages import robot_words
from controller.table.view.table_messages import say
from controller.table.view.view import Notice, Words

WHY_UNPAIRED: dict[str, Message] = {
    "not-done": _("not done ({0}): {1}"),
    "none-turned": _("no golem was seen turning: is it on the mat, its marker in view, are its motors connected?"),
    "several-moved": _("several golems moved at once ({0}); keep hands off the table and try again"),
    "wrong-way": _("{0} turned the wrong way round: its motors' cables are swapped"),
    "touched": _("{0} turned by {1} degrees and went {2} mm, not {3} degrees on the spot; was it touched? Try again"),
    "turned-before": _("{0} turned for {1} already; were golems exchanged? Try again"),
}
"""Keys of :class:`controller.table.motion.robot_identification.Unpaired`, with its values in their places."""


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
        Notice("robot-unpaired", "warning", say("robot-unpaired", golem=name, why=_why(why)), {"golem": name})
        for name, why in found.unpaired.items()
    ]
    if not notices and found.colours:
        notices.append(Notice("robots-right", "info", say("robots-right")))
    return tuple(notices) or (Notice("robots-none", "warning", say("robots-none")),)


def _why(why: Unpaired) -> Words:
    values = [
        robot_words(value) if isinstance(value, str) else dict.fromkeys(languages(), value) for value in why.values
    ]
    return {each: WHY_UNPAIRED[why.key][each].format(*(value[each] for value in values)) for each in languages()}

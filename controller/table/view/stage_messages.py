"""Texts about the golems of a small fleet that acts out a game of pieces; why a row ends early."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.message import Message, _

NOT_SEEN = _("the camera does not see the mat at rest")
NO_WAY = _("there is no free way")
STILL_OFF = _("it is still off after it was corrected")
NOT_MOVING = _("it does not get on")

STAGE_TEXTS: Mapping[str, Message] = {
    "stage-astray": _(
        "The {golem} golem ({piece}) is not where it was left. Put it on {cell}, direction "
        "{direction}, and press Go on; or only press Go on, and it drives there."
    ),
    "stage-stuck": _(
        "The {golem} golem does not stand as it should ({how}). Put it right, or take it off the mat, and press Go on."
    ),
    "stage-who": _("The {golem} golem is {piece}."),
}

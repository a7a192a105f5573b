"""What is the matter, and what to do: for each reason and each trouble, for children of eight."""

from __future__ import annotations

from dataclasses import dataclass

from boards.base.message import Message, _
from controller.vision.scene import Trouble, Why

WHY_WORDS: dict[Why, Message] = {
    Why.GLARE: _("glare"),
    Why.COVERED: _("covered"),
    Why.BLURRED: _("blurred"),
    Why.SHAKEN: _("shaken"),
    Why.DARK: _("too dark"),
    Why.TOO_SMALL: _("too small"),
    Why.CUT_OFF: _("cut off"),
    Why.DISAGREE: _("markers disagree"),
    Why.DUPLICATE: _("twice on the table"),
    Why.UNKNOWN: _("not of this game"),
    Why.NOT_OURS: _("not our face"),
    Why.SCREEN: _("on a screen"),
    Why.OTHER_DECK: _("of another deck"),
    Why.MOVING: _("moving"),
    Why.UNPLACED: _("place not sure"),
    Why.COCKED: _("cocked"),
    Why.BETWEEN_CELLS: _("between cells"),
    Why.CAMERAS: _("cameras disagree"),
}
"""One or two words for a label in the picture."""

WHY_ADVICE: dict[Why, Message] = {
    Why.GLARE: _("Light shines on it too brightly. Turn the lamp away or move the card a little."),
    Why.COVERED: _("Something lies on it. Take your hand away, and don't put cards on top of each other."),
    Why.BLURRED: _("The camera sees it blurred. Ask a grown-up to focus the camera and wipe its lens."),
    Why.SHAKEN: _("The picture shook. Don't touch the table and the camera's stand for a moment."),
    Why.DARK: _("It is too dark for the camera, it sees grain. Switch on more light."),
    Why.TOO_SMALL: _("It is too far away for the camera. Put the camera lower or the card nearer."),
    Why.CUT_OFF: _("It sticks out of the picture. Move it nearer to the middle of the table."),
    Why.DISAGREE: _("Its markers don't fit together. Lay it flat, and check that it is not torn or bent."),
    Why.DUPLICATE: _("The very same thing is on the table twice. Take one away; maybe two kits got mixed."),
    Why.UNKNOWN: _("This does not belong to this game. Take it off the table."),
    Why.NOT_OURS: _("No side of a card of ours. Turn it over if its blank side is up, or take it away."),
    Why.SCREEN: _("That is a card on a screen. Lay a printed card there instead."),
    Why.OTHER_DECK: _(
        "Its deck has another number than this game; it is at the foot of the sheets. Use the right deck."
    ),
    Why.MOVING: _("It moves. Let everything lie still for a moment."),
    Why.UNPLACED: _("Too little of the mat is seen to say where it lies. Uncover the mat's corners."),
    Why.COCKED: _("The die leans on something, no face is on top. Roll it again where there is room."),
    Why.BETWEEN_CELLS: _("It lies on the line between cells. Push it into the middle of one."),
    Why.CAMERAS: _(
        "Two cameras see it differently. Let it lie still; if that lasts, ask a grown-up to look at the cameras."
    ),
}
"""What it is and what to do."""

TROUBLE_ADVICE: dict[Trouble, Message] = {
    Trouble.BLACK: _("The picture is black. Take off the lens cap and switch on the light."),
    Trouble.OVEREXPOSED: _("The picture is too bright. Turn the lamp away from the camera or make it dimmer."),
    Trouble.FROZEN: _("The picture has frozen. Unplug the camera and plug it in again."),
    Trouble.BLURRED: _("The picture is blurred. Focus the camera and wipe its lens."),
    Trouble.DARK: _("It is too dark: the picture is all grain. Switch on more light."),
    Trouble.NO_MAT: _(
        "I don't see the mat. Point the camera at the table; at least two corners of the mat must be free."
    ),
    Trouble.WARPED_MAT: _(
        "The mat's corners don't fit together. Lay the mat flat, and don't shake the table or the camera."
    ),
    Trouble.TOO_SMALL: _(
        "The table is too small in the picture. Put the camera lower, or let it send larger pictures."
    ),
    Trouble.OTHER_MAT: _("Another mat lies here. Put down the mat of this game, or start the game for this mat."),
    Trouble.TWO_MATS: _("The same mat is in the picture twice. Leave one of them on the table."),
    Trouble.MIRRORED: _("The picture is mirrored. Switch the mirror image off in the camera's settings."),
    Trouble.NEGATIVE: _("The picture is a negative: dark is light in it. Take one with its true colours."),
    Trouble.CAMERA_MOVED: _("The camera was bumped. Make it stand firmly, then go on."),
    Trouble.NO_FRAMES: _("The camera sends no picture. Unplug it and plug it in again."),
    Trouble.WRONG_SCALE: _("Cards or trays are printed at another size than the mat. Print them again at 100 %."),
}
"""What it is and what to do."""


@dataclass(frozen=True)
class Advice:
    """A reason in people's words."""

    label: Message
    advice: Message


def why_words(why: Why) -> Advice:
    """Tell why something is unread, as a label, and what to do."""
    return Advice(WHY_WORDS[why], WHY_ADVICE[why])


def trouble_words(trouble: Trouble) -> Message:
    """Tell what is wrong with the picture, and what to do."""
    return TROUBLE_ADVICE[trouble]

"""What the table says to people."""

from __future__ import annotations

from boards.base.message import Fact, Message, _, pgettext, sentence
from controller.table.motion.drive_messages import DRIVE_TEXTS
from controller.table.motion.hand_messages import HAND_TEXTS
from controller.table.view.stage_messages import STAGE_TEXTS

COLOUR_WORDS: dict[str, Message] = {
    "red": pgettext("colour of a golem", "red"),
    "blue": pgettext("colour of a golem", "blue"),
    "yellow": pgettext("colour of a golem", "yellow"),
    "green": pgettext("colour of a golem", "green"),
    "spare": pgettext("a robot that plays for nobody", "spare"),
    "spare2": pgettext("a robot that plays for nobody", "second spare"),
    "spare3": pgettext("a robot that plays for nobody", "third spare"),
}
FACING_WORDS: dict[str, Message] = {
    "N": pgettext("facing …", "north"),
    "E": pgettext("facing …", "east"),
    "S": pgettext("facing …", "south"),
    "W": pgettext("facing …", "west"),
}
TOKEN_WORDS: dict[str, Message] = {
    "barrel": _("barrel"),
    "wall": _("wall"),
    "water": _("water"),
}

_TEXTS: dict[str, Message] = {
    **HAND_TEXTS,
    **DRIVE_TEXTS,
    **STAGE_TEXTS,
    "golem-missing": _("The {golem} golem is not in view. Put it on {cell}, facing {facing}."),
    "golem-astray": _("The {golem} golem is not where it should be. Put it on {cell}, facing {facing}."),
    "golem-twice": _("Two tops of the {golem} golem lie here. Take one of them away."),
    "golem-walled-in": _(
        "The {golem} golem can’t drive there: tokens, or golems that do not drive, wall it in. Carry it."
    ),
    "golem-fallen": _("The {golem} golem has no lives left. Take it off the board."),
    "golem-absent": _("The {golem} golem does not play here. Take it off the board."),
    "token-off": _("Take the token off {cell}: {token}."),
    "tokens-taken": _("These tokens count. The game begins."),
    "cell-unread": _("I can’t see what lies on {cell} ({why}). {advice}"),
    "tokens-unseen": _("No camera sees the mat now. Choose the tokens on the page."),
    "token-on": _("Put a token on {cell}: {token}."),
    "robot-failed": _("The {golem} robot did not do its part ({how}). The camera is looking where it stands."),
    "robot-lost": _("The {golem} robot does not answer ({how}). Check its power and its cable or radio."),
    "record-failed": _("The game’s record can’t be written ({how}). Nothing moves. Free some space, then press Go on."),
    # No word about which card it is: the page shows this to everybody.
    "program-refused": _(
        "Row {row}: the deck or this round’s die does not allow these cards. Count them, and look at the die."
    ),
    "ready-left": _("{golem}: take up your ready card of the last round; lay it again when you are done."),
    "card-moved": _("The {golem} tray, row {row}, card {place}: it was moved after the lock. Put it back."),
    "card-added": _("The {golem} tray, row {row}, card {place}: it was added after the lock. Take it away."),
    "card-swapped": _(
        "The {golem} tray, row {row}, card {place}: another card lies there now. Put the first one back."
    ),
    "card-gone": _("The {golem} tray, row {row}, card {place}: it is gone since the lock. Put it back."),
    "card-said": _("{golem}, row {row}: these cards count as they were said."),
    "reading-again": _("The camera looks at the cards once more."),
    "read-same": _("{golem}: the cards are read as before."),
    "read-anew": _("{golem}: the cards were read again, and count as they are read now."),
    "read-unread": _("{golem}: the cards can’t be read again, and count as before. {why}"),
    "battery-low": _("The {golem} robot’s battery is low ({volts} V). Charge or change it soon."),
    "ready-unread": _("The {golem} ready card can’t be read ({why}). {advice}"),
    "die-unseen": _(
        "I don’t see the {golem} die. Lay it beside the field, where no hand and no bright light is over it."
    ),
    "die-unread": _("The {golem} die can't be read ({why}). {advice}"),
    "eye-bumped": _("The camera was bumped. The table is found again; see that the camera stands firmly."),
    "places-unsure": _(
        "The camera shows where golems stand to {mm} mm only. Measure its lens once (golem calibrate), or lean "
        "the camera a little, so that it looks aslant."
    ),
    "camera-out": _("One camera shows nothing: {camera}. The others see all trays, so the game goes on. Look at it."),
    "intrusion": _("A hand or something else is over the field. The robots wait; take it away, and they go on."),
    "estop-latched": _("The emergency stop is on in these robots: {golems}. Nothing is played until it is released."),
    "eye-late": _("The camera’s pictures come too late. The robots wait until it shows what happens now."),
    "watch-failed": _("The watch over the field has failed, so the robots stand. Look at the table, then press Go on."),
    "stray": _("The {golem} golem moves, and the table has not told it to. The robots wait until it stands still."),
    "replaced-hands": _("{golem}: people move this golem by hand from now on."),
    "replaced-ghost": _("{golem}: this golem plays on the screen only. Take it off the board."),
    "replaced-spare": _("{golem}: a spare robot plays. Put this golem’s top onto it, and set it on its cell."),
    "replaced-robot": _("{golem}: its own robot plays again."),
    "seat-child": _("{golem}: a child plays, with cards."),
    "seat-computer": _("{golem}: the computer plays."),
    "seat-away": _("{golem}: nobody plays. The golem stands still until somebody comes back."),
    "skipped": _("{golem}: skips this round. The golem stands still."),
    "not-skipped": _("{golem}: plays in this round after all."),
    "taken-up": _("Back to the start. Put the tokens on their cells; the golems drive there by themselves."),
    "halted": _("The game has paused: {how}. Mend it, then press Go on."),
    "undo-move": _("The last step is undone; the game is paused. Press Go on, and put the pieces back."),
    "seat-hand": _("{player}: people play."),
    "seat-mind": _("{player}: the computer plays."),
    "seat-left": _("{player}: has left; the computer plays until somebody comes back."),
    "turn-skipped": _("{player}: the computer plays this turn."),
    "turn-not-skipped": _("{player}: plays this turn after all."),
    "pairing": _("One robot after another turns a little and back; the camera looks. Keep your hands off the table."),
    "robot-carries": _("The robot on {port} carries the {golem} golem. In the table file: {golem}."),
    "robots-exchanged": _(
        "Each robot plays the golem that it carries, until the table is closed. Correct the table file."
    ),
    "robots-crossed": _(
        "Not all robots were seen, so nothing is exchanged. Put it right and look again, or exchange the cables."
    ),
    "robot-unpaired": _("The robot of the {golem} golem: {why}"),
    "robots-right": _("Every robot carries its own golem."),
    "robots-none": _("No robot answers, so nobody turned."),
    "cards-too-many": _("There are not so many of these cards."),
    "rows-missing": _("Four rows of cards make a program. Some are missing."),
    "no-hint": _("There is no hint for this."),
    "not-now": _("That does not fit now."),
    "done": _("Done."),
    "undo": _("Round {round}, row {row} is undone; the game is paused. Press Go on, and the golems drive back."),
}

_SPOKEN = {"golem": COLOUR_WORDS, "facing": FACING_WORDS, "token": TOKEN_WORDS}


def say(code: str, **facts: int | str | Message) -> Message:
    """Return the sentence of this code.

    Colours, facings, tokens and messages among the facts are translated. In some languages it begins with one of them.
    """
    return sentence(_TEXTS[code].bind(**{key: _spoken(key, fact) for key, fact in facts.items()}))


def _spoken(key: str, fact: int | str | Message) -> Fact:
    return _SPOKEN[key][fact] if key in _SPOKEN and isinstance(fact, str) else fact

"""The certificate's words."""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from boards.base.message import Message, _

_TITLES: dict[str, Message] = {
    "welcome": _("says who it is: this protocol, this dictionary, a printable name"),
    "layouts": _("tells the layout of every message that it knows"),
    "checksum": _("drops a frame with a flipped bit, and counts it"),
    "length": _("drops a frame of the wrong length"),
    "unknown-type": _("drops a frame of an unknown type"),
    "resynchronisation": _("understands the next frame after garbage, half a frame, an endless one"),
    "byte-by-byte": _("understands a frame that comes one byte at a time"),
    "asking": _("HELLO(ASK) changes nothing"),
    "taking": _("begins a session only for who knows its boot and its session"),
    "late-hello": _("a late copy of an old HELLO changes nothing"),
    "motions": _("MOVE and TURN are carried out and counted truly"),
    "acts": _("shows every act that it says it can; refuses the others"),
    "copy-under-way": _("a copy of the command under way is not carried out again"),
    "copy-afterwards": _("a copy of an ended command gets the stored answer only"),
    "memory": _("keeps its answers to the last four numbers"),
    "old-copy": _("a copy of a command long past is not carried out"),
    "gap": _("a number that is not the next one is refused and not used up"),
    "other-session": _("a command of another session is not carried out"),
    "busy": _("one command at a time; BUSY uses no number up"),
    "numbers": _("tells which number it took last, and which ended last"),
    "out-of-range": _("a value out of range is refused, never clipped"),
    "mended": _("a lost DONE can be fetched"),
    "progress": _("tells how far a motion under way has come"),
    "stop-under-way": _("STOP ends the motion and tells how far it came"),
    "stop-before": _("a command that comes after its STOP is not carried out"),
    "acts-end": _("STOP and the emergency stop end an act as well"),
    "estop": _("the emergency stop needs no session, ends all and latches"),
    "latched": _("stopped by emergency, it refuses everything, also in a new session"),
    "estop-counts": _("a repeated emergency stop counts once"),
    "clear-of-old": _("an old CLEAR does not release a newer emergency stop"),
    "silence": _("stops by itself when its host is silent for 1 s"),
    "strangers": _("stops by itself also while others are spoken to"),
    "new-session": _("a new session ends the motion of the old one"),
    "signs-of-life": _("answers PING, in a session and out of one"),
    "restart": _("after a start: BOOT, a new boot id, every session void"),
    "port-unconnected": _("does nothing before it is connected"),
    "port-connects": _("is ready once it is connected"),
    "port-moves": _("goes and turns as far as it is told, both ways"),
    "port-acts": _("shows an act or rejects it with a reason"),
    "port-limits": _("refuses values out of range before anything moves"),
    "port-records": _("puts each command on record before it begins, and its end"),
    "port-unrecorded": _("begins nothing that cannot be put on record"),
    "port-waits": _("waits until a command is on record, and stops without waiting"),
    "port-in-order": _("carries out one command at a time, in order"),
    "port-stops": _("stop ends the motion and forgets what waits"),
    "port-estops": _("the emergency stop ends all and holds until it is released"),
    "port-pauses": _("begins nothing while the game is paused"),
    "port-tells": _("tells when it is busy and when it is ready again"),
    "port-interrupted": _("never repeats a command of an earlier run"),
    "port-closes": _("stops when it is closed, and does nothing after"),
}

_WORDS: dict[str, Message] = {
    "passed": _("passed"),
    "failed": _("FAILED"),
    "not applicable": _("does not apply"),
    "expected": _("expected"),
    "seen": _("seen"),
    "rule": _("rule"),
    "certificate": _("Certificate"),
    "tested": _("tested on"),
    "port": _("port"),
    "robot": _("robot"),
    "unnamed": _("without a name"),
    "firmware": _("firmware"),
    "protocol": _("protocol"),
    "nobody": _("nobody answers"),
    "no line": _("there is no serial line to disturb"),
    "older": _("its wire dictionary is older than this question"),
    "no long act": _("it has no act that lasts long enough"),
    "no restart": _("nobody can switch it off and on from here"),
    "refuses": _("it refuses to move"),
    "sound": _("This robot is a golem."),
    "untested": _(
        "Nothing failed, but {left} of {all} checks were left out: this robot is a golem only as far as tested."
    ),
    "unsound": _("This robot is no golem yet: {failed} of {all} checks failed."),
    "start anew": _(
        "Now press the robot's reset button, or switch it off and on if it hangs on no cable. Then "
        "press Enter here. (To leave this check out: n and Enter.)"
    ),
    "will move": _(
        "The robot will turn on the spot and go 2 cm forth and back. Put it on the floor, 10 cm from everything."
    ),
}


def title(check: str, language: Language) -> str:
    """Return what a check looks at, in plain words."""
    return translate(_TITLES[check], language)


def word(key: str, language: Language) -> str:
    """Return a word or sentence of the certificate."""
    return translate(_WORDS[key], language)


TITLES = frozenset(_TITLES)
WORDS = frozenset(_WORDS)

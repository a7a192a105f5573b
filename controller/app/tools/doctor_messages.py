"""What `golem doctor` says, in four languages."""

from __future__ import annotations

from collections.abc import Callable

from boards.base.catalogue import Language, tell
from boards.base.message import Fact, Message, _, ngettext, pgettext

TEXTS: dict[str, Message] = {
    "program": _("program"),
    "camera": _("camera"),
    "cameras": _("cameras"),
    "port": _("serial port"),
    "ports": _("serial ports"),
    "broker": _("MQTT broker"),
    "robot": _("robot"),
    "page": _("page"),
    "records": _("records"),
    "other-opencv": _("set up anew with `make install`: other versions of OpenCV read markers worse"),
    "no-cameras": _("this computer shows none"),
    "plug-camera": _("plug one in; a picture, a folder, a video or an address serves as well"),
    "no-ports": _("none"),
    "plug-robot": _("plug a robot in (USB) or pair it (Bluetooth); golems can also be moved by hand"),
    "port-closed": _("{0}, but you may not open it"),
    "dialout": _("sudo usermod -aG dialout $USER, then log out and in again"),
    "mosquitto": _("mosquitto at {0}"),
    "no-mosquitto": _("the built-in one (amqtt); mosquitto is not installed"),
    "get-mosquitto": _("for many robots over MQTT: sudo apt-get install mosquitto"),
    "name-camera": _("plug it in, or name another one in table.yaml under camera:"),
    "ask-size": _("ask for that size: camera: {{at: ..., size: ...}}"),
    "size-but": _("{0} x {1} px, but: {2}"),
    "sees": _("{0} x {1} px, sees {2}; {3}"),
    "nothing-on-it": _("nothing on it"),
    "unread": _("{0} things lie there that it cannot read"),
    "say-unread": _("golem read says which and why"),
    "settled": _("its exposure is set by the markers"),
    "too-dark": _("there is too little light for robots that move"),
    "lamp": _("bring a lamp"),
    "too-bright": _("there is too much light"),
    "dimmer": _("turn the lamp away or make it dimmer"),
    "ignored": _("its driver does not let its exposure be set"),
    "keep-light": _("keep the light as it is while you play"),
    "lens": _("the lens of {0}, measured {1} in {2} views"),
    "nameless": _("a camera without a name"),
    "residual": _(", residual {0} px"),
    "expected": _(", expected error {0} px"),
    "days-ago": ngettext("on {date} ({days} day ago)", "on {date} ({days} days ago)", counted="days"),
    "some-day": _("on a day unknown"),
    "by-hand": _("none; this golem is moved by hand"),
    "ghosts": _("none; its pieces are ghosts"),
    "answers": _("answers on {0}, firmware {1}"),
    "battery": _(", battery {0} V"),
    "page-off": _("switched off in the table file"),
    "page-taken": _("port {1} on {0} is taken by another program (another `golem`, perhaps)"),
    "other-port": _("choose another port in table.yaml under page: port:"),
    "page-free": _("port {1} on {0} is free"),
    "no-writing": _("{0} can't be written"),
    "other-folder": _("choose another folder in table.yaml under journals:"),
    "no-room": _("only {0} MB are free in {1}"),
    "remove-files": _("remove old files"),
    "room": _("{0} GB free in {1}"),
    "no-table": _("No table.yaml here: looking at what any table needs. docs/facilitator.md shows one to start from."),
    "good": _("All is there."),
    "warning": _("Nothing is broken. Look at the lines marked !! before you play."),
    "bad": _("Mend what is marked NO, then ask again."),
}

KINDS: dict[str, Message] = {
    "card": _("card"),
    "die": _("die"),
    "energy": _("energy"),
    "golem": _("golem"),
    "mat": _("mat"),
    "piece": _("piece"),
    "ready": pgettext("kind of card", "ready"),
    "step": _("step"),
    "token": _("token"),
    "tray": _("tray"),
}
"""Kinds of printed things, by the first word of their keys."""

Tell = Callable[..., str]


def teller(language: Language) -> Tell:
    """Return what tells a text of this language by its key, with values by place or facts by name."""

    def text(key: str, *values: object, **facts: Fact) -> str:
        return tell(TEXTS[key].bind(**facts), language).format(*values)

    return text


def kind_words(kind: str, language: Language) -> str:
    """Return what things of a kind are called; its key for one that has no word yet."""
    return tell(KINDS[kind], language) if kind in KINDS else kind

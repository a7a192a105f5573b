"""What `golem doctor` says."""

from __future__ import annotations

from collections.abc import Callable

from boards.base.catalogue import Language, translate
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
    "port-closed": _("{port}, but you may not open it"),
    "dialout": _("sudo usermod -aG dialout $USER, then log out and in again"),
    "mosquitto": _("mosquitto at {file}"),
    "no-mosquitto": _("the built-in one (amqtt); mosquitto is not installed"),
    "get-mosquitto": _("for many robots over MQTT: sudo apt-get install mosquitto"),
    "name-camera": _("plug it in, or name another one in table.yaml under camera:"),
    "ask-size": _("ask for that size: {example}", example="camera: {at: ..., size: ...}"),
    "size-but": _("{width} x {height} px, but the table can't be read in it"),
    "sees": _("{width} x {height} px, sees the mat {mat}; {things}"),
    "nothing-on-it": _("nothing on it"),
    "unread": _("{count} things lie there that it cannot read"),
    "say-unread": _("golem read says which and why"),
    "settled": _("its exposure is set by the markers"),
    "too-dark": _("there is too little light for robots that move"),
    "lamp": _("bring a lamp"),
    "too-bright": _("there is too much light"),
    "dimmer": _("turn the lamp away or make it dimmer"),
    "ignored": _("its driver does not let its exposure be set"),
    "keep-light": _("keep the light as it is while you play"),
    "latency": _("its pictures come {ms} ms late, as was measured while golems drove"),
    "much-latency": _("for quicker games: a camera on a cable, or smaller pictures"),
    "lens": _("the lens of {camera}, measured {when} in {views} views"),
    "nameless": _("a camera without a name"),
    "residual": _(", residual {px} px"),
    "expected": _(", expected error {px} px"),
    "days-ago": ngettext("on {date} ({days} day ago)", "on {date} ({days} days ago)", counted="days"),
    "some-day": _("on a day unknown"),
    "by-hand": _("none; this golem is moved by hand"),
    "ghosts": _("none; its pieces are ghosts"),
    "answers": _("answers on {port}"),
    "firmware": _(", firmware {version}"),
    "battery": _(", battery {volts} V"),
    "page-off": _("switched off in the table file"),
    "page-taken": _("port {port} on {host} is taken by another program (another `golem`, perhaps)"),
    "other-port": _("choose another port in table.yaml under page: port:"),
    "page-free": _("port {port} on {host} is free"),
    "no-writing": _("{folder} can't be written"),
    "other-folder": _("choose another folder in table.yaml under journals:"),
    "no-room": _("only {mb} MB are free in {folder}"),
    "remove-files": _("remove old files"),
    "room": _("{gb} GB free in {folder}"),
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
    """Return what tells a text of this language by its key, with facts by name."""

    def text(key: str, **facts: Fact) -> str:
        return translate(TEXTS[key].bind(**facts), language)

    return text


def kind_words(kind: str, language: Language) -> str:
    """Return what things of a kind are called; its key for one that has no word yet."""
    return translate(KINDS[kind], language) if kind in KINDS else kind

"""What `golem robots` says."""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from boards.base.message import Fact, Message, _, pgettext

TEXTS: dict[str, Message] = {
    "nobody": _("No golem answers on any port. Is a robot plugged in and switched on?"),
    "no-port": _("There is no serial port. Is a robot plugged in and switched on?"),
    "interrupted": _("interrupted; the robots were told to stop"),
    "gone": _("it is gone"),
    "ready": pgettext("state of a robot", "ready"),
    "lost": _("lost (switched off, out of reach, or its gateway has ended)"),
    "untold": _("does not say whether it is there"),
    "host-here": _("the table is connected ($host)"),
    "host-away": _("no table is connected ($host)"),
    "broker-back": _("the broker is there again"),
    "none-announced": _(
        "no golem announces itself here. Is one switched on, and set (or its gateway) to this broker and table?"
    ),
    "seen-as": _(
        "Where robots have users of their own, as with `golem broker`, only the table's user may see "
        "them. This was asked as {user}."
    ),
    "seen-as-nobody": _(
        "A broker may show robots only to the table's user. This was asked without a user; set "
        "GOLEM_MQTT_USER and GOLEM_MQTT_PASSWORD, or GOLEM_MQTT_FILE."
    ),
    "robots-user": _(
        "{user} is a robot's own user: it sees no robot but itself, and who comes as it throws that "
        "robot out. Come as the table's user"
    ),
    "firmware": _("firmware {version}"),
    "unnamed": _("a golem without a name"),
    "battery": _("battery {volts} V"),
    "no-battery": _("battery not measured"),
    "quality": _("{asked} asked, {lost} lost, round trip {median} ms (median), {worst} ms (worst)"),
    "all-lost": _("{asked} asked, all lost"),
    "blinks": _("it blinks and wiggles now"),
    "jogged": _("done: {mm} mm, {degrees} degrees"),
    "stopped": _("it stands"),
    "goes-on": _("it does not stand yet; `golem robots estop` cuts its motors"),
    "estop-unconfirmed": _("the emergency stop was sent, and is not confirmed: if it still moves, switch it off"),
    "estopped": _("emergency stop is on, until `golem robots release`"),
    "released": _("emergency stop is released"),
    "kept": _("a newer emergency stop came; release that one too if all is well"),
    "flashed": _("the golem's program is on it; `golem robots conform {port}` tests it"),
    "has-name": _("its name is {name} already"),
    "how-to-name": _(
        "its name is {name}. A golem's name is built into its program, the wire cannot change it. Write it with:"
    ),
    "turning": _("{robot} turns a little and back"),
    "is-golem": _("{port} is {golem}"),
    "for-the-file": _("For table.yaml:"),
    "drive-begins": _("The {golem} golem drives and turns for a minute. Keep your hands off the mat."),
    "drive-learned": _("{robot}: drives {scale} %, veers {veer} %, turns {turn} %, play {play} mm (trust {trust} %)"),
    "drive-kept": _("Kept in {file}; `golem play` reads odometry.yaml beside the table file."),
    "needs-camera": _("say which camera looks at the mat: --camera"),
    "none-in-view": _("no golem is in view: put the golems with their markers on the mat"),
    "one-thing": _("say how far: --mm or --degrees, one of them"),
    "outside": _("{found} is outside the range {low} to {high}"),
    "needs-cable": _("a golem is flashed over its USB cable, not over MQTT"),
    "by-people": _("people move this golem: there is no robot here"),
    "no-name": _("{name} can be no golem's own name: at most {most} of the letters A-Z, digits, - and _"),
    "name-built-in": _("a name is built in; it cannot be put into a file that is built already"),
    "no-avrdude": _("avrdude writes the program and is not installed; run `sudo apt-get install avrdude`"),
    "not-written": _(
        "{port}: avrdude could not write: {reason}. Is it an Arduino Nano, is a Bluetooth module unplugged, "
        "does no other program have the port open?"
    ),
    "said-nothing": _("it said nothing"),
    "build-first": _("the golem's program must be built first; run `sudo apt-get install {packages}`"),
    "not-built": _("the golem's program could not be built:\n{reason}"),
    "no-device": _("this is no serial port"),
    "no-file": _("there is no file {file}"),
}


def phrase(key: str, language: Language, **facts: Fact) -> str:
    """Return a sentence in this language."""
    return translate(TEXTS[key].bind(**facts), language)

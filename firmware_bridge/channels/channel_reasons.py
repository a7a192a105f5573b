"""What channels know to be wrong: codes and their texts."""

from __future__ import annotations

from boards.base.message import _
from boards.base.reasons import ReasonCode


class ChannelReason(ReasonCode):
    """Why nothing, or nobody of ours, answers at the other end."""

    NOT_YET = "not-yet", _("not connected yet")
    CLOSED = "closed", _("closed")
    SOMETHING_ELSE = "something-else", _("what is there is {device}")
    NOT_OURS = "not-ours", _("no golem; {trouble}")
    NO_LINE = "no-line", _("it is no serial line; `golem robots list` shows which ports there are")
    BROKER_REFUSES = "broker-refuses", _("the broker does not let us in: {reason}")
    BROKER_BROKE = "broker-broke", _("the connection to the broker broke ({reason})")
    ROBOT_LOST = "robot-lost", _("the broker has lost the robot")
    ROBOT_ABSENT = "robot-absent", _("no robot of this name has come to the broker yet")
    NAME_DOUBLED = (
        "name-doubled",
        _("two robots answer to the name {name}; switch one off, or give it another name"),
    )
    OVERFLOW = "overflow", _("the robot says more than can be read; some of it was thrown away")


class Device(ReasonCode):
    """What else can be on a port."""

    SATELLITE_RECEIVER = "satellite-receiver", _("a satellite receiver (GPS; it speaks NMEA 0183)")
    PRINTER = "printer", _("a 3D printer (it speaks as Marlin does)")
    MILL = "mill", _("a milling machine or plotter (it speaks as Grbl does)")
    MICROPYTHON = "micropython", _("a board with MicroPython, without the golem's program")
    MODEM = "modem", _("a modem or a Bluetooth module in command mode")
    TEXT = "text", _("a device that sends text: {text}")
    BYTES = "bytes", _("a device that sends bytes which are no golem's (or at another speed)")


class BrokerTrouble(ReasonCode):
    """Why a broker cannot be used, where the system has no code for it."""

    SILENT = "silent", _("it does not answer")
    SILENT_WITHOUT_TLS = "silent-without-tls", _("it does not answer; mqtts: is with TLS")
    NO_TLS = "no-tls", _("TLS did not come about; mqtt: is without it")
    NOT_AUTHORIZED = "not-authorized", _("Not authorized")
    BAD_LOGIN = "bad-login", _("Bad user name or password")
    EXPIRED = "expired", _("certificate has expired")
    NOT_YET_VALID = "not-yet-valid", _("certificate is not yet valid")
    OTHER_HOST = "other-host", _("Hostname mismatch, certificate is not valid for {host}.")
    OTHER_ADDRESS = "other-address", _("IP address mismatch, certificate is not valid for {host}.")
    SELF_SIGNED_IN_CHAIN = "self-signed-in-chain", _("self-signed certificate in certificate chain")
    SELF_SIGNED = "self-signed", _("self-signed certificate")
    NO_ISSUER = "no-issuer", _("unable to get local issuer certificate")
    AUTHORITY_UNREADABLE = "authority-unreadable", _("the authority's file cannot be read: {reason}")
    NOBODY_STARTED_IT = "nobody-started-it", _("nobody started it")
    ENDED_EARLY = "ended-early", _("it was told to end while it started")
    ENDED_AT_ONCE = "ended-at-once", _("it ended at once")
    NOT_LISTENING = "not-listening", _("it does not listen after {seconds} s")
    NOT_INSTALLED = "not-installed", _("it is not installed (Debian: sudo apt-get install mosquitto)")
    NOT_FOR_OTHERS = (
        "not-for-others",
        _("it does not keep robots apart and is for this computer only; sudo apt-get install mosquitto"),
    )
    TAKEN = (
        "taken",
        _(
            "another program listens on {address}, port {port}. Take another port, or end that program "
            "(Debian's own: sudo systemctl disable --now mosquitto)"
        ),
    )
    NO_ADDRESS = (
        "no-address",
        _("it cannot listen on {address}, port {port} ({reason}). Is it an address of this computer?"),
    )

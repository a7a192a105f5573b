"""Why a camera that was named gives no picture: codes and their texts."""

from __future__ import annotations

from boards.base.message import _
from boards.base.reasons import ReasonCode


class SourceReason(ReasonCode):
    """What is wrong with a source of pictures."""

    OTHER_SIZE = "other-size", _("gives {width} x {height} px, not {wanted_width} x {wanted_height}")
    NO_MAT = "no-mat", _("no camera sees the mat. {seen}")
    NONE_HERE = "none-here", _("this computer shows none; name one in table.yaml under camera:")
    NOT_AT_REST = "not-at-rest", _("nothing is at rest")
    # Which one is meant
    EMPTY_NAME = "empty-name", _("an empty name is no camera; name a picture, a folder, a video or a camera")
    UNKNOWN_KNOWN = "unknown-of-several", _("there is no such file, folder or camera; the cameras here are {known}")
    UNKNOWN = "unknown", _("there is no such file, folder or camera")
    NO_ADDRESS = "no-address", _("is no address; write it like {example}")
    NO_COMPUTER = "no-computer", _("says no computer; write it like {example}")
    # On a cable
    NOT_PLUGGED_IN = "not-plugged-in", _("is not plugged in (there is no such device)")
    FORBIDDEN = "forbidden", _("may not be used by you; on Linux: sudo usermod -aG video $USER, log in anew")
    NO_DEVICE = "no-device", _("there is no such camera; `golem doctor` lists those that are there")
    NO_PROGRAM = (
        "no-program",
        _(
            "this computer has no rpicam-vid; on a Raspberry Pi: sudo apt install rpicam-apps. Another "
            "camera is named by its path, number or address"
        ),
    )
    PROGRAM_NOT_STARTED = "program-not-started", _("{program} cannot be started: {reason}")
    NOT_CONNECTED = "not-connected", _("no camera is connected; push its flat cable in while the power is off")
    PROGRAM_SILENT = "program-silent", _("its program ended (it said nothing)")
    PROGRAM_ENDED = "program-ended", _("its program ended ({said})")
    # In the network
    NETWORK_SILENT = "network-silent", _("sends no pictures; check the camera and the network")
    DAMAGED_ONLY = "damaged-only", _("sends damaged pictures only")
    NO_JPEG = "no-jpeg", _("sends no JPEG pictures")
    FILM = "film", _("sends a film ({kind})")
    BROKE_OFF = "broke-off", _("the stream broke off")
    BROKE_OFF_OR_SILENT = "broke-off-or-silent", _("the stream broke off, or nothing came for {seconds} s")
    WANTS_LOGIN = "wants-login", _("wants a user and a password; write {example} in the address")
    LOGIN_REFUSED = "login-refused", _("does not take this user and password")
    NOTHING_THERE = (
        "nothing-there",
        _("there is nothing at this address of the camera; its manual or its page says the right one"),
    )
    HTTP_ERROR = "http-error", _("answers with an error ({status})")
    WEB_PAGE = (
        "web-page",
        _(
            "answers with a web page, not with JPEG pictures; look there for the address of the pictures "
            "themselves; it often ends in {endings}"
        ),
    )
    OTHER_KIND = (
        "other-kind",
        _("answers with {kind}, not with JPEG pictures; the address of the pictures often ends in {endings}"),
    )
    NO_STREAM_OR_LOGIN = (
        "no-stream-or-login",
        _("answers, but gives no stream, or does not take this user and password; check the address"),
    )
    NO_STREAM = "no-stream", _("answers, but gives no stream; check the address")
    NAME_UNKNOWN = "name-unknown", _("there is no computer of this name in the network; check the address")
    STREAM_NAME_UNKNOWN = "stream-name-unknown", _("there is no computer of this name in the network")
    UNTRUSTED = (
        "untrusted",
        _("answers, but who it is can't be checked (its certificate); in your own network http:// will do"),
    )
    PORT_CLOSED = (
        "port-closed",
        _("the computer is there, but no camera program answers on this port; start it, and check the address"),
    )
    NO_ANSWER = "no-answer", _("does not answer; check the address and the network")

"""What cameras and picture files say of themselves, as they say it in English -> in four languages.

Whoever changes a sentence in `controller/vision/cameras`, or in `calibration/camera_frames.py`, must change it here.
"""

from __future__ import annotations

from boards.base.catalogue import Language, languages
from boards.base.message import _
from boards.base.sentences import Told, finder
from calibration.camera_frames import CameraError
from controller.vision.recording.file_messages import FILE_SENTENCES

SENTENCES: tuple[Told, ...] = (
    # Every camera
    _("is there but cannot be opened; close other programs that show the camera's picture"),
    _("gives no pictures; unplug it and plug it in again"),
    _("gave no picture for {0} s; unplug it and plug it in again"),
    _("has no more pictures"),
    _("has no pictures"),
    _("gives {0} x {1} px, not {2} x {3}; choose a size that it has"),
    _("gives {0} x {1} px, not {2} x {3}"),
    _("is not open"),
    _("no camera sees the mat. {0}"),
    _("this computer shows none; name one in table.yaml under camera:"),
    _("nothing is at rest"),
    # Which one is meant
    _("an empty name is no camera; name a picture, a folder, a video or a camera"),
    _("there is no such file, folder or camera; the cameras here are {0}"),
    _("there is no such file, folder or camera"),
    _("is no address; write it like {0}"),
    _("says no computer; write it like {0}"),
    # On a cable
    _("is not plugged in (there is no such device)"),
    _("may not be used by you; on Linux: sudo usermod -aG video $USER, log in anew"),
    _("there is no such camera; `golem doctor` lists those that are there"),
    _(
        "this computer has no rpicam-vid; on a Raspberry Pi: sudo apt install rpicam-apps. Another "
        "camera is named by its path, number or address"
    ),
    _("{0} cannot be started: {1}"),
    _("no camera is connected; push its flat cable in while the power is off"),
    _("its program ended (it said nothing)"),
    _("its program ended ({0})"),
    # In the network
    _("sends no pictures; check the camera and the network"),
    _("sends damaged pictures only"),
    _("sends no JPEG pictures"),
    _("sends a film ({0})"),
    _("the stream broke off"),
    _("the stream broke off, or nothing came for {0} s"),
    _("wants a user and a password; write {0} in the address"),
    _("does not take this user and password"),
    _("there is nothing at this address of the camera; its manual or its page says the right one"),
    _("answers with an error ({0})"),
    _(
        "answers with a web page, not with JPEG pictures; look there for the address of the pictures "
        "themselves; it often ends in {0}"
    ),
    _("answers with {0}, not with JPEG pictures; the address of the pictures often ends in {1}"),
    _("answers, but gives no stream, or does not take this user and password; check the address"),
    _("answers, but gives no stream; check the address"),
    _("there is no computer of this name in the network; check the address"),
    _("there is no computer of this name in the network"),
    _("answers, but who it is can't be checked (its certificate); in your own network http:// will do"),
    _("the computer is there, but no camera program answers on this port; start it, and check the address"),
    _("does not answer; check the address and the network"),
)
"""Cameras' own. {0}, {1}... stand for their values."""

_find = finder((*FILE_SENTENCES, *SENTENCES))


def said_by_camera(said: str) -> Told:
    """Return what a camera or a file reports, in every language; unchanged where only the device has words for it.

    A place before it (``calibration/17.png: ...``) is kept.
    """
    found = _find(said)
    if found is not None:
        return found
    place, colon, rest = said.partition(": ")
    if not colon:
        return dict.fromkeys(languages(), said)
    return {language: f"{place}: {words}" for language, words in said_by_camera(rest).items()}


def camera_words(error: CameraError, language: Language) -> str:
    """Tell what is wrong with a camera, without its name, in this language."""
    return said_by_camera(str(error).removeprefix(f"{error.camera}: "))[language]


def camera_line(error: CameraError, language: Language) -> str:
    """Tell the same with its name before it."""
    return f"{error.camera}: {camera_words(error, language)}"

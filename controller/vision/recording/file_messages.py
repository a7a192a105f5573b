"""What is wrong with a picture's, film's or recording's file: codes and their texts."""

from __future__ import annotations

from boards.base.message import _
from boards.base.reasons import ReasonCode


class FileReason(ReasonCode):
    """Why a file gives no picture, what is to be said about one that does, and why nothing can be recorded."""

    MISSING = "missing", _("there is no such file")
    IS_FOLDER = "is-folder", _("is a folder, not a picture")
    UNREADABLE = "unreadable", _("may not be read; check the file's permissions")
    NO_PICTURE = "no-picture", _("is not a picture (PNG, JPEG, BMP, TIFF and WebP are)")
    TOO_LARGE = "too-large", _("is larger than {most} megapixels")
    TOO_LARGE_BY_SIZE = "too-large-by-size", _("is larger than {most} megapixels ({width} x {height})")
    DAMAGED = "damaged", _("is damaged or cut off ({reason}); copy the file again")
    FOLDER_UNREADABLE = "folder-unreadable", _("the folder cannot be read: {reason}")
    EMPTY_FOLDER = "empty-folder", _("there are no pictures in this folder")
    ANIMATED = "animated", _("is animated; the first of its {count} pictures is read")
    PASSED_OVER = "passed-over", _("no pictures by their names, passed over: {names}")
    NO_VIDEO = "no-video", _("is not a video")
    NOTHING_RECORDED = "nothing-recorded", _("nothing is recorded here yet")
    OUTSIDE = "outside", _("does not lie in a picture of {width} x {height} px, as the index says")
    NO_INDEX = "no-index", _("cannot be read; is this a recording?")
    OTHER_VERSION = "other-version", _("is no recording of version {version}")
    NO_MOMENT = "no-moment", _("does not say where and when a picture was taken")
    CANNOT_RECORD = "cannot-record", _("cannot be used for a recording: {reason}")
    RECORDING_ENDED = "recording-ended", _("nothing is recorded any more: {reason}")
    NOT_EMPTY = "not-empty", _("holds other things; name a new folder for the recording")

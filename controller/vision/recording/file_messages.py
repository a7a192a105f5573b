"""What is wrong with a picture's, film's or recording's file, as it is said in English -> in four languages.

Whoever changes a sentence in `controller/vision/cameras` must change it here.
"""

from __future__ import annotations

from boards.base.message import _
from boards.base.sentences import Told

FILE_SENTENCES: tuple[Told, ...] = (
    _("there is no such file"),
    _("is a folder, not a picture"),
    _("may not be read; check the file's permissions"),
    _("is not a picture (PNG, JPEG, BMP, TIFF and WebP are)"),
    _("is larger than {0} megapixels"),
    _("is larger than {0} megapixels ({1} x {2})"),
    _("is damaged or cut off ({0}); copy the file again"),
    _("the folder cannot be read: {0}"),
    _("there are no pictures in this folder"),
    _("is animated; the first of its {0} pictures is read"),
    _("no pictures by their names, passed over: {0}"),
    _("is not a video"),
    _("nothing is recorded here yet"),
    _("does not lie in a picture of {0} x {1} px, as the index says"),
    _("cannot be read; is this a recording?"),
    _("is no recording of version {0}"),
    _("does not say where and when a picture was taken"),
    _("cannot be used for a recording: {0}"),
    _("nothing is recorded any more: {0}"),
    _("holds other things; name a new folder for the recording"),
)
"""{0}, {1}... stand for their values."""

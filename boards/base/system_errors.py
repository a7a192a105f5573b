"""Why the system refuses something, by the number of its error and not by its words."""

from __future__ import annotations

import errno

from boards.base.message import Message, _, literal
from boards.base.reasons import Reason, ReasonCode, foreign_words


class SystemReason(ReasonCode):
    """The commonest errors of the system."""

    CONNECTION_REFUSED = "connection-refused", _("Connection refused")
    NO_ROUTE = "no-route", _("No route to host")
    NETWORK_UNREACHABLE = "network-unreachable", _("Network is unreachable")
    PERMISSION_DENIED = "permission-denied", _("Permission denied")
    NO_SUCH_FILE = "no-such-file", _("No such file or directory")
    NOT_A_FOLDER = "not-a-folder", _("Not a directory")
    IS_A_FOLDER = "is-a-folder", _("Is a directory")
    FILE_EXISTS = "file-exists", _("File exists")
    DISK_FULL = "disk-full", _("No space left on device")
    READ_ONLY = "read-only", _("Read-only file system")
    DISK_ERROR = "disk-error", _("Input/output error")
    NAME_TOO_LONG = "name-too-long", _("File name too long")
    TOO_MANY_FILES = "too-many-files", _("Too many open files")
    TOO_MANY_LINKS = "too-many-links", _("Too many levels of symbolic links")
    BUSY = "busy", _("Device or resource busy")
    TIMED_OUT = "timed-out", _("Connection timed out")
    NO_SUCH_ADDRESS = "no-such-address", _("Cannot assign requested address")


_BY_NUMBER: dict[int, SystemReason] = {
    errno.ECONNREFUSED: SystemReason.CONNECTION_REFUSED,
    errno.EHOSTUNREACH: SystemReason.NO_ROUTE,
    errno.ENETUNREACH: SystemReason.NETWORK_UNREACHABLE,
    errno.ENOENT: SystemReason.NO_SUCH_FILE,
    errno.ENOTDIR: SystemReason.NOT_A_FOLDER,
    errno.EISDIR: SystemReason.IS_A_FOLDER,
    errno.EEXIST: SystemReason.FILE_EXISTS,
    errno.ENOSPC: SystemReason.DISK_FULL,
    errno.EDQUOT: SystemReason.DISK_FULL,
    errno.EROFS: SystemReason.READ_ONLY,
    errno.EIO: SystemReason.DISK_ERROR,
    errno.EACCES: SystemReason.PERMISSION_DENIED,
    errno.EPERM: SystemReason.PERMISSION_DENIED,
    errno.EMFILE: SystemReason.TOO_MANY_FILES,
    errno.ENFILE: SystemReason.TOO_MANY_FILES,
    errno.ELOOP: SystemReason.TOO_MANY_LINKS,
    errno.EBUSY: SystemReason.BUSY,
    errno.ETIMEDOUT: SystemReason.TIMED_OUT,
    errno.ENAMETOOLONG: SystemReason.NAME_TOO_LONG,
    errno.EADDRNOTAVAIL: SystemReason.NO_SUCH_ADDRESS,
}


_WITHIN: dict[SystemReason, Message] = {
    SystemReason.PERMISSION_DENIED: _("permission denied"),
    SystemReason.NO_SUCH_FILE: _("no such file or directory"),
    SystemReason.NOT_A_FOLDER: _("not a directory"),
    SystemReason.IS_A_FOLDER: _("is a directory"),
    SystemReason.FILE_EXISTS: _("file exists"),
    SystemReason.DISK_FULL: _("no space left on device"),
    SystemReason.READ_ONLY: _("read-only file system"),
    SystemReason.DISK_ERROR: _("input/output error"),
    SystemReason.NAME_TOO_LONG: _("file name too long"),
    SystemReason.TOO_MANY_FILES: _("too many open files"),
    SystemReason.TOO_MANY_LINKS: _("too many levels of symbolic links"),
    SystemReason.BUSY: _("device or resource busy"),
}
"""What is wrong with a file, as a part of a sentence that has begun."""


def file_trouble(error: OSError) -> Message:
    """Return why the system refuses a file, as a part of a sentence; in its own words where it is not common."""
    known = _BY_NUMBER.get(error.errno or 0)
    return _WITHIN[known] if known in _WITHIN else literal((error.strerror or str(error)).lower())


def system_reason(error: BaseException) -> Reason:
    """Return why the system refused; in its own words where it is not a common error."""
    number = error.errno if isinstance(error, OSError) else None
    if number in _BY_NUMBER:
        return _BY_NUMBER[number]()
    strerror = error.strerror if isinstance(error, OSError) else None
    return foreign_words(strerror or str(error))

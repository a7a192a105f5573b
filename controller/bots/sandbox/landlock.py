"""Landlock: which files a process may open, kept by the kernel (Linux 5.13 and later). For any user.

Source: the kernel's Documentation/userspace-api/landlock.rst. The C library has no functions for it; the
system calls have the same numbers on every architecture.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1
_PATH_BENEATH = 1
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3

# Every right that a version of Landlock can take away; what is not listed stays allowed.
_FILE_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
_NET_RIGHTS = {4: 0b11}
_SCOPES = {6: 0b11}


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def readable_only(folders: Sequence[str]) -> bool:
    """From now on this process reads files in these folders only, and writes none. False: the kernel can't.

    Newer kernels also refuse TCP connections (Linux 6.7) and signals to other processes (6.12).
    """
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION)
    if version < 1:
        return False
    wanted = _Ruleset(_newest(_FILE_RIGHTS, version), _newest(_NET_RIGHTS, version), _newest(_SCOPES, version))
    size = 8 if version < 4 else 16 if version < 6 else 24
    rules = libc.syscall(_CREATE_RULESET, ctypes.byref(wanted), ctypes.c_size_t(size), 0)
    if rules < 0:
        return False
    try:
        for folder in folders:
            _allow(libc, rules, folder)
        return bool(libc.syscall(_RESTRICT_SELF, rules, 0) == 0)
    finally:
        os.close(rules)


def _allow(libc: ctypes.CDLL, rules: int, folder: str) -> None:
    try:
        descriptor = os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return  # Not every system has every folder.
    try:
        libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, ctypes.byref(_Beneath(_READ_FILE | _READ_DIR, descriptor)), 0)
    finally:
        os.close(descriptor)


def _newest(rights: dict[int, int], version: int) -> int:
    return max((value for since, value in rights.items() if since <= version), default=0)

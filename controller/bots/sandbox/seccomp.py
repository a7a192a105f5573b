"""A list of the system calls that a bot's process may make; all others fail with "not permitted".

The filter is built by libseccomp, which Debian and Raspberry Pi OS always have and which knows the numbers
of every architecture. What is not on the list: sockets, new processes and threads, running programs, signals
to others, tracing, mounting, timers on files, changing limits, and everything that takes a path: nothing can be
opened, and nothing be told about a file that is not open.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ALLOW = 0x7FFF0000
_FAIL = 0x00050000 | errno.EPERM
_EQUAL = 4
_PR_SET_SECCOMP = 22
_MODE_FILTER = 2
_INSTRUCTION = 8
"""Bytes of an instruction (struct sock_filter)."""

_CALLS = (
    "read write readv writev pread64 close close_range fstat fstat64 lseek _llseek mmap mmap2 munmap mprotect",
    "mremap madvise brk membarrier rseq rt_sigaction rt_sigprocmask rt_sigreturn sigreturn sigaltstack",
    "setitimer getitimer dup dup2 dup3 getpid getppid gettid getuid geteuid getgid getegid getuid32 geteuid32",
    "getgid32 getegid32 futex futex_time64 set_robust_list set_tid_address restart_syscall sched_yield",
    "sched_getaffinity clock_gettime clock_gettime64 clock_getres clock_getres_time64 gettimeofday time times",
    "getrusage nanosleep clock_nanosleep clock_nanosleep_time64 getrandom uname sysinfo getcwd getrlimit",
    "ugetrlimit poll ppoll ppoll_time64 select _newselect pselect6 pselect6_time64 exit exit_group",
)
# Calls with an argument: name, which argument, the values that it may have.
_NARROW: tuple[tuple[str, int, tuple[int, ...]], ...] = (
    ("fcntl", 1, (0, 1, 2, 3, 1030)),  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC
    ("fcntl64", 1, (0, 1, 2, 3, 1030)),
    ("ioctl", 1, (0x5401, 0x5450, 0x5451)),  # TCGETS, FIONCLEX, FIOCLEX
    ("prlimit64", 2, (0,)),  # Only asking.
)


class _Comparison(ctypes.Structure):
    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operation", ctypes.c_int),
        ("value", ctypes.c_uint64),
        ("other", ctypes.c_uint64),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


class Filter:
    """A filter that is ready to be put in force: the kernel's own program, made once for all games."""

    def __init__(self, program: bytes) -> None:
        self._program = _Program(len(program) // _INSTRUCTION, program)
        self._libc = ctypes.CDLL(None)

    def load(self) -> bool:
        """Put it in force for this process, for good. False: the kernel refuses."""
        return bool(self._libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(self._program), 0, 0) == 0)


def load_library() -> Any | None:
    """Return the library, or None where there is none."""
    if sys.platform != "linux":
        return None
    try:
        return ctypes.CDLL("libseccomp.so.2")
    except OSError:
        return None


def build(library: Any) -> Filter | None:
    """Return the filter. None: the library can't."""
    library.seccomp_init.restype = ctypes.c_void_p
    context = library.seccomp_init(ctypes.c_uint32(_FAIL))
    if not context:
        return None
    for name in " ".join(_CALLS).split():
        _allow(library, context, name)
    for name, argument, values in _NARROW:
        for value in values:
            _allow(library, context, name, _Comparison(argument, _EQUAL, value, 0))
    return _exported(library, context)


def _exported(library: Any, context: int) -> Filter | None:
    """Return the program of a filter, which is short enough for a pipe."""
    reading, writing = os.pipe()
    try:
        if library.seccomp_export_bpf(ctypes.c_void_p(context), writing) != 0:
            return None
    finally:
        os.close(writing)
    try:
        return Filter(os.read(reading, 1 << 16))
    finally:
        os.close(reading)


def _allow(library: Any, context: int, name: str, only: _Comparison | None = None) -> None:
    number = library.seccomp_syscall_resolve_name(name.encode())
    if number < 0:
        return  # This architecture has no such call.
    count = 0 if only is None else 1
    array = None if only is None else ctypes.byref(only)
    library.seccomp_rule_add_array(
        ctypes.c_void_p(context), ctypes.c_uint32(_ALLOW), number, ctypes.c_uint(count), array
    )

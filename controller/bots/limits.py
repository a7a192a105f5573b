"""What a bot may use, and what the operating system is asked for."""

from __future__ import annotations

from dataclasses import dataclass

LAYERS: tuple[str, ...] = ("limits", "landlock", "seccomp")
"""What can be in force: setrlimit, Landlock (files), seccomp (system calls)."""


@dataclass(frozen=True)
class Limits:
    """The limits of one bot. Times of the processor are the bot's own; times of the clock are our patience."""

    act_cpu_s: float = 0.3
    """Processor time of one act, as rgkit's site allowed."""
    first_act_cpu_s: float = 1.5
    """Processor time of the first act of a game: `max_time_first_act` of rgkit's settings."""
    game_cpu_s: int = 60
    """Processor time of a whole game, loading included; kept by the kernel."""
    load_s: float = 20.0
    """Wait for a bot to be loaded, by the clock."""
    turn_s: float = 10.0
    """Wait for all acts of a turn, by the clock; less for a bot that gave no answer in a game before."""
    game_s: float = 60.0
    """All waits of a game together, by the clock."""
    memory_bytes: int = 512 << 20
    """Address space of the process, Python's own 20 MB included."""
    ask: tuple[str, ...] = LAYERS
    """What the operating system is asked for; limits are always set."""


@dataclass(frozen=True)
class Protection:
    """What holds a bot on this system."""

    network: bool
    """It can't open a connection."""
    files: bool
    """It can't read files but Python's library. Writing is always limited to nothing."""
    processes: bool
    """It can't start processes, nor send signals to others."""

    @staticmethod
    def of(in_force: tuple[str, ...]) -> Protection:
        """From the layers that are in force."""
        # Without Landlock the filter of system calls lets no file be opened at all.
        calls = "seccomp" in in_force
        return Protection(network=calls, files=calls or "landlock" in in_force, processes=calls)

    @property
    def whole(self) -> bool:
        """Return whether every layer of protection is in force."""
        return self.network and self.files and self.processes

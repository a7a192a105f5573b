"""A bounded number of slots, shared fairly between groups (addresses): the greediest gives way first.

Pure: it is told who comes and goes, and answers who must go. It closes nothing itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

HolderT = TypeVar("HolderT")


@dataclass(frozen=True)
class SlotLimits:
    """How many slots there are, and for whom."""

    total: int
    group: int
    """For one group."""
    reserved: int = 0
    """Of all, for those who are trusted."""
    trusted_group: int | None = None
    """For one group that is trusted; None: as for any."""


class FairSlots(Generic[HolderT]):
    """Who holds a slot. A newcomer is refused only where nobody has more than its own group."""

    def __init__(self, limits: SlotLimits) -> None:
        """``limits`` hold for good."""
        self._limits = limits
        self._groups: dict[str, dict[HolderT, bool]] = {}
        """By group: its holders, the one that has waited longest first, and whether each is idle."""
        self._group_of: dict[HolderT, str] = {}

    def __len__(self) -> int:
        """How many slots are taken."""
        return len(self._group_of)

    def enter(self, holder: HolderT, group: str, *, trusted: bool = False, idle: bool = False) -> list[HolderT] | None:
        """Take a slot, and return those that have lost theirs for it; None: there is none.

        Those that are idle give way first, the longest idle one of the largest group; then the oldest holder of a group
        that has at least two more than the newcomer's.
        """
        limits = self._limits
        own = self._groups.get(group, {})
        most = limits.group if not trusted or limits.trusted_group is None else limits.trusted_group
        free = limits.total - (0 if trusted else limits.reserved) - len(self)
        lost: list[HolderT] = []
        if len(own) >= most:
            found = self._idle_one(group)
            if found is None:
                return None
            lost.append(found)
        elif free <= 0:
            found = self._who_gives_way(len(own))
            if found is None:
                return None
            lost.append(found)
        for one in lost:
            self.leave(one)
        self._groups.setdefault(group, {})[holder] = idle
        self._group_of[holder] = group
        return lost

    def leave(self, holder: HolderT) -> None:
        """Give a slot back; nothing happens if it is gone."""
        group = self._group_of.pop(holder, None)
        if group is None:
            return
        holders = self._groups[group]
        del holders[holder]
        if not holders:
            del self._groups[group]

    def set_idle(self, holder: HolderT, idle: bool) -> None:
        """Say whether a holder may be sent away for a newcomer. Its wait begins anew when this changes."""
        group = self._group_of.get(holder)
        if group is None or self._groups[group][holder] is idle:
            return
        holders = self._groups[group]
        del holders[holder]
        holders[holder] = idle

    def _who_gives_way(self, own: int) -> HolderT | None:
        largest = sorted(self._groups, key=lambda group: len(self._groups[group]), reverse=True)
        for group in largest:
            if len(self._groups[group]) < own:
                break
            found = self._idle_one(group)
            if found is not None:
                return found
        if largest and len(self._groups[largest[0]]) >= own + 2:
            return next(iter(self._groups[largest[0]]))
        return None

    def _idle_one(self, group: str) -> HolderT | None:
        return next((holder for holder, idle in self._groups.get(group, {}).items() if idle), None)

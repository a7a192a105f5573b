"""How many requests a second an address, or a known browser, may have answered: a bucket of tokens for each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RateLimits:
    """Requests a second, and how many at once after a quiet time: a page is some fifty files."""

    a_second: float = 50.0
    at_once: float = 400.0
    longest_wait_s: float = 2.0
    """Whoever would have to wait longer is refused."""
    addresses: int = 1000
    """That are remembered; those that have been quiet longest are forgotten."""


class RequestRate:
    """Says how long the next request of an address or a known browser has to wait."""

    def __init__(self, limits: RateLimits) -> None:
        """``limits`` hold for good."""
        self._limits = limits
        self._buckets: dict[str, tuple[float, float]] = {}
        """By address: the tokens that it had, and when; the one that asked last is last."""

    @property
    def longest_wait_s(self) -> float:
        """How long a request may have to wait before it is refused instead, s."""
        return self._limits.longest_wait_s

    def wait_s(self, group: str, now: float) -> float:
        """Count a request of an address or a known browser; return after how many seconds it is its turn."""
        limits = self._limits
        tokens, at = self._buckets.pop(group, (limits.at_once, now))
        tokens = min(tokens + (now - at) * limits.a_second, limits.at_once)
        # What is refused costs nothing more: whoever slows down is served soon.
        tokens = max(tokens - 1, -limits.longest_wait_s * limits.a_second - 1)
        self._buckets[group] = tokens, now
        while len(self._buckets) > limits.addresses:
            del self._buckets[next(iter(self._buckets))]
        return max(-tokens / limits.a_second, 0.0)

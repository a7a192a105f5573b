"""Why an entry cannot be folded into a table's state."""

from __future__ import annotations

from boards.base.errors import GolemError
from boards.base.message import _


class JournalMismatch(GolemError):
    """The rules give other events than the record tells: it was made by other rules."""

    exit_status = 2

    def __init__(self, n: int, told: object, given: object) -> None:
        self.n = n
        super().__init__(
            _(
                "entry {n} of the record tells {told}, but the rules of this version give {given}",
                n=n,
                told=str(told),
                given=str(given),
            )
        )


class LockMismatch(GolemError):
    """The rows of a record are not those that were locked before."""

    exit_status = 2

    def __init__(self, n: int, players: tuple[str, ...]) -> None:
        self.n = n
        self.players = players
        super().__init__(
            _(
                "entry {n} of the record tells other programs than were locked before: {players}",
                n=n,
                players=", ".join(players),
            )
        )


class EntryImpossible(GolemError):
    """An entry can't follow on those before it: the record was made by other rules, or by hand."""

    exit_status = 2

    def __init__(self, at: str, reason: str) -> None:
        self.at = at
        super().__init__(_("{at}: this entry can't follow on those before it: {reason}", at=at, reason=reason))


class NothingToUndo(GolemError):
    """Nothing was played since the game began."""

    def __init__(self) -> None:
        super().__init__(_("nothing was played that could be undone"))

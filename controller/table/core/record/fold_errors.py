"""Why an entry cannot be folded into a table's state."""

from __future__ import annotations

from boards.base.errors import GolemError


class JournalMismatch(GolemError):
    """The rules give other events than the record tells: it was made by other rules."""

    exit_status = 2

    def __init__(self, n: int, told: object, given: object) -> None:
        self.n = n
        super().__init__(f"entry {n} of the record tells {told}, but the rules of this version give {given}")


class LockMismatch(GolemError):
    """The rows of a record are not those that were locked before."""

    exit_status = 2

    def __init__(self, n: int, players: tuple[str, ...]) -> None:
        self.n = n
        self.players = players
        super().__init__(f"entry {n} of the record tells other programs than were locked before: {', '.join(players)}")


class EntryImpossible(GolemError):
    """An entry can't follow on those before it: the record was made by other rules, or by hand."""

    exit_status = 2

    def __init__(self, at: str, reason: str) -> None:
        self.at = at
        super().__init__(f"{at}: this entry can't follow on those before it: {reason}")


class NothingToUndo(GolemError):
    """Nothing was played since the game began."""

    def __init__(self) -> None:
        super().__init__("nothing was played that could be undone")

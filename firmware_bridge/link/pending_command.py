"""The one command that is under way on a link."""

from __future__ import annotations

from firmware_bridge.link.commands import Sent, expected_s, timeout_for
from firmware_bridge.protocol.codec import Frame
from firmware_bridge.protocol.messages import Message, Stop


class PendingCommand:
    """A command from its number to its end."""

    __slots__ = ("began", "deadline", "due", "patience", "sent", "stopping", "ticket", "usual")

    def __init__(self, ticket: int, sent: Sent, now: float) -> None:
        self.ticket = ticket
        self.sent = sent
        self.usual = usual = expected_s(sent.command)
        """How long it takes by its own figures, s."""
        self.patience = timeout_for(usual)
        """How long its end is waited for, s."""
        self.deadline = now + self.patience
        """When it is given up on."""
        self.due = self.deadline
        """When it should have ended, once it is accepted."""
        self.stopping = False
        self.began: float | None = None
        """When it went out for the first time; None: under an earlier controller."""

    def frame(self) -> Frame:
        """Return what goes out for it now."""
        message: Message = Stop() if self.stopping else self.sent.command
        return Frame(self.sent.session, self.sent.seq, message)

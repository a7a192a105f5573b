"""The host's side of the link as data: what happens in which phase at which signal.

A pair that is not in the table changes nothing: :data:`TRANSITIONS` lists every cell all the same, so
that a test can visit each and docs/protocol.md can draw them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Phase(Enum):
    """Where a link stands."""

    __hash__ = object.__hash__
    """Enum's own is written in Python, and the table is looked into at every frame."""

    CLOSED = "closed"
    """There is no channel."""
    GREETING = "greeting"
    """HELLO asks who is there."""
    CLAIMING = "claiming"
    """HELLO wants a session."""
    READY = "ready"
    """In session, nothing under way."""
    SENT = "sent"
    """A command (or its STOP) is out and unanswered; it is repeated."""
    MOVING = "moving"
    """The robot carries a command out; DONE is awaited."""
    LOST = "lost"
    """The robot has been silent for 1 s; HELLO is repeated slowly."""
    AWAY = "away"
    """The channel broke under way and may come back; the command under way waits for it."""
    REFUSED = "refused"
    """The robot speaks another protocol or dictionary, or is another than the one that is looked for."""


class Signal(Enum):
    """What can happen to a link."""

    __hash__ = object.__hash__

    OPENED = "the channel is open"
    AWAY = "the channel broke and is looked for"
    GONE = "the channel is gone"
    SUBMIT = "a command is handed in"
    STOP = "stop"
    WELCOME_SAME = "WELCOME: the command's session still stands"
    WELCOME_NEW = "WELCOME: a new session is needed"
    WELCOME_OURS = "WELCOME: in the session we wanted"
    WELCOME_FOREIGN = "WELCOME: other protocol, dictionary or robot"
    ACCEPTED = "ACK: accepted"
    REJECTED = "ACK: refused for good"
    DONE = "DONE"
    UNFETCHED = "REPORT: done, but DONE was lost"
    SESSION_LOST = "the robot is no longer in our session"
    RETRY = "no answer in time"
    HEARTBEAT = "time for a sign of life"
    SILENCE = "nothing heard for 1 s"
    OVERDUE = "the command's time is over"


class Action(Enum):
    """What a link does at a signal; each is a method of :class:`firmware_bridge.link.link.Link`."""

    NOTHING = "nothing"
    ASK = "ask: HELLO without a claim"
    ASK_AGAIN = "ask_again: HELLO without a claim, later and later"
    CLAIM = "claim: end what is under way as uncertain; HELLO for a new session"
    CLAIM_AGAIN = "claim_again: the same HELLO"
    BEGIN = "begin: the session starts at number 0; launch what waits"
    ADOPT = "adopt: stay in the session; send the same number again"
    QUEUE = "queue: keep the command until its turn"
    LAUNCH = "launch: give the next number; record; send"
    REFUSE = "refuse: end the command as rejected, unsent"
    SEND_AGAIN = "send_again: the same frame"
    SEND_STOP = "send_stop: STOP with the command's number; forget what waits"
    MARK_STOP = "mark_stop: STOP will take the command's place; forget what waits"
    ACCEPT = "accept: wait for DONE"
    FINISH = "finish: end the command with the robot's word; launch what waits"
    PING = "ping"
    NUDGE = "nudge: ping; once the command should have ended, the same frame again, for DONE"
    LOSE = "lose: refuse what waits; HELLO without a claim"
    GIVE_UP = "give_up: end the command as uncertain; HELLO without a claim"
    LEAVE = "leave: refuse what waits; keep the command under way until the channel is back"
    DROP = "drop: end the command as uncertain"
    SHUT = "shut: end everything"
    TURN_AWAY = "turn_away: name what differs; end everything"


@dataclass(frozen=True)
class Step:
    """What a cell of the table says."""

    then: Phase
    action: Action


_P, _S, _A = Phase, Signal, Action

_IN_SEARCH: dict[Signal, Step] = {
    _S.AWAY: Step(_P.AWAY, _A.LEAVE),
    _S.GONE: Step(_P.CLOSED, _A.SHUT),
    _S.STOP: Step(_P.GREETING, _A.MARK_STOP),
    _S.WELCOME_SAME: Step(_P.SENT, _A.ADOPT),
    _S.WELCOME_NEW: Step(_P.CLAIMING, _A.CLAIM),
    _S.WELCOME_FOREIGN: Step(_P.REFUSED, _A.TURN_AWAY),
    _S.SESSION_LOST: Step(_P.GREETING, _A.ASK),
}

_RULES: dict[Phase, dict[Signal, Step]] = {
    _P.CLOSED: {
        _S.OPENED: Step(_P.GREETING, _A.ASK),
        _S.SUBMIT: Step(_P.CLOSED, _A.REFUSE),
    },
    _P.GREETING: _IN_SEARCH
    | {
        _S.SUBMIT: Step(_P.GREETING, _A.QUEUE),
        _S.RETRY: Step(_P.GREETING, _A.ASK_AGAIN),
        _S.SILENCE: Step(_P.LOST, _A.LOSE),
        _S.OVERDUE: Step(_P.GREETING, _A.GIVE_UP),
    },
    _P.LOST: _IN_SEARCH
    | {
        _S.SUBMIT: Step(_P.LOST, _A.REFUSE),
        _S.STOP: Step(_P.LOST, _A.MARK_STOP),
        _S.RETRY: Step(_P.LOST, _A.ASK_AGAIN),
        _S.OVERDUE: Step(_P.LOST, _A.GIVE_UP),
    },
    _P.CLAIMING: {
        _S.AWAY: Step(_P.AWAY, _A.LEAVE),
        _S.GONE: Step(_P.CLOSED, _A.SHUT),
        _S.SUBMIT: Step(_P.CLAIMING, _A.QUEUE),
        _S.STOP: Step(_P.CLAIMING, _A.MARK_STOP),
        _S.WELCOME_OURS: Step(_P.READY, _A.BEGIN),
        _S.WELCOME_NEW: Step(_P.CLAIMING, _A.CLAIM),
        _S.WELCOME_FOREIGN: Step(_P.REFUSED, _A.TURN_AWAY),
        _S.SESSION_LOST: Step(_P.GREETING, _A.ASK),
        _S.RETRY: Step(_P.CLAIMING, _A.CLAIM_AGAIN),
        _S.SILENCE: Step(_P.LOST, _A.LOSE),
    },
    _P.READY: {
        _S.AWAY: Step(_P.AWAY, _A.LEAVE),
        _S.GONE: Step(_P.CLOSED, _A.SHUT),
        _S.SUBMIT: Step(_P.SENT, _A.LAUNCH),
        _S.SESSION_LOST: Step(_P.GREETING, _A.ASK),
        _S.HEARTBEAT: Step(_P.READY, _A.PING),
        _S.SILENCE: Step(_P.LOST, _A.LOSE),
    },
    _P.SENT: {
        _S.AWAY: Step(_P.AWAY, _A.LEAVE),
        _S.GONE: Step(_P.CLOSED, _A.SHUT),
        _S.SUBMIT: Step(_P.SENT, _A.QUEUE),
        _S.STOP: Step(_P.SENT, _A.SEND_STOP),
        _S.ACCEPTED: Step(_P.MOVING, _A.ACCEPT),
        _S.REJECTED: Step(_P.READY, _A.FINISH),
        _S.DONE: Step(_P.READY, _A.FINISH),
        _S.SESSION_LOST: Step(_P.GREETING, _A.ASK),
        _S.RETRY: Step(_P.SENT, _A.SEND_AGAIN),
        _S.SILENCE: Step(_P.LOST, _A.LOSE),
        _S.OVERDUE: Step(_P.GREETING, _A.GIVE_UP),
    },
    _P.MOVING: {
        _S.AWAY: Step(_P.AWAY, _A.LEAVE),
        _S.GONE: Step(_P.CLOSED, _A.SHUT),
        _S.SUBMIT: Step(_P.MOVING, _A.QUEUE),
        _S.STOP: Step(_P.SENT, _A.SEND_STOP),
        _S.DONE: Step(_P.READY, _A.FINISH),
        _S.UNFETCHED: Step(_P.SENT, _A.SEND_AGAIN),
        _S.SESSION_LOST: Step(_P.GREETING, _A.ASK),
        _S.HEARTBEAT: Step(_P.MOVING, _A.NUDGE),
        _S.SILENCE: Step(_P.LOST, _A.LOSE),
        _S.OVERDUE: Step(_P.GREETING, _A.GIVE_UP),
    },
    _P.AWAY: {
        _S.OPENED: Step(_P.GREETING, _A.ASK),
        _S.GONE: Step(_P.CLOSED, _A.SHUT),
        _S.SUBMIT: Step(_P.AWAY, _A.REFUSE),
        _S.STOP: Step(_P.AWAY, _A.MARK_STOP),
        _S.OVERDUE: Step(_P.AWAY, _A.DROP),
    },
    _P.REFUSED: {
        _S.AWAY: Step(_P.AWAY, _A.LEAVE),
        _S.GONE: Step(_P.CLOSED, _A.SHUT),
        _S.SUBMIT: Step(_P.REFUSED, _A.REFUSE),
        _S.SESSION_LOST: Step(_P.GREETING, _A.ASK),
    },
}

TRANSITIONS: Mapping[tuple[Phase, Signal], Step] = {
    (phase, signal): _RULES[phase].get(signal, Step(phase, Action.NOTHING)) for phase in Phase for signal in Signal
}
"""Every cell: (phase, signal) -> the next phase and what to do."""

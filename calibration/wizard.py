"""Run the calibration wizard without a screen: given pictures one by one, take the views that are missing.

The prompts and the next state are a transition table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from boards.base.catalogue import Language, translate
from boards.base.message import Message, joined
from calibration.board_views import BoardView
from calibration.calibration_messages import PROMPT_TEXTS, WANTED_VIEW_TEXTS
from calibration.lens_quality import is_blurred
from calibration.view_coverage import WantedView, missing

ENOUGH_VIEWS = 16
"""Views from which on more hardly improve a lens."""

MOST_VIEWS = 60
"""Views that are taken from a video at most: more take long to solve and gain nothing."""

STILL_PX = 0.8
"""Largest motion of a board that is held still, px, in a picture 1920 px wide."""

KNOWN_SHARE = 0.04
"""A view counts as known if its corners are this near (share of the picture's width) to those of another, and its tilt
is similar."""
KNOWN_LEAN = 8.0
"""Largest difference of similar tilts, degrees."""

_PICTURE = 1920.0


class State(Enum):
    """What the wizard waits for."""

    LOOKING = "looking"
    """... for the board."""
    HOLDING = "holding"
    """... for the board to be held still somewhere."""
    COMPLETE = "complete"
    """All views are there."""


class Event(Enum):
    """What a picture shows."""

    NOTHING = "nothing"
    BLURRED = "blurred"
    MOVING = "moving"
    KNOWN = "known"
    NEW = "new"
    LAST = "last"
    """A new view that completes the set."""


class Prompt(Enum):
    """What is said."""

    SHOW = "show"
    SHARPER = "sharper"
    HOLD_STILL = "hold-still"
    GO_ON = "go-on"
    TAKEN = "taken"
    DONE = "done"


_WAITING: Mapping[Event, tuple[State, Prompt]] = {
    Event.NOTHING: (State.LOOKING, Prompt.SHOW),
    Event.BLURRED: (State.HOLDING, Prompt.SHARPER),
    Event.MOVING: (State.HOLDING, Prompt.HOLD_STILL),
    Event.KNOWN: (State.HOLDING, Prompt.GO_ON),
    Event.NEW: (State.HOLDING, Prompt.TAKEN),
    Event.LAST: (State.COMPLETE, Prompt.DONE),
}

STEPS: Mapping[tuple[State, Event], tuple[State, Prompt]] = {
    **{(state, event): step for state in (State.LOOKING, State.HOLDING) for event, step in _WAITING.items()},
    **{(State.COMPLETE, event): (State.COMPLETE, Prompt.DONE) for event in Event},
}
"""Transitions: state and event -> the next state and the prompt. Views are taken at NEW and LAST, outside of COMPLETE.
"""


@dataclass(frozen=True)
class WizardPrompt:
    """What the wizard says after a picture."""

    say: Prompt
    taken: int
    """Views so far."""
    wanted: tuple[WantedView, ...]
    """Views that are missing, the best one first."""

    @property
    def message(self) -> Message:
        """What the person who holds the board should do, in one line."""
        message = PROMPT_TEXTS[self.say.value].bind(count=self.taken)
        if self.say in (Prompt.DONE, Prompt.SHOW, Prompt.SHARPER):
            return message
        wanted = WANTED_VIEW_TEXTS[self.wanted[0].value] if self.wanted else PROMPT_TEXTS["more"]
        return joined([message, PROMPT_TEXTS["next"].bind(want=wanted)], " ")

    def translated(self, language: Language) -> str:
        """Tell the person who holds the board what to do, in a language."""
        return translate(self.message, language)


class Wizard:
    """Gathers views.

    ``following``: pictures follow each other (a camera, a video), so that it can be seen whether the board is held
    still; pictures of a folder are taken as they are.
    """

    def __init__(self, *, following: bool) -> None:
        self._following = following
        self._state = State.LOOKING
        self._before: BoardView | None = None
        self._views: list[BoardView] = []
        self._blurred: list[BoardView] = []

    @property
    def state(self) -> State:
        """What the wizard waits for."""
        return self._state

    @property
    def views(self) -> tuple[BoardView, ...]:
        """The views taken."""
        return tuple(self._views)

    @property
    def seen(self) -> tuple[BoardView, ...]:
        """The views taken and, from a folder, those too blurred: :mod:`calibration.lens_quality` needs both."""
        return (*self._views, *(() if self._following else self._blurred))

    def look(self, view: BoardView | None) -> WizardPrompt:
        """Take the board of the next picture, or None if it shows none, and tell what to do."""
        event = self._event(view)
        self._before = view
        if view is not None and self._state is not State.COMPLETE:
            if event in (Event.NEW, Event.LAST):
                self._views.append(view)
            elif event is Event.BLURRED:
                self._blurred.append(view)
        self._state, say = STEPS[self._state, event]
        return WizardPrompt(say, len(self._views), missing(self._views))

    def _event(self, view: BoardView | None) -> Event:
        if view is None:
            return Event.NOTHING
        if is_blurred(view):
            return Event.BLURRED
        if self._following and not self._is_still(view):
            return Event.MOVING
        if any(_alike(view, other) for other in self._views) and self._following:
            return Event.KNOWN
        views = [*self._views, view]
        enough = len(views) >= ENOUGH_VIEWS and not missing(views)
        return Event.LAST if self._following and (enough or len(views) >= MOST_VIEWS) else Event.NEW

    def _is_still(self, view: BoardView) -> bool:
        limit = STILL_PX * max(1.0, view.size[0] / _PICTURE)
        return self._before is not None and self._before.size == view.size and view.moved_from(self._before) <= limit


def _alike(one: BoardView, other: BoardView) -> bool:
    """Tell whether two views give the same information about a lens."""
    if one.size != other.size or one.moved_from(other) > KNOWN_SHARE * one.size[0]:
        return False
    return all(abs(a - b) < KNOWN_LEAN for a, b in zip(one.tilt, other.tilt, strict=True))

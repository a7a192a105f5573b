"""The session of the set-up as its page sees it."""

from __future__ import annotations

from typing import Any

from boards.base.catalogue import translate_all
from boards.base.message import Message
from boards.mats import mats
from controller.app.setup.camera_findings import Finding
from controller.app.setup.lens_step import GOOD_MM
from controller.app.setup.setup_session import SetupSession, SetupState
from controller.console.front_door.setup_messages import (
    SetupCamera,
    SetupFinding,
    SetupLens,
    SetupRobot,
    SetupStep,
    SetupView,
    Words,
)


class SetupOnPage:
    """The session as a :class:`controller.console.front_door.setup_messages.SetupPort`."""

    def __init__(self, setup: SetupSession) -> None:
        self._setup = setup

    async def view(self) -> SetupView:
        """Return where it stands."""
        await self._setup.refresh()
        cameras = [SetupCamera(address, name) for address, name in await self._setup.cameras()]
        return view_of(self._setup.state, cameras)

    async def choose(self, changes: dict[str, Any]) -> None:
        """Change what was chosen."""
        await self._setup.choose(changes)

    async def look(self) -> None:
        """Look through the camera."""
        await self._setup.look()

    async def find_robots(self) -> None:
        """Look for robots."""
        await self._setup.find_robots()

    async def pair_robots(self) -> None:
        """Find out which golem each robot is."""
        await self._setup.pair_robots()

    async def learn_drives(self) -> None:
        """Let the robots drive, and learn what their wheels do."""
        await self._setup.learn_drives()

    async def measure_lens(self) -> None:
        """Begin to measure the lens."""
        await self._setup.measure_lens()

    async def stop_lens(self) -> None:
        """Stop measuring it."""
        await self._setup.stop_lens()

    async def write(self) -> None:
        """Write the table file."""
        await self._setup.write()

    def picture(self, language: str) -> bytes:
        """Return the camera's newest picture."""
        return self._setup.picture(language)

    def print_pdf(self, which: str) -> bytes:
        """Return the sheets to print."""
        return self._setup.print_pdf(which)


def view_of(state: SetupState, cameras: list[SetupCamera]) -> SetupView:
    """Return what the page is shown."""
    draft = state.draft
    assigned = {colour: draft.robots[colour] for colour in draft.colours if colour in draft.robots}
    steps = [
        SetupStep("print", draft.printed and all(found.good for found in state.print_findings)),
        SetupStep("camera", state.camera_good),
        SetupStep("lens", draft.lens_good_enough or draft.lens is not None),
        SetupStep("robots", len(assigned) == len(draft.colours) and not _in_trouble(state)),
        SetupStep("finish", state.written is not None),
    ]
    return SetupView(
        steps,
        draft.name,
        draft.language,
        draft.board,
        [key.name for key in mats()],
        draft.players,
        list(draft.colours),
        draft.printed,
        draft.card_mm,
        _findings(state.print_findings),
        draft.camera,
        cameras,
        state.camera_open,
        _findings(state.findings),
        _findings(state.tops),
        _lens(state),
        [
            SetupRobot(one.address, one.name, one.colour, _words(one.problem), _words(one.learned))
            for one in state.robots
        ],
        assigned,
        _words(state.problem),
        state.written,
    )


def _in_trouble(state: SetupState) -> bool:
    """Whether something is wrong with a robot that plays."""
    return any(one.problem is not None and one.address in state.draft.robots.values() for one in state.robots)


def _lens(state: SetupState) -> SetupLens:
    lens, sure = state.lens, state.sure_mm
    return SetupLens(
        state.draft.lens,
        None if sure is None else round(sure, 1),
        sure is not None and sure <= GOOD_MM,
        lens.running,
        lens.taken,
        lens.wanted,
        _words(lens.say),
        _words(lens.problem),
    )


def _findings(found: tuple[Finding, ...]) -> list[SetupFinding]:
    return [SetupFinding(one.code, one.good, dict(translate_all(one.text))) for one in found]


def _words(message: Message | None) -> Words | None:
    return None if message is None else dict(translate_all(message))

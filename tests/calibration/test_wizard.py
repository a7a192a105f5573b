"""The wizard: every state and event, and whole sessions with a hand that moves, stops, blurs and repeats itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from boards.base.catalogue import languages
from calibration.board_views import BoardView
from calibration.lens_quality import calibrate
from calibration.view_coverage import WantedView, missing
from calibration.wizard import ENOUGH_VIEWS, STEPS, Event, Prompt, State, Wizard, WizardPrompt
from hardware.simulated.simulated_camera import webcam
from tests.support.boards import session_views


@pytest.mark.parametrize(("state", "event"), [*product(State, Event)])
def test_every_cell_of_the_table(state: State, event: Event) -> None:
    after, say = STEPS[state, event]
    assert (after is State.COMPLETE) is (state is State.COMPLETE or event is Event.LAST)
    assert (say is Prompt.DONE) is (after is State.COMPLETE)
    for language in languages():
        assert len(WizardPrompt(say, 3, (WantedView.LEFT,)).translated(language)) > 8


def shifted(view: BoardView, px: float) -> BoardView:
    return replace(view, pixels=view.pixels + np.array([px, 0.0]))


def test_a_session_before_a_camera() -> None:
    wizard, views = Wizard(following=True), session_views(webcam(), 1, 40)
    assert wizard.look(None).say is Prompt.SHOW and wizard.state is State.LOOKING
    said = [wizard.look(shifted(views[0], px)).say for px in (-40.0, -20.0, 0.0, 0.3, 0.4)]
    assert said == [Prompt.HOLD_STILL, Prompt.HOLD_STILL, Prompt.HOLD_STILL, Prompt.TAKEN, Prompt.GO_ON]
    assert wizard.look(replace(views[1], blur_px=5.0)).say is Prompt.SHARPER
    assert wizard.look(None).say is Prompt.SHOW
    shown = 1
    for view in views[1:]:
        wizard.look(view)
        wizard.look(shifted(view, 0.2))
        shown += 1
        if wizard.state is State.COMPLETE:
            break
    assert wizard.state is State.COMPLETE and ENOUGH_VIEWS <= len(wizard.views) <= shown < 40
    assert missing(wizard.views) == () and calibrate(wizard.views).fit.camera.quality.coverage == 1.0
    assert wizard.look(views[-1]).say is Prompt.DONE and len(wizard.views) <= shown


def test_hints_name_what_is_missing_until_it_is_there() -> None:
    wizard = Wizard(following=True)
    for view in session_views(webcam(), 2, 30):
        wizard.look(view)
        said = wizard.look(shifted(view, 0.1))
        assert said.wanted == missing(wizard.views)
        if said.wanted and said.say is Prompt.TAKEN:
            assert "Next: " in said.translated("en") and "Ensuite" in said.translated("fr")
    assert wizard.state is State.COMPLETE


def test_a_trembling_hand_is_never_still() -> None:
    wizard, tremble = Wizard(following=True), np.random.default_rng(1)
    view = session_views(webcam(), 3, 1)[0]
    said = {wizard.look(shifted(view, float(tremble.choice([-4, 4]) * n))).say for n in range(1, 20)}
    assert said == {Prompt.HOLD_STILL} and wizard.views == ()


def test_pictures_of_a_folder_are_all_taken_but_blurred_ones_and_the_judge_hears_of_those() -> None:
    wizard, views = Wizard(following=False), session_views(webcam(), 4, 12)
    for view in [*views, replace(views[0], blur_px=9.0), views[3]]:
        wizard.look(view)
    assert len(wizard.views) == 13 and len(wizard.seen) == 14 and wizard.state is not State.COMPLETE

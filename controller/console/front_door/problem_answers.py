"""How the front door answers input that cannot be used: every problem with its place, in every language."""

from __future__ import annotations

from starlette.responses import Response

from boards.base.catalogue import translate_all
from boards.base.errors import GolemError, Problems
from controller.console.front_door.messages import WhatIsWrong
from controller.console.http_answers import json_answer


def problems_answer(error: GolemError, at: str = "") -> Response:
    """Return status 422 and all problems of an error.

    `at`: the place of an error that names none.
    """
    if isinstance(error, Problems):
        wrong = [
            WhatIsWrong(problem.at, dict(translate_all(problem.people or problem.message)))
            for problem in error.problems
        ]
    else:
        wrong = [WhatIsWrong(at, dict(translate_all(error.message)))]
    return json_answer({"ok": False, "error": "refused", "problems": wrong}, 422)

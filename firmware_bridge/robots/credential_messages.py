"""What is wrong with a broker's user and secret: codes, and the texts that tell them."""

from __future__ import annotations

from boards.base.message import _
from boards.base.reasons import ReasonCode


class CredentialMistake(ReasonCode):
    """Why a user and a secret cannot be used as they are given."""

    HALF_ENVIRONMENT = "half-environment", _("missing in the environment; user and password belong together")
    HALF = "half", _("missing; user and password belong together")
    NO_AUTHORITY = "no-authority", _("there is no such file of a certificate authority")
    NOT_PRIVATE = (
        "not-private",
        _("other people can read or change this file (mode {mode}); run `chmod 600 {file}`"),
    )
    NOT_HERE = (
        "not-here",
        _(
            "a secret does not belong here; put it into the environment ({user_variable}, {password_variable}) "
            "or a file of mode 600 (secrets:)"
        ),
    )

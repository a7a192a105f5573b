"""What is wrong with a robot's address: codes, and the texts that tell them."""

from __future__ import annotations

from boards.base.message import _
from boards.base.reasons import ReasonCode


class AddressMistake(ReasonCode):
    """Why nothing can be at an address."""

    UNKNOWN = "unknown-address", _("{address} is no robot's address; write {examples}")
    WRONG = "wrong-address", _("{address}: {reason}; write {example}")
    UNPARSED = "unparsed", _("this cannot be taken apart (a bracket is missing, or too many are there)")
    NO_PORT = "no-port", _("no port is named")
    SETTING = "setting", _("there is no setting {found}; there are {known}")
    AFTER = "after", _("{found} at its end belongs to no address")
    BAUD = "baud", _("baud is {found}; it can be {choices}")
    SECRET = (
        "secret",
        _(
            "a user and password do not belong into an address; put them into the environment "
            "({user_variable}, {password_variable})"
        ),
    )
    NAMES = "names", _("it must name a broker, a table and a robot (letters, digits, - and _)")
    PORT = "port", _("Port out of range; it can be 1 to 65535")
    NO_WIRE = "no-wire", _("{address} is moved without the golem's wire; this command speaks that only")
    HANDS = "hands", _("it must name the golem that people move (letters, digits, - and _)")
    NO_FAMILY = "no-family", _("{found} is no firmware_bridge.robots.Family; docs/hacker.md shows one")
    FAMILY_NAME = "family-name", _("the family calls itself {found}; entry point and scheme must be one name")
    OPEN_OR_ROBOT = "open-or-robot", _("a family has either `open`, which makes channels, or `robot`")
    MEMBERS_MISSING = "members-missing", _("{found} has no {missing}; docs/hacker.md says what is needed")

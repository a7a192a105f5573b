"""The texts of the set-up page by the keys that its scripts use."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.message import Message, _, pgettext

SETUP_TEXTS: Mapping[str, Message] = {
    "setup.lead": _(
        "From the printed kit to the first round, step by step. You can leave at any step and go on later."
    ),
    "setup.steps": _("Steps of the set-up"),
    "setup.step.print": pgettext("step of the set-up", "Print and lay out"),
    "setup.step.camera": pgettext("step of the set-up", "Camera"),
    "setup.step.lens": pgettext("step of the set-up", "Lens"),
    "setup.step.robots": pgettext("step of the set-up", "Golems"),
    "setup.step.finish": pgettext("step of the set-up", "Start"),
    "setup.good": _("All right:"),
    "setup.bad": _("To do:"),
    "setup.next": pgettext("button", "Next"),
    "setup.anyway": pgettext("button", "Go on anyway"),
    "setup.players": _("Golems that play"),
    "setup.board": _("Mat"),
    "setup.language": _("Language of the table"),
    "setup.print.lead": _("Print the kit, cut it out, and lay mat and trays on the table."),
    "setup.print.one-side": pgettext("button", "Print: sheets with one side"),
    "setup.print.two-sides": pgettext("button", "Print: cards, on both sides"),
    "setup.print.measure": _(
        "Print at 100 % (“actual size”), the cards on both sides, turned along the long edge. "
        "Hold a bank card against the ruler at the foot of a sheet: it is 85.5 mm wide if the print is right."
    ),
    "setup.print.card": _("How wide is your bank card on the ruler, in mm? (You can leave this out.)"),
    "setup.print.done": pgettext("button", "All lies on the table"),
    "setup.camera.lead": _("Hang the camera over the table, looking straight down, until everything below has a tick."),
    "setup.camera.which": _("Which camera?"),
    "setup.camera.none": _("No camera is plugged in. Plug one in and open this step again, or use one in the network."),
    "setup.camera.other": _("Another camera"),
    "setup.camera.card": _(
        "To be sure of the size of the print, lay a bank card on a free cell of the mat for a moment. "
        "The camera measures it."
    ),
    "setup.camera.address": _("Address of a camera in the network, or a file"),
    "setup.camera.take": pgettext("button", "Use this camera"),
    "setup.camera.opening": _("The camera is opening …"),
    "setup.camera.picture": _("What the camera sees, with what was read drawn over it"),
    "setup.lens.lead": _(
        "Every lens bends the picture a little. The table learns its lens from what it sees; "
        "it is surer after measuring it with a board, which takes ten minutes."
    ),
    "setup.lens.good": _("Places on the table are sure to {mm} mm. That is good enough."),
    "setup.lens.unsure": _(
        "Places on the table are only sure to {mm} mm. Lean the camera a little, or measure the lens."
    ),
    "setup.lens.measured": _("The lens is measured: {file}"),
    "setup.lens.measure": pgettext("button", "Measure the lens with a board"),
    "setup.lens.again": pgettext("button", "Measure it again"),
    "setup.lens.board": pgettext("button", "Print the board"),
    "setup.lens.views": _("Pictures taken"),
    "setup.lens.stop": pgettext("button", "Stop measuring"),
    "setup.robots.lead": _(
        "Put all golems on the mat, switch them on, and let them show which is which: each turns and drives a little. "
        "A golem without a robot is moved by hand."
    ),
    "setup.robots.find": pgettext("button", "Look for robots"),
    "setup.robots.pair": pgettext("button", "Which is which? They move now"),
    "setup.robots.learn": pgettext("button", "Let them learn to drive straight (a minute each)"),
    "setup.robots.found": _("Here; not known yet which golem it is."),
    "setup.robots.is": _("This is {golem}."),
    "setup.robots.nobody": _("No robot yet."),
    "setup.robots.hands": _("Moved by people's hands."),
    "setup.robots.by-hand": pgettext("button", "Move {golem} by hand"),
    "setup.robots.all-hands": pgettext("button", "Go on; golems without a robot are moved by hand"),
    "setup.finish.lead": _(
        "Give the table a name and start it. All is written to a file, which can be changed by hand later."
    ),
    "setup.finish.name": _("Name of the table"),
    "setup.finish.start": pgettext("button", "Write the file and start the table"),
    "setup.finish.written": _("Written: {file}"),
    "setup.tables": _("Tables here"),
    "setup.none": _("There is no table here yet."),
    "setup.start": pgettext("button", "Start the table"),
    "setup.again": pgettext("button", "Start again"),
    "setup.open": pgettext("button", "Open"),
    "setup.starting": _("The table is starting …"),
    "setup.running": _("The table is running."),
    "setup.ended": _("The table has ended."),
}

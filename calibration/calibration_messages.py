"""What the lens wizard says, and why a lens is refused."""

from __future__ import annotations

from boards.base.message import Message, _

WANTED_VIEW_TEXTS: dict[str, Message] = {
    "near": _("hold the board nearer, so that it fills the picture"),
    "left": _("more to the left"),
    "right": _("more to the right"),
    "top": _("higher in the picture"),
    "bottom": _("lower in the picture"),
    "upper-left": _("into the upper left corner of the picture"),
    "upper-right": _("into the upper right corner of the picture"),
    "lower-right": _("into the lower right corner of the picture"),
    "lower-left": _("into the lower left corner of the picture"),
    "lean-left": _("lean its left side away from the camera"),
    "lean-right": _("lean its right side away from the camera"),
    "lean-up": _("lean its upper side away from the camera"),
    "lean-down": _("lean its lower side away from the camera"),
    "far": _("once farther away"),
}
"""The view that is wanted next (calibration.view_coverage.WantedView)."""

PROMPT_TEXTS: dict[str, Message] = {
    "show": _("Show the board to the camera; at least a third of it must be in the picture."),
    "sharper": _("Blurred: hold it still, give more light, or focus the camera."),
    "hold-still": _("Good. Hold it still."),
    "go-on": _("This view is there already."),
    "taken": _("Taken: {count}."),
    "done": _("Enough: {count} views."),
    "next": _("Next: {want}."),
    "more": _("any other place and lean"),
}
"""What the wizard says (calibration.wizard.Prompt)."""

VIEW_FAULT_TEXTS: dict[str, Message] = {
    "no-board": _(
        "No picture shows the board. Print it (golem print calibration) or show it on a screen, whole and lit."
    ),
    "sizes": _("The pictures have different sizes ({sizes} px); take all with one camera at one resolution."),
    "too-few": _("Too few views: {count} are usable, at least {least} are needed. Wanted: {wants}."),
    "frontal": _("All views face the camera: {count} lean by 10 degrees or more, {least} are needed. Wanted: {wants}."),
    "corners": _("The board was not in the corners of the picture, where a lens bends most. Wanted: {wants}."),
    "blurred": _("{count} of {of} views are blurred. Focus the camera, give more light, hold the board still."),
    "moved": _("{count} of {of} views contradict the others: the board moved or is bent. Glue it on stiff card."),
    "disagree": _("The views do not show one flat board through one lens ({rms:.1f} px off). Keep zoom and focus."),
    "unsure": _("The lens may still be wrong by {error:.1f} px. Take more views: {wants}."),
}
"""What is wrong with a set of views (calibration.lens_quality.ViewFault)."""

MISMATCH_TEXTS: dict[str, Message] = {
    "old-format": _(
        "made by another version ({found}; this one reads {wanted}). Measure the lens again: golem calibrate."
    ),
    "other-camera": _("this lens is of another camera ({theirs}); here is {ours}. Measure this one: golem calibrate."),
    "other-size": _(
        "this lens was measured at {theirs} px; the picture has {ours} px and may show "
        "another part of what the camera sees. Set that size, or measure again: golem calibrate."
    ),
    "other-zoom": _(
        "the table does not look as through this lens; by what is printed, the focal length "
        "is off by {percent:+.0f} %. Zoom or focus was changed. Measure again: golem calibrate."
    ),
    "aged": _(
        "this lens was measured {days} days ago. If the camera was focused or dropped since, "
        "measure again: golem calibrate."
    ),
}
"""Why a lens file does not fit (calibration.lens_match.LensMismatch)."""

AT_FILE = _("{file}: {told}")
"""A file's name before what is told of it."""

REPORT_TEXTS: dict[str, Message] = {
    "saved": _("{file}: {views} views, residual {rms:.2f} px, expected error {error:.2f} px, distortion {terms}."),
    "rejected": _("Left out, as the board moved or was bent: {count} ({names})."),
    "picture": _("{file} shows where it is weak."),
    "unnamed": _("The camera is not known by name; --camera NAME writes it into the file."),
    "corners": _("{file}: {count} corners, blur {blur:.1f} px."),
}
"""What `golem calibrate` says."""

PICTURE_TEXTS: dict[str, Message] = {
    "title": _("Lens of {camera}, {date}: {views} views, residual {rms:.2f} px"),
    "legend": _("Each field: corners seen, residual and expected error in px. Hatched: no board was there."),
}
"""In the picture of where a lens is weak."""

"""Argparse's own texts, for translation. English is argparse's; it is not told from here."""

from __future__ import annotations

from boards.base.message import Message, _, ngettext

TEXTS: dict[str, Message] = {
    "usage: ": _("usage: "),
    "positional arguments": _("positional arguments"),
    "options": _("options"),
    "%(heading)s:": _("{heading}:"),
    "show this help message and exit": _("show this help message and exit"),
    "%(prog)s: error: %(message)s\n": _("{prog}: error: {message}\n"),
    "argument %(argument_name)s: %(message)s": _("argument {argument_name}: {message}"),
    "unrecognized arguments: %s": _("unknown arguments: {it}"),
    "not allowed with argument %s": _("not allowed with argument {it}"),
    "ignored explicit argument %r": _("takes no value: {it}"),
    "the following arguments are required: %s": _("these arguments are missing: {it}"),
    "one of the arguments %s is required": _("one of the arguments {it} is required"),
    "expected one argument": _("a value is missing"),
    "expected at most one argument": _("one value at most"),
    "expected at least one argument": _("one value at least"),
    "ambiguous option: %(option)s could match %(matches)s": _("{option} is short for several options: {matches}"),
    "invalid %(type)s value: %(value)r": _("{value} is no value of the kind {type}"),
    "invalid choice: %(value)r (choose from %(choices)s)": _("{value} is none of the choices ({choices})"),
    "invalid choice: %(value)r, maybe you meant %(suggestion)r? (choose from %(choices)s)": _(
        "{value} is none of the choices ({choices}); is {suggestion} meant?"
    ),
    "unknown parser %(parser_name)r (choices: %(choices)s)": _("{parser_name} is none of the choices ({choices})"),
}
"""By argparse's text. A conversion without a name (``%s``) is the fact ``it``."""

PLURALS: dict[str, Message] = {
    "expected %s argument": ngettext("{it} value is wanted", "{it} values are wanted"),
}
"""By argparse's singular."""

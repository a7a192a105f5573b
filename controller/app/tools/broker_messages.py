"""What `golem broker` says, in four languages."""

from __future__ import annotations

from boards.base.catalogue import Language, tell
from boards.base.message import Message, _

TEXTS: dict[str, Message] = {
    "listens": _("The broker of table {0} listens on this computer, port {1}."),
    "table-file": _("  in table.yaml: `broker: {{secrets: {0}}}`, and under `robots:`"),
    "closed": _("The network does not reach it; `--open ADDRESS:PORT` lets robots in."),
    "open": _("Robots come in at {0}, port {1}, each as itself:"),
    "user": _("    user {0}, its password is in {1}"),
    "how-to-end": _("Ctrl-C ends it."),
    "no-topic": _("{0} can be no part of a topic: letters, digits, - and _, at most 32"),
    "no-address": _("{0} is not like 192.168.0.5:1883"),
    "no-port": _("{0} is no port: 1 to 65535"),
    "not-written": _("this file of passwords cannot be written: {0}"),
    "port-taken": _("port {0} is the table's own on this computer; take another one"),
    "other-broker": _("this is for another broker: the user of ours is {0}"),
    "ended": _("the broker has ended"),
}


def phrase(key: str, language: Language, *values: object) -> str:
    """Return a sentence in this language."""
    return tell(TEXTS[key], language).format(*values)

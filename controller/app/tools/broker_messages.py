"""What `golem broker` says."""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from boards.base.message import Fact, Message, _

TEXTS: dict[str, Message] = {
    "listens": _("The broker of table {table} listens on this computer, port {port}."),
    "table-file": _("  in table.yaml: `broker: {{secrets: {file}}}`, and under `robots:`"),
    "closed": _("The network does not reach it; `--open ADDRESS:PORT` lets robots in."),
    "open": _("Robots come in at {address}, port {port}, each as itself:"),
    "user": _("    user {user}, its password is in {file}"),
    "how-to-end": _("Ctrl-C ends it."),
    "no-topic": _("{name} can be no part of a topic: letters, digits, - and _, at most 32"),
    "no-address": _("{found} is not like 192.168.0.5:1883"),
    "no-port": _("{port} is no port: 1 to 65535"),
    "not-written": _("this file of passwords cannot be written: {reason}"),
    "port-taken": _("port {port} is the table's own on this computer; take another one"),
    "other-broker": _("this is for another broker: the user of ours is {user}"),
    "ended": _("the broker has ended"),
}


def phrase(key: str, language: Language, **facts: Fact) -> str:
    """Return a sentence in this language."""
    return translate(TEXTS[key].bind(**facts), language)

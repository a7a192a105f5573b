"""Why the system says that a broker or a port cannot be had, in four languages: its commonest words."""

from __future__ import annotations

from boards.base.catalogue import Language
from boards.base.message import _
from boards.base.sentences import Told, finder

SENTENCES: tuple[Told, ...] = (
    _("Connection refused"),
    _("Name or service not known"),
    _("Temporary failure in name resolution"),
    _("No route to host"),
    _("Network is unreachable"),
    _("Permission denied"),
    _("Cannot assign requested address"),
    _("it does not answer"),
    _("it does not answer; mqtts: is with TLS"),
    _("TLS did not come about; mqtt: is without it"),
    _("Not authorized"),
    _("Bad user name or password"),
    _("certificate has expired"),
    _("certificate is not yet valid"),
    _("Hostname mismatch, certificate is not valid for {0}."),
    _("IP address mismatch, certificate is not valid for {0}."),
    _("self-signed certificate in certificate chain"),
    _("self-signed certificate"),
    _("unable to get local issuer certificate"),
    _("the authority's file cannot be read: {0}"),
)
"""{0} stands for a value."""

_find = finder(SENTENCES)


def system_words(said: str, language: Language) -> str:
    """Return the system's word in this language; as it is where it is not a common one."""
    found = _find(said)
    return said if found is None else found[language]

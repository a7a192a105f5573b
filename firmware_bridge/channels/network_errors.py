"""Why a broker cannot be reached or trusted, by the numbers of the network's errors and not by their words."""

from __future__ import annotations

import socket
import ssl

from boards.base.message import _
from boards.base.reasons import Reason, ReasonCode, foreign_words
from boards.base.system_errors import system_reason
from firmware_bridge.channels.channel_reasons import BrokerTrouble


class NameReason(ReasonCode):
    """Why a computer's name has no address."""

    UNKNOWN = "name-unknown", _("Name or service not known")
    NO_RESOLUTION = "no-name-resolution", _("Temporary failure in name resolution")


_OF_CERTIFICATES: dict[int, BrokerTrouble] = {
    9: BrokerTrouble.NOT_YET_VALID,
    10: BrokerTrouble.EXPIRED,
    18: BrokerTrouble.SELF_SIGNED,
    19: BrokerTrouble.SELF_SIGNED_IN_CHAIN,
    20: BrokerTrouble.NO_ISSUER,
    62: BrokerTrouble.OTHER_HOST,
    64: BrokerTrouble.OTHER_ADDRESS,
}
"""OpenSSL's numbers (X509_V_ERR_...) -> what they mean."""

_OF_MQTT: dict[int, BrokerTrouble] = {
    134: BrokerTrouble.BAD_LOGIN,
    135: BrokerTrouble.NOT_AUTHORIZED,
}
"""MQTT's reason codes -> what they mean."""

OTHER_TIME = (9, 10)
"""OpenSSL's X509_V_ERR_CERT_NOT_YET_VALID and X509_V_ERR_CERT_HAS_EXPIRED."""


def network_reason(error: BaseException) -> Reason:
    """Return why the system refused a connection."""
    if isinstance(error, socket.gaierror):
        if error.errno == socket.EAI_NONAME:
            return NameReason.UNKNOWN()
        if error.errno == socket.EAI_AGAIN:
            return NameReason.NO_RESOLUTION()
    return system_reason(error)


def certificate_reason(error: ssl.SSLCertVerificationError, host: str) -> Reason:
    """Return why a certificate is not accepted from a computer of this name or address."""
    trouble = _OF_CERTIFICATES.get(error.verify_code)
    if trouble is None:
        return foreign_words(error.verify_message)
    names_host = trouble in (BrokerTrouble.OTHER_HOST, BrokerTrouble.OTHER_ADDRESS)
    return trouble(host=repr(host)) if names_host else trouble()


def mqtt_reason(number: int, name: str) -> Reason:
    """Return why a broker refused, by its reason code; ``name`` is the code's own."""
    trouble = _OF_MQTT.get(number)
    return foreign_words(name) if trouble is None else trouble()

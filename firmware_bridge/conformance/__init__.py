"""Whether something that claims to be a golem keeps the rules of the wire: checks, findings, a certificate."""

from firmware_bridge.conformance.certificate import certificate
from firmware_bridge.conformance.suite import CHECKS, Check, Conformance, conform
from firmware_bridge.conformance.values import Finding, Outcome

__all__ = ["CHECKS", "Check", "Conformance", "Finding", "Outcome", "certificate", "conform"]

"""Whether something that claims to be a golem keeps the rules of the wire: checks, findings, a certificate."""

from firmware_bridge.conformance.certificate import certificate
from firmware_bridge.conformance.check_results import Finding, Outcome
from firmware_bridge.conformance.suite import CHECKS, Check, Conformance, conform

__all__ = ["CHECKS", "Check", "Conformance", "Finding", "Outcome", "certificate", "conform"]

"""The rules of both rulebooks, as pure functions on frozen values."""

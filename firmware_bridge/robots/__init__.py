"""What a robot can do: move, turn, act, stop; the fleet; the emergency stop."""

"""The front door's hall: which games, records and tables there are, games on screens, and tables' processes."""

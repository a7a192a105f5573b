"""The front door's lobby: list games, records and tables; run games on screens and the processes of tables."""

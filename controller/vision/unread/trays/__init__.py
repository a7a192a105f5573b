"""The tray as a picture shows it, and the search for what lies unread on it."""

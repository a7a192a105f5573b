"""Whether a lane of a tray is wholly explained: by cards that were read, by print that is seen, by what is hidden."""

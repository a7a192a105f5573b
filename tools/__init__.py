"""What the project needs to be kept, and no part of the program."""

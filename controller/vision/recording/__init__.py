"""A game's pictures on the disk, if somebody asks for it: the mat and nothing else, within a limit, for replay.

Children play here. Whatever is not on the mat is painted over before anything is stored: people, the room, and the
trays with the cards on them.
"""

"""What runs in a bot's own process. It imports Python's standard library and nothing else of ours.

``host`` starts first, confines itself and forks children; ``player`` is such a child, where the stranger's code runs;
``bot_game`` plays one game in it; ``rg`` is the module that bots import; ``game_view`` what they are shown in a turn;
``frames`` are the bytes between us and the bot; ``resource_limits``, ``landlock`` and ``seccomp`` are what the
operating system is asked for; ``preloading`` and ``provided_modules`` are how a bot gets its modules although it may
open no file.

A match waits for these modules to be loaded, twice: `typing`, which only annotations need, is left out of it.
"""

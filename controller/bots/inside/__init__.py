"""What runs in a bot's own process. It imports Python's standard library and nothing else of ours.

``host`` starts first, confines itself and forks a child for each game; ``player`` is that child, where the
stranger's code runs; ``rg`` is the module that bots import; ``frames`` the bytes between us and the bot;
``limits``, ``landlock`` and ``seccomp`` are what the operating system is asked for.

A match waits for these modules to be loaded, twice: `typing`, which only annotations need, is left out of it.
"""

"""Play Robot Game with strangers' bots, each confined to a process of its own.

Modules: ``bot_source`` reads a bot's file; ``bot_process`` starts its process; ``sandbox`` is what runs in it;
``turn_request`` is a turn's question and answer; ``match`` plays one game, ``multiplexing`` several at once, ``series``
many of the same two bots; ``match_page`` writes a match as an HTML page that needs no network; ``league`` plays
everybody against everybody.
"""

"""Strangers' bots for Robot Game: read, confined in processes of their own, matched, ranked in a league.

``source`` a bot's file, ``process`` its process from our side, ``inside`` what runs in it, ``asking`` a turn,
``match`` a whole game, ``waiting`` several of them at once, ``series`` many of the same two bots, ``page`` a match as a
page that needs no network, ``league`` everybody against everybody.
"""

"""What members press and type, turned into moves; and the private answers to it.

`presses` hears every button and form, `tables` the `/blackjack` commands, `answers` says what went
wrong. Nothing here knows a rule.
"""

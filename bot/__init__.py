"""Blackjack tables for Discord channels.

`game` holds the rules and knows nothing else; `store` keeps moves, events, chips and snapshots;
`rulebook` keeps the tables a server makes for itself; `livetable` is the one door through which a
table in play changes, and its clock; `casino` is all tables in play, with the `cashier` who knows
people and their chips; `render` turns a public table into a Discord layout with `words`; `screen`
keeps what Discord shows equal to the newest table (`screens`: of all tables); `cogs` turn commands
and presses into moves; `limits` bounds how much of that one member may have; `client` is the
connection; `metrics`, `health`, `logs`, `watchdog` and `doctor` are for whoever runs the bot;
`standin` is a local Discord that knows none of the others. `__main__` puts the parts together, and
nothing else does.
"""

__version__ = "0.1.0"

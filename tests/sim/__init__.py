"""The deterministic simulator: one seed drives members, Discord, the disk, the clock and crashes.

The whole real bot runs in it: door, store with its SQL, screens, discord.py. Only the edges are
ours: `loop` (time), `sealed` (chance), `disk` (SQLite without a thread), `line` (the way to the
local Discord), `house` (a life of the bot, from start to crash). `members` do things, `promises`
watch, `story` tells what happened and shortens it. `python -m tests.sim --help`.
"""

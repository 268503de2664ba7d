"""The rules of blackjack as a pure state machine.

No Discord, SQL, clock, dice, file or `await` in here. Time and random seeds arrive inside moves;
the same moves give the same table, byte for byte, on every supported Python.

Where to look: `rules` (the numbers a table is made of), `table` (what is on it, and the one exit
for what may be seen), `moves` (what members do, what then happened), `legal` (who may do what),
`engine` (a move applied), and behind it `hands`, `alarms`, `seating`, `rounds`, `dealing`,
`settle`, `shoe` and `session`.
"""

"""A public table and words become a Discord layout. Pure: nothing here reads a clock or a store.

`board` is the message everybody sees, put together from `header` (with `shoe`), `dealer`, `seats`
(with `hands`), `asking`, `ending` (with `best`) and `buttons`. Private are `panel`, on which a bet
is built, and `cards`: rules, help, the best runs, a notice, the cut. `forms` makes what is typed.
`ids` is the grammar of every custom id, `names` makes members' names harmless, `faces` draws cards.

Every layout is stopped before it is handed out: discord.py then keeps nothing of it, and the one
listener answers all presses, also after a restart.
"""

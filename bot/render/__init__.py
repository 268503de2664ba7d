"""A public table and words become a Discord layout. Pure: nothing here reads a clock or a store.

`board` is the message everybody sees, put together from `header`, `dealer`, `seats` (with `hands`),
`asking`, `ending` and `buttons`. `cards` are the private answers: rules, help, a notice, a form.
`ids` is the grammar of every custom id, `names` makes members' names harmless, `faces` draws cards.

Every layout is stopped before it is handed out: discord.py then keeps nothing of it, and the one
listener answers all presses, also after a restart.
"""

"""A local Discord for tests, demos and curious people: REST, gateway and a page in the browser.

It speaks Discord's protocol to any client that can be pointed at another address. It knows
nothing of the bot it serves. `server.Standin` is the way in; `python -m bot.standin` starts one.
"""

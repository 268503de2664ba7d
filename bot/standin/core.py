"""What the REST routes, the page and the drivers of members work on: a record of the parts."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.standin.answers import Answers
from bot.standin.clock import Clock
from bot.standin.editing import Editing
from bot.standin.events import Events, Waiting
from bot.standin.faults import Faults
from bot.standin.gateway import Gateway
from bot.standin.interactions import Interactions
from bot.standin.messages import Messages
from bot.standin.ratelimits import RateLimits
from bot.standin.recorder import Recorder
from bot.standin.snowflakes import Snowflakes
from bot.standin.world import World


@dataclass
class Core:
    token: str
    world: World
    clock: Clock
    ids: Snowflakes
    events: Events
    waiting: Waiting
    recorder: Recorder
    faults: Faults
    rate_limits: RateLimits
    messages: Messages
    interactions: Interactions
    answers: Answers
    gateway: Gateway
    editing: Editing


def build_core(
    token: str,
    world: World,
    clock: Clock,
    recorder: Recorder,
    rate_limits: RateLimits,
    base_url: Callable[[], str],
) -> Core:
    ids = Snowflakes(clock)
    events = Events()
    messages = Messages(world, clock, ids, events, base_url)
    gateway = Gateway(world, events, recorder, token, base_url)
    interactions = Interactions(world, clock, ids, events, gateway.interact)
    return Core(
        token,
        world,
        clock,
        ids,
        events,
        Waiting(events),
        recorder,
        Faults(),
        rate_limits,
        messages,
        interactions,
        Answers(world, interactions, messages),
        gateway,
        Editing(world, events, ids, messages, gateway),
    )

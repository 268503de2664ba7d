"""A life of the bot: everything that ends at once when the process is killed."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Protocol


class Watch(Protocol):
    """Who looks at what happens between the bot and the world."""

    def opened(self) -> None:
        """The tables are back in memory; nobody has played yet."""

    def committed(self) -> None:
        """A COMMIT has just been carried out."""

    def doubted(self) -> None:
        """COMMIT has failed: whatever comes now must not be saved."""

    def troubled(self) -> None:
        """Something was made to go wrong."""

    def sends(self, method: str, path: str, body: Any) -> None:
        """The bot is about to send a request to Discord."""


class Plan:
    """What goes wrong, and how long things take. Without orders everything works at once."""

    def __init__(self) -> None:
        self.chance = Random(0)
        self.is_calm = False  # nothing goes wrong, nothing takes long
        self.steps = 0  # calls to store and Discord, counted before and after each
        self.crash_at: int | None = None
        self.names: list[str] | None = None  # of the steps, if somebody wants to know them
        self.store_faults = 0  # so many next statements fail before COMMIT
        self.commits: list[str] = []  # what happens to the next COMMITs: "", "lost", "unknown"
        self.slow_disk: list[float] = []
        self.requests: list[str] = []  # what happens to the next requests

    def calm(self) -> None:
        """From now on nothing goes wrong."""
        self.is_calm = True
        self.crash_at = None
        self.store_faults = 0
        self.commits.clear()
        self.slow_disk.clear()
        self.requests.clear()

    @property
    def is_troubled(self) -> bool:
        """Whether something is about to go wrong."""
        orders = (self.store_faults, self.commits, self.slow_disk, self.requests)
        return any(orders) or self.crash_at is not None

    def store_fault(self, sql: str) -> bool:
        if self.store_faults and not sql.startswith("ROLLBACK"):
            self.store_faults -= 1
            return True
        return False

    def commit_fault(self) -> str:
        return self.commits.pop(0) if self.commits else ""

    def disk_delay(self) -> float:
        """Seconds for all that waits."""
        return self.slow_disk.pop(0) if self.slow_disk else self.chance.uniform(0.001, 0.01)

    def request_fault(self) -> str:
        return self.requests.pop(0) if self.requests else ""

    def way(self) -> float:
        """Seconds a request is under way, in one direction. They differ, so requests overtake."""
        return self.chance.uniform(0.005, 0.03 if self.is_calm else 0.25)


class Killed(BaseException):
    """The process has ended in the middle of a call."""


class Life:
    def __init__(self, plan: Plan, watch: Watch) -> None:
        self.plan = plan
        self.watch = watch
        self.tasks: list[asyncio.Task[Any]] = []
        self.on_death: list[Callable[[], None]] = []
        self.line: Any = None
        self.is_dead = False

    async def step(self, name: str, when: str) -> None:
        """A point at which the process may be killed; a dead one never comes back from here."""
        try:
            self.pass_by(name, when)
        except Killed:
            await asyncio.get_running_loop().create_future()

    def pass_by(self, name: str, when: str) -> None:
        """The same where nobody can wait."""
        if not self.is_dead:
            self.plan.steps += 1
            if self.plan.names is not None:
                self.plan.names.append(f"{when} {name}")
            if self.plan.crash_at is not None and self.plan.steps >= self.plan.crash_at:
                self.plan.crash_at = None
                self.kill()
        if self.is_dead:
            raise Killed

    def kill(self) -> None:
        """From this moment nothing of this life reaches the file or Discord."""
        if self.is_dead:
            return
        self.is_dead = True
        for end in self.on_death:
            end()

    async def bury(self) -> None:
        """Take its tasks out of the loop. What they do on their way out reaches nothing."""
        for _ in range(30):
            left = [task for task in self.tasks if not task.done()]
            if not left:
                break
            for task in left:
                task.cancel()
            await asyncio.sleep(0)
        self.tasks.clear()

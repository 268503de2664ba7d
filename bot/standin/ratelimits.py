"""Rate limits: off, or the buckets observed on Discord.

Discord documents the headers and the global 50 requests a second, not the buckets; those here
were observed: 5 sends or edits per 5 s a channel, 5 per 2 s an interaction token. Routes of
interactions do not count globally; callbacks are in no bucket either and carry no headers.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from bot.standin.clock import Clock
from bot.standin.errors import ApiError, Problem
from bot.standin.limits import LIMITS

CALLBACK = "/interactions/{interaction_id}/{token}/callback"
WEBHOOK = "/webhooks/{application_id}/{token}"
OLD_EDIT_WAIT = 1.0
DAY_MS = 24 * 3_600_000
VIA = {"Via": "1.1 google"}  # without it discord.py takes a 429 for a ban and raises at once


@dataclass(frozen=True)
class Bucket:
    """`limit` requests per `per` seconds for each value of `scope` over all `routes`."""

    name: str
    routes: frozenset[str]
    scope: str
    limit: int
    per: float


OBSERVED: tuple[Bucket, ...] = (
    Bucket(
        "channel-messages",
        frozenset(
            {
                "POST /channels/{channel_id}/messages",
                "PATCH /channels/{channel_id}/messages/{message_id}",
            }
        ),
        "channel_id",
        5,
        5.0,
    ),
    Bucket(
        "interaction-token",
        frozenset(
            {
                f"POST {WEBHOOK}",
                f"GET {WEBHOOK}/messages/{{message_id}}",
                f"PATCH {WEBHOOK}/messages/{{message_id}}",
                f"DELETE {WEBHOOK}/messages/{{message_id}}",
            }
        ),
        "token",
        5,
        2.0,
    ),
)


class RateLimits:
    """A window per bucket and scope, opened by its first request. `RateLimits()` limits nothing."""

    def __init__(
        self, buckets: Sequence[Bucket] = (), global_per_second: int | None = None
    ) -> None:
        self.buckets = tuple(buckets)
        self.global_per_second = global_per_second
        self._windows: dict[tuple[str, str], tuple[int, int]] = {}
        self._global: deque[int] = deque()
        self._creates: dict[str, list[int]] = {}

    @classmethod
    def observed(cls) -> "RateLimits":
        return cls(OBSERVED, 50)

    def take(self, clock: Clock, route: str, params: dict[str, str]) -> dict[str, str]:
        """Counts a request: returns the headers of its bucket or raises the 429."""
        if route.endswith(CALLBACK):
            return {}
        now = clock.now()
        if WEBHOOK not in route:
            self._take_global(now)
        bucket = next((bucket for bucket in self.buckets if route in bucket.routes), None)
        return self._take_bucket(bucket, now, params) if bucket else {}

    def refuse_old_edit(self) -> None:
        """Edits of messages older than an hour: refused wherever limits are in force."""
        if self.buckets:
            raise ApiError(
                Problem.OLD_EDITS,
                extra={"retry_after": OLD_EDIT_WAIT, "global": False},
                headers=VIA,
            )

    def create_commands(self, clock: Clock, scope: str, count: int) -> None:
        """Counts commands that are new in a server, or for all of them: 200 a day."""
        if not self.buckets:
            return
        day_ago = clock.now() - DAY_MS
        made = [then for then in self._creates.get(scope, ()) if then > day_ago]
        if len(made) + count > LIMITS["commands.daily_creates"].high:
            raise ApiError(Problem.DAILY_COMMANDS)
        self._creates[scope] = made + [clock.now()] * count

    def _take_global(self, now: int) -> None:
        if self.global_per_second is None:
            return
        while self._global and self._global[0] <= now - 1000:
            self._global.popleft()
        if len(self._global) >= self.global_per_second:
            wait = (self._global[0] + 1000 - now) / 1000
            raise too_many(wait, everywhere=True)
        self._global.append(now)

    def _take_bucket(self, bucket: Bucket, now: int, params: dict[str, str]) -> dict[str, str]:
        key = (bucket.name, params.get(bucket.scope, ""))
        start, used = self._windows.get(key, (now, 0))
        if now >= start + bucket.per * 1000:
            start, used = now, 0
        reset = start / 1000 + bucket.per
        headers = {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(max(0, bucket.limit - used - 1)),
            "X-RateLimit-Reset": f"{reset:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, reset - now / 1000):.3f}",
            "X-RateLimit-Bucket": bucket.name,
        }
        if used >= bucket.limit:
            raise too_many(reset - now / 1000, headers=headers)
        self._windows[key] = (start, used + 1)
        return headers


def too_many(
    wait: float, *, everywhere: bool = False, headers: dict[str, str] | None = None
) -> ApiError:
    """The 429 as Discord writes it."""
    scope = {"X-RateLimit-Scope": "global" if everywhere else "user"}
    marks = {"X-RateLimit-Global": "true"} if everywhere else {}
    seconds = round(max(wait, 0.001), 3)
    return ApiError(
        Problem.RATE_LIMITED,
        extra={"retry_after": seconds, "global": everywhere},
        headers={**VIA, **scope, **marks, **(headers or {}), "Retry-After": str(int(seconds) + 1)},
    )

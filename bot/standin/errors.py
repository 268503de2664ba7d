"""Discord's refusals: status, JSON code and words; and the tree of a 50035.

A handler raises `ApiError`; the REST door turns it into the answer. Validation collects every
finding first, as Discord does, and raises them together.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Any

from bot.standin.limits import LIMITS
from bot.standin.wire import Json


class Problem(Enum):
    """Named refusals. Docs: developers/topics/opcodes-and-status-codes#json."""

    NOT_FOUND = (404, 0, "404: Not Found")
    UNAUTHORIZED = (401, 0, "401: Unauthorized")
    UNKNOWN_APPLICATION = (404, 10002, "Unknown Application")
    UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
    UNKNOWN_ROLE = (404, 10011, "Unknown Role")
    UNKNOWN_USER = (404, 10013, "Unknown User")
    UNKNOWN_EMOJI = (404, 10014, "Unknown Emoji")
    UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
    MAX_EMOJIS = (400, 30008, "Maximum number of emojis reached")
    OLD_EDITS = (
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached. Try again later",
    )
    MAX_COMMANDS = (400, 30032, "Maximum number of application commands reached")
    ENTITY_TOO_LARGE = (413, 40005, "Request entity too large")
    ALREADY_ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
    MISSING_ACCESS = (403, 50001, "Missing Access")
    FOREIGN_MESSAGE = (403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
    MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
    INVALID_WEBHOOK_TOKEN = (401, 50027, "Invalid Webhook Token")
    THREAD_ARCHIVED = (400, 50083, "Thread is archived")
    BROKEN_JSON = (400, 50109, "The request body contains invalid JSON.")
    CANNOT_REPLY_WITHOUT_HISTORY = (
        400,
        160002,
        "Cannot reply without permission to read message history",
    )


class ApiError(Exception):
    """One refused request, ready to be written out."""

    def __init__(
        self,
        problem: Problem | tuple[int, int, str],
        *,
        errors: Json | None = None,
        extra: Json | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        value = problem.value if isinstance(problem, Problem) else problem
        self.status, self.code, self.message = value
        self.errors = errors
        self.extra = extra or {}
        self.headers = headers or {}
        super().__init__(f"{self.status} {self.code}: {self.message} {errors or ''}")

    def body(self) -> Json:
        body: Json = {"message": self.message, "code": self.code, **self.extra}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


Path = Sequence[str | int]


class Findings:
    """What is wrong with a request body, by path; empty means it may pass."""

    def __init__(self) -> None:
        self.tree: Json = {}

    def __bool__(self) -> bool:
        return bool(self.tree)

    def add(self, path: Path, code: str, message: str) -> None:
        node = self.tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def required(self, path: Path) -> None:
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def one_of(self, path: Path, allowed: Sequence[Any]) -> None:
        words = ", ".join(str(value) for value in allowed)
        self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{words}}}.")

    def size(self, path: Path, length: int, limit: str) -> None:
        """Compares a length with the row `limit` of the table, in Discord's words."""
        low, high = LIMITS[limit].low, LIMITS[limit].high
        if low <= length <= high:
            return
        if low and length < low and length == 0:
            self.required(path)
        elif low:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        else:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")

    def number(self, path: Path, value: object, limit: str) -> None:
        low, high = LIMITS[limit].low, LIMITS[limit].high
        if not isinstance(value, int) or isinstance(value, bool):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < low:
            self.add(
                path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}."
            )
        elif value > high:
            self.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")

    def text(self, path: Path, value: object, limit: str, *, optional: bool = False) -> None:
        """A string within the table's limit; absent is fine only where it is optional."""
        if value is None:
            if not optional:
                self.required(path)
        elif not isinstance(value, str):
            self.add(path, "BASE_TYPE_BAD_TYPE", "Could not interpret value as string.")
        elif not (optional and value == ""):
            self.size(path, len(value), limit)

    def refuse_if_any(self) -> None:
        if self.tree:
            raise ApiError((400, 50035, "Invalid Form Body"), errors=self.tree)


def refuse_field(path: Path, code: str, message: str) -> ApiError:
    """A 50035 about one field."""
    findings = Findings()
    findings.add(path, code, message)
    return ApiError((400, 50035, "Invalid Form Body"), errors=findings.tree)

"""Discord's refusals: status, JSON code and words; and the tree of a 50035.

A handler raises `ApiError`; the REST door turns it into the answer. Validation collects every
finding first, as Discord does, and raises them together.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Any, NamedTuple

from bot.standin.limits import LIMITS
from bot.standin.wire import Json


class Refusal(NamedTuple):
    status: int
    code: int
    message: str
    source: str = "topics/opcodes-and-status-codes#json"


class Problem(Enum):
    """Every refusal the stand-in knows, with its page of docs.discord.com/developers.

    Discord documents the codes, hardly ever the status beside them: those are as it answers.
    Every row is met on the stand-in by tests/standin/test_error_table.py.
    """

    NOT_FOUND = Refusal(404, 0, "404: Not Found", "topics/opcodes-and-status-codes#http")
    UNAUTHORIZED = Refusal(401, 0, "401: Unauthorized", "topics/opcodes-and-status-codes#http")
    RATE_LIMITED = Refusal(
        429, 0, "You are being rate limited.", "topics/rate-limits#exceeding-a-rate-limit"
    )
    UNKNOWN_APPLICATION = Refusal(404, 10002, "Unknown Application")
    UNKNOWN_CHANNEL = Refusal(404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = Refusal(404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = Refusal(404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = Refusal(404, 10008, "Unknown Message")
    UNKNOWN_ROLE = Refusal(404, 10011, "Unknown Role")
    UNKNOWN_USER = Refusal(404, 10013, "Unknown User")
    UNKNOWN_EMOJI = Refusal(404, 10014, "Unknown Emoji")
    UNKNOWN_WEBHOOK = Refusal(404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = Refusal(404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = Refusal(404, 10063, "Unknown application command")
    MAX_EMOJIS = Refusal(400, 30008, "Maximum number of emojis reached")
    MAX_FILES = Refusal(400, 30015, "Maximum number of attachments in a message reached (10)")
    MAX_COMMANDS = Refusal(400, 30032, "Maximum number of application commands reached")
    DAILY_COMMANDS = Refusal(
        400, 30034, "Max number of daily application command creates has been reached (200)"
    )
    OLD_EDITS = Refusal(
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached. Try again later",
    )
    ENTITY_TOO_LARGE = Refusal(413, 40005, "Request entity too large")
    NAME_TAKEN = Refusal(400, 40041, "An application command with that name already exists")
    ALREADY_ACKNOWLEDGED = Refusal(400, 40060, "Interaction has already been acknowledged.")
    MISSING_ACCESS = Refusal(403, 50001, "Missing Access")
    FOREIGN_MESSAGE = Refusal(403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = Refusal(400, 50006, "Cannot send an empty message")
    MISSING_PERMISSIONS = Refusal(403, 50013, "Missing Permissions")
    INVALID_WEBHOOK_TOKEN = Refusal(401, 50027, "Invalid Webhook Token")
    INVALID_FORM = Refusal(400, 50035, "Invalid Form Body", "reference#error-messages")
    THREAD_ARCHIVED = Refusal(400, 50083, "Thread is archived")
    BROKEN_JSON = Refusal(400, 50109, "The request body contains invalid JSON.")
    CANNOT_REPLY_WITHOUT_HISTORY = Refusal(
        400, 160002, "Cannot reply without permission to read message history"
    )
    THREAD_LOCKED = Refusal(403, 160005, "Thread is locked")


class ApiError(Exception):
    """One refused request, ready to be written out."""

    def __init__(
        self,
        problem: Problem,
        *,
        errors: Json | None = None,
        extra: Json | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.status, self.code, self.message, _ = problem.value
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
            raise ApiError(Problem.INVALID_FORM, errors=self.tree)


def refuse_field(path: Path, code: str, message: str) -> ApiError:
    """A 50035 about one field."""
    findings = Findings()
    findings.add(path, code, message)
    return ApiError(Problem.INVALID_FORM, errors=findings.tree)

"""The body of a message, checked before anything is changed: text, embeds, flags, nonce, files."""

from collections.abc import Sequence
from typing import Any

from bot.standin.components import ComponentCheck
from bot.standin.errors import ApiError, Findings, Path, Problem
from bot.standin.limits import LIMITS
from bot.standin.wire import Json
from bot.standin.world import Picture

EPHEMERAL, LOADING, SILENT, V2 = 1 << 6, 1 << 7, 1 << 12, 1 << 15
SUPPRESS_EMBEDS = 1 << 2
LEGACY_FIELDS = ("content", "embeds", "stickers", "sticker_ids", "poll")


def check_new(body: Json, files: Sequence[Picture], emoji_ids: set[str]) -> None:
    """A message about to be posted. Raises 50035 with every finding, or 50006 if it is empty."""
    _check(body, v2=bool(_flags(body) & V2), files=files, emoji_ids=emoji_ids)
    if not _says_something(body, files):
        raise ApiError(Problem.EMPTY_MESSAGE)


def check_edit(body: Json, old: Json, files: Sequence[Picture], emoji_ids: set[str]) -> None:
    """An edit, judged by what the message would be after it."""
    was_v2 = bool(int(old["flags"]) & V2)
    if was_v2 and body.get("flags") is not None and not _flags(body) & V2:
        findings = Findings()
        findings.add(
            ("flags",),
            "MESSAGE_COMPONENTS_V2_CANNOT_BE_REMOVED",  # code unmeasured
            "MessageFlags.IS_COMPONENTS_V2 cannot be removed from a message",
        )
        findings.refuse_if_any()
    after = {**{key: old[key] for key in ("content", "embeds", "components")}, **body}
    v2 = was_v2 or bool(_flags(body) & V2)
    # Components that stay were checked when they came; their media have been resolved since.
    checked = after if "components" in body else {**after, "components": []}
    _check(checked, v2=v2, files=files, emoji_ids=emoji_ids)
    kept = old["attachments"] if body.get("attachments") is None else body["attachments"]
    if not _says_something(after, [*files, *kept]):
        raise ApiError(Problem.EMPTY_MESSAGE)


def _flags(body: Json) -> int:
    flags = body.get("flags")
    return flags if isinstance(flags, int) else 0


def _says_something(body: Json, files: Sequence[object]) -> bool:
    kinds = ("content", "embeds", "components", "sticker_ids", "poll")
    return bool(files) or any(body.get(key) for key in kinds)


def _check(body: Json, *, v2: bool, files: Sequence[Picture], emoji_ids: set[str]) -> None:
    if len(files) > LIMITS["message.files"].high:
        raise ApiError(Problem.MAX_FILES)
    findings = Findings()
    if v2:
        _no_legacy_fields(findings, body)
    findings.text(("content",), body.get("content") or None, "message.content", optional=True)
    if body.get("nonce") is not None:
        findings.size(("nonce",), len(str(body["nonce"])), "message.nonce")
    _check_mentions(findings, body.get("allowed_mentions") or {})
    _check_embeds(findings, body.get("embeds") or [])
    if body.get("components"):
        ComponentCheck(findings, emoji_ids).message(body["components"], v2=v2)
    _check_references(findings, body, files)
    findings.refuse_if_any()


def _no_legacy_fields(findings: Findings, body: Json) -> None:
    for key in LEGACY_FIELDS:
        if body.get(key):
            findings.add(
                (key,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def _check_mentions(findings: Findings, allowed: Json) -> None:
    """Ids and the word for all of their kind exclude each other; an empty list says nothing."""
    for kind in ("users", "roles"):
        ids = allowed.get(kind) or []
        findings.size(("allowed_mentions", kind), len(ids), f"mentions.{kind}")
        if ids and kind in (allowed.get("parse") or []):
            findings.add(
                ("allowed_mentions",),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )


def _check_references(findings: Findings, body: Json, files: Sequence[Picture]) -> None:
    """Each new entry of `attachments` must name a file of the upload by its index."""
    for index, entry in enumerate(body.get("attachments") or []):
        path = ("attachments", index, "description")
        findings.text(path, entry.get("description"), "attachment.description", optional=True)
        key = str(entry.get("id", ""))
        # Small numbers are indexes into the upload, snowflakes are files that are kept.
        if not key.isdigit() or (len(key) < 15 and int(key) >= len(files)):
            findings.add(
                ("attachments", index, "id"),
                "ATTACHMENT_NOT_FOUND",  # code unmeasured
                f"Attachment data cannot be found for id {key}",
            )


def _check_embeds(findings: Findings, embeds: Sequence[Json]) -> None:
    findings.size(("embeds",), len(embeds), "message.embeds")
    total = 0
    for index, embed in enumerate(embeds):
        total += _check_embed(findings, ("embeds", index), embed)
    if total > LIMITS["embeds.total"].high:
        findings.add(
            ("embeds",),
            "MAX_EMBED_SIZE_EXCEEDED",
            f"Embed size exceeds maximum size of {LIMITS['embeds.total'].high}",
        )


def _check_embed(findings: Findings, path: Path, embed: Json) -> int:
    """Checks one embed and returns how many characters it adds to the total."""
    texts: list[tuple[Path, Any, str]] = [
        ((*path, "title"), embed.get("title"), "embed.title"),
        ((*path, "description"), embed.get("description"), "embed.description"),
        ((*path, "footer", "text"), (embed.get("footer") or {}).get("text"), "embed.footer"),
        ((*path, "author", "name"), (embed.get("author") or {}).get("name"), "embed.author"),
    ]
    for where, value, limit in texts:
        findings.text(where, value, limit, optional=True)
    fields = embed.get("fields") or []
    findings.size((*path, "fields"), len(fields), "embed.fields")
    for index, field in enumerate(fields):
        for key in ("name", "value"):
            findings.text((*path, "fields", index, key), field.get(key), f"embed.field.{key}")
            texts.append((path, field.get(key), ""))
    return sum(len(value) for _, value, _ in texts if isinstance(value, str))

"""Every length and count that Discord checks, in one table, each with the page that says so.

Lengths are in characters (code points), sizes in bytes where the name says so. `low` is what a
present value must reach. A source is a page of docs.discord.com/developers and its anchor, read in
the documentation's own repository (discord/discord-api-docs) in 2026; where Discord has a limit
without documenting it, the source says so. Every row is run on the stand-in by tests/standin.
"""

from typing import NamedTuple


class Limit(NamedTuple):
    low: int
    high: int
    source: str


_COMPONENTS = "components/reference#"
_COMMANDS = "interactions/application-commands#"
_MESSAGE = "resources/message#"
_COMMAND = _COMMANDS + "application-command-object-application-command-structure"
_OPTION = _COMMANDS + "application-command-object-application-command-option-structure"
_CHOICE = _COMMANDS + "application-command-object-application-command-option-choice-structure"
_INTEGER = _COMMANDS + "application-command-object-application-command-option-type"
_ANSWER = "interactions/receiving-and-responding#"
_EMBED = _MESSAGE + "embed-object-embed-limits"
_CODES = "topics/opcodes-and-status-codes#json"
# An open pull request of discord/discord-api-docs says it; the pages do not yet.
_TEXT = "undocumented: discord-api-docs pull request 8562"

LIMITS: dict[str, Limit] = {
    # Messages
    "message.content": Limit(0, 2000, _MESSAGE + "create-message"),
    "message.embeds": Limit(0, 10, _MESSAGE + "create-message"),
    "message.nonce": Limit(0, 25, _MESSAGE + "create-message"),
    "message.files": Limit(0, 10, _CODES),  # 30015
    "message.request_bytes": Limit(0, 25 * 1024 * 1024, _MESSAGE + "create-message-limitations"),
    "mentions.users": Limit(0, 100, _MESSAGE + "allowed-mentions-object"),
    "mentions.roles": Limit(0, 100, _MESSAGE + "allowed-mentions-object"),
    # 10 MiB until September 2026; boosted servers allow more.
    "attachment.bytes": Limit(0, 20 * 1024 * 1024, "reference#uploading-files"),
    "attachment.description": Limit(0, 1024, _MESSAGE + "attachment-object"),
    "embed.title": Limit(0, 256, _EMBED),
    "embed.description": Limit(0, 4096, _EMBED),
    "embed.fields": Limit(0, 25, _EMBED),
    "embed.field.name": Limit(1, 256, _EMBED),
    "embed.field.value": Limit(1, 1024, _EMBED),
    "embed.footer": Limit(0, 2048, _EMBED),
    "embed.author": Limit(0, 256, _EMBED),
    "embeds.total": Limit(0, 6000, _EMBED),
    # Components
    "components.rows": Limit(0, 5, _COMPONENTS + "legacy-message-component-behavior"),
    "components.total": Limit(0, 40, "components/reference"),
    "components.text": Limit(0, 4000, _TEXT),
    "custom_id": Limit(1, 100, _COMPONENTS + "anatomy-of-a-component-custom-id"),
    "row.buttons": Limit(1, 5, _COMPONENTS + "action-row"),
    "button.label": Limit(0, 80, _COMPONENTS + "button-button-structure"),
    "button.url": Limit(1, 512, _COMPONENTS + "button-button-structure"),
    "select.placeholder": Limit(0, 150, _COMPONENTS + "string-select-string-select-structure"),
    "select.options": Limit(1, 25, _COMPONENTS + "string-select-string-select-structure"),
    "select.min_values": Limit(0, 25, _COMPONENTS + "string-select-string-select-structure"),
    "select.max_values": Limit(1, 25, _COMPONENTS + "string-select-string-select-structure"),
    "option.label": Limit(1, 100, _COMPONENTS + "string-select-select-option-structure"),
    "option.value": Limit(1, 100, _COMPONENTS + "string-select-select-option-structure"),
    "option.description": Limit(0, 100, _COMPONENTS + "string-select-select-option-structure"),
    "section.texts": Limit(1, 3, _COMPONENTS + "section-section-structure"),
    "text.content": Limit(1, 4000, _TEXT),
    "media.description": Limit(0, 1024, _COMPONENTS + "media-gallery-media-gallery-item-structure"),
    "gallery.items": Limit(1, 10, _COMPONENTS + "media-gallery-media-gallery-structure"),
    "separator.spacing": Limit(1, 2, _COMPONENTS + "separator-separator-structure"),
    "container.accent_color": Limit(0, 0xFFFFFF, _COMPONENTS + "container-container-structure"),
    # Modals
    "modal.title": Limit(1, 45, _ANSWER + "interaction-response-object-modal"),
    "modal.components": Limit(1, 5, _ANSWER + "interaction-response-object-modal"),
    "label.label": Limit(1, 45, _COMPONENTS + "label-label-structure"),
    "label.description": Limit(0, 100, _COMPONENTS + "label-label-structure"),
    "input.min_length": Limit(0, 4000, _COMPONENTS + "text-input-text-input-structure"),
    "input.max_length": Limit(1, 4000, _COMPONENTS + "text-input-text-input-structure"),
    "input.value": Limit(0, 4000, _COMPONENTS + "text-input-text-input-structure"),
    "input.placeholder": Limit(0, 100, _COMPONENTS + "text-input-text-input-structure"),
    "input.label": Limit(1, 45, _COMPONENTS + "text-input-text-input-structure"),
    "radio.options": Limit(2, 10, _COMPONENTS + "radio-group-structure"),
    "checkboxes.options": Limit(1, 10, _COMPONENTS + "checkbox-group-structure"),
    "checkboxes.min_values": Limit(0, 10, _COMPONENTS + "checkbox-group-structure"),
    "checkboxes.max_values": Limit(1, 10, _COMPONENTS + "checkbox-group-structure"),
    "upload.min_values": Limit(0, 10, _COMPONENTS + "file-upload-file-upload-structure"),
    "upload.max_values": Limit(1, 10, _COMPONENTS + "file-upload-file-upload-structure"),
    # Commands
    "command.name": Limit(1, 32, _COMMAND),
    "command.description": Limit(1, 100, _COMMAND),
    "command.options": Limit(0, 25, _COMMAND),
    "command.choices": Limit(0, 25, _OPTION),
    "command.total": Limit(0, 8000, _COMMANDS + "slash-commands"),
    "command.string_min": Limit(0, 6000, _OPTION),
    "command.string_max": Limit(1, 6000, _OPTION),
    # What a `min_value` or `max_value` of an INTEGER option may be.
    "command.integer": Limit(-(2**53) + 1, 2**53 - 1, _INTEGER),
    "choice.name": Limit(1, 100, _CHOICE),
    "choice.value": Limit(0, 100, _CHOICE),
    "commands.chat_input": Limit(0, 100, _COMMANDS + "registering-a-command"),
    "commands.user": Limit(0, 15, _COMMANDS + "registering-a-command"),
    "commands.message": Limit(0, 15, _COMMANDS + "registering-a-command"),
    "commands.daily_creates": Limit(0, 200, _COMMANDS + "registering-a-command"),
    "autocomplete.choices": Limit(0, 25, _ANSWER + "interaction-response-object-autocomplete"),
    # Application emojis
    "emoji.name": Limit(2, 32, "undocumented: as Discord answers"),
    "emoji.bytes": Limit(1, 256 * 1024, "resources/emoji#create-application-emoji"),
    "emojis.total": Limit(0, 2000, "resources/emoji#emoji-object-applicationowned-emoji"),
    # Pages of lists
    "history.limit": Limit(1, 100, _MESSAGE + "get-channel-messages-query-string-params"),
    "members.limit": Limit(1, 1000, "resources/guild#list-guild-members-query-string-params"),
    # Times, in milliseconds
    "interaction.ack_ms": Limit(0, 3_000, _ANSWER + "interaction-callback"),
    "interaction.token_ms": Limit(0, 15 * 60_000, _ANSWER + "interaction-callback"),
    "message.old_edit_ms": Limit(0, 3_600_000, _CODES),  # 30046
}

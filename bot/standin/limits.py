"""Every length and count that Discord checks, in one table, each with the page that says so.

Lengths are in characters (code points), sizes in bytes where the name says so. `low` is what a
present value must reach. References are pages of discord.com/developers/docs.
"""

from typing import NamedTuple


class Limit(NamedTuple):
    low: int
    high: int
    source: str


_COMPONENTS = "components/reference#"
_COMMANDS = "interactions/application-commands#"
_MESSAGE = "resources/message#"

LIMITS: dict[str, Limit] = {
    # Messages
    "message.content": Limit(0, 2000, _MESSAGE + "create-message"),
    "message.embeds": Limit(0, 10, _MESSAGE + "create-message"),
    "message.nonce": Limit(0, 25, _MESSAGE + "create-message"),
    "message.files": Limit(0, 10, "reference#uploading-files"),
    "message.request_bytes": Limit(0, 25 * 1024 * 1024, "reference#uploading-files"),
    "attachment.description": Limit(0, 1024, _MESSAGE + "attachment-object"),
    "embed.title": Limit(0, 256, _MESSAGE + "embed-object-embed-limits"),
    "embed.description": Limit(0, 4096, _MESSAGE + "embed-object-embed-limits"),
    "embed.fields": Limit(0, 25, _MESSAGE + "embed-object-embed-limits"),
    "embed.field.name": Limit(1, 256, _MESSAGE + "embed-object-embed-limits"),
    "embed.field.value": Limit(1, 1024, _MESSAGE + "embed-object-embed-limits"),
    "embed.footer": Limit(0, 2048, _MESSAGE + "embed-object-embed-limits"),
    "embed.author": Limit(0, 256, _MESSAGE + "embed-object-embed-limits"),
    "embeds.total": Limit(0, 6000, _MESSAGE + "embed-object-embed-limits"),
    # Components
    "components.rows": Limit(0, 5, _COMPONENTS + "legacy-message-component-behavior"),
    "components.total": Limit(0, 40, _COMPONENTS + "component-object"),
    "components.text": Limit(0, 4000, _COMPONENTS + "text-display"),
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
    "text.content": Limit(1, 4000, _COMPONENTS + "text-display-text-display-structure"),
    "media.description": Limit(0, 1024, _COMPONENTS + "media-gallery-media-gallery-item-structure"),
    "gallery.items": Limit(1, 10, _COMPONENTS + "media-gallery-media-gallery-structure"),
    "separator.spacing": Limit(1, 2, _COMPONENTS + "separator-separator-structure"),
    "container.accent_color": Limit(0, 0xFFFFFF, _COMPONENTS + "container-container-structure"),
    # Modals
    "modal.title": Limit(1, 45, "interactions/receiving-and-responding#modal"),
    "modal.components": Limit(1, 5, "interactions/receiving-and-responding#modal"),
    "label.label": Limit(1, 45, _COMPONENTS + "label-label-structure"),
    "label.description": Limit(0, 100, _COMPONENTS + "label-label-structure"),
    "input.min_length": Limit(0, 4000, _COMPONENTS + "text-input-text-input-structure"),
    "input.max_length": Limit(1, 4000, _COMPONENTS + "text-input-text-input-structure"),
    "input.value": Limit(0, 4000, _COMPONENTS + "text-input-text-input-structure"),
    "input.placeholder": Limit(0, 100, _COMPONENTS + "text-input-text-input-structure"),
    "input.label": Limit(1, 45, _COMPONENTS + "text-input-text-input-structure"),
    "radio.options": Limit(2, 10, _COMPONENTS + "radio-group-radio-group-structure"),
    "checkboxes.options": Limit(1, 10, _COMPONENTS + "checkbox-group-checkbox-group-structure"),
    "upload.max_values": Limit(1, 10, _COMPONENTS + "file-upload-file-upload-structure"),
    # Commands
    "command.name": Limit(1, 32, _COMMANDS + "application-command-object-structure"),
    "command.description": Limit(1, 100, _COMMANDS + "application-command-object-structure"),
    "command.options": Limit(0, 25, _COMMANDS + "application-command-object-structure"),
    "command.choices": Limit(0, 25, _COMMANDS + "application-command-object-option-structure"),
    "command.total": Limit(0, 8000, _COMMANDS + "slash-commands"),
    "command.string_min": Limit(0, 6000, _COMMANDS + "application-command-object-option-structure"),
    "command.string_max": Limit(1, 6000, _COMMANDS + "application-command-object-option-structure"),
    "choice.name": Limit(1, 100, _COMMANDS + "application-command-object-option-choice-structure"),
    "choice.value": Limit(0, 100, _COMMANDS + "application-command-object-option-choice-structure"),
    "commands.chat_input": Limit(0, 100, _COMMANDS + "registering-a-command"),
    "commands.user": Limit(0, 15, _COMMANDS + "registering-a-command"),
    "commands.message": Limit(0, 15, _COMMANDS + "registering-a-command"),
    "autocomplete.choices": Limit(0, 25, "interactions/receiving-and-responding#autocomplete"),
    # Application emojis
    "emoji.name": Limit(2, 32, "resources/emoji#emoji-object"),
    "emoji.bytes": Limit(1, 256 * 1024, "resources/emoji#create-application-emoji"),
    "emojis.total": Limit(0, 2000, "resources/emoji#application-owned-emoji"),
    # Times, in milliseconds
    "interaction.ack_ms": Limit(0, 3_000, "interactions/receiving-and-responding"),
    "interaction.token_ms": Limit(0, 15 * 60_000, "interactions/receiving-and-responding"),
    "message.old_edit_ms": Limit(0, 3_600_000, "topics/opcodes-and-status-codes#json"),
}

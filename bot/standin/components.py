"""Message components as Discord checks them: rows and buttons, selects, and Components V2.

A message either has the V2 flag or it has not; that decides what may stand at the top. Everything
nested is counted, custom ids are unique over the whole message, and all findings are reported
together. Codes follow what Discord answers; those it does not document are marked "unmeasured".
"""

from collections.abc import Callable, Sequence
from typing import Any

from bot.standin.errors import Findings, Path
from bot.standin.limits import LIMITS
from bot.standin.parts import SELECTS, Part, walk
from bot.standin.wire import Json

LEGACY_TOP = (Part.ROW,)
IN_CONTAINER = (
    Part.ROW,
    Part.SECTION,
    Part.TEXT,
    Part.GALLERY,
    Part.FILE,
    Part.SEPARATOR,
)
V2_TOP = (*IN_CONTAINER, Part.CONTAINER)
LINK, PREMIUM = 5, 6


class ComponentCheck:
    """One pass over the components of one message or modal."""

    def __init__(self, findings: Findings, emoji_ids: set[str] | None = None) -> None:
        self.findings = findings
        self._emoji_ids = emoji_ids
        self._custom_ids: set[str] = set()

    def message(self, components: object, *, v2: bool) -> None:
        path: Path = ("components",)
        if not isinstance(components, list):
            self.findings.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        if not v2:
            self.findings.size(path, len(components), "components.rows")
        self._children(path, components, V2_TOP if v2 else LEGACY_TOP)
        # Ids and totals only mean something once every part is well formed.
        if not self.findings:
            self.ids(path, components)
        if v2 and not self.findings:
            self._totals(path, components)

    def ids(self, path: Path, components: list[Json]) -> None:
        """The numbers of the parts, where a bot gives them itself; 0 is as good as none."""
        given = [part["id"] for part in walk(components) if part.get("id")]
        if len(set(given)) < len(given):
            self.findings.add(
                path,
                "COMPONENT_ID_DUPLICATED",  # code unmeasured
                "Component ids must be unique within the message",
            )

    def _totals(self, path: Path, components: list[Json]) -> None:
        parts = list(walk(components))
        most = LIMITS["components.total"].high
        if len(parts) > most:
            self.findings.add(
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components cannot exceed {most}",
            )
        text = sum(len(part["content"]) for part in parts if part["type"] == Part.TEXT)
        if text > LIMITS["components.text"].high:
            self.findings.add(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                "Components displayable text size exceeds maximum size of "
                f"{LIMITS['components.text'].high}",
            )

    def _children(self, path: Path, components: Sequence[object], allowed: Sequence[Part]) -> None:
        for index, component in enumerate(components):
            self.part((*path, index), component, allowed)

    def part(self, path: Path, component: object, allowed: Sequence[Part]) -> None:
        if not isinstance(component, dict):
            self.findings.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used here")
            return
        kind: Any = component.get("type")
        if kind not in allowed:
            words = ", ".join(str(int(part)) for part in allowed)
            self.findings.add(
                (*path, "type"),
                "UNION_TYPE_CHOICES",
                f'Value of field "type" must be one of ({words},).',
            )
            return
        check = CHECKS.get(Part(kind))
        if check:
            check(self, path, component)

    def custom_id(self, path: Path, component: Json) -> None:
        value = component.get("custom_id")
        self.findings.text((*path, "custom_id"), value, "custom_id")
        if isinstance(value, str) and value in self._custom_ids:
            self.findings.add(
                (*path, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        elif isinstance(value, str):
            self._custom_ids.add(value)

    def row(self, path: Path, row: Json) -> None:
        children = row.get("components")
        if not isinstance(children, list) or not children:
            self.findings.required((*path, "components"))
            return
        self.findings.size((*path, "components"), len(children), "row.buttons")
        self._children((*path, "components"), children, (Part.BUTTON, *SELECTS))
        if len(children) > 1 and any(child.get("type") in SELECTS for child in children):
            self.findings.add(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The action row is too wide")

    def button(self, path: Path, button: Json) -> None:
        style = button.get("style")
        self.findings.text((*path, "label"), button.get("label"), "button.label", optional=True)
        if style not in range(1, 7):
            self.findings.one_of((*path, "style"), range(1, 7))
        elif style == LINK:
            self._link(path, button)
        elif style == PREMIUM:
            self._only(path, button, "sku_id", ("custom_id", "label", "url", "emoji"))
        else:
            self.custom_id(path, button)
            self._only(path, button, "custom_id", ("url", "sku_id"))
        if style != PREMIUM and not button.get("label") and not button.get("emoji"):
            self.findings.required((*path, "label"))
        self._emoji(path, button)

    def _link(self, path: Path, button: Json) -> None:
        self._only(path, button, "url", ("custom_id", "sku_id"))
        url = button.get("url")
        if url is None:
            return
        self.findings.text((*path, "url"), url, "button.url")
        if not str(url).startswith(("http://", "https://", "discord://")):
            self.findings.add(
                (*path, "url"),
                "URL_TYPE_INVALID_SCHEME",
                "Scheme must be one of ('discord', 'http', 'https').",
            )

    def _only(self, path: Path, button: Json, wanted: str, unwanted: Sequence[str]) -> None:
        if not button.get(wanted) and wanted != "custom_id":
            self.findings.required((*path, wanted))
        for key in unwanted:
            if button.get(key):  # code unmeasured
                self.findings.add(
                    (*path, key), "BUTTON_COMPONENT_INVALID_FIELD", f"{key} is not allowed here"
                )

    def _emoji(self, path: Path, component: Json) -> None:
        emoji = component.get("emoji")
        if not emoji:
            return
        key = "id" if emoji.get("id") else "name"
        if key == "id":
            valid = self._emoji_ids is None or str(emoji["id"]) in self._emoji_ids
        else:
            # ":club:" and "club" are names of emojis, not emojis.
            valid = bool(emoji.get("name")) and not emoji["name"].strip(":_").isascii()
        if not valid:
            self.findings.add(
                (*path, "emoji", key), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji"
            )

    def select(self, path: Path, select: Json) -> None:
        self.custom_id(path, select)
        self.findings.text(
            (*path, "placeholder"), select.get("placeholder"), "select.placeholder", optional=True
        )
        for key in ("min_values", "max_values"):
            if select.get(key) is not None:
                self.findings.number((*path, key), select[key], f"select.{key}")
        low, high = select.get("min_values", 1), select.get("max_values", 1)
        if isinstance(low, int) and isinstance(high, int) and low > high:
            self.findings.add(
                (*path, "min_values"),
                "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE",  # code unmeasured
                "min_values must not be larger than max_values",
            )
        if select["type"] == Part.STRING_SELECT:
            self.options(path, select, "select.options")
        elif select.get("default_values") and not low <= len(select["default_values"]) <= high:
            self.findings.add(
                (*path, "default_values"),
                "SELECT_COMPONENT_DEFAULT_VALUES_COUNT",  # code unmeasured
                "The number of default values must be between min_values and max_values",
            )

    def options(self, path: Path, owner: Json, limit: str) -> None:
        options = owner.get("options")
        if not isinstance(options, list):
            self.findings.required((*path, "options"))
            return
        self.findings.size((*path, "options"), len(options), limit)
        seen: set[object] = set()
        for index, option in enumerate(options):
            self._option((*path, "options", index), option, seen)
        defaults = sum(bool(option.get("default")) for option in options)
        most = owner.get("max_values")
        if defaults > (1 if most is None else most):
            self.findings.add(
                (*path, "options"),
                "SELECT_COMPONENT_TOO_MANY_DEFAULTS",  # code unmeasured
                "More options are selected by default than may be chosen",
            )

    def _option(self, path: Path, option: Json, seen: set[object]) -> None:
        self.findings.text((*path, "label"), option.get("label"), "option.label")
        self.findings.text((*path, "value"), option.get("value"), "option.value")
        self.findings.text(
            (*path, "description"), option.get("description"), "option.description", optional=True
        )
        self._emoji(path, option)
        if option.get("value") in seen:
            self.findings.add(
                (*path, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(option.get("value"))

    def section(self, path: Path, section: Json) -> None:
        children = section.get("components")
        if not isinstance(children, list) or not children:
            self.findings.required((*path, "components"))
        else:
            self.findings.size((*path, "components"), len(children), "section.texts")
            self._children((*path, "components"), children, (Part.TEXT,))
        if section.get("accessory") is None:
            self.findings.required((*path, "accessory"))
        else:
            accessory = section["accessory"]
            self.part((*path, "accessory"), accessory, (Part.BUTTON, Part.THUMBNAIL))

    def text(self, path: Path, text: Json) -> None:
        content = text.get("content")
        # Only blanks are as empty as nothing at all.
        if isinstance(content, str) and not content.strip():
            self.findings.required((*path, "content"))
        else:
            self.findings.text((*path, "content"), content, "text.content")

    def media(self, path: Path, item: Json) -> None:
        key = "file" if item.get("type") == Part.FILE else "media"
        url = (item.get(key) or {}).get("url")
        if not url:
            self.findings.required((*path, key, "url"))
        elif not str(url).startswith(("http://", "https://", "attachment://")):
            self.findings.add(
                (*path, key, "url"),
                "URL_TYPE_INVALID_SCHEME",
                "Scheme must be one of ('http', 'https', 'attachment').",
            )
        elif key == "file" and not str(url).startswith("attachment://"):
            self.findings.add(
                (*path, key, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be 'attachment'."
            )
        self.findings.text(
            (*path, "description"), item.get("description"), "media.description", optional=True
        )

    def gallery(self, path: Path, gallery: Json) -> None:
        items = gallery.get("items")
        if not isinstance(items, list) or not items:
            self.findings.required((*path, "items"))
            return
        self.findings.size((*path, "items"), len(items), "gallery.items")
        for index, item in enumerate(items):
            self.media((*path, "items", index), item)

    def separator(self, path: Path, separator: Json) -> None:
        if separator.get("spacing") is not None:
            self.findings.number((*path, "spacing"), separator["spacing"], "separator.spacing")

    def container(self, path: Path, container: Json) -> None:
        color = container.get("accent_color")
        if color is not None:
            self.findings.number((*path, "accent_color"), color, "container.accent_color")
        children = container.get("components")
        if not isinstance(children, list) or not children:
            self.findings.required((*path, "components"))
            return
        self._children((*path, "components"), children, IN_CONTAINER)


Check = Callable[[ComponentCheck, Path, Json], None]

CHECKS: dict[Part, Check] = {
    Part.ROW: ComponentCheck.row,
    Part.BUTTON: ComponentCheck.button,
    Part.SECTION: ComponentCheck.section,
    Part.TEXT: ComponentCheck.text,
    Part.THUMBNAIL: ComponentCheck.media,
    Part.FILE: ComponentCheck.media,
    Part.GALLERY: ComponentCheck.gallery,
    Part.SEPARATOR: ComponentCheck.separator,
    Part.CONTAINER: ComponentCheck.container,
    **dict.fromkeys(SELECTS, ComponentCheck.select),
}

"""Modals: the form a bot opens, checked; and what a member fills in, checked and put in shape.

Docs: components/using-modal-components; interactions/receiving-and-responding#modal.
"""

import copy
from collections.abc import Mapping
from typing import Any

from bot.standin.components import CHECKS, ComponentCheck
from bot.standin.errors import Findings, Path
from bot.standin.parts import SELECTS, Part, complete, walk
from bot.standin.wire import Json

IN_LABEL = (
    Part.TEXT_INPUT,
    *SELECTS,
    Part.FILE_UPLOAD,
    Part.RADIO_GROUP,
    Part.CHECKBOX_GROUP,
    Part.CHECKBOX,
)
TOP = (Part.ROW, Part.LABEL, Part.TEXT)


def check_modal(data: Json) -> Json:
    """Returns the modal as members get it, or raises 50035."""
    findings = Findings()
    findings.text(("custom_id",), data.get("custom_id"), "custom_id")
    findings.text(("title",), data.get("title"), "modal.title")
    components = data.get("components")
    if not isinstance(components, list):
        findings.required(("components",))
        components = []
    findings.size(("components",), len(components), "modal.components")
    check = ModalCheck(findings)
    for index, component in enumerate(components):
        check.top(("components", index), component)
    if not findings:
        check.ids(components)
    findings.refuse_if_any()
    modal = copy.deepcopy({key: data[key] for key in ("custom_id", "title", "components")})
    complete(modal["components"])
    return modal


class ModalCheck:
    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._parts = ComponentCheck(findings)

    def ids(self, components: list[Json]) -> None:
        self._parts.ids(("components",), components)

    def top(self, path: Path, component: Any) -> None:
        if not isinstance(component, dict) or component.get("type") not in TOP:
            self._parts.part(path, component, TOP)
        elif component["type"] == Part.TEXT:
            self._parts.text(path, component)
        elif component["type"] == Part.ROW:
            self._row(path, component)
        else:
            self._label(path, component)

    def _row(self, path: Path, row: Json) -> None:
        """The old form: a row with exactly one text input that carries its own label."""
        children = row.get("components") or []
        if len(children) != 1:
            self._findings.add(
                (*path, "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 1 in length."
            )
        for index, child in enumerate(children):
            where = (*path, "components", index)
            self._findings.text((*where, "label"), child.get("label"), "input.label")
            self._field(where, child, (Part.TEXT_INPUT,))

    def _label(self, path: Path, label: Json) -> None:
        self._findings.text((*path, "label"), label.get("label"), "label.label")
        self._findings.text(
            (*path, "description"), label.get("description"), "label.description", optional=True
        )
        if label.get("component") is None:
            self._findings.required((*path, "component"))
        else:
            self._field((*path, "component"), label["component"], IN_LABEL)

    def _field(self, path: Path, component: Json, allowed: tuple[Part, ...]) -> None:
        kind = component.get("type")
        if kind not in allowed:
            self._parts.part(path, component, allowed)
            return
        if component.get("disabled"):
            self._findings.add(
                (*path, "disabled"),
                "COMPONENT_DISABLED_IN_MODAL",  # code unmeasured
                "Components in a modal cannot be disabled",
            )
        if component.get("min_values") == 0 and component.get("required", True):
            self._findings.add(
                (*path, "min_values"),
                "COMPONENT_MIN_VALUES_REQUIRED",  # code unmeasured
                "A required field needs at least one value",
            )
        if kind in SELECTS:
            CHECKS[Part(kind)](self._parts, path, component)
            return
        self._parts.custom_id(path, component)
        if kind == Part.TEXT_INPUT:
            self._input(path, component)
        elif kind == Part.FILE_UPLOAD:
            self._values(path, component, "upload")
        elif kind == Part.RADIO_GROUP:
            self._parts.options(path, component, "radio.options")
        elif kind == Part.CHECKBOX_GROUP:
            self._values(path, component, "checkboxes")
            most = component.get("max_values")
            roomy = {**component, "max_values": 10 if most is None else most}
            self._parts.options(path, roomy, "checkboxes.options")

    def _values(self, path: Path, component: Json, limits: str) -> None:
        for key in ("min_values", "max_values"):
            if component.get(key) is not None:
                self._findings.number((*path, key), component[key], f"{limits}.{key}")

    def _input(self, path: Path, field: Json) -> None:
        if field.get("style") not in (1, 2):
            self._findings.one_of((*path, "style"), (1, 2))
        for key in ("min_length", "max_length"):
            if field.get(key) is not None:
                self._findings.number((*path, key), field[key], f"input.{key}")
        for key in ("value", "placeholder"):
            self._findings.text((*path, key), field.get(key), f"input.{key}", optional=True)
        low, high = field.get("min_length") or 0, field.get("max_length") or 4000
        if low > high:
            self._findings.add(
                (*path, "min_length"),
                "TEXT_INPUT_MIN_LENGTH_TOO_LARGE",  # code unmeasured
                "min_length must not be larger than max_length",
            )


def fill(modal: Json, values: Mapping[str, Any]) -> list[Json]:
    """A member's answers in the shape of a modal submit; what is not given keeps its default."""
    unknown = set(values) - {part.get("custom_id") for part in walk(modal["components"])}
    if unknown:
        raise KeyError(f"the form has no field {sorted(unknown)}")
    return [_fill_top(component, values) for component in modal["components"]]


def _fill_top(component: Json, values: Mapping[str, Any]) -> Json:
    head: Json = {"type": component["type"], "id": component["id"]}
    if component["type"] == Part.ROW:
        head["components"] = [_fill_field(child, values) for child in component["components"]]
    elif component["type"] == Part.LABEL:
        head["component"] = _fill_field(component["component"], values)
    return head


def _fill_field(field: Json, values: Mapping[str, Any]) -> Json:
    kind = field["type"]
    shape: Json = {"type": kind, "id": field["id"], "custom_id": field["custom_id"]}
    given = values.get(field["custom_id"])
    chosen = [option["value"] for option in field.get("options") or [] if option.get("default")]
    if kind == Part.TEXT_INPUT:
        shape["value"] = str(field.get("value") or "") if given is None else str(given)
    elif kind == Part.CHECKBOX:
        shape["value"] = bool(field.get("default") if given is None else given)
    elif kind == Part.RADIO_GROUP:
        shape["value"] = (chosen[0] if chosen else None) if given is None else given
    else:
        shape["values"] = chosen if given is None else [str(value) for value in given]
    return shape


def check_submission(modal: Json, components: list[Json]) -> Json:
    """What a client would not let the member send, by field; empty when all is well."""
    fields = {part["custom_id"]: part for part in walk(modal["components"]) if "custom_id" in part}
    answers = {part["custom_id"]: part for part in walk(components) if "custom_id" in part}
    errors = dict.fromkeys(answers.keys() - fields.keys(), "This form has no such field.")
    for custom_id, field in fields.items():
        if problem := _wrong_answer(field, answers.get(custom_id, {})):
            errors[custom_id] = problem
    return errors


def _wrong_answer(field: Json, answer: Json) -> str | None:
    required = bool(field.get("required", True))
    if field["type"] == Part.CHECKBOX:
        return None
    if field["type"] == Part.TEXT_INPUT:
        return _wrong_text(field, str(answer.get("value") or ""), required)
    if field["type"] == Part.RADIO_GROUP:
        chosen = [] if answer.get("value") is None else [answer["value"]]
        return _wrong_choice(field, chosen, required, 1)
    most = field.get("max_values")
    if most is None:
        most = len(field.get("options") or [1]) if field["type"] == Part.CHECKBOX_GROUP else 1
    return _wrong_choice(field, answer.get("values") or [], required, most)


def _wrong_text(field: Json, value: str, required: bool) -> str | None:
    if not value:
        return "This field is required." if required else None
    low, high = field.get("min_length") or 0, field.get("max_length") or 4000
    return None if low <= len(value) <= high else f"Must be {low} to {high} characters long."


def _wrong_choice(field: Json, values: list[str], required: bool, most: int) -> str | None:
    least = field.get("min_values", 1) if required or values else 0
    if not least <= len(values) <= most:
        return f"Choose {least} to {most}."
    known = {option["value"] for option in field.get("options") or []}
    return "That is not one of the options." if known and not set(values) <= known else None

/* Message components, V1 rows and V2 layouts, drawn as Discord draws them.
 *
 * Nodes carry no listeners (see dom.js): a button says data-action="press" and its custom id,
 * messages.js finds the component again in the message and presses it.
 */

import { h } from "./dom.js";
import { partialEmoji } from "./emoji.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { fileCard, gallery, thumbnail } from "./media.js";
import { chosenValues, isWaiting } from "./press.js";
import { defaultValues, selectedItems } from "./options.js";
import { cssColor } from "./state.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };

const DRAW = {
  1: row,
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: (component) => markdown(component.content),
  11: thumbnail,
  12: gallery,
  13: (component, message) =>
    fileCard(
      { ...component.file, name: component.name, size: component.size, spoiler: component.spoiler },
      message,
    ),
  14: separator,
  17: container,
};

export function drawComponents(message) {
  return (message.components ?? []).map((component) => draw(component, message));
}

function draw(component, message) {
  const node = DRAW[component.type]?.(component, message);
  if (node && !node.hasAttribute("data-key")) node.setAttribute("data-key", component.type);
  return node ?? null;
}

const drawAll = (components, message) => (components ?? []).map((child) => draw(child, message));

function row(component, message) {
  return h("div", { class: "row" }, drawAll(component.components, message));
}

function container(component, message) {
  const color = component.accent_color ?? component.accent_colour;
  const accent = color === null || color === undefined ? null : cssColor(color);
  return h(
    "div",
    {
      class: `container${accent ? " accented" : ""}${component.spoiler ? " veiled" : ""}`,
      style: { "--accent": accent },
    },
    component.spoiler ? veil() : null,
    drawAll(component.components, message),
  );
}

export function veil() {
  return h(
    "button",
    { type: "button", class: "veil", "data-action": "unveil", "data-key": "veil" },
    "SPOILER",
  );
}

function section(component, message) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-text" }, drawAll(component.components, message)),
    h(
      "div",
      { class: "section-side" },
      component.accessory ? draw(component.accessory, message) : null,
    ),
  );
}

function separator(component) {
  const large = component.spacing === 2 ? " large" : "";
  const line = component.divider === false ? " blank" : "";
  return h("hr", { class: `separator${large}${line}` });
}

/* What makes two controls the same to the eye. */
export function likeOf({ type, style, label, emoji, placeholder }) {
  return [type, style, label, emoji?.name, placeholder].join(" ");
}

function button(component, message) {
  if (component.style === 5) return linkButton(component);
  const waiting = isWaiting(message.id, component.custom_id);
  return h(
    "button",
    {
      type: "button",
      class: `button ${STYLES[component.style] ?? "secondary"}${waiting ? " waiting" : ""}`,
      "data-key": component.custom_id,
      "data-like": likeOf(component),
      "data-action": component.style === 6 ? null : "press",
      "data-custom-id": component.custom_id,
      disabled: Boolean(component.disabled),
      "aria-busy": waiting ? "true" : null,
      "aria-label":
        component.label || component.style === 6 ? null : (component.emoji?.name ?? "Button"),
    },
    face(component),
    waiting ? dots() : null,
  );
}

function linkButton(component) {
  const safe = /^(https?|discord):\/\//.test(component.url ?? "") && !component.disabled;
  return h(
    "a",
    {
      class: "button secondary link",
      href: safe ? component.url : null,
      target: "_blank",
      rel: "noopener noreferrer nofollow",
      "aria-disabled": safe ? null : "true",
    },
    face(component),
    icon("external", 16),
  );
}

function face(component) {
  const label = component.label ?? (component.style === 6 ? "Premium" : null);
  return h(
    "span",
    { class: "face" },
    partialEmoji(component.emoji),
    label ? h("bdi", null, label) : null,
  );
}

export function dots() {
  return h(
    "span",
    { class: "dots", "aria-hidden": "true", "data-key": "dots" },
    h("i"),
    h("i"),
    h("i"),
  );
}

function select(component, message) {
  const waiting = isWaiting(message.id, component.custom_id);
  const values = chosenValues(message.id, component) ?? defaultValues(component);
  return selectTrigger(
    component,
    values,
    {
      "data-key": component.custom_id,
      "data-like": likeOf(component),
      "data-action": "select",
      "aria-busy": waiting ? "true" : null,
      class: `select${waiting ? " waiting" : ""}`,
    },
    waiting ? dots() : null,
  );
}

/* The closed select, in messages and in forms. */
export function selectTrigger(component, values, props, ...extra) {
  const items = selectedItems(component, values);
  const shown = items.length
    ? items.map((item) =>
        h("span", { class: "chip" }, item.icon?.() ?? null, h("bdi", null, item.label)),
      )
    : h("span", { class: "placeholder" }, component.placeholder || "Make a selection");
  return h(
    "button",
    {
      type: "button",
      class: "select",
      "data-custom-id": component.custom_id,
      disabled: Boolean(component.disabled),
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      ...props,
    },
    h("span", { class: "select-values" }, shown),
    extra,
    icon("chevron"),
  );
}

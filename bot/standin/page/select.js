/* The open select: a list to choose one or several from, with a search where it is long.
 *
 * One value is chosen by a press; several are sent when the list is closed. Escape changes
 * nothing.
 */

import { h, fill } from "./dom.js";
import { icon } from "./icons.js";
import { showOverflow } from "./overflow.js";
import { filterItems, selectItems } from "./options.js";
import { closePanel, openPanel, place } from "./popover.js";

const SEARCH_FROM = 8;

export function limits(component) {
  const least = component.required === false ? 0 : (component.min_values ?? 1);
  return { least, most: component.max_values ?? 1 };
}

export function openSelect(anchor, component, values, commit) {
  const open = {
    component,
    commit,
    ...limits(component),
    items: selectItems(component),
    chosen: new Set(values),
    before: values.join(),
    active: 0,
    shown: [],
  };
  open.list = h("div", {
    class: "options",
    role: "listbox",
    tabindex: "0",
    "aria-label": component.placeholder || "Options",
    "aria-multiselectable": String(open.most > 1),
    id: "select-list",
  });
  showOverflow(open.list);
  open.search = open.items.length >= SEARCH_FROM ? searchField(open) : null;
  const done = open.most > 1 ? doneBar(open) : null;
  openPanel(anchor, [open.search, open.list, done], {
    wide: true,
    className: "select-panel",
    label: component.placeholder || "Options",
    onClose: (reason) => reason !== "escape" && finish(open),
  });
  open.list.parentElement.addEventListener("keydown", (event) => onKey(event, open));
  show(open);
  (open.search && matchMedia("(pointer: fine)").matches ? open.search : open.list).focus();
}

function searchField(open) {
  return h("input", {
    type: "search",
    class: "select-search",
    placeholder: "Search",
    "aria-label": "Search options",
    "aria-controls": "select-list",
    autocomplete: "off",
    oninput: () => {
      open.active = 0;
      show(open);
    },
  });
}

function doneBar(open) {
  const range = open.least === open.most ? `${open.most}` : `${open.least}–${open.most}`;
  open.count = h("span", { role: "status" });
  return h(
    "div",
    { class: "select-done" },
    open.count,
    h("span", null, `Choose ${range}`),
    h(
      "button",
      {
        type: "button",
        class: "button primary",
        "data-testid": "select-done",
        onclick: () => closePanel("done"),
      },
      "Done",
    ),
  );
}

function show(open) {
  open.shown = filterItems(open.items, open.search?.value ?? "");
  fill(
    open.list,
    open.shown.length
      ? open.shown.map((item, index) => row(item, index, open))
      : h("p", { class: "empty" }, "No results"),
  );
  if (open.count) open.count.textContent = `${open.chosen.size} selected`;
  mark(open);
  place();
}

function row(item, index, open) {
  const on = open.chosen.has(item.value);
  const full = !on && open.most > 1 && open.chosen.size >= open.most;
  return h(
    "div",
    {
      class: "option",
      role: "option",
      id: `select-option-${index}`,
      "aria-selected": String(on),
      "aria-disabled": full ? "true" : null,
      "data-value": item.value,
      "data-testid": "select-option",
      onclick: () => choose(item, open),
      onpointermove: () => index !== open.active && ((open.active = index), mark(open)),
    },
    item.icon?.() ?? null,
    h(
      "span",
      { class: "option-text" },
      h("bdi", null, item.label),
      item.description ? h("small", { dir: "auto" }, item.description) : null,
    ),
    open.most > 1
      ? h("span", { class: `box${on ? " on" : ""}` }, on ? icon("check", 16) : null)
      : on
        ? icon("check", 18)
        : null,
  );
}

function mark(open) {
  [...open.list.children].forEach((node, index) =>
    node.classList.toggle("active", index === open.active),
  );
  const id = open.shown.length ? `select-option-${open.active}` : "";
  for (const node of [open.list, open.search]) node?.setAttribute("aria-activedescendant", id);
}

function choose(item, open) {
  const had = open.chosen.has(item.value);
  if (open.most === 1) {
    open.chosen.clear();
    if (!had || open.least > 0) open.chosen.add(item.value);
    closePanel("done");
    return;
  }
  if (had) open.chosen.delete(item.value);
  else if (open.chosen.size < open.most) open.chosen.add(item.value);
  show(open);
}

function onKey(event, open) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    open.active = (open.active + step + open.shown.length) % Math.max(open.shown.length, 1);
    mark(open);
    open.list.children[open.active]?.scrollIntoView({ block: "nearest" });
  } else if (event.key === "Enter" || (event.key === " " && event.target === open.list)) {
    if (event.target.closest("button")) return;
    event.preventDefault();
    if (open.shown[open.active]) choose(open.shown[open.active], open);
  } else if (event.key === "Tab" && open.most === 1) {
    event.preventDefault();
    closePanel("escape");
  }
}

/* In the order of the list, as Discord sends them; nothing where nothing changed. */
function finish(open) {
  const values = open.items.filter((item) => open.chosen.has(item.value)).map((item) => item.value);
  const unchanged = values.join() === open.before;
  if (unchanged || values.length < open.least) return;
  open.commit(values);
}

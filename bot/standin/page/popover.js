/* Floating panels and menus: one at a time, closed by Escape or a press elsewhere.
 *
 * A panel is a child of the open dialog when its anchor is inside one, because everything
 * outside a modal dialog is inert.
 */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { showOverflow } from "./overflow.js";

const GAP = 4;
const EDGE = 8;
let current = null;

/* anchor: an element or a point {x, y}. onClose(reason): "escape", "outside" or "done". */
export function openPanel(anchor, content, { onClose, wide = false, className = "", label } = {}) {
  closePanel("outside");
  const element = anchor instanceof Element ? anchor : null;
  const host = element?.closest("dialog") ?? document.body;
  const panel = h(
    "div",
    {
      class: `panel ${className}`,
      popover: "manual",
      role: label ? "dialog" : null,
      "aria-label": label,
    },
    content,
  );
  host.append(panel);
  panel.showPopover?.();
  current = { panel, anchor, element, wide, onClose, back: document.activeElement };
  element?.setAttribute("aria-expanded", "true");
  place();
  return panel;
}

export function closePanel(reason = "done") {
  if (!current) return;
  const { panel, element, onClose, back } = current;
  current = null;
  const inside = panel.contains(document.activeElement);
  panel.remove();
  element?.setAttribute("aria-expanded", "false");
  if (inside && reason !== "outside")
    (element?.isConnected ? element : back)?.focus?.({ preventScroll: true });
  onClose?.(reason);
}

/* Below the anchor where there is room, above it otherwise, and never out of the window. */
export function place() {
  if (!current) return;
  const { panel, anchor, element, wide } = current;
  const box = element?.getBoundingClientRect() ?? {
    left: anchor.x,
    right: anchor.x,
    top: anchor.y,
    bottom: anchor.y,
    width: 0,
  };
  if (wide)
    panel.style.setProperty(
      "width",
      `${Math.min(Math.max(box.width, 220), innerWidth - 2 * EDGE)}px`,
    );
  const { width, height } = panel.getBoundingClientRect();
  const below = innerHeight - box.bottom - EDGE;
  const top = height <= below || below > box.top ? box.bottom + GAP : box.top - GAP - height;
  const left = Math.min(box.left, innerWidth - width - EDGE);
  panel.style.setProperty("left", `${Math.max(EDGE, left)}px`);
  panel.style.setProperty("top", `${Math.max(EDGE, Math.min(top, innerHeight - height - EDGE))}px`);
}

export function setUpPanels() {
  addEventListener(
    "pointerdown",
    (event) => {
      if (!current || current.panel.contains(event.target)) return;
      if (current.element?.contains(event.target)) return;
      closePanel("outside");
    },
    true,
  );
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !current) return;
      event.preventDefault();
      event.stopPropagation();
      closePanel("escape");
    },
    true,
  );
  addEventListener("resize", place);
}

/* items: {label, icon?, danger?, action, testid?, checked?}, with href a link to a new window; {title} or null for a line. */
export function openMenu(anchor, items, label = "Menu") {
  const menu = h("div", { class: "menu", role: "menu", "aria-label": label }, items.map(menuItem));
  menu.addEventListener("keydown", moveInMenu);
  showOverflow(menu);
  openPanel(anchor, menu);
  menu.querySelector("[role^=menuitem]")?.focus();
}

function menuItem(item) {
  if (item === null) return h("hr", { role: "separator" });
  if (item.title) return h("div", { class: "menu-title", dir: "auto" }, item.title);
  return h(
    item.href ? "a" : "button",
    {
      type: item.href ? null : "button",
      href: item.href,
      target: item.href ? "_blank" : null,
      role: item.checked === undefined ? "menuitem" : "menuitemradio",
      "aria-checked": item.checked === undefined ? null : String(item.checked),
      class: item.danger ? "danger" : null,
      tabindex: "-1",
      "data-testid": item.testid,
      "data-value": item.value,
      onclick: () => {
        closePanel("done");
        item.action?.();
      },
    },
    item.picture ?? null,
    h("bdi", null, item.label),
    item.detail ? h("small", null, item.detail) : null,
    item.checked ? icon("check", 18) : item.icon ? icon(item.icon, 18) : null,
  );
}

function moveInMenu(event) {
  const step = { ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll("[role^=menuitem]")];
  const next = items.indexOf(document.activeElement) + step;
  items[(next + items.length) % items.length]?.focus();
}

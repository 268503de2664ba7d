/* The list above the composer: commands to pick, choices for an option, or just a hint.
 *
 * It is a listbox whose active row is announced through the input that has the focus
 * (aria-activedescendant), so the focus itself never leaves the input.
 */

import { fill, h } from "./dom.js";
import { showOverflow } from "./overflow.js";

export class Suggest {
  constructor(box) {
    this.box = box;
    this.items = [];
    this.active = -1;
    this.input = null;
    box.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  get isOpen() {
    return !this.box.hidden;
  }

  get hasItems() {
    return this.isOpen && this.items.length > 0;
  }

  /* items: {label, detail, side, icon(), testid, data, pick()}; the first is active. */
  show({ input, title, hint, items = [], empty }) {
    if (this.input !== input) this.hide();
    this.input = input;
    this.items = items;
    this.active = items.length ? 0 : -1;
    fill(
      this.box,
      title || hint
        ? h(
            "div",
            { class: "suggest-head" },
            title ? h("strong", { dir: "auto" }, title) : null,
            hint ? h("span", { dir: "auto" }, hint) : null,
          )
        : null,
      items.length
        ? h(
            "div",
            {
              class: "suggest-list",
              role: "listbox",
              id: "suggest-list",
              "aria-label": title ?? "Suggestions",
            },
            items.map((item, index) => this.row(item, index)),
          )
        : null,
      !items.length && empty ? h("p", { class: "empty", role: "status" }, empty) : null,
    );
    const list = this.box.querySelector(".suggest-list");
    if (list) showOverflow(list);
    this.box.hidden = !this.box.firstChild;
    this.expanded(items.length > 0);
    this.mark();
  }

  row(item, index) {
    return h(
      "div",
      {
        class: "suggest-item",
        role: "option",
        id: `suggest-${index}`,
        "data-testid": item.testid ?? "suggest-item",
        ...item.data,
        onclick: () => item.pick(),
        onpointermove: () => index !== this.active && ((this.active = index), this.mark()),
      },
      item.icon?.() ?? null,
      h(
        "span",
        { class: "suggest-text" },
        h("bdi", { class: "suggest-label" }, item.label),
        item.detail ? h("small", { dir: "auto" }, item.detail) : null,
      ),
      item.side ? h("span", { class: "suggest-side" }, h("bdi", null, item.side)) : null,
    );
  }

  mark() {
    this.box.querySelectorAll(".suggest-item").forEach((node, index) => {
      node.classList.toggle("active", index === this.active);
      node.setAttribute("aria-selected", String(index === this.active));
    });
    if (this.active >= 0) {
      this.input?.setAttribute("aria-activedescendant", `suggest-${this.active}`);
    } else this.input?.removeAttribute("aria-activedescendant");
  }

  hide() {
    this.box.hidden = true;
    this.items = [];
    this.active = -1;
    this.expanded(false);
    this.input?.removeAttribute("aria-activedescendant");
  }

  /* The composer's textarea is no combobox and may not say "expanded". */
  expanded(on) {
    if (on) this.input?.setAttribute("aria-controls", "suggest-list");
    else this.input?.removeAttribute("aria-controls");
    if (this.input?.getAttribute("role") === "combobox") {
      this.input.setAttribute("aria-expanded", String(on));
    }
  }

  /* Arrow keys move, Escape hides. True when the key was used up. */
  onKey(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.hasItems) {
      this.active = (this.active + step + this.items.length) % this.items.length;
      this.mark();
      this.box.querySelector(".active")?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Escape" && this.hasItems) this.hide();
    else return false;
    event.preventDefault();
    return true;
  }

  pickActive() {
    if (!this.hasItems) return false;
    this.items[this.active].pick();
    return true;
  }
}

/* A picked command in the composer: its name and its options as fields, until it is sent. */

import { knownItems, optionTree, readField, typeWord, writtenOptions } from "./commands.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { ask } from "./interactions.js";
import { filterItems } from "./options.js";
import { errorText, runCommand } from "./sending.js";
import { state } from "./state.js";

const DEBOUNCE_MS = 220;
const SHOWN_ITEMS = 25;

export class OptionForm {
  constructor(leaf, suggest, { onSent, onCancel }) {
    this.leaf = leaf;
    this.suggest = suggest;
    this.onSent = onSent;
    this.onCancel = onCancel;
    this.fields = leaf.options
      .filter((option) => option.required)
      .map((option) => this.newField(option));
    this.row = h("div", { class: "command-row" });
    this.errors = h("div", { class: "command-errors", role: "alert" });
    this.node = h(
      "div",
      {
        class: "command-form",
        role: "group",
        tabindex: "-1",
        "aria-label": `Command /${leaf.name}`,
        "data-testid": "command-form",
        "data-command": leaf.name,
        onkeydown: (event) => this.onKey(event),
        onfocusout: (event) => !this.node.contains(event.relatedTarget) && this.suggest.hide(),
      },
      this.row,
      this.errors,
    );
    this.drawRow();
  }

  newField(option) {
    const field = { option, text: "", value: undefined, remote: null, ticket: 0 };
    field.input = h("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      dir: "auto",
      role: "combobox",
      "data-testid": "option-input",
      "data-option": option.name,
      "aria-label": `${option.name}: ${option.description ?? ""}`,
      "aria-required": String(Boolean(option.required)),
      "aria-expanded": "false",
      inputmode: { 4: "numeric", 10: "decimal" }[option.type],
      oninput: () => this.typed(field),
      onfocus: () => this.entered(field),
      onblur: () => this.left(field),
    });
    field.node = h(
      "label",
      {
        class: "field",
        "data-testid": "option-field",
        "data-option": option.name,
        "data-type": option.type,
      },
      h("span", { class: "field-name" }, option.name),
      field.input,
    );
    return field;
  }

  drawRow() {
    const used = new Set(this.fields.map((field) => field.option.name));
    const more = this.leaf.options.filter((option) => !used.has(option.name));
    fill(
      this.row,
      h(
        "span",
        { class: "command-name" },
        icon("command", 16),
        h("bdi", null, `/${this.leaf.name}`),
      ),
      this.fields.map((field) => field.node),
      more.map((option) =>
        h(
          "button",
          {
            type: "button",
            class: "option-add",
            "data-testid": "option-add",
            "data-option": option.name,
            title: option.description,
            onclick: () => this.add(option),
          },
          `+ ${option.name}`,
        ),
      ),
    );
  }

  add(option) {
    const field = this.newField(option);
    this.fields.push(field);
    this.drawRow();
    field.input.focus();
  }

  remove(field) {
    this.fields = this.fields.filter((other) => other !== field);
    this.drawRow();
    this.focus(true);
  }

  /* The first field still empty; else the last, or the form itself where there is none. */
  focus(last = false) {
    const empty = last ? null : this.fields.find((field) => field.text === "");
    const target = empty ?? this.fields.at(-1);
    if (target) target.input.focus();
    else {
      this.node.focus();
      this.suggest.show({
        title: `/${this.leaf.name}`,
        hint: `${this.leaf.description} · Enter to send`,
      });
    }
  }

  typed(field) {
    field.text = field.input.value;
    field.value = undefined;
    this.mark(field, null);
    if (field.option.autocomplete) {
      field.ticket++; // an answer under way is about an older text,
      field.remote = null; // as are the choices shown: Enter must pick none of them
      this.askBot(field);
    }
    this.offer(field);
  }

  entered(field) {
    field.node.classList.add("current");
    if (field.option.autocomplete && field.remote === null) this.askBot(field);
    this.offer(field);
  }

  left(field) {
    field.node.classList.remove("current");
    const { error } = readField(field);
    this.mark(field, field.text.trim() ? error : null);
  }

  offer(field) {
    if (document.activeElement !== field.input) return;
    const { option } = field;
    const items = option.autocomplete ? field.remote : knownItems(option);
    const shown =
      items &&
      (option.autocomplete || field.value !== undefined ? items : filterItems(items, field.text));
    this.suggest.show({
      input: field.input,
      title: option.name,
      hint: hint(option),
      items:
        field.value !== undefined
          ? []
          : (shown ?? []).slice(0, SHOWN_ITEMS).map((item) => this.offered(field, item)),
      empty: emptyText(field, items),
    });
  }

  offered(field, item) {
    return {
      label: item.label,
      detail: item.description,
      icon: item.icon,
      data: { "data-value": String(item.value) },
      pick: () => this.pick(field, item),
    };
  }

  pick(field, item) {
    field.value = item.value;
    field.text = item.label;
    field.input.value = item.label;
    this.mark(field, null);
    const next = this.fields.find((other) => other.option.required && other.text === "");
    if (next) next.input.focus();
    else this.offer(field);
  }

  askBot(field) {
    clearTimeout(field.timer);
    field.timer = setTimeout(
      () => this.fetchChoices(field),
      field.ticket ? DEBOUNCE_MS : 0,
    );
  }

  /* Only the newest question's answer is shown: answers may overtake one another. */
  fetchChoices(field) {
    const ticket = ++field.ticket;
    const arrive = (choices, broken) => {
      if (ticket !== field.ticket) return;
      field.remote = choices.map((choice) => ({ value: choice.value, label: String(choice.name) }));
      field.broken = broken;
      this.offer(field);
    };
    ask(
      "autocomplete",
      {
        channel_id: state.channelId,
        command_id: this.leaf.command.id,
        options: optionTree(this.leaf, writtenOptions(this.fields, field)),
      },
      {
        choices: (choices) => arrive(choices, false),
        failed: () => arrive([], true),
        invalid: () => arrive([], true),
      },
    );
  }

  mark(field, error) {
    field.error = error;
    field.node.classList.toggle("wrong", Boolean(error));
    field.input.setAttribute("aria-invalid", String(Boolean(error)));
    const wrong = this.fields.filter((other) => other.error);
    fill(
      this.errors,
      wrong.map((other) =>
        h(
          "p",
          { "data-testid": "option-error", "data-option": other.option.name },
          h("strong", null, other.option.name),
          ` ${other.error}`,
        ),
      ),
    );
  }

  onKey(event) {
    if (event.isComposing || event.target.closest(".option-add")) return;
    const field = this.fields.find((other) => other.input === event.target);
    if (this.suggest.onKey(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (!this.suggest.pickActive()) this.submit();
    } else if (
      event.key === "Tab" &&
      !event.shiftKey &&
      field &&
      this.suggest.hasItems &&
      field.text
    ) {
      event.preventDefault();
      this.suggest.pickActive();
    } else if (event.key === "Escape") this.cancel("");
    else if (event.key === "Backspace" && (!field || field.text === "")) {
      event.preventDefault();
      if (field && !field.option.required) this.remove(field);
      else this.cancel(`/${this.leaf.name}`);
    }
  }

  cancel(text) {
    this.suggest.hide();
    this.onCancel(text);
  }

  submit() {
    for (const field of this.fields) this.mark(field, readField(field).error ?? null);
    const wrong = this.fields.find((field) => field.error);
    if (wrong) {
      wrong.input.focus();
      this.offer(wrong);
      return;
    }
    this.suggest.hide();
    runCommand({
      command: this.leaf.command,
      path: this.leaf.name,
      options: optionTree(this.leaf, writtenOptions(this.fields)),
      invalid: (errors) => this.onSent(this, errorText(errors)),
    });
    this.onSent(this, null);
  }

  /* The server refused it: the form comes back with the reason under it. */
  showRefusal(text) {
    fill(this.errors, h("p", { "data-testid": "option-error" }, text));
  }
}

function hint(option) {
  const parts = [option.description, typeWord(option)];
  if (option.min_value !== undefined) parts.push(`at least ${option.min_value}`);
  if (option.max_value !== undefined) parts.push(`at most ${option.max_value}`);
  if (option.min_length) parts.push(`at least ${option.min_length} characters`);
  if (option.max_length) parts.push(`at most ${option.max_length} characters`);
  return [...parts, option.required ? "required" : "optional"].filter(Boolean).join(" · ");
}

function emptyText(field, items) {
  if (field.value !== undefined || items === null)
    return field.option.autocomplete && items === null ? "Loading options…" : null;
  if (field.broken) return "Loading options failed.";
  return items && field.text ? "No options match." : null;
}

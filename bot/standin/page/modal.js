/* A form the bot opened. The browser's own <dialog> keeps the focus inside and hears Escape. */

import { appBadge, avatar } from "./avatar.js";
import { dots } from "./components.js";
import { $, fill, h } from "./dom.js";
import { leaveFocus } from "./focus.js";
import { icon } from "./icons.js";
import { ask } from "./interactions.js";
import { modalFields } from "./modalfields.js";
import { showOverflow } from "./overflow.js";
import { closePanel } from "./popover.js";
import { errorText } from "./sending.js";
import { state } from "./state.js";

const FAILED = "Something went wrong. Try again.";
let dialog = null;
let comeBack = null;

export function openModal({ modal, interactionId }) {
  closeModal();
  const form = { modal, interactionId, fields: modalFields(modal.components ?? []), busy: false };
  form.error = h("p", {
    class: "modal-error",
    role: "alert",
    "data-testid": "modal-error",
    hidden: true,
  });
  form.submit = h(
    "button",
    { type: "submit", class: "button primary", "data-testid": "modal-submit" },
    h("span", { class: "face" }, "Submit"),
  );
  dialog = h(
    "dialog",
    {
      class: "modal",
      "aria-labelledby": "modal-title",
      "data-testid": "modal",
      "data-custom-id-modal": modal.custom_id,
    },
    h(
      "form",
      { method: "dialog", novalidate: true, onsubmit: (event) => send(event, form) },
      header(modal),
      form.error,
      h(
        "div",
        { class: "modal-body" },
        form.fields.map((field) => field.node),
      ),
      h("footer", null, cancelButton(), form.submit),
    ),
  );
  dialog.addEventListener("close", () => dialog && closeModal());
  document.body.append(dialog);
  showOverflow($(".modal-body", dialog));
  comeBack = leaveFocus();
  dialog.showModal();
  form.fields.find((field) => field.control)?.control.focus();
}

export function closeModal() {
  if (!dialog) return;
  closePanel("escape");
  const closing = dialog;
  dialog = null;
  closing.close();
  closing.remove();
  const input = $("#composer-input");
  if (!comeBack() && !input.disabled && matchMedia("(pointer: fine)").matches) input.focus();
}

function header(modal) {
  const { id, name } = state.application;
  const user = state.members.get(String(id))?.user ?? { id, username: name };
  return h(
    "header",
    null,
    avatar(user, 32),
    h(
      "div",
      null,
      h("h2", { id: "modal-title" }, h("bdi", null, modal.title)),
      h("small", null, h("bdi", null, name), appBadge()),
    ),
    h(
      "button",
      { type: "button", class: "icon-button", "aria-label": "Close", onclick: closeModal },
      icon("close"),
    ),
  );
}

function cancelButton() {
  return h(
    "button",
    {
      type: "button",
      class: "button secondary",
      "data-testid": "modal-cancel",
      onclick: closeModal,
    },
    h("span", { class: "face" }, "Cancel"),
  );
}

function send(event, form) {
  event.preventDefault();
  if (form.busy) return;
  say(form, null);
  const wrong = form.fields.filter((field) => field.check());
  if (wrong.length) {
    wrong[0].control?.focus();
    return;
  }
  busy(form, true);
  const mine = dialog;
  const fail = (text) => {
    busy(form, false);
    say(form, text);
  };
  ask(
    "modal_submit",
    {
      interaction_id: form.interactionId,
      custom_id: form.modal.custom_id,
      components: form.fields.map((field) => field.payload()).filter(Boolean),
    },
    {
      done: () => dialog === mine && closeModal(),
      failed: () => fail(FAILED),
      invalid: (errors) => fail(refusal(form, errors)),
    },
  );
}

/* What the server says of a field is shown at the field; the rest above the form. */
function refusal(form, errors) {
  const rest = { ...errors };
  for (const field of form.fields.filter(({ customId }) => customId in errors)) {
    field.show(errors[field.customId]);
    delete rest[field.customId];
  }
  return Object.keys(rest).length ? errorText(rest) : null;
}

function busy(form, on) {
  form.busy = on;
  form.submit.classList.toggle("waiting", on);
  form.submit.querySelector(".dots")?.remove();
  if (on) form.submit.append(dots());
}

function say(form, text) {
  form.error.hidden = !text;
  fill(form.error, text ? [icon("alert", 16), text] : null);
}

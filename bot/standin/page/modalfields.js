/* The fields of a form: each can be checked and says what it sends.
 *
 * A field is {node, check(): error or null, payload(): the component as Discord submits it}.
 */

import { selectTrigger } from "./components.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { defaultValues } from "./options.js";
import { limits, openSelect } from "./select.js";

const ROW = 1;
const TEXT_INPUT = 4;
const TEXT = 10;
const LABEL = 18;
const REQUIRED = "This field is required.";

/* Rows and labels of a modal, as fields; plain texts have no check. */
export function modalFields(components) {
  return components.map((component, index) => {
    if (component.type === TEXT)
      return { node: markdown(component.content), check: () => null, payload: () => null };
    const inner =
      component.type === ROW
        ? component.components[0]
        : component.type === LABEL
          ? component.component
          : component;
    return framed(component, inner, `modal-field-${index}`);
  });
}

function framed(outer, inner, id) {
  const part = PARTS[inner.type]?.(inner, id) ?? unknown(inner);
  const error = h("p", {
    class: "modal-field-error",
    id: `${id}-error`,
    role: "alert",
    "data-testid": "modal-field-error",
  });
  const label = outer.label ?? inner.label ?? inner.placeholder ?? "";
  const description = outer.description;
  const node = h(
    "div",
    { class: "modal-field", "data-testid": "modal-field", "data-field-id": inner.custom_id },
    h(
      "label",
      { for: id },
      h("bdi", null, label),
      isRequired(inner) ? h("span", { class: "star", "aria-hidden": "true" }, " *") : null,
    ),
    description ? h("p", { class: "modal-field-about", dir: "auto" }, description) : null,
    part.node,
    error,
  );
  const show = (text) => {
    error.textContent = text ?? "";
    node.classList.toggle("wrong", Boolean(text));
    part.control?.setAttribute("aria-invalid", String(Boolean(text)));
  };
  part.control?.setAttribute("aria-describedby", error.id);
  return {
    node,
    show,
    customId: inner.custom_id,
    get control() {
      return part.control; // a select is drawn anew with each choice
    },
    check: () => {
      const text = part.check();
      show(text);
      return text;
    },
    payload: () =>
      wrapped(outer, {
        type: inner.type,
        id: inner.id,
        custom_id: inner.custom_id,
        ...part.value(),
      }),
  };
}

function wrapped(outer, component) {
  if (outer.type === ROW) return { type: ROW, id: outer.id, components: [component] };
  if (outer.type === LABEL) return { type: LABEL, id: outer.id, component };
  return component;
}

function isRequired(component) {
  return component.required !== false && component.type !== 23;
}

function textPart(component, id) {
  const long = component.style === 2;
  const control = h(long ? "textarea" : "input", {
    id,
    type: long ? null : "text",
    rows: long ? 5 : null,
    class: "text-input",
    dir: "auto",
    placeholder: component.placeholder,
    "data-testid": "modal-input",
    "data-custom-id": component.custom_id,
    "aria-required": String(isRequired(component)),
    autocomplete: "off",
  });
  control.value = component.value ?? "";
  const count = component.max_length
    ? h("span", { class: "text-count", "aria-hidden": "true" })
    : null;
  const recount = () =>
    count && (count.textContent = `${[...control.value].length}/${component.max_length}`);
  control.addEventListener("input", recount);
  recount();
  return {
    node: h("div", { class: "text-holder" }, control, count),
    control,
    check: () => checkText(control.value, component),
    value: () => ({ value: control.value }),
  };
}

function checkText(text, component) {
  const length = [...text].length;
  if (text.trim() === "") return isRequired(component) ? REQUIRED : null;
  const least = component.min_length ?? 0;
  const most = component.max_length ?? 4000;
  if (length < least) return `Write at least ${least} character${least === 1 ? "" : "s"}.`;
  return length > most ? `Write at most ${most} characters.` : null;
}

function selectPart(component, id) {
  let values = defaultValues(component);
  const holder = h("div");
  const part = { node: holder, control: null };
  const draw = () => {
    part.control = selectTrigger(component, values, { id });
    part.control.addEventListener("click", () =>
      openSelect(part.control, component, values, (chosen) => {
        values = chosen;
        draw();
        part.control.focus();
      }),
    );
    holder.replaceChildren(part.control);
  };
  draw();
  part.check = () => checkCount(values, component);
  part.value = () => ({ values });
  return part;
}

function checkCount(values, component) {
  const { least, most } = limits(component);
  if (!values.length) return isRequired(component) && least > 0 ? REQUIRED : null;
  if (values.length < least) return `Choose at least ${least}.`;
  return values.length > most ? `Choose at most ${most}.` : null;
}

function choicePart(component, id, type) {
  const inputs = (component.options ?? []).map((option) => {
    const control = h("input", {
      type,
      name: id,
      value: option.value,
      "data-custom-id": component.custom_id,
    });
    control.checked = Boolean(option.default);
    return { control, option };
  });
  const node = h(
    "div",
    { class: "choices", role: type === "radio" ? "radiogroup" : "group", id },
    inputs.map(({ control, option }) =>
      h(
        "label",
        { class: "choice" },
        control,
        h(
          "span",
          null,
          h("bdi", null, option.label),
          option.description ? h("small", null, option.description) : null,
        ),
      ),
    ),
  );
  const chosen = () =>
    inputs.filter(({ control }) => control.checked).map(({ option }) => option.value);
  return { node, control: inputs[0]?.control, chosen };
}

function radioPart(component, id) {
  const { node, control, chosen } = choicePart(component, id, "radio");
  return {
    node,
    control,
    value: () => ({ value: chosen()[0] ?? null }),
    check: () => (isRequired(component) && !chosen().length ? REQUIRED : null),
  };
}

function checkboxesPart(component, id) {
  const { node, control, chosen } = choicePart(component, id, "checkbox");
  const most = component.max_values ?? component.options?.length;
  return {
    node,
    control,
    value: () => ({ values: chosen() }),
    check: () => checkCount(chosen(), { ...component, max_values: most }),
  };
}

function checkboxPart(component, id) {
  const control = h("input", { type: "checkbox", id, "data-custom-id": component.custom_id });
  control.checked = Boolean(component.default);
  return { node: control, control, value: () => ({ value: control.checked }), check: () => null };
}

function unknown(component) {
  const node = h(
    "p",
    { class: "modal-field-about" },
    icon("alert", 16),
    " This kind of field cannot be filled in here.",
  );
  return {
    node,
    control: null,
    value: () => ({ values: [] }),
    check: () => (isRequired(component) ? REQUIRED : null),
  };
}

const PARTS = {
  [TEXT_INPUT]: textPart,
  3: selectPart,
  5: selectPart,
  6: selectPart,
  7: selectPart,
  8: selectPart,
  21: radioPart,
  22: checkboxesPart,
  23: checkboxPart,
};

/* Presses on a message's buttons and selects: which are waiting, which have failed. */

import { ask } from "./interactions.js";
import { tell } from "./state.js";

const FAILED = "This interaction failed";

const waiting = new Set();
const failures = new Map();
const chosen = new Map();

const keyOf = (messageId, customId) => `${messageId} ${customId}`;

export const isWaiting = (messageId, customId) => waiting.has(keyOf(messageId, customId));
export const failureOf = (messageId) => failures.get(messageId) ?? null;

/* What was picked stays shown until the bot sends that select again, changed. */
export function chosenValues(messageId, component) {
  const entry = chosen.get(keyOf(messageId, component.custom_id));
  return entry && entry.was === JSON.stringify(component) ? entry.values : null;
}

export function press(messageId, component, values) {
  const key = keyOf(messageId, component.custom_id);
  if (waiting.has(key)) return;
  waiting.add(key);
  failures.delete(messageId);
  if (values) chosen.set(key, { values, was: JSON.stringify(component) });
  const end = (failure) => {
    waiting.delete(key);
    if (failure) failures.set(messageId, failure);
    tell("touched", messageId);
  };
  ask("press", pressData(messageId, component, values), {
    done: () => end(null),
    failed: () => end(FAILED),
    invalid: (errors) => end(errors.message ?? FAILED),
  });
  tell("touched", messageId);
}

function pressData(messageId, component, values) {
  const data = {
    message_id: messageId,
    custom_id: component.custom_id,
    component_type: component.type,
  };
  return values ? { ...data, values } : data;
}

export function forget(messageId) {
  failures.delete(messageId);
}

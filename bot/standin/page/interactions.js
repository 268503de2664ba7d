/* Every press, command and form this window sent and has not heard the end of.
 *
 * A nonce is opened when the frame is sent and closed by the server's answer, by a lost
 * connection or by PATIENCE running out. What the answer means to the screen (three dots,
 * "This interaction failed", a form opening) is told to whoever asked, through callbacks.
 */

import { tell } from "./state.js";

const PATIENCE = 8000;
const open = new Map();
let counter = 0;
let transport = () => false;

export function useTransport(send) {
  transport = send;
}

/* callbacks: done(), failed(), invalid(errors), choices(list); each may be left out. */
export function ask(type, data, callbacks = {}) {
  const nonce = `${Date.now()}${String(++counter).padStart(4, "0")}`;
  const timer = setTimeout(() => close(nonce)?.failed?.(), PATIENCE);
  open.set(nonce, { timer, callbacks });
  if (!transport(type, { nonce, ...data })) queueMicrotask(() => close(nonce)?.failed?.());
  return nonce;
}

function close(nonce) {
  const entry = open.get(nonce);
  if (!entry) return null;
  clearTimeout(entry.timer);
  open.delete(nonce);
  return entry.callbacks;
}

export function loseAll() {
  for (const nonce of [...open.keys()]) close(nonce)?.failed?.();
}

export function hearInteraction(frame) {
  if (frame.state === "sent") return;
  const callbacks = close(String(frame.nonce));
  if (!callbacks) return;
  if (frame.state === "failed") callbacks.failed?.();
  else if (frame.state === "autocomplete") callbacks.choices?.(frame.choices ?? []);
  else if (frame.state === "invalid") (callbacks.invalid ?? callbacks.failed)?.(frame.errors ?? {});
  else {
    callbacks.done?.();
    if (frame.state === "modal")
      tell("modal", { modal: frame.modal, interactionId: frame.interaction_id });
  }
}

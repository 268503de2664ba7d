/* What a press inside the message list means. All listeners of the list are here. */

import { $ } from "./dom.js";
import { likeOf } from "./components.js";
import { openCommandByPath } from "./composer.js";
import { emojiIsMissing } from "./emoji.js";
import { messageMenu, userMenu, copyText } from "./menus.js";
import { flashMessage } from "./messages.js";
import { defaultValues } from "./options.js";
import { chosenValues, isWaiting, press } from "./press.js";
import { openSelect } from "./select.js";
import { state, tell } from "./state.js";

const ACTIONS = {
  press: (node, message) => pressButton(node, message),
  select: (node, message) => pressSelect(node, message),
  reveal: (node) => node.setAttribute("data-own-shown", ""),
  unveil: (node) => node.parentElement.setAttribute("data-own-shown", ""),
  dismiss: (node) => tell("dismiss", node.dataset.id),
  delete: (node) => tell("delete", node.dataset.id),
  "copy-id": (node) => copyText(node.dataset.id, "Message ID copied"),
  menu: (node, message) => messageMenu(node, message),
  user: (node) => userMenu(node, node.dataset.userId),
  jump: (node) => flashMessage(node.dataset.jump),
};

export function setUpActions() {
  const list = $("#messages");
  list.addEventListener("click", act);
  list.addEventListener("keydown", (event) => {
    const target = event.target.closest('[role="button"]');
    if (target && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      act(event);
    }
  });
  list.addEventListener("contextmenu", context);
  list.addEventListener("error", brokenPicture, true);
}

function messageOf(node) {
  return state.messages.get(node.closest("[data-message-id]")?.dataset.messageId) ?? null;
}

function act(event) {
  const node = event.target.closest(
    "[data-action], [data-user-id], [data-channel-id], [data-command]",
  );
  if (!node) return;
  if (node.dataset.action) ACTIONS[node.dataset.action](node, messageOf(node));
  else if (node.dataset.userId) userMenu(node, node.dataset.userId);
  else if (node.dataset.channelId) goTo(node.dataset.channelId, node.dataset.target);
  else openCommandByPath(node.dataset.command);
}

function goTo(channelId, messageId) {
  tell("channel", channelId);
  if (messageId) tell("target", messageId);
}

/* All controls of a message, however deep. */
function controls(components) {
  return (components ?? []).flatMap((component) => [
    ...(component.custom_id ? [component] : []),
    ...controls(component.components),
    ...controls(component.accessory ? [component.accessory] : []),
  ]);
}

/* The pressed control in the newest message. When that has just changed and is not drawn yet,
 * a control with the same face stands for it: its custom id may carry the message's version.
 */
function findComponent(node, message) {
  const all = controls(message?.components);
  const { customId, like } = node.dataset;
  return (
    all.find((component) => component.custom_id === customId) ??
    all.find((component) => !component.disabled && likeOf(component) === like)
  );
}

function pressButton(node, message) {
  const component = findComponent(node, message);
  if (component) press(message.id, component);
}

function pressSelect(node, message) {
  const component = findComponent(node, message);
  if (!component || isWaiting(message.id, component.custom_id)) return;
  const values = chosenValues(message.id, component) ?? defaultValues(component);
  openSelect(node, component, values, (chosen) => {
    const newest = findComponent(node, state.messages.get(message.id));
    if (newest) press(message.id, newest, chosen);
  });
}

function context(event) {
  const user = event.target.closest("[data-user-id]");
  const message = messageOf(event.target);
  if (event.target.closest("a") || (!user && !message) || String(getSelection())) return;
  event.preventDefault();
  const point = { x: event.clientX, y: event.clientY };
  if (user) userMenu(point, user.dataset.userId);
  else messageMenu(point, message);
}

/* An emoji not uploaded yet is shown by its name. */
function brokenPicture(event) {
  const id = event.target.dataset?.emojiId;
  if (!id) return;
  emojiIsMissing(id);
  tell("touched", messageOf(event.target)?.id);
}

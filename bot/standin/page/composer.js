/* The composer: a text to say, or a command being filled in.
 *
 * "/" opens the picker; picking a command swaps the text field for an OptionForm until the
 * command is sent or given up. Drafts are kept for each channel.
 */

import { exactLeaf, findLeaves, leafByPath } from "./commands.js";
import { $ } from "./dom.js";
import { icon } from "./icons.js";
import { OptionForm } from "./optionform.js";
import { Suggest } from "./suggest.js";
import { canSend, channel, memberName, state } from "./state.js";
import { toast } from "./toast.js";

const MOST = 2000;
const WARN_AT = 1800;

const drafts = new Map();
const mentions = new Map();
let input;
let box;
let suggest;
let form = null;
let say;
let shownChannel = null;

export function setUpComposer(sayFrame) {
  say = sayFrame;
  input = $("#composer-input");
  box = $("#composer-slot");
  suggest = new Suggest($("#suggest"));
  input.addEventListener("input", onInput);
  input.addEventListener("keydown", onKey);
  input.addEventListener("blur", () => !form && suggest.hide());
  input.addEventListener("focus", () => drawPicker());
  $("#composer").addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  addEventListener("keydown", typeAnywhere);
}

/* Called when the channel, its permissions, the commands or the connection changed. */
export function drawComposer() {
  const open = canSend();
  if (shownChannel !== state.channelId) changeChannel();
  input.disabled = !open && channel() !== null; // while it connects, one may already type
  $("#composer").classList.toggle("closed", !open);
  $("#send").disabled = !open;
  input.placeholder = placeholder(open);
  $("#bot-away").hidden = state.application.online !== false || !state.connected;
  $("#bot-away").textContent =
    `${state.application.name} is offline. Its commands and buttons are not answered.`;
  if (form && !leafByPath(form.leaf.name)) closeForm("");
  if (!form && document.activeElement === input) drawPicker();
  grow();
}

function placeholder(open) {
  if (!channel()) return "Connecting…";
  return open
    ? `Message #${channel().name}`
    : "You do not have permission to send messages in this channel.";
}

/* What was typed before the first channel was there is that channel's draft. */
function changeChannel() {
  if (form) closeForm("");
  if (shownChannel || input.value) drafts.set(shownChannel ?? state.channelId, input.value);
  shownChannel = state.channelId;
  input.value = drafts.get(shownChannel) ?? "";
}

function onInput() {
  grow();
  const leaf = /^\/\S.* $/.test(input.value) ? exactLeaf(input.value.slice(1)) : null;
  if (leaf) openForm(leaf);
  else drawPicker();
}

function grow() {
  input.style.height = "auto";
  input.style.height = `${Math.min(input.scrollHeight, innerHeight / 3)}px`;
  const left = MOST - [...input.value].length;
  $("#count").textContent = left <= MOST - WARN_AT ? String(left) : "";
  $("#count").classList.toggle("over", left < 0);
}

function drawPicker() {
  if (form) return;
  if (!/^\/[^\n]*$/.test(input.value)) {
    suggest.hide();
    return;
  }
  const found = findLeaves(input.value.slice(1));
  suggest.show({
    input,
    title: state.application.name,
    items: found.map(pickerItem),
    empty: state.commands.length ? "No commands match." : "There are no commands here yet.",
  });
}

function pickerItem(leaf) {
  const options = leaf.options
    .map((option) => (option.required ? option.name : `${option.name}?`))
    .join("  ");
  return {
    label: `/${leaf.name}`,
    detail: leaf.description,
    side: options,
    testid: "picker-item",
    data: { "data-command": leaf.name },
    icon: () => icon("command", 18),
    pick: () => openForm(leaf),
  };
}

function openForm(leaf) {
  if (!canSend()) return;
  form = new OptionForm(leaf, suggest, { onSent, onCancel: closeForm });
  showForm();
}

function showForm() {
  input.value = "";
  input.hidden = true;
  $("#count").textContent = "";
  box.replaceChildren(form.node);
  form.focus();
}

function closeForm(text) {
  form = null;
  box.replaceChildren();
  input.hidden = false;
  input.value = text;
  suggest.hide();
  grow();
  input.focus();
  drawPicker();
}

/* Called at once with null; again with a reason when the server refused the command. */
function onSent(sent, refusal) {
  if (refusal === null) {
    closeForm("");
    return;
  }
  if (form || input.value) {
    toast(refusal);
    return;
  }
  form = sent;
  showForm();
  form.showRefusal(refusal);
}

export function openCommandByPath(path) {
  const leaf = leafByPath(path);
  if (leaf) openForm(leaf);
  else toast("This command is not available to you.");
}

function onKey(event) {
  if (event.isComposing || suggest.onKey(event)) return;
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    if (!suggest.pickActive()) send();
  } else if (event.key === "Tab" && suggest.hasItems) {
    event.preventDefault();
    suggest.pickActive();
  }
}

function send() {
  if (form) {
    form.submit();
    return;
  }
  if (suggest.pickActive()) return;
  const content = [...mentions]
    .reduce((text, [shown, sent]) => text.replaceAll(shown, sent), input.value)
    .trim();
  if (!content || !canSend()) return;
  if ([...content].length > MOST) toast(`A message has at most ${MOST} characters.`);
  else if (!say(content)) toast("Not connected. Your message is still here.");
  else clear();
}

function clear() {
  input.value = "";
  mentions.clear();
  suggest.hide();
  grow();
}

export function mention(userId) {
  if (!canSend()) return;
  if (form) closeForm("");
  const shown = `@${memberName(userId)}`;
  mentions.set(shown, `<@${userId}>`);
  input.value = `${input.value}${input.value && !input.value.endsWith(" ") ? " " : ""}${shown} `;
  grow();
  input.focus();
}

/* Typing with no field focused writes into the composer, as in Discord. */
function typeAnywhere(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " ")
    return;
  const focused = document.activeElement;
  const isFree = focused === document.body || focused.closest("#messages");
  if (!isFree || document.querySelector("dialog[open]")) return;
  if (form) form.focus();
  else if (!input.disabled) input.focus();
}

/* The message list: which rows stand where, and the place the reader is looking at.
 *
 * Laws:
 * - A row is patched in place (dom.js); it is never rebuilt while it lives.
 * - Nothing is patched between pointer down and click: what was pressed is what is sent.
 * - A reader at the bottom stays at the bottom, except for a moment after a press (finger.js);
 *   any other keeps the row under the eye still.
 */

import { leaves } from "./commands.js";
import { $, fill, h, morph } from "./dom.js";
import { isUnderFinger, keepUnderFinger, setUpFinger } from "./finger.js";
import { keepFocus, setUpFocus } from "./focus.js";
import { icon } from "./icons.js";
import { drawMessage, messageTime, plainText } from "./message.js";
import { canSend, channel, compareIds, isEphemeral, state, userName } from "./state.js";
import { dayText } from "./timestamps.js";

const GROUP_MS = 7 * 60 * 1000;
const NEAR_BOTTOM = 48;
const HOLD_MS = 1200;
const PAGE = 50;

const rows = new Map();
const dirty = new Set();
let scroller;
let list;
let jump;
let held = 0;
let waiting = false;
let stuck = true;
let missed = 0;

export function setUpMessages() {
  scroller = $("#scroller");
  list = $("#messages");
  jump = $("#jump");
  scroller.addEventListener("scroll", onScroll, { passive: true });
  new ResizeObserver(follow).observe(list);
  new ResizeObserver(follow).observe(scroller);
  setUpFinger(scroller, list, follow);
  setUpFocus();
  list.addEventListener("pointerdown", hold);
  for (const type of ["pointerup", "pointercancel"])
    addEventListener(type, () => setTimeout(release), true);
  jump.addEventListener("click", () => toBottom());
}

function hold() {
  clearTimeout(held);
  held = setTimeout(release, HOLD_MS);
}

function release() {
  clearTimeout(held);
  held = 0;
  if (waiting) paint();
}

function onScroll() {
  if (isUnderFinger()) return;
  stuck = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_BOTTOM;
  if (stuck) missed = 0;
  drawJump();
}

function follow() {
  if (!stuck) return;
  if (isUnderFinger()) keepUnderFinger();
  else toBottom();
}

function toBottom() {
  stuck = true;
  missed = 0;
  scroller.scrollTop = scroller.scrollHeight;
  drawJump();
}

function drawJump() {
  jump.hidden = stuck;
  const text = missed ? `${missed} new message${missed > 1 ? "s" : ""}` : "Jump to present";
  fill(jump, icon("down", 16), text);
}

/* Another channel: the old rows go, and the reader starts at the newest message. */
export function clearMessages() {
  rows.clear();
  dirty.clear();
  list.replaceChildren();
  stuck = true;
  missed = 0;
}

export function touch(id) {
  dirty.add(id);
}

export function touchAll() {
  for (const id of rows.keys()) dirty.add(id);
}

export function paint() {
  if (held) {
    waiting = true;
    return;
  }
  waiting = false;
  const mark = stuck ? null : eyeMark();
  const wanted = layOut();
  removeOthers(wanted);
  place(wanted);
  dirty.clear();
  if (stuck) follow();
  else keepEye(mark);
  drawJump();
}

function eyeMark() {
  const top = scroller.getBoundingClientRect().top;
  const row = [...list.children].find((child) => child.getBoundingClientRect().bottom > top);
  return row ? { row, top: row.getBoundingClientRect().top } : null;
}

function keepEye(mark) {
  if (mark?.row.isConnected) scroller.scrollTop += mark.row.getBoundingClientRect().top - mark.top;
}

/* The rows that should be there: {key, message, grouped}, or {key, fixed()} for other lines. */
function layOut() {
  const wanted = state.messages.size < PAGE ? [{ key: "beginning", fixed: drawBeginning }] : [];
  let previous = null;
  const messages = [...state.messages.values()].sort((a, b) => compareIds(a.id, b.id));
  for (const message of messages) {
    const day = messageTime(message).toDateString();
    if (previous === null || messageTime(previous).toDateString() !== day) {
      const date = messageTime(message);
      wanted.push({
        key: `day ${day}`,
        fixed: () => h("li", { class: "day" }, h("span", null, dayText(date))),
      });
      previous = null;
    }
    wanted.push({ key: message.id, message, grouped: isGrouped(message, previous) });
    previous = message;
  }
  return wanted;
}

function isGrouped(message, previous) {
  if (!previous || message.local || previous.local) return false;
  if (message.interaction_metadata?.name || message.message_reference) return false;
  return (
    message.author?.id === previous.author?.id &&
    isEphemeral(message) === isEphemeral(previous) &&
    messageTime(message) - messageTime(previous) < GROUP_MS
  );
}

function removeOthers(wanted) {
  const keys = new Set(wanted.map((entry) => entry.key));
  for (const [key, row] of rows) {
    if (keys.has(key)) continue;
    row.node.remove();
    rows.delete(key);
  }
}

function place(wanted) {
  let cursor = list.firstChild;
  for (const entry of wanted) {
    const node = rowFor(entry);
    if (node === cursor) cursor = cursor.nextSibling;
    else list.insertBefore(node, cursor);
  }
}

function rowFor(entry) {
  const row = rows.get(entry.key);
  if (!row) {
    const node = draw(entry);
    rows.set(entry.key, { ...entry, node });
    return node;
  }
  const same = row.message === entry.message && row.grouped === entry.grouped;
  if (!same || dirty.has(entry.key)) {
    keepFocus(row.node, () => morph(row.node, draw(entry)));
    Object.assign(row, entry);
  }
  return row.node;
}

function draw(entry) {
  return entry.fixed ? entry.fixed() : drawMessage(entry.message, entry.grouped);
}

function drawBeginning() {
  const name = h("bdi", null, `#${channel()?.name ?? ""}`);
  return h(
    "li",
    { class: "beginning" },
    h("h3", null, "Welcome to ", name, "!"),
    h("p", null, "This is the start of the ", name.cloneNode(true), " channel."),
    commandHint(),
  );
}

/* For somebody who has never seen the place; nothing is promised that "/" would not show. */
function commandHint() {
  if (!canSend() || !leaves().length) return null;
  const app = h("bdi", null, state.application.name);
  return h("p", { class: "hint" }, "Type ", h("kbd", null, "/"), " to see ", app, "'s commands.");
}

/* Said aloud and counted, once, when a message arrives (updates are not: a board would chatter). */
export function announce(message) {
  if (!stuck) missed += 1;
  if (message.author?.id === state.me) return;
  const kind = isEphemeral(message) ? "Private message from" : "Message from";
  $("#announcer").textContent =
    `${kind} ${userName(message.author)}: ${withoutEscapes(plainText(message)).slice(0, 300)}`;
}

const withoutEscapes = (text) => text.replace(/\\([^0-9A-Za-z\s])/g, "$1");

export function flashMessage(id) {
  const row = rows.get(id)?.node;
  if (!row) return false;
  row.scrollIntoView({ block: "center" });
  row.classList.add("flash");
  setTimeout(() => row.classList.remove("flash"), 1500);
  return true;
}

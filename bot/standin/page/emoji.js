/* Custom emoji pictures, Unicode emoji, and "is this nothing but emoji?". */

import { h } from "./dom.js";

const CUSTOM = /<a?:\w{2,32}:\d{5,20}>/g;
const UNICODE =
  /(?:\p{Regional_Indicator}{2}|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)*|[0-9#*]\uFE0F?\u20E3)/gu;
const JUMBO_LIMIT = 30;

/* Emoji whose picture could not be loaded (not uploaded yet), until when not to try again. */
const missing = new Map();
const RETRY_MS = 10000;

export function emojiIsMissing(id) {
  missing.set(id, Date.now() + RETRY_MS);
}

export function forgetMissing() {
  missing.clear();
}

export function customEmoji(id, name) {
  if ((missing.get(id) ?? 0) > Date.now()) return h("span", { class: "emoji-name" }, `:${name}:`);
  return h("img", {
    class: "emoji",
    src: `/emojis/${encodeURIComponent(id)}.png`,
    alt: `:${name}:`,
    title: `:${name}:`,
    draggable: "false",
    "data-emoji-id": id,
  });
}

/* The emoji of a button or an option, as Discord's partial emoji. */
export function partialEmoji(emoji) {
  if (!emoji) return null;
  if (emoji.id) return customEmoji(emoji.id, emoji.name);
  return h("span", { class: "emoji-char" }, emoji.name);
}

/* Plain text with its Unicode emoji wrapped, so that they can be sized like the pictures. */
export function textWithEmoji(text) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(UNICODE)) {
    if (match.index > from) nodes.push(text.slice(from, match.index));
    nodes.push(h("span", { class: "emoji-char" }, match[0]));
    from = match.index + match[0].length;
  }
  if (from < text.length) nodes.push(text.slice(from));
  return nodes;
}

export function isOnlyEmoji(text) {
  if (text.length > 2000) return false;
  let count = 0;
  const rest = text.replace(CUSTOM, () => (count++, "")).replace(UNICODE, () => (count++, ""));
  return count > 0 && count <= JUMBO_LIMIT && rest.trim() === "";
}

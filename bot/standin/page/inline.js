/* Discord's inline markdown, text to DOM nodes.
 *
 * One pass over the text: at each special character the rules that can begin there are tried
 * in order. A closer that is not found once is not searched again, and nesting is cut at
 * MAX_DEPTH, so ten thousand asterisks cost no more than ten thousand letters.
 */

import { h } from "./dom.js";
import { customEmoji, textWithEmoji } from "./emoji.js";
import { channel, cssColor, memberName, state } from "./state.js";
import { timestampNode } from "./timestamps.js";

const MAX_DEPTH = 10;
const SPECIAL = /[\\`*_~|<[@]|https?:\/\//g;
const ANGLE =
  /<(?:(a?):(\w{1,32}):(\d{5,20})|@[!]?(\d{5,20})|@&(\d{5,20})|#(\d{5,20})|\/([^<>:]{1,100}):(\d{1,20})|t:(-?\d{1,15})(?::([tTdDfFRsS]))?|(https?:\/\/[^\s<>]{1,2000}))>/y;
const LINK =
  /\[((?:[^[\]\\]|\\.){1,500})\]\(\s*<?(https?:\/\/[^\s<>)]{1,2000}(?:\([^\s<>)]*\)[^\s<>)]*)?)>?(?:\s+"[^"]{0,200}")?\s*\)/y;
const AUTO = /https?:\/\/[^\s<>]{1,2000}/y;
const EVERYONE = /@(?:everyone|here)\b/y;
const PLACE = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(\d+)\/(\d+)(?:\/(\d+))?\/?$/;
const PAIRS = [
  ["***", (body) => h("em", null, h("strong", null, body))],
  ["**", (body) => h("strong", null, body)],
  ["__", (body) => h("u", null, body)],
  ["~~", (body) => h("s", null, body)],
  ["||", (body) => spoiler(body)],
  ["*", (body) => h("em", null, body)],
  ["_", (body) => h("em", null, body)],
];

export function spoiler(body) {
  return h(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: "0",
      "data-action": "reveal",
      "aria-label": "Spoiler, press to show",
    },
    h("span", { class: "spoiler-text" }, body),
  );
}

export function inline(text, depth = 0) {
  const scan = { text, at: 0, depth, missing: new Set(), nodes: [], plain: "" };
  while (scan.at < text.length) {
    SPECIAL.lastIndex = scan.at;
    const next = SPECIAL.exec(text)?.index ?? text.length;
    scan.plain += text.slice(scan.at, next);
    scan.at = next;
    if (next < text.length && !special(scan)) scan.plain += text[scan.at++];
  }
  flush(scan);
  return scan.nodes;
}

function flush(scan) {
  if (scan.plain) scan.nodes.push(...textWithEmoji(scan.plain));
  scan.plain = "";
}

function put(scan, node, length) {
  flush(scan);
  scan.nodes.push(node);
  scan.at += length;
  return true;
}

function special(scan) {
  switch (scan.text[scan.at]) {
    case "\\":
      return escaped(scan);
    case "`":
      return code(scan);
    case "<":
      return angle(scan);
    case "[":
      return link(scan);
    case "h":
      return autolink(scan);
    case "@":
      return everyone(scan);
    default:
      return paired(scan);
  }
}

function escaped(scan) {
  const next = scan.text[scan.at + 1];
  if (!next || /[0-9A-Za-z\s]/.test(next)) return false;
  scan.plain += next;
  scan.at += 2;
  return true;
}

function closer(scan, token, from) {
  if (scan.missing.has(token)) return -1;
  const end = findCloser(scan.text, token, from);
  if (end === -1) scan.missing.add(token);
  return end;
}

/* As in Discord a backslash keeps * and _ from closing, but not ~~, || and `. */
function findCloser(text, token, from) {
  let end = text.indexOf(token, from);
  while (end !== -1 && "*_".includes(token[0]) && isEscaped(text, end))
    end = text.indexOf(token, end + 1);
  return end;
}

function isEscaped(text, at) {
  let backslashes = 0;
  while (text[at - backslashes - 1] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

function code(scan) {
  const token = scan.text.startsWith("``", scan.at) ? "``" : "`";
  const from = scan.at + token.length;
  const end = closer(scan, token, from);
  if (end <= from) return false;
  return put(scan, h("code", null, scan.text.slice(from, end)), end + token.length - scan.at);
}

function paired(scan) {
  if (scan.depth >= MAX_DEPTH) return false;
  return PAIRS.some(
    ([token, wrap]) => scan.text.startsWith(token, scan.at) && closed(scan, token, wrap),
  );
}

function closed(scan, token, wrap) {
  const from = scan.at + token.length;
  let end = closer(scan, token, from);
  if (token.length === 1) end = singleEnd(scan, token, from, end);
  else if (end !== -1 && scan.text[end + token.length] === token[0] && token !== "||") end += 1;
  if (end <= from) return false;
  const body = scan.text.slice(from, end);
  return put(scan, wrap(inline(body, scan.depth + 1)), end + token.length - scan.at);
}

/* *emphasis* may not touch spaces, and _emphasis_ ends only at a word's end (snake_case). */
function singleEnd(scan, token, from, end) {
  if (/\s/.test(scan.text[from] ?? " ")) return -1;
  if (token === "_" && /\w/.test(scan.text[scan.at - 1] ?? "")) return -1;
  for (let tries = 0; end !== -1 && tries < 40; tries++, end = findCloser(scan.text, token, end + 1)) {
    const doubled = scan.text[end + 1] === token;
    const inWord = token === "_" && /\w/.test(scan.text[end + 1] ?? "");
    if (!doubled && !inWord && !/\s/.test(scan.text[end - 1])) return end;
    if (doubled) end += 1;
  }
  return -1;
}

function match(scan, pattern) {
  pattern.lastIndex = scan.at;
  return pattern.exec(scan.text);
}

function angle(scan) {
  const found = match(scan, ANGLE);
  const node = found && angleNode(found);
  return node ? put(scan, node, found[0].length) : false;
}

function angleNode([
  ,
  ,
  emojiName,
  emojiId,
  user,
  role,
  channelId,
  command,
  commandId,
  unix,
  style,
  url,
]) {
  if (emojiId) return customEmoji(emojiId, emojiName);
  if (user) return mention(`@${memberName(user) ?? "unknown-user"}`, { "data-user-id": user });
  if (role) return roleMention(role);
  if (channelId) return channelMention(channelId);
  if (commandId)
    return mention(`/${command}`, { "data-command": command, "data-command-id": commandId });
  if (unix) return timestampNode(Number(unix), style);
  return webLink(url);
}

function mention(text, props) {
  return h(
    "span",
    { class: "mention", role: "button", tabindex: "0", dir: "auto", ...props },
    h("bdi", null, text),
  );
}

function roleMention(id) {
  const role = state.roles.get(id);
  const name = id === state.guild.id ? "everyone" : (role?.name ?? "unknown-role");
  const color = role?.color ? cssColor(role.color) : null;
  return h(
    "span",
    { class: "mention role", style: { "--role": color } },
    h("bdi", null, `@${name}`),
  );
}

function channelMention(id) {
  const name = channel(id)?.name;
  if (!name) return h("span", { class: "mention" }, "# No Access");
  return mention(`# ${name}`, { "data-channel-id": id });
}

/* A link to a message or channel of this server goes there inside the page. */
function webLink(url, body = null) {
  const [, guildId, channelId, messageId] = PLACE.exec(url) ?? [];
  const name = guildId === state.guild.id ? channel(channelId)?.name : null;
  if (!name) return linkNode(url, body ?? url);
  const shown = body ?? h("bdi", null, messageId ? `# ${name} › message` : `# ${name}`);
  return h(
    "span",
    {
      class: body ? "place" : "mention",
      role: "button",
      tabindex: "0",
      "data-channel-id": channelId,
      "data-target": messageId,
    },
    shown,
  );
}

export function linkNode(url, ...body) {
  return h(
    "a",
    { href: url, title: url, target: "_blank", rel: "noopener noreferrer nofollow" },
    body,
  );
}

function link(scan) {
  const found = match(scan, LINK);
  if (!found) return false;
  return put(scan, webLink(found[2], inline(found[1], scan.depth + 1)), found[0].length);
}

function autolink(scan) {
  const found = match(scan, AUTO)?.[0].replace(/[.,:;"'!?\])*_~|]+$/, "");
  return found && found.length > 8 ? put(scan, webLink(found), found.length) : false;
}

function everyone(scan) {
  const found = match(scan, EVERYONE);
  return found ? put(scan, h("span", { class: "mention" }, found[0]), found[0].length) : false;
}

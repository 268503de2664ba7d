/* Discord's block markdown: fences, headings, -# lines, quotes, lists and paragraphs. */

import { h } from "./dom.js";
import { isOnlyEmoji } from "./emoji.js";
import { inline } from "./inline.js";

const HEADING = /^(#{1,3})\s+(\S.*)$/;
const SUBTEXT = /^-#\s+(\S.*)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.)\s+(\S.*)$/;
const LANGUAGE = /^([\w+#.-]{1,30})\n/;
const MAX_QUOTE_DEPTH = 3;

/* `jumbo`: a text of nothing but emoji is shown large, as in an ordinary message. */
export function markdown(text, { jumbo = false } = {}) {
  const big = jumbo && isOnlyEmoji(text);
  return h("div", { class: big ? "md jumbo" : "md", dir: "auto" }, fenced(String(text), 0));
}

/* Splits off ```fences``` first: nothing inside them is markdown. */
function fenced(text, depth) {
  const nodes = [];
  let from = 0;
  while (from < text.length) {
    const start = text.indexOf("```", from);
    const end = start === -1 ? -1 : text.indexOf("```", start + 3);
    if (end === -1 || end === start + 3) break;
    nodes.push(...blocks(text.slice(from, start).replace(/\n$/, ""), depth));
    nodes.push(codeBlock(text.slice(start + 3, end)));
    from = end + 3;
    if (text[from] === "\n") from += 1;
  }
  nodes.push(...blocks(text.slice(from), depth));
  return nodes;
}

function codeBlock(body) {
  const language = LANGUAGE.exec(body)?.[1];
  const source = (language ? body.slice(language.length) : body).replace(/^\n+|\n+$/g, "");
  return h(
    "pre",
    { tabindex: "0", "aria-label": "Code" },
    h("code", { "data-language": language }, source),
  );
}

function blocks(text, depth) {
  if (text === "") return [];
  const reader = { lines: text.split("\n"), at: 0, depth, nodes: [], plain: [] };
  while (reader.at < reader.lines.length) {
    const line = reader.lines[reader.at];
    const node =
      heading(line, reader) ?? subtext(line, reader) ?? quote(line, reader) ?? list(line, reader);
    if (node) reader.nodes.push(node);
    else reader.plain.push(reader.lines[reader.at++]);
  }
  paragraph(reader);
  return reader.nodes;
}

function paragraph(reader) {
  if (reader.plain.length)
    reader.nodes.push(h("div", { class: "md-p" }, inline(reader.plain.join("\n"))));
  reader.plain = [];
}

function heading(line, reader) {
  const found = HEADING.exec(line);
  if (!found) return null;
  paragraph(reader);
  reader.at += 1;
  const level = found[1].length;
  return h(`h${level + 2}`, { class: `md-h${level}` }, inline(found[2]));
}

function subtext(line, reader) {
  const found = SUBTEXT.exec(line);
  if (!found) return null;
  paragraph(reader);
  reader.at += 1;
  return h("small", { class: "md-sub" }, inline(found[1]));
}

function quote(line, reader) {
  if (reader.depth >= MAX_QUOTE_DEPTH) return null;
  if (line.startsWith(">>> ")) {
    paragraph(reader);
    const rest = reader.lines.slice(reader.at).join("\n").slice(4);
    reader.at = reader.lines.length;
    return h("blockquote", null, h("div", null, blocks(rest, reader.depth + 1)));
  }
  if (!line.startsWith("> ")) return null;
  paragraph(reader);
  const quoted = [];
  while (reader.lines[reader.at]?.startsWith("> ")) quoted.push(reader.lines[reader.at++].slice(2));
  return h("blockquote", null, h("div", null, blocks(quoted.join("\n"), reader.depth + 1)));
}

function list(line, reader) {
  if (!ITEM.test(line)) return null;
  paragraph(reader);
  return items(reader, ITEM.exec(line)[1].length, 0);
}

/* Deeper indentation opens a nested list inside the last item; two spaces are one step. */
function items(reader, indent, level) {
  const first = ITEM.exec(reader.lines[reader.at]);
  const ordered = /\d/.test(first[2]);
  const start = ordered ? Number.parseInt(first[2], 10) : null;
  const node = h(ordered ? "ol" : "ul", { start });
  for (let found = first; found; found = ITEM.exec(reader.lines[reader.at] ?? "")) {
    const depth = found[1].length;
    if (depth < indent || (depth === indent && /\d/.test(found[2]) !== ordered)) break;
    if (depth > indent && level < 5 && node.lastChild)
      node.lastChild.append(items(reader, depth, level + 1));
    else {
      node.append(h("li", null, inline(found[3])));
      reader.at += 1;
    }
  }
  return node;
}

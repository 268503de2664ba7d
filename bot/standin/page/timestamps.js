/* Times as Discord writes them: <t:…:R> and its sisters, and the hours beside a name.
 *
 * Every shown relative time is one <time data-unix data-style> element; one ticker updates
 * them all, touching a text only when it changes.
 */

import { h } from "./dom.js";
import { now } from "./state.js";

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const MAX_SECONDS = 8.64e12;

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

function relativeText(unix, at = now()) {
  const seconds = Math.round(unix - at / 1000);
  if (Math.abs(seconds) < 1) return "now";
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  return relative.format(Math.trunc(seconds / size), unit);
}

function absoluteText(unix, style) {
  return new Intl.DateTimeFormat(undefined, FORMATS[style]).format(new Date(unix * 1000));
}

/* Null when the number is no date; the source text is then shown as it is. */
export function timestampNode(unix, style = "f") {
  if (Math.abs(unix) > MAX_SECONDS) return null;
  const text = style === "R" ? relativeText(unix) : absoluteText(unix, style);
  return h(
    "time",
    {
      class: "timestamp",
      "data-unix": unix,
      "data-style": style,
      datetime: new Date(unix * 1000).toISOString(),
      title: absoluteText(unix, "F"),
    },
    text,
  );
}

function tick() {
  for (const node of document.querySelectorAll('time[data-style="R"]')) {
    const text = relativeText(Number(node.dataset.unix));
    if (node.textContent !== text) node.textContent = text;
  }
}

export function startTicker() {
  setInterval(tick, 500);
}

export function clockText(date) {
  return date.toLocaleTimeString(undefined, { timeStyle: "short" });
}

export function stampText(date, today = new Date()) {
  const yesterday = new Date(today);
  yesterday.setDate(today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return clockText(date);
  if (date.toDateString() === yesterday.toDateString()) return `Yesterday at ${clockText(date)}`;
  return date.toLocaleString(undefined, { dateStyle: "short", timeStyle: "short" });
}

export function dayText(date) {
  return date.toLocaleDateString(undefined, { dateStyle: "long" });
}

/* A short line at the foot of the page that goes away by itself. */

import { $ } from "./dom.js";

const SHOWN_MS = 2600;
let timer;

export function toast(text) {
  const node = $("#toast");
  node.textContent = text;
  node.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (node.hidden = true), SHOWN_MS);
}

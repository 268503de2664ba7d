/* Light or dark: the system's choice until the member makes one, which is then remembered. */

import { $, fill } from "./dom.js";
import { icon } from "./icons.js";

const KEY = "theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage may be forbidden; the system's choice then stands
  }
}

function current() {
  return document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
}

function draw() {
  const next = current() === "dark" ? "light" : "dark";
  fill($("#theme"), icon(next === "light" ? "sun" : "moon"));
  $("#theme").setAttribute("aria-label", `Switch to the ${next} theme`);
  $("#theme").title = `Switch to the ${next} theme`;
}

function toggle() {
  const next = current() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // shown for this visit only
  }
  draw();
}

export function setUpTheme() {
  const chosen = stored();
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  $("#theme").addEventListener("click", toggle);
  dark.addEventListener("change", draw);
  draw();
}

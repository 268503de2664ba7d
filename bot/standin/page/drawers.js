/* The side panels: the channel list is a drawer on narrow windows; the member list can be
 * hidden on wide ones and is a drawer on the others. */

import { $ } from "./dom.js";

const PHONE = matchMedia("(max-width: 720px)");
const NARROW = matchMedia("(max-width: 1080px)");
const root = document.documentElement;
let opener = null;

export function setUpDrawers() {
  $("#open-channels").addEventListener("click", (event) => toggle("channels", event.currentTarget));
  $("#open-members").addEventListener("click", (event) => {
    if (NARROW.matches) toggle("members", event.currentTarget);
    else root.toggleAttribute("data-no-members");
    drawExpanded();
  });
  $("#scrim").addEventListener("click", closeDrawer);
  addEventListener(
    "keydown",
    (event) => event.key === "Escape" && root.dataset.drawer && closeDrawer(),
  );
  for (const query of [PHONE, NARROW]) query.addEventListener("change", closeDrawer);
  drawExpanded();
}

function toggle(name, button) {
  if (root.dataset.drawer === name) {
    closeDrawer();
    return;
  }
  root.dataset.drawer = name;
  opener = button;
  drawExpanded();
  $(name === "channels" ? "#sidebar a, #sidebar button" : "#members button")?.focus();
}

export function closeDrawer() {
  if (!root.dataset.drawer) return;
  delete root.dataset.drawer;
  drawExpanded();
  opener?.focus();
}

function drawExpanded() {
  const members = NARROW.matches
    ? root.dataset.drawer === "members"
    : !root.hasAttribute("data-no-members");
  $("#open-members").setAttribute("aria-expanded", String(members));
  $("#open-channels").setAttribute("aria-expanded", String(root.dataset.drawer === "channels"));
}

/* What was just pressed stays under the finger.
 *
 * New messages push the list up, and with it the board that is being played on: the second of two
 * quick taps would hit another button. So for a moment after each tap the list does not follow
 * the newest message; then it does, as Discord does at once.
 */

const SETTLE_MS = 700;

let pressed = [];
let timer = 0;
let scroller;
let list;
let settled;

/* `onSettled` is called when the finger is gone and the list may follow again. */
export function setUpFinger(scrollerNode, listNode, onSettled) {
  scroller = scrollerNode;
  list = listNode;
  settled = onSettled;
  list.addEventListener("pointerdown", down);
  addEventListener("pointerup", wait);
  // Whoever scrolls decides for themselves where the list stands; a finger that scrolls is
  // cancelled as a pointer.
  for (const type of ["wheel", "pointercancel"]) addEventListener(type, letGo, { passive: true });
}

export const isUnderFinger = () => pressed.length > 0;

/* Puts the list back to where the pressed control, or what is left around it, stood. */
export function keepUnderFinger() {
  const kept = pressed.find(({ node }) => node.isConnected);
  if (kept) scroller.scrollTop += topOf(kept.node) - kept.top;
}

const topOf = (node) => node.getBoundingClientRect().top;

function down(event) {
  clearTimeout(timer);
  const control = event.target.closest("[data-custom-id]");
  if (!control) {
    if (isUnderFinger()) settle();
    return;
  }
  const around = [control, control.parentElement, control.closest("li")];
  pressed = around.map((node) => ({ node, top: topOf(node) }));
  // A list shorter than the screen stands at its foot and would rise with every new row.
  list.style.marginTop = `${topOf(list) - topOf(scroller) + scroller.scrollTop}px`;
}

function wait() {
  clearTimeout(timer);
  if (isUnderFinger()) timer = setTimeout(settle, SETTLE_MS);
}

function settle() {
  letGo();
  settled();
}

function letGo() {
  clearTimeout(timer);
  pressed = [];
  list.style.marginTop = "";
}

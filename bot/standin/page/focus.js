/* The keyboard's place in a message whose controls change under it.
 *
 * A button that is taken away or disabled would drop the focus on the body, and a keyboard player
 * would have to walk through the whole page again after every move. So the focus goes to the
 * first control of the same line that can be used, or else to the first of the message; where
 * there is none yet (the dealer is at work), the place is kept until one comes.
 */

const CONTROLS = "button[data-custom-id], a.button[href]";

let owed = null;

export function setUpFocus() {
  // Whoever goes somewhere else does not want to be called back.
  for (const type of ["focusin", "pointerdown"]) addEventListener(type, () => (owed = null), true);
}

/* Patches the row of a message; the focus that was in it is in it afterwards. */
export function keepFocus(row, patch) {
  const place = placeIn(row) ?? (owed?.row === row ? owed : null);
  patch();
  if (place && place.control !== usable(document.activeElement)) focusAt(place);
}

/* Before a form covers the page: the returned function goes back to the control it came from, or
 * to what has taken its place, and says whether there was one.
 */
export function leaveFocus() {
  const row = document.activeElement.closest("#messages > li");
  const place = row && placeIn(row);
  return () => {
    if (place) focusAt(place);
    return Boolean(place);
  };
}

function focusAt(place) {
  const next = successor(place);
  owed = next ? null : place;
  next?.focus({ preventScroll: true });
}

const usable = (control) => (control?.isConnected && !control.disabled ? control : null);

/* The controls of a message, line by line: an action row, the side of a section. */
function linesOf(row) {
  const controls = [...row.querySelectorAll(CONTROLS)];
  const lines = [...new Set(controls.map((control) => control.parentElement))];
  return lines.map((line) => controls.filter((control) => control.parentElement === line));
}

function placeIn(row) {
  const control = document.activeElement;
  if (!row.contains(control) || !control.matches(CONTROLS)) return null;
  const lines = linesOf(row);
  return { row, control, line: linesOf(row).findIndex((line) => line.includes(control)) };
}

function successor({ row, control, line }) {
  const lines = linesOf(row);
  return usable(control) ?? lines[line]?.find(usable) ?? lines.flat().find(usable) ?? null;
}

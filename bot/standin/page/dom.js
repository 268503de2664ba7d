/* Building and patching the DOM.
 *
 * Laws:
 * - Text only ever enters as a text node or an attribute; nothing here parses HTML, so a
 *   hostile name stays a name.
 * - `morph` changes a live tree into a fresh one without replacing what stayed the same:
 *   focus, a pressed button and an open spoiler survive an update. Listeners are therefore
 *   never put on nodes inside a message; they are delegated from the list.
 * - Attributes that begin with `data-own-` belong to the page (a revealed spoiler) and are
 *   left alone by `morph`.
 */

export function h(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "style") setStyle(node, value);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...present(children));
  return node;
}

/* The page's policy forbids style attributes, so styles go through the object model. */
function setStyle(node, style) {
  for (const [name, value] of Object.entries(style)) {
    if (value !== null && value !== undefined) node.style.setProperty(name, value);
  }
}

function present(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false);
}

export function fill(node, ...children) {
  node.replaceChildren(...present(children));
}

export function $(selector, root = document) {
  return root.querySelector(selector);
}

/* A name from outside: isolated, so that a right-to-left override stays inside it. */
export function nameNode(text, props) {
  return h("bdi", { ...props, class: `name ${props?.class ?? ""}`.trim() }, text);
}

/* `data-key` says which child is which among its brothers; `data-like` is the second-best match
 * (a button whose custom id carries a version keeps its label); a control that moved to another
 * row is found again by its custom id.
 */
export function morph(old, fresh) {
  const focused = document.activeElement;
  const controls = old.querySelectorAll?.("[data-custom-id]") ?? [];
  const known = new Map([...controls].map((node) => [node.dataset.customId, node]));
  change(old, fresh, known);
  if (focused !== document.activeElement && focused?.isConnected)
    focused.focus({ preventScroll: true });
}

function change(old, fresh, known) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  changeAttributes(old, fresh);
  changeChildren(old, [...fresh.childNodes], known);
}

function changeAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    const ours = name.startsWith("data-own-") || name === "style";
    if (!ours && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.style && old.style.cssText !== fresh.style.cssText)
    old.style.cssText = fresh.style.cssText;
}

const attribute = (node, name) =>
  node.nodeType === Node.ELEMENT_NODE ? node.getAttribute(name) : null;

function sameKey(have, want) {
  return (
    have.nodeName === want.nodeName && attribute(have, "data-key") === attribute(want, "data-key")
  );
}

function alike(have, want) {
  const like = attribute(want, "data-like");
  return like !== null && have.nodeName === want.nodeName && attribute(have, "data-like") === like;
}

/* For each wanted child the old node that becomes it, or null. */
function pair(children, wanted, known) {
  const unused = new Set(children);
  const take = (want, test) => {
    for (const have of unused) {
      if (!test(have, want)) continue;
      unused.delete(have);
      return have;
    }
    return null;
  };
  const exact = wanted.map((want) => take(want, sameKey));
  return wanted.map(
    (want, index) =>
      exact[index] ?? take(want, alike) ?? known.get(attribute(want, "data-custom-id")) ?? null,
  );
}

function changeChildren(old, wanted, known) {
  const pairs = pair([...old.childNodes], wanted, known);
  const kept = new Set(pairs);
  for (const child of [...old.childNodes]) if (!kept.has(child)) child.remove();
  let cursor = old.firstChild;
  wanted.forEach((want, index) => {
    const have = pairs[index] ?? want;
    if (have === cursor) cursor = cursor.nextSibling;
    else old.insertBefore(have, cursor);
    if (have === want) adopt(want, known);
    else change(have, want, known);
  });
}

/* Puts the controls that were already on the page into a row that is new. */
function adopt(row, known) {
  for (const want of row.querySelectorAll?.("[data-custom-id]") ?? []) {
    const have = known.get(want.dataset.customId);
    if (have?.nodeName !== want.nodeName) continue;
    want.replaceWith(have);
    change(have, want, known);
  }
}

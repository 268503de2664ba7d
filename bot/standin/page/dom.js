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
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
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

export function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  morphAttributes(old, fresh);
  morphChildren(old, [...fresh.childNodes]);
}

function morphAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    const ours = name.startsWith("data-own-") || name === "style";
    if (!ours && !fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.style && old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
}

function keyOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") : null;
}

function matches(have, want) {
  return have.nodeName === want.nodeName && keyOf(have) === keyOf(want);
}

/* Pairs each wanted child with the first unused old child of the same key and kind. */
function pair(children, wanted) {
  const unused = new Set(children);
  return wanted.map((want) => {
    for (const have of unused) {
      if (matches(have, want)) {
        unused.delete(have);
        return have;
      }
    }
    return null;
  });
}

function morphChildren(old, wanted) {
  const pairs = pair([...old.childNodes], wanted);
  const kept = new Set(pairs);
  for (const child of [...old.childNodes]) if (!kept.has(child)) child.remove();
  const focused = document.activeElement;
  let cursor = old.firstChild;
  wanted.forEach((want, index) => {
    const have = pairs[index];
    if (have === null) old.insertBefore(want, cursor);
    else {
      if (have === cursor) cursor = cursor.nextSibling;
      else old.insertBefore(have, cursor);
      morph(have, want);
    }
  });
  if (focused !== document.activeElement && focused?.isConnected) {
    focused.focus({ preventScroll: true });
  }
}

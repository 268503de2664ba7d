/* A list that goes on beyond its edge says so: it fades out there (style.css).
 *
 * Scrollbars alone do not tell: touch screens and many desktops hide them until one scrolls.
 */

const watched = new ResizeObserver((entries) => entries.forEach(({ target }) => mark(target)));

export function showOverflow(node) {
  node.addEventListener("scroll", () => mark(node), { passive: true });
  watched.observe(node);
}

function mark(node) {
  const below = node.scrollHeight - node.clientHeight - node.scrollTop;
  node.classList.toggle("more-above", node.scrollTop > 1);
  node.classList.toggle("more-below", below > 1);
}

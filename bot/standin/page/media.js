/* Pictures and files: thumbnails, galleries, attachments.
 *
 * Only this server's own pictures are loaded; anything else is a link, because the page
 * makes no request to the outside.
 */

import { h } from "./dom.js";
import { icon } from "./icons.js";

const UNITS = ["bytes", "KB", "MB", "GB"];

/* attachment://name is looked up in the message; absolute addresses of this host are local. */
function mediaUrl(media, message) {
  const url = media?.url ?? media?.proxy_url ?? "";
  if (url.startsWith("attachment://")) {
    const name = url.slice("attachment://".length);
    return message?.attachments?.find((file) => file.filename === name)?.url ?? null;
  }
  return /^(https?:\/\/|\/)/.test(url) ? url : null;
}

function isLocal(url) {
  if (!url) return false;
  const parsed = URL.canParse(url, location.href) ? new URL(url, location.href) : null;
  return parsed !== null && parsed.host === location.host;
}

export function picture(media, message, { alt = "", spoiler = false, className = "picture" } = {}) {
  const url = mediaUrl(media, message);
  const seen = isLocal(url)
    ? h("img", {
        src: new URL(url, location.href).pathname + new URL(url, location.href).search,
        alt,
        loading: "lazy",
        width: media.width,
        height: media.height,
      })
    : elsewhere(url, alt);
  return h(
    "figure",
    { class: `${className}${spoiler ? " veiled" : ""}`, title: alt || null },
    spoiler
      ? h("button", { type: "button", class: "veil", "data-action": "unveil" }, "SPOILER")
      : null,
    seen,
  );
}

function elsewhere(url, alt) {
  const text = alt || "Picture on another site";
  const link = url ? { href: url, target: "_blank", rel: "noopener noreferrer nofollow" } : {};
  return h("a", { class: "picture-link", ...link }, icon("external", 16), text);
}

export function thumbnail(component, message) {
  const about = {
    alt: component.description ?? "",
    spoiler: component.spoiler,
    className: "thumbnail",
  };
  return picture(component.media, message, about);
}

export function gallery(component, message) {
  const items = component.items ?? [];
  return h(
    "div",
    { class: "gallery", "data-count": Math.min(items.length, 5) },
    items.map((item) =>
      picture(item.media, message, { alt: item.description ?? "", spoiler: item.spoiler }),
    ),
  );
}

function sizeText(bytes) {
  if (!bytes) return "";
  const step = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), UNITS.length - 1);
  return `${(bytes / 1024 ** step).toFixed(step ? 2 : 0)} ${UNITS[step]}`;
}

export function fileCard(file, message) {
  const url = mediaUrl(file, message);
  const name = file.name ?? file.filename ?? url?.split("/").pop()?.split("?")[0] ?? "file";
  const attached = message?.attachments?.find((item) => item.filename === name);
  return h(
    "div",
    { class: `file${file.spoiler ? " veiled" : ""}` },
    file.spoiler
      ? h("button", { type: "button", class: "veil", "data-action": "unveil" }, "SPOILER")
      : null,
    icon("file", 28),
    h(
      "div",
      { class: "file-text" },
      h(
        "a",
        {
          href: url,
          download: isLocal(url) ? name : null,
          target: "_blank",
          rel: "noopener noreferrer",
        },
        h("bdi", null, name),
      ),
      h("small", null, sizeText(file.size ?? attached?.size)),
    ),
  );
}

/* Attachments of an ordinary message; those a V2 component shows are not repeated. */
export function attachments(message) {
  return (message.attachments ?? []).map((file) =>
    file.content_type?.startsWith("image/")
      ? picture(file, message, {
          alt: file.description ?? file.filename,
          spoiler: file.filename.startsWith("SPOILER_"),
        })
      : fileCard(file, message),
  );
}

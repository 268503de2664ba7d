/* The embeds of an ordinary (V1) message. */

import { h } from "./dom.js";
import { linkNode } from "./inline.js";
import { markdown } from "./markdown.js";
import { picture } from "./media.js";
import { cssColor } from "./state.js";
import { stampText } from "./timestamps.js";

const isWeb = (url) => /^https?:\/\//.test(url ?? "");

export function embeds(message) {
  return (message.embeds ?? []).map((embed) => drawEmbed(embed, message));
}

function drawEmbed(embed, message) {
  const color = embed.color === null || embed.color === undefined ? null : cssColor(embed.color);
  return h(
    "div",
    { class: "embed", style: { "--accent": color } },
    h(
      "div",
      { class: "embed-main" },
      embed.author?.name
        ? h("div", { class: "embed-author" }, titled(embed.author.name, embed.author.url))
        : null,
      embed.title
        ? h("div", { class: "embed-title" }, titled(markdown(embed.title), embed.url))
        : null,
      embed.description ? markdown(embed.description) : null,
      embed.fields?.length ? h("div", { class: "embed-fields" }, embed.fields.map(field)) : null,
      embed.image ? picture(embed.image, message) : null,
      footer(embed),
    ),
    embed.thumbnail ? picture(embed.thumbnail, message, { className: "thumbnail" }) : null,
  );
}

function titled(body, url) {
  return isWeb(url) ? linkNode(url, body) : h("bdi", null, body);
}

function field({ name, value, inline }) {
  return h(
    "div",
    { class: inline ? "embed-field inline" : "embed-field" },
    h("div", { class: "embed-field-name" }, markdown(name)),
    markdown(value),
  );
}

function footer(embed) {
  const parts = [embed.footer?.text, embed.timestamp ? stampText(new Date(embed.timestamp)) : null];
  const text = parts.filter(Boolean).join(" • ");
  return text ? h("div", { class: "embed-footer", dir: "auto" }, text) : null;
}

/* Avatars: the uploaded picture, or a disc with the first letter in a colour from the id. */

import { h } from "./dom.js";
import { userName } from "./state.js";

const HUES = [235, 265, 300, 335, 10, 28, 150, 175, 200];

export function avatar(user, size = 40, tag = "span") {
  const props = { class: "avatar", style: { "--size": `${size}px` }, "aria-hidden": "true" };
  if (user?.avatar) {
    const picture = h("img", {
      src: `/avatars/${user.id}/${user.avatar}.png`,
      alt: "",
      draggable: "false",
    });
    return h(tag, props, picture);
  }
  const hue = HUES[Number(BigInt(user?.id ?? 0) % BigInt(HUES.length))];
  props.style["--hue"] = String(hue);
  const letter = [...userName(user)].find((char) => /[\p{L}\p{N}]/u.test(char)) ?? "?";
  return h(tag, props, letter.toUpperCase());
}

export function appBadge() {
  return h("span", { class: "badge" }, "APP");
}

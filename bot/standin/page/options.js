/* The choices behind a select or a command option, from whatever they are made of:
 * written options, or the members, roles and channels of the world.
 * An item is {value, label, description, icon(): node|null}.
 */

import { avatar } from "./avatar.js";
import { h } from "./dom.js";
import { partialEmoji } from "./emoji.js";
import { icon } from "./icons.js";
import { cssColor, state, userName } from "./state.js";

const STRING = 3;
const USER = 5;
const ROLE = 6;
const MENTIONABLE = 7;
const CHANNEL = 8;

function memberItems() {
  return [...state.members.values()].map(({ user }) => ({
    value: String(user.id),
    label: userName(user),
    description: user.username,
    icon: () => avatar(user, 20),
  }));
}

function roleItems() {
  return [...state.roles.values()]
    .sort((a, b) => b.position - a.position)
    .map((role) => ({
      value: String(role.id),
      label: role.name.startsWith("@") ? role.name : `@${role.name}`,
      icon: () =>
        h("span", {
          class: "role-dot",
          style: { "--role": role.color ? cssColor(role.color) : null },
        }),
    }));
}

function channelItems(types) {
  return state.channels
    .filter((item) => !types?.length || types.includes(item.type ?? 0))
    .map((item) => ({
      value: item.id,
      label: item.name,
      description: item.topic || undefined,
      icon: () => icon("hash", 18),
    }));
}

export function worldItems(kind, channelTypes) {
  if (kind === "user") return memberItems();
  if (kind === "role") return roleItems();
  if (kind === "channel") return channelItems(channelTypes);
  return [...memberItems(), ...roleItems()];
}

export function selectItems(component) {
  if (component.type === STRING) {
    return (component.options ?? []).map((option) => ({
      value: option.value,
      label: option.label,
      description: option.description,
      icon: option.emoji ? () => partialEmoji(option.emoji) : undefined,
    }));
  }
  const kind = {
    [USER]: "user",
    [ROLE]: "role",
    [MENTIONABLE]: "mentionable",
    [CHANNEL]: "channel",
  }[component.type];
  return worldItems(kind, component.channel_types);
}

export function defaultValues(component) {
  if (component.type === STRING) {
    return (component.options ?? [])
      .filter((option) => option.default)
      .map((option) => option.value);
  }
  return (component.default_values ?? []).map((entry) => String(entry.id));
}

export function selectedItems(component, values) {
  const items = new Map(selectItems(component).map((item) => [item.value, item]));
  return values.map((value) => items.get(value) ?? { value, label: value });
}

/* Items whose label or description contains the text; those that begin with it first. */
export function filterItems(items, text) {
  const wanted = text.trim().toLowerCase().replace(/^[@#]/, "");
  if (!wanted) return items;
  const place = (item) => {
    const label = item.label.toLowerCase().replace(/^[@#]/, "");
    if (label.startsWith(wanted)) return 0;
    return label.includes(wanted) || item.description?.toLowerCase().includes(wanted) ? 1 : 2;
  };
  return items.filter((item) => place(item) < 2).sort((a, b) => place(a) - place(b));
}

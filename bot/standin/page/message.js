/* One message as a list item: head, the line above it, body, components, private footer. */

import { appBadge, avatar } from "./avatar.js";
import { dots, drawComponents } from "./components.js";
import { h, nameNode } from "./dom.js";
import { embeds } from "./embeds.js";
import { icon } from "./icons.js";
import { inline } from "./inline.js";
import { markdown } from "./markdown.js";
import { attachments } from "./media.js";
import { failureOf } from "./press.js";
import {
  FLAG,
  canDelete,
  isEphemeral,
  nameColor,
  snowflakeTime,
  state,
  userName,
} from "./state.js";
import { clockText, stampText } from "./timestamps.js";

const REPLY_LENGTH = 160;
const THREAD_NOTE = {
  6: "pinned a message to this channel.",
  7: "joined the server.",
  18: "started a thread.",
};

export function messageTime(message) {
  return new Date(message.timestamp ?? snowflakeTime(message.id));
}

/* `grouped`: it follows a message of the same author closely, so it has no head of its own. */
export function drawMessage(message, grouped) {
  if (message.local) return drawLocal(message);
  return h(
    "li",
    {
      class: classes(message, grouped),
      "data-message-id": message.id,
      "data-ephemeral": isEphemeral(message) ? "true" : null,
      "data-author-id": message.author?.id,
    },
    lineAbove(message),
    grouped ? gutterTime(message) : faceButton(message.author),
    h(
      "div",
      { class: "message-main", "data-key": "main" },
      grouped ? null : head(message),
      body(message),
      failure(message),
      isEphemeral(message) ? privateFooter(message) : null,
    ),
    toolbar(message),
  );
}

function classes(message, grouped) {
  const names = ["message"];
  if (grouped) names.push("grouped");
  if (isEphemeral(message)) names.push("private");
  if (mentionsMe(message)) names.push("mentions-me");
  return names.join(" ");
}

function mentionsMe(message) {
  const named = message.mentions?.some((user) => String(user.id) === state.me);
  const mine = state.members.get(state.me)?.roles ?? [];
  const byRole = message.mention_roles?.some((id) => mine.map(String).includes(String(id)));
  return Boolean(named || byRole || message.mention_everyone);
}

function faceButton(user) {
  return h(
    "span",
    { class: "face-button", "data-action": "user", "data-user-id": user?.id, "data-key": "face" },
    avatar(user),
  );
}

function gutterTime(message) {
  const time = messageTime(message);
  return h(
    "time",
    { class: "gutter", datetime: time.toISOString(), "data-key": "gutter" },
    clockText(time),
  );
}

function head(message) {
  const time = messageTime(message);
  return h(
    "div",
    { class: "head", "data-key": "head" },
    author(message.author),
    message.author?.bot ? appBadge() : null,
    h(
      "time",
      { class: "stamp", datetime: time.toISOString(), title: time.toLocaleString() },
      stampText(time),
    ),
  );
}

function author(user) {
  return nameNode(userName(user), {
    class: "author",
    role: "button",
    tabindex: "0",
    "data-action": "user",
    "data-user-id": user?.id,
    style: { "--name": nameColor(user?.id) },
  });
}

/* "Ada used /table" or the message this one answers. */
function lineAbove(message) {
  const used = message.interaction_metadata ?? message.interaction;
  const name = used?.name ?? message.interaction?.name;
  if (used && name) return usedLine(used.user, name);
  const target =
    message.referenced_message ?? state.messages.get(message.message_reference?.message_id);
  if (target) return replyLine(target);
  return message.message_reference
    ? h(
        "div",
        { class: "above", "data-key": "above" },
        h("em", null, "Original message was deleted"),
      )
    : null;
}

function usedLine(user, name) {
  return h(
    "div",
    { class: "above", "data-key": "above" },
    avatar(user, 16),
    nameNode(userName(user), { class: "above-name", style: { "--name": nameColor(user?.id) } }),
    h("span", null, " used "),
    h(
      "span",
      { class: "above-command" },
      icon("command", 14),
      h("bdi", null, name.replace(/^\//, "")),
    ),
  );
}

function replyLine(target) {
  const text = plainText(target)
    .replace(/^(#{1,3}|-#|>) /gm, "")
    .slice(0, REPLY_LENGTH)
    .replace(/<[^>]*$/, "")
    .replaceAll("\n", " ");
  return h(
    "div",
    {
      class: "above",
      "data-key": "above",
      "data-action": "jump",
      "data-jump": target.id,
      role: "button",
      tabindex: "0",
    },
    avatar(target.author, 16),
    nameNode(userName(target.author), {
      class: "above-name",
      style: { "--name": nameColor(target.author?.id) },
    }),
    h(
      "span",
      { class: "above-text", dir: "auto" },
      text ? inline(text) : h("em", null, "Click to see the message"),
    ),
  );
}

function body(message) {
  if (message.flags & FLAG.LOADING) return thinking(message);
  if (THREAD_NOTE[message.type]) return h("p", { class: "system" }, THREAD_NOTE[message.type]);
  const layout = message.flags & FLAG.V2;
  return h(
    "div",
    { class: layout ? "body layout" : "body", "data-key": "body" },
    layout ? null : content(message),
    layout ? null : attachments(message),
    layout ? null : embeds(message),
    drawComponents(message),
  );
}

function thinking(message) {
  return h(
    "div",
    { class: "thinking", "data-key": "body" },
    dots(),
    h("bdi", null, userName(message.author)),
    " is thinking…",
  );
}

function content(message) {
  if (!message.content) return null;
  const node = markdown(message.content, { jumbo: true });
  if (message.edited_timestamp) {
    const last = node.lastElementChild?.matches(".md-p") ? node.lastElementChild : node;
    last.append(
      h(
        "span",
        { class: "edited", title: new Date(message.edited_timestamp).toLocaleString() },
        " (edited)",
      ),
    );
  }
  node.setAttribute("data-key", "content");
  return node;
}

function failure(message) {
  const text = failureOf(message.id);
  return text
    ? h(
        "p",
        {
          class: "failure",
          "data-testid": "interaction-failed",
          role: "alert",
          "data-key": "failure",
        },
        icon("alert", 16),
        text,
      )
    : null;
}

function privateFooter(message) {
  return h(
    "div",
    { class: "private-note", "data-key": "private" },
    icon("eye", 16),
    "Only you can see this · ",
    h(
      "button",
      {
        type: "button",
        class: "link-button",
        "data-action": "dismiss",
        "data-testid": "dismiss",
        "data-id": message.id,
      },
      "Dismiss message",
    ),
  );
}

function toolbar(message) {
  const tool = (action, label, name, props) =>
    h(
      "button",
      {
        type: "button",
        "data-action": action,
        "data-id": message.id,
        "aria-label": label,
        title: label,
        ...props,
      },
      icon(name, 18),
    );
  return h(
    "div",
    { class: "toolbar", "data-key": "toolbar" },
    tool("copy-id", "Copy message ID", "id", { tabindex: "-1" }),
    canDelete(message)
      ? tool("delete", "Delete message", "trash", { tabindex: "-1", class: "danger" })
      : null,
    tool("menu", "More", "more", { "aria-haspopup": "menu", "data-testid": "message-menu" }),
  );
}

/* A command on its way, or one nobody answered: shown only in this window. */
function drawLocal(message) {
  const failed = message.local.failed;
  return h(
    "li",
    { class: "message private local", "data-local-id": message.id },
    usedLine(state.members.get(state.me)?.user, message.local.command),
    faceButton(message.author),
    h(
      "div",
      { class: "message-main", "data-key": "main" },
      h("div", { class: "head" }, author(message.author), appBadge()),
      failed
        ? h(
            "p",
            { class: "failure", "data-testid": "command-failed", role: "alert" },
            icon("alert", 16),
            failed,
          )
        : h("div", { class: "thinking" }, dots(), "Sending command…"),
      failed ? privateFooter(message) : null,
    ),
  );
}

/* The words of a message, for replies, for copying and for the screen reader's ear. */
export function plainText(message) {
  const words = [message.content];
  const gather = (component) => {
    if (component.type === 10) words.push(component.content);
    for (const child of component.components ?? []) gather(child);
  };
  for (const embed of message.embeds ?? []) words.push(embed.title, embed.description);
  for (const component of message.components ?? []) gather(component);
  return words.filter(Boolean).join("\n");
}

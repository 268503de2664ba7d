/* The menus of a message and of a member, with the application's own entries among them. */

import { appBadge, avatar } from "./avatar.js";
import { menuCommands } from "./commands.js";
import { runCommand } from "./sending.js";
import { h, nameNode } from "./dom.js";
import { plainText } from "./message.js";
import { openMenu } from "./popover.js";
import { canDelete, isBot, isEphemeral, state, tell, userName } from "./state.js";
import { toast } from "./toast.js";

const USER_COMMAND = 2;
const MESSAGE_COMMAND = 3;

export async function copyText(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    toast(`Copying was not allowed: ${text}`);
  }
}

function appItems(type, targetId) {
  const commands = menuCommands(type);
  if (!commands.length) return [];
  return [
    null,
    { title: "Apps" },
    ...commands.map((command) => ({
      label: command.name,
      icon: "command",
      testid: "app-command",
      action: () => runCommand({ command, path: command.name, options: [], targetId }),
    })),
  ];
}

export function messageMenu(anchor, message) {
  if (!message) return;
  const text = plainText(message);
  openMenu(
    anchor,
    [
      text
        ? { label: "Copy text", icon: "copy", action: () => copyText(text, "Text copied") }
        : undefined,
      {
        label: "Copy message ID",
        icon: "id",
        testid: "copy-id",
        action: () => copyText(message.id, "Message ID copied"),
      },
      ...appItems(MESSAGE_COMMAND, message.id),
      ...(isEphemeral(message)
        ? [
            null,
            { label: "Dismiss message", icon: "close", action: () => tell("dismiss", message.id) },
          ]
        : []),
      ...(canDelete(message)
        ? [
            null,
            {
              label: "Delete message",
              icon: "trash",
              danger: true,
              testid: "delete-message",
              action: () => tell("delete", message.id),
            },
          ]
        : []),
    ].filter((item) => item !== undefined),
    "Message",
  );
}

export function userMenu(anchor, userId) {
  const member = state.members.get(userId);
  if (!member) return;
  const roles = member.roles
    .map((id) => state.roles.get(String(id))?.name)
    .filter((name) => name && name !== "@everyone");
  const card = h(
    "div",
    { class: "profile" },
    avatar(member.user, 48),
    h(
      "div",
      { class: "profile-text" },
      h("strong", null, nameNode(userName(member.user)), isBot(member) ? appBadge() : null),
      h(
        "small",
        null,
        h("bdi", null, member.user.username),
        roles.length ? ` · ${roles.join(", ")}` : "",
      ),
    ),
  );
  openMenu(
    anchor,
    [
      { title: card },
      { label: "Mention", icon: "at", action: () => tell("mention", userId) },
      { label: "Copy user ID", icon: "id", action: () => copyText(userId, "User ID copied") },
      ...appItems(USER_COMMAND, userId),
    ],
    "Member",
  );
}

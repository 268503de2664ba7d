/* Everything around the messages: servers, channels, members, the head bar, who I am. */

import { appBadge, avatar } from "./avatar.js";
import { $, fill, h, morph, nameNode } from "./dom.js";
import { icon } from "./icons.js";
import { inline } from "./inline.js";
import { userMenu } from "./menus.js";
import { openMenu } from "./popover.js";
import { channel, isBot, nameColor, state, tell, userName } from "./state.js";

export function setUpSidebar() {
  $("#channel-list").addEventListener("click", onChannel);
  $("#member-list").addEventListener("click", (event) => {
    const row = event.target.closest("[data-user-id]");
    if (row) userMenu(row, row.dataset.userId);
  });
  $("#member-list").addEventListener("contextmenu", (event) => {
    const row = event.target.closest("[data-user-id]");
    if (!row) return;
    event.preventDefault();
    userMenu({ x: event.clientX, y: event.clientY }, row.dataset.userId);
  });
  $("#switcher").addEventListener("click", (event) => switcher(event.currentTarget));
  $("#controls").addEventListener("click", (event) => controls(event.currentTarget));
}

/* A plain press changes the channel here; with a modifier it is a link like any other. */
function onChannel(event) {
  const link = event.target.closest("[data-channel-id]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  tell("channel", link.dataset.channelId);
}

export function drawSidebar() {
  $("#guild-name").textContent = state.guild.name;
  fill($("#guild-disc"), initials(state.guild.name));
  $("#guild-disc").title = state.guild.name;
  patch($("#channel-list"), withThreads(state.channels).map(channelRow));
  patch($("#member-list"), memberGroups());
  drawHead();
  drawMe();
}

const patch = (node, children) => morph(node, fillClone(node, children));

function fillClone(node, children) {
  const clone = node.cloneNode(false);
  fill(clone, children);
  return clone;
}

function initials(name) {
  return name
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .join("")
    .slice(0, 3);
}

/* Threads stand under the channel they belong to. */
function withThreads(channels) {
  const isThread = ({ type }) => type >= 10 && type <= 12;
  const threads = channels.filter(isThread);
  const under = (parent) => threads.filter((thread) => thread.parent_id === parent.id);
  return channels.filter((item) => !isThread(item)).flatMap((item) => [item, ...under(item)]);
}

function channelRow({ id, name, type }) {
  const unread = state.unread.has(id);
  return h(
    "li",
    { "data-key": id, class: type >= 10 ? "thread" : null },
    h(
      "a",
      {
        href: addressOf(state.me, id),
        class: unread ? "channel unread" : "channel",
        "data-channel-id": id,
        "aria-current": id === state.channelId ? "page" : null,
      },
      icon("hash"),
      nameNode(name),
      unread ? h("span", { class: "hidden-text" }, " (unread)") : null,
    ),
  );
}

export function addressOf(member, channelId = state.channelId) {
  const query = new URLSearchParams({ member });
  if (channelId) query.set("channel", channelId);
  return `?${query}`;
}

function drawHead() {
  const open = channel();
  $("#channel-name").textContent = open?.name ?? "";
  fill($("#topic"), open?.topic ? inline(open.topic) : null);
  $("#topic").title = open?.topic ?? "";
  $("#controls").hidden = state.controls.length === 0;
  document.title = open ? `#${open.name} · ${state.guild.name}` : state.guild.name || "Local chat";
  $("#messages").setAttribute("aria-label", `Messages in ${open?.name ?? "channel"}`);
}

function isOnline(member) {
  const isApplication = String(member.user.id) === String(state.application.id);
  return isApplication ? state.application.online !== false : member.online !== false;
}

function memberGroups() {
  const members = [...state.members.values()].sort((a, b) =>
    userName(a.user).localeCompare(userName(b.user)),
  );
  const groups = [
    ["Online", members.filter(isOnline)],
    ["Offline", members.filter((member) => !isOnline(member))],
  ];
  return groups
    .filter(([, list]) => list.length)
    .flatMap(([title, list]) => [
      h("h3", { "data-key": title }, `${title} — ${list.length}`),
      h("ul", { "data-key": `${title} list`, class: title.toLowerCase() }, list.map(memberRow)),
    ]);
}

function memberRow(member) {
  const { user } = member;
  const online = isOnline(member);
  return h(
    "li",
    { "data-key": user.id },
    h(
      "button",
      {
        type: "button",
        class: "member",
        "data-user-id": user.id,
        "aria-haspopup": "menu",
        title: `${userName(user)}: ${online ? "online" : "offline"}`,
      },
      h("span", { class: "presence" }, avatar(user, 32), h("i", { class: online ? "on" : "" })),
      nameNode(userName(user), { style: { "--name": nameColor(user.id) } }),
      isBot(member) ? appBadge() : null,
    ),
  );
}

function drawMe() {
  const me = state.members.get(state.me);
  if (!me) return;
  const roles = me.roles
    .map((id) => state.roles.get(String(id))?.name)
    .filter((name) => name && name !== "@everyone");
  fill(
    $("#switcher"),
    h("span", { class: "hidden-text" }, "You are "),
    h("span", { class: "presence" }, avatar(me.user, 32), h("i", { class: "on" })),
    h(
      "span",
      { class: "me-text" },
      nameNode(userName(me.user)),
      h("small", null, roles.join(", ") || "Member"),
    ),
    h("span", { class: "hidden-text" }, ". Switch member"),
    icon("chevron", 18),
  );
}

/* Each member twice over: this window becomes them, or another window does. */
function switcher(anchor) {
  const people = [...state.members.values()].filter((member) => !isBot(member));
  openMenu(
    anchor,
    [
      { title: "This window is" },
      ...people.map(({ user }) => ({
        label: userName(user),
        picture: avatar(user, 24),
        checked: String(user.id) === state.me,
        testid: "member-choice",
        value: user.id,
        action: () => tell("member", String(user.id)),
      })),
      null,
      {
        label: "Open another window as…",
        icon: "external",
        testid: "open-another",
        action: () => otherWindow(anchor, people),
      },
    ],
    "Switch member",
  );
}

function otherWindow(anchor, people) {
  openMenu(
    anchor,
    [
      { title: "Open another window as" },
      ...people
        .filter(({ user }) => String(user.id) !== state.me)
        .map(({ user }) => ({
          label: userName(user),
          picture: avatar(user, 24),
          icon: "external",
          testid: "window-choice",
          value: user.id,
          href: addressOf(user.id),
        })),
    ],
    "Open another window",
  );
}

function controls(anchor) {
  openMenu(
    anchor,
    [
      { title: "This server's controls" },
      ...state.controls.map((control) => ({
        label: control.label,
        danger: control.danger,
        testid: "control",
        value: control.id,
        action: () => tell("control", control.id),
      })),
    ],
    "Controls",
  );
}

/* The page's wiring: frames from the server change the state, changed state is drawn.
 *
 * Where things live: socket.js the connection · state.js what is known · messages.js the list,
 * message.js one message, components.js its components · markdown.js and inline.js texts ·
 * composer.js, optionform.js, commands.js slash commands · modal.js forms · sidebar.js the rest.
 */

import { setUpActions } from "./actions.js";
import { drawComposer, mention, setUpComposer } from "./composer.js";
import { $ } from "./dom.js";
import { closeDrawer, setUpDrawers } from "./drawers.js";
import { forgetMissing } from "./emoji.js";
import { icon } from "./icons.js";
import { hearInteraction, loseAll, useTransport } from "./interactions.js";
import {
  announce,
  clearMessages,
  flashMessage,
  paint,
  setUpMessages,
  touch,
  touchAll,
} from "./messages.js";
import { closeModal, openModal } from "./modal.js";
import { closePanel, setUpPanels } from "./popover.js";
import { forget } from "./press.js";
import { errorText } from "./sending.js";
import { addressOf, drawSidebar, setUpSidebar } from "./sidebar.js";
import { Socket } from "./socket.js";
import { adoptWorld, channel, compareIds, hear, memberName, state } from "./state.js";
import { setUpTheme } from "./theme.js";
import { startTicker } from "./timestamps.js";
import { toast } from "./toast.js";

const MOST_MESSAGES = 300;
const KEPT_MESSAGES = 200;

let target = null;

const FRAMES = {
  hello: onHello,
  world: onWorld,
  history: onHistory,
  message_create: ({ message }) => onMessage(message, true),
  message_update: ({ message }) => onMessage(message, false),
  message_delete: onDelete,
  commands: ({ commands }) => {
    state.commands = commands;
    drawComposer();
    touchAll();
    paint();
  },
  presence: ({ application }) => {
    Object.assign(state.application, application);
    drawSidebar();
    drawComposer();
  },
  interaction: hearInteraction,
  error: ({ errors }) => toast(errorText(errors)),
};

const socket = new Socket((type, data) => FRAMES[type]?.(data), onConnection);

function onConnection(connection) {
  state.connected = connection === "up";
  $("#reconnecting").hidden = state.connected;
  if (!state.connected) loseAll();
  drawComposer();
}

/* First of every connection: the world, then the channel is opened (again). */
function onHello(hello) {
  adoptWorld(hello);
  const wanted = state.channelId ?? new URLSearchParams(location.search).get("channel");
  state.channelId = (channel(wanted) ?? state.channels[0])?.id ?? null;
  history.replaceState(null, "", addressOf(state.me));
  if (socket.member && socket.member !== state.me)
    toast(`That member is not here. This window is ${memberName(state.me)}.`);
  socket.member = state.me;
  drawSidebar();
  drawComposer();
  touchAll();
  paint();
  openChannel();
}

function onWorld(world) {
  adoptWorld(world);
  forgetMissing();
  if (!channel()) showChannel(state.channels[0]?.id ?? null);
  drawSidebar();
  drawComposer();
  touchAll();
  paint();
}

function openChannel() {
  if (state.channelId) socket.send("open", { channel_id: state.channelId });
}

function onHistory({ channel_id: channelId, messages, ephemeral }) {
  if (channelId !== state.channelId) return;
  const locals = [...state.messages.values()].filter((message) => message.local?.failed);
  state.messages = new Map(
    [...messages, ...(ephemeral ?? []), ...locals].map((message) => [message.id, message]),
  );
  $("#loading").hidden = true;
  paint();
  if (target) showTarget(target);
}

/* A message somebody links to: now, or when its channel's history has come. */
function showTarget(id) {
  const isLoading = !$("#loading").hidden;
  target = isLoading ? id : null;
  if (!isLoading && !flashMessage(id)) toast("That message is not shown here.");
}

function onMessage(message, isNew) {
  if (message.channel_id !== state.channelId) {
    if (isNew && !state.unread.has(message.channel_id)) {
      state.unread.add(message.channel_id);
      drawSidebar();
    }
    return;
  }
  if (!isNew && !state.messages.has(message.id)) return;
  state.messages.set(message.id, message);
  if (!isNew) forget(message.id);
  else announce(message);
  trim();
  paint();
}

/* A long session keeps only its newest messages on the page. */
function trim() {
  if (state.messages.size <= MOST_MESSAGES) return;
  const oldest = [...state.messages.keys()]
    .sort(compareIds)
    .slice(0, state.messages.size - KEPT_MESSAGES);
  for (const id of oldest) state.messages.delete(id);
}

function onDelete({ id }) {
  state.messages.delete(id);
  paint();
}

function showChannel(id) {
  closePanel("escape");
  closeDrawer();
  if (id === state.channelId) return;
  state.channelId = id;
  state.unread.delete(id);
  state.messages = new Map();
  clearMessages();
  $("#loading").hidden = id === null;
  drawSidebar();
  drawComposer();
  openChannel();
}

function becomeMember(id) {
  if (id === state.me) return;
  history.pushState(null, "", addressOf(id));
  startAs(id);
}

function startAs(id) {
  closeModal();
  loseAll();
  state.messages = new Map();
  clearMessages();
  socket.connect(id);
}

function setUpRequests() {
  hear("channel", (id) => {
    if (!channel(id)) return;
    if (id !== state.channelId) history.pushState(null, "", addressOf(state.me, id));
    showChannel(id);
  });
  hear("member", becomeMember);
  hear("target", showTarget);
  hear("mention", mention);
  hear("modal", openModal);
  hear("control", (action) => socket.send("control", { action }));
  hear("delete", (id) => socket.send("delete", { message_id: id }) || toast("Not connected."));
  hear("dismiss", dismiss);
  hear("touched", (id) => {
    touch(id);
    paint();
  });
  hear("local", showLocal);
  hear("local-done", (local) => onDelete(local));
}

function dismiss(id) {
  if (!state.messages.get(id)?.local) socket.send("dismiss", { message_id: id });
  onDelete({ id });
}

function showLocal(local) {
  if (local.channel_id !== state.channelId) return;
  state.messages.set(local.id, local);
  paint();
}

function onBack() {
  const query = new URLSearchParams(location.search);
  const member = query.get("member");
  if (member && member !== state.me) {
    state.channelId = query.get("channel");
    startAs(member);
  } else if (channel(query.get("channel"))) showChannel(query.get("channel"));
}

for (const node of document.querySelectorAll("[data-icon]")) node.prepend(icon(node.dataset.icon));
setUpTheme();
setUpDrawers();
setUpPanels();
setUpMessages();
setUpActions();
setUpSidebar();
setUpComposer((content) => socket.send("say", { channel_id: state.channelId, content }));
setUpRequests();
useTransport((type, data) => socket.send(type, data));
startTicker();
addEventListener("popstate", onBack);
socket.connect(new URLSearchParams(location.search).get("member"));

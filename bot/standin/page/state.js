/* What this window knows: the world as the server told it, and the open channel's messages.
 *
 * Only main.js writes the world here; views read it and ask the questions below.
 */

export const FLAG = { EPHEMERAL: 64, LOADING: 128, V2: 32768 };

export const state = {
  connected: false,
  me: null,
  guild: { id: "0", name: "" },
  channels: [],
  members: new Map(),
  roles: new Map(),
  emojis: new Map(),
  application: { id: "0", name: "Bot", online: false },
  commands: [],
  controls: [],
  channelId: null,
  messages: new Map(),
  unread: new Set(),
  skew: 0,
};

const byId = (list) => new Map((list ?? []).map((item) => [String(item.id), item]));

export function adoptWorld(hello) {
  state.me = String(hello.me);
  state.guild = hello.guild;
  state.channels = hello.channels ?? [];
  state.members = new Map((hello.members ?? []).map((member) => [String(member.user.id), member]));
  state.roles = byId(hello.roles);
  state.emojis = byId(hello.emojis);
  state.application = hello.application ?? state.application;
  state.commands = hello.commands ?? state.commands;
  state.controls = hello.controls ?? [];
  if (hello.server_time) state.skew = hello.server_time - Date.now();
}

export const now = () => Date.now() + state.skew;

export function channel(id = state.channelId) {
  return state.channels.find((item) => item.id === id) ?? null;
}

export function canSend() {
  return channel()?.can_send !== false && channel() !== null;
}

export function userName(user) {
  if (!user) return "Unknown";
  const member = state.members.get(String(user.id));
  return member?.nick || user.global_name || user.username || "Unknown";
}

export function memberName(id) {
  const member = state.members.get(String(id));
  return member ? userName(member.user) : null;
}

export function isBot(member) {
  return Boolean(member.bot ?? member.user.bot);
}

/* The colour of the highest role that has one, as CSS, or null for the text colour. */
export function nameColor(userId) {
  const member = state.members.get(String(userId));
  const colored = (member?.roles ?? [])
    .map((id) => state.roles.get(String(id)))
    .filter((role) => role?.color)
    .sort((a, b) => b.position - a.position);
  return colored.length ? cssColor(colored[0].color) : null;
}

export function cssColor(number) {
  return `#${Number(number & 0xffffff)
    .toString(16)
    .padStart(6, "0")}`;
}

/* A member may delete own messages; those of others with Manage Messages, as the server says. */
export function canDelete(message) {
  if (isEphemeral(message)) return false;
  return String(message.author?.id) === state.me || Boolean(channel()?.can_manage_messages);
}

export function isEphemeral(message) {
  return Boolean(message.flags & FLAG.EPHEMERAL);
}

export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

const EPOCH = 1420070400000n;

export function snowflakeTime(id) {
  return Number((BigInt(id) >> 22n) + EPOCH);
}

/* An id for something only this window shows (a command being sent), sorting with the rest. */
export function localId() {
  return String((BigInt(Math.floor(now())) - EPOCH) << 22n);
}

/* Ask from anywhere, answered in main.js: keeps views from importing one another in circles. */
const bus = new EventTarget();

export function tell(name, detail) {
  bus.dispatchEvent(new CustomEvent(name, { detail }));
}

export function hear(name, listener) {
  bus.addEventListener(name, (event) => listener(event.detail));
}

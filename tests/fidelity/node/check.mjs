// Checks recorded traffic against Discord's published schemas.
//
//     node check.mjs traffic.jsonl
//
// A line is an entry of the local Discord's recorder. Prints JSON: how many exchanges and frames
// were checked, and for every violation the line, what it was about, the path and the value.

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import Ajv from "ajv";

import { frameSchemas } from "./frames.mjs";
import { restSchemas } from "./rest.mjs";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const SHOWN = 120;

const ajv = new Ajv({ allErrors: true, verbose: true, strict: false });
ajv.addFormat("date-time", (text) => TIME.test(text) && !Number.isNaN(Date.parse(text)));
// The recorder hides what looks like a secret, also in an address.
ajv.addFormat("uri", (text) => URL.canParse(text.replace(/<[\w ]+>/g, "hidden")));

// --- REST

const rest = restSchemas();
ajv.addSchema({ definitions: rest.definitions }, "rest");
for (const [number, route] of rest.routes.entries()) {
  const { path, query, body, responses } = route;
  const parts = { path, query, body, ...responses };
  route.key = `route${number}`;
  for (const [part, schema] of Object.entries(parts)) {
    if (schema) rest.definitions[`${route.key}.${part}`] = schema;
  }
  route.pattern = new RegExp(`^${route.template.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  route.variables = (route.template.match(/\{/g) ?? []).length;
}

// "/users/@me" before "/users/{user_id}".
rest.routes.sort((a, b) => a.variables - b.variables);

function* checkExchange(entry) {
  const route = rest.routes.find((r) => r.method === entry.method && r.pattern.test(entry.path));
  if (!route) {
    yield about(`${entry.method} ${entry.path}`, "route", entry.path, "Discord has no such route");
    return;
  }
  const where = `${route.method} ${route.template}`;
  yield* checkRequest(route, where, entry);
  if (entry.status !== null) yield* checkResponse(route, where, entry.status, entry.answer);
}

function* checkRequest(route, where, entry) {
  const { groups } = route.pattern.exec(entry.path);
  yield* checkPart(route, where, "path", { ...groups });
  yield* checkPart(route, where, "query", spelled(route.query, entry.query ?? {}));
  yield* checkPart(route, where, "body", entry.body);
}

function* checkPart(route, where, part, value) {
  const empty = value === null || (part !== "body" && Object.keys(value).length === 0);
  if (route[part]) yield* check("rest", `${route.key}.${part}`, value, where, `request ${part}`);
  else if (!empty) yield about(where, `request ${part}`, value, "takes none");
}

// A query holds only text: numbers and booleans are read as Discord reads them.
function spelled(schema, query) {
  const read = ([name, text]) => {
    const type = schema?.properties[name]?.type;
    if (type === "number" && /^-?\d+$/.test(text)) return [name, Number(text)];
    const known = { 1: true, true: true, 0: false, false: false };
    return [name, type === "boolean" ? (known[text.toLowerCase()] ?? text) : text];
  };
  return Object.fromEntries(Object.entries(query).map(read));
}

function* checkResponse(route, where, status, answer) {
  const side = `response ${status}`;
  // A broken Discord answers with whatever its proxies say.
  if (status >= 500 && typeof answer !== "object") return;
  const fallback = status >= 500 ? "5XX" : `${String(status)[0]}XX`;
  const listed = [String(status), fallback].find((key) => key in route.responses);
  if (status === 204 && listed) {
    if (answer !== null) yield about(where, side, answer, "has a body");
  } else if (listed) yield* check("rest", `${route.key}.${listed}`, answer, where, side);
  else if (status >= 500) yield* check("rest", "ErrorResponse", answer, where, side);
  else yield about(where, side, status, "Discord's description has no such status here");
}

// --- gateway

const frames = frameSchemas();
// The general type of an interaction leaves open what its place decides.
frames.definitions.InServer = {
  required: ["channel", "guild", "guild_id", "guild_locale", "member"],
  properties: { user: { type: "null" } },
};
frames.definitions.Elsewhere = { required: ["user", "context"] };
ajv.addSchema({ definitions: frames.definitions }, "frames");

// Parts of events that are REST objects too, checked against that stricter description as well.
const SHARED = {
  READY: [["user", "UserPIIResponse"]],
  GUILD_CREATE: [["roles/*", "GuildRoleResponse"], ["members/*", "GuildMemberResponse"]],
  GUILD_UPDATE: [["roles/*", "GuildRoleResponse"]],
  GUILD_ROLE_CREATE: [["role", "GuildRoleResponse"]],
  GUILD_ROLE_UPDATE: [["role", "GuildRoleResponse"]],
  GUILD_MEMBER_ADD: [["user", "UserResponse"]],
  GUILD_MEMBER_UPDATE: [["user", "UserResponse"]],
  CHANNEL_CREATE: [["", "GuildChannelResponse"]],
  CHANNEL_UPDATE: [["", "GuildChannelResponse"]],
  CHANNEL_DELETE: [["", "GuildChannelResponse"]],
  THREAD_UPDATE: [["", "ThreadResponse"]],
  MESSAGE_CREATE: [["", "MessageResponse"]],
  MESSAGE_UPDATE: [["", "MessageResponse"]],
  INTERACTION_CREATE: [["message", "MessageResponse"], ["member/user", "UserResponse"]],
};
// What only the event form of such an object has.
const IN_EVENTS = ["guild_id", "member"];
const EVENT_ONLY = { MESSAGE_CREATE: IN_EVENTS, MESSAGE_UPDATE: IN_EVENTS };

function* checkFrame({ direction, frame }) {
  const inward = direction === "in";
  const where = `${inward ? "from the bot" : "to the bot"}: ${frame.t ?? `op ${frame.op}`}`;
  yield* check("frames", inward ? "FromTheBot" : "ToTheBot", frame, where, "frame");
  if (inward || !frame.t || !frame.d) return;
  if (frame.t === "INTERACTION_CREATE") {
    const place = frame.d.context === 0 ? "InServer" : "Elsewhere";
    yield* check("frames", place, frame.d, where, "frame/d");
  }
  for (const [path, type] of SHARED[frame.t] ?? []) {
    for (const [pointer, value] of select(frame.d, path ? path.split("/") : [], "frame/d")) {
      yield* check("rest", type, without(value, EVENT_ONLY[frame.t]), where, pointer);
    }
  }
}

function* select(value, [step, ...rest], pointer) {
  if (value === undefined || value === null) return;
  if (step === undefined) yield [pointer, value];
  else if (step !== "*") yield* select(value[step], rest, `${pointer}/${step}`);
  else for (const [n, item] of value.entries()) yield* select(item, rest, `${pointer}/${n}`);
}

function without(value, names = []) {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

// --- verdicts

function* check(file, name, value, where, pointer) {
  const validate = ajv.getSchema(`${file}#/definitions/${name}`);
  if (!validate) throw new Error(`no schema ${name}`);
  if (validate(value)) return;
  for (const error of validate.errors) {
    if (error.keyword !== "if") yield violation(where, pointer, error);
  }
}

function violation(where, pointer, { keyword, instancePath, params, message, data }) {
  const path = `${pointer}${instancePath}`;
  if (keyword === "additionalProperties") {
    const name = params.additionalProperty;
    const message = "is no field of this object";
    return about(where, `${path}/${name}`, data[name], message, "unknown field");
  }
  if (keyword === "required") {
    return about(where, `${path}/${params.missingProperty}`, undefined, "is missing");
  }
  const allowed = params.allowedValues ?? params.allowedValue;
  return about(where, path, data, allowed ? `${message}: ${JSON.stringify(allowed)}` : message);
}

function about(where, path, value, message, kind = "wrong") {
  const shown = JSON.stringify(value)?.slice(0, SHOWN) ?? null;
  return { kind, where, path, value: shown, message: message.slice(0, SHOWN) };
}

// --- the command

const report = { exchanges: 0, frames: 0, violations: [] };
let line = 0;
for await (const text of createInterface({ input: createReadStream(process.argv[2]) })) {
  const entry = JSON.parse(text);
  const isRest = entry.kind === "rest";
  report[isRest ? "exchanges" : "frames"] += 1;
  const seen = new Set();
  for (const found of isRest ? checkExchange(entry) : checkFrame(entry)) {
    const key = `${found.path} ${found.message}`;
    if (!seen.has(key)) report.violations.push({ line, ...found });
    seen.add(key);
  }
  line += 1;
}
process.stdout.write(JSON.stringify(report));

/* The registered commands as the picker needs them, and the rules for their options.
 *
 * No DOM here. A *leaf* is something that can be run: {command, path: ["blackjack","host"],
 * name, description, options}. A *field* is an option being filled in:
 * {option, text, value}; `value` is set when a suggestion was picked.
 */

import { state } from "./state.js";
import { worldItems } from "./options.js";

const TYPE = {
  SUB: 1,
  GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  ATTACHMENT: 11,
};
const WORDS = {
  3: "text",
  4: "whole number",
  5: "true or false",
  6: "member",
  7: "channel",
  8: "role",
  9: "member or role",
  10: "number",
  11: "file",
};
const KINDS = { 6: "user", 7: "channel", 8: "role", 9: "mentionable" };
const CHAT_INPUT = 1;
const SAFE = 2 ** 53;

export const typeWord = (option) => WORDS[option.type] ?? "value";

export function leaves(commands = state.commands) {
  return commands
    .filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT)
    .flatMap((command) => branch(command, command, [command.name]));
}

function branch(command, node, path) {
  const options = node.options ?? [];
  const deeper = options.filter((option) => option.type === TYPE.SUB || option.type === TYPE.GROUP);
  if (deeper.length)
    return deeper.flatMap((option) => branch(command, option, [...path, option.name]));
  return [{ command, path, name: path.join(" "), description: node.description ?? "", options }];
}

export function menuCommands(type) {
  return state.commands.filter((command) => command.type === type);
}

/* Every typed word begins or occurs in the path, or the words occur in the description. */
export function findLeaves(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = leaves().map((leaf) => ({ leaf, score: scoreOf(leaf, words) }));
  return scored
    .filter(({ score }) => score < 9)
    .sort((a, b) => a.score - b.score)
    .map(({ leaf }) => leaf);
}

function scoreOf(leaf, words) {
  if (!words.length) return 0;
  if (leaf.name.startsWith(words.join(" "))) return 0;
  const inPath = (word) => leaf.path.some((part) => part.startsWith(word));
  if (words.every(inPath)) return 1;
  if (words.every((word) => leaf.name.includes(word))) return 2;
  return words.every((word) => leaf.description.toLowerCase().includes(word)) ? 3 : 9;
}

/* "/name " typed in full, with no longer command beginning so: the leaf, else null. */
export function exactLeaf(text) {
  const all = leaves();
  const name = text.trim().toLowerCase();
  const longer = all.some((leaf) => leaf.name.startsWith(`${name} `));
  return longer ? null : (all.find((leaf) => leaf.name === name) ?? null);
}

export function leafByPath(name) {
  return leaves().find((leaf) => leaf.name === name) ?? null;
}

/* What can be picked for an option without asking the bot; null where it is free text. */
export function knownItems(option) {
  if (option.choices?.length) {
    return option.choices.map((choice) => ({ value: choice.value, label: choice.name }));
  }
  if (option.type === TYPE.BOOLEAN)
    return [
      { value: true, label: "True" },
      { value: false, label: "False" },
    ];
  return KINDS[option.type] ? worldItems(KINDS[option.type], option.channel_types) : null;
}

/* {value} or {error}; {} where nothing was written. */
export function readField({ option, text, value }) {
  if (value !== undefined) return { value };
  const typed = text.trim();
  if (typed === "") return option.required ? { error: "This option is required." } : {};
  const items = knownItems(option);
  if (items) return pickByName(items, typed, option);
  if (option.type === TYPE.INTEGER) return readInteger(typed, option);
  if (option.type === TYPE.NUMBER) return readNumber(typed, option);
  if (option.type === TYPE.ATTACHMENT) return { error: "Files cannot be sent here." };
  return readText(text, option);
}

function pickByName(items, typed, option) {
  const wanted = typed.toLowerCase().replace(/^[@#]/, "");
  const found = items.find((item) => item.label.toLowerCase().replace(/^[@#]/, "") === wanted);
  if (found) return { value: found.value };
  return {
    error: option.choices?.length
      ? "Choose one of the options."
      : `Choose a ${typeWord(option)} from the list.`,
  };
}

function readInteger(typed, option) {
  if (!/^[+-]?\d+$/.test(typed)) return { error: "Enter a whole number." };
  const value = Number(typed);
  return Math.abs(value) >= SAFE ? { error: "That number is too large." } : inRange(value, option);
}

function readNumber(typed, option) {
  const value = Number(typed.replace(",", "."));
  return Number.isFinite(value) ? inRange(value, option) : { error: "Enter a number." };
}

function inRange(value, option) {
  if (option.min_value !== undefined && value < option.min_value)
    return { error: `Must be at least ${option.min_value}.` };
  if (option.max_value !== undefined && value > option.max_value)
    return { error: `Must be at most ${option.max_value}.` };
  return { value };
}

function readText(text, option) {
  const length = [...text].length;
  if (length < (option.min_length ?? 0))
    return { error: `Must be at least ${option.min_length} characters.` };
  if (length > (option.max_length ?? 6000))
    return { error: `Must be at most ${option.max_length ?? 6000} characters.` };
  return { value: text };
}

/* Discord's option tree for the wire. `fields` are those that count, in the form's order. */
export function optionTree(leaf, written) {
  let options = written;
  let node = leaf.command;
  const steps = leaf.path
    .slice(1)
    .map((name) => (node = node.options.find((option) => option.name === name)));
  for (const step of steps.reverse()) options = [{ name: step.name, type: step.type, options }];
  return options;
}

export function writtenOptions(fields, focused = null) {
  const written = [];
  for (const field of fields) {
    const read = readField(field);
    const entry = { name: field.option.name, type: field.option.type };
    if (field === focused) written.push({ ...entry, value: field.text, focused: true });
    else if (read.value !== undefined) written.push({ ...entry, value: read.value });
  }
  return written;
}

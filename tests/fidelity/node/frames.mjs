// JSON Schemas of the gateway's frames, generated from the types in discord-api-types.

import { fileURLToPath } from "node:url";
import {
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  MappedTypeNodeParser,
  ObjectProperty,
  SchemaGenerator,
} from "ts-json-schema-generator";
import ts from "typescript";

import { withPreciseUnions } from "./unions.mjs";

const NUMERIC = { type: "string", pattern: "^(0|[1-9][0-9]*)$" };
const TIME = { type: "string", format: "date-time" };
const TIMES = /timestamp$|^joined_at$|^premium_since$|^communication_disabled_until$/;

// The generator reads the `-?` of Required<T> as a `?`: what must be there would be optional.
class RequiredTypes extends MappedTypeNodeParser {
  supportsNode(node) {
    return super.supportsNode(node) && node.questionToken?.kind === ts.SyntaxKind.MinusToken;
  }

  getProperties(node, keys, context) {
    const properties = super.getProperties(node, keys, context);
    return properties.map((p) => new ObjectProperty(p.getName(), p.getType(), true));
  }
}

function generated() {
  const path = fileURLToPath(new URL("frames.ts", import.meta.url));
  const asked = { path, type: "*", skipTypeCheck: true, expose: "all", jsDoc: "none" };
  const settings = { ...DEFAULT_CONFIG, ...asked, encodeRefs: false };
  const program = createProgram(settings);
  const parser = createParser(program, settings, (chain) =>
    chain.addNodeParser(new RequiredTypes(chain, false)),
  );
  const generator = new SchemaGenerator(program, parser, createFormatter(settings), settings);
  return generator.createSchema("*").definitions;
}

// TypeScript knows a set of bits only by its single bits; on the wire it is any sum of them.
function isBits(name, schema) {
  const bits = schema.enum ?? ("const" in schema ? [schema.const] : []);
  const single = bits.every((bit) => Number.isInteger(Math.log2(bit)));
  return /Flags$/.test(name) && bits.length > 0 && single;
}

function typed(name, schema) {
  if (isBits(name, schema)) return { type: "integer", minimum: 0 };
  return name === "Snowflake" || name === "Permissions" ? NUMERIC : schema;
}

// Type parameters make names such as "APIChannelBase<ChannelType.DM>", which no $ref may hold.
const safe = (name) => name.replace(/[^\w.]/g, "_");

function tidy(node, key) {
  if (Array.isArray(node)) return node.map((part) => tidy(part));
  if (node === null || typeof node !== "object") return node;
  // A `d?: never` is null on the wire.
  if (node.not) return { type: "null" };
  if (node.$ref) return { $ref: `#/definitions/${safe(node.$ref.slice("#/definitions/".length))}` };
  return Object.fromEntries(
    Object.entries(node).map(([name, part]) => {
      const isTime = key === "properties" && TIMES.test(name);
      return [name, isTime ? withTime(part) : tidy(part, name)];
    }),
  );
}

function withTime(schema) {
  const types = [schema.type ?? schema.anyOf?.map((branch) => branch.type)].flat();
  if (!types.includes("string")) return tidy(schema);
  return types.includes("null") ? { anyOf: [TIME, { type: "null" }] } : TIME;
}

export function frameSchemas() {
  const definitions = Object.fromEntries(
    Object.entries(generated()).map(([name, schema]) => [safe(name), tidy(typed(name, schema))]),
  );
  return { definitions: withPreciseUnions(definitions, definitions) };
}

// JSON Schemas of Discord's REST API: every named type, and what each route takes and gives.
//
// discord-api-spec holds the named types as zod schemas (with lengths and ranges), and the routes
// as a TypeScript interface only; its few inline types are translated here.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import * as z from "zod/mini";
import * as named from "discord-api-spec/zod";

import { withPreciseUnions } from "./unions.mjs";

const ref = (name) => ({ $ref: `#/definitions/${name}` });

function namedTypes() {
  const registry = z.registry();
  for (const [name, schema] of Object.entries(named)) {
    if (name.endsWith("Schema")) registry.add(schema, { id: name.slice(0, -"Schema".length) });
  }
  const uri = (id) => `#/definitions/${id}`;
  return z.toJSONSchema(registry, { io: "input", uri, unrepresentable: "any" }).schemas;
}

// Where the zod form says something that Discord's own description does not.
function corrected(definitions) {
  // `_errors` hold codes in words ("BASE_TYPE_REQUIRED"), and a field may have errors of its own
  // and of its parts: https://docs.discord.com/developers/reference#error-messages
  definitions.InnerError = {
    type: "object",
    properties: { code: { type: "string" }, message: { type: "string" } },
    required: ["code", "message"],
  };
  definitions.ErrorDetails = {
    type: "object",
    properties: { _errors: { type: "array", items: ref("InnerError"), minItems: 1 } },
    additionalProperties: ref("ErrorDetails"),
  };
  return definitions;
}

// Objects take no property that they do not list; intersections become one object.
function closed(schema, definitions) {
  if (Array.isArray(schema)) return schema.map((part) => closed(part, definitions));
  if (schema === null || typeof schema !== "object") return schema;
  if (schema.allOf) return closed(merged(schema.allOf, definitions), definitions);
  const { $schema, $id, ...rest } = schema;
  // zod's own idea of a time allows only "Z"; the format, checked by us, knows offsets too.
  if (rest.format) delete rest.pattern;
  if (rest.properties && !("additionalProperties" in rest)) rest.additionalProperties = false;
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, closed(value, definitions)]),
  );
}

function merged(parts, definitions) {
  const whole = { type: "object", properties: {}, required: [] };
  for (const part of parts) {
    const inner = part.$ref ? definitions[part.$ref.split("/").pop()] : part;
    Object.assign(whole.properties, inner.properties);
    whole.required.push(...(inner.required ?? []));
  }
  return whole;
}

// --- routes

const KEYWORDS = {
  [ts.SyntaxKind.StringKeyword]: { type: "string" },
  [ts.SyntaxKind.NumberKeyword]: { type: "number" },
  [ts.SyntaxKind.BooleanKeyword]: { type: "boolean" },
  [ts.SyntaxKind.UnknownKeyword]: {},
};

function inline(node) {
  if (KEYWORDS[node.kind]) return KEYWORDS[node.kind];
  if (ts.isTypeReferenceNode(node)) return ref(node.typeName.text);
  if (ts.isArrayTypeNode(node)) return { type: "array", items: inline(node.elementType) };
  if (ts.isParenthesizedTypeNode(node)) return inline(node.type);
  if (ts.isUnionTypeNode(node)) return { anyOf: node.types.map(inline) };
  if (ts.isTypeLiteralNode(node)) return inlineObject(node);
  if (ts.isLiteralTypeNode(node)) {
    const { kind, text } = node.literal;
    if (kind === ts.SyntaxKind.NullKeyword) return { type: "null" };
    return { const: kind === ts.SyntaxKind.NumericLiteral ? Number(text) : text };
  }
  throw new Error(`no translation for ${ts.SyntaxKind[node.kind]}: ${node.getText()}`);
}

function inlineObject(node) {
  const schema = { type: "object", properties: {}, required: [], additionalProperties: false };
  for (const member of node.members) {
    if (ts.isIndexSignatureDeclaration(member)) {
      schema.additionalProperties = inline(member.type);
      continue;
    }
    schema.properties[member.name.text] = inline(member.type);
    if (!member.questionToken) schema.required.push(member.name.text);
  }
  return schema;
}

const absent = (node) =>
  !node || node.kind === ts.SyntaxKind.NeverKeyword || node.kind === ts.SyntaxKind.UndefinedKeyword;

function members(node) {
  return Object.fromEntries(node.members.map((member) => [member.name.text, member.type]));
}

function operation(template, method, node) {
  const { parameters, requestBody, responses } = members(node);
  const { path, query } = members(parameters);
  const translate = (part) => (absent(part) ? null : inline(part));
  return {
    template,
    method: method.toUpperCase(),
    path: translate(path),
    query: translate(query),
    body: translate(requestBody),
    responses: Object.fromEntries(
      Object.entries(members(responses)).map(([status, type]) => [status, inline(type)]),
    ),
  };
}

function operations() {
  const file = fileURLToPath(import.meta.resolve("discord-api-spec/zod").replace(".zod.js", ".ts"));
  const text = readFileSync(file, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const paths = source.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === "Paths",
  );
  return paths.members.flatMap((path) =>
    path.type.members.map((verb) => operation(path.name.text, verb.name.text, verb.type)),
  );
}

export function restSchemas() {
  const loose = corrected(namedTypes());
  const definitions = closed(loose, loose);
  const precise = (schema) => (schema ? withPreciseUnions({ schema }, definitions).schema : null);
  const routes = operations().map((route) => ({
    ...route,
    path: precise(route.path),
    query: precise(route.query),
    body: precise(route.body),
    responses: withPreciseUnions(route.responses, definitions),
  }));
  return { definitions: withPreciseUnions(definitions, definitions), routes };
}

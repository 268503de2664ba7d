// Rewrites the unions of JSON Schemas so that a wrong value is named and not its whole union.
//
// `anyOf` over forty components says only that none of them fits. Here a union first asks for the
// value's JSON type, then for the properties that tell its objects apart (`type`, `op`, `t`), and
// checks the value against the one branch that is left. What is accepted stays the same.

const REF = "#/definitions/";

export function resolve(schema, definitions) {
  let found = schema;
  for (let depth = 0; found.$ref && depth < 50; depth++) {
    found = definitions[found.$ref.slice(REF.length)];
    if (!found) throw new Error(`no definition of ${schema.$ref}`);
  }
  return found;
}

// Every branch with the unions inside it opened up; a branch that is a $ref stays one.
function branches(schema, definitions) {
  const inner = resolve(schema, definitions);
  const union = inner.anyOf ?? inner.oneOf;
  return union ? union.flatMap((branch) => branches(branch, definitions)) : [schema];
}

function jsonType(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function typeOf(schema, definitions) {
  const inner = resolve(schema, definitions);
  if (inner.type) return inner.type === "integer" ? "number" : inner.type;
  if ("const" in inner) return jsonType(inner.const);
  if (inner.enum) return jsonType(inner.enum[0]);
  return inner.properties || inner.allOf ? "object" : undefined;
}

function constants(schema, definitions) {
  const inner = resolve(schema, definitions);
  if ("const" in inner) return [inner.const];
  if (inner.enum) return inner.enum;
  if (!inner.anyOf) return undefined;
  const all = inner.anyOf.map((branch) => constants(branch, definitions));
  return all.every(Boolean) ? all.flat() : undefined;
}

// The schema at a path of required properties, or undefined where one of them may be absent.
function at(schema, path, definitions) {
  let inner = resolve(schema, definitions);
  for (const name of path) {
    if (!inner.required?.includes(name) || !inner.properties?.[name]) return undefined;
    inner = resolve(inner.properties[name], definitions);
  }
  return inner;
}

// value of the tag -> branches that allow it; undefined when some branch leaves the tag open.
function split(objects, path, definitions) {
  const groups = new Map();
  for (const branch of objects) {
    const schema = at(branch, path, definitions);
    const values = schema && constants(schema, definitions);
    if (!values) return undefined;
    for (const value of values) groups.set(value, [...(groups.get(value) ?? []), branch]);
  }
  const largest = Math.max(...[...groups.values()].map((group) => group.length));
  return largest < objects.length ? groups : undefined;
}

// Properties of the objects, and properties of those: `type`, and `data.type` of interactions.
function candidates(branch, definitions) {
  const names = (path) => Object.keys(at(branch, path, definitions)?.properties ?? {});
  const outer = names([]);
  return [...outer.map((name) => [name]), ...outer.flatMap((o) => names([o]).map((i) => [o, i]))];
}

function bestTag(objects, definitions) {
  let best;
  for (const path of candidates(objects[0], definitions)) {
    const groups = split(objects, path, definitions);
    if (groups && !(best?.groups.size >= groups.size)) best = { path, groups };
  }
  return best;
}

function having(path, schema) {
  return path.reduceRight(
    (inner, name) => ({ type: "object", required: [name], properties: { [name]: inner } }),
    schema,
  );
}

function objectUnion(objects, definitions) {
  if (objects.length === 1) return objects[0];
  const best = bestTag(objects, definitions);
  if (!best) return { anyOf: objects };
  const { path, groups } = best;
  return {
    ...having(path, { enum: [...groups.keys()] }),
    allOf: [...groups].map(([value, group]) => ({
      if: having(path, { const: value }),
      then: objectUnion(group, definitions),
    })),
  };
}

function union(schema, definitions) {
  const values = constants(schema, definitions);
  if (values) return { enum: values };
  const all = branches(schema, definitions).map((branch) => rewrite(branch, definitions));
  const kinds = new Map();
  for (const branch of all) {
    const kind = typeOf(branch, definitions);
    if (!kind || Array.isArray(kind)) return { anyOf: all };
    kinds.set(kind, [...(kinds.get(kind) ?? []), branch]);
  }
  const checks = [...kinds].map(([kind, group]) => ({
    if: { type: kind },
    then: kind === "object" ? objectUnion(group, definitions) : scalarUnion(group, definitions),
  }));
  return { type: [...kinds.keys()], allOf: checks };
}

function scalarUnion(group, definitions) {
  const values = constants({ anyOf: group }, definitions);
  if (values) return { enum: values };
  return group.length === 1 ? group[0] : { anyOf: group };
}

function rewrite(schema, definitions) {
  if (Array.isArray(schema)) return schema.map((part) => rewrite(part, definitions));
  if (schema === null || typeof schema !== "object") return schema;
  if (schema.anyOf || schema.oneOf) return union(schema, definitions);
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, rewrittenPart(key, value, definitions)]),
  );
}

function rewrittenPart(key, value, definitions) {
  if (key === "enum" || key === "const" || key === "required") return value;
  if (key !== "properties") return rewrite(value, definitions);
  const properties = Object.entries(value);
  return Object.fromEntries(properties.map(([name, part]) => [name, rewrite(part, definitions)]));
}

export function withPreciseUnions(schemas, definitions) {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, rewrite(schema, definitions)]),
  );
}

import { isObject } from "../service/input.ts";
import type { Json } from "../service/service.ts";

/** The members of a request that are expressions, and where dynalite puts what it makes of each. */
const EXPRESSIONS = {
  UpdateExpression: "_updates",
  ConditionExpression: "_condition",
  KeyConditionExpression: "_keyCondition",
  FilterExpression: "_filter",
  ProjectionExpression: "_projection",
} as const;

const MEMBERS = Object.entries(EXPRESSIONS);

/** What dynalite judges by the values themselves, not only by their types. A key's condition is judged again later. */
const BY_VALUE = /between|attribute_type/i;

/** Enough for every request the gateway makes; a stranger's many are forgotten together. */
const KEPT = 5_000;

/** A value of the request, in what was parsed of an earlier one: its name. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Checks the expressions of a request and adds what it made of them; a sentence when they are wrong. */
export type ExpressionParser = (data: Json) => string | undefined;

/**
 * dynalite's grammar takes a tenth of a millisecond an expression, most of what a write costs otherwise. A program writes
 * the same few expressions for ever, with other values: what was parsed once is used again with the new values in it.
 * @param parse dynalite's own. @param checkValue its rule for one value; it also brings numbers into their normal form.
 */
export function rememberExpressions(
  parse: ExpressionParser,
  checkValue: (value: Json) => string | undefined,
): ExpressionParser {
  const remembered = new Map<string, Json>();

  return (data) => {
    const shape = shapeOf(data);
    const known = shape === null ? undefined : remembered.get(shape);
    const values = isObject(data.ExpressionAttributeValues) ? data.ExpressionAttributeValues : {};
    if (known) {
      for (const value of Object.values(values)) {
        if (checkValue(value as Json) !== undefined) return parse(data); // its own sentence; a value of a checked request is an object
      }
      Object.assign(data, filled(known, values));
      return undefined;
    }
    const refused = parse(data);
    if (refused === undefined && shape !== null) {
      const names = new Map(Object.entries(values).map(([name, value]) => [value, name]));
      const parsed = Object.fromEntries(MEMBERS.flatMap(([, to]) => (to in data ? [[to, data[to]]] : [])));
      if (remembered.size >= KEPT) remembered.clear();
      remembered.set(shape, emptied(parsed, names) as Json); // an object stays one
    }
    return refused;
  };
}

/** What the outcome of parsing depends on: texts, names, and the types of the values; null: on more than that. */
function shapeOf(data: Json): string | null {
  let shape = "";
  for (const [member] of MEMBERS) {
    const text = data[member];
    if (typeof text === "string" && member !== "KeyConditionExpression" && BY_VALUE.test(text)) return null;
    shape += `${text ?? ""}\0`;
  }
  shape += JSON.stringify(data.ExpressionAttributeNames ?? null);
  for (const [name, value] of Object.entries(data.ExpressionAttributeValues ?? {})) {
    shape += `\0${name}${Object.keys(value ?? {}).join()}`;
  }
  return shape;
}

/** A copy with a placeholder for each value. */
function emptied(node: unknown, names: ReadonlyMap<unknown, string>): unknown {
  const name = names.get(node);
  if (name !== undefined) return new Placeholder(name);
  if (Array.isArray(node)) return node.map((one) => emptied(one, names));
  if (!isObject(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([key, one]) => [key, emptied(one, names)]));
}

/** A copy with the values in it: whoever works with it may change it. */
function filled(node: unknown, values: Json): unknown {
  if (node instanceof Placeholder) return values[node.name];
  if (Array.isArray(node)) return node.map((one) => filled(one, values));
  if (typeof node !== "object" || node === null) return node;
  const copy: Json = {};
  for (const key in node) copy[key] = filled((node as Json)[key], values); // an object of the parser's
  return copy;
}

import { isObject } from "../service/input.ts";
import type { Json } from "../service/service.ts";

/** The request members that are expressions, and the members in which dynalite adds them parsed. */
const EXPRESSIONS = {
  UpdateExpression: "_updates",
  ConditionExpression: "_condition",
  KeyConditionExpression: "_keyCondition",
  FilterExpression: "_filter",
  ProjectionExpression: "_projection",
} as const;

const MEMBERS = Object.entries(EXPRESSIONS);

/** Expressions that dynalite checks by value, not only by type. A key condition is checked again later. */
const BY_VALUE = /between|attribute_type/i;

/** Enough for every request the gateway makes; beyond that, all are forgotten. */
const KEPT = 5_000;

/** A placeholder for one of the request's values in a parsed expression. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Parses a request's expressions and adds the result to the request. @returns a sentence if they are wrong. */
export type ExpressionParser = (data: Json) => string | undefined;

/**
 * Parses each expression once and fills in the values of later requests, because a program repeats the same few
 * expressions with other values. dynalite's grammar takes 0.1 ms per expression, which would be most of a write's time.
 * @param parse dynalite's own. @param checkValue dynalite's rule for one value; it also normalizes numbers.
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

/** Requests of one shape (texts, names and value types) are parsed alike; null if the values matter too. */
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

/** Returns a copy with a placeholder for each value. */
function emptied(node: unknown, names: ReadonlyMap<unknown, string>): unknown {
  const name = names.get(node);
  if (name !== undefined) return new Placeholder(name);
  if (Array.isArray(node)) return node.map((one) => emptied(one, names));
  if (!isObject(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([key, one]) => [key, emptied(one, names)]));
}

/** Returns a copy with the values filled in, which the caller can change. */
function filled(node: unknown, values: Json): unknown {
  if (node instanceof Placeholder) return values[node.name];
  if (Array.isArray(node)) return node.map((one) => filled(one, values));
  if (typeof node !== "object" || node === null) return node;
  const copy: Json = {};
  for (const key in node) copy[key] = filled((node as Json)[key], values); // an object of the parser's
  return copy;
}

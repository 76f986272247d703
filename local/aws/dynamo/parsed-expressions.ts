import { isObject } from "../service/input.ts";
import type { Json } from "../service/service.ts";

/** The request members that contain expressions, and the member in which dynalite stores the parsed form of each. */
const EXPRESSIONS = {
  UpdateExpression: "_updates",
  ConditionExpression: "_condition",
  KeyConditionExpression: "_keyCondition",
  FilterExpression: "_filter",
  ProjectionExpression: "_projection",
} as const;

const MEMBERS = Object.entries(EXPRESSIONS);

/**
 * Matches expressions that dynalite validates by their operands' values as well as their types. Key conditions are
 * validated again later anyway.
 */
const BY_VALUE = /between|attribute_type/i;

/**
 * The maximum number of cached expressions, which is enough for all of the gateway's requests. When it is exceeded, the
 * cache is cleared.
 */
const KEPT = 5_000;

/** A placeholder for one of the request's values in a parsed expression. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Parses a request's expressions and adds the result to the request. @returns an error message if they are invalid. */
export type ExpressionParser = (data: Json) => string | undefined;

/**
 * Parses each expression once and only fills in the values for later requests, because a program repeats the same few
 * expressions with different values. Parsing an expression with dynalite's grammar takes 0.1 ms, which is most of the
 * time that a write takes.
 * @param parse dynalite's own parser. @param checkValue dynalite's rule for a single value, which also normalizes
 * numbers.
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

/**
 * Returns a request's shape: its texts, names and value types. Requests of the same shape are parsed in the same way.
 * Returns null if the result also depends on the values.
 */
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

/** Returns a copy in which placeholders replace all values. */
function emptied(node: unknown, names: ReadonlyMap<unknown, string>): unknown {
  const name = names.get(node);
  if (name !== undefined) return new Placeholder(name);
  if (Array.isArray(node)) return node.map((one) => emptied(one, names));
  if (!isObject(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([key, one]) => [key, emptied(one, names)]));
}

/** Returns a copy with the values filled in, which the caller may modify. */
function filled(node: unknown, values: Json): unknown {
  if (node instanceof Placeholder) return values[node.name];
  if (Array.isArray(node)) return node.map((one) => filled(one, values));
  if (typeof node !== "object" || node === null) return node;
  const copy: Json = {};
  for (const key in node) copy[key] = filled((node as Json)[key], values); // an object of the parser's
  return copy;
}

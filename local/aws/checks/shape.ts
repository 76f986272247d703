import { NormalizedSchema } from "@smithy/core/schema";
import { isObject } from "../service/input.ts";
import type { Limits } from "./limits.ts";

/** How an input deviates from its action's schema. */
export type ShapeFinding =
  /** The member has the wrong type. */
  | { kind: "type"; path: string; message: string }
  /** The member's name is unknown. AWS would ignore it, so the member would silently have no effect. */
  | { kind: "unknown"; path: string; message: string }
  /** A required member is absent. */
  | { kind: "absent"; path: string; name: string }
  /** The value violates a limit. */
  | { kind: "limit"; path: string; name: string; value: unknown; message: string };

/** Adds a value's faults to `found`. @param path the value's position in AWS's notation, e.g. `entries.1.member.id`. */
type Check = (value: unknown, path: string, found: ShapeFinding[]) => void;

/** Checks an entire input. */
export type ShapeCheck = (input: unknown) => ShapeFinding[];

/** Where an SDK schema contains the number of required members. */
const REQUIRED_COUNT = 6;

/**
 * Builds the check for an action's input from its schema in the SDK client: which members exist, their types, and which
 * are required. The values in DynamoDB items are left to DynamoDB's own rules.
 * @param schema the schema of an operation's input. @param limits the rules that the schema doesn't contain.
 */
export function shapeCheck(schema: unknown, limits: Limits): ShapeCheck {
  const check = compiled(NormalizedSchema.of(schema as Parameters<typeof NormalizedSchema.of>[0]), limits, ""); // the SDK's own
  return (input) => {
    const found: ShapeFinding[] = [];
    check(input, "", found);
    return found;
  };
}

function compiled(shape: NormalizedSchema, limits: Limits, place: string): Check {
  if (shape.getName() === "AttributeValue" || shape.isDocumentSchema()) return () => {};
  const typed = ofType(shape, limits, place);
  const own = limits[place];
  if (!own) return typed;
  return (value, path, found) => {
    const before = found.length;
    typed(value, path, found);
    if (found.length > before) return;
    for (const limit of own) {
      const message = limit.broken(value);
      if (message !== null) found.push({ kind: "limit", path, name: lastOf(place), value, message });
    }
  };
}

function ofType(shape: NormalizedSchema, limits: Limits, place: string): Check {
  if (shape.isStructSchema()) return ofMembers(shape, limits, place);
  if (shape.isListSchema()) {
    const each = compiled(shape.getValueSchema(), limits, `${place}[]`);
    return (value, path, found) => {
      if (!Array.isArray(value)) return void found.push(mistyped(value, path, "List"));
      for (const [at, one] of value.entries()) each(one, `${path}.${at + 1}.member`, found);
    };
  }
  if (shape.isMapSchema()) {
    const each = compiled(shape.getValueSchema(), limits, `${place}{}`);
    return (value, path, found) => {
      if (!isObject(value)) return void found.push(mistyped(value, path, "Map"));
      for (const [key, one] of Object.entries(value)) each(one, `${path}.${key}.member`, found);
    };
  }
  const { fits, name } = simpleType(shape);
  return (value, path, found) => {
    if (!fits(value)) found.push(mistyped(value, path, name));
  };
}

function ofMembers(shape: NormalizedSchema, limits: Limits, place: string): Check {
  const members = new Map<string, Check>();
  for (const [name, member] of shape.structIterator()) {
    // Only DynamoDB's values have recursive shapes, and they aren't followed here. Otherwise, this would never end.
    members.set(name, compiled(member, limits, place === "" ? name : `${place}.${name}`));
  }
  const raw = shape.getSchema() as unknown as readonly unknown[]; // the SDK's static form
  const required = [...members.keys()].slice(0, Number(raw[REQUIRED_COUNT] ?? 0));
  return (value, path, found) => {
    if (!isObject(value)) return void found.push(mistyped(value, path, "Structure"));
    const to = (name: string) => `${path === "" ? "" : `${path}.`}${lowered(name)}`;
    for (const name of required) {
      if ((value[name] ?? undefined) === undefined) found.push({ kind: "absent", path: to(name), name });
    }
    for (const name in value) {
      const one = value[name] ?? undefined;
      if (one === undefined) continue;
      const member = members.get(name);
      if (member) member(one, to(name), found);
      else found.push({ kind: "unknown", path: to(name), message: `${name} is no member that AWS would read.` });
    }
  };
}

function simpleType(shape: NormalizedSchema): { name: string; fits(value: unknown): boolean } {
  if (shape.isBooleanSchema()) return { name: "Boolean", fits: (value) => typeof value === "boolean" };
  if (shape.isNumericSchema()) {
    const isInQuery = shape.getMergedTraits().httpQuery !== undefined;
    const isDigits = (value: unknown) => isInQuery && typeof value === "string" && /^-?\d+$/.test(value);
    return { name: "Integer", fits: (value) => Number.isFinite(value) || isDigits(value) };
  }
  if (shape.isTimestampSchema()) return { name: "Timestamp", fits: Number.isFinite };
  if (shape.isBlobSchema()) return { name: "Blob", fits: (value) => typeof value === "string" };
  return { name: "String", fits: (value) => typeof value === "string" };
}

function mistyped(value: unknown, path: string, wanted: string): ShapeFinding {
  return { kind: "type", path, message: mistypedAs(value, wanted) };
}

function mistypedAs(value: unknown, wanted: string): string {
  if (Array.isArray(value)) return "Start of list found where not expected";
  if (isObject(value)) return "Start of structure or map found where not expected";
  if (wanted === "List" || wanted === "Map" || wanted === "Structure") return "Unexpected field type";
  const kind = typeof value === "boolean" ? (value ? "TRUE_VALUE" : "FALSE_VALUE") : `${typeof value}_VALUE`;
  return `${kind.toUpperCase()} cannot be converted to ${wanted}`;
}

const lowered = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
const lastOf = (place: string) => place.split(".").at(-1) ?? place;

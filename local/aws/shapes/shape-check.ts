import { NormalizedSchema } from "@smithy/core/schema";
import { isObject } from "../service/input.ts";

/** Says what of a value in wire form is not of its shape; null: nothing. @param path where it stands, `Entries.0.Detail`. */
export type ShapeCheck = (value: unknown, path: string) => string | null;

/** A structure as the SDK's generated schemas have it: kind, namespace, name, traits, members, their schemas, how many are required. */
type Structure = readonly [number, string, string, unknown, readonly string[], readonly unknown[], number?];

const FINE: ShapeCheck = () => null;

/** Values of items: the table itself looks at them, and they are most of all requests. */
const LEFT_TO_THE_TABLE = "AttributeValue";

/**
 * Makes the check of one shape: required members, members that it does not have, and the kinds of all values.
 * @param made the checks made so far, because shapes hold themselves.
 */
export function shapeCheck(schema: unknown, made: Map<unknown, ShapeCheck>): ShapeCheck {
  const shape = NormalizedSchema.of(schema as Parameters<typeof NormalizedSchema.of>[0]); // a schema of the SDK
  if (shape.isStructSchema()) return structureCheck(shape, made);
  if (shape.isListSchema()) {
    const check = shapeCheck(shape.getValueSchema(), made);
    return (value, path) => (Array.isArray(value) ? first(value.entries(), check, path) : `${path} must be a list.`);
  }
  if (shape.isMapSchema()) {
    const check = shapeCheck(shape.getValueSchema(), made);
    return (value, path) => (isObject(value) ? first(Object.entries(value), check, path) : `${path} must be a map.`);
  }
  // Calls within the process have times as they are; the SDK makes seconds of them.
  if (shape.isTimestampSchema()) {
    return (value, path) => (typeof value === "number" || value instanceof Date ? null : `${path} must be a time.`);
  }
  const kind = kindOf(shape);
  return kind === null ? FINE : (value, path) => (typeof value === kind ? null : `${path} must be a ${kind}.`);
}

/** Of bytes in the form of JSON, base64. */
function kindOf(shape: NormalizedSchema): "string" | "number" | "boolean" | null {
  if (shape.isStringSchema() || shape.isBlobSchema()) return "string";
  if (shape.isNumericSchema()) return "number";
  return shape.isBooleanSchema() ? "boolean" : null;
}

function structureCheck(shape: NormalizedSchema, made: Map<unknown, ShapeCheck>): ShapeCheck {
  const [, , name, , names, , requiredCount = 0] = shape.getSchema() as unknown as Structure; // of a structure or a union
  if (name === LEFT_TO_THE_TABLE) return FINE;
  const known = made.get(shape.getSchema());
  if (known) return known;
  const members = new Map<string, ShapeCheck>();
  const check: ShapeCheck = (value, path) => {
    if (!isObject(value)) return `${path || name} must be a structure.`;
    const missing = names.slice(0, requiredCount).find((member) => (value[member] ?? null) === null);
    if (missing !== undefined) return `${at(path, missing)} must not be null.`;
    for (const [member, one] of Object.entries(value)) {
      if (one === undefined || one === null) continue; // as good as absent
      const found = members.get(member);
      if (!found) return `${at(path, member)} is no member of ${name}.`;
      const fault = found(one, at(path, member));
      if (fault !== null) return fault;
    }
    return null;
  };
  made.set(shape.getSchema(), check);
  for (const [member, of] of shape.structIterator()) members.set(member, shapeCheck(of, made));
  return check;
}

const at = (path: string, member: string | number) => (path === "" ? String(member) : `${path}.${member}`);

function first(entries: Iterable<[string | number, unknown]>, check: ShapeCheck, path: string): string | null {
  for (const [key, value] of entries) {
    const fault = check(value, at(path, key));
    if (fault !== null) return fault;
  }
  return null;
}

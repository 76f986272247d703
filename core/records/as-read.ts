import type { Claim, Scalar } from "../store/table.ts";

/**
 * Returns the conditions that the listed fields of a record haven't changed since they were read, and that absent
 * fields are still absent.
 * @param read null if there was no record. @throws if a field isn't a single value, because the table can compare only
 * single values.
 */
export function asRead<T extends object>(read: T | null, fields: readonly (keyof T & string)[]): Claim[] {
  return fields.map((field) => {
    const value: unknown = read?.[field];
    if (value === undefined) return { field, is: "missing" };
    if (!isScalar(value)) throw new Error(`"${field}" can't be compared: it is no single value.`);
    return { field, op: "=", value };
  });
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

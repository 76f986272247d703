import { isObject } from "../service/input.ts";
import type { TableDescription } from "./dynalite.ts";

const WRITE_UNIT_BYTES = 1_024;
const READ_UNIT_BYTES = 4_096;
/** The size of an empty list or map. Each element adds its own size plus one byte. */
const CONTAINER_BYTES = 3;

/**
 * Returns the size of an item in DynamoDB's wire form, calculated as documented by AWS: names and texts in UTF-8,
 * numbers at half a byte per digit, binary values unchanged.
 */
export function itemBytes(item: unknown): number {
  if (!isObject(item)) return 0;
  return Object.entries(item).reduce((sum, [name, value]) => sum + utf8(name) + valueBytes(value), 0);
}

const utf8 = (text: string) => Buffer.byteLength(text);

function valueBytes(value: unknown): number {
  if (!isObject(value)) return 0;
  const [type, held] = Object.entries(value)[0] ?? ["NULL", true];
  switch (type) {
    case "S":
      return utf8(String(held));
    case "N":
      return numberBytes(String(held));
    case "B":
      return Buffer.byteLength(String(held), "base64");
    case "SS":
      return list(held).reduce((sum: number, text) => sum + utf8(String(text)), 0);
    case "NS":
      return list(held).reduce((sum: number, text) => sum + numberBytes(String(text)), 0);
    case "BS":
      return list(held).reduce((sum: number, text) => sum + Buffer.byteLength(String(text), "base64"), 0);
    case "L":
      return list(held).reduce((sum: number, one) => sum + 1 + valueBytes(one), CONTAINER_BYTES);
    case "M":
      return Object.entries(isObject(held) ? held : {}).reduce(
        (sum, [name, one]) => sum + 1 + utf8(name) + valueBytes(one),
        CONTAINER_BYTES,
      );
    default:
      return 1; // NULL and BOOL
  }
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns a number's size: one byte for every two significant digits, plus one byte, and another for a minus sign. */
function numberBytes(text: string): number {
  const [mantissa = ""] = text.toLowerCase().replace("-", "").split("e");
  const digits = mantissa.replace(".", "").replace(/^0+/, "");
  // Leading and trailing zeros aren't stored.
  const significant = digits.replace(/0+$/, "");
  return Math.ceil(significant.length / 2) + 1 + (text.startsWith("-") ? 1 : 0);
}

/**
 * Returns the write units for changing `before` to `after`, either of which is undefined if there is no item. The
 * larger of the two sizes counts, and the result is at least 1.
 */
export function writeUnits(before: unknown, after: unknown): number {
  return Math.max(1, Math.ceil(Math.max(itemBytes(before), itemBytes(after)) / WRITE_UNIT_BYTES));
}

/** Returns the read units for `bytes`, in steps of 4 KB. A read that finds nothing costs one step. */
export function readUnits(bytes: number, isConsistent: boolean): number {
  return Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES)) * (isConsistent ? 1 : 0.5);
}

/** The cost of a write in a single index. */
export interface IndexCost {
  index: string;
  units: number;
}

/**
 * Returns the cost of a write in a table's indexes. Adding or removing an entry costs one write. Changing its key costs
 * two, because the old entry is removed and a new one added. Changing a projected attribute costs one, and an unchanged
 * entry costs nothing.
 */
export function indexCosts(table: TableDescription, before: unknown, after: unknown): IndexCost[] {
  return (table.GlobalSecondaryIndexes ?? []).flatMap((index): IndexCost[] => {
    const keyNames = index.KeySchema.map(({ AttributeName }) => AttributeName);
    const tableKeys = table.KeySchema.map(({ AttributeName }) => AttributeName);
    const entryOf = (item: unknown) => {
      if (!isObject(item) || !keyNames.every((name) => item[name] !== undefined)) return null;
      const kind = index.Projection?.ProjectionType ?? "ALL";
      const extra = kind === "ALL" ? Object.keys(item) : (index.Projection?.NonKeyAttributes ?? []);
      const names = new Set([...keyNames, ...tableKeys, ...extra]);
      return Object.fromEntries([...names].flatMap((name) => (name in item ? [[name, item[name]]] : [])));
    };
    const same = (a: object | null, b: object | null) => JSON.stringify(a) === JSON.stringify(b);
    const keyOf = (entry: Record<string, unknown> | null) => entry && keyNames.map((name) => entry[name]);
    const was = entryOf(before);
    const is = entryOf(after);
    if (same(was, is)) return [];
    const moved = was !== null && is !== null && !same(keyOf(was), keyOf(is));
    const units = moved ? writeUnits(was, undefined) + writeUnits(undefined, is) : writeUnits(was, is);
    return [{ index: index.IndexName, units }];
  });
}

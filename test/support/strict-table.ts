import { marshall } from "@aws-sdk/util-dynamodb";
import type { Key, Write } from "../../core/store/table.ts";
import type { TableHook } from "./memory-table.ts";

const PARTITION_KEY_BYTES = 2_048;
const SORT_KEY_BYTES = 1_024;
const ITEM_BYTES = 400_000;

/**
 * Refuses items that DynamoDB would refuse for their keys, sizes, or numbers, so that an in-memory table is equally
 * strict.
 */
export const strictTable: TableHook = (operation, phase) => {
  if (phase === "after") return;
  if (operation.kind === "get") checkKey(operation.key);
  else if (operation.kind === "getMany") operation.keys.forEach(checkKey);
  else if (operation.kind !== "query") operation.writes.forEach(checkWrite);
};

function checkWrite(write: Write): void {
  if ("put" in write) {
    checkKey(write.put);
    checkFields(write.put);
  } else if ("update" in write) {
    checkKey(write.update);
    checkFields({ ...write.set });
  } else checkKey("delete" in write ? write.delete : write.check);
}

function checkKey({ pk, sk }: Key): void {
  for (const [key, most] of [
    [pk, PARTITION_KEY_BYTES],
    [sk, SORT_KEY_BYTES],
  ] as const) {
    const bytes = Buffer.byteLength(key);
    if (bytes === 0 || bytes > most) throw new Error(`ValidationException: a key of ${bytes} bytes.`);
  }
}

/** Checks an item's fields. @throws for values that the client can't write either: NaN or an infinite number. */
function checkFields(fields: Record<string, unknown>): void {
  const bytes = JSON.stringify(marshall(fields, { removeUndefinedValues: true }), asSent).length;
  if (bytes > ITEM_BYTES) throw new Error(`ValidationException: an item of about ${bytes} bytes.`);
}

/** Encodes bytes as a text of the same size rather than as a JSON object of numbers. */
function asSent(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const bytes = this[name]; // a Buffer's own `toJSON` has been called for `value`
  return bytes instanceof Uint8Array ? "x".repeat(bytes.length) : value;
}

import type { Key, Write } from "../../core/store/table.ts";

const TRANSACTION_MAX = 100;

/** A request that DynamoDB refuses regardless of the table's contents. */
class WrongRequest extends Error {
  override readonly name = "ValidationException";
}

/**
 * Throws the errors with which DynamoDB refuses a transaction as a whole. The type rules out an empty transaction, but
 * not one that is too long.
 */
export function refuseUnsound(writes: readonly Write[]): void {
  const bound = (shown: string, words: string) =>
    `1 validation error detected: Value '${shown}' at 'transactItems' failed to satisfy constraint: Member must have length ${words}`;
  if (writes.length === 0) throw new WrongRequest(bound("[]", "greater than or equal to 1"));
  if (writes.length > TRANSACTION_MAX) throw new WrongRequest(bound("[…]", "less than or equal to 100"));
  const places = new Set(writes.map((write) => JSON.stringify([keyOf(write).pk, keyOf(write).sk])));
  if (places.size < writes.length)
    throw new WrongRequest("Transaction request cannot include multiple operations on one item");
}

/** Returns the key of the item that a write is about. */
export function keyOf(write: Write): Key {
  if ("put" in write) return write.put;
  if ("update" in write) return write.update;
  return "delete" in write ? write.delete : write.check;
}

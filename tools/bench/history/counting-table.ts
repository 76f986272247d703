import { packItem } from "../../../core/aws/packed-items.ts";
import { INDEXES, type Item, type Table, type Write } from "../../../core/store/table.ts";
import type { TableHook } from "../../../test/support/memory-table.ts";

const UNIT_BYTES = 1_024;

/**
 * Counts the write units that DynamoDB charges for new items, separately for the session's keys and for everything
 * else.
 */
export class UnitCount {
  keys = 0;
  others = 0;

  readonly hook: TableHook = (operation, phase) => {
    if (phase === "after" || !("writes" in operation)) return;
    const times = operation.kind === "transact" ? 2 : 1;
    for (const write of operation.writes) this.#add(write, times);
  };

  #add(write: Write, times: number): void {
    if ("check" in write) return;
    const item: Record<string, unknown> =
      "put" in write
        ? packItem(write.put)
        : "update" in write
          ? { ...write.update, ...write.set }
          : { ...write.delete };
    const entries = Object.values(INDEXES).filter(({ pk }) => pk in item).length;
    const units = Math.ceil(bytesOf(item) / UNIT_BYTES) * times + entries;
    if (String(item.pk).endsWith("#KEYS")) this.keys += units;
    else this.others += units;
  }
}

function bytesOf(item: Record<string, unknown>): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + name.length + valueBytes(value), 0);
}

function valueBytes(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.length;
  return typeof value === "object" && value !== null ? JSON.stringify(value).length : 8;
}

/** Creates a table that contains only the fence, so that writing to it doesn't use additional memory in the process. */
export function emptyTable(receiving: Item): Table {
  return {
    get: async ({ pk, sk }) => (pk === receiving.pk && sk === receiving.sk ? receiving : null),
    getMany: async () => [],
    query: async () => ({ items: [], more: false }),
    write: async () => null,
    transact: async () => {},
  };
}

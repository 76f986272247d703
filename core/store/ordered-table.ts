import type { Key, Table, Write } from "./table.ts";
import { timeAheadOf } from "./table-time.ts";

const placeOf = (write: Write): Key =>
  "put" in write ? write.put : "update" in write ? write.update : "delete" in write ? write.delete : write.check;

const nameOf = (write: Write): string => {
  const { pk, sk } = placeOf(write);
  return `${pk}|${sk}`;
};

const nothing = () => undefined;

/** The pending requests for one item. None of these promises ever rejects. */
interface Pending {
  /** The latest transaction, whether running or waiting. */
  transaction: Promise<void> | null;
  /** Single writes issued after that transaction. */
  writes: Set<Promise<void>>;
}

/**
 * Wraps a table for a process, or a run, whose requests often touch the same item. Requests run in the order in which
 * they were made, which avoids refusals that DynamoDB would charge for. As in DynamoDB, a transaction never touches an
 * item concurrently with another request, while single writes to an item may run concurrently. Reads don't wait.
 */
export function orderedTable(table: Table): Table {
  const lines = new Map<string, Pending>();

  function inOrder<T>(writes: Write[], isTransaction: boolean, run: () => Promise<T>): Promise<T> {
    const names = writes.map(nameOf);
    const before = names.flatMap((name) => {
      const { transaction = null, writes = [] } = lines.get(name) ?? {};
      return [...(transaction ? [transaction] : []), ...(isTransaction ? writes : [])];
    });
    const result = before.length === 0 ? run() : Promise.all(before).then(run);
    const end: Promise<void> = result.then(nothing, nothing);
    // All places in line are reserved in a single step, so two requests can't deadlock.
    for (const name of names) {
      const line = isTransaction ? { transaction: end, writes: new Set<Promise<void>>() } : lineOf(name);
      if (!isTransaction) line.writes.add(end);
      lines.set(name, line);
    }
    void end.then(() => leave(names, end));
    return result;
  }

  const lineOf = (name: string): Pending => lines.get(name) ?? { transaction: null, writes: new Set() };

  function leave(names: string[], end: Promise<void>): void {
    for (const name of names) {
      const line = lineOf(name);
      if (line.transaction === end) line.transaction = null;
      line.writes.delete(end);
      if (line.transaction === null && line.writes.size === 0) lines.delete(name);
    }
  }

  return {
    timeAhead: () => timeAheadOf(table),
    get: (key) => table.get(key),
    getMany: (keys) => table.getMany(keys),
    query: (range) => table.query(range),
    write: (write) => inOrder([write], false, () => table.write(write)),
    transact: (writes, options) => inOrder(writes, true, () => table.transact(writes, options)),
  };
}

import type { Key, Table } from "../../../core/store/table.ts";

/** The number of requests to the table, by kind. */
export type TableRequests = Record<"get" | "getMany" | "query" | "write" | "transact", number>;

export const noRequests = (): TableRequests => ({ get: 0, getMany: 0, query: 0, write: 0, transact: 0 });

export const sumOf = (requests: TableRequests): number =>
  Object.values(requests).reduce((sum, count) => sum + count, 0);

/** Wraps the table for one of its users and counts the requests of that user. */
export function countedTable(table: Table): { table: Table; requests: TableRequests } {
  const requests = noRequests();
  const counted =
    <A extends unknown[], R>(kind: keyof TableRequests, call: (...args: A) => Promise<R>) =>
    (...args: A) => {
      requests[kind]++;
      return call(...args);
    };
  const getMany = counted("getMany", (keys: Key[]) => table.getMany(keys));
  return {
    requests,
    table: {
      get: counted("get", (key) => table.get(key)),
      getMany: async (keys) => (keys.length > 0 ? getMany(keys) : []), // no request for nothing
      query: counted("query", (range) => table.query(range)),
      write: counted("write", (write) => table.write(write)),
      transact: counted("transact", (writes, options) => table.transact(writes, options)),
    } satisfies Table,
  };
}

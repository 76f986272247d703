import { ROUTES, type RouteId } from "../../core/contracts/routes.ts";
import { apiWorld } from "../../test/functions/api-world.ts";
import { MemoryTable, type TableOperation } from "../../test/support/memory-table.ts";

/**
 * The table requests that an API request makes before its own work starts, by kind of request. Both figures are per
 * request.
 */
export interface AuthorizeCost {
  what: string;
  reads: number;
  writes: number;
}

/** How many requests of each kind are counted, after one request that warms up the process. */
const REQUESTS = 20;
const MISSING = "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H";

/**
 * Counts the table reads and writes that each API request needs to decide whether it may continue, in a process that
 * has answered requests before. The counted requests end at that point, so nothing else is counted.
 */
export async function authorizeCosts(): Promise<AuthorizeCost[]> {
  let operations: TableOperation[] = [];
  const table = new MemoryTable({
    hook: (operation, phase) => {
      if (phase === "before") operations.push(operation);
    },
  });
  const world = apiWorld(table);
  const account = await world.account();
  const { key: full } = await world.key(account);
  const { key: read } = await world.key(account, { kind: "read" });
  const { key: elsewhere } = await world.key(account, { allowed_ips: ["192.0.2.1"] });
  const { key: ofOne } = await world.key(account, { instance_id: await world.instance(account) });

  async function cost(what: string, id: RouteId, key: string | undefined): Promise<AuthorizeCost> {
    const { method } = ROUTES[id];
    const path = `${ROUTES[id].path.replace("{id}", MISSING)}?instance_id=${MISSING}`;
    const ask = () => world.ask(method, path, key === undefined ? {} : { key });
    await ask();
    operations = [];
    for (let n = 0; n < REQUESTS; n++) await ask();
    const writes = operations.filter(({ kind }) => kind === "write" || kind === "transact").length;
    // Every requested item is billed, no matter how many are requested together.
    const asked = operations.map((operation) => (operation.kind === "getMany" ? operation.keys.length : 1));
    const reads = asked.reduce((sum, one) => sum + one, 0);
    return { what, reads: (reads - writes) / REQUESTS, writes: writes / REQUESTS };
  }

  return [
    await cost("a key of the wrong kind", "instances.create", read),
    await cost("a key of another instance", "instances.get", ofOne),
    await cost("a poll of events for another instance", "events.list", ofOne),
    await cost("a key from another address", "instances.list", elsewhere),
    await cost("a key that was never made", "instances.list", full.replace(/.{8}$/, "00000000")),
    await cost("no key", "instances.list", undefined),
    await cost("a public route", "openapi.get", undefined),
  ];
}

import { randomInt } from "node:crypto";
import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { dynamoTable } from "../../../core/aws/dynamo-table.ts";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import type { Table } from "../../../core/store/table.ts";
import { useDeps } from "../../../functions/own-deps.ts";
import { startEmulators } from "../../../local/aws/emulators.ts";
import { createInfrastructure } from "../../../local/system/infrastructure.ts";
import { times } from "../../run/how-long.ts";
import { runningClock } from "../../support/test-clock.ts";
import { faultsOf } from "./check-answer.ts";
import { type Described, described, type Schema, validRequests } from "./described-requests.ts";
import { type LoadedApi, loadApi, ROUTE_IDS } from "./every-route.ts";
import { CALLERS, type FuzzWorld, fuzzWorlds, VARIANTS } from "./fuzz-world.ts";
import { oddRequests } from "./odd-requests.ts";

// Requests generated from the API's own description, most of them with a fault, must never cause a 5xx or an
// undocumented response. For a longer search, run TEST_TIMES=80 FUZZ_SEED=random npx vitest run
// test/functions/fuzz/fuzz.spec.ts.

const RUNS = times(12_000);
const SEED = process.env.FUZZ_SEED === "random" ? randomInt(2 ** 31) : Number(process.env.FUZZ_SEED ?? 20_261_120);
/**
 * A new world is used after this many requests, to limit how long the leftovers of earlier requests affect later ones.
 */
const RUNS_PER_WORLD = 120;

let api: LoadedApi;
let operations: Described[];
let named: Record<string, Schema>;

beforeAll(async () => {
  api = await loadApi();
  ({ operations, named } = described(api.routes.values()));
  // Setting a webhook's url looks up the host name. None of the fuzzer's lookups may leave this machine.
  vi.spyOn(dns, "lookup").mockRejectedValue(Object.assign(new Error("not found"), { code: "ENOTFOUND" }));
  syncBuiltinESMExports();
});

afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  useDeps(null);
});

it(`answers ${RUNS} requests near the description as the description says, and none with a 5xx`, async () => {
  expect(operations.map(({ id }) => id).sort()).toEqual([...ROUTE_IDS].sort());
  const seen = await fuzz(RUNS, SEED, null);
  if (process.env.FUZZ_VERBOSE) {
    for (const [id, counts] of seen) console.log(id, JSON.stringify(Object.fromEntries([...counts].sort())));
  }
  // If all its requests are refused, a fuzzer finds nothing.
  for (const [id, counts] of seen) {
    const statuses = [...counts.keys()];
    expect([id, statuses.some((status) => status < 400)]).toEqual([id, !NEVER_TAKEN.includes(id)]);
    if (id !== "openapi.get") expect([id, statuses.includes(404)]).toEqual([id, true]);
  }
  // A route gets about 100 requests, of which three on average have no key, so some routes get only requests with a
  // key. walk-routes sends a request without a key to each route.
  const keyed = [...seen].filter(([id]) => ROUTES[id].scope !== "public");
  expect(keyed.filter(([, counts]) => !counts.has(401)).length).toBeLessThan(keyed.length / 5);
});

it("the same over the embedded database, which has limits of its own", async () => {
  const emulators = await startEmulators({ clock: runningClock(), dataDir: null });
  try {
    Object.assign(process.env, emulators.env);
    const { TABLE_NAME = "" } = await createInfrastructure(null);
    await fuzz(Math.ceil(RUNS / 40), SEED + 1, dynamoTable(TABLE_NAME));
  } finally {
    await emulators.stop();
  }
});

/** Sends random requests. @returns how often each route returned each status. */
async function fuzz(numRuns: number, seed: number, table: Table | null) {
  const description = { api, operations: new Map(operations.map((one) => [one.id, one])) };
  const seen = new Map<RouteId, Map<number, number>>(ROUTE_IDS.map((id) => [id, new Map()]));
  let world: FuzzWorld | null = null;
  let runs = 0;

  const worldOf = fuzzWorlds(api);
  const request = fc.oneof(...operations.map((one) => oddRequests(validRequests(one, named))));
  const caller = fc.oneof(
    { weight: 8, arbitrary: fc.constant("full" as const) },
    { weight: 2, arbitrary: fc.constantFrom(...CALLERS) },
  );
  const passed = fc.constantFrom(0, 1, 20, 61, 3_600);
  const property = fc.asyncProperty(request, caller, passed, async (asked, who, seconds) => {
    if (world === null || runs % RUNS_PER_WORLD === 0) {
      world = await worldOf(VARIANTS[Math.floor(runs / RUNS_PER_WORLD) % VARIANTS.length] ?? "linked", table);
    }
    runs++;
    world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1000));
    const answer = await world.ask(asked, who);
    const counts = seen.get(asked.from as RouteId); // of the description, whose ids are the table's
    counts?.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    const faults = faultsOf(description, asked, answer);
    expect(faults, `${asked.method} ${asked.path}?${asked.query} ${who}: ${answer.status} ${answer.text}`).toEqual([]);
    // A deleted instance responds to everything with 404, so the next request gets a new world.
    if (asked.from === "instances.delete" && answer.status === 204) runs += RUNS_PER_WORLD - (runs % RUNS_PER_WORLD);
  });
  await fc.assert(property, { numRuns, seed });
  return seen;
}

/** Routes that accept a request only when a separate session or worker is running. */
const NEVER_TAKEN: RouteId[] = ["instances.qr", "webhook.try", "webhook.resend", "instance_webhook.try"];

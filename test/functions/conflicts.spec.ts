import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { rateLimiter } from "../../core/operations/accounts/count-request.ts";
import { createAccount } from "../../core/operations/accounts/create-account.ts";
import { limitBacklog } from "../../core/operations/messages/limit-backlog.ts";
import { keys } from "../../core/store/keys.ts";
import { timelyTable } from "../../core/store/timely-table.ts";
import { deps } from "../../functions/deps.ts";
import { useDeps } from "../../functions/own-deps.ts";
import { runtime } from "../../functions/runtime.ts";
import { conflictsFrom } from "../../local/aws/dynamo/conflicts.ts";
import { type Emulators, startEmulators } from "../../local/aws/emulators.ts";
import type { Watch } from "../../local/aws/service/service.ts";
import { MovableClock } from "../../local/machine/clock.ts";
import { createInfrastructure } from "../../local/system/infrastructure.ts";
import { type ApiWorld, worldOf } from "./api-world.ts";

/** The longest time for which DynamoDB is assumed to lock an item. */
const HOLD_MS = { transaction: [15, 15], write: [4, 4] } as const;
/** Noon on a Monday, so no test runs past midnight. */
const START = Date.parse("2026-03-16T12:00:00Z");

/** Requests are slow on a busy machine, so a refused request is retried for longer than in a function. */
const PATIENCE_MS = 240_000;

let emulators: Emulators;
let world: ApiWorld;
/** The number of requests to the table that conflicted with another request. */
let refused = 0;

beforeAll(async () => {
  const clock = new MovableClock({ standsAt: new Date(START) });
  const watch: Watch = ({ action, output }) => {
    if (output === null && action === "TransactWriteItems") refused++;
  };
  emulators = await startEmulators({ clock, dataDir: null, conflicts: conflictsFrom(1, HOLD_MS), watch });
  Object.assign(process.env, emulators.env);
  const address = "http://127.0.0.1:8080";
  Object.assign(process.env, await createInfrastructure(null), { BASE_URL: address, FILES_URL: address });
  runtime.clock = clock;
  useDeps(null);
  const built = deps();
  const table = timelyTable(dynamoTable(built.env.TABLE_NAME, {}, PATIENCE_MS), built);
  useDeps({ ...built, table, rates: rateLimiter(table), backlog: limitBacklog({ table, clock }) });
  world = worldOf(deps(), clock);
});
beforeEach(() => {
  refused = 0;
});
afterAll(() => emulators?.stop());

async function trialAccount() {
  const { id: account } = await createAccount(world.deps, { name: "Shop", plan: "trial" }, world.clock.now());
  const { key } = await world.key(account);
  const instance = await world.instance(account);
  const send = (n: number, headers: Record<string, string> = {}) => {
    const body = { instance_id: instance, to: `55119999${String(10_000 + n)}`, text: `Hello ${n}` };
    return world.ask("POST", "/v1/messages", { key, headers, body });
  };
  const counted = async () => {
    const day = world.clock.now().toISOString().slice(0, 10);
    return (await world.table.get(keys.sentMessages(account, day)))?.messages;
  };
  return { send, counted };
}

const statuses = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe("requests that meet on one item of a DynamoDB that refuses them then", () => {
  // These tests use sockets and real time. If the machine stalls, a request that runs into conflicts can exceed its
  // retry limit.
  const racing = { retry: 1, timeout: PATIENCE_MS };
  it(
    "144 sends of a trial account, 48 at once: a hundred are accepted, the rest are over the plan, none fails",
    racing,
    async () => {
      const { send, counted } = await trialAccount();
      const answers: { status: number }[] = [];
      const left = Array.from({ length: 144 }, (_, n) => n);
      const sender = async () => {
        for (let n = left.shift(); n !== undefined; n = left.shift()) answers.push(await send(n));
      };
      await Promise.all(Array.from({ length: 48 }, sender));

      expect(statuses(answers)).toEqual({ 202: 100, 429: 44 });
      expect(await counted()).toBe(100);
      expect(refused).toBe(0);
    },
  );

  it(
    "50 racing requests with one Idempotency-Key make one message, counted once, and all get it",
    async () => {
      const { send, counted } = await trialAccount();
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(1, { "idempotency-key": "same" })));

      expect(statuses(answers)).toEqual({ 200: 49, 202: 1 });
      expect(new Set(answers.map(({ body }) => (body.data as { id: string }).id)).size).toBe(1);
      expect(await counted()).toBe(1);
      expect(refused).toBeGreaterThan(0); // else nothing met
    },
    PATIENCE_MS,
  );
});

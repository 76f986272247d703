import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { randomIds } from "../../core/aws/ids.ts";
import { createPost } from "../../core/http/guarded-client.ts";
import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import { runLane } from "../../core/lanes/run-lane.ts";
import { endpointWorker } from "../../core/operations/deliver-events.ts";
import type { DeliveryDeps } from "../../core/operations/post-event.ts";
import { eventRoute, eventWrites } from "../../core/operations/publish-event.ts";
import { updateWebhook } from "../../core/operations/update-webhook.ts";
import { endpointLane } from "../../core/store/lane-names.ts";
import { startEmulators } from "../../local/aws/emulators.ts";
import { MovableClock } from "../../local/clock.ts";
import { createInfrastructure } from "../../local/infrastructure.ts";
import { startReceiver } from "../support/receiver.ts";
import { testVault } from "../support/test-vault.ts";
import { inParallel } from "./measure.ts";

const ACCOUNT = "acc_bench";
const EVENTS = 400;
const ANSWER_MS = 50;
const ACTOR = { key_id: "key_bench", source: "127.0.0.1" };
/** Actions of the table, as the emulator counts them. */
const TABLE_ACTIONS = ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query", "BatchGetItem", "TransactWriteItems"];

/**
 * How fast one URL that answers in 50 ms gets its events: the delivery worker over the embedded table, against two
 * loops that only post. Also what one delivered event costs in requests to the table.
 * @returns rows of label and value.
 */
export async function measureWebhooks(): Promise<[label: string, value: string][]> {
  const clock = new MovableClock();
  const emulators = await startEmulators({ clock, dataDir: null });
  const receiver = await startReceiver();
  receiver.respondWith((_request, response) => void setTimeout(() => response.writeHead(204).end(), ANSWER_MS));
  try {
    Object.assign(process.env, emulators.env);
    const { TABLE_NAME = "" } = await createInfrastructure(null);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const post = createPost({ allowPrivate: true, log });
    const deps: DeliveryDeps = {
      table: dynamoTable(TABLE_NAME),
      clock,
      log,
      ids: randomIds(),
      wakeups: { wake: async () => undefined },
      vault: testVault(),
      post,
      docsUrl: "https://docs.example.com",
    };
    const change = { account_id: ACCOUNT, owner: "account", change: { url: receiver.url }, actor: ACTOR };
    const settings = { ...deps, allowPrivateWebhooks: true, hostCheck: async () => "public" as const };
    await updateWebhook(settings, { ...change, now: clock.now() });

    const body = await publish(deps, 20);
    await deliver(deps); // a first round, so that everything is loaded and connected
    const bare = await inParallel(EVENTS, 2, async () => {
      await post({ url: receiver.url, headers: { "content-type": "application/json" }, body });
    });

    await publish(deps, EVENTS);
    const received = receiver.requests.length;
    const before = emulators.counters();
    const begun = performance.now();
    await deliver(deps);
    const totalMs = performance.now() - begun;
    const delivered = receiver.requests.length - received;
    if (delivered !== EVENTS) throw new Error(`${delivered} of ${EVENTS} events were delivered.`);
    const after = emulators.counters();
    const requests = TABLE_ACTIONS.map((action) => (after[action] ?? 0) - (before[action] ?? 0));
    const perEvent = requests.reduce((sum, count) => sum + count, 0) / EVENTS;
    const perSecond = (ms: number) => EVENTS / (ms / 1000);
    return [
      [`webhook, ${ANSWER_MS} ms an answer: two loops that only post, a second`, perSecond(bare.totalMs).toFixed(1)],
      [`webhook, ${ANSWER_MS} ms an answer: events delivered a second`, perSecond(totalMs).toFixed(1)],
      ["webhook: share of what two parallel posts can do", `${Math.round((100 * bare.totalMs) / totalMs)} %`],
      ["webhook: most posts at once", String(receiver.mostAtOnce())],
      ["webhook: requests to the table per delivered event", perEvent.toFixed(2)],
      ["webhook: of which", TABLE_ACTIONS.flatMap((name, i) => shareOf(name, requests[i] ?? 0)).join(", ")],
    ];
  } finally {
    await receiver.stop();
    await emulators.stop();
  }
}

const shareOf = (action: string, count: number) => (count > 0 ? [`${action} ${(count / EVENTS).toFixed(2)}`] : []);

/** @returns the body of one of them. */
async function publish(deps: DeliveryDeps, count: number): Promise<string> {
  const route = await eventRoute(deps, ACCOUNT, null);
  let body = "";
  await inParallel(count, 8, async (n) => {
    const data = { id: `msg_${n}`, body: "Hello ".repeat(20) };
    const draft = { account_id: ACCOUNT, instance_id: null, type: "message.received", data } as const;
    const writes = eventWrites(deps, route, draft, deps.clock.now());
    await deps.table.transact(writes);
    if (writes[0] && "put" in writes[0]) body = String(writes[0].put.body);
  });
  return body;
}

/** Runs until the lane is empty, as its wake-ups would. */
async function deliver(deps: DeliveryDeps): Promise<void> {
  const lane = endpointLane(ACCOUNT, "account");
  for (;;) {
    await ensureWake(deps, lane, deps.clock.now(), null);
    await runLane(deps, lane, endpointWorker(deps, lane));
    const { items } = await deps.table.query({ pk: lane, prefix: "Q#", limit: 1 });
    if (items.length === 0) return;
  }
}

import { setImmediate as passTurn } from "node:timers/promises";
import { ulid } from "ulid";
import { DAY_MS, HOUR_MS } from "../../../core/contracts/durations.ts";
import { putRow } from "../../../core/lanes/put-row.ts";
import { keys, lists } from "../../../core/store/keys.ts";
import { endpointLane, instanceLane } from "../../../core/store/lane-names.ts";
import type { Item } from "../../../core/store/table.ts";
import { linkedInstance } from "../../../test/support/linked-instance.ts";
import type { CountedGateway } from "./counted-gateway.ts";

const BATCH = 2_000;
const SHARDS = 4;
const PEOPLE = 5_000;

/**
 * Loads items in batches. The gateway's servers run in the same process and get a turn after each batch, because a
 * session whose heartbeats stay without an answer gives up its numbers.
 */
async function load(gateway: CountedGateway, count: number, itemsOf: (n: number) => Item[]): Promise<void> {
  for (let done = 0; done < count; done += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - done) }, (_, n) => done + n);
    await gateway.load(numbers.flatMap(itemsOf));
    await passTurn();
  }
}

/** Adds `count` instances to the table, a few of them to the gateway's account. Their lanes are asleep. */
export async function fillInstances(gateway: CountedGateway, count: number): Promise<void> {
  await load(gateway, count, (n) => {
    const id = `inst_${ulid()}`;
    const account = n % 400 === 0 ? gateway.account : `acc_${String(n % 900).padStart(26, "0")}`;
    const shard = n % SHARDS;
    return [
      { ...keys.instance(id), ...linkedInstance(id, account), shard, status: "stopped", wanted: "off" },
      { ...keys.receiving(id), fence: 1 },
      { ...keys.sending(id), rev: 1, connected: false, fence: 1, shard },
      { ...keys.accountInstance(account, id) },
      { ...keys.shardInstance(shard, id) },
      { ...keys.laneHead(instanceLane(id)), fence: 1, held: {} },
    ];
  });
}

/** Adds `count` stored messages for the gateway's instance, from as many people, spread over the last 28 days. */
export async function fillMessages(gateway: CountedGateway, count: number, now: Date): Promise<void> {
  await load(gateway, count, (n) => {
    const at = new Date(now.getTime() - DAY_MS - ((n * 7_919) % 27) * DAY_MS - (n % 86_400) * 1_000);
    const id = `msg_${ulid(at.getTime())}`;
    const phone = `55119400${String(n % PEOPLE).padStart(5, "0")}`;
    return [
      {
        ...keys.message(gateway.account, id),
        gsi2pk: lists.messagesOfInstance(gateway.instance),
        gsi2sk: id,
        gsi3pk: lists.messagesOfPhone(gateway.account, phone),
        gsi3sk: id,
        id,
        account_id: gateway.account,
        instance_id: gateway.instance,
        phone,
        direction: n % 2 === 0 ? "in" : "out",
        status: n % 2 === 0 ? "received" : "read",
        step: "done",
        body: "Stored",
        created_at: at.toISOString(),
        ttl: Math.floor(at.getTime() / 1_000) + 30 * 86_400,
      },
    ];
  });
}

/**
 * Adds `scheduled` messages that are due in twenty days, and `ladder` events on the webhook's ladder that are due in
 * eight hours.
 */
export async function fillWaiting(
  gateway: CountedGateway,
  counts: { scheduled: number; ladder: number },
  now: Date,
): Promise<void> {
  // Make the rows an hour old. Each sweep reads rows put within the last few minutes, a cost that depends on time
  // rather than on this work.
  const putAt = new Date(now.getTime() - HOUR_MS);
  const lane = instanceLane(gateway.instance);
  const inTwentyDays = new Date(now.getTime() + 20 * DAY_MS);
  await load(gateway, counts.scheduled, () => {
    const id = `msg_${ulid()}`;
    const data = { account_id: gateway.account, message_id: id, person: "5511940000000" };
    const order = inTwentyDays.toISOString();
    const expires = new Date(inTwentyDays.getTime() + 3 * DAY_MS);
    return [putRow({ lane, queue: "S", order, id, due: inTwentyDays, expires_at: expires, data }, putAt).put];
  });
  const hook = endpointLane(gateway.account, "account");
  const inEightHours = new Date(now.getTime() + DAY_MS / 3);
  await load(gateway, counts.ladder, () => {
    const id = `evt_${ulid()}`;
    const expires = new Date(now.getTime() + 30 * DAY_MS);
    const order = inEightHours.toISOString();
    const row = { lane: hook, queue: "D" as const, order, id, due: inEightHours, expires_at: expires };
    return [putRow({ ...row, data: { queued_at: putAt.toISOString(), life: 0 } }, putAt).put];
  });
}

import { marshall } from "@aws-sdk/util-dynamodb";
import { dynamoTable } from "../../../core/aws/dynamo-table.ts";
import { randomIds } from "../../../core/aws/random-ids.ts";
import { createPost } from "../../../core/http/guarded-client.ts";
import { ensureWake } from "../../../core/lanes/ensure-wake.ts";
import { runLane } from "../../../core/lanes/run-lane.ts";
import { endpointWorker } from "../../../core/operations/delivering/deliver-events.ts";
import type { DeliveryDeps } from "../../../core/operations/delivering/post-event.ts";
import { updateWebhook } from "../../../core/operations/webhooks/update-webhook.ts";
import { eventRoute, eventWrites } from "../../../core/records/event.ts";
import { endpointLane } from "../../../core/store/lane-names.ts";
import type { Item } from "../../../core/store/table.ts";
import { startEmulators } from "../../../local/aws/emulators.ts";
import { createInfrastructure } from "../../../local/system/infrastructure.ts";
import { someWrites } from "../../../test/support/some-writes.ts";
import { runningClock } from "../../../test/support/test-clock.ts";
import { testVault } from "../../../test/support/test-vault.ts";
import { inParallel } from "../measure.ts";
import { countedTable, type TableRequests } from "./counted-table.ts";

const ACTOR = { key_id: "key_bench", source: "127.0.0.1" };
const LOADED_AT_ONCE = 5_000;

/** A webhook of the account or of one of its instances. */
export interface Place {
  account: string;
  /** The instance to which the webhook belongs, or null for the account's webhook. */
  instance: string | null;
}

/** The delivery worker, with the embedded table in the same process. */
export interface WebhookBench {
  deps: DeliveryDeps;
  setUrl(place: Place, url: string): Promise<void>;
  /** Publishes events for the place, as messages would. @returns the body of one of the events. */
  publish(place: Place, count: number): Promise<string>;
  /**
   * Processes the place's lane, as its wake-ups would, until nothing new is waiting. @returns the table requests that
   * this took.
   */
  deliver(place: Place): Promise<TableRequests>;
  /** Writes new items directly into the table. */
  load(items: Item[]): Promise<void>;
  stop(): Promise<void>;
}

/** Converts an item to the table protocol's wire format. */
const wireItem = (item: Item) => JSON.parse(JSON.stringify(marshall(item, { removeUndefinedValues: true })));

export const laneOf = ({ account, instance }: Place): string => endpointLane(account, instance ?? "account");

/** Starts the embedded services. Their settings stay in this process's environment. */
export async function startWebhookBench(): Promise<WebhookBench> {
  const clock = runningClock();
  const emulators = await startEmulators({ clock, dataDir: null });
  Object.assign(process.env, emulators.env);
  const { TABLE_NAME = "" } = await createInfrastructure(null);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deps: DeliveryDeps = {
    table: dynamoTable(TABLE_NAME),
    clock,
    log,
    ids: randomIds(),
    wakeups: { wake: async () => undefined },
    vault: testVault(),
    post: createPost({ allowPrivate: true, log }),
    docsUrl: "https://docs.example.com",
  };

  return {
    deps,
    async setUrl({ account, instance }, url) {
      const settings = { ...deps, allowPrivateWebhooks: true, hostCheck: async () => "public" as const };
      const request = { account_id: account, owner: instance ?? "account", change: { url }, actor: ACTOR };
      await updateWebhook(settings, { ...request, now: clock.now() });
    },
    async publish({ account, instance }, count) {
      const route = await eventRoute(deps, account, instance);
      let body = "";
      await inParallel(count, 8, async (n) => {
        const data = { id: `msg_${n}`, body: "Hello ".repeat(20) };
        const draft = { account_id: account, instance_id: instance, type: "message.received", data } as const;
        const writes = someWrites(eventWrites(deps, route, draft, clock.now()));
        await deps.table.transact(writes);
        if (writes[0] && "put" in writes[0]) body = String(writes[0].put.body);
      });
      return body;
    },
    async deliver(place) {
      const counted = countedTable(deps.table);
      const own = { ...deps, table: counted.table };
      const lane = laneOf(place);
      for (;;) {
        await ensureWake(own, lane, clock.now(), null);
        await runLane(own, lane, endpointWorker(own, lane));
        const { items } = await deps.table.query({ pk: lane, prefix: "Q#", limit: 1 });
        if (items.length === 0) return counted.requests;
      }
    },
    async load(items) {
      for (let done = 0; done < items.length; done += LOADED_AT_ONCE) {
        const part = items.slice(done, done + LOADED_AT_ONCE);
        await emulators.load(TABLE_NAME, part.map(wireItem));
      }
    },
    stop: () => emulators.stop(),
  };
}

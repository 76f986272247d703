import { BUS_MARKERS } from "../../../core/contracts/bus-events.ts";
import { HOUR_MS } from "../../../core/contracts/durations.ts";
import { ensureWake } from "../../../core/lanes/ensure-wake.ts";
import { putRow } from "../../../core/lanes/put-row.ts";
import { runLane } from "../../../core/lanes/run-lane.ts";
import { endpointWorker } from "../../../core/operations/delivering/deliver-events.ts";
import { expiryOf } from "../../../core/records/event.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Item } from "../../../core/store/table.ts";
import { startReceiver } from "../../../test/support/receiver.ts";
import { type PartReport, tableOf } from "../support/report.ts";
import { countedTable, sumOf } from "./counted-table.ts";
import { laneOf, type Place, type WebhookBench } from "./world.ts";

const ACCOUNT = "acc_dead";
const DEAD: Place = { account: ACCOUNT, instance: null };
const KEPT = 100_000;
const ANSWER_MS = 100;
const EVENTS = 100;
const ALIVE = 2;

/**
 * Measures how much it costs and how long it takes to serve an account's other URLs, first without a dead URL and then
 * with one that has a hundred thousand undelivered events.
 */
export async function measureDeadUrl(bench: WebhookBench): Promise<PartReport> {
  const alive = await startReceiver();
  const dead = await startReceiver();
  alive.respondWith((_request, response) => void setTimeout(() => response.writeHead(204).end(), ANSWER_MS));
  dead.respondWith((_request, response) => void setTimeout(() => response.writeHead(503).end(), ANSWER_MS));
  try {
    const places = Array.from({ length: ALIVE }, (_, n): Place => ({ account: ACCOUNT, instance: `inst_${n}` }));
    for (const [n, place] of places.entries()) await bench.setUrl(place, `${alive.url}/${n}`);
    await bench.setUrl(DEAD, dead.url);
    await serve(bench, places); // so that everything is loaded
    const without = await serve(bench, places);
    await bench.load(undelivered(bench, KEPT));
    const failing = failWhile(bench, DEAD);
    const withDead = await serve(bench, places);
    const { requests, posts } = await failing.stop();
    const waiting = await bench.deps.table.query({ pk: laneOf(DEAD), prefix: "Q#", limit: 1 });
    if (posts === 0 || waiting.items.length === 0) throw new Error("The dead URL was not tried, or has nothing left.");
    return {
      body: `### One dead URL with ${KEPT.toLocaleString("en")} undelivered events\n\n${tableOf(
        ["Other URLs of the account", "Without it", "With it"],
        [
          ["requests to the table per delivered event", without.perEvent, withDead.perEvent],
          [`${EVENTS} events each, responses after ${ANSWER_MS} ms: seconds`, without.seconds, withDead.seconds],
        ],
      )}\n\nIn the meantime, the dead URL got ${posts} posts, each with ${(requests / posts).toFixed(1)} requests to the table.`,
      targets: [
        {
          what: "one dead URL: requests per delivered event of the other URLs, compared with those without it",
          measured: (100 * withDead.perEvent) / without.perEvent,
          limit: 105,
          unit: "%",
        },
        {
          what: "one dead URL: speed of the other URLs, compared with their speed without it",
          measured: (100 * without.seconds) / withDead.seconds,
          limit: 90,
          unit: "%",
          atLeast: true,
        },
      ],
    };
  } finally {
    await Promise.all([alive.stop(), dead.stop()]);
  }
}

async function serve(bench: WebhookBench, places: Place[]): Promise<{ perEvent: number; seconds: number }> {
  for (const place of places) await bench.publish(place, EVENTS);
  const begun = performance.now();
  const asked = await Promise.all(places.map((place) => bench.deliver(place)));
  const seconds = (performance.now() - begun) / 1000;
  return { perEvent: asked.reduce((sum, one) => sum + sumOf(one), 0) / (places.length * EVENTS), seconds };
}

/** Processes the dead URL's lane, run after run, until stopped. */
function failWhile(bench: WebhookBench, place: Place) {
  const lane = laneOf(place);
  const counted = countedTable(bench.deps.table);
  let posts = 0;
  let isOver = false;
  const own = {
    ...bench.deps,
    table: counted.table,
    post: (request: Parameters<typeof bench.deps.post>[0]) => {
      posts++;
      return bench.deps.post(request);
    },
  };
  const worked = (async () => {
    while (!isOver) {
      await ensureWake(own, lane, own.clock.now(), null);
      await runLane(own, lane, endpointWorker(own, lane), { runSec: 3 });
    }
  })();
  return {
    async stop() {
      isOver = true;
      await worked;
      return { requests: sumOf(counted.requests), posts };
    },
  };
}

/** Creates undelivered events from the last day, with their rows in the dead URL's lane. */
function undelivered(bench: WebhookBench, count: number): Item[] {
  const { clock, ids } = bench.deps;
  const from = clock.now().getTime() - 24 * HOUR_MS;
  const lane = laneOf(DEAD);
  return Array.from({ length: count }, (_, n): Item[] => {
    const at = new Date(from + Math.floor((n / count) * 23 * HOUR_MS));
    const id = ids.next("evt", at);
    const expires_at = expiryOf(at);
    const body = JSON.stringify({ id, type: "message.received", data: { body: "Hello ".repeat(20) } });
    const record = {
      id,
      account_id: ACCOUNT,
      instance_id: null,
      type: "message.received",
      body,
      created_at: at.toISOString(),
      bus: BUS_MARKERS.events,
    };
    const { put } = putRow({ lane, queue: "Q", id, due: at, expires_at }, at);
    return [{ ...keys.event(ACCOUNT, id), ...record, ttl: Math.floor(expires_at.getTime() / 1000) }, put];
  }).flat();
}

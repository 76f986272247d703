import { startReceiver } from "../../../test/support/receiver.ts";
import { inParallel } from "../measure.ts";
import { type PartReport, tableOf } from "../support/report.ts";
import { noRequests, sumOf } from "./counted-table.ts";
import type { WebhookBench } from "./world.ts";

const PLACE = { account: "acc_one", instance: null };
const ROUNDS = 6;
const EVENTS = 80;
const ANSWER_MS = 50;
const AT_ONCE = 2;

/**
 * Measures how fast a single URL that answers in 50 ms gets its events, compared with two loops that only post. Since
 * two posts may be open at a time, the loops set the upper bound. The measurements alternate, and the best round of
 * each counts, because other load on the machine can only slow them down.
 */
export async function measureOneUrl(bench: WebhookBench): Promise<PartReport> {
  const receiver = await startReceiver();
  receiver.respondWith((_request, response) => void setTimeout(() => response.writeHead(204).end(), ANSWER_MS));
  try {
    await bench.setUrl(PLACE, receiver.url);
    const body = await bench.publish(PLACE, 20);
    await bench.deliver(PLACE); // so that everything is loaded
    const rounds: { bareMs: number; ourMs: number }[] = [];
    const requests = noRequests();
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await inParallel(EVENTS, AT_ONCE, async () => {
        await bench.deps.post({ url: receiver.url, headers: { "content-type": "application/json" }, body });
      });
      await bench.publish(PLACE, EVENTS);
      const before = receiver.requests.length;
      const begun = performance.now();
      const asked = await bench.deliver(PLACE);
      rounds.push({ bareMs: bare.totalMs, ourMs: performance.now() - begun });
      const arrived = receiver.requests.length - before;
      if (arrived !== EVENTS) throw new Error(`${arrived} of ${EVENTS} events arrived.`);
      for (const kind of Object.keys(requests) as (keyof typeof requests)[]) requests[kind] += asked[kind];
    }
    const delivered = ROUNDS * EVENTS;
    const bareMs = Math.min(...rounds.map((round) => round.bareMs));
    const ourMs = Math.min(...rounds.map((round) => round.ourMs));
    const perSecond = (ms: number) => EVENTS / (ms / 1000);
    const perEvent = Object.entries(requests).filter(([, count]) => count > 0);
    const rows: [string, string | number][] = [
      ["two loops that only post, posts per second", perSecond(bareMs)],
      ["the worker, events per second", perSecond(ourMs)],
      ["requests to the table per delivered event", sumOf(requests) / delivered],
      ["of which", perEvent.map(([kind, count]) => `${kind} ${(count / delivered).toFixed(2)}`).join(", ")],
    ];
    return {
      body: `### One URL that answers in ${ANSWER_MS} ms\n\n${tableOf(["What", "Measured"], rows)}`,
      targets: [
        {
          what: "one URL: speed compared with two parallel posts",
          measured: (100 * bareMs) / ourMs,
          limit: 90,
          unit: "%",
          atLeast: true,
        },
        { what: "one URL: maximum simultaneous posts", measured: receiver.mostAtOnce(), limit: AT_ONCE, unit: "" },
      ],
    };
  } finally {
    await receiver.stop();
  }
}

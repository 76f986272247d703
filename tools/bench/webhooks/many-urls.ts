import { setTimeout as sleep } from "node:timers/promises";
import { startReceiver } from "../../../test/support/receiver.ts";
import { type PartReport, tableOf } from "../support/report.ts";
import type { Place, WebhookBench } from "./world.ts";

const URLS = 100;
/**
 * How long a receiver takes to answer. Answers are slow, so the benchmark measures waiting rather than this machine's
 * CPUs.
 */
const ANSWER_MS = 4_000;
const EVENTS = 8;

/**
 * Compares a single URL with a hundred URLs that are served at the same time, each in its own account, with slow
 * receivers.
 */
export async function measureManyUrls(bench: WebhookBench): Promise<PartReport> {
  const receiver = await startReceiver();
  receiver.respondWith((_request, response) => void setTimeout(() => response.writeHead(204).end(), ANSWER_MS));
  const places = Array.from({ length: URLS }, (_, n): Place => ({ account: `acc_many_${n}`, instance: null }));
  const [alone] = places;
  if (!alone) throw new Error("There are no URLs.");
  try {
    for (const [n, place] of places.entries()) await bench.setUrl(place, `${receiver.url}/${n}`);
    const timed = async (place: Place, n = 0) => {
      await sleep((n / URLS) * ANSWER_MS); // in reality they don't start at one instant either
      const begun = performance.now();
      await bench.deliver(place);
      return performance.now() - begun;
    };
    await bench.publish(alone, EVENTS);
    const aloneMs = await timed(alone);
    for (const place of places) await bench.publish(place, EVENTS);
    const before = receiver.requests.length;
    const together = (await Promise.all(places.map(timed))).sort((a, b) => a - b);
    const arrived = receiver.requests.length - before;
    if (arrived !== URLS * EVENTS) throw new Error(`${arrived} of ${URLS * EVENTS} events arrived.`);
    const slowestMs = together.at(-1) ?? 0;
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    return {
      body: `### A hundred URLs at once\n\n${tableOf(
        ["What", "Measured"],
        [
          [`${EVENTS} events to one URL that answers in ${ANSWER_MS / 1000} s, alone`, seconds(aloneMs)],
          [`the same to ${URLS} URLs at once: the median URL`, seconds(together[URLS / 2] ?? 0)],
          ["the slowest URL", seconds(slowestMs)],
        ],
      )}`,
      targets: [
        {
          what: `${URLS} URLs at once: speed of the slowest, compared with its speed alone`,
          measured: (100 * aloneMs) / slowestMs,
          limit: 90,
          unit: "%",
          atLeast: true,
        },
      ],
    };
  } finally {
    await receiver.stop();
  }
}

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startGateway, temporaryFolder } from "../../test/support/gateway.ts";
import { startReceiver } from "../../test/support/receiver.ts";
import { grown, readHeap } from "./heap-classes.ts";
import { inspect } from "./inspector.ts";
import { linkNumbers, startLoad } from "./load.ts";
import { startOnlookers, warmUp } from "./onlookers.ts";
import { fillsOf, MEASURE, reportOf, type Sample, slopeMibPerMinute } from "./soak-report.ts";

/**
 * `npm run soak -w tools [-- minutes [seed]]`: runs a local gateway under steady load, for three hours by default, with
 * the panel open in a browser, a client on the event stream, and a broadcast from time to time. Each minute, the
 * session process and the gateway's own process collect garbage and are measured, along with how full the session's
 * caches are. The session's heap a third of the way through is compared with the heap at the end. The caches are small,
 * so they fill up within minutes. Exits with code 1 if the session's heap still grows in the last half, or if too much
 * of the load was refused.
 */
const minutes = Number(process.argv[2] ?? 180);
const seed = Number(process.argv[3] ?? 1);
const MINUTE_MS = 60_000;
/** How much the heap may grow in the last half, in MiB per minute. This leaves room for a plateau with some noise. */
const MOST_GROWTH = 0.1;
/** The largest share of the load that may be refused. Beyond that, the run doesn't measure the intended load. */
const MOST_REFUSED = 0.01;
const CLASSES = 15;

type Measured = Omit<Sample, "minute" | "gateway" | "in" | "out">;

const begun = performance.now();
const say = (line: string) =>
  console.log(`${String(Math.round((performance.now() - begun) / 1000)).padStart(6)} s  ${line}`);
const place = join(fileURLToPath(new URL("../../node_modules/.cache/soak", import.meta.url)), String(process.pid));
mkdirSync(place, { recursive: true });
const paths = { first: join(place, "first.heapsnapshot"), last: join(place, "last.heapsnapshot") };

const imported = (file: string) => `--import=${new URL(file, import.meta.url).href}`;
const folder = temporaryFolder();
const [good, bad] = await Promise.all([startReceiver(), startReceiver()]);
bad.respondWith(500);
const gateway = await startGateway(folder.path, {
  TABLE_CONFLICTS: "0",
  PANEL: "1",
  FROM_SOURCES: "1", // the caches are made small as their sources are loaded
  NODE_OPTIONS: ["--inspect-port=0", ...["no-stall-watch.mjs", "small-caches.ts"].map(imported)].join(" "),
});
let isSound = false;
try {
  const numbers = await linkNumbers(gateway, [good.url, good.url, bad.url]);
  const [first] = numbers;
  if (!first) throw new Error("No number was linked.");
  say(`${numbers.length} numbers are linked; the first warms up`);
  await warmUp(gateway, first);
  const load = startLoad(gateway, numbers, seed);
  const onlookers = await startOnlookers(gateway, first);
  say(`the load runs; ${minutes} minutes with seed ${seed}; results in ${place}`);
  const [pid = 0] = gateway.sessionPids();
  const session = await inspect(pid, gateway.output);
  const api = await inspect(gateway.pid, gateway.output);
  const samples: Sample[] = [];
  const firstAt = Math.max(1, Math.round(minutes / 3));
  const loadedAt = performance.now();
  for (let minute = 1; minute <= minutes; minute++) {
    await pause(Math.max(0, loadedAt + minute * MINUTE_MS - performance.now()));
    // Garbage is collected twice, because weakly held objects found by the first collection are freed only by the
    // second.
    for (let n = 0; n < 2; n++) await Promise.all([session.collectGarbage(), api.collectGarbage()]);
    const measured = await session.evaluate<Measured>(MEASURE);
    const { heapMib, rssMib, handles } = await api.evaluate<Measured>(MEASURE);
    const gatewaysOwn = { heapMib, rssMib, handles };
    samples.push({ minute, ...measured, gateway: gatewaysOwn, in: load.counts.in, out: load.counts.out });
    good.requests.length = bad.requests.length = 0;
    const last = samples.at(-1);
    say(
      `heap ${last?.heapMib} MiB, rss ${last?.rssMib} MiB, handles ${last?.handles}; ${load.counts.in} in, ${load.counts.out} out`,
    );
    say(`  the panel's page: heap ${await onlookers.pageHeapMib()} MiB`);
    const { events, broadcasts } = onlookers.counts;
    say(
      `  the gateway's own: heap ${heapMib} MiB, rss ${rssMib} MiB, handles ${handles}; ${events} events, ${broadcasts} broadcasts`,
    );
    if (last) say(`  caches: ${fillsOf(last).join(", ")}`);
    if (minute === firstAt) await session.writeHeapSnapshot(paths.first);
  }
  await session.collectGarbage();
  await session.writeHeapSnapshot(paths.last);
  session.close();
  api.close();
  await load.stop();
  await onlookers.stop();
  say(`${onlookers.counts.faults} errors on the panel's page`);
  const before = readHeap(readFileSync(paths.first, "utf8")).classes();
  const heap = readHeap(readFileSync(paths.last, "utf8"));
  const classes = grown(before, heap.classes()).slice(0, CLASSES);
  const report = reportOf({ samples, classes, heldBy: (name) => heap.heldBy(name, 3), counts: load.counts, firstAt });
  writeFileSync(join(place, "report.md"), report);
  console.log(report);
  const growth = slopeMibPerMinute(samples.slice(Math.floor(samples.length / 2)));
  const { refused, in: written, out } = load.counts;
  const share = [...refused.values()].reduce((all, times) => all + times, 0) / (written + out);
  isSound = growth <= MOST_GROWTH && share <= MOST_REFUSED;
  say(`in its last half the heap grew by ${growth.toFixed(3)} MiB a minute; ${MOST_GROWTH} is the most.`);
  say(`${(share * 100).toFixed(1)} % of the load was refused; ${MOST_REFUSED * 100} % is the most.`);
} finally {
  writeFileSync(join(place, "output.log"), gateway.output());
  await gateway.stop();
  await good.stop();
  await bad.stop();
  folder.remove();
}
process.exit(isSound ? 0 : 1);

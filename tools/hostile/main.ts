import { endOfWorker } from "../../test/run/at-worker-end.ts";
import { feedHostile } from "./fuzz.ts";

/**
 * `npm run hostile -w tools [-- count [seed [from [flood]]]]`: sends `count` hostile messages to a linked number, with
 * ordinary texts in between and, from time to time, a flood of undecodable messages from one person (150 by default; 0
 * for none). Exits with code 1 and a sentence for each broken promise.
 */
const count = Number(process.argv[2] ?? 5_000);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1_000_000));
const from = Number(process.argv[4] ?? 0);
const flood = Number(process.argv[5] ?? 150);

/** Writes directly to stdout. The console is silenced, because the network library writes to it freely. */
const say = (line: string) => void process.stdout.write(`${line}\n`);
const begun = performance.now();
const elapsed = () => `${String(Math.round((performance.now() - begun) / 1000)).padStart(4)} s`;
say(`${count} hostile messages. The same again: npm run hostile -w tools -- ${count} ${seed} ${from} ${flood}`);
const { sent, findings } = await feedHostile(count, seed, {
  say: (line) => say(`${elapsed()}  ${line}`),
  from,
  flood,
});
for (const finding of findings) say(finding);
say(`${elapsed()}  ${sent} sent; ${findings.length === 0 ? "all ordinary texts arrived" : "it did not hold"}`);
await endOfWorker();
process.exit(findings.length === 0 ? 0 : 1);

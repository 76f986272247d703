import { startGateway, temporaryFolder } from "../../test/support/gateway.ts";
import { makeChaos, morningOf, troublesOf } from "./chaos.ts";
import { sendsOverCuts, sendsOverKills, swallowedSends } from "./known-failures.ts";
import { evenShare, takeOvers } from "./share.ts";
import { startTown } from "./town.ts";
import { faultsFound } from "./verdict.ts";
import { writtenOverCuts } from "./written-over-cuts.ts";

/**
 * `npm run chaos -w tools [-- minutes [seed [morning]]]`: runs 30 linked numbers on three session processes for a few
 * minutes in which everything goes wrong. With "morning", runs them on four processes that leave and join every few
 * seconds. Exits with code 1 and a sentence for each broken promise.
 */
const minutes = Number(process.argv[2] ?? 3);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1_000_000));
const isMorning = process.argv[4] === "morning";
const NUMBERS = 30;
const PROCESSES = isMorning ? 4 : 3;
const EVERY_MS = isMorning ? 4_000 : 6_000;
/** The time within which other processes must take over the shards of a process that stops. */
const STOPPED_MS = 5_000;
/**
 * The time after `kill -9` within which other processes must take over the dead process's shards, and a number must
 * send messages again.
 */
const BACK_MS = 15_000;

const begun = performance.now();
const say = (line: string) =>
  console.log(`${String(Math.round((performance.now() - begun) / 1000)).padStart(4)} s  ${line}`);

console.log(
  `Chaos for ${minutes} minutes. The same again: npm run chaos -w tools -- ${minutes} ${seed}${isMorning ? " morning" : ""}`,
);
const town = await startTown(NUMBERS, PROCESSES, isMorning ? { SHARDS: "32" } : {});
let faults: string[] = [];
try {
  say(`${NUMBERS} numbers are linked, on ${PROCESSES} processes`);
  const count = Math.max(1, Math.round((minutes * 60_000) / EVERY_MS));
  const troubles = isMorning ? morningOf(seed, count) : troublesOf(seed, count);
  await makeChaos(town, { seed, troubles, everyMs: EVERY_MS, messageEveryMs: 250 }, say);
  faults = await faultsFound(town);
} catch (error) {
  faults.push(error instanceof Error ? error.message : String(error));
} finally {
  if (faults.length > 0) console.log(town.gateway.output());
  await town.end();
}

if (isMorning) finish();

const folder = temporaryFolder();
const fleet = await startGateway(folder.path, { EPHEMERAL: "1", SESSION_PROCESSES: String(PROCESSES) });
await evenShare(fleet);
const { afterKillMs, afterTermMs } = await takeOvers(fleet);
await fleet.stop();
folder.remove();
say(`shards of a killed process taken after ${afterKillMs | 0} ms, of a stopping one after ${afterTermMs | 0} ms`);
if (afterKillMs > BACK_MS) faults.push("a dead process was followed too late");
if (afterTermMs > STOPPED_MS) faults.push("a stopping process was followed too late");

const cases = {
  "500 sends, kill -9 of everything in between": () => sendsOverKills(500, 4),
  "100 sends, connections cut in between": () => sendsOverCuts(100, 10),
  "sends that the network swallows": () => swallowedSends(5),
  "2,000 messages of 20 people, connections cut in between": () => writtenOverCuts(2_000, 5),
};
for (const [name, run] of Object.entries(cases)) {
  const { faults: found, backAfterMs } = await run();
  const back = backAfterMs.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(", ");
  say(`${name}: ${found.length === 0 ? "held" : "did not hold"}${back && `; back after ${back}`}`);
  faults.push(...found, ...backAfterMs.filter((ms) => ms > BACK_MS).map((ms) => `back only after ${ms} ms`));
}
finish();

function finish(): never {
  for (const fault of faults) console.log(`FAULT  ${fault}`);
  say(faults.length === 0 ? "everything held." : `${faults.length} things did not hold (seed ${seed}).`);
  process.exit(faults.length === 0 ? 0 : 1);
}

import { setTimeout as pause } from "node:timers/promises";
import { monotonicMs } from "../../../local/machine/monotonic-ms.ts";
import type { Receiver } from "../../../test/support/receiver.ts";
import { type WrittenNumber, writtenNumbers } from "../machine/numbers.ts";
import { BOT, newText, type Sides } from "./sides.ts";
import type { SpeedGateway } from "./speed-gateway.ts";
import { type Both, RUNS } from "./texts.ts";

/** The number of texts that arrive at the same time. */
export const BURST = 300;
export const NUMBERS = 10;
const PATIENCE_MS = 120_000;
/** How much time is allowed for work that remains after a burst's last post. */
const TAIL_MS = 500;

/** The number of texts received per second, for each run. */
export interface Bursts {
  /**
   * Measured in wall-clock time, from the first text until the last webhook is posted, with everything on a single
   * machine.
   */
  byClock: Both[];
  /**
   * Measured in CPU time of the process that runs the numbers: how many texts it could receive with a core to itself.
   */
  byProcessor: Both[];
}

/** Has many people write to many numbers at the same time, or to the bare library's only number. */
export async function measureBursts(gateway: SpeedGateway, { ours, bare }: Sides): Promise<Bursts> {
  const numbers = await writtenNumbers(gateway, NUMBERS, gateway.receiver.url);
  const people = numbers.flatMap((number) => number.people).slice(0, BURST);
  const toOurs = pairs(numbers);
  const toBare = Array.from({ length: BURST }, (_, n) => ({ from: people[n % people.length] ?? "", to: BOT }));
  const bursts: Bursts = { byClock: [], byProcessor: [] };
  // The first run isn't counted. It starts each person's conversation and warms up both sides.
  for (let run = -1; run < RUNS; run++) {
    const mine = await burst(gateway, toOurs, ours.receiver, ours.pid);
    const its = await burst(gateway, toBare, bare.receiver, bare.pid);
    if (run < 0) continue;
    bursts.byClock.push({ ours: mine.byClock, bare: its.byClock });
    bursts.byProcessor.push({ ours: mine.byProcessor, bare: its.byProcessor });
  }
  return bursts;
}

type Pair = { from: string; to: string };

/** Pairs writers with numbers, shuffled so that no writer or number appears twice in a row. */
const pairs = (numbers: WrittenNumber[]): Pair[] =>
  Array.from({ length: BURST }, (_, n) => {
    const number = numbers[n % numbers.length];
    const from = number?.people[Math.floor(n / numbers.length) % number.people.length];
    if (!number || from === undefined) throw new Error("No number is linked.");
    return { from, to: number.phone };
  });

async function burst(gateway: SpeedGateway, list: Pair[], receiver: Receiver, pid: number) {
  await gateway.nextMinute();
  receiver.requests.length = 0;
  const text = newText();
  const posted = () => receiver.requests.filter(({ body }) => body.includes(text)).length >= list.length;
  const all = receiver.waitFor((requests) => requests.length >= list.length && posted(), PATIENCE_MS);
  const before = await gateway.usage.usedMs(pid);
  const begunMs = monotonicMs();
  const messages = list.map((pair) => ({ ...pair, text }));
  const written = await gateway.sandbox("POST", "/messages", { messages });
  if (written.status !== 201) throw new Error(`Nobody could write: ${JSON.stringify(written.body)}`);
  await all;
  const seconds = (monotonicMs() - begunMs) / 1_000;
  await gateway.queuesEmpty();
  await pause(TAIL_MS);
  const usedSec = ((await gateway.usage.usedMs(pid)) - before) / 1_000;
  return { byClock: list.length / seconds, byProcessor: list.length / usedSec };
}

import { setTimeout as pause } from "node:timers/promises";
import { spread } from "../measure.ts";
import type { Side, Sides } from "./sides.ts";
import type { SpeedGateway } from "./speed-gateway.ts";

/** The number of texts in each direction per run. Set a lower number for a quick run: BENCH_SPEED_TEXTS=20. */
export const TEXTS = Number(process.env.BENCH_SPEED_TEXTS ?? 80);
/** The number of runs for each side. The sides alternate: ours, bare, ours, bare … */
export const RUNS = Number(process.env.BENCH_SPEED_RUNS ?? 4);
/** The number of texts in each direction per run that are sent one at a time, while the gateway is idle. */
export const APART = Math.ceil(TEXTS / 6);
/** The pause between two texts sent one at a time. */
export const REST_MS = 250;
const WARM = 30;
/** The number of requests per minute. An account's limit is 600. */
const A_MINUTE = 400;
const IDLE_MS = 4_000;

/** The gateway's and the bare library's values in one run. */
export interface Both {
  ours: number;
  bare: number;
}

/** The measures of each run, in milliseconds. */
export const MEASURES = [
  "sent: processor time",
  "received: processor time",
  "API → phone, p50",
  "API → phone, p95",
  "person → webhook, p50",
  "person → webhook, p95",
  "API → phone, at rest, p50",
  "API → phone, at rest, p95",
  "person → webhook, at rest, p50",
  "person → webhook, at rest, p95",
  "processor time of a second without texts",
] as const;
export type Measure = (typeof MEASURES)[number];

export type Runs = Record<Measure, Both[]>;

/** Alternately sends and receives texts through both sides. */
export async function measureTexts(gateway: SpeedGateway, sides: Sides): Promise<Runs> {
  const runs = Object.fromEntries(MEASURES.map((measure) => [measure, []])) as unknown as Runs; // one list each
  for (const who of ["ours", "bare"] as const) {
    await many(gateway, sides[who].receive, WARM);
    await many(gateway, sides[who].send, WARM);
  }
  for (let run = 0; run < RUNS; run++) {
    const [ours, bare] = [await oneRun(gateway, sides.ours), await oneRun(gateway, sides.bare)];
    for (const measure of MEASURES) runs[measure].push({ ours: ours[measure], bare: bare[measure] });
  }
  return runs;
}

async function oneRun(gateway: SpeedGateway, side: Side): Promise<Record<Measure, number>> {
  const used = () => gateway.usage.usedMs(side.pid);
  const busy = async (go: Side["send"]) => {
    await gateway.nextMinute();
    const before = await used();
    const times = spread(await many(gateway, go, TEXTS));
    return { ...times, cpuMs: ((await used()) - before) / TEXTS };
  };
  const rested = async (go: Side["send"]) => {
    await gateway.nextMinute();
    return spread(await many(gateway, go, APART, REST_MS));
  };
  const [out, back] = [await busy(side.send), await busy(side.receive)];
  const [outRested, backRested] = [await rested(side.send), await rested(side.receive)];
  await gateway.nextMinute();
  const before = await used();
  await pause(IDLE_MS);
  return {
    "sent: processor time": out.cpuMs,
    "received: processor time": back.cpuMs,
    "API → phone, p50": out.p50,
    "API → phone, p95": out.p95,
    "person → webhook, p50": back.p50,
    "person → webhook, p95": back.p95,
    "API → phone, at rest, p50": outRested.p50,
    "API → phone, at rest, p95": outRested.p95,
    "person → webhook, at rest, p50": backRested.p50,
    "person → webhook, at rest, p95": backRested.p95,
    "processor time of a second without texts": ((await used()) - before) / (IDLE_MS / 1_000),
  };
}

/** Sends texts one after another, waiting each time until everything triggered by the previous text is done. */
async function many(gateway: SpeedGateway, go: Side["send"], count: number, restMs = 0): Promise<number[]> {
  const times: number[] = [];
  for (let n = 1; n <= count; n++) {
    const { tookMs, tail } = await go();
    times.push(tookMs);
    await tail();
    if (restMs > 0) await pause(restMs);
    if (n % A_MINUTE === 0) await gateway.nextMinute();
  }
  return times;
}

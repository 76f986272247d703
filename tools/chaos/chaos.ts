import { setTimeout as pause } from "node:timers/promises";
import { eventually } from "../../test/support/eventually.ts";
import { chanceFrom, pick } from "./chance.ts";
import { keepExporting } from "./exports.ts";
import type { Town } from "./town.ts";
import { makePeace, makeTrouble, TROUBLES, type Trouble } from "./trouble.ts";

/** The planned troubles. The same seed produces the same troubles in the same order. */
export interface ChaosPlan {
  seed: number;
  /** The troubles, in the order in which they start. A lasting trouble is still going on when the next one starts. */
  troubles: Trouble[];
  /** The time between two starts, in ms. */
  everyMs: number;
  /** The time between two messages, across all of the town's numbers, in ms. */
  messageEveryMs: number;
}

/** How long a full recovery may take after the last trouble. It includes waiting for lost acknowledgements. */
const RECOVERY_MS = 240_000;
/** The pause between two looks at everything, which take a few requests per account and hundred messages. */
const LOOK_MS = 3_000;
/** How far to advance the gateway's clock during recovery. A lost acknowledgement is noticed after 60 s. */
const PATIENCE_SEC = 65;

/** The statuses of a message that either has been sent or never will be. */
const ENDS = new Set(["sent", "failed"]);

/** Picks troubles at random. If `count` is high enough, every kind is included. */
export function troublesOf(seed: number, count: number): Trouble[] {
  const chance = chanceFrom(seed);
  const each = TROUBLES.slice(0, count).map((trouble) => ({ trouble, at: chance() }));
  const more = Array.from({ length: Math.max(0, count - TROUBLES.length) }, () => ({
    trouble: pick(chance, TROUBLES),
    at: chance(),
  }));
  return [...each, ...more].sort((a, b) => a.at - b.at).map(({ trouble }) => trouble);
}

/**
 * Plans a morning on which a fleet scales: every few seconds, some tasks leave and others join. One in six leaves
 * without signing off.
 */
export function morningOf(seed: number, count: number): Trouble[] {
  const chance = chanceFrom(seed);
  return Array.from({ length: count }, () => (chance() < 1 / 6 ? "vanish" : "leave"));
}

/**
 * Has people exchange messages, and accounts export their data, while everything goes wrong. Ends once all is quiet
 * again.
 */
export async function makeChaos(town: Town, plan: ChaosPlan, say: (line: string) => void): Promise<void> {
  const talking = new AbortController();
  const talk = Promise.all([keepTalking(town, plan, talking.signal), keepExporting(town, talking.signal)]);
  const lasting: Promise<unknown>[] = [];
  try {
    for (const [n, trouble] of plan.troubles.entries()) {
      await pause(plan.everyMs);
      say(`${n + 1}/${plan.troubles.length} ${trouble}; ${town.accepted.size} sent, ${town.written.size} written`);
      lasting.push(makeTrouble(town, trouble, plan.seed + n));
    }
    await Promise.all(lasting);
    await pause(plan.everyMs);
  } finally {
    talking.abort();
    await Promise.allSettled(lasting);
    await makePeace(town);
  }
  await talk;
  say(`peace; ${town.accepted.size} sent, ${town.written.size} written`);
  await recovery(town, say);
}

/** Keeps sending messages, half of them from people and half of them to people. */
async function keepTalking(town: Town, plan: ChaosPlan, signal: AbortSignal): Promise<void> {
  const chance = chanceFrom(plan.seed * 7 + 1);
  const sends: Promise<void>[] = [];
  for (let n = 0; !signal.aborted; n++) {
    const pair = pick(chance, town.pairs);
    if (n % 2 === 0) sends.push(town.send(pair, `out ${n}`));
    else await town.write(pair, `in ${n}`);
    await pause(plan.messageEveryMs, undefined, { signal }).catch(() => {});
  }
  await Promise.all(sends);
}

async function recovery(town: Town, say: (line: string) => void): Promise<void> {
  const begun = performance.now();
  let movedAt = begun;
  await eventually(
    "every message to be over and done with",
    async () => {
      await pause(LOOK_MS);
      if (performance.now() - movedAt > 15_000) {
        movedAt = performance.now();
        await town.gateway.sandbox("POST", "/clock", { advance_seconds: PATIENCE_SEC });
      }
      return (await openEnds(town)).length === 0;
    },
    RECOVERY_MS,
  ).catch(async (error: Error) => {
    throw new Error(`${error.message}\n${(await openEnds(town)).slice(0, 20).join("\n")}`);
  });
  say(`all is quiet after ${Math.round((performance.now() - begun) / 1000)} s`);
}

/** Returns what is still in progress. */
async function openEnds(town: Town): Promise<string[]> {
  const events = await town.events();
  const reported = new Set(events.filter(({ type }) => type === "message.received").map(textOf));
  const unreported = [...town.written].filter(([text]) => !reported.has(text));
  const ended = events.filter(({ type, data }) => type === "message.status" && ENDS.has(String(data.status)));
  const over = new Set(ended.map(({ data }) => data.id));
  const unsent = [...town.accepted].filter(([id]) => !over.has(id));
  return [
    ...unreported.map(([text, pair]) => `"${text}" was not reported by ${pair.phone}`),
    ...unsent.map(([id, { text, pair }]) => `"${text}" (${id}) of ${pair.phone} has not been sent`),
  ];
}

/** Returns the text from an event about a message. */
export const textOf = ({ data }: { data: Record<string, unknown> }) => String(data.body);

import { MINUTE_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import {
  added,
  type FigureMessage,
  inHour,
  localPlace,
  messageSums,
  personSums,
  type Sums,
} from "../../domain/figures/figures.ts";
import { settingsInForce } from "../../domain/protection/settings.ts";
import type { Clock, Ids } from "../../ports.ts";
import { figuresWrite, WHOLE_NUMBER } from "../../records/figures.ts";
import { sendingOf } from "../../records/sending.ts";
import { CacheSlot, cachesOf } from "../../store/caches.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table, type Write } from "../../store/table.ts";

/**
 * The span of time over which messages are counted together. In every time zone, hours and days begin at a multiple of
 * fifteen minutes.
 */
const QUARTER_MS = 15 * MINUTE_MS;

/**
 * The maximum number of members counted per quarter of an hour. In practice, fewer members use the same number. The
 * messages of any further members only count for the number as a whole.
 */
const PEOPLE_MAX = 100;

/** A session's counts that have not been written yet. */
interface Tally {
  /**
   * Maps the start of a quarter of an hour and a member to the counts. WHOLE_NUMBER represents the number as a whole.
   */
  open: Map<string, Quarter>;
  /** The writes in progress. They are repeated unchanged until they are known to have succeeded. */
  batch: Write[] | null;
  /** The latest write operation. The next one waits for it, because an item only remembers its last batch. */
  writing: Promise<void>;
}
interface Quarter {
  ms: number;
  user: string;
  sums: Sums;
}

interface FigureDeps {
  table: Table;
  clock: Pick<Clock, "now">;
  ids: Ids;
}

const TALLIES = new CacheSlot<Tally>("figures that are not written yet", 10_000);

/**
 * Counts a stored or sent message, in memory only. Every few minutes, the session writes the accumulated counts. If a
 * process dies, its unwritten counts are lost, but nothing is ever counted twice. docs/decisions/0228.
 */
export function countFigure(table: Table, instance: InstanceId, counted: FigureMessage): void {
  const { open } = tallyOf(table, instance);
  const ms = Math.floor(counted.at / QUARTER_MS) * QUARTER_MS;
  const count = (user: string, sums: Sums) => {
    const place = `${ms}#${user}`;
    open.set(place, { ms, user, sums: added(open.get(place)?.sums ?? {}, sums) });
  };
  count(WHOLE_NUMBER, messageSums(counted));
  if (counted.user !== undefined && (open.has(`${ms}#${counted.user}`) || open.size <= PEOPLE_MAX))
    count(counted.user, personSums(counted));
}

function tallyOf(table: Table, instance: InstanceId): Tally {
  const tallies = cachesOf(table).at(TALLIES);
  const known = tallies.get(instance) ?? { open: new Map(), batch: null, writing: Promise.resolve() };
  tallies.set(instance, known);
  return known;
}

/**
 * Writes the counts accumulated since the last call, with one write for the number and one for each member who wrote.
 * If a write fails, the next call repeats the same writes, and any that had already succeeded are refused.
 * @throws a passing error. No counts are lost.
 */
export async function writeFigures(deps: FigureDeps, instance: InstanceId): Promise<void> {
  const tally = tallyOf(deps.table, instance);
  const before = tally.writing;
  const writing = before.catch(() => undefined).then(() => writeTally(deps, instance, tally));
  tally.writing = writing;
  return writing;
}

async function writeTally({ table, clock, ids }: FigureDeps, instance: InstanceId, tally: Tally): Promise<void> {
  if (tally.batch === null && tally.open.size === 0) return;
  const item = await table.get(keys.sending(instance));
  const sending = sendingOf(item, { timezone: "UTC", now: clock.now() });
  if (item === null || sending.removed) {
    cachesOf(table).at(TALLIES).delete(instance);
    return;
  }
  const { timezone } = settingsInForce(sending);
  // The loop runs twice if the previous batch was only partly written.
  while (tally.batch !== null || tally.open.size > 0) {
    if (tally.batch === null) {
      tally.batch = writesOf(instance, [...tally.open.values()], timezone, ids.next("fig", clock.now()));
      tally.open = new Map();
    }
    for (const write of tally.batch) await writeOnce(table, write);
    tally.batch = null;
  }
}

/**
 * Builds one write for each day and member. There must be only one per item, because an item refuses a second write
 * from the same batch.
 */
function writesOf(instance: InstanceId, parts: readonly Quarter[], zone: string, batch: string): Write[] {
  const days = new Map<string, { day: string; user: string; sums: Sums }>();
  for (const { ms, user, sums } of parts) {
    const { day, hour } = localPlace(ms, zone);
    const place = `${day}#${user}`;
    const before = days.get(place)?.sums ?? {};
    days.set(place, { day, user, sums: added(before, user === WHOLE_NUMBER ? inHour(sums, hour) : sums) });
  }
  return [...days.values()].map(({ day, user, sums }) => figuresWrite(instance, day, user, sums, batch));
}

async function writeOnce(table: Table, write: Write): Promise<void> {
  try {
    await table.write(write);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // it had gone through before
  }
}

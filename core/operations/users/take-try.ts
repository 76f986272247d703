import { DAY_MS, HOUR_MS } from "../../contracts/durations.ts";
import { isFromClockAhead } from "../../domain/accounts/clock-set-back.ts";
import { ApiError } from "../../errors.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Key, Table } from "../../store/table.ts";

/**
 * The maximum number of attempts while concurrent requests keep changing the count between the read and the write.
 * After that, the request is refused.
 */
const RACES = 10;

/** The number of attempts allowed within any period of this length. */
export interface TryLimit {
  max: number;
  withinMs: number;
}

/** Builds a limit that allows up to `max` attempts within any hour. */
export const perHour = (max: number): TryLimit => ({ max, withinMs: HOUR_MS });

/** Builds a limit that allows up to `max` attempts within any day. */
export const perDay = (max: number): TryLimit => ({ max, withinMs: DAY_MS });

/**
 * Uses up one of the attempts allowed within a period. A refused attempt doesn't count. Must be called before the
 * attempt itself, so that concurrent attempts share the limit.
 * @returns a function that refunds the attempt if it succeeds. @throws ApiError 429 `limit_reached` with `Retry-After`.
 */
export async function takeTry(table: Table, place: Key, limit: TryLimit, now: Date): Promise<() => Promise<void>> {
  const atEnd = () => {
    throw tooMany(1_000);
  };
  return retryOnChange({ tries: RACES, atEnd }, async ({ commit }) => {
    const item = await table.get(place);
    const taken = recent((item?.tries as number[] | undefined) ?? [], limit, now); // as `replace` writes it
    if (taken.length >= limit.max) throw tooMany((taken[0] ?? 0) + limit.withinMs - now.getTime());
    await commit(replace(table, place, Number(item?.version ?? 0), [...taken, now.getTime()], now));
    return () => giveBack(table, place, now);
  });
}

/**
 * Takes one attempt from each of several limits, or none at all.
 * @returns a function that refunds them all. @throws ApiError 429 `limit_reached` with `Retry-After`.
 */
export async function takeTries(
  table: Table,
  limits: readonly (readonly [place: Key, limit: TryLimit])[],
  now: Date,
): Promise<() => Promise<void>> {
  const taken: (() => Promise<void>)[] = [];
  const giveAllBack = async () => {
    for (const give of taken) await give();
  };
  try {
    for (const [place, limit] of limits) taken.push(await takeTry(table, place, limit, now));
  } catch (error) {
    await giveAllBack();
    throw error;
  }
  return giveAllBack;
}

async function giveBack(table: Table, place: Key, now: Date): Promise<void> {
  const atEnd = () => {}; // it is free again when its period ends
  return retryOnChange({ tries: RACES, atEnd }, async ({ commit }) => {
    const item = await table.get(place);
    const taken = (item?.tries as number[] | undefined) ?? [];
    const at = taken.indexOf(now.getTime());
    if (at < 0) return;
    await commit(replace(table, place, Number(item?.version ?? 0), taken.toSpliced(at, 1), now));
  });
}

/** Stores the list of attempts. @throws ConditionFailed if another request has changed it in the meantime. */
async function replace(table: Table, place: Key, version: number, tries: number[], now: Date): Promise<void> {
  const ttl = Math.floor((now.getTime() + 2 * DAY_MS) / 1000);
  await table.write({
    put: { ...place, tries, version: version + 1, ttl },
    if: version === 0 ? [{ item: "absent" }] : [{ field: "version", op: "=", value: version }],
  });
}

const recent = (tries: readonly number[], { withinMs }: TryLimit, now: Date) =>
  tries.filter((at) => at > now.getTime() - withinMs && !isFromClockAhead(at, now));

const tooMany = (ms: number) =>
  new ApiError("limit_reached", {
    message: "Too many attempts. Wait the number of seconds given in Retry-After.",
    retryAfterSec: Math.ceil(ms / 1000),
  });

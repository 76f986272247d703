import { DAY_MS } from "../contracts/durations.ts";
import type { InstanceId } from "../contracts/ids.ts";
import { type Sums, timeSums } from "../domain/figures/figures.ts";
import { keys } from "../store/keys.ts";
import type { Item, Table, Write } from "../store/table.ts";

/** How many days to keep figures: as long as protection's day counters. */
const KEPT_DAYS = 100;

/** The `user` value for figures of the whole number rather than of one team member. */
export const WHOLE_NUMBER = "";

/**
 * More items than any range of days contains, even for a large team. Beyond this, figures are reported as incomplete.
 */
const ITEMS_MAX = 4_000;
const PAGE = 1_000;

/**
 * Adds to a day's figures. @param user a team member, or WHOLE_NUMBER for the number's own figures.
 * @param batch identifies the write, which makes it repeatable: it is refused if the item already has this batch.
 */
export function figuresWrite(instance: InstanceId, day: string, user: string, add: Sums, batch?: string): Write {
  const ttl = Math.floor(Date.parse(day) / 1000) + (KEPT_DAYS * DAY_MS) / 1000;
  return {
    update: keys.figures(instance, day, user),
    set: { ttl, ...(batch !== undefined && { batch }) },
    add,
    ...(batch !== undefined && {
      if: [
        {
          anyOf: [[{ field: "batch", is: "missing" as const }], [{ field: "batch", op: "<>" as const, value: batch }]],
        },
      ],
    }),
  };
}

/** Counts a closed chat for its number and for the member who closed it, in the transaction that closes the chat. */
export function closedWrites(instance: InstanceId, day: string, user: string | null, openMs: number): Write[] {
  const sums = timeSums("close", openMs);
  if (Object.keys(sums).length === 0) return [];
  const whose = user === null ? [WHOLE_NUMBER] : [WHOLE_NUMBER, user];
  return whose.map((one) => figuresWrite(instance, day, one, sums));
}

/** The figures for one day, either for the whole number or for a single team member. */
export interface DayFigures {
  day: string;
  /** The team member, or WHOLE_NUMBER for the number's own figures. */
  user: string;
  sums: Sums;
}

/** Reads a number's figures for a range of days, inclusive. */
export async function readFigures(
  table: Table,
  instance: InstanceId,
  from: string,
  to: string,
): Promise<{ days: DayFigures[]; isCut: boolean }> {
  const { pk } = keys.figures(instance, from, WHOLE_NUMBER);
  const days: DayFigures[] = [];
  let after: string | undefined;
  while (days.length < ITEMS_MAX) {
    const range = { pk, to: `${to}#~`, limit: PAGE, ...(after === undefined ? { from } : { after }) };
    const { items, more } = await table.query(range);
    days.push(...items.map(figuresOf));
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return { days, isCut: false };
  }
  return { days, isCut: true };
}

function figuresOf({ pk, sk, ttl, batch, ...fields }: Item): DayFigures {
  const [day = "", user = ""] = sk.split("#");
  const sums = Object.entries(fields).filter((entry): entry is [string, number] => typeof entry[1] === "number");
  return { day, user, sums: Object.fromEntries(sums) };
}

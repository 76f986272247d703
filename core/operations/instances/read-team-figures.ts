import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import type { Figures } from "../../contracts/panel/figures.ts";
import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";
import { added, hourField, type Sums, timesOf } from "../../domain/figures/figures.ts";
import { dayPlus, daysBetween } from "../../records/day-counts.ts";
import { type DayFigures, readFigures, WHOLE_NUMBER } from "../../records/figures.ts";
import type { Table } from "../../store/table.ts";
import { listPointers } from "./list-pointers.ts";

/** The requested days and numbers. */
export interface FiguresAsked {
  /**
   * The first day, as a local date in the numbers' time zones, e.g. `2026-11-20`. The range includes both the first and
   * the last day.
   */
  from: string;
  to: string;
  /** The instance to include. Null includes all of the account's instances. */
  instance: InstanceId | null;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Adds up the activity of the account's numbers and members over a range of days. */
export async function readTeamFigures(
  table: Table,
  account: AccountId,
  { from, to, instance }: FiguresAsked,
): Promise<Figures> {
  const all = instance === null ? (await listPointers(table, account)).map(({ sk }) => sk) : [instance];
  const numbers = all.slice(0, PANEL_LIMITS.figuresNumbersMax) as InstanceId[]; // the sort key of a number's pointer is its id
  const found = await Promise.all(numbers.map(async (id) => ({ id, ...(await readFigures(table, id, from, to)) })));
  const rows = found.flatMap(({ days }) => days);
  const whole = rows.filter(({ user }) => user === WHOLE_NUMBER);
  const total = sumOf(whole);
  const range = Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => dayPlus(from, n));
  return {
    from,
    to,
    days: range.map((day) => ({ day, ...traffic(sumOf(whole.filter((row) => row.day === day))) })),
    hours: HOURS.map((hour) => ({
      received: total[hourField("in", hour)] ?? 0,
      sent: total[hourField("out", hour)] ?? 0,
    })),
    answers: timesOf("answer", total),
    closes: timesOf("close", total),
    automatic: total.m ?? 0,
    numbers: found.map(({ id, days }) => {
      const sums = sumOf(days.filter(({ user }) => user === WHOLE_NUMBER));
      return { instance_id: id, ...traffic(sums), answers: timesOf("answer", sums), closes: timesOf("close", sums) };
    }),
    people: peopleOf(rows),
    is_cut: numbers.length < all.length || found.some(({ isCut }) => isCut),
  };
}

const sumOf = (rows: readonly DayFigures[]): Sums => rows.reduce<Sums>((sums, row) => added(sums, row.sums), {});

/** Returns the total number of messages over all hours of the day. */
function traffic(sums: Sums): { received: number; sent: number } {
  const all = (direction: "in" | "out") => HOURS.reduce((n, hour) => n + (sums[hourField(direction, hour)] ?? 0), 0);
  return { received: all("in"), sent: all("out") };
}

function peopleOf(rows: readonly DayFigures[]): Figures["people"] {
  const byUser = new Map<string, Sums>();
  for (const { user, sums } of rows) if (user !== WHOLE_NUMBER) byUser.set(user, added(byUser.get(user) ?? {}, sums));
  return [...byUser]
    .map(([user_id, sums]) => ({
      user_id,
      sent: sums.o ?? 0,
      answers: timesOf("answer", sums),
      closes: timesOf("close", sums),
    }))
    .sort((a, b) => b.sent - a.sent || (a.user_id < b.user_id ? -1 : 1));
}

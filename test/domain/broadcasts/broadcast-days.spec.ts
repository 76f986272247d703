import { DateTime } from "luxon";
import { beforeAll, describe, expect, it } from "vitest";
import { PROTECTION_SETTINGS } from "../../../core/contracts/protection.ts";
import { settingsInForce } from "../../../core/domain/protection/settings.ts";
import {
  aDay,
  type BroadcastDays,
  type BroadcastWorld,
  playBroadcastDays,
  waitOf,
} from "../../support/models/broadcast-days.ts";

const BESIDE = { reply: 300, known: 60, first: 10 };
const world = (zone: string, start: string, people: number, fields: BroadcastWorld["fields"]): BroadcastWorld => ({
  ...{ zone, people, fields, beside: BESIDE, mostDays: 40, seed: people },
  start: DateTime.fromISO(start, { zone }).toMillis(),
});

/**
 * Except in the first of these worlds, the clocks change during the broadcast. `npm run bench -w tools -- broadcast`
 * simulates 10,000 people.
 */
const WORLDS: [title: string, world: BroadcastWorld][] = [
  ["stage 7 in São Paulo", world("America/Sao_Paulo", "2026-11-23T08:00", 700, { stage: 7 })],
  ["stage 4 in Berlin", world("Europe/Berlin", "2026-10-23T15:20", 350, { stage: 4 })],
  [
    "stage 7 in Beirut, 60 an hour, 30 s",
    world("Asia/Beirut", "2026-03-27T21:50", 800, {
      stage: 7,
      settings: { messages_per_hour: 60, broadcast_interval_seconds: 30 },
    }),
  ],
];

describe.each(WORLDS)("a broadcast beside a day's other messages: %s", (_, played) => {
  const { zone, people, fields } = played;
  let days: BroadcastDays;
  beforeAll(() => {
    days = playBroadcastDays(played);
  });
  const limits = () => settingsInForce({ settings: {}, stage: 7, level: "good", timezone: zone, ...fields });
  const broadcast = () => days.left.filter(({ queue }) => queue === "broadcast");

  it("goes to each of its people, and is over then", () => {
    expect(broadcast()).toHaveLength(people);
    expect(days.completedAt).toBe(broadcast().at(-1)?.at);
  });

  it("never passes the day's limit or the hour's, and goes by day only", () => {
    expect(Math.max(...aDay(days.left, "broadcast", zone).values())).toBeLessThanOrEqual(limits().broadcast_per_day);
    const hours = new Map<string, number>();
    for (const { at, queue } of days.left) {
      const local = DateTime.fromMillis(at, { zone });
      const hour = local.toFormat("yyyy-MM-dd HH ZZ");
      if (queue !== "reply") hours.set(hour, (hours.get(hour) ?? 0) + 1);
      if (queue === "broadcast") expect(local.hour >= 8 && local.hour < 22).toBe(true);
    }
    expect(Math.max(...hours.values())).toBeLessThanOrEqual(limits().messages_per_hour);
  });

  it("no reply waits over 5 s, of known messages 95 % wait 10 s at most, first ones their own gap", () => {
    expect(waitOf(days.left, "reply", 0.95)).toBeLessThanOrEqual(5_000);
    expect(waitOf(days.left, "known", 0.95)).toBeLessThanOrEqual(10_000);
    const longest = 1.6 * PROTECTION_SETTINGS.first_message_interval_seconds.recommended * 1_000;
    expect(waitOf(days.left, "first", 0.95)).toBeLessThanOrEqual(longest);
  });
});

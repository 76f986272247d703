import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contracts/durations.ts";
import type { Times } from "../../contracts/panel/figures.ts";
import { localDay, zoneOffsetMs } from "../protection/local-time.ts";

/** The upper bounds of the classes in which times are counted. One more class includes all longer times. */
export const TIME_CLASSES_MS = [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, DAY_MS] as const;

/**
 * The longest time until closing that is counted. A chat that was open for longer, for instance because the team wasn't
 * closing chats at first, says nothing about the team's work.
 */
const RESOLUTION_MAX_MS = 30 * DAY_MS;

/** The kinds of times that are measured: until the team's first answer, and until the chat was closed. */
export type TimeKind = "answer" | "close";

/** Sums by field name. */
export type Sums = Record<string, number>;

/** Single letters used in stored field names. The names are short because each day stores so many fields. */
const KIND_LETTER = { answer: "a", close: "c" } as const;

/** Returns the sums for a single time: its count, its seconds and its class. */
export function timeSums(kind: TimeKind, ms: number): Sums {
  if (kind === "close" && ms > RESOLUTION_MAX_MS) return {};
  const letter = KIND_LETTER[kind];
  const ended = Math.max(0, ms);
  const found = TIME_CLASSES_MS.findIndex((max) => ended <= max);
  const place = found === -1 ? TIME_CLASSES_MS.length : found;
  return { [`${letter}n`]: 1, [`${letter}s`]: Math.round(ended / 1000), [`${letter}${place}`]: 1 };
}

/** Extracts the times of one kind from a set of sums. */
export function timesOf(kind: TimeKind, sums: Sums): Times {
  const letter = KIND_LETTER[kind];
  const at = (field: string) => sums[field] ?? 0;
  const classes = Array.from({ length: TIME_CLASSES_MS.length + 1 }, (_, n) => at(`${letter}${n}`));
  return { count: at(`${letter}n`), seconds: at(`${letter}s`), classes };
}

const DIRECTION_LETTER = { in: "i", out: "o" } as const;

/** Returns the field name for an hour's message count. @param hour 0 to 23, in the number's local time. */
export const hourField = (direction: "in" | "out", hour: number): string => `${DIRECTION_LETTER[direction]}${hour}`;

/** The parts of a message that the figures depend on. */
export interface FigureMessage {
  direction: "in" | "out";
  /** When the message was written, in epoch ms. */
  at: number;
  /** Whether an automation wrote the message. */
  isAutomatic?: boolean;
  /** The team member who wrote the message in the panel. */
  user?: string | undefined;
  /**
   * How long the person had been waiting when this message ended the wait, in ms. Only set for answers from the team.
   */
  waited_ms?: number | undefined;
}

/** Returns the number's sums for one message, not yet assigned to an hour. */
export function messageSums({ direction, isAutomatic, waited_ms }: FigureMessage): Sums {
  return {
    [DIRECTION_LETTER[direction]]: 1,
    ...(isAutomatic && { m: 1 }),
    ...(waited_ms !== undefined && timeSums("answer", waited_ms)),
  };
}

/** Assigns a number's message counts to an hour. @param hour 0 to 23, in the number's local time. */
export function inHour({ i, o, ...sums }: Sums, hour: number): Sums {
  return {
    ...sums,
    ...(i !== undefined && { [hourField("in", hour)]: i }),
    ...(o !== undefined && { [hourField("out", hour)]: o }),
  };
}

/** Returns a team member's sums for one message they wrote. */
export const personSums = ({ waited_ms }: FigureMessage): Sums => ({
  o: 1,
  ...(waited_ms !== undefined && timeSums("answer", waited_ms)),
});

/** Adds up two sets of sums, field by field. */
export function added(one: Sums, other: Sums): Sums {
  const sums = { ...one };
  for (const [field, by] of Object.entries(other)) sums[field] = (sums[field] ?? 0) + by;
  return sums;
}

/** Returns the day and the hour of an instant, in the number's local time. */
export function localPlace(ms: number, zone: string): { day: string; hour: number } {
  const at = new Date(ms);
  return { day: localDay(at, zone), hour: new Date(ms + zoneOffsetMs(at, zone)).getUTCHours() };
}

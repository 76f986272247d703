import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contracts/durations.ts";
import type { Times } from "../../contracts/panel/figures.ts";
import { localDay, zoneOffsetMs } from "../protection/local-time.ts";

/** The upper ends of the classes of times that are counted; the last class has everything longer. */
export const TIME_CLASSES_MS = [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, DAY_MS] as const;

/** A case that was open for longer says nothing about the team's work, for instance one from before it closed chats. */
const RESOLUTION_MAX_MS = 30 * DAY_MS;

/** The kinds of times: until the team's first answer, and until the chat was closed. */
export type TimeKind = "answer" | "close";

/** Sums by the name of their field. */
export type Sums = Record<string, number>;

/** The letters of the stored fields, short because a day has many of them. */
const KIND_LETTER = { answer: "a", close: "c" } as const;

/** The count, the seconds and the classes of one time. */
export function timeSums(kind: TimeKind, ms: number): Sums {
  if (kind === "close" && ms > RESOLUTION_MAX_MS) return {};
  const letter = KIND_LETTER[kind];
  const ended = Math.max(0, ms);
  const found = TIME_CLASSES_MS.findIndex((max) => ended <= max);
  const place = found === -1 ? TIME_CLASSES_MS.length : found;
  return { [`${letter}n`]: 1, [`${letter}s`]: Math.round(ended / 1000), [`${letter}${place}`]: 1 };
}

/** Reads the times of one kind from sums. */
export function timesOf(kind: TimeKind, sums: Sums): Times {
  const letter = KIND_LETTER[kind];
  const at = (field: string) => sums[field] ?? 0;
  const classes = Array.from({ length: TIME_CLASSES_MS.length + 1 }, (_, n) => at(`${letter}${n}`));
  return { count: at(`${letter}n`), seconds: at(`${letter}s`), classes };
}

const DIRECTION_LETTER = { in: "i", out: "o" } as const;

/** The field that counts an hour's messages. @param hour 0 to 23, by the number's clock. */
export const hourField = (direction: "in" | "out", hour: number): string => `${DIRECTION_LETTER[direction]}${hour}`;

/** Something that is counted with a message. */
export interface FigureMessage {
  direction: "in" | "out";
  /** Epoch ms. */
  at: number;
  /** An automation wrote it. */
  isAutomatic?: boolean;
  /** The member of the team who wrote it in the panel. */
  user?: string | undefined;
  /** How long the person had waited whose wait it ended, ms; only of the team's answers. */
  waited_ms?: number | undefined;
}

/** The sums of a number for one message, in whatever hour. */
export function messageSums({ direction, isAutomatic, waited_ms }: FigureMessage): Sums {
  return {
    [DIRECTION_LETTER[direction]]: 1,
    ...(isAutomatic && { m: 1 }),
    ...(waited_ms !== undefined && timeSums("answer", waited_ms)),
  };
}

/** Moves a number's messages into an hour. @param hour 0 to 23, by the number's clock. */
export function inHour({ i, o, ...sums }: Sums, hour: number): Sums {
  return {
    ...sums,
    ...(i !== undefined && { [hourField("in", hour)]: i }),
    ...(o !== undefined && { [hourField("out", hour)]: o }),
  };
}

/** The sums of a person for one message that they wrote. */
export const personSums = ({ waited_ms }: FigureMessage): Sums => ({
  o: 1,
  ...(waited_ms !== undefined && timeSums("answer", waited_ms)),
});

/** Adds sums up, field by field. */
export function added(one: Sums, other: Sums): Sums {
  const sums = { ...one };
  for (const [field, by] of Object.entries(other)) sums[field] = (sums[field] ?? 0) + by;
  return sums;
}

/** The day and the hour of an instant, by the number's clock. */
export function localPlace(ms: number, zone: string): { day: string; hour: number } {
  const at = new Date(ms);
  return { day: localDay(at, zone), hour: new Date(ms + zoneOffsetMs(at, zone)).getUTCHours() };
}

import * as z from "zod";

/** Prefixes of our ids; the rest is a ULID, so ids sort by time. */
export const ID_PREFIXES = {
  instance: "inst",
  message: "msg",
  event: "evt",
  key: "key",
  account: "acc",
  activity: "act",
  notice: "ntc",
} as const;

const ULID = "[0-9A-HJKMNP-TV-Z]{26}";

/** The shape of an id with this prefix; another shape can't exist, so it is "not found" rather than invalid. */
export const idPattern = (prefix: string) => new RegExp(`^${prefix}_${ULID}$`);

export const EventId = z.string().regex(idPattern(ID_PREFIXES.event), "Give an event id (evt_…) as it was received.");

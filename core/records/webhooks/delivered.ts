import { DAY_MS } from "../../contracts/durations.ts";
import type { EventId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Write } from "../../store/table.ts";
import type { WebhookRecord } from "./webhook.ts";

/** One post of an event that was accepted. */
export interface Delivered {
  event_id: EventId;
  /** When its answer was known, epoch milliseconds: no other delivery of the same webhook has it. */
  at: number;
  status: number;
  /** How long it took, milliseconds; null: not known. */
  ms: number | null;
  /** Attempts made, including this one. */
  tries: number;
}

/** Deliveries of one webhook that are stored together, in the order in which they were made: a text for each. */
export interface DeliveredPage {
  delivered: string[];
  /** When the record is deleted, epoch seconds: with the last of its events. */
  ttl: number;
}

/** Pages of the deliveries to one webhook that were accepted. */
export const deliveredPages = recordsAt<DeliveredPage, Parameters<typeof keys.deliveredPage>>(keys.deliveredPage);

/** About fifty bytes: some of these are in the header of the webhook's lane. */
export const packed = ({ event_id, at, status, ms, tries }: Delivered): string =>
  [event_id, at.toString(36), status, ms ?? "", tries].join("|");

/** @returns null for a text that is not one of ours. */
export function unpacked(text: string): Delivered | null {
  const [event_id = "", at = "", status = "", ms = "", tries = ""] = text.split("|");
  const found = { event_id: event_id as EventId, at: Number.parseInt(at, 36), status: Number(status) };
  const isSound = found.event_id !== "" && [found.at, found.status, Number(tries)].every(Number.isSafeInteger);
  return isSound ? { ...found, ms: ms === "" ? null : Number(ms), tries: Number(tries) } : null;
}

/**
 * The write of a page: the same deliveries make the same item, so that it may be written again.
 * @param delivered at least one.
 */
export function pageWrite(
  { account_id, owner }: Pick<WebhookRecord, "account_id" | "owner">,
  delivered: readonly Delivered[],
): Write {
  const times = delivered.map(({ at }) => at);
  const first = new Date(Math.min(...times)).toISOString();
  const ttl = Math.floor((Math.max(...times) + LIMITS.retentionDays * DAY_MS) / 1000);
  const record: DeliveredPage = { delivered: delivered.map(packed), ttl };
  return { put: { ...keys.deliveredPage(account_id, owner, first), ...record } };
}

import { DAY_MS } from "../../contracts/durations.ts";
import type { EventId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Write } from "../../store/table.ts";
import type { WebhookRecord } from "./webhook.ts";

/** A post of an event that was accepted by the receiver. */
export interface Delivered {
  event_id: EventId;
  /** When the response was received, in epoch milliseconds. Unique among the webhook's deliveries. */
  at: number;
  status: number;
  /** How long the post took, in milliseconds, or null if unknown. */
  ms: number | null;
  /** The number of attempts, including the successful attempt. */
  tries: number;
}

/** Deliveries to a webhook, stored together in chronological order, each as a string. */
export interface DeliveredPage {
  delivered: string[];
  /** When the record is deleted together with the last of its events, in epoch seconds. */
  ttl: number;
}

/** The pages of accepted deliveries to a webhook. */
export const deliveredPages = recordsAt<DeliveredPage, Parameters<typeof keys.deliveredPage>>(keys.deliveredPage);

/** Packs a delivery into about fifty bytes, because the header of the webhook's lane contains several of them. */
export const packed = ({ event_id, at, status, ms, tries }: Delivered): string =>
  [event_id, at.toString(36), status, ms ?? "", tries].join("|");

/** Unpacks a delivery. @returns null if the text doesn't come from `packed`. */
export function unpacked(text: string): Delivered | null {
  const [event_id = "", at = "", status = "", ms = "", tries = ""] = text.split("|");
  const found = { event_id: event_id as EventId, at: Number.parseInt(at, 36), status: Number(status) };
  const isSound = found.event_id !== "" && [found.at, found.status, Number(tries)].every(Number.isSafeInteger);
  return isSound ? { ...found, ms: ms === "" ? null : Number(ms), tries: Number(tries) } : null;
}

/**
 * Builds the write for a page. The same deliveries always result in the same item, so the write is safe to repeat.
 * @param delivered at least one delivery.
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

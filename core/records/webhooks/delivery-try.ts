import type { EventId } from "../../contracts/ids.ts";
import type { PostResult } from "../../ports.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Write } from "../../store/table.ts";
import type { WebhookRecord } from "./webhook.ts";

/** A rejected or failed attempt to post an event, with the response, for the people who maintain the receiver. */
export interface DeliveryTry {
  event_id: EventId;
  /** When the attempt finished (ISO, UTC). */
  at: string;
  status: number | null;
  error: string | null;
  /** The time from the first byte sent to the last response header, in milliseconds, or null if unknown. */
  ms: number | null;
  /** The beginning of the response, as text, or null if there was no response. */
  answer: string | null;
  /** When the record is deleted together with its event, in epoch seconds. */
  ttl: number;
}

/** The failed attempts to deliver to a webhook. */
export const deliveryTries = recordsAt<DeliveryTry, Parameters<typeof keys.deliveryTry>>(keys.deliveryTry);

/** Builds the write for an attempt's result. It belongs in the transaction that counts the attempt. */
export function tryWrite(
  { account_id, owner }: Pick<WebhookRecord, "account_id" | "owner">,
  event: { id: EventId; ttl: number },
  { status, error, ms, answer }: PostResult,
  now: Date,
): Write {
  const at = now.toISOString();
  const record: DeliveryTry = {
    event_id: event.id,
    at,
    status,
    error,
    ms: ms ?? null,
    answer: answer ?? null,
    ttl: event.ttl,
  };
  return { put: { ...keys.deliveryTry(account_id, owner, event.id, at), ...record } };
}

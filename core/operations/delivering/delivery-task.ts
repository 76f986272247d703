import type { EndpointQueue } from "../../domain/webhooks/endpoint-policy.ts";
import type { EventRecord } from "../../records/event.ts";
import type { Delivery } from "../../records/webhooks/endpoint-rows.ts";
import type { DeliveredNotes } from "./note-delivered.ts";
import type { PostPlace } from "./order-posts.ts";
import type { OpenWebhook } from "./post-event.ts";

/** One waiting event, the webhook it is bound for, and the run that posts it. */
export interface DeliveryTask {
  lane: string;
  queue: EndpointQueue;
  delivery: Delivery;
  /** null if its record was deleted. */
  event: EventRecord | null;
  /** As it was when the event was chosen. */
  webhook: OpenWebhook;
  fence: number;
  /** The lane's last run was not closed, so each row is claimed before its post to find one that kills its worker. */
  isCareful: boolean;
  place: PostPlace;
  /** The endpoint's health in this run: whether an attempt has failed since the last accepted one. */
  health: { isFailing: boolean };
  /** The notes of this run. */
  delivered: DeliveredNotes;
  /** Reads the webhook right before the post, with the time of the read; null if it may no longer be posted to. */
  webhookNow(): Promise<{ webhook: OpenWebhook; at: number } | null>;
  /** Checks, right before the post, that lane and slot are ours for this many more seconds. */
  holds(forSec: number): Promise<boolean>;
}

/**
 * `gone`: another worker ended the row. `later`: it was not posted and waits as before. `lost`: the lane or slot is no
 * longer ours, so the run must stop.
 */
export type DeliveryOutcome = "delivered" | "retry" | "failed" | "ended" | "gone" | "later" | "lost";

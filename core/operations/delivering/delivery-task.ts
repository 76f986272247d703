import type { EndpointQueue } from "../../domain/webhooks/endpoint-policy.ts";
import type { EventRecord } from "../../records/event.ts";
import type { Delivery } from "../../records/webhooks/endpoint-rows.ts";
import type { DeliveredNotes } from "./note-delivered.ts";
import type { PostPlace } from "./order-posts.ts";
import type { OpenWebhook } from "./post-event.ts";

/** One waiting event, its webhook, and the run that posts it. */
export interface DeliveryTask {
  lane: string;
  queue: EndpointQueue;
  delivery: Delivery;
  /** The event; null if its record was deleted. */
  event: EventRecord | null;
  /** The webhook as it was when the event was chosen. */
  webhook: OpenWebhook;
  fence: number;
  /**
   * The lane's last run did not finish, so each row is claimed before it is posted, to find one that kills its worker.
   */
  isCareful: boolean;
  place: PostPlace;
  /** The endpoint's health in this run: whether an attempt has failed since the last accepted one. */
  health: { isFailing: boolean };
  /** The run's notes about its accepted posts. */
  delivered: DeliveredNotes;
  /** Reads the webhook right before the post, and when that was; null if it may no longer be posted to. */
  webhookNow(): Promise<{ webhook: OpenWebhook; at: number } | null>;
  /** Checks, right before the post, that we hold the lane and the slot for this many more seconds. */
  holds(forSec: number): Promise<boolean>;
}

/**
 * `gone` means that another worker ended the row; `later`, that it was not posted and waits as before; `lost`, that we
 * no longer hold the lane or the slot, so the run must stop.
 */
export type DeliveryOutcome = "delivered" | "retry" | "failed" | "ended" | "gone" | "later" | "lost";

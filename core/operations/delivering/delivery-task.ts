import type { EndpointQueue } from "../../domain/webhooks/endpoint-policy.ts";
import type { EventRecord } from "../../records/event.ts";
import type { Delivery } from "../../records/webhooks/endpoint-rows.ts";
import type { DeliveredNotes } from "./note-delivered.ts";
import type { PostPlace } from "./order-posts.ts";
import type { OpenWebhook } from "./post-event.ts";

/** A waiting event with its webhook and the run that is posting the event. */
export interface DeliveryTask {
  lane: string;
  queue: EndpointQueue;
  delivery: Delivery;
  /** The event, or null if its record was deleted. */
  event: EventRecord | null;
  /** The webhook as it was when the event was selected. */
  webhook: OpenWebhook;
  fence: number;
  /**
   * Whether the lane's previous run didn't finish. If so, each row is claimed before it is posted, to identify a row
   * that kills its worker.
   */
  isCareful: boolean;
  place: PostPlace;
  /** The endpoint's health during the run: whether an attempt has failed since the last accepted one. */
  health: { isFailing: boolean };
  /** The run's notes about accepted posts. */
  delivered: DeliveredNotes;
  /**
   * Reads the webhook right before the post, and returns it with the time of that read. Returns null if posting to the
   * webhook is no longer allowed.
   */
  webhookNow(): Promise<{ webhook: OpenWebhook; at: number } | null>;
  /** Checks, right before the post, that the run holds the lane and the slot for at least `forSec` more seconds. */
  holds(forSec: number): Promise<boolean>;
}

/**
 * The outcome of a delivery. `gone` means that another worker has finished the row. `later` means that the event was
 * not posted and waits as before. `lost` means that the run no longer holds the lane or the slot, so it must stop.
 */
export type DeliveryOutcome = "delivered" | "retry" | "failed" | "ended" | "gone" | "later" | "lost";

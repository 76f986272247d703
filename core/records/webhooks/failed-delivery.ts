import type { AccountId, EventId, InstanceId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
/**
 * A delivery whose ten attempts have all failed, or a test event whose only attempt has failed. Shown as 'Failed'.
 * Spec: Webhook delivery.
 */
export interface FailedDelivery {
  event_id: EventId;
  account_id: AccountId;
  owner: string;
  instance_id: InstanceId | null;
  type: string;
  tries: number;
  /** The HTTP status of the last attempt, or null if there was no response. */
  status: number | null;
  error: string | null;
  /** How long the last attempt took, in milliseconds. Absent if unknown. */
  ms?: number;
  created_at: string;
  failed_at: string;
  /** When the record is deleted together with its event, in epoch seconds. */
  ttl: number;
}

/** Deliveries that have failed permanently. */
export const failedDeliveries = recordsAt<FailedDelivery, Parameters<typeof keys.failedDelivery>>(keys.failedDelivery);

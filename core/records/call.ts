import type { InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
/** A call to a linked number, kept for a day so that it is reported once and declined once. */
export interface CallRecord {
  id: string;
  instance_id: InstanceId;
  chat_id: string;
  /** The caller's phone; null if the number is hidden. */
  phone: string | null;
  /** The network's id for the caller. */
  from: string;
  is_video: boolean;
  /** When it arrived, as customers see it. */
  at: string;
  /** `ended` means that it is over in any way other than declined. */
  state: "ringing" | "rejected" | "ended";
  /** Epoch seconds. */
  ttl: number;
}

/** The calls in the last day. */
export const callRecords = recordsAt<CallRecord, Parameters<typeof keys.call>>(keys.call);

import type { InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
/** A call to a linked number, kept for a day so that it is reported once and declined once. */
export interface CallRecord {
  id: string;
  instance_id: InstanceId;
  chat_id: string;
  /** null: the number is hidden. */
  phone: string | null;
  /** The network's id of the caller. */
  from: string;
  is_video: boolean;
  /** When it came, as customers see it. */
  at: string;
  /** Over in any other way than declined: `ended`. */
  state: "ringing" | "rejected" | "ended";
  /** Epoch seconds. */
  ttl: number;
}

/** The calls of the last day. */
export const callRecords = recordsAt<CallRecord, Parameters<typeof keys.call>>(keys.call);

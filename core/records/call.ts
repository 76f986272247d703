import type { InstanceId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
/** A call to a linked number. It is stored for a day so that it is reported and declined only once. */
export interface CallRecord {
  id: string;
  instance_id: InstanceId;
  chat_id: string;
  /** The caller's phone, or null if the number is hidden. */
  phone: string | null;
  /** The caller's network id. */
  from: string;
  is_video: boolean;
  /** When the call came in, in the format shown to customers. */
  at: string;
  /** `ended` means that the call is over for any reason other than being declined. */
  state: "ringing" | "rejected" | "ended";
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** The calls of the last day. */
export const callRecords = recordsAt<CallRecord, Parameters<typeof keys.call>>(keys.call);

import type { AccountId, InstanceId } from "../contracts/ids.ts";
import type { Instance } from "../contracts/instance.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";

/**
 * The stored instance: its public fields and the session's own; its protection settings are part of the sending state.
 * The two `*_seq` counters are requests. The session writes the number it has carried out beside them, so a request is
 * neither lost nor repeated.
 */
export interface InstanceRecord extends Omit<Instance, "protection" | "protection_settings" | "safety"> {
  id: InstanceId;
  account_id: AccountId;
  shard: number;
  /** The state that the customer wants: connected, or offline on purpose. */
  wanted: "on" | "off";
  /** The wanted state before the account was suspended; absent: it is not suspended. */
  wanted_before?: "on" | "off";
  restart_seq: number;
  restart_done: number;
  logout_seq: number;
  logout_done: number;
  /** The linked number's own time zone, IANA; UTC until a number is linked. */
  timezone: string;
  /** Until when the network restricts the number (ISO, UTC); can be in the past. null or absent: it does not. */
  restricted_until?: string | null;
  /** Set by DELETE: the instance disappears for customers at once, while the session logs out and cleans up. */
  removed_at: string | null;
  /** It moves to another deployment, or has moved: no session finds it. */
  moving?: true;
}

/** The stored instances. */
export const instanceRecords = recordsAt<InstanceRecord, Parameters<typeof keys.instance>>(keys.instance);

import type { AccountId, InstanceId } from "../contracts/ids.ts";
import type { Instance } from "../contracts/instance.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { StoredProxy } from "./proxy.ts";

/**
 * A stored instance: its public fields and the session's fields. Its protection settings are in the sending state. The
 * two `*_seq` counters are incremented by requests. The session stores the last number that it has carried out, so no
 * request is lost or repeated.
 */
export interface InstanceRecord extends Omit<Instance, "protection" | "protection_settings" | "safety" | "proxy"> {
  id: InstanceId;
  account_id: AccountId;
  shard: number;
  /** The state that the customer wants: connected, or intentionally offline. */
  wanted: "on" | "off";
  /** The requested state from before the account was suspended. Absent if the account isn't suspended. */
  wanted_before?: "on" | "off";
  restart_seq: number;
  restart_done: number;
  logout_seq: number;
  logout_done: number;
  /** The linked number's own IANA time zone. UTC until a number is linked. */
  timezone: string;
  /**
   * When the network's restriction of the number ends (ISO, UTC), possibly in the past. Null or absent if there is no
   * restriction.
   */
  restricted_until?: string | null;
  /** Set by a DELETE. From then on, the instance is hidden from customers while the session logs out and cleans up. */
  removed_at: string | null;
  /** The proxy for the instance's connections. Null or absent if there is none. */
  proxy?: StoredProxy | null;
  /** Whether a team works in the instance's chats, so open pages read what colleagues do there. */
  teamwork?: true;
  /** Whether the instance is being moved, or has been moved, to another deployment, so sessions don't find it. */
  moving?: true;
}

/** The stored instances. */
export const instanceRecords = recordsAt<InstanceRecord, Parameters<typeof keys.instance>>(keys.instance);

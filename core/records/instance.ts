import type { AccountId, InstanceId } from "../contracts/ids.ts";
import type { Instance } from "../contracts/instance.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { StoredProxy } from "./proxy.ts";

/**
 * A stored instance: its public fields and the session's fields. Its protection settings are part of the sending state.
 * Requests increment the two `*_seq` counters, and the session stores the number of the last request it has carried
 * out, so no request is lost or carried out twice.
 */
export interface InstanceRecord extends Omit<Instance, "protection" | "protection_settings" | "safety" | "proxy"> {
  id: InstanceId;
  account_id: AccountId;
  shard: number;
  /** The state the customer wants: connected or intentionally offline. */
  wanted: "on" | "off";
  /** The state that was requested before the account was suspended. Absent if the account isn't suspended. */
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
  /**
   * Set by a DELETE request. From then on, customers no longer see the instance, while the session logs out and cleans
   * up.
   */
  removed_at: string | null;
  /** The proxy for the instance's connections. Null or absent if there is none. */
  proxy?: StoredProxy | null;
  /** Whether a team works in the instance's chats, so open pages also have to load colleagues' activity. */
  teamwork?: true;
  /** Whether the instance is being moved, or has been moved, to another deployment. Sessions ignore it in that case. */
  moving?: true;
}

/** The stored instances. */
export const instanceRecords = recordsAt<InstanceRecord, Parameters<typeof keys.instance>>(keys.instance);

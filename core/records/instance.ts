import type { AccountId, InstanceId } from "../contracts/ids.ts";
import type { Instance } from "../contracts/instance.ts";
import { keys } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { StoredProxy } from "./proxy.ts";

/**
 * A stored instance: its public fields and those of the session. Its protection settings are in the sending state. The
 * two `*_seq` counters are requests; the session writes the number that it has carried out beside them, so that none is
 * lost or repeated.
 */
export interface InstanceRecord extends Omit<Instance, "protection" | "protection_settings" | "safety" | "proxy"> {
  id: InstanceId;
  account_id: AccountId;
  shard: number;
  /** The state that the customer wants: connected, or offline on purpose. */
  wanted: "on" | "off";
  /** The state that was wanted before the account was suspended; absent if it is not suspended. */
  wanted_before?: "on" | "off";
  restart_seq: number;
  restart_done: number;
  logout_seq: number;
  logout_done: number;
  /** The linked number's own time zone, IANA; UTC until a number is linked. */
  timezone: string;
  /**
   * Until when the network restricts the number (ISO, UTC), which may be in the past; null or absent if it does not.
   */
  restricted_until?: string | null;
  /** Set by a DELETE. Customers no longer see the instance from then on, while the session logs out and cleans up. */
  removed_at: string | null;
  /** The proxy of its connections; null or absent if it has none. */
  proxy?: StoredProxy | null;
  /** Whether a team works in its chats, so that open pages read what colleagues do there. */
  teamwork?: true;
  /** Whether it is moving, or has moved, to another deployment, so that no session finds it. */
  moving?: true;
}

/** The stored instances. */
export const instanceRecords = recordsAt<InstanceRecord, Parameters<typeof keys.instance>>(keys.instance);

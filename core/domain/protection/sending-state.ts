import type { ProtectionSettings, SafetyLevel } from "../../contracts/protection.ts";
import type { NetworkQuota } from "../../contracts/protection-state.ts";

/**
 * The state of an instance's sending policy, stored as plain data in the instance's SENDING item. Times are ISO
 * instants.
 */
export interface SendingState {
  /** The instance's local day covered by the daily counters, e.g. `2026-11-20`. It only moves forward. */
  day: string;
  /** The start of the hour that the hourly counters belong to. */
  hour: string;
  people_used: number;
  /** The number of messages sent on this day, not counting replies, broadcasts, and first messages to new people. */
  others_today: number;
  broadcast_today: number;
  /**
   * The number of messages other than replies in this hour, and how many of them went to people who have never written.
   */
  sends_hour: number;
  firsts_hour: number;
  /** The number of the day's new people who were sent each text, keyed by a short hash of the text. */
  texts: Record<string, number>;
  /** The earliest time at which each class can send next. */
  next_at: { reply?: string; known?: string; first?: string; broadcast?: string };
  /** When the session last opened its connection. */
  connected_at?: string;
  stage: number;
  level: SafetyLevel;
  settings: Partial<ProtectionSettings>;
  /** The linked number's own time zone. `settings.timezone` takes precedence. */
  timezone: string;
  /** The network's lock on new chats. If `until` is null, its end is unknown. */
  lock: { until: string | null } | null;
  restricted: { until: string | null } | null;
  quota: NetworkQuota | null;
}

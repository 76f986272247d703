import type { ProtectionSettings, SafetyLevel } from "../../contracts/protection.ts";
import type { NetworkQuota } from "../../contracts/protection-state.ts";

/** The state of an instance lane's policy: plain data in the instance's item SENDING. ISO instants. */
export interface SendingState {
  /** The instance's local day for the daily counters, `2026-11-20`; only moves forward. */
  day: string;
  /** The start of the hour for the hourly counters. */
  hour: string;
  people_used: number;
  /** The day's messages that are neither replies, nor broadcasts, nor first messages to new people. */
  others_today: number;
  broadcast_today: number;
  /** The hour's messages other than replies, and those among them to people who never wrote. */
  sends_hour: number;
  firsts_hour: number;
  /** The day's new people by the text they were sent (a short hash). */
  texts: Record<string, number>;
  /** The earliest next send in each class. */
  next_at: { reply?: string; known?: string; first?: string; broadcast?: string };
  /** When the session last opened. */
  connected_at?: string;
  stage: number;
  level: SafetyLevel;
  settings: Partial<ProtectionSettings>;
  /** The linked number's own zone; `settings.timezone` takes precedence. */
  timezone: string;
  /** The network's lock on new chats; an `until` of null means no known end. */
  lock: { until: string | null } | null;
  restricted: { until: string | null } | null;
  quota: NetworkQuota | null;
}

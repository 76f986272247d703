import type { ProtectionSettings, SafetyLevel } from "../../contracts/protection.ts";
import type { NetworkQuota } from "../../contracts/protection-state.ts";

/** The state of an instance lane's policy: plain data, part of the instance's item SENDING. ISO instants. */
export interface SendingState {
  /** The instance's local day of the day's counters, `2026-11-20`; only moves forward. */
  day: string;
  /** Start of the hour of the hour's counters. */
  hour: string;
  people_used: number;
  /** Messages of the day that are neither replies, broadcasts nor the first to a new person. */
  others_today: number;
  broadcast_today: number;
  /** Messages of the hour that are no replies, and those among them to people who never wrote. */
  sends_hour: number;
  firsts_hour: number;
  /** New people of the day by the text they were sent (a short hash of it). */
  texts: Record<string, number>;
  /** The earliest next send of each class. */
  next_at: { reply?: string; known?: string; first?: string; broadcast?: string };
  /** When the session last opened. */
  connected_at?: string;
  stage: number;
  level: SafetyLevel;
  settings: Partial<ProtectionSettings>;
  /** The linked number's own zone; `settings.timezone` takes precedence. */
  timezone: string;
  /** The network's lock on new chats; `until` null: without a known end. */
  lock: { until: string | null } | null;
  restricted: { until: string | null } | null;
  quota: NetworkQuota | null;
}

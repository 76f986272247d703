import type {
  Audience,
  BroadcastReason,
  BroadcastStatus,
  BroadcastWarningCode,
  LeftOutReason,
} from "../../contracts/broadcasts/broadcast-states.ts";
import type { AccountId, BroadcastId, InstanceId } from "../../contracts/ids.ts";
import type { NetworkQuota } from "../../contracts/protection-state.ts";
import type { MediaContent } from "../../domain/messages/message-content.ts";
import { keys, lists } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Item } from "../../store/table.ts";

/** The people left out of an audience. `sample`: at most twenty of them. */
export interface LeftOut {
  count: number;
  reasons: Record<LeftOutReason, number>;
  sample: { phone: string | null; reason: LeftOutReason; field?: string }[];
}

/** How a broadcast's audience is found; the people of `phones` are stored in pages of their own. */
export interface AudienceRule {
  kind: Audience;
  days: number | null;
  label_id: number | null;
  include_saved_contacts: boolean;
}

/** Counts from which on a broadcast is judged. */
export interface Baseline {
  sent: number;
  quit: number;
  /** Places of the list before this one are not judged for failures. */
  place: number;
  warning: NetworkQuota["warning"];
}

/** The baseline of one that has sent nothing. */
export const NEW_BASELINE: Baseline = { sent: 0, quit: 0, place: 0, warning: null };

/** Everybody who waits was passed over: for what, and the earliest moment at which one of them may get it. */
export interface BroadcastRest {
  until: string;
  their_night: number;
  another_broadcast: number;
}

/** A stored broadcast; its people are stored in pages, which never change. Instants are ISO, UTC. */
export interface BroadcastRecord {
  id: BroadcastId;
  account_id: AccountId;
  instance_id: InstanceId;
  name: string | null;
  status: BroadcastStatus;
  /** Why it is paused, and since when; null: it is not. */
  reason: BroadcastReason | null;
  paused_at: string | null;
  /** Raised by every change of the record. */
  rev: number;
  /** Which set of pages is its audience; and how many were drawn, each by one change alone. */
  gen: number;
  gens: number;
  /** With placeholders, as given. */
  text: string;
  /** Language of the opt-out line and of the answers to a STOP. */
  language: string;
  media: MediaContent | null;
  audience: AudienceRule;
  /** Its own; null: only the instance's settings. */
  interval_seconds: number | null;
  per_day: number | null;
  start_at: string | null;
  total: number;
  left_out: LeftOut;
  /** For an audience of phones that has not started: those in `left_out` who were not stored. Absent: all were. */
  dropped?: LeftOut;
  warnings: { code: BroadcastWarningCode; text: string }[];
  /** Absent: it never rested. One whose time is over says nothing. */
  rest?: BroadcastRest;
  /** The network's message with the uploaded file, and when it was uploaded; null: no file, or not yet. */
  prepared: { bytes: Uint8Array; at: string } | null;
  /** The counts when it was last started or resumed: automatic pauses consider only what came after. */
  baseline: Baseline;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  /** When the record is deleted, epoch seconds. It is gone from then on, though the table may delete it later. */
  ttl: number;
}

/** Whether a broadcast has expired: it is gone for everybody, though it may still be stored. */
export const isExpired = ({ ttl }: Pick<BroadcastRecord, "ttl">, now: Date): boolean => ttl * 1000 <= now.getTime();

/** The stored broadcasts. */
export const broadcastRecords = recordsAt<BroadcastRecord, Parameters<typeof keys.broadcast>>(keys.broadcast);

/** The stored item of a broadcast: under its account, and in the list of its instance. */
export const broadcastItem = (broadcast: BroadcastRecord): Item => ({
  ...keys.broadcast(broadcast.account_id, broadcast.id),
  gsi2pk: lists.broadcastsOfInstance(broadcast.instance_id),
  gsi2sk: broadcast.id,
  ...broadcast,
});

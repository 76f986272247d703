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

/** The people left out of an audience; `sample` has at most twenty of them. */
export interface LeftOut {
  count: number;
  reasons: Record<LeftOutReason, number>;
  sample: { phone: string | null; reason: LeftOutReason; field?: string }[];
}

/** How a broadcast's audience is found. People for `phones` are stored in their own pages. */
export interface AudienceRule {
  kind: Audience;
  days: number | null;
  label_id: number | null;
  include_saved_contacts: boolean;
}

/** The counts from which a broadcast's results are judged. */
export interface Baseline {
  sent: number;
  quit: number;
  /** Places in the list before this one are not checked for failures. */
  place: number;
  warning: NetworkQuota["warning"];
}

/** The baseline of a broadcast that has sent nothing. */
export const NEW_BASELINE: Baseline = { sent: 0, quit: 0, place: 0, warning: null };

/** Why everyone who waits was skipped, and when the first of them may get the message. */
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
  /** Why it is paused, and since when; null if it is not. */
  reason: BroadcastReason | null;
  paused_at: string | null;
  /** Incremented by every change to the record. */
  rev: number;
  /** Which set of pages is the audience, and how many sets were drawn; each is drawn by one change alone. */
  gen: number;
  gens: number;
  /** The text as given, with its placeholders. */
  text: string;
  /** The language of the opt-out line and of the answers to STOP words. */
  language: string;
  media: MediaContent | null;
  audience: AudienceRule;
  /** The broadcast's own interval; null if only the instance's settings apply. */
  interval_seconds: number | null;
  per_day: number | null;
  start_at: string | null;
  total: number;
  left_out: LeftOut;
  /**
   * For an audience of phones that has not started: the people in `left_out` who were not stored; absent if all were.
   */
  dropped?: LeftOut;
  warnings: { code: BroadcastWarningCode; text: string }[];
  /** Absent if everyone waiting was never skipped; a rest that has ended has no meaning. */
  rest?: BroadcastRest;
  /** The network's message with the uploaded file, and when it was uploaded; null if there is no file, or not yet. */
  prepared: { bytes: Uint8Array; at: string } | null;
  /** The counts when it was last started or resumed, because automatic pauses only consider what came later. */
  baseline: Baseline;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  /**
   * When the record expires, in epoch seconds. It counts as deleted from then on, even if the table deletes it later.
   */
  ttl: number;
}

/** Whether a broadcast has expired. If so, it counts as deleted, though it may still be stored. */
export const isExpired = ({ ttl }: Pick<BroadcastRecord, "ttl">, now: Date): boolean => ttl * 1000 <= now.getTime();

/** The stored broadcasts. */
export const broadcastRecords = recordsAt<BroadcastRecord, Parameters<typeof keys.broadcast>>(keys.broadcast);

/** Builds a broadcast's item, under its account and in its instance's list. */
export const broadcastItem = (broadcast: BroadcastRecord): Item => ({
  ...keys.broadcast(broadcast.account_id, broadcast.id),
  gsi2pk: lists.broadcastsOfInstance(broadcast.instance_id),
  gsi2sk: broadcast.id,
  ...broadcast,
});

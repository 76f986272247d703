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

/** The people left out of an audience. `sample` contains at most twenty of them. */
export interface LeftOut {
  count: number;
  reasons: Record<LeftOutReason, number>;
  sample: { phone: string | null; reason: LeftOutReason; field?: string }[];
}

/** The rule that selects a broadcast's audience. The people in `phones` are stored in separate pages. */
export interface AudienceRule {
  kind: Audience;
  days: number | null;
  label_id: number | null;
  include_saved_contacts: boolean;
}

/** The counts that a broadcast's results are compared with. */
export interface Baseline {
  sent: number;
  quit: number;
  /** The position in the list of recipients from which to check for failures. Earlier positions are ignored. */
  place: number;
  warning: NetworkQuota["warning"];
}

/** The baseline of a broadcast that hasn't sent anything yet. */
export const NEW_BASELINE: Baseline = { sent: 0, quit: 0, place: 0, warning: null };

/** Why all waiting recipients were skipped, and when the first of them may be messaged. */
export interface BroadcastRest {
  until: string;
  their_night: number;
  another_broadcast: number;
}

/** A stored broadcast. Its recipients are stored in pages, which are immutable. Times are ISO, UTC. */
export interface BroadcastRecord {
  id: BroadcastId;
  account_id: AccountId;
  instance_id: InstanceId;
  name: string | null;
  status: BroadcastStatus;
  /** Why the broadcast is paused, or null if it isn't paused. */
  reason: BroadcastReason | null;
  paused_at: string | null;
  /** Incremented by each change to the record. */
  rev: number;
  /**
   * The set of pages that makes up the audience, and how many sets have been built so far. Each change builds a new
   * set.
   */
  gen: number;
  gens: number;
  /** The original text, with its placeholders. */
  text: string;
  /** The language of the opt-out line and of the answers to STOP words. */
  language: string;
  media: MediaContent | null;
  audience: AudienceRule;
  /** The broadcast's own interval, or null if only the instance's settings apply. */
  interval_seconds: number | null;
  per_day: number | null;
  start_at: string | null;
  total: number;
  left_out: LeftOut;
  /**
   * For a `phones` audience of a broadcast that hasn't started: the people in `left_out` who weren't stored. Absent if
   * all of them were.
   */
  dropped?: LeftOut;
  warnings: { code: BroadcastWarningCode; text: string }[];
  /** Absent unless all waiting recipients were skipped at the same time. Has no effect once the rest is over. */
  rest?: BroadcastRest;
  /**
   * The network's message with the uploaded file, and when the file was uploaded. Null if there is no file or it hasn't
   * been uploaded yet.
   */
  prepared: { bytes: Uint8Array; at: string } | null;
  /**
   * The counts as of the last time the broadcast was started or resumed. Automatic pauses consider only what has
   * happened since then.
   */
  baseline: Baseline;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  /**
   * When the record expires, in epoch seconds. From then on, it counts as deleted, even if the table doesn't delete it
   * until later.
   */
  ttl: number;
}

/** Whether a broadcast has expired. An expired broadcast counts as deleted, even if it is still stored. */
export const isExpired = ({ ttl }: Pick<BroadcastRecord, "ttl">, now: Date): boolean => ttl * 1000 <= now.getTime();

/** The stored broadcasts. */
export const broadcastRecords = recordsAt<BroadcastRecord, Parameters<typeof keys.broadcast>>(keys.broadcast);

/** Builds a broadcast's item. It is stored under the account and listed under the instance. */
export const broadcastItem = (broadcast: BroadcastRecord): Item => ({
  ...keys.broadcast(broadcast.account_id, broadcast.id),
  gsi2pk: lists.broadcastsOfInstance(broadcast.instance_id),
  gsi2sk: broadcast.id,
  ...broadcast,
});

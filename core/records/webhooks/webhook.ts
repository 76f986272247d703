import type { AccountId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
/** A stored webhook. Sealed fields are ciphertexts under the account's data key. */
export interface WebhookRecord {
  account_id: AccountId;
  /** "account", or the id of the instance that owns the webhook. */
  owner: string;
  url: string | null;
  /** The chosen events, or null for the default set. Present only on the account's webhook. */
  events: string[] | null;
  auth_header: { name: string; sealed_value: Uint8Array } | null;
  secret: { sealed: Uint8Array; created_at: string } | null;
  previous_secret: { sealed: Uint8Array; valid_until: string } | null;
  /**
   * When the URL was last removed (ISO, UTC). Events that were waiting at that time are never sent, even if a URL is
   * set again.
   */
  ended_at?: string | null;
  /**
   * `own` means that no other webhook of the account has the same URL, so posts need no slot. Otherwise, the webhooks
   * take turns.
   */
  url_use?: "own" | "shared";
  /**
   * When posting may begin (ISO, UTC), delayed because another webhook of the account has or had the same URL. `unseen`
   * if the time hasn't been set yet.
   */
  url_from?: string;
  /**
   * Belongs to `url_from`: the webhooks whose posts to the URL may still be in flight, each with the number of the run
   * seen on its lane (`UNKNOWN_RUN` if not checked yet). Absent if the webhooks are unknown.
   */
  url_after?: Record<string, number>;
  /**
   * Incremented by each change of the URL. Data from an earlier life (attempts, the clock, a pause) no longer applies.
   */
  life?: number;
  /**
   * Whether rows from an earlier life may still be on the ladder. The endpoint's worker moves them and removes this
   * field.
   */
  ladder_stale?: boolean;
  /**
   * The probe (its `try_asked`) that was accepted while rows were waiting on the ladder. The worker moves those rows
   * and removes this field.
   */
  ladder_recalled?: string;
  /**
   * When an attempt first failed after the last accepted attempt (ISO, UTC). Absent if no attempt has failed since
   * then.
   */
  failing_since?: string;
  /** When the endpoint was paused (ISO, UTC), and why. Absent while it is active. */
  paused_at?: string;
  paused_reason?: string;
  /** When the paused endpoint will next be probed (ISO, UTC). */
  probe_at?: string;
  /** The event posted by the last probe. Removed once an event has been accepted. */
  probed?: string;
  /**
   * A probe that a customer requested and whose result isn't known yet. `try_begun` means that a run has started it.
   * `try_result` is the result of the last probe, which was this one if it has the same `asked`.
   */
  try_asked?: string;
  try_begun?: boolean;
  try_result?: TryResult;
  /** When a test and a probe were last requested (ISO, UTC), used to limit each to one per minute. */
  tested_at?: string;
  tried_at?: string;
  /**
   * When an instance whose events may be waiting in this webhook's lane was last removed (ISO, UTC). Absent if this has
   * never happened.
   */
  instance_removed_at?: string;
  /** When posting was stopped (ISO, UTC) because the account is about to be deleted. Absent otherwise. */
  stopped_at?: string;
  /**
   * When the account's events stop being marked for the event stream (ISO). Absent if the stream has never been
   * followed on AWS. Stored in this record because all code that writes events reads it anyway. Present only on the
   * account's webhook.
   */
  streamed_until?: string;
  /** When the last accepted changes were made, used to limit changes to six per minute. */
  changed_at: string[];
  /** Incremented by each change. If two PATCH requests compete, the loser is retried based on the winner's result. */
  version: number;
}

/** The stored webhooks. */
export const webhookRecords = recordsAt<WebhookRecord, Parameters<typeof keys.webhook>>(keys.webhook);

/** The result of a probe. */
export interface TryResult {
  /** The `try_asked` of the requested probe, or null for an hourly probe. */
  asked: string | null;
  delivered: boolean;
  /** The response status, or null if there was no response. */
  status: number | null;
}

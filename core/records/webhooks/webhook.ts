import type { AccountId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
/** A stored webhook. Sealed fields are ciphertexts under the account's data key. */
export interface WebhookRecord {
  account_id: AccountId;
  /** "account", or the id of the instance that owns the webhook. */
  owner: string;
  url: string | null;
  /** The chosen events; null means the default set. Only on the account's webhook. */
  events: string[] | null;
  auth_header: { name: string; sealed_value: Uint8Array } | null;
  secret: { sealed: Uint8Array; created_at: string } | null;
  previous_secret: { sealed: Uint8Array; valid_until: string } | null;
  /** When the URL was last removed (ISO, UTC); events that waited at that time end, even if a URL is set again. */
  ended_at?: string | null;
  /**
   * `own` means that no other webhook of the account has this URL, so posts need no slot; otherwise the webhooks take
   * turns.
   */
  url_use?: "own" | "shared";
  /**
   * The instant before which nothing may be posted (ISO, UTC), because another webhook of the account has or had this
   * URL; `unseen` if not set yet.
   */
  url_from?: string;
  /**
   * With `url_from`: the webhooks whose posts to this URL may still be in flight, each with the number of the run seen
   * on its lane (`UNKNOWN_RUN` if not checked yet). Absent if the webhooks are unknown.
   */
  url_after?: Record<string, number>;
  /** Incremented by each change of URL; data from an earlier life (attempts, the clock, a pause) does not apply. */
  life?: number;
  /**
   * Whether rows from an earlier life may still be on the ladder; the endpoint's worker moves them and removes this.
   */
  ladder_stale?: boolean;
  /**
   * The probe (its `try_asked`) that was accepted while rows waited on the ladder; the worker moves them and removes
   * this.
   */
  ladder_recalled?: string;
  /** When the first attempt failed after the last accepted one (ISO, UTC); absent if none has failed since. */
  failing_since?: string;
  /** Since when it is paused (ISO, UTC), and why; absent while it is active. */
  paused_at?: string;
  paused_reason?: string;
  /** When a paused endpoint's next probe is made (ISO, UTC). */
  probe_at?: string;
  /** The event that the last probe posted, if none was accepted since. */
  probed?: string;
  /** The probe that a customer requested and that has not started, and the result of the last one. */
  try_asked?: string;
  try_result?: TryResult;
  /** When a test and a probe were last requested (ISO, UTC), for the limit of one a minute each. */
  tested_at?: string;
  tried_at?: string;
  /** When an instance whose events may wait here was last removed (ISO, UTC); absent if never. */
  instance_removed_at?: string;
  /** Since when nothing is posted, because the account is to be deleted (ISO, UTC); absent otherwise. */
  stopped_at?: string;
  /**
   * Until when the account's events are marked for the stream of events (ISO); absent: nobody has followed it on AWS.
   * It is here because who writes an event reads this record anyway. Only on the account's webhook.
   */
  streamed_until?: string;
  /** The times of the last accepted changes, for the limit of six a minute. */
  changed_at: string[];
  /** Incremented by each change; if two PATCHes race, the one that loses is repeated on the result of the other. */
  version: number;
}

/** The stored webhooks. */
export const webhookRecords = recordsAt<WebhookRecord, Parameters<typeof keys.webhook>>(keys.webhook);

/** The result of a probe. */
export interface TryResult {
  /** The `try_asked` that it answers; null for an hourly probe. */
  asked: string | null;
  delivered: boolean;
  /** The status; null if there was no answer. */
  status: number | null;
}

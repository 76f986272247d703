import type { AccountId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
/** A stored webhook. Sealed fields are ciphertexts under the account's data key. */
export interface WebhookRecord {
  account_id: AccountId;
  /** "account", or the id of the instance that owns the webhook. */
  owner: string;
  url: string | null;
  /** The chosen events; null = the default set. Only on the account's webhook. */
  events: string[] | null;
  auth_header: { name: string; sealed_value: Uint8Array } | null;
  secret: { sealed: Uint8Array; created_at: string } | null;
  previous_secret: { sealed: Uint8Array; valid_until: string } | null;
  /** When the URL was last removed (ISO, UTC); events that waited then end, even if a URL is set again. */
  ended_at?: string | null;
  /**
   * `own`: no other webhook on the account has this URL, so its posts need no slot. Otherwise they take turns using it.
   */
  url_use?: "own" | "shared";
  /**
   * Another webhook on the account has or had this URL, so no posts before this instant (ISO, UTC); `unseen`: not set
   * yet.
   */
  url_from?: string;
  /**
   * With `url_from`: the webhooks whose posts to this URL may still be open, each with the number of the run seen
   * working its lane (`UNKNOWN_RUN`: not checked yet). Absent: the webhooks are unknown.
   */
  url_after?: Record<string, number>;
  /** Incremented by each change of URL; data from an earlier life (attempts, the clock, a pause) does not apply. */
  life?: number;
  /** Rows from an earlier life may still be on the ladder; the endpoint's worker moves them and removes this. */
  ladder_stale?: boolean;
  /**
   * The attempt (its `try_asked`) that was accepted while rows waited on the ladder; the worker moves them, as above.
   */
  ladder_recalled?: string;
  /** The end of the first failed attempt since the last accepted one (ISO, UTC); absent means no failure since. */
  failing_since?: string;
  /** Since when it is paused, and why; absent means active (ISO, UTC). */
  paused_at?: string;
  paused_reason?: string;
  /** While paused: when the next attempt is made (ISO, UTC). */
  probe_at?: string;
  /** The event that the last attempt posted, since an event was accepted. */
  probed?: string;
  /** The attempt that a customer requested and that has not started, and the result of the last one. */
  try_asked?: string;
  try_result?: TryResult;
  /** When a test and an attempt were last requested (ISO, UTC), for the limit of one a minute each. */
  tested_at?: string;
  tried_at?: string;
  /** When an instance whose events may wait here was last removed (ISO, UTC); absent means never. */
  instance_removed_at?: string;
  /** The times of the last accepted changes, for the limit of six a minute. */
  changed_at: string[];
  /** Incremented by each change; if two PATCHes race, one is redone on what the other wrote. */
  version: number;
}

/** The stored webhooks. */
export const webhookRecords = recordsAt<WebhookRecord, Parameters<typeof keys.webhook>>(keys.webhook);

/** The result of an attempt on a webhook. */
export interface TryResult {
  /** The `try_asked` that it answers; null for the hourly one. */
  asked: string | null;
  delivered: boolean;
  /** null means no answer. */
  status: number | null;
}

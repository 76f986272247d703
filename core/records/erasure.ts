import { DAY_MS } from "../contracts/durations.ts";
import type { InstanceId } from "../contracts/ids.ts";
import { putRow } from "../lanes/put-row.ts";
import { RECHECK } from "../lanes/recheck.ts";
import { keys } from "../store/keys.ts";
import { instanceLane } from "../store/lane-names.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Write } from "../store/table.ts";

/** The steps of erasing a person's data, in order. */
export const ERASURE_STEPS = [
  "waiting",
  "person",
  "chat",
  "messages",
  "groups",
  "mentions",
  "statuses",
  "broadcasts",
  "otps",
  "drafts",
  "events",
  "activity",
  "late_person",
  "late_statuses",
  "late_broadcasts",
  "late_otps",
  "late_drafts",
  "late_events",
  "late_activity",
  "late_messages",
  "end",
] as const;
/** One of the steps of an erasure. */
export type ErasureStep = (typeof ERASURE_STEPS)[number];

/** An unfinished erasure of a person's data, and its progress. */
export interface ErasureRecord {
  /** The person's key when the erasure was requested. */
  person: string;
  /** All of the person's keys: the forms of their number and their private id. */
  names: string[];
  /** Hashes by which a later request can tell that the erasure has finished. */
  marks: string[];
  step: ErasureStep;
  /** The item after which the step continues. Absent means from the start. */
  after?: string;
  /**
   * The upper bound for message ids. Messages with later ids were written after the person's record was erased and
   * aren't deleted.
   */
  until?: string;
  /** When the erasure was requested (ISO, UTC). */
  asked_at: string;
}

/** The unfinished erasures, by instance. */
export const erasureRecords = recordsAt<ErasureRecord, Parameters<typeof keys.erasure>>(keys.erasure);

/** The record that an erasure has finished. It is removed by the request that finds it. */
export interface ErasedRecord {
  /** When the erasure finished, in epoch ms. */
  ended_ms: number;
  /**
   * The upper bound for the ids of messages that were erased. Later ones count as new. Absent in records of earlier
   * versions.
   */
  until?: string;
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** Recently finished erasures, by the hash of the person. */
export const erasedRecords = recordsAt<ErasedRecord, Parameters<typeof keys.erased>>(keys.erased);

/**
 * The maximum time a request to the API or the panel takes. Functions are stopped after 29 seconds
 * (`API_TIMEOUT_SEC`).
 */
const REQUEST_MS = 30_000;

/** The first step of the second round. */
const SECOND_ROUND: ErasureStep = "late_person";

/**
 * Returns when an erasure can continue, or null if it can continue right away. Requests that were already being handled
 * when the erasure was requested may still store what they had read about the person, so the second round begins when
 * all of them have ended.
 */
export function erasureRests({ step, asked_at }: ErasureRecord, now: Date): Date | null {
  const until = new Date(Date.parse(asked_at) + REQUEST_MS);
  return step === SECOND_ROUND && until > now ? until : null;
}

const ROW = "erasures";
/**
 * How long to keep an erasure waiting if its number has no owner. By then, all data that expires on its own is long
 * gone.
 */
const ROW_KEPT_MS = 365 * DAY_MS;

/**
 * Makes the instance's owner carry out its erasures. Include this write in the transaction that requests an erasure,
 * and wake the lane afterward.
 */
export function erasuresRow(instance: InstanceId, now: Date): Write {
  const expires_at = new Date(now.getTime() + ROW_KEPT_MS);
  const row = { lane: instanceLane(instance), queue: RECHECK, id: ROW, due: now, expires_at, data: { erasures: true } };
  return { put: putRow(row, now).put };
}

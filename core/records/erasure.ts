import { DAY_MS } from "../contracts/durations.ts";
import type { InstanceId } from "../contracts/ids.ts";
import { putRow } from "../lanes/put-row.ts";
import { RECHECK } from "../lanes/recheck.ts";
import { keys } from "../store/keys.ts";
import { instanceLane } from "../store/lane-names.ts";
import { recordsAt } from "../store/records-at.ts";
import type { Write } from "../store/table.ts";

/** The steps in which a person's data are erased, in order. */
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
  "late_messages",
  "end",
] as const;
/** One of those steps. */
export type ErasureStep = (typeof ERASURE_STEPS)[number];

/** An erasure of a person's data that is not finished: what it is about, and how far it has got. */
export interface ErasureRecord {
  /** The key under which the person was known when it was requested. */
  person: string;
  /** All keys of the person: the forms of their number, their private id. */
  names: string[];
  /** Under which hashes a further request finds that it has ended. */
  marks: string[];
  step: ErasureStep;
  /** After which item the step continues; absent: from its start. */
  after?: string;
  /** Messages with later ids were written after the person's record was erased, and stay. */
  until?: string;
  /** ISO, UTC. */
  asked_at: string;
}

/** The erasures of each instance that are not finished. */
export const erasureRecords = recordsAt<ErasureRecord, Parameters<typeof keys.erasure>>(keys.erasure);

/** An erasure that has ended. The request that learns of it removes this. */
export interface ErasedRecord {
  /** Epoch ms. */
  ended_ms: number;
  /** Epoch seconds. */
  ttl: number;
}

/** The erasures that ended lately, by the hash of the person. */
export const erasedRecords = recordsAt<ErasedRecord, Parameters<typeof keys.erased>>(keys.erased);

const ROW = "erasures";
/** The data of a number without an owner wait for one; what expires by itself is gone long before. */
const ROW_KEPT_MS = 365 * DAY_MS;

/** Has the instance's owner carry out its erasures, in the transaction that requests one. Wake the lane afterwards. */
export function erasuresRow(instance: InstanceId, now: Date): Write {
  const expires_at = new Date(now.getTime() + ROW_KEPT_MS);
  const row = { lane: instanceLane(instance), queue: RECHECK, id: ROW, due: now, expires_at, data: { erasures: true } };
  return { put: putRow(row, now).put };
}

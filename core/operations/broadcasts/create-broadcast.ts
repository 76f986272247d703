import { DAY_MS } from "../../contracts/durations.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { NOBODY_LEFT } from "../../domain/broadcasts/pick-people.ts";
import type { FileToStore } from "../../domain/messages/send-content.ts";
import { endUnavailable } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MediaStore } from "../../ports.ts";
import {
  type BroadcastRecord,
  broadcastItem,
  broadcastRecords,
  isExpired,
  NEW_BASELINE,
} from "../../records/broadcasts/broadcast.ts";
import { broadcastEvent } from "../../records/broadcasts/broadcast-events.ts";
import type { GivenPerson } from "../../records/broadcasts/broadcast-pages.ts";
import { moveRow } from "../../records/broadcasts/broadcast-rows.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import { idempotencyRecord, keyOutlived, readMadeId } from "../../records/idempotency.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { readSending, type SendingRecord } from "../../records/sending.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { SomeWrites } from "../../store/table.ts";
import { storeUpload } from "../files/store-upload.ts";
import { planAudience } from "./plan-audience.ts";
import { storeAudience } from "./store-audience.ts";
import { storeGiven } from "./store-given.ts";
import { sumProgress } from "./sum-progress.ts";
import { type BroadcastAllowance, countPeopleOfDay, takePlace } from "./take-place.ts";

/** Dependencies of broadcast requests. */
export type BroadcastDeps = LaneDeps & { media: Pick<MediaStore, "put"> };

/** The fields that a broadcast's author chooses, already checked. */
export type ChosenBroadcast = Pick<
  BroadcastRecord,
  "name" | "text" | "language" | "media" | "audience" | "interval_seconds" | "per_day"
>;

/**
 * A checked request for a broadcast, from a caller who may use the instance. Its `id` was chosen before the file was
 * stored.
 */
export interface BroadcastRequest {
  id: string;
  instance: InstanceRecord;
  chosen: ChosenBroadcast;
  /** The people passed in the request, if the audience is `phones`. */
  given: GivenPerson[];
  upload: FileToStore | null;
  /** The start time. Null means now. */
  start_at: Date | null;
  draft: boolean;
  idempotency_key: string | null;
  allowance: BroadcastAllowance;
}

/** How many times to look for a place in the plan while the account's other requests keep taking places. */
const TRIES = 16;

/**
 * Finds the broadcast that an earlier request with the same Idempotency-Key created, in its current state. Returns null
 * if there was no such request.
 * @throws ApiError `broadcast_not_found` if the broadcast has expired, which can happen because the Idempotency-Key is
 * retained for longer.
 */
export async function findBroadcastReplay(
  deps: LaneDeps,
  { id: instance, account_id }: InstanceRecord,
  key: string | null,
): Promise<BroadcastRecord | null> {
  const id = await readMadeId(deps, instance, "broadcast", key);
  if (id === null) return null;
  const first = await broadcastRecords.read(deps.table, account_id, id);
  if (!first || isExpired(first, deps.clock.now())) throw keyOutlived("broadcast");
  return first;
}

/**
 * Creates a broadcast. Its people are stored first, while nothing refers to them yet. One transaction then stores the
 * broadcast, its row in the lane, and its Idempotency-Key, so a crash in between leaves nothing visible behind. Spec:
 * POST /v1/broadcasts.
 * @throws ApiError `file_budget_used`; `plan_limit`, with status 403 for too many waiting broadcasts and 429 for too
 * many people a day; `unavailable`.
 */
export async function createBroadcast(
  deps: BroadcastDeps,
  request: BroadcastRequest,
): Promise<{ broadcast: BroadcastRecord; replayed: boolean }> {
  const { instance, given, upload, idempotency_key: key, allowance } = request;
  const now = deps.clock.now();
  const sending = await readSending(deps.table, instance.id, { timezone: instance.timezone, now });
  const empty = newBroadcast(request, sending, now);
  const begins = empty.start_at === null ? now : new Date(empty.start_at);
  const list = { people: given, dropped: NOBODY_LEFT };
  const { people, kept, planned } = await planAudience(deps.table, empty, list, sending, { now, begins });
  const isOpen = empty.status !== "running";
  const over = !isOpen && people.length === 0 ? overAt(now) : {};
  const broadcast: BroadcastRecord = { ...empty, ...planned, ...(isOpen && { dropped: kept.dropped }), ...over };
  const stored = Math.max(people.length, kept.people.length);
  await takePlace(deps.table, broadcast, stored, allowance, now);
  await countPeopleOfDay(deps.table, instance.account_id, stored, allowance, now);
  await storeFile(deps, broadcast, upload);
  if (isOpen) await storeGiven(deps.table, broadcast, kept.people);
  await storeAudience(deps.table, broadcast, people);
  const writes: SomeWrites = [
    { put: broadcastItem(broadcast), if: [{ item: "absent" }] },
    ...moveRow(null, broadcast, now),
  ];
  const route = broadcast.status === "completed" ? await eventRoute(deps, instance.account_id, instance.id) : null;
  if (route) {
    const event = broadcastEvent("broadcast.completed", broadcast, await sumProgress(deps.table, broadcast));
    writes.push(...eventWrites(deps, route, event, now));
  }
  if (key !== null) writes.push(idempotencyRecord(instance.id, "broadcast", key, broadcast.id, now));
  const first = await makeAll(deps, request, async () => [
    ...writes,
    ...(await takePlace(deps.table, broadcast, stored, allowance, now)),
  ]);
  if (first) return { broadcast: first, replayed: first.id !== broadcast.id };
  if (route) await wakeEndpoint(deps, route);
  else if (broadcast.status !== "draft") await ensureWake(deps, instanceLane(instance.id), begins, null);
  return { broadcast, replayed: false };
}

/**
 * Performs all of a new broadcast's writes, or none of them. Retries if another request took a place in the plan in the
 * meantime.
 * @returns the broadcast that an earlier request with the same Idempotency-Key created, or null if the broadcast is
 * new.
 */
async function makeAll(
  deps: LaneDeps,
  { instance, idempotency_key: key }: BroadcastRequest,
  writesNow: () => Promise<SomeWrites>,
): Promise<BroadcastRecord | null> {
  let first: BroadcastRecord | null = null;
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    if (first) return first;
    await commit(deps.table.transact(await writesNow()), async () => {
      first = await findBroadcastReplay(deps, instance, key);
    });
    return null;
  });
}

/** Stores a broadcast's file once for all its recipients. @throws ApiError `file_budget_used`. */
export async function storeFile(
  deps: BroadcastDeps,
  { account_id, media }: Pick<BroadcastRecord, "account_id" | "media">,
  upload: FileToStore | null,
): Promise<void> {
  if (upload && media && "key" in media.file) await storeUpload(deps, account_id, media.file.key, upload);
}

/** Builds a broadcast's record, without its recipients. */
function newBroadcast(
  { id, instance, chosen, start_at, draft }: BroadcastRequest,
  { quota }: SendingRecord,
  now: Date,
): BroadcastRecord {
  const status = draft ? "draft" : start_at === null ? "running" : "scheduled";
  return {
    id,
    account_id: instance.account_id,
    instance_id: instance.id,
    ...chosen,
    status,
    reason: null,
    paused_at: null,
    rev: 1,
    gen: 1,
    gens: 1,
    start_at: start_at?.toISOString() ?? null,
    total: 0,
    left_out: { count: 0, reasons: { never_wrote: 0, opted_out: 0, duplicate: 0, invalid: 0 }, sample: [] },
    warnings: [],
    prepared: null,
    baseline: { ...NEW_BASELINE, warning: quota?.warning ?? null },
    created_at: now.toISOString(),
    started_at: status === "running" ? now.toISOString() : null,
    completed_at: null,
    ttl: keptUntil(status, now),
  };
}

/** The fields of a broadcast that has no recipients and so completes as soon as it starts. */
export const overAt = (now: Date) => ({ status: "completed", completed_at: now.toISOString() }) as const;

/**
 * Returns when a broadcast that is created, changed or started now will expire, in epoch seconds. Drafts expire sooner.
 */
export function keptUntil(status: BroadcastRecord["status"], now: Date): number {
  const days = status === "draft" ? LIMITS.broadcastDraftDays : LIMITS.broadcastKeptDays;
  return Math.floor((now.getTime() + days * DAY_MS) / 1000);
}

/**
 * Generates an ID for a new broadcast. The ID is needed before the file is stored, because it is part of the file's
 * key.
 */
export const newBroadcastId = ({ ids, clock }: Pick<LaneDeps, "ids" | "clock">): string =>
  ids.next(ID_PREFIXES.broadcast, clock.now());

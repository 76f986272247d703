import { NOBODY_LEFT } from "../../domain/broadcasts/pick-people.ts";
import type { FileToStore } from "../../domain/messages/send-content.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import type { GivenPerson } from "../../records/broadcasts/broadcast-pages.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { type BroadcastDeps, type ChosenBroadcast, storeFile } from "./create-broadcast.ts";
import type { GivenList } from "./plan-audience.ts";
import { remakeBroadcast } from "./remake-broadcast.ts";
import { readGiven } from "./store-given.ts";
import type { BroadcastAllowance } from "./take-place.ts";

/** A broadcast's fields after a change, already checked. */
export interface BroadcastChange {
  chosen: ChosenBroadcast;
  /** The people passed in the request. Null keeps the people from earlier requests. */
  given: GivenPerson[] | null;
  upload: FileToStore | null;
  start_at: Date | null;
  allowance: BroadcastAllowance;
}

/**
 * Changes a broadcast that has not started. If it was scheduled and its start time is removed, it starts now. Spec:
 * PATCH /v1/broadcasts/{id}. @throws ApiError `conflict` if the broadcast has started or changed since it was read;
 * `file_budget_used`; `plan_limit`.
 */
export async function changeBroadcast(
  deps: BroadcastDeps,
  instance: InstanceRecord,
  before: BroadcastRecord,
  { chosen, given, upload, start_at, allowance }: BroadcastChange,
): Promise<BroadcastRecord> {
  await storeFile(deps, { account_id: before.account_id, media: chosen.media }, upload);
  const scheduled = start_at === null ? "running" : "scheduled";
  const status = before.status === "draft" ? "draft" : scheduled;
  const set = { ...chosen, status, start_at: start_at?.toISOString() ?? null, prepared: null } as const;
  return remakeBroadcast(deps, instance, before, set, await listOf(deps, before, chosen, given), allowance);
}

/** Returns the list of people after the change. */
async function listOf(
  { table }: BroadcastDeps,
  before: BroadcastRecord,
  { audience }: ChosenBroadcast,
  given: GivenPerson[] | null,
): Promise<GivenList> {
  if (audience.kind !== "phones") return { people: [], dropped: NOBODY_LEFT };
  if (given) return { people: given, dropped: NOBODY_LEFT };
  return { people: await readGiven(table, before), dropped: before.dropped ?? NOBODY_LEFT };
}

import type { Upload } from "../../domain/messages/send-content.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import type { GivenPerson } from "../../records/broadcasts/broadcast-pages.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { type BroadcastDeps, type ChosenBroadcast, storeFile } from "./create-broadcast.ts";
import { remakeBroadcast } from "./remake-broadcast.ts";
import { readGiven } from "./store-given.ts";

/** The fields of a broadcast after a change, checked. */
export interface BroadcastChange {
  chosen: ChosenBroadcast;
  /** null: those that were given before. */
  given: GivenPerson[] | null;
  upload: Upload | null;
  start_at: Date | null;
}

/**
 * Changes a broadcast that has not begun, as it was read. A scheduled one without a time begins now.
 * Spec: PATCH /v1/broadcasts/{id}. @throws ApiError `conflict` when it has begun or changed; `file_budget_used`.
 */
export async function changeBroadcast(
  deps: BroadcastDeps,
  instance: InstanceRecord,
  before: BroadcastRecord,
  { chosen, given, upload, start_at }: BroadcastChange,
): Promise<BroadcastRecord> {
  const people = given ?? (await readGiven(deps.table, before));
  await storeFile(deps, { account_id: before.account_id, media: chosen.media }, upload);
  const scheduled = start_at === null ? "running" : "scheduled";
  const status = before.status === "draft" ? "draft" : scheduled;
  const set = { ...chosen, status, start_at: start_at?.toISOString() ?? null, prepared: null } as const;
  return remakeBroadcast(deps, instance, before, set, chosen.audience.kind === "phones" ? people : []);
}

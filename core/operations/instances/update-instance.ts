import type { UpdateInstanceBody } from "../../contracts/instance.ts";
import { type ProtectionSettingsPatch, protectionSettingsPatch } from "../../contracts/protection.ts";
import { mergeSettings } from "../../domain/protection/settings.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { type Actor, activityWrite } from "../../records/accounts/activity.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { changeSending } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import { TransactionRefused, type Write } from "../../store/table.ts";
import { notRemoved } from "../access/request-instance-change.ts";
import { protectionKeys, readNumberProtection } from "./read-number-protection.ts";

/** A customer's change to an instance, and who made it. */
export interface UpdateInstanceRequest {
  instance: InstanceRecord;
  change: UpdateInstanceBody;
  actor: Actor;
}

/**
 * Changes an instance completely or not at all; omitted settings stay. Protection settings are checked against the
 * current warm-up stage, null restores the recommended value, and the lane uses them from its next check on. Spec:
 * PATCH /v1/instances/{id}; Errors, rule 2.
 * @returns the updated instance. @throws ApiError `validation_failed` with `errors["protection_settings.<key>"]`;
 * `instance_not_found` if it was deleted in the meantime; `unavailable`.
 */
export async function updateInstance(deps: LaneDeps, request: UpdateInstanceRequest): Promise<InstanceRecord> {
  const { instance, change, actor } = request;
  const { name, reject_calls } = change;
  const patch = change.protection_settings && (await checkedPatch(deps, instance, change.protection_settings));
  const changed = [
    ...(name === undefined ? [] : ["name"]),
    ...(reject_calls === undefined ? [] : ["reject_calls"]),
    ...Object.keys(patch ?? {}).map((key) => `protection_settings.${key}`),
  ];
  if (changed.length === 0) return instance;
  const own = { ...(name !== undefined && { name }), ...(reject_calls !== undefined && { reject_calls }) };
  const line = {
    account_id: instance.account_id,
    owner: instance.id,
    action: "instance.changed",
    actor,
    changed,
  } as const;
  const also: Write[] = [
    Object.keys(own).length > 0
      ? { update: keys.instance(instance.id), set: own, if: notRemoved }
      : { check: keys.instance(instance.id), if: notRemoved },
    activityWrite(deps.ids, line, deps.clock.now()),
  ];
  try {
    await changeSending(
      deps,
      instance.id,
      (state) => (patch ? { ...state, settings: mergeSettings(state.settings, patch) } : state),
      also,
    );
  } catch (error) {
    if (error instanceof TransactionRefused) throw new ApiError("instance_not_found");
    throw error;
  }
  return { ...instance, ...own };
}

/** Checks the requested settings. @throws ApiError `validation_failed` with one sentence per setting. */
async function checkedPatch(
  deps: LaneDeps,
  instance: InstanceRecord,
  sent: Record<string, unknown>,
): Promise<ProtectionSettingsPatch> {
  const items = await deps.table.getMany(protectionKeys(instance.id));
  const { state } = await readNumberProtection(deps.table, instance, items, deps.clock.now());
  const parsed = protectionSettingsPatch(state.stage).safeParse(sent);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = `protection_settings.${String(path[0])}`;
    errors[field] ??= [message];
  }
  throw new ApiError("validation_failed", { errors });
}

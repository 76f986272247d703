import type { UpdateInstanceBody } from "../../contracts/instance.ts";
import { type ProtectionSettingsPatch, protectionSettingsPatch } from "../../contracts/protection.ts";
import { mergeSettings } from "../../domain/protection/settings.ts";
import { ApiError } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { type Actor, activityWrite } from "../../records/accounts/activity.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import type { StoredProxy } from "../../records/proxy.ts";
import { changeSending } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { TransactionRefused, type Write } from "../../store/table.ts";
import { notRemoved } from "../access/request-instance-change.ts";
import { checkProxy, hasProxy, type ProxyDeps } from "./check-proxy.ts";
import { protectionKeys, readNumberProtection } from "./read-number-protection.ts";

/** A customer's change to an instance, and who made the change. */
export interface UpdateInstanceRequest {
  instance: InstanceRecord;
  change: UpdateInstanceBody;
  actor: Actor;
}

/**
 * Changes an instance completely or not at all. Omitted settings stay unchanged. Protection settings are checked
 * against the current warm-up stage, and null restores a setting's recommended value. The lane applies the new settings
 * at its next check. Setting or removing a proxy restarts the connection in the same transaction. Spec: PATCH
 * /v1/instances/{id}; Errors, rule 2.
 * @returns the updated instance. @throws ApiError `validation_failed` with `errors["protection_settings.<key>"]` or
 * `errors["proxy.url"]`; `instance_not_found` if it was deleted in the meantime; `unavailable`.
 */
export async function updateInstance(
  deps: LaneDeps & ProxyDeps,
  request: UpdateInstanceRequest,
): Promise<InstanceRecord> {
  const { instance, change, actor } = request;
  const { name, reject_calls } = change;
  const patch = change.protection_settings && (await checkedPatch(deps, instance, change.protection_settings));
  const proxy = await changedProxy(deps, instance, change.proxy);
  const changed = [
    ...(name === undefined ? [] : ["name"]),
    ...(reject_calls === undefined ? [] : ["reject_calls"]),
    ...(proxy === undefined ? [] : ["proxy"]),
    ...Object.keys(patch ?? {}).map((key) => `protection_settings.${key}`),
  ];
  if (changed.length === 0) return instance;
  const own = {
    ...(name !== undefined && { name }),
    ...(reject_calls !== undefined && { reject_calls }),
    ...(proxy !== undefined && { proxy }),
  };
  const line = {
    account_id: instance.account_id,
    owner: instance.id,
    action: "instance.changed",
    actor,
    changed,
  } as const;
  const now = deps.clock.now();
  const lane = instanceLane(instance.id);
  const restart = proxy !== undefined && { add: { restart_seq: 1 } };
  const also: Write[] = [
    Object.keys(own).length > 0
      ? { update: keys.instance(instance.id), set: own, ...restart, if: notRemoved }
      : { check: keys.instance(instance.id), if: notRemoved },
    activityWrite(deps.ids, line, now),
    ...(restart ? [recheckRow(lane, "wanted", now)] : []),
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
  if (restart) await ensureWake(deps, lane, now, null);
  return { ...instance, ...own };
}

/**
 * Returns the proxy to store, null to remove it, or undefined if it does not change. @throws ApiError
 * `validation_failed`
 */
async function changedProxy(
  deps: ProxyDeps,
  instance: InstanceRecord,
  sent: UpdateInstanceBody["proxy"],
): Promise<StoredProxy | null | undefined> {
  if (sent === undefined || (sent === null && !instance.proxy)) return undefined;
  if (sent === null) return null;
  const proxy = await checkProxy(deps, sent.url);
  return (await hasProxy(deps, instance, sent.url)) ? undefined : proxy.seal(instance);
}

/**
 * Checks the requested settings and returns the change. @throws ApiError `validation_failed` with one sentence per
 * setting.
 */
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

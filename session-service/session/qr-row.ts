import type { InstanceId } from "../../core/contracts/ids.ts";
import { transactFenced } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { keys } from "../../core/store/keys.ts";
import type { SessionDeps } from "../session-deps.ts";

/** Returns when the instance's code was last requested, or null if it never was. */
export async function codeAskedAt(deps: SessionDeps, instance: InstanceId): Promise<Date | null> {
  const row = await deps.table.get(keys.qr(instance));
  return typeof row?.asked_at === "string" ? new Date(row.asked_at) : null;
}

/** Stores a code where the API reads it, together with our fence, so an earlier owner's code isn't displayed. */
export async function publishCode(deps: SessionDeps, owner: Owner, value: string, expires: Date): Promise<void> {
  const set = { value, expires_at: expires.toISOString(), fence: owner.fence };
  await transactFenced(deps.table, owner.instance_id, owner.fence, [{ update: keys.qr(owner.instance_id), set }]);
}

/**
 * Removes the stored code. If `forget` is true, also removes the request for a code, because a phone has been linked or
 * the instance was deleted.
 */
export async function withdrawCode(deps: SessionDeps, owner: Owner, forget: boolean): Promise<void> {
  const remove = ["value", "expires_at", "fence", ...(forget ? ["asked_at"] : [])];
  await transactFenced(deps.table, owner.instance_id, owner.fence, [{ update: keys.qr(owner.instance_id), remove }]);
}

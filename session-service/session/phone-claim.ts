import { transactFenced } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { keys } from "../../core/store/keys.ts";
import { TransactionRefused } from "../../core/store/table.ts";
import type { SessionDeps } from "../session-deps.ts";

/**
 * Claims the phone for this instance until it is unlinked. @returns false if another of the gateway's instances has
 * already claimed it. Spec: Instance, `link_refused`.
 */
export async function claimPhone(deps: SessionDeps, owner: Owner, phone: string): Promise<boolean> {
  const { instance_id, account_id, fence } = owner;
  const place = keys.phoneOwner(phone);
  const known = await deps.table.get(place);
  if (known) return known.instance_id === instance_id;
  try {
    await transactFenced(deps.table, instance_id, fence, [
      { put: { ...place, instance_id, account_id }, if: [{ item: "absent" }] },
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    return (await deps.table.get(place))?.instance_id === instance_id;
  }
}

/** Releases the phone if it is claimed by this instance. */
export async function releasePhone(deps: SessionDeps, owner: Owner, phone: string): Promise<void> {
  const { instance_id, fence } = owner;
  const ours = { field: "instance_id", op: "=", value: instance_id } as const;
  try {
    await transactFenced(deps.table, instance_id, fence, [{ delete: keys.phoneOwner(phone), if: [ours] }]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error; // another instance's, or nobody's: nothing to give back
  }
}

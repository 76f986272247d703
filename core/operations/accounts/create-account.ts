import { ID_PREFIXES } from "../../contracts/ids.ts";
import type { Plan } from "../../contracts/plans.ts";
import { planEnd } from "../../domain/accounts/plan-rules.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { Ids } from "../../ports.ts";
import type { AccountRecord } from "../../records/accounts/account.ts";
import { activityWrite, type By } from "../../records/accounts/activity.ts";
import { keys } from "../../store/keys.ts";
import type { SomeWrites, Table } from "../../store/table.ts";

/** The details of a new account. */
export interface AccountRequest {
  name: string;
  plan: Plan;
  /** The address that receives emails about the account. */
  contact_email?: string | null;
  /** The user who creates the account. If omitted, the installation itself creates it, and nothing is logged. */
  by?: By;
}

/** Creates an account. A trial lasts seven days, starting now. Spec: What the service does (7-day free trial). */
export async function createAccount(
  deps: { table: Table; ids: Ids },
  request: AccountRequest,
  now: Date,
): Promise<{ id: string }> {
  const { account, writes } = accountWrites(deps, request, now);
  await deps.table.transact(writes);
  return { id: account.id };
}

/** Builds a new account and the writes that create it. */
export function accountWrites(
  { ids }: { ids: Ids },
  request: AccountRequest,
  now: Date,
): { account: AccountRecord; writes: SomeWrites } {
  const { name, plan, contact_email = null, by } = request;
  const id = ids.next(ID_PREFIXES.account, now);
  const account: AccountRecord = {
    id,
    name,
    plan,
    status: "active",
    contact_email,
    trial_ends_at: planEnd(plan, now),
    created_at: wireTime(now),
  };
  const writes: SomeWrites = [
    { put: { ...keys.account(id), ...account }, if: [{ item: "absent" }] },
    { put: { ...keys.accountPointer(id), id } },
  ];
  const line = { account_id: id, owner: "account", action: "account.created", changed: [] as string[] } as const;
  if (by !== undefined) writes.push(activityWrite(ids, { ...line, actor: by }, now));
  return { account, writes };
}

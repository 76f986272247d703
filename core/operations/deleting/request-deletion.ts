import { DAY_MS } from "../../contracts/durations.ts";
import type { AccountId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { accountRecords } from "../../records/accounts/account.ts";
import { activityWrite, type By } from "../../records/accounts/activity.ts";
import type { ChoreRecord } from "../../records/chore.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { startAccount, stopAccount } from "./stop-account.ts";

/** Why an account's deletion can't be requested or undone. */
export type DeletionRefusal = "unknown" | "moving" | "not_asked" | "begun";

/**
 * Requests the deletion of all of an account's data after the undo period. Right away, the account's keys stop working,
 * its numbers go offline, and nothing more is posted to its webhooks. Repeating the request has no effect, except to
 * complete work that a dead process left unfinished.
 */
export async function requestDeletion(
  deps: LaneDeps,
  account_id: AccountId,
  by: By,
): Promise<{ delete_at: string } | DeletionRefusal> {
  const account = await accountRecords.read(deps.table, account_id);
  if (account === null) return "unknown";
  if (account.moving !== undefined) return "moving";
  if (account.delete_at === undefined) {
    const now = deps.clock.now();
    const delete_at = new Date(now.getTime() + LIMITS.accountDeletionDays * DAY_MS).toISOString();
    const line = { account_id, owner: "account", action: "account.deletion_asked", actor: by, changed: [] } as const;
    const chore: ChoreRecord = { kind: "deletion", account_id, due: now.toISOString(), asked_at: now.toISOString() };
    await isCommitted(
      deps.table.transact([
        {
          update: keys.account(account_id),
          set: { delete_at, delete_before: account.status, status: "suspended" },
          if: [
            { item: "exists" },
            { field: "delete_at", is: "missing" },
            { field: "moving", is: "missing" },
            { field: "status", op: "=", value: account.status },
          ],
        },
        { put: { ...keys.chore("deletion", account_id), ...chore } },
        activityWrite(deps.ids, { ...line, changed: [] }, now),
      ]),
    );
  }
  const asked = await accountRecords.read(deps.table, account_id);
  if (asked?.delete_at === undefined) return asked === null ? "unknown" : "moving";
  await stopAccount(deps, account_id);
  return { delete_at: asked.delete_at };
}

/** Cancels an account's deletion before it begins. The account's keys, numbers and webhooks then work as before. */
export async function undoDeletion(
  deps: LaneDeps,
  account_id: AccountId,
  by: By,
): Promise<{ status: string } | DeletionRefusal> {
  const account = await accountRecords.read(deps.table, account_id);
  if (account === null) return "unknown";
  if (account.delete_at === undefined) return "not_asked";
  if (account.delete_begun) return "begun";
  const status = account.delete_before ?? "active";
  // Start the account before removing the deletion request, so that repeating the command after a crash completes it.
  await startAccount(deps, account_id, status === "active");
  const line = { account_id, owner: "account", action: "account.deletion_undone", actor: by, changed: [] } as const;
  const isUndone = await isCommitted(
    deps.table.transact([
      {
        update: keys.account(account_id),
        set: { status },
        remove: ["delete_at", "delete_before"],
        if: [
          { field: "delete_at", op: "=", value: account.delete_at },
          { field: "delete_begun", is: "missing" },
        ],
      },
      { delete: keys.chore("deletion", account_id) },
      activityWrite(deps.ids, { ...line, changed: [] }, deps.clock.now()),
    ]),
  );
  return isUndone ? { status } : "begun";
}

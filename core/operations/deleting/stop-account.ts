import type { AccountId } from "../../contracts/ids.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import type { Table } from "../../store/table.ts";
import { startInstances, stopInstances } from "../accounts/suspend-account.ts";
import { listPointers } from "../instances/list-pointers.ts";

/**
 * Takes an account's numbers offline and stops its webhooks. Events that are waiting for the webhooks are retained. Can
 * safely be repeated.
 */
export async function stopAccount(deps: LaneDeps, account: AccountId): Promise<void> {
  const stopped_at = deps.clock.now().toISOString();
  for (const owner of await ownersOf(deps.table, account)) {
    const stop = {
      update: keys.webhook(account, owner),
      set: { stopped_at },
      add: { version: 1 },
      if: [{ item: "exists" as const }, { field: "stopped_at", is: "missing" as const }],
    };
    await isCommitted(deps.table.write(stop)); // otherwise there is none, or it is stopped
  }
  await stopInstances(deps, account);
}

/** Restarts an account's webhooks and, if the account was active before, its numbers. */
export async function startAccount(deps: LaneDeps, account: AccountId, wasActive: boolean): Promise<void> {
  for (const owner of await ownersOf(deps.table, account)) {
    const now = deps.clock.now();
    const lane = endpointLane(account, owner);
    const start = {
      update: keys.webhook(account, owner),
      remove: ["stopped_at"],
      add: { version: 1 },
      if: [{ field: "stopped_at", is: "present" as const }],
    };
    const isStarted = await isCommitted(deps.table.transact([start, recheckRow(lane, "started", now)]));
    if (isStarted) await ensureWake(deps, lane, now, null);
  }
  if (wasActive) await startInstances(deps, account);
}

/** Returns all possible webhook owners in the account. */
async function ownersOf(table: Table, account: AccountId): Promise<string[]> {
  return ["account", ...(await listPointers(table, account)).map(({ sk }) => sk)];
}

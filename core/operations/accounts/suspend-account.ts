import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { activityWrite, type By } from "../../records/accounts/activity.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { instanceRecords } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Condition, Write } from "../../store/table.ts";
import { notRemoved } from "../access/request-instance-change.ts";
import { changeAccount } from "./change-account.ts";

const PAGE = 500;
/** The maximum number of attempts while a customer's requests keep changing an instance. */
const RACES = 10;

/**
 * Suspends an account. Its keys are refused from the next request on, and its instances go offline as if stopped: they
 * stay linked, nothing is sent or received, and waiting messages keep waiting. Earlier events are still delivered to
 * its webhooks. If the suspension is interrupted, calling this function again completes it. @returns false if the
 * account does not exist.
 */
export async function suspendAccount(deps: LaneDeps, accountId: AccountId, by: By): Promise<boolean> {
  if (!(await setStatus(deps, accountId, "suspended", by))) return false;
  await stopInstances(deps, accountId);
  return true;
}

/** Takes an account's online instances offline, remembering the state that the customer wants for each. */
export async function stopInstances(deps: LaneDeps, accountId: AccountId): Promise<void> {
  await eachInstance(deps, accountId, (instance) =>
    instance.wanted_before === undefined
      ? {
          set: { wanted: "off", wanted_before: instance.wanted },
          if: [
            { field: "wanted", op: "=", value: instance.wanted },
            { field: "wanted_before", is: "missing" },
          ],
        }
      : null,
  );
}

/**
 * Lifts a suspension: the account's keys work again, and its instances return to their previous states.
 * @returns false if there is no such account.
 */
export async function resumeAccount(deps: LaneDeps, accountId: AccountId, by: By): Promise<boolean> {
  if (!(await setStatus(deps, accountId, "active", by))) return false;
  await startInstances(deps, accountId);
  return true;
}

/** Restores an account's instances to their state before they were taken offline. */
export async function startInstances(deps: LaneDeps, accountId: AccountId): Promise<void> {
  await eachInstance(deps, accountId, (instance) =>
    instance.wanted_before === undefined
      ? null
      : {
          set: { wanted: instance.wanted_before },
          remove: ["wanted_before"],
          if: [{ field: "wanted_before", is: "present" }],
        },
  );
}

function setStatus(deps: LaneDeps, account_id: AccountId, status: "suspended" | "active", by: By): Promise<boolean> {
  const action = status === "suspended" ? "account.suspended" : "account.resumed";
  const line = { account_id, owner: "account", action, actor: by, changed: ["status"] } as const;
  const also = [activityWrite(deps.ids, { ...line, changed: ["status"] }, deps.clock.now())];
  return changeAccount(deps.table, account_id, { status }, also);
}

type InstanceUpdate = Omit<Extract<Write, { update: unknown }>, "update" | "if"> & { if: Condition };

/**
 * Applies `change` to every instance for which it returns an update, and makes the sessions of the updated instances
 * recheck.
 */
async function eachInstance(
  deps: LaneDeps,
  accountId: AccountId,
  change: (instance: InstanceRecord) => InstanceUpdate | null,
): Promise<void> {
  const { pk } = keys.accountInstance(accountId, "");
  for (let after: string | undefined; ; ) {
    const { items, more } = await deps.table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    for (const { sk: instance } of items) await applyTo(deps, instance, change);
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return;
  }
}

/** Applies the change to an instance. If the instance changes in the meantime, decides again. */
function applyTo(
  deps: LaneDeps,
  id: InstanceId,
  change: (instance: InstanceRecord) => InstanceUpdate | null,
): Promise<void> {
  const lane = instanceLane(id);
  return retryOnChange(RACES, async ({ commit }) => {
    const instance = await instanceRecords.read(deps.table, id);
    const update = instance?.removed_at === null ? change(instance) : null;
    if (!update) return;
    const now = deps.clock.now();
    const write = { ...update, update: keys.instance(id), if: [...notRemoved, ...update.if] };
    await commit(deps.table.transact([write, recheckRow(lane, "wanted", now)]));
    await ensureWake(deps, lane, now, null);
  });
}

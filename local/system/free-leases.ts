import type { LaneDeps } from "../../core/lanes/lane.ts";
import { slotKey } from "../../core/records/webhooks/url-users.ts";
import { webhookSettings } from "../../core/records/webhooks/webhook-settings.ts";
import { keys } from "../../core/store/keys.ts";
import { endpointLane } from "../../core/store/lane-names.ts";
import { ConditionFailed, type Write } from "../../core/store/table.ts";

const PAGE_ROWS = 500;

/**
 * Ends the leases that a killed gateway's workers left on webhook lanes, and wakes these lanes. On a single machine,
 * those workers are certain to have ended, so there is no need to wait until the leases expire. Must be called before
 * the first worker starts.
 */
export async function freeLeases(deps: LaneDeps): Promise<void> {
  for await (const account of sortKeys(deps, keys.accountPointer("").pk)) {
    await freeLane(deps, account, "account");
    for await (const instance of sortKeys(deps, keys.accountInstance(account, "").pk)) {
      await freeLane(deps, account, instance);
    }
  }
}

async function* sortKeys({ table }: LaneDeps, pk: string): AsyncGenerator<string> {
  for (let after: string | undefined; ; ) {
    const { items, more } = await table.query({ pk, limit: PAGE_ROWS, ...(after !== undefined && { after }) });
    for (const { sk } of items) yield sk;
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return;
  }
}

async function freeLane(deps: LaneDeps, account: string, owner: string): Promise<void> {
  const lane = endpointLane(account, owner);
  const head = await deps.table.get(keys.laneHead(lane));
  if (typeof head?.run !== "string") return;
  const { url } = await webhookSettings(deps, account, owner);
  if (url !== null) await deps.table.write({ delete: slotKey(account, url) });
  const mine = [{ field: "run", op: "=", value: head.run } as const];
  // The lease is expired rather than removed, because the next run must be able to tell that this run wasn't closed.
  const ended = { until: new Date(0).toISOString() };
  await unlessChanged(deps, { update: keys.laneHead(lane), set: ended, if: mine });
  await deps.wakeups.wake(lane, deps.clock.now());
}

async function unlessChanged(deps: LaneDeps, write: Write): Promise<void> {
  try {
    await deps.table.write(write);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

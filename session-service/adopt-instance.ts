import type { InstanceRecord } from "../core/contracts/instance.ts";
import { ensureWake } from "../core/lanes/ensure-wake.ts";
import { keys } from "../core/store/keys.ts";
import { instanceLane } from "../core/store/lane-names.ts";
import { ConditionFailed } from "../core/store/table.ts";
import { type Holds, InstanceSession } from "./session.ts";
import type { SessionDeps } from "./session-deps.ts";

/**
 * Takes an instance over: its fence is raised first, so that whoever had it can't write any more, and only then are its
 * keys read. @returns its session, begun; null when there is no such instance.
 */
export async function adoptInstance(
  deps: SessionDeps,
  instance: string,
  holds: Holds,
): Promise<InstanceSession | null> {
  const record = (await deps.table.get(keys.instance(instance))) as InstanceRecord | null; // an instance row
  if (!record) return null;
  const raised = await deps.table.write({ update: keys.fence(instance), add: { fence: 1 } });
  const owner = { instance_id: instance, account_id: record.account_id, fence: Number(raised?.fence) };
  await breakLease(deps, instance);
  await ensureWake(deps, instanceLane(instance), deps.clock.now(), null);
  // Last, so that a failure above leaves no session behind.
  const session = new InstanceSession(deps, owner, holds);
  await session.start();
  return session;
}

/**
 * Ends a run of the lane that died with its task, or broke off: only the shard's owner works the lane, so the lease of
 * anybody else says nothing, and waiting for its end would hold up every message.
 */
export async function breakLease(deps: Pick<SessionDeps, "table">, instance: string): Promise<void> {
  try {
    await deps.table.write({
      update: keys.laneHead(instanceLane(instance)),
      remove: ["run", "until"],
      if: [{ field: "run", is: "present" }],
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // no run
  }
}

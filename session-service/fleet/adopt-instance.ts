import type { InstanceId } from "../../core/contracts/ids.ts";
import { raiseFence } from "../../core/records/fence.ts";
import { instanceRecords } from "../../core/records/instance.ts";
import { InstanceSession } from "../session/session.ts";
import type { TaskDeps } from "../session-deps.ts";
import type { Holds } from "../session-port.ts";

/**
 * Takes over an instance. First raises the instance's fence, so the previous owner can no longer write, and only then
 * loads its keys. @returns the started session, or null if the instance does not exist.
 */
export async function adoptInstance(
  deps: TaskDeps,
  instance: InstanceId,
  holds: Holds,
): Promise<InstanceSession | null> {
  const record = await instanceRecords.read(deps.table, instance);
  if (!record) return null;
  const fence = await raiseFence(deps.table, instance, record);
  const owner = { instance_id: instance, account_id: record.account_id, fence };
  // Create the session last, so a failure above leaves no session behind.
  const session = new InstanceSession(deps, owner, holds);
  await session.start(record);
  return session;
}

import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireDone } from "../commands/run-command.ts";
import { requireChangeable } from "./require-changeable.ts";
import { requireGroup } from "./require-group.ts";

/**
 * Leaves a group. Succeeds even if the instance has already left.
 * @throws ApiError `group_not_found`; `conflict` for a group from an earlier link; `not_connected`,
 * `messenger_refused`, `messenger_unavailable`, `unavailable`. Spec: POST …/groups/{group}/leave.
 */
export async function leaveGroup(deps: LaneDeps, instance: InstanceRecord, given: string): Promise<void> {
  const found = await requireGroup(deps.table, instance, given);
  if (found.record.my_role === undefined) return;
  requireChangeable(instance, found);
  await requireDone(deps, instance, { kind: "leave_group", group: found.group });
}

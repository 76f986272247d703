import type { Group } from "../../contracts/groups/group.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MediaStore } from "../../ports.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireResult } from "../commands/run-command.ts";
import { presentGroup } from "./present-group.ts";
import { requireInvite } from "./preview-group.ts";
import { requireGroup } from "./require-group.ts";

/**
 * Joins a group by an invite. If the number is already in the group, the call succeeds and does not count as a join.
 * @param given the invite's link or code. @returns the group, or null if a group admin must approve first.
 * @throws ApiError `group_not_found` if the invite doesn't lead to a group; `limit_reached`; `not_connected`;
 * `messenger_refused`; `messenger_unavailable`, `unavailable`. Spec: POST …/groups/join.
 */
export async function joinGroup(
  deps: LaneDeps & { media: Pick<MediaStore, "link"> },
  instance: InstanceRecord,
  given: string,
): Promise<Group | null> {
  const invite = requireInvite(given);
  const command = { kind: "join_group", group: null, invite } as const;
  const { group, requested } = await requireResult<"join_group">(deps, instance, command);
  return requested ? null : presentGroup(deps, instance.id, await requireGroup(deps.table, instance, group));
}

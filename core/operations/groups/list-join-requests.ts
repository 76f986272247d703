import type { GroupRequest } from "../../contracts/groups/requests.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireResult } from "../commands/run-command.ts";
import { requireChangeable } from "./require-changeable.ts";
import { requireGroup } from "./require-group.ts";

/**
 * Fetches the network's current list of requests to join a group.
 * @throws ApiError `group_not_found`; `conflict` for non-admins; `not_connected`, `messenger_refused`,
 * `messenger_unavailable`, `unavailable`. Spec: GET …/groups/{group}/requests.
 */
export async function listJoinRequests(
  deps: LaneDeps,
  instance: InstanceRecord,
  given: string,
): Promise<GroupRequest[]> {
  const found = await requireGroup(deps.table, instance, given);
  requireChangeable(instance, found, { admin: true });
  const command = { kind: "read_join_requests", group: found.group } as const;
  const { requests } = await requireResult<"read_join_requests">(deps, instance, command);
  return requests.map(({ id, phone, requested_at }) => ({
    id,
    phone,
    requested_at: requested_at === null ? null : wireTime(new Date(requested_at)),
  }));
}

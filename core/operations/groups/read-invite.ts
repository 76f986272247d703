import type { GroupInvite } from "../../contracts/groups/invite.ts";
import { inviteLink } from "../../domain/groups/invite-code.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireResult } from "../commands/run-command.ts";
import { requireChangeable } from "./require-changeable.ts";
import { requireGroup } from "./require-group.ts";

/**
 * Fetches a group's current invite from the network. @throws ApiError `group_not_found`; `conflict` for non-admins;
 * `not_connected`, `messenger_refused`, `messenger_unavailable`, `unavailable`. Spec: GET …/groups/{group}/invite.
 */
export async function readInvite(deps: LaneDeps, instance: InstanceRecord, given: string): Promise<GroupInvite> {
  const found = await requireGroup(deps.table, instance, given);
  requireChangeable(instance, found, { admin: true });
  const { code } = await requireResult<"read_invite">(deps, instance, { kind: "read_invite", group: found.group });
  return { code, link: inviteLink(code) };
}

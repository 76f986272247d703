import type { GroupInvite } from "../../contracts/groups/invite.ts";
import { inviteLink } from "../../domain/groups/invite-code.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireResult } from "../commands/run-command.ts";
import { requireChangeable } from "./require-changeable.ts";
import { requireGroup } from "./require-group.ts";

/**
 * Replaces a group's invite. The previous invite stops working. @returns the new invite.
 * @throws ApiError like `readInvite`, and `limit_reached`. Spec: POST …/groups/{group}/invite/revoke.
 */
export async function revokeInvite(deps: LaneDeps, instance: InstanceRecord, given: string): Promise<GroupInvite> {
  const found = await requireGroup(deps.table, instance, given);
  requireChangeable(instance, found, { admin: true });
  const { code } = await requireResult<"revoke_invite">(deps, instance, { kind: "revoke_invite", group: found.group });
  return { code, link: inviteLink(code) };
}

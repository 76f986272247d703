import type { GroupSummary } from "../../contracts/groups/group.ts";
import { inviteCode } from "../../domain/groups/invite-code.ts";
import { phoneOfChat } from "../../domain/messages/chat-id.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireResult } from "../commands/run-command.ts";

/**
 * Returns the group that an invite leads to, as the network shows it to anyone with the invite, without its picture.
 * @param given the invite's link or code. @throws ApiError `group_not_found` if the invite doesn't lead to a group;
 * `not_connected`, `messenger_refused`, `messenger_unavailable`, `unavailable`. Spec: GET …/groups/preview.
 */
export async function previewGroup(deps: LaneDeps, instance: InstanceRecord, given: string): Promise<GroupSummary> {
  const invite = requireInvite(given);
  const command = { kind: "preview_group", group: null, invite } as const;
  const { id, subject, description, size, my_role, settings, ...group } = await requireResult<"preview_group">(
    deps,
    instance,
    command,
  );
  return {
    id,
    subject,
    description,
    owner: group.owner_phone ?? (group.owner === null ? null : (phoneOfChat(group.owner) ?? group.owner)),
    created_at: group.made_at === null ? null : wireTime(new Date(group.made_at)),
    picture_url: null,
    size,
    my_role,
    settings,
  };
}

/** Returns the code of an invite. @throws ApiError `group_not_found` for an invalid invite. */
export function requireInvite(given: string): string {
  const code = inviteCode(given);
  if (code === null) throw new ApiError("group_not_found", { message: NO_INVITE });
  return code;
}

const NO_INVITE =
  "This is not an invite to a group. Use the invite link, like https://chat.whatsapp.com/…, or the code in the link.";

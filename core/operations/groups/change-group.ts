import type { Group } from "../../contracts/groups/group.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { FileSource } from "../../domain/files/file-source.ts";
import type { PictureUpload } from "../../domain/files/profile-picture.ts";
import { isForAdmins, remainingGroupChange } from "../../domain/groups/asked-change.ts";
import type { GroupSettings } from "../../domain/groups/group.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MediaStore } from "../../ports.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireDone } from "../commands/run-command.ts";
import { presentGroup } from "./present-group.ts";
import { requireChangeable } from "./require-changeable.ts";
import { requireGroup } from "./require-group.ts";

/** The fields to change. Null removes the `description` or `picture`. */
export interface AskedGroupChange {
  subject?: string;
  description?: string | null;
  settings?: Partial<GroupSettings>;
  picture?: { source: FileSource; upload: PictureUpload | null } | null;
}

/**
 * Changes a group, sending only the differences to the network. @returns the changed group.
 * @throws ApiError `group_not_found`; `not_connected`; `conflict` if only an admin may make the change, if the instance
 * left the group, or if one part was refused after other parts were done; `validation_failed` for a picture;
 * `messenger_refused`; `messenger_unavailable`, `unavailable`. Spec: PATCH /v1/instances/{id}/groups/{group}.
 */
export async function changeGroup(
  deps: LaneDeps & { media: Pick<MediaStore, "put" | "link"> },
  instance: InstanceRecord,
  given: string,
  asked: AskedGroupChange,
): Promise<Group> {
  const found = await requireGroup(deps.table, instance, given);
  if (Object.keys(asked).length > 0) requireChangeable(instance, found, { admin: isForAdmins(found.record, asked) });
  const { picture, ...rest } = asked;
  const change = remainingGroupChange(found.record, rest);
  if (picture?.upload && "key" in picture.source) {
    const { base64, mimetype } = picture.upload;
    const about = { mimetype, filename: null, maxBytes: LIMITS.fileDataMaxBytes };
    await deps.media.put(picture.source.key, Buffer.from(base64, "base64"), about);
  }
  const whole = { ...change, ...(picture !== undefined && { picture: picture?.source ?? null }) };
  if (Object.keys(whole).length > 0) {
    await requireDone(deps, instance, { kind: "change_group", group: found.group, change: whole });
  }
  return presentGroup(deps, instance.id, await requireGroup(deps.table, instance, given));
}

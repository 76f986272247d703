import { LIMITS } from "../../contracts/limits.ts";
import type { FileSource } from "../../domain/files/file-source.ts";
import type { PictureUpload } from "../../domain/files/profile-picture.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MediaStore } from "../../ports.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import type { ProfileRecord } from "../../records/profile.ts";
import { requireResult } from "../commands/run-command.ts";

/** The fields to change. A null `picture` removes the picture. */
export interface ProfileChange {
  name?: string | undefined;
  about?: string | undefined;
  picture?: { source: FileSource; upload: PictureUpload | null } | null | undefined;
}

/**
 * Changes the linked number's profile on the network. The picture is checked before anything is changed.
 * @throws ApiError `validation_failed` for a picture that can't be fetched or isn't an image; `not_connected`;
 * `messenger_refused`; `unavailable` if the session did not respond in time. Spec: PATCH /v1/instances/{id}/profile.
 */
export async function changeProfile(
  deps: LaneDeps & { media: Pick<MediaStore, "put"> },
  instance: InstanceRecord,
  { name, about, picture }: ProfileChange,
): Promise<ProfileRecord> {
  if (instance.status !== "working") throw new ApiError("not_connected");
  if (picture?.upload && "key" in picture.source) {
    const { base64, mimetype } = picture.upload;
    const about_file = { mimetype, filename: null, maxBytes: LIMITS.fileDataMaxBytes };
    await deps.media.put(picture.source.key, Buffer.from(base64, "base64"), about_file);
  }
  return requireResult<"change_profile">(deps, instance, {
    kind: "change_profile",
    ...(name !== undefined && { name }),
    ...(about !== undefined && { about }),
    ...(picture !== undefined && { picture: picture?.source ?? null }),
  });
}

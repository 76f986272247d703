import type { InstanceId } from "../../../core/contracts/ids.ts";
import { mediaKey } from "../../../core/domain/files/media-key.ts";
import { checkPicture } from "../../../core/domain/files/profile-picture.ts";
import type { GivenPicture } from "../../../core/operations/channels/store-given-picture.ts";
import type { RouteContext } from "../route.ts";
import { validationError } from "../validate.ts";

/** Validates a channel picture in a request body. @throws ApiError `validation_failed` with `errors.picture`. */
export function checkedPicture(
  { caller, deps, now }: Pick<RouteContext, "caller" | "deps" | "now">,
  instance: InstanceId,
  given: { url?: string | null | undefined; data?: string | null | undefined },
): GivenPicture {
  const fileKey = mediaKey(caller.account_id, instance, deps.ids.next("picture", now));
  const allowPrivate = deps.env.ALLOW_PRIVATE_WEBHOOKS === "1";
  const picture = checkPicture(given, { allowPrivate, fileKey });
  if ("errors" in picture) throw validationError(picture.errors);
  return picture;
}

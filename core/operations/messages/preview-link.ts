import type { UserId } from "../../contracts/ids.ts";
import type { LinkPreview } from "../../contracts/panel/link-preview.ts";
import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { requireResult } from "../commands/run-command.ts";
import { perHour, takeTry } from "../users/take-try.ts";

const COUNTED_AS = "link previews";

/**
 * Has the number's session generate a link's preview, in the same way and from the same address as for a message. Each
 * preview first counts against the user's limit, so a number can't be used to explore other sites.
 * @returns null if the page doesn't provide a preview. @throws ApiError `not_connected`, `limit_reached`,
 * `unavailable`.
 */
export async function previewLink(
  deps: LaneDeps,
  instance: InstanceRecord,
  { user, link }: { user: UserId; link: string },
  now: Date,
): Promise<LinkPreview | null> {
  if (instance.status !== "working") throw new ApiError("not_connected");
  await takeTry(deps.table, keys.userRate(COUNTED_AS, user), perHour(PANEL_LIMITS.linkPreviewsPerHour), now);
  const { preview } = await requireResult<"preview_link">(deps, instance, { kind: "preview_link", link });
  if (preview === null) return null;
  const { title, description, picture } = preview;
  return { title, description, picture: picture === null ? null : `data:image/jpeg;base64,${picture}` };
}

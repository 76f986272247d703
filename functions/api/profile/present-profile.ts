import type * as z from "zod";
import type { Profile } from "../../../core/contracts/number.ts";
import type { MediaStore } from "../../../core/ports.ts";
import type { ProfileRecord } from "../../../core/records/profile.ts";

/**
 * Returns a profile in the form that the API presents to customers. The picture is our own copy, with a link that is
 * valid for 24 hours.
 */
export async function presentProfile(
  { media }: { media: Pick<MediaStore, "link"> },
  { name, about, picture }: ProfileRecord,
): Promise<z.infer<typeof Profile>> {
  const picture_url = picture && (await media.link(picture.key, { mimetype: picture.mimetype, filename: null }));
  return { name, about, picture_url };
}

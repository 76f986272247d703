import * as z from "zod";
import { firstLink } from "../first-link.ts";
import { givenId } from "../ids.ts";
import { LIMITS } from "../limits.ts";
import { text } from "../text.ts";

const LINK_RULE = "Use the link exactly as it is in the text, beginning with https:// or http://.";

/** The body of POST /panel-api/link-preview: a link in a text that a user is typing. */
export const PreviewLinkBody = z.object({
  instance_id: givenId(),
  link: text(LIMITS.textMaxChars, LINK_RULE).refine((given) => firstLink(given) === given, LINK_RULE),
});
export type PreviewLinkBody = z.infer<typeof PreviewLinkBody>;

/** A link's preview, as phones display it in a chat. */
export const LinkPreview = z.object({
  title: z.string(),
  description: z.string().nullable(),
  /** A small JPEG as a data URL, or null if the page has no picture. */
  picture: z.string().nullable(),
});
export type LinkPreview = z.infer<typeof LinkPreview>;

/** The response. `preview` is null if the page has no preview or didn't provide one in time. */
export const PreviewedLink = z.object({ preview: LinkPreview.nullable() });
export type PreviewedLink = z.infer<typeof PreviewedLink>;

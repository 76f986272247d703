import * as z from "zod";
import { pathText } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { followFileLink } from "../../../core/operations/files/follow-file-link.ts";
import type { Reply } from "../reply.ts";
import { route } from "../route.ts";

/**
 * GET /v1/files/{token}: redirects to the link's file. Anyone with the link can open it, so the route needs no key and
 * doesn't count toward any rate limit. Spec: Message, `media.url`; Limits, received media link.
 */
export const getFile = route("files.get", {
  summary: "Download a file by its link",
  params: z.object({
    token: pathText(LIMITS.fileTokenMaxChars, "not_found").meta({
      description: "The token in `media.url` or `picture_url`, which is valid for 24 hours",
    }),
  }),
  responses: {
    302: {
      description:
        "A redirect to the file. `Location` is valid only for a few minutes, so follow it immediately. The file is served for saving under its name",
    },
  },
  errors: ["not_found"],
  async handle({ deps: { fileSecret, files, clock }, params }): Promise<Reply> {
    const Location = await followFileLink({ secret: fileSecret, files, clock }, params.token);
    return { status: 302, body: undefined, headers: { Location, "X-Content-Type-Options": "nosniff" } };
  },
});

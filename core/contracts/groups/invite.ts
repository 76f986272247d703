import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { text } from "../text.ts";

const INVITE_RULE =
  "Use an invite link, like https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv, or the code in the link.";

/** An invite link or code in a request. */
export const givenInvite = text(LIMITS.inviteMaxChars, INVITE_RULE)
  .min(1, INVITE_RULE)
  .meta({ description: "The link, or the code in it", example: "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv" });

/** GET /v1/instances/{id}/groups/preview. */
export const InviteQuery = z.object({ invite: givenInvite });

/** POST /v1/instances/{id}/groups/join. */
export const JoinGroupBody = z.object({ invite: givenInvite }).meta({ id: "JoinGroup" });

/** A group's invite. Anyone who has it can join the group or request to join. */
export const GroupInvite = z
  .object({
    code: z.string().meta({ example: "AbCdEfGhIjKlMnOpQrStUv" }),
    link: z.string().meta({ example: "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv" }),
  })
  .meta({ id: "GroupInvite" });
export type GroupInvite = z.infer<typeof GroupInvite>;

/** A request to join a group, which the group's admins have to approve. */
export const JoinRequested = z
  .object({ status: z.literal("requested").meta({ description: "The group's admins must approve the request" }) })
  .meta({ id: "GroupJoinRequested" });

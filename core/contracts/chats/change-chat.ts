import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { text } from "../text.ts";

/** The value that mutes a chat indefinitely. */
export const FOR_EVER = "forever";

const MUTE_RULE = `Use null, "${FOR_EVER}" or a time with an offset, e.g. 2026-11-20T09:30:00+00:00.`;
const mutedUntil = text(LIMITS.timeMaxChars, MUTE_RULE)
  .refine((given) => given === FOR_EVER || z.regexes.datetime({ offset: true }).test(given), MUTE_RULE)
  .meta({ example: FOR_EVER });

const SNOOZE_RULE = "Use null or a time with an offset, e.g. 2026-11-20T09:30:00+00:00.";
const snoozedUntil = text(LIMITS.timeMaxChars, SNOOZE_RULE)
  .refine((given) => z.regexes.datetime({ offset: true }).test(given), SNOOZE_RULE)
  .meta({ example: "2026-11-21T09:00:00+00:00" });
const member = text(LIMITS.idMaxChars, "Use the id of a team member (usr_…).").meta({
  example: "usr_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
});

/** PATCH /v1/instances/{id}/chats/{chat}: send only what changes. */
export const ChangeChatBody = z
  .object({
    archived: z.boolean().optional().meta({ description: "Archiving a chat also unpins it" }),
    pinned: z
      .boolean()
      .optional()
      .meta({ description: `Pinning a chat also unarchives it. At most ${LIMITS.pinnedChatsMax} chats can be pinned` }),
    muted_until: mutedUntil
      .nullable()
      .optional()
      .meta({ description: `null to unmute, "${FOR_EVER}", or a time at most a year ahead` }),
    unread: z.boolean().optional().meta({
      description:
        "true marks the chat as unread, false as read. The change applies here and on the phone; nobody else is notified",
    }),
    handled_by: z.enum(["team"]).nullable().optional().meta({
      description:
        "`team` if your team answers the chat; null if no one has taken it. This works even while the instance is not connected",
    }),
    assigned_to: member.nullable().optional().meta({
      description:
        "The id of the team member (`GET /v1/members`) who should answer the chat; null for no one. In the panel, also `me`",
    }),
    if_assigned_to: member.nullable().optional().meta({
      description:
        "Assign the chat only if it is currently assigned to this member (null: to no one). Otherwise the request fails with 409 `conflict`",
    }),
    snoozed_until: snoozedUntil.nullable().optional().meta({
      description:
        "Snooze the chat until this time, at most a year ahead, or until someone writes in it. null ends the snooze",
    }),
    closed: z.boolean().optional().meta({
      description:
        "true closes the chat, so it no longer counts as waiting. The next received message opens it again. false opens it",
    }),
    if_last_message_id: text(LIMITS.idMaxChars, "The id is too long.").optional().meta({
      description:
        "Close or snooze the chat only if this is its last message. Otherwise the request fails with 409 `conflict`",
    }),
  })
  .meta({ id: "ChangeChat" });
export type ChangeChatBody = z.infer<typeof ChangeChatBody>;

/** The typing states in a chat. */
export const TYPING_STATES = ["typing", "recording", "paused"] as const;
export type TypingState = (typeof TYPING_STATES)[number];

/** POST /v1/instances/{id}/chats/{chat}/typing. */
export const TypingBody = z
  .object({
    state: z.enum(TYPING_STATES).meta({
      description:
        "Typing or recording disappears after about ten seconds. Repeat the request to keep it visible, or send `paused` to end it",
    }),
  })
  .meta({ id: "Typing" });

import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { text } from "../text.ts";

/** The value for an indefinite mute. */
export const FOR_EVER = "forever";

const MUTE_RULE = `Give null, "${FOR_EVER}" or a time with offset, e.g. 2026-11-20T09:30:00+00:00.`;
const mutedUntil = text(LIMITS.timeMaxChars, MUTE_RULE)
  .refine((given) => given === FOR_EVER || z.regexes.datetime({ offset: true }).test(given), MUTE_RULE)
  .meta({ example: FOR_EVER });

const SNOOZE_RULE = "Give null or a time with offset, e.g. 2026-11-20T09:30:00+00:00.";
const snoozedUntil = text(LIMITS.timeMaxChars, SNOOZE_RULE)
  .refine((given) => z.regexes.datetime({ offset: true }).test(given), SNOOZE_RULE)
  .meta({ example: "2026-11-21T09:00:00+00:00" });
const member = text(LIMITS.idMaxChars, "Give the id of a member of the team (usr_…).").meta({
  example: "usr_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
});

/** PATCH /v1/instances/{id}/chats/{chat}: send only what changes. */
export const ChangeChatBody = z
  .object({
    archived: z.boolean().optional().meta({ description: "Archiving also unpins" }),
    pinned: z
      .boolean()
      .optional()
      .meta({ description: `Pinning also unarchives; at most ${LIMITS.pinnedChatsMax} chats` }),
    muted_until: mutedUntil
      .nullable()
      .optional()
      .meta({ description: `null, "${FOR_EVER}", or a time at most a year ahead` }),
    unread: z
      .boolean()
      .optional()
      .meta({ description: "true marks as unread, false as read here and on the phone; nobody else is notified" }),
    handled_by: z.enum(["team"]).nullable().optional().meta({
      description: "team: your team answers it. null: nobody took it. Also works while not connected",
    }),
    assigned_to: member.nullable().optional().meta({
      description:
        "The id of a member of the team (`GET /v1/members`), who has to answer it; null: nobody. In the panel also me",
    }),
    if_assigned_to: member.nullable().optional().meta({
      description: "Assign it only if it is this member's (null: nobody's) until now; otherwise 409 `conflict`",
    }),
    snoozed_until: snoozedUntil.nullable().optional().meta({
      description: "Set it aside until then, at most a year ahead, or until somebody writes in it. null: it is back",
    }),
    closed: z.boolean().optional().meta({
      description:
        "true: it is done, and nobody waits in it; the next received message opens it again. false: it is open",
    }),
    if_last_message_id: text(LIMITS.idMaxChars, "The id is too long.").optional().meta({
      description: "Close it or set it aside only if this is its last message; otherwise 409 `conflict`",
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
    state: z.enum(TYPING_STATES).meta({ description: "It fades after about ten seconds: repeat it, or say paused" }),
  })
  .meta({ id: "Typing" });

import * as z from "zod";
import { PLAN_NAMES } from "../plans.ts";
import { ROLES } from "./roles.ts";

/** The account that is open in the panel. */
export const PanelAccount = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.enum(PLAN_NAMES),
  status: z.enum(["active", "suspended"]),
  trial_ends_at: z.string().nullable(),
  contact_email: z.string().nullable(),
  /** How many days messages, events and files are stored. */
  retention_days: z.int(),
});
export type PanelAccount = z.infer<typeof PanelAccount>;

/** A user who belongs to the account. */
export const Member = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  role: z.enum(ROLES),
  joined_at: z.string(),
  last_seen_at: z.string().nullable(),
});
export type Member = z.infer<typeof Member>;

/** An unused invitation. */
export const Invite = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  created_at: z.string(),
  expires_at: z.string(),
  /** When the invitation email was last sent, or null if no email could be sent. */
  sent_at: z.string().nullable(),
});
export type Invite = z.infer<typeof Invite>;

/**
 * A new invitation. `link` is set only if this installation doesn't send mail, so the link has to be passed on by hand.
 */
export const NewInvite = Invite.extend({ link: z.string().nullable() });
export type NewInvite = z.infer<typeof NewInvite>;

/** How much of its plan the account has used. `of` is null if there is no limit. */
export const Usage = z.object({
  requests: z.object({ used: z.number(), of: z.number().nullable(), resets_at: z.string() }),
  /**
   * On a plan without a daily limit, this is the number of messages sent by all numbers, each counted on its own
   * current day.
   */
  messages_today: z.object({ used: z.number(), of: z.number().nullable() }),
  instances: z.object({ used: z.number(), of: z.number().nullable() }),
  file_bytes_today: z.number(),
});
export type Usage = z.infer<typeof Usage>;

/** The number of messages sent by a phone number on its current local day. */
export const NumberTraffic = z.object({
  instance_id: z.string(),
  day: z.string(),
  received: z.int(),
  sent: z.int(),
});
export type NumberTraffic = z.infer<typeof NumberTraffic>;

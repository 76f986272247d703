import * as z from "zod";
import { LIMITED_ACTION_NAMES, type LimitedAction } from "./protection/limited-actions.ts";
import { SAFETY_LEVELS } from "./protection.ts";

/** The number's safety score, and the reasons that lowered it. Spec: Instance, `safety`. */
export const Safety = z
  .object({
    score: z.int().min(0).max(100),
    level: z.enum(SAFETY_LEVELS),
    reasons: z.array(
      z.object({
        code: z.string(),
        text: z.string().meta({ description: "Why the score is lower and how to raise it" }),
        points: z.int().meta({ description: "The points lost; 0 for a warning" }),
      }),
    ),
  })
  .meta({ id: "Safety" });
export type Safety = z.infer<typeof Safety>;

/**
 * The reasons why new chats are paused: the customer's switch, the network's lock or quota, a restriction, or a
 * critical score.
 */
export const NEW_CHATS_PAUSE_REASONS = ["by_you", "network_lock", "network_quota", "restricted", "safety"] as const;
export type NewChatsPauseReason = (typeof NEW_CHATS_PAUSE_REASONS)[number];

/** Why the warm-up stage isn't advancing even though all its days are complete. */
export const WARM_UP_HOLDS = ["safety", "few_answers"] as const;

/** The network's own quota for new chats; `warning` is the most recent warning. */
export const NetworkQuota = z.object({
  total: z.int(),
  used: z.int(),
  resets_at: z.string().nullable(),
  warning: z.enum(["first", "second", "capped"]).nullable(),
});
export type NetworkQuota = z.infer<typeof NetworkQuota>;

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });

const used = z.object({ limit: z.int(), used: z.int(), left: z.int() });
const deedsShape = Object.fromEntries(LIMITED_ACTION_NAMES.map((kind) => [kind, used])) as Record<
  LimitedAction,
  typeof used
>; // a row for each name

/** The current state of an instance's protection. Spec: Resources › Instance, `protection`. */
export const Protection = z
  .object({
    new_contacts_limit_today: z.int(),
    new_contacts_used_today: z.int(),
    new_contacts_left_today: z.int(),
    resets_at: time,
    waiting: z.object({ first: z.int(), known: z.int(), scheduled: z.int() }),
    next_first_message_at: time.nullable().meta({ description: "The earliest possible time; null while unknown" }),
    quiet_now: z.boolean(),
    quiet_hours: z.object({ start: z.string(), end: z.string(), timezone: z.string() }),
    new_chats_paused: z.boolean(),
    new_chats_paused_until: time.nullable(),
    new_chats_paused_reason: z.enum(NEW_CHATS_PAUSE_REASONS).nullable(),
    restricted: z.boolean(),
    restricted_until: time.nullable(),
    network_quota: NetworkQuota.nullable(),
    deeds: z
      .object(deedsShape)
      .meta({ description: "Today's limits for actions other than sending messages. They protect the number" }),
    warm_up: z.object({
      stage: z.int(),
      of: z.int(),
      active_days: z.int(),
      next_limit: z
        .int()
        .nullable()
        .meta({ description: "The number of new people a day at the next stage; null at the last stage" }),
      next_at: time
        .nullable()
        .meta({ description: "When the next stage can start, if every day until then is active" }),
      held_because: z.enum(WARM_UP_HOLDS).nullable(),
    }),
    safety: Safety,
  })
  .meta({ id: "Protection" });
export type Protection = z.infer<typeof Protection>;

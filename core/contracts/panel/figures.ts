import * as z from "zod";

/**
 * Statistics about a duration: how many times it was measured, the total in seconds, and the number of measurements by
 * length (up to 5 and 30 minutes, up to 2, 8 and 24 hours, and longer).
 */
const Times = z.object({ count: z.int(), seconds: z.int(), classes: z.array(z.int()) });
export type Times = z.infer<typeof Times>;

const Traffic = z.object({ received: z.int(), sent: z.int() });

/**
 * A team's activity over a number of days, by number and by member. Each number's days and hours are in its own time
 * zone.
 */
export const Figures = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(Traffic.extend({ day: z.string() })),
  /** One entry per hour, from midnight to 23:00. */
  hours: z.array(Traffic),
  /** The time from a person's first unanswered message to the team's answer. */
  answers: Times,
  /** The time from a person's first message to the closing of the chat. */
  closes: Times,
  /** The number of messages sent by menus, the AI agent and the auto-reply. */
  automatic: z.int(),
  numbers: z.array(Traffic.extend({ instance_id: z.string(), answers: Times, closes: Times })),
  /** The users who wrote or closed something in the panel, those with the most messages first. */
  people: z.array(z.object({ user_id: z.string(), sent: z.int(), answers: Times, closes: Times })),
  /** Whether the figures are incomplete because there are too many numbers or entries. */
  is_cut: z.boolean(),
});
export type Figures = z.infer<typeof Figures>;
